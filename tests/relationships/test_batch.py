from typing import Any

import httpx

from tests.relationships import scene
from tests.support.application import Api, data, problems
from tests.support.people import ENGINEER


async def batch(api: Api, *entries: Any, **more: Any) -> httpx.Response:
    body = {"relationships": list(entries), **more}
    return await api.post("/api/relationships/batch-create", body, as_=ENGINEER)


def line(source: str, target: str, type: str = "bom", **fields: Any) -> dict[str, Any]:
    return {"sourceId": source, "targetId": target, "relationshipType": type, **fields}


async def test_all_created(api: Api) -> None:
    a, b, c = await scene.items(api, "A", "B", "C")
    sent = [
        line(a, b, quantity=2, findNumber=20, referenceDesignator="R1", metadata={"x": [1]}),
        {"sourceId": a, "targetItemId": c, "type": "BOM", "findNumber": 10},
    ]
    made = data(await batch(api, *sent), 201)
    assert (made["created"], made["skipped"], made["errors"]) == (2, 0, [])
    assert await scene.children(api, a) == ["C", "B"]
    shown = (await scene.list_of(api, a))[1]
    assert (shown["quantity"], shown["metadata"]) == (2, {"x": [1]})


async def test_an_empty_or_too_long_batch_is_400(api: Api) -> None:
    a, b = await scene.items(api, "A", "B")
    for entries in ([], [line(a, b)] * 501):
        assert problems(await batch(api, *entries)).keys() == {"relationships"}
    for body in ({}, {"relationships": {}}, {"relationships": None}):
        answer = await api.post("/api/relationships/batch-create", body, as_=ENGINEER)
        assert problems(answer).keys() == {"relationships"}
    assert problems(await batch(api, line(a, b), replace=True)).keys() == {"replace"}
    assert await scene.list_of(api, a) == []


async def test_statuses(api: Api) -> None:
    a, b, c, d = await scene.items(api, "A", "B", "C", "D")
    bad = line(a, scene.NOBODY)
    for entries, status, created, skipped, failed in (
        ([line(a, b), line(a, b, quantity=5)], 201, 1, 1, 0),
        ([line(a, b)], 200, 0, 1, 0),
        ([line(a, c), bad], 207, 1, 0, 1),
        ([line(a, c), bad], 207, 0, 1, 1),
        ([bad, bad], 400, 0, 0, 2),
        ([line(a, b), line(a, d)], 201, 1, 1, 0),
    ):
        made = data(await batch(api, *entries), status)
        assert (made["created"], made["skipped"], len(made["errors"])) == (created, skipped, failed)
    assert (await scene.list_of(api, a))[0]["quantity"] == 1


async def test_bad_entries_fail_alone(api: Api) -> None:
    a, b, c = await scene.items(api, "A", "B", "C")
    wrong: list[tuple[Any, str, int]] = [
        (line(a, scene.NOBODY), "ITEM_NOT_FOUND", 404),
        (line(scene.NOBODY, a), "ITEM_NOT_FOUND", 404),
        (line(a, "nonsense"), "VALIDATION_ERROR", 400),
        (line(a, b, quantity=0), "VALIDATION_ERROR", 400),
        (line(a, b, quantity=-1), "VALIDATION_ERROR", 400),
        (line(a, b, "where_used"), "VALIDATION_ERROR", 400),
        (line(a, b, qty=1), "VALIDATION_ERROR", 400),
        # One entry cannot choose a branch for itself; silently it would land on main.
        (line(a, b, branchId=scene.NOBODY), "VALIDATION_ERROR", 400),
        (line(a, b, metadata=[]), "VALIDATION_ERROR", 400),
        ({"targetId": b, "relationshipType": "bom"}, "VALIDATION_ERROR", 400),
        ("nonsense", "VALIDATION_ERROR", 400),
        (None, "VALIDATION_ERROR", 400),
        (line(a, a), "ITEM_RELATIONSHIP_CYCLE", 422),
        (line(c, a), "ITEM_RELATIONSHIP_CYCLE", 422),
        (line(a, a, "reference"), "VALIDATION_ERROR", 400),
    ]
    entries = [line(a, b), line(b, c), *[entry for entry, _, _ in wrong]]
    made = data(await batch(api, *entries), 207)
    assert made["created"] == 2
    for place, (error, (entry, code, status)) in enumerate(
        zip(made["errors"], wrong, strict=True), 2
    ):
        assert error["index"] == place
        assert error["relationship"] == entry
        assert (error["error"], error["status"]) == (code, status)
        assert isinstance(error["details"], str)
        assert error["details"]


