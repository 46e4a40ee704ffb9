"""Lists: filters, paging, totals, and the work they cost."""

import re
from typing import Any

import pytest

from partwright.items import queries
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
        ({"state": "in review"}, ""),
        ({"designId": design["id"]}, "CA"),
        ({"designId": design["id"].upper(), "type": "Document"}, "C"),
        ({"programId": program["id"]}, "CBA"),
        ({"partType": "Purchase"}, "A"),
        ({"type": "Part", "state": "Draft"}, "EB"),
        ({"programId": program["id"], "type": "Part", "state": "Draft"}, "B"),
        ({"designId": design["id"], "state": "Draft"}, "C"),
        ({"designId": design["id"], "type": "Part", "state": "In Review", "search": "a"}, "A"),
        ({"unheard": "of", "name": "Nothing", "Type": "Issue"}, "EDCBA"),
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
    """Tasks, issues and change orders are no content of branches: there is one of each."""
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


_SAMPLES: dict[str, Any] = {
    "type": "Part",
    "state": "Draft",
    "design_id": NOBODY,
    "types": ["Part"],
    "sees_all": False,
    "seer": NOBODY,
    "limit": 20,
    "offset": 0,
    "phrase": '"abc"',
}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_page_is_found_and_sorted_by_an_index(api: Api) -> None:
    """SQLite says what it does: the index gives the order, and only the page itself is sorted."""
    for filters, sort, index in (
        ("", "createdAt DESC", "versions_by_age"),
        ("seer", "createdAt DESC", "versions_by_age"),
        ("type seer", "createdAt DESC", "versions_by_type"),
        ("type state seer", "createdAt DESC", "versions_by_type"),
        ("design seer", "createdAt DESC", "versions_by_design"),
        ("design type seer", "createdAt DESC", "versions_by_design"),
        ("seer", "itemNumber ASC", "versions_by_number"),
        ("seer", "itemNumber DESC", "versions_by_number"),
        ("seer", "name ASC", "versions_by_name"),
        ("seer", "updatedAt DESC", "versions_by_change"),
    ):
        names = tuple(filters.split())
        page = await plan(api, queries.list_items(names, (sort,), in_view=False))
        (found,) = [n for n, step in enumerate(page) if f"v USING INDEX {index} " in f"{step} "]
        between = page[found : page.index("SCAN found")]
        assert not any("TEMP B-TREE" in step for step in between), page
        count = await plan(api, queries.count_items(names, in_view=False))
        counted_by = "versions_by_design" if "design" in names else "versions_by_type"
        assert any(f"INDEX {counted_by} " in step for step in count), count


async def plan(api: Api, sql: str) -> list[str]:
    wanted = {name: _SAMPLES[name] for name in re.findall(r":(\w+)", sql)}
    async with api.services.database.snapshot() as snapshot:
        steps = await snapshot.all(lambda *row: str(row[3]), f"EXPLAIN QUERY PLAN {sql}", **wanted)
    return [step for step in steps if "member" not in step]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_search_is_served_by_the_trigram_index(api: Api) -> None:
    sql = queries.list_items(("indexed", "seer"), ("createdAt DESC",), in_view=False)
    assert any("versions_search VIRTUAL TABLE INDEX" in step for step in await plan(api, sql))
