"""Branches that take or refuse a write, and the records that a write leaves behind."""

from typing import Any

import pytest

from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER, Person
from tests.versioning.scene import Product, product, pump


async def close(api: Api, branch: str) -> None:
    """Lock the branch as the review of its change does."""
    async with api.services.database.transaction() as tx:
        await tx.run("UPDATE branches SET is_locked = TRUE WHERE id = :id", id=branch)


async def writes(made: Product, number: str, **on: str) -> list[Any]:
    """The answers to one write of each kind on an item."""
    item = f"/api/items/{made.ids[number]}"
    edge = {"targetId": made.ids["SCREW"], "relationshipType": "bom"}
    new = {"name": "New", "designId": made.design, **on}
    lines = await made.call("GET", f"/api/items/{made.ids['PUMP']}/relationships", params=on)
    line = f"/api/relationships/{data(lines)['relationships'][0]['id']}"
    batch = {"relationships": [{"sourceId": made.ids[number], **edge}]}
    entries = await made.call("POST", "/api/relationships/batch-create", batch, params=on)
    assert [e["error"] for e in data(entries, 400)["errors"]] == ["BRANCH_PROTECTED"]
    return [
        await made.call("PUT", item, {"name": "x"}, params=on),
        await made.call("POST", "/api/parts", new),
        await made.call("POST", "/api/documents", new),
        await made.call("POST", f"{item}/relationships", edge, params=on),
        await made.call("POST", f"/api/parts/{made.ids[number]}/bom", edge, params=on),
        await made.call("PUT", line, {"quantity": 9}, params=on),
        await made.call("DELETE", line, params=on),
    ]


async def test_main_of_a_released_design_takes_no_direct_write(api: Api) -> None:
    made = await pump(api)
    await made.release("COVER", as_=ADMINISTRATOR)
    design = data(await made.call("GET", f"/api/designs/{made.design}"))
    assert design["phase"] == "post-release"
    before = await made.commits()
    for on in ({}, {"branchId": made.main}):
        for answer in await writes(made, "SEAL", **on):
            refused(answer, 403, "BRANCH_PROTECTED")
    seal = f"/api/items/{made.ids['SEAL']}"
    refused(
        await made.call("POST", f"{seal}/transitions", {"transition": "Submit"}),
        403,
        "BRANCH_PROTECTED",
    )
    refused(await made.call("DELETE", seal), 403, "BRANCH_PROTECTED")
    refused(await made.call("DELETE", f"/api/items/{made.ids['COVER']}"), 409, "CONFLICT")
    refused(await made.call("PUT", seal, {"name": "x"}, as_=ADMINISTRATOR), 403, "BRANCH_PROTECTED")
    assert await made.commits() == before
    branch = await made.branch("b")
    assert (await made.edit("SEAL", branch=branch, name="Ring"))["name"] == "Ring"


async def test_work_records_of_a_released_design_move_on(api: Api) -> None:
    made = await pump(api)
    await made.release("COVER", as_=ADMINISTRATOR)
    for item_type in ("Task", "Issue"):
        body = {"type": item_type, "name": "Look", "designId": made.design}
        item = data(await made.call("POST", "/api/items", body), 201)
        path = f"/api/items/{item['id']}"
        assert data(await made.call("PUT", path, {"name": "Done"}))["name"] == "Done"