async def test_bytes_that_are_no_text_do_not_spoil_the_answer(api: Api) -> None:
    a, b = await scene.items(api, "A", "B")
    good = f'{{"sourceId":"{a}","targetId":"{b}","relationshipType":"bom"}}'.encode()
    for bad in (b'{"sourceId":"\xff"}', b'{"\xff":1}'):
        answer = await api.request(
            "POST",
            "/api/relationships/batch-create",
            as_=ENGINEER,
            content=b'{"relationships":[' + good + b"," + bad + b"]}",
            headers={"Content-Type": "application/json"},
        )
        assert answer.status_code in (207, 400)
        answer.json()


async def test_one_batch_is_one_commit_of_each_line(api: Api) -> None:
    one, two = await scene.design(api), await scene.design(api)
    a = await scene.item(api, "A", designId=one)
    b = await scene.item(api, "B", designId=two)
    c, d = await scene.items(api, "C", "D")
    task, issue = await scene.item(api, "T", type="Task"), await scene.item(api, "I", type="Issue")
    before = [await commits(api, design) for design in (one, two)]
    made = await batch(
        api,
        line(a, b, commitMessage="no"),
        line(a, b),
        line(a, c),
        line(b, d),
        line(c, d),
        line(task, issue, "reference"),
        line(d, a),
        commitMessage="Filled",
    )
    result = data(made, 207)
    assert result["created"] == 5
    assert [(e["index"], e["error"]) for e in result["errors"]] == [
        (0, "VALIDATION_ERROR"),
        (6, "ITEM_RELATIONSHIP_CYCLE"),
    ]
    after = [await commits(api, design) for design in (one, two)]
    assert after == [["Filled", *messages] for messages in before]


async def commits(api: Api, design_id: str) -> list[str]:
    found = await api.get(f"/api/designs/{design_id}/commits", as_=ENGINEER)
    return [commit["message"] for commit in data(found)["commits"]]


