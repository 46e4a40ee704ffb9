from tests.relationships import scene
from tests.relationships.test_batch import batch, line
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER


async def test_a_line_on_a_branch_makes_a_working_copy(api: Api) -> None:
    design = await scene.design(api)
    a, b, c = await scene.items(api, "A", "B", "C", designId=design)
    await scene.relate(api, a, b, quantity=2)
    branch = await scene.branch(api, design)
    made = await scene.relate(api, a, c, branchId=branch)
    assert made["sourceId"] != a
    assert await scene.children(api, a) == ["B"]
    assert await scene.children(api, a, branchId=branch) == ["B", "C"]
    assert await scene.children(api, a, branch=branch) == ["B", "C"]
    # A working copy's own id means its branch.
    assert await scene.children(api, made["sourceId"]) == ["B", "C"]
    more = await scene.relate(api, made["sourceId"], b, "reference")
    assert more["sourceId"] == made["sourceId"]
    assert await scene.children(api, a, type="reference") == []


async def test_changes_and_removals_on_a_branch_leave_main_alone(api: Api) -> None:
    design = await scene.design(api)
    a, b, c = await scene.items(api, "A", "B", "C", designId=design)
    first = await scene.relate(api, a, b, findNumber=1)
    second = await scene.relate(api, a, c, findNumber=2)
    branch = await scene.branch(api, design)
    path = f"/api/relationships/{first['id']}"
    changed = await api.put(path, {"quantity": 7, "branchId": branch}, as_=ENGINEER)
    assert data(changed)["relationship"]["quantity"] == "7"
    path = f"/api/items/{a}/relationships/{second['id']}"
    data(await api.delete(path, as_=ENGINEER, params={"branchId": branch}))
    (left,) = await scene.list_of(api, a, branchId=branch)
    assert (left["targetItem"]["itemNumber"], left["quantity"]) == ("B", 7)
    assert [row["quantity"] for row in await scene.list_of(api, a)] == [1, 1]
    rows = data(
        await api.get(
            "/api/relationships", as_=ENGINEER, params={"designId": design, "branchId": branch}
        )
    )["relationships"]
    assert [(row["id"], row["quantity"]) for row in rows] == [(left["id"], 7)]


async def test_a_branch_goes_on_seeing_main_as_of_its_base(api: Api) -> None:
    design = await scene.design(api)
    a, b, c, d = await scene.items(api, "A", "B", "C", "D", designId=design)
    gone = await scene.relate(api, a, b)
    branch = await scene.branch(api, design)
    data(await api.delete(f"/api/relationships/{gone['id']}", as_=ENGINEER))
    await scene.relate(api, a, c)
    assert await scene.children(api, a, branchId=branch) == ["B"]
    # What stands there already is a duplicate there, and what came later is not.
    refused(await scene.attempt(api, a, b, branchId=branch), 409, "CONFLICT")
    await scene.relate(api, a, d, branchId=branch)
    assert await scene.children(api, a, branchId=branch) == ["B", "D"]
    await scene.relate(api, a, c, branchId=branch)
    assert await scene.children(api, a, branchId=branch) == ["B", "C", "D"]


async def test_a_line_is_changed_on_a_branch_as_the_branch_shows_it(api: Api) -> None:
    design = await scene.design(api)
    a, b, c = await scene.items(api, "A", "B", "C", designId=design)
    kept = await scene.relate(api, a, b, quantity=2)
    lost = await scene.relate(api, a, c)
    branch = await scene.branch(api, design)
    data(await api.put(f"/api/relationships/{kept['id']}", {"quantity": 9}, as_=ENGINEER))
    data(await api.delete(f"/api/relationships/{lost['id']}", as_=ENGINEER))
    body = {"findNumber": 4, "branchId": branch}
    changed = data(await api.put(f"/api/relationships/{kept['id']}", body, as_=ENGINEER))
    assert (changed["relationship"]["quantity"], changed["relationship"]["findNumber"]) == ("2", 4)
    path = f"/api/relationships/{lost['id']}?branchId={branch}"
    data(await api.delete(path, as_=ENGINEER))
    refused(await api.delete(path, as_=ENGINEER), 404, "RESOURCE_NOT_FOUND")
    assert await scene.children(api, a, branchId=branch) == ["B"]


