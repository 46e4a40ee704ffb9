"""Lists: filters, paging, totals, and the work they cost."""

import re
from typing import Any

import pytest

from partwright.items import queries as item_queries
from partwright.items.queries import AccessPath
from partwright.versioning.model import ShownVersion
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER
from tests.world import NOBODY, World


async def shown(api: Api, **params: Any) -> tuple[list[str], int]:
    """The numbers of one page, and the total."""
    answer = await api.get("/api/items", params=params, as_=ENGINEER)
    found = data(answer)
    meta = answer.json()["meta"]
    assert (meta["total"], meta["page"], meta["limit"]) == tuple(
        found[key] for key in ("total", "page", "limit")
    )
    assert meta["totalPages"] == -(-meta["total"] // meta["limit"])
    return [item["itemNumber"] for item in found["items"]], found["total"]


async def test_a_list_shows_records_as_they_are_read_alone(world: World, api: Api) -> None:
    made = [await world.part(weight="1.5"), await world.task(assignee=ENGINEER.id)]
    await api.post(f"/api/items/{made[0]['id']}/lock", as_=ENGINEER)
    made = [await world.get(item) for item in made]
    assert data(await api.get("/api/items", as_=ENGINEER))["items"] == made[::-1]


async def test_pages_as_of_a_commit_are_moved_by_no_write(world: World, api: Api) -> None:
    made = [await world.part(itemNumber=f"S-{n}") for n in range(5)]
    for path in ("/api/items", "/api/parts"):
        name = path.rpartition("/")[2]
        params: dict[str, Any] = {"limit": 2, "sort": "createdAt:desc"}
        first = await api.get(path, params=params | {"at": "newest"}, as_=ENGINEER)
        at, total = first.json()["meta"]["at"], data(first)["total"]
        seen = [item["id"] for item in data(first)[name]]
        for page in range(2, total // 2 + 2):
            await world.part()
            await world.edit(made[page % 5], name=f"Other {page}")
            answer = await api.get(path, params=params | {"at": at, "page": page}, as_=ENGINEER)
            assert (answer.json()["meta"]["at"], data(answer)["total"]) == (at, total)
            seen += [item["id"] for item in data(answer)[name]]
        assert len(seen) == len(set(seen)) == total
        assert {item["id"] for item in made} <= set(seen)
    for wrong in ("0x1", "-1", "99999", "now", "\u0661"):
        answer = await api.get("/api/items", params={"at": wrong}, as_=ENGINEER)
        assert list(problems(answer)) == ["at"], wrong


async def test_each_filter_alone_and_all_together(world: World, api: Api) -> None:
    program = await world.program(members={ENGINEER: "lead"})
    design = await world.design(programId=program["id"])
    bolt = await world.part(itemNumber="A", designId=design["id"], partType="Purchase")
    await world.part(itemNumber="B", programId=program["id"], partType="Manufacture")
    await world.document(itemNumber="C", designId=design["id"])
    await world.issue(itemNumber="D")
    await world.part(itemNumber="E")
    await world.move(bolt, "Submit")
    for params, numbers in (
        ({}, "EDCBA"),
        ({"type": "Part"}, "EBA"),
        ({"type": "Document"}, "C"),
        ({"state": "In Review"}, "A"),
        ({"state": "Open"}, "D"),
        ({"state": "in review"}, "A"),
        ({"designId": design["id"]}, "CA"),
        ({"designId": design["id"].upper(), "type": "Document"}, "C"),
        ({"programId": program["id"]}, "CBA"),
        ({"partType": "Purchase"}, "A"),
        ({"type": "Part", "state": "Draft"}, "EB"),
        ({"programId": program["id"], "type": "Part", "state": "Draft"}, "B"),
        ({"designId": design["id"], "state": "Draft"}, "C"),
        ({"designId": design["id"], "type": "Part", "state": "In Review", "search": "a"}, "A"),
    ):
        assert await shown(api, **params) == (list(numbers), len(numbers)), params
        assert (await shown(api, **params, limit=1))[1] == len(numbers), params
        assert await shown(api, **params, page=9) == ([], len(numbers)), params


async def test_a_bad_value_is_named(api: Api) -> None:
    for params, field in (
        ({"type": "Gadget"}, "type"),
        ({"type": "part"}, "type"),
        ({"type": ""}, "type"),
        ({"designId": "x"}, "designId"),
        ({"programId": "5"}, "programId"),
        ({"branchId": "main"}, "branchId"),
        ({"commitId": ""}, "commitId"),
        ({"partType": "Bought"}, "partType"),
        ({"sort": "colour"}, "sort"),
        ({"sort": "name:up"}, "sort"),
        ({"sort": "name:asc,colour:desc"}, "sort"),
        ({"sort": "name; DROP TABLE versions"}, "sort"),
        ({"page": "0"}, "page"),
        ({"page": "-1"}, "page"),
        ({"page": "x"}, "page"),
        ({"page": "1.5"}, "page"),
        ({"page": "1" + "0" * 30}, "page"),
        ({"limit": "0"}, "limit"),
        ({"limit": "-5"}, "limit"),
        ({"limit": "NaN"}, "limit"),
        ({"limit": "1e400"}, "limit"),
        ({"limit": ""}, "limit"),
        ({"search": "a\x00b"}, "search"),
        ({"state": "\x00"}, "state"),
        ({"unheard": "of"}, "unheard"),
        ({"Type": "Issue"}, "Type"),
    ):
        answer = await api.get("/api/items", params=params, as_=ENGINEER)
        assert list(problems(answer)) == [field], params


async def test_all_bad_values_are_named_at_once(api: Api) -> None:
    params = {"type": "x", "page": "x", "limit": "0", "designId": "x", "partType": "x"}
    assert set(problems(await api.get("/api/items", params=params, as_=ENGINEER))) == set(params)


async def test_what_a_filter_names_must_exist(api: Api) -> None:
    for key in ("designId", "programId", "branchId", "commitId"):
        answer = await api.get("/api/items", params={key: NOBODY}, as_=ENGINEER)
        refused(answer, 404, "RESOURCE_NOT_FOUND")
    answer = await api.get("/api/items", params={"programId": NOBODY}, as_=ADMINISTRATOR)
    refused(answer, 404, "RESOURCE_NOT_FOUND")


async def test_pages_are_cut_at_100_and_together_show_everything_once(
    world: World, api: Api
) -> None:
    empty = await api.get("/api/items", as_=ENGINEER)
    assert empty.json()["meta"] == {"total": 0, "page": 1, "limit": 20, "totalPages": 0}
    design = await world.design()
    rows = [{"itemNumber": f"N-{n:03}", "name": f"Part {n % 7}"} for n in range(105)]
    body = {"designId": design["id"], "rows": rows}
    data(await api.post("/api/import/parts", body, as_=ENGINEER), 201)
    assert data(await api.get("/api/items", as_=ENGINEER))["limit"] == 20
    for limit in ("101", "1000000", "9" * 18):
        found = data(await api.get("/api/items", params={"limit": limit}, as_=ENGINEER))
        assert (found["limit"], len(found["items"]), found["total"]) == (100, 100, 105)
    for sort in (
        "",
        "name",
        "name:desc",
        "state,type:desc",
        "weight",
        "createdAt:asc",
        "name,name",
    ):
        seen: list[str] = []
        for page in range(1, 6):
            numbers, total = await shown(api, page=page, limit=25, sort=sort)
            assert total == 105
            seen += numbers
        assert sorted(seen) == [row["itemNumber"] for row in rows], sort


async def test_lists_of_parts_and_documents(world: World, api: Api) -> None:
    await world.part(itemNumber="P")
    await world.document(itemNumber="D")
    for path, key, number in (("parts", "parts", "P"), ("documents", "documents", "D")):
        found = data(await api.get(f"/api/{path}", as_=ENGINEER))
        assert set(found) == {key, "total", "page", "limit"}
        assert [item["itemNumber"] for item in found[key]] == [number]
        again = data(await api.get(f"/api/{path}", params={"type": "Issue"}, as_=ENGINEER))
        assert again == found
        nothing = data(await api.get(f"/api/{path}", params={"search": "zz"}, as_=ENGINEER))
        assert (nothing[key], nothing["total"]) == ([], 0)


async def test_a_list_shows_a_branch_or_a_commit(world: World, api: Api) -> None:
    design = await world.design()
    part = await world.part(itemNumber="A", name="Old", designId=design["id"])
    branch = await world.branch(design)
    await world.edit(part, on=branch, name="New")
    await world.part(itemNumber="B", designId=design["id"], branchId=branch["id"])
    await world.part(itemNumber="C", designId=design["id"])
    path = f"/api/designs/{design['id']}/commits"
    first = data(await api.get(path, as_=ENGINEER))["commits"][-2]

    async def names(**where: str) -> dict[str, str]:
        found = data(await api.get("/api/items", params=where, as_=ENGINEER))
        assert found["total"] == len(found["items"])
        return {item["itemNumber"]: item["name"] for item in found["items"]}

    assert set(await names(designId=design["id"])) == {"A", "C"}
    there = await names(branchId=branch["id"], sort="itemNumber")
    assert (list(there), there["A"]) == (["A", "B"], "New")
    assert await names(branch=branch["id"]) == there
    assert await names(commitId=first["id"]) == {"A": "Old"}
    assert await names(branchId=branch["id"], search="new") == {"A": "New"}
    assert await names(branchId=branch["id"], search="old") == {}
    assert await names(search="new") == {}


async def test_a_branch_shows_work_as_it_stands(world: World, api: Api) -> None:
    """Tasks, issues and change orders are not edited on branches: there is one of each."""
    design = await world.design()
    part, task = [await world.item(t, designId=design["id"]) for t in ("Part", "Task")]
    branch = await world.branch(design)
    issue = await world.issue(designId=design["id"])
    task = await world.edit(task, name="Later")
    await world.relate(issue, part, relationshipType="reference")
    await world.edit(part, name="Later")
    there = {"branchId": branch["id"]}
    found = data(await api.get("/api/items", params={**there, "sort": "createdAt"}, as_=ENGINEER))
    assert found["items"] == [part, task, issue]
    assert await world.get(task, **there) == task
    path = f"/api/items/{issue['id']}/relationships"
    (line,) = data(await api.get(path, params=there, as_=ENGINEER))["relationships"]
    assert line["targetId"] == part["id"]
    new = {"type": "Task", "name": "N", "designId": design["id"], **there}
    for answer in (
        await api.put(f"/api/items/{task['id']}", {"name": "N"}, params=there, as_=ENGINEER),
        await api.delete(f"/api/items/{task['id']}", params=there, as_=ENGINEER),
        await api.post("/api/items", new, as_=ENGINEER),
    ):
        refused(answer, 422, "UNPROCESSABLE")


async def test_the_number_of_statements_does_not_grow_with_the_rows(world: World, api: Api) -> None:
    async def cost(path: str, **params: Any) -> int:
        with api.counting() as counted:
            data(await api.get(path, params=params, as_=ENGINEER))
        return counted.statements

    part = await world.part(itemNumber="N-0")
    calls: list[tuple[str, dict[str, Any]]] = [
        ("/api/items", {}),
        ("/api/items", {"limit": 1}),
        ("/api/items", {"search": "part", "type": "Part", "sort": "name,weight"}),
        (f"/api/items/{part['id']}/history", {"limit": 50}),
        (f"/api/items/{part['id']}/revisions", {}),
    ]
    before = [await cost(path, **params) for path, params in calls]
    for n in range(12):
        await world.task(assignee=ENGINEER.id)
        await world.edit(part, name=f"Part {n}")
    after = [await cost(path, **params) for path, params in calls]
    assert all(few <= 8 for few in after), after
    # The total of a page that is not full needs no count.
    assert all(b <= a <= b + 1 for b, a in zip(before, after, strict=True)), (before, after)


async def test_every_way_finds_the_same_page(world: World, api: Api) -> None:
    """Which way is taken is a matter of numbers, so here each is taken in turn."""
    program = await world.program(members={ENGINEER: "lead"})
    for n in range(12):
        kind = ("Part", "Task")[n % 2]
        place = {"programId": program["id"]} if n % 3 else {}
        await world.item(kind, f"Gasket {n % 5}", itemNumber=f"G-{n * 7 % 12:02}", **place)
    samples = _SAMPLES | {"seer": ENGINEER.id, "program_id": program["id"]}
    for filters in ("", "seer", "type seer", "type state", "program", "types scanned"):
        for sorts in (("createdAt DESC",), ("name ASC", "itemNumber DESC"), ("updatedAt ASC",)):
            pages: list[list[str]] = []
            for way in item_queries.AccessPath:
                sql = item_queries.list_statement(
                    tuple(filters.split()), sorts, in_view=False, way=way
                )
                given = {name: samples[name] for name in re.findall(r":(\w+)", sql)}
                async with api.services.database.snapshot() as snapshot:
                    rows = await snapshot.all(ShownVersion, sql, **given | {"offset": 2})
                pages.append([row.item_number for row in rows])
            assert pages[0], filters
            assert pages == [pages[0]] * 3, (filters, sorts)


_SAMPLES: dict[str, Any] = {
    "type": "Part",
    "state": "Draft",
    "design_id": NOBODY,
    "program_id": NOBODY,
    "part_type": "Purchase",
    "types": ["Part"],
    "sees_all": False,
    "seer": NOBODY,
    "limit": 20,
    "offset": 0,
    "phrase": '"abc"',
    "pattern": "%gasket%",
}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_many_are_walked_along_the_index_of_the_order(api: Api) -> None:
    """SQLite says what it does: the index gives the order and answers the filters by itself."""
    for sort, index in (
        ("createdAt DESC", "versions_by_age"),
        ("itemNumber ASC", "versions_by_number"),
        ("name DESC", "versions_by_name"),
        ("updatedAt DESC", "versions_by_change"),
    ):
        for filters in ("", "seer", "type state seer", "types", "program", "design", "scanned"):
            names = tuple(filters.split())
            page = await plan(
                api,
                item_queries.list_statement(names, (sort,), in_view=False, way=AccessPath.WALKED),
            )
            (found,) = [n for n, step in enumerate(page) if f" INDEX {index}" in step]
            if filters not in ("design", "scanned"):
                assert "COVERING" in page[found], page
            between = page[found : page.index("SCAN found")]
            assert not any("TEMP B-TREE" in step for step in between), page


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_few_are_gathered_by_an_index(api: Api) -> None:
    for filters, index in (
        ("type", "versions_by_type"),
        ("type state", "versions_by_type"),
        ("type part_type seer", "versions_by_type"),
        ("program seer", "versions_by_program"),
        ("design type", "versions_by_design"),
        ("indexed type seer", "versions_search VIRTUAL TABLE"),
    ):
        names = tuple(filters.split())
        sql = item_queries.list_statement(
            names, ("name ASC",), in_view=False, way=AccessPath.GATHERED
        )
        page = await plan(api, sql)
        assert any(re.search(f" {index}\\b", step) for step in page), page
    ordered = item_queries.list_statement(("design", "seer"), ("createdAt DESC",), in_view=False)
    assert any(" versions_by_design " in f"{step} " for step in await plan(api, ordered))


async def plan(api: Api, sql: str) -> list[str]:
    wanted = {name: _SAMPLES[name] for name in re.findall(r":(\w+)", sql)}
    async with api.services.database.snapshot() as snapshot:
        steps = await snapshot.all(lambda *row: str(row[3]), f"EXPLAIN QUERY PLAN {sql}", **wanted)
    return [step for step in steps if "member" not in step]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_search_is_served_by_the_trigram_index(api: Api) -> None:
    for filters in (("indexed",), ("indexed", "seer"), ("indexed", "type", "seer")):
        counted = await plan(api, item_queries.count_statement(filters, in_view=False))
        assert any("versions_search VIRTUAL TABLE INDEX" in step for step in counted), counted
        by_row = any("v USING INTEGER PRIMARY KEY" in step for step in counted)
        assert by_row is (len(filters) > 1), counted