async def test_five_hundred_entries_in_a_bounded_number_of_statements(api: Api) -> None:
    design = await scene.design(api)
    ids = list((await scene.structure(api, design, [], parts=numbered(51))).values())

    async def statements(count: int) -> int:
        sources = ids[: count // 50]
        entries = [
            line(source, target, "reference")
            for source in sources
            for target in [i for i in ids if i != source]
        ]
        assert len(entries) == count
        with api.counting() as counted:
            assert data(await batch(api, *entries, replaceExisting=True), 201)["created"] == count
        return counted.statements

    await statements(50)
    few = await statements(50)
    # One more may be the token's, which is looked up from time to time.
    assert abs(await statements(500) - few) <= 1
    assert few < 40


def numbered(count: int) -> dict[str, dict[str, Any]]:
    return {f"N{number:03}": {} for number in range(count)}


async def test_replace_is_whole_per_source(api: Api) -> None:
    a, b, c, d = await scene.items(api, "A", "B", "C", "D")
    await batch(api, line(a, b), line(a, c), line(b, c), line(a, b, "reference"))
    made = data(await batch(api, line(a, d, quantity=3), line(a, d), replaceExisting=True), 201)
    assert (made["created"], made["skipped"]) == (1, 1)
    assert await scene.children(api, a, type="bom") == ["D"]
    assert (await scene.list_of(api, a, type="bom"))[0]["quantity"] == 3
    # Other types and other sources stay.
    assert await scene.children(api, a, type="reference") == ["B"]
    assert await scene.children(api, b) == ["C"]


async def test_a_failed_entry_keeps_the_old_structure_of_its_source(api: Api) -> None:
    a, b, c, d, e = await scene.items(api, "A", "B", "C", "D", "E")
    await batch(api, line(a, b), line(a, c), line(d, e), line(b, e))
    for bad, code in (
        (line(a, scene.NOBODY), "ITEM_NOT_FOUND"),
        (line(a, b, quantity=0), "VALIDATION_ERROR"),
        (line(a, b, qty=2), "VALIDATION_ERROR"),
        (line(a, a), "ITEM_RELATIONSHIP_CYCLE"),
        (line(a, b, "reference", quantity=-1), "VALIDATION_ERROR"),
    ):
        answer = await batch(api, line(a, d), bad, line(d, c), replaceExisting=True)
        made = data(answer, 207)
        assert [(error["index"], error["error"]) for error in made["errors"]] == [
            (0, "UNPROCESSABLE"),
            (1, code),
        ]
        assert await scene.children(api, a) == ["B", "C"]
        assert await scene.children(api, d) == ["C"]


async def test_on_a_branch_too_a_failed_entry_keeps_the_old_structure(api: Api) -> None:
    design = await scene.design(api)
    a, b, c = await scene.items(api, "A", "B", "C", designId=design)
    await scene.relate(api, a, b)
    branch = await scene.branch(api, design)
    # The working copy is made on the first touch; from then on A has another id there.
    data(await batch(api, line(a, c), branchId=branch), 201)
    bad = line(a, scene.NOBODY)
    made = await batch(api, line(a, c), bad, replaceExisting=True, branchId=branch)
    assert [error["index"] for error in data(made, 400)["errors"]] == [0, 1]
    assert await scene.children(api, a, branchId=branch) == ["B", "C"]
    data(await batch(api, line(a, c), replaceExisting=True, branchId=branch), 201)
    assert await scene.children(api, a, branchId=branch) == ["C"]
    assert await scene.children(api, a) == ["B"]


async def test_two_items_change_places_in_one_replacement(api: Api) -> None:
    a, b, c = await scene.items(api, "A", "B", "C")
    await batch(api, line(a, b), line(b, c))
    made = await batch(api, line(b, a), line(a, c), replaceExisting=True)
    assert data(made, 201)["created"] == 2
    assert await scene.children(api, b) == ["A"]
    assert await scene.children(api, a) == ["C"]


async def test_a_source_that_stays_as_it_was_may_make_another_one_fail(api: Api) -> None:
    a, b, c, d = await scene.items(api, "A", "B", "C", "D")
    await batch(api, line(a, b))
    made = await batch(
        api, line(b, a), line(a, c), line(a, scene.NOBODY), line(d, c), replaceExisting=True
    )
    result = data(made, 207)
    assert [(error["index"], error["error"]) for error in result["errors"]] == [
        (0, "ITEM_RELATIONSHIP_CYCLE"),
        (1, "UNPROCESSABLE"),
        (2, "ITEM_NOT_FOUND"),
    ]
    assert await scene.children(api, a) == ["B"]
    assert await scene.children(api, b) == []
    assert await scene.children(api, d) == ["C"]


async def test_a_protected_line_fails_its_entries_only(api: Api) -> None:
    released = await scene.design(api)
    a, b = await scene.items(api, "A", "B", designId=released)
    await scene.release(api, b)
    c, d = await scene.items(api, "C", "D")
    made = data(await batch(api, line(a, d), line(c, d), line(c, b)), 207)
    assert made["created"] == 2
    (error,) = made["errors"]
    assert (error["index"], error["error"], error["status"]) == (0, "BRANCH_PROTECTED", 403)