async def test_replacing_on_a_branch_what_main_has_lost_since(api: Api) -> None:
    design = await scene.design(api)
    a, b, c = await scene.items(api, "A", "B", "C", designId=design)
    gone = await scene.relate(api, a, b)
    branch = await scene.branch(api, design)
    data(await api.delete(f"/api/relationships/{gone['id']}", as_=ENGINEER))
    made = await batch(api, line(a, c), replaceExisting=True, branchId=branch)
    assert data(made, 201)["created"] == 1
    assert await scene.children(api, a, branchId=branch) == ["C"]


async def test_a_foreign_or_unknown_branch(api: Api) -> None:
    design, other = await scene.design(api), await scene.design(api)
    a, b = await scene.items(api, "A", "B", designId=design)
    branch = await scene.branch(api, other)
    refused(await scene.attempt(api, a, b, branchId=branch), 422, "UNPROCESSABLE")
    answer = await scene.attempt(api, a, b, branchId=scene.NOBODY)
    refused(answer, 404, "RESOURCE_NOT_FOUND")
    answer = await scene.attempt(api, a, b, branchId=branch, branch=scene.NOBODY)
    assert problems(answer).keys() == {"branch"}


async def test_a_post_release_main_takes_no_line(api: Api) -> None:
    design = await scene.design(api)
    a, b, c = await scene.items(api, "A", "B", "C", designId=design)
    edge = await scene.relate(api, a, b)
    await scene.release(api, b)
    path = f"/api/relationships/{edge['id']}"
    for person in (ENGINEER, ADMINISTRATOR):
        body = {"targetId": c, "type": "bom"}
        answer = await api.post(f"/api/items/{a}/relationships", body, as_=person)
        refused(answer, 403, "BRANCH_PROTECTED")
        refused(await api.put(path, {"quantity": 2}, as_=person), 403, "BRANCH_PROTECTED")
        refused(await api.delete(path, as_=person), 403, "BRANCH_PROTECTED")
    branch = await scene.branch(api, design)
    await scene.relate(api, a, c, branchId=branch)
    assert await scene.children(api, a) == ["B"]


async def test_a_commit_shows_the_lines_of_its_time(api: Api) -> None:
    a, b, c = await scene.items(api, "A", "B", "C")
    edge = await scene.relate(api, a, b, quantity=2)
    data(await api.put(f"/api/relationships/{edge['id']}", {"quantity": 3}, as_=ENGINEER))
    data(await api.delete(f"/api/relationships/{edge['id']}", as_=ENGINEER))
    await scene.relate(api, a, c)
    history = data(await api.get(f"/api/items/{a}/history", as_=ENGINEER))["history"]
    seen = [
        [
            (row["targetItem"]["itemNumber"], row["quantity"])
            for row in await scene.list_of(api, a, commitId=entry["commitId"])
        ]
        for entry in reversed(history)
    ]
    assert seen == [[], [("B", 2)], [("B", 3)], [], [("C", 1)]]


async def test_an_item_checked_out_by_another_on_the_branch(api: Api) -> None:
    design = await scene.design(api)
    a, b, c = await scene.items(api, "A", "B", "C", designId=design)
    branch = await scene.branch(api, design)
    taken = await api.post(f"/api/items/{a}/checkout", {"branchId": branch}, as_=ADMINISTRATOR)
    data(taken, 201)
    answer = await scene.attempt(api, a, b, branchId=branch)
    refused(answer, 409, "CHECKOUT_CONFLICT")
    made = await batch(api, line(a, b), line(b, c), branchId=branch)
    assert [error["error"] for error in data(made, 207)["errors"]] == ["CHECKOUT_CONFLICT"]
    await scene.relate(api, a, b)
