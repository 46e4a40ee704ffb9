import asyncio
import itertools
import random

import pytest

from tests.relationships import scene
from tests.relationships.test_batch import batch, line
from tests.support.application import Api, data, refused
from tests.support.people import ENGINEER, OUTSIDER

CYCLE = "ITEM_RELATIONSHIP_CYCLE"


async def chain(api: Api, length: int, **fields: str) -> list[str]:
    """Items each of which stands in the one before."""
    items = await scene.items(api, *[f"C{number}" for number in range(length)], **fields)
    await batch(api, *[line(*pair) for pair in itertools.pairwise(items)])
    return items


async def test_through_four_levels(api: Api) -> None:
    items = await chain(api, 5)
    for upper in range(4):
        refused(await scene.attempt(api, items[4], items[upper]), 422, CYCLE)
    assert (await scene.attempt(api, items[0], items[4])).status_code == 201
    await scene.relate(api, items[4], items[0], "reference")


@pytest.mark.parametrize("on_branch", [False, True], ids=["main", "branch"])
async def test_any_edge_is_refused_that_leads_back(api: Api, on_branch: bool) -> None:
    design = await scene.design(api)
    items = await scene.items(api, *"ABCDEFGHIJ", designId=design)
    where = {"branchId": await scene.branch(api, design)} if on_branch else {}
    below: dict[str, set[str]] = {item: {item} for item in items}
    chance = random.Random(7)
    refusals = 0
    # Few edges first and many at the end: from narrow below to narrow above.
    for parent, child in chance.sample(list(itertools.permutations(items, 2)), 60):
        answer = await scene.attempt(api, parent, child, **where)
        if parent in below[child]:
            refused(answer, 422, CYCLE)
            refusals += 1
            continue
        assert answer.status_code == 201
        for above in items:
            if parent in below[above]:
                below[above] |= below[child]
    assert refusals > 10


async def test_neither_a_large_assembly_nor_a_large_product_is_read(api: Api) -> None:
    """Looking for circles takes the way that ends first."""
    design = await scene.design(api)
    tree = [("T", f"T{n}", 1) for n in range(5)]
    tree += [(f"T{n}", f"T{n}{m}", 1) for n in range(5) for m in range(5)]
    deep = [(f"T{n}0", f"L{n}", 1) for n in range(5)] + [(f"L{n}", "LL", 1) for n in range(5)]
    ids = await scene.structure(api, design, tree + deep)
    top, leaf, screw = await scene.items(api, "TOP", "LEAF", "SCREW", designId=design)

    async def statements(parent: str, child: str) -> int:
        with api.counting() as counted:
            await scene.relate(api, parent, child)
        return counted.statements

    await statements(top, screw)
    plainly = await statements(top, leaf)
    assert await statements(ids["LL"], screw) == plainly
    assert await statements(top, ids["T"]) == plainly + 1


async def test_across_designs_and_the_library(api: Api) -> None:
    one, two = await scene.design(api), await scene.design(api)
    a, c = await scene.item(api, "A", designId=one), await scene.item(api, "C")
    b, d = await scene.item(api, "B", designId=two), await scene.item(api, "D", designId=one)
    for parent, child in ((a, b), (b, c), (c, d)):
        await scene.relate(api, parent, child)
    refused(await scene.attempt(api, d, a), 422, CYCLE)
    refused(await scene.attempt(api, c, b), 422, CYCLE)


async def test_through_items_that_the_caller_does_not_see(api: Api) -> None:
    secret = await scene.design(api, of=await scene.program(api, engineer=ENGINEER))
    a, c = await scene.items(api, "A", "C")
    b = await scene.item(api, "B", designId=secret)
    await scene.relate(api, a, b)
    await scene.relate(api, b, c)
    body = {"targetId": a, "type": "bom"}
    refused(await api.post(f"/api/items/{c}/relationships", body, as_=OUTSIDER), 422, CYCLE)


async def test_within_a_batch_the_closing_entry_fails(api: Api) -> None:
    a, b, c, d = await scene.items(api, "A", "B", "C", "D")
    made = data(await batch(api, line(a, b), line(b, c), line(c, a), line(c, d)), 207)
    assert made["created"] == 3
    assert [(error["index"], error["error"]) for error in made["errors"]] == [(2, CYCLE)]


async def test_in_an_import_the_closing_line_fails(api: Api) -> None:
    design = await scene.design(api)
    old = (await scene.structure(api, design, [("OLD", "LOW", 1)]))["LOW"]
    body = {
        "designId": design,
        "rows": [{"itemNumber": n, "name": n} for n in ("A", "B")],
        "bomRelationships": [
            {"parentItemNumber": parent, "childItemNumber": child}
            for parent, child in (("A", "B"), ("B", "OLD"), ("LOW", "A"), ("B", "B"))
        ],
    }
    result = data(await api.post("/api/import/parts", body, as_=ENGINEER), 207)["result"]
    assert result["relationshipsCreated"] == 2
    failed = result["failedRelationships"]
    assert [(f["parentItemNumber"], f["childItemNumber"]) for f in failed] == [
        ("LOW", "A"),
        ("B", "B"),
    ]
    assert await scene.list_of(api, old) == []