async def test_a_branch_under_review_is_closed_but_for_its_holders(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("b")
    on = {"branchId": branch}
    paths = {n: f"/api/items/{made.ids[n]}" for n in ("SEAL", "HOUSING", "COVER")}
    for number in ("SEAL", "HOUSING"):
        data(await made.call("POST", f"{paths[number]}/checkout", on), 201)
        await made.edit(number, branch=branch, name="During")
    await close(api, branch)
    for answer in await writes(made, "SEAL", **on):
        refused(answer, 403, "BRANCH_PROTECTED")
    for answer in (
        await made.call("POST", f"{paths['COVER']}/checkout", on),
        await made.call("DELETE", paths["COVER"], params=on),
        await made.call("POST", f"/api/branches/{branch}/merge"),
        await made.call("POST", f"/api/branches/{branch}/rebase"),
    ):
        refused(answer, 403, "BRANCH_PROTECTED")
    data(await made.call("POST", f"{paths['SEAL']}/checkin", on))
    data(await made.call("DELETE", f"{paths['HOUSING']}/checkout", params=on))
    names = await made.names(branchId=branch)
    assert (names["SEAL"], names["HOUSING"]) == ("During", "HOUSING")
    assert data(await made.call("GET", f"/api/branches/{branch}"))["isLocked"] is True


@pytest.mark.parametrize(
    ("released", "on_branch", "bypass", "person", "expected"),
    [
        (False, False, False, ENGINEER, "main"),
        (False, False, True, ENGINEER, "main"),
        (False, True, False, ENGINEER, "branch"),
        (False, True, True, ENGINEER, "branch"),
        (True, True, False, ENGINEER, "branch"),
        (True, False, False, ADMINISTRATOR, (422, "VALIDATION_ERROR")),
        (True, False, True, ADMINISTRATOR, "main"),
        (True, False, True, ENGINEER, (403, "FORBIDDEN")),
    ],
)
async def test_imports_go_where_the_phase_allows(
    api: Api,
    released: bool,
    on_branch: bool,
    bypass: bool,
    person: Person,
    expected: str | tuple[int, str],
) -> None:
    made = await product(api)
    await made.part("OLD")
    branch = await made.branch("b")
    if released:
        await made.release("OLD", as_=ADMINISTRATOR)
    body: dict[str, Any] = {"designId": made.design, "rows": [{"name": "N", "itemNumber": "NEW"}]}
    body |= {"bypassBranchProtection": bypass}
    if on_branch:
        body |= {"branchId": branch}
    answer = await made.call("POST", "/api/import/parts", body, as_=person)
    if isinstance(expected, tuple):
        refused(answer, *expected)
        assert set(await made.names()) == {"OLD"}
        return
    data(answer, 201)
    assert ("NEW" in await made.names()) == (expected == "main")
    assert ("NEW" in await made.names(branchId=branch)) == (expected == "branch")


async def test_an_import_changes_no_structure_that_another_holds(api: Api) -> None:
    made = await pump(api)
    data(await made.call("POST", f"/api/items/{made.ids['SEAL']}/lock"))
    data(
        await made.call(
            "POST", f"/api/items/{made.ids['COVER']}/checkout", {"branchId": made.main}
        ),
        201,
    )
    lines = [{"parentItemNumber": p, "childItemNumber": "NEW"} for p in ("SEAL", "COVER", "SCREW")]
    body = {
        "designId": made.design,
        "rows": [{"name": "N", "itemNumber": "NEW"}],
        "bomRelationships": lines,
    }
    answer = await made.call("POST", "/api/import/parts", body, as_=OUTSIDER)
    assert data(answer, 207)["result"]["relationshipsFailed"] == 2
    assert [await made.bom(n) for n in ("SEAL", "COVER", "SCREW")] == [{}, {}, {"NEW": 1}]


async def test_a_programs_viewer_changes_nothing_on_its_branches(api: Api) -> None:
    program = data(await api.post("/api/programs", {"name": "P"}, as_=ADMINISTRATOR), 201)
    path = f"/api/programs/{program['id']}/members"
    for person, role in ((ENGINEER, "engineer"), (OUTSIDER, "viewer")):
        member = {"userId": person.id, "role": role}
        data(await api.post(path, member, as_=ADMINISTRATOR), 201)
    made = await pump(api)
    design = {"programId": program["id"]}
    data(await api.put(f"/api/designs/{made.design}", design, as_=ADMINISTRATOR))
    branch = await made.branch("b")
    await made.edit("SEAL", branch=branch, name="Ring")
    seal, on = f"/api/items/{made.ids['SEAL']}", {"branchId": branch}
    for method, where, body in (
        ("PUT", seal, {"name": "x", **on}),
        ("POST", f"{seal}/lock", {}),
        ("POST", f"{seal}/unlock", None),
        ("POST", f"{seal}/checkout", on),
        ("POST", f"/api/branches/{branch}/merge", None),
        ("POST", f"/api/branches/{branch}/rebase", None),
        ("POST", f"/api/branches/{branch}/archive", None),
        ("POST", f"/api/designs/{made.design}/branches", {"name": "mine"}),
    ):
        refused(await made.call(method, where, body, as_=OUTSIDER), 403, "FORBIDDEN")
    assert data(await made.call("GET", seal, params=on, as_=OUTSIDER))["name"] == "Ring"


async def test_branch_is_another_name_of_branch_id(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("b")
    on = {"branch": branch}
    seal = f"/api/items/{made.ids['SEAL']}"
    data(await made.call("PUT", seal, {"name": "Ring", **on}))
    data(await made.call("PUT", seal, {"material": "FKM"}, params=on))
    shown = data(await made.call("GET", seal, params=on))
    assert (shown["name"], shown["material"], shown["branchId"]) == ("Ring", "FKM", branch)
    assert (await made.names(branch=branch))["SEAL"] == "Ring"
    assert (await made.item("SEAL"))["name"] == "SEAL"
    data(await made.call("POST", f"{seal}/checkout", on), 201)
    assert data(await made.call("GET", f"{seal}/checkout", params=on))["checkout"]
    data(await made.call("DELETE", f"{seal}/checkout", params=on))
    path = f"/api/designs/{made.design}/commits"
    commits = data(await made.call("GET", path, params=on))["commits"]
    assert {commit["branchId"] for commit in commits} == {branch}


@pytest.mark.parametrize("place", ["query", "body"])
async def test_a_removal_takes_place_on_the_branch_that_is_named(api: Api, place: str) -> None:
    made = await pump(api)
    await made.part("SPARE")
    branch = await made.branch("b")
    lines = await made.call("GET", f"/api/items/{made.ids['PUMP']}/relationships")
    first, second, third = [line["id"] for line in data(lines)["relationships"]]
    on = {"branchId": branch}
    for path in (
        f"/api/relationships/{first}",
        f"/api/items/{made.ids['PUMP']}/relationships/{second}",
        f"/api/items/{made.ids['SPARE']}",
        f"/api/parts/{made.ids['PUMP']}",
    ):
        if place == "query":
            data(await made.call("DELETE", path, params=on))
        else:
            body = {**on, "commitMessage": "Not needed"}
            data(await made.call("DELETE", path, body))
            assert (await made.commits(branch))[0]["message"] == "Not needed"
    assert {"PUMP", "SPARE"} <= set(await made.names())
    assert len(await made.bom("PUMP")) == 3
    assert {"PUMP", "SPARE"}.isdisjoint(await made.names(branchId=branch))
    body = {"branchId": made.main}
    answer = await made.call("DELETE", f"/api/relationships/{third}", body, params=on)
    refused(answer, 400, "VALIDATION_ERROR")


async def test_what_main_has_deleted_lives_on_where_a_branch_shows_it(api: Api) -> None:
    made = await pump(api)
    await made.part("SPARE")
    line = await made.line("SPARE", "SEAL", 2)
    branch = await made.branch("b")
    path, on = f"/api/items/{made.ids['SPARE']}", {"branchId": branch}
    data(await made.call("DELETE", path))
    refused(await made.call("POST", f"{path}/lock"), 404, "ITEM_NOT_FOUND")
    locked = data(await made.call("POST", f"{path}/lock", on))["lockStatus"]
    shown = data(await made.call("GET", f"{path}/lock-status", params=on))["lockStatus"]
    assert shown["lockedAt"] == locked["lockedAt"]
    assert not data(await made.call("POST", f"{path}/unlock", on))["lockStatus"]["isLocked"]
    assert data(await made.call("GET", f"{path}/revisions", params=on))["revisions"] == []
    changed = await made.call("PUT", f"{path}/relationships/{line}", {"quantity": 5}, params=on)
    assert data(changed)["relationship"]["quantity"] == 5
    edge = {"targetId": made.ids["COVER"], "quantity": 3, **on}
    data(await made.call("POST", f"/api/parts/{made.ids['SPARE']}/bom", edge), 201)
    assert await made.bom("SPARE", **on) == {"SEAL": 5, "COVER": 3}


BRANCH_KEYS = """
    id designId name kind baseCommitId headCommitId changeOrderId isLocked isArchived createdAt
    createdBy
"""
COMMIT_KEYS = """
    id designId branchId parentId mergeParentId message author createdAt changes revisions
    changeOrderId
"""


async def test_branches_and_commits_have_their_fields(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("b")
    await made.release("COVER", as_=ADMINISTRATOR)
    path = f"/api/designs/{made.design}"
    for record in data(await made.call("GET", f"{path}/branches"))["branches"]:
        assert set(record) == set(BRANCH_KEYS.split())
        assert record["createdBy"] == ENGINEER.id
    shown = data(await made.call("GET", f"{path}/commits"))
    newest, *_ = shown["commits"]
    assert set(newest) == set(COMMIT_KEYS.split())
    assert (newest["revisions"], newest["designId"]) == ({"COVER": "A"}, made.design)
    assert (shown["page"], shown["limit"], shown["total"]) == (1, 20, len(await made.commits()))
    whole = data(await made.call("GET", f"/api/commits/{newest['id']}"))
    assert set(whole) == {*COMMIT_KEYS.split(), "items"}
    (item,) = whole["items"]
    keys = ("itemId", "itemNumber", "name", "action", "fields", "units", "bom", "files")
    assert set(item) == set(keys)
    assert set(item["bom"]) == {"added", "removed", "changed"}
    assert data(await made.call("GET", f"/api/branches/{branch}"))["name"] == "work/b"


async def test_the_writes_of_one_request_are_one_commit(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("b")
    before = await made.commits(branch)
    wishes = [
        {"sourceId": made.ids[p], "targetId": made.ids[c], "relationshipType": "bom"}
        for p, c in (("SEAL", "SCREW"), ("SEAL", "COVER"), ("COVER", "SCREW"))
    ]
    body = {"relationships": wishes, "commitMessage": "Screwed on", "branchId": branch}
    data(await made.call("POST", "/api/relationships/batch-create", body), 201)
    rows = [{"name": str(n)} for n in range(3)]
    imported = {"designId": made.design, "branchId": branch, "rows": rows}
    data(await made.call("POST", "/api/import/parts", imported), 201)
    items = [made.ids["SEAL"], made.ids["COVER"], made.ids["PUMP"]]
    data(
        await made.call(
            "POST", "/api/items/batch-checkout", {"itemIds": items, "branchId": branch}
        ),
        201,
    )
    out, added, related, *rest = await made.commits(branch)
    assert rest == before
    assert (related["message"], related["changes"]["modified"]) == ("Screwed on", 2)
    assert added["changes"] == {"added": 3, "modified": 0, "removed": 0}
    assert (added["parentId"], out["parentId"]) == (related["id"], added["id"])


async def test_a_branch_and_its_first_touch_cost_the_same_in_any_design(api: Api) -> None:
    counts: list[tuple[int, int]] = []
    for code, size in (("SMALL", 1), ("LARGE", 60)):
        made = await product(api, code=code)
        made.ids["TOP"] = await made.part(f"TOP {code}")
        rows = [{"name": f"{n}", "itemNumber": f"{code}-{n}"} for n in range(size)]
        lines = [
            {"parentItemNumber": f"TOP {code}", "childItemNumber": row["itemNumber"]}
            for row in rows
        ]
        body = {"designId": made.design, "rows": rows, "bomRelationships": lines}
        data(await made.call("POST", "/api/import/parts", body), 201)
        with api.counting() as making:
            branch = await made.branch("b")
        with api.counting() as touching:
            await made.edit("TOP", branch=branch, name="Touched")
        assert len(await made.bom("TOP", branchId=branch)) == size
        counts.append((making.statements, touching.statements))
    assert counts[0] == counts[1]


async def test_a_message_is_kept_whatever_is_written(api: Api) -> None:
    made = await pump(api)
    said = {"commitMessage": "Because"}
    new = {"name": "N", "itemNumber": "NEW", "designId": made.design}
    made.ids["NEW"] = data(await made.call("POST", "/api/parts", new | said), 201)["id"]
    assert (await made.commits())[0]["message"] == "Because"
    edge = {"targetId": made.ids["NEW"], "relationshipType": "bom", "commitMessage": "Fits"}
    answer = await made.call("POST", f"/api/items/{made.ids['SEAL']}/relationships", edge)
    assert (await made.commits())[0]["message"] == "Fits"
    path = f"/api/relationships/{data(answer, 201)['relationship']['id']}"
    data(await made.call("PUT", path, {"quantity": 2, "commitMessage": "Two"}))
    assert (await made.commits())[0]["message"] == "Two"
    await made.edit("NEW", name="Knob")
    assert (await made.commits())[0]["message"] == "Updated NEW"
