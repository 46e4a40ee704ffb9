import asyncio
import itertools

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

    async def wish(server: Api, source: str, target: str) -> int:
        if path == "single":
            return (await scene.attempt(server, ids[source], ids[target])).status_code
        answer = await batch(server, line(ids[source], ids[target]))
        errors = answer.json()["data"]["errors"]
        return errors[0]["status"] if errors else answer.status_code

    for turn in range(rounds):
        a, b, c = (f"{letter}{turn}" for letter in "ABC")
        await scene.relate(api, ids[b], ids[c])
        statuses = await asyncio.gather(
            wish(api, a, b),
            wish(other_process, c, a),
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