async def test_a_removed_edge_closes_nothing(api: Api) -> None:
    a, b = await scene.items(api, "A", "B")
    edge = await scene.relate(api, a, b)
    data(await api.delete(f"/api/relationships/{edge['id']}", as_=ENGINEER))
    assert (await scene.attempt(api, b, a)).status_code == 201


async def test_on_a_branch_with_what_main_had_at_its_base(api: Api) -> None:
    design = await scene.design(api)
    a, b, c = await scene.items(api, "A", "B", "C", designId=design)
    edge = await scene.relate(api, a, b)
    branch = await scene.branch(api, design)
    await scene.relate(api, b, c)
    data(await api.delete(f"/api/relationships/{edge['id']}", as_=ENGINEER))
    # The branch still sees A over B, and does not yet see B over C.
    refused(await scene.attempt(api, b, a, branchId=branch), 422, CYCLE)
    assert (await scene.attempt(api, c, b, branchId=branch)).status_code == 201
    await scene.relate(api, b, a)


async def test_by_the_id_of_a_working_copy(api: Api) -> None:
    """Main's structure counts on main, by whatever id the child is named."""
    design = await scene.design(api)
    a, b = await scene.items(api, "A", "B", designId=design)
    edge = await scene.relate(api, a, b)
    branch = await scene.branch(api, design)
    path = f"/api/relationships/{edge['id']}?branchId={branch}"
    data(await api.delete(path, as_=ENGINEER))
    found = await api.get(f"/api/items/{a}", as_=ENGINEER, params={"branchId": branch})
    copy = data(found)["id"]
    assert copy != a
    refused(await scene.attempt(api, b, copy), 422, CYCLE)


async def test_an_item_that_only_a_branch_has_is_unknown_on_main(api: Api) -> None:
    design = await scene.design(api)
    branch = await scene.branch(api, design)
    a = await scene.item(api, "A", designId=design)
    new = await scene.item(api, "NEW", designId=design, branchId=branch)
    refused(await scene.attempt(api, a, new), 404, "ITEM_NOT_FOUND")


@pytest.mark.parametrize("path", ["single", "batch"])
async def test_of_two_requests_that_close_a_circle_together_one_succeeds(
    api: Api, other_process: Api, path: str
) -> None:
    design = await scene.design(api)
    rounds = 12
    names = [f"{letter}{turn}" for turn in range(rounds) for letter in "ABC"]
    ids = await scene.structure(api, design, [], parts={name: {} for name in names})

    async def request(server: Api, source: str, target: str) -> int:
        if path == "single":
            return (await scene.attempt(server, ids[source], ids[target])).status_code
        answer = await batch(server, line(ids[source], ids[target]))
        errors = answer.json()["data"]["errors"]
        return errors[0]["status"] if errors else answer.status_code

    for turn in range(rounds):
        a, b, c = (f"{letter}{turn}" for letter in "ABC")
        await scene.relate(api, ids[b], ids[c])
        statuses = await asyncio.gather(
            request(api, a, b),
            request(other_process, c, a),
        )
        assert sorted(statuses) == [201, 422]


async def test_of_many_requests_one_too_many_is_refused(api: Api, other_process: Api) -> None:
    design = await scene.design(api)
    for turn in range(4):
        names = [f"R{turn}-{number}" for number in range(6)]
        ids = list(
            (await scene.structure(api, design, [], parts={name: {} for name in names})).values()
        )
        answers = await asyncio.gather(
            *(
                scene.attempt((api, other_process)[place % 2], ids[place - 1], ids[place])
                for place in range(6)
            )
        )
        statuses = sorted(answer.status_code for answer in answers)
        assert statuses == [201] * 5 + [422]


async def test_a_cycle_that_only_two_branches_make_is_told_with_its_path(api: Api) -> None:
    """A line on a branch, and one on another design's main that leads back."""
    one, two = await scene.design(api), await scene.design(api)
    (a,) = await scene.items(api, "A", designId=one)
    (b,) = await scene.items(api, "B", designId=two)
    branch = await scene.branch(api, one)
    data(await scene.attempt(api, a, b, branchId=branch), 201)
    data(await scene.attempt(api, b, a), 201)
    for path in ("bom", "bom?flat=true", "rollup", "where-used"):
        params = {"branchId": branch} | ({"flat": "true"} if "flat" in path else {})
        url = f"/api/items/{a}/{path.partition('?')[0]}"
        error = refused(await api.get(url, params=params, as_=ENGINEER), 422, CYCLE)
        way = ["A", "B", "A"]
        assert [detail["message"] for detail in error["details"]] == way, path
    url = f"/api/items/{a}/bom"
    near = data(await api.get(url, params={"branchId": branch, "depth": "1"}, as_=ENGINEER))
    assert [line["item"]["itemNumber"] for line in near["lines"]] == ["B"]
    data(await api.get(url, as_=ENGINEER))
