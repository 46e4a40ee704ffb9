"""Branches, main and past commits each show exactly their own state."""

from partwright.kit.ids import new_id
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER, VIEWER
from tests.versioning.scene import Product, pump

MAIN = {"HOUSING": 1, "SEAL": 2, "SCREW": 4}


async def test_three_branches_edit_one_product_differently(api: Api) -> None:
    made = await pump(api)
    light, strong, cheap = [await made.branch(name) for name in ("light", "strong", "cheap")]
    await made.edit("HOUSING", branch=light, name="Thin housing", material="Aluminium")
    await made.line("PUMP", "COVER", 7, branch=strong)
    await made.edit("PUMP", branch=cheap, name="Cheap pump")
    await made.part("PLUG", branch=cheap)
    await made.line("PUMP", "PLUG", 3, branch=cheap)

    assert await made.bom("PUMP") == MAIN
    assert await made.bom("PUMP", branchId=light) == MAIN
    assert await made.bom("PUMP", branch=strong) == {**MAIN, "COVER": 7}
    assert await made.bom("PUMP", branchId=cheap) == {**MAIN, "PLUG": 3}
    plain = {number: number for number in ("PUMP", "HOUSING", "SEAL", "SCREW", "COVER")}
    assert await made.names() == plain
    assert await made.names(branchId=light) == {**plain, "HOUSING": "Thin housing"}
    assert await made.names(branchId=strong) == plain
    assert await made.names(branchId=cheap) == {**plain, "PUMP": "Cheap pump", "PLUG": "PLUG"}


async def test_a_branch_sees_main_as_of_its_base(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("late")
    await made.edit("SEAL", name="Better seal")
    await made.line("HOUSING", "SCREW", 8)
    await made.part("NEW")
    assert (await made.item("SEAL", branchId=branch))["name"] == "SEAL"
    assert await made.bom("HOUSING", branchId=branch) == {"COVER": 1}
    assert "NEW" not in await made.names(branchId=branch)
    assert await made.bom("HOUSING") == {"COVER": 1, "SCREW": 8}
    # An edit that changes nothing answers what the branch shows, whatever main holds by then.
    await made.edit("COVER", name="Main's cover")
    loose = await made.part("LOOSE")
    kept = await made.branch("kept")
    data(await made.call("DELETE", f"/api/items/{loose}"))
    for number, on in (("COVER", branch), ("LOOSE", kept)):
        path = f"/api/items/{made.ids[number]}"
        same = data(await made.call("PUT", path, {"name": number}, params={"branchId": on}))
        assert same["name"] == number
        wanted = {"items": [{"id": made.ids[number], "changes": {"name": number}}], "branchId": on}
        (batched,) = data(await made.call("POST", "/api/items/batch-update", wanted))["items"]
        assert (batched["id"], batched["name"]) == (same["id"], number)


async def test_every_structure_read_resolves_on_the_branch(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("deep")
    await made.part("RING", branch=branch, cost="2", leadTimeDays=3)
    await made.line("SEAL", "RING", 5, branch=branch)
    on = {"branchId": branch}
    top, ring = made.ids["PUMP"], made.ids["RING"]
    flat = data(await made.call("GET", f"/api/items/{top}/bom", params={"flat": "true", **on}))
    assert {i["item"]["itemNumber"]: i["quantity"] for i in flat["lines"]}["RING"] == 10
    graph = data(
        await made.call(
            "GET", f"/api/items/{ring}/graph", params={"direction": "up", "depth": "all", **on}
        )
    )
    assert {node["itemNumber"] for node in graph["nodes"]} == {"RING", "SEAL", "PUMP"}
    used = data(await made.call("GET", f"/api/items/{ring}/where-used", params=on))
    assert [p["item"]["itemNumber"] for p in used["parents"]] == ["SEAL", "PUMP"]
    figures = data(await made.call("GET", f"/api/items/{top}/rollup", params=on))
    assert figures["cost"] == [{"currency": "USD", "total": "20"}]
    compared = data(
        await made.call("GET", f"/api/items/{top}/bom/compare?withBranchId={branch}&with={top}")
    )
    assert [line["item"]["itemNumber"] for line in compared["added"]] == ["RING"]
    refused(
        await made.call("GET", f"/api/items/{ring}/bom", params={"branchId": made.main}),
        404,
        "ITEM_NOT_FOUND",
    )


async def test_a_working_copys_own_id_means_its_branch(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("own")
    copy = await made.edit("HOUSING", branch=branch, name="Copy")
    assert copy["id"] != made.ids["HOUSING"]
    assert copy["branchId"] == branch
    again = data(await made.call("PUT", f"/api/items/{copy['id']}", {"name": "Copy 2"}))
    assert (again["id"], again["branchId"]) == (copy["id"], branch)
    lines = data(await made.call("GET", f"/api/items/{copy['id']}/relationships"))
    assert [line["targetItem"]["itemNumber"] for line in lines["relationships"]] == ["COVER"]
    assert (await made.item("HOUSING"))["name"] == "HOUSING"


async def test_search_finds_what_the_branch_shows(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("renamed")
    await made.edit("SEAL", branch=branch, name="Dichtung")
    assert set(await made.names(search="dichtung", branchId=branch)) == {"SEAL"}
    assert await made.names(search="dichtung") == {}
    assert set(await made.names(search="seal", branchId=branch)) == {"SEAL"}


async def history_of(made: Product) -> dict[str, dict[str, float]]:
    """Commit id -> the BOM that main had then, as the test knows it."""
    steps: dict[str, dict[str, float]] = {}

    async def note() -> None:
        head = (await made.commits())[0]["id"]
        steps[head] = await made.bom("PUMP")

    await note()
    seal = await made.line("PUMP", "COVER", 9)
    await note()
    data(await made.call("PUT", f"/api/relationships/{seal}", {"quantity": 11}))
    await note()
    data(await made.call("DELETE", f"/api/relationships/{seal}"))
    await note()
    return steps


async def test_a_past_commit_shows_what_stood_then_for_ever(api: Api) -> None:
    made = await pump(api)
    steps = await history_of(made)
    assert [step.get("COVER") for step in steps.values()] == [None, 9, 11, None]
    first = next(iter(steps))
    await made.edit("PUMP", name="Renamed", itemNumber="PUMP-2")
    await made.part("LATER")
    for commit, bom in steps.items():
        assert await made.bom("PUMP", commitId=commit) == bom
    old = await made.item("PUMP", commitId=first)
    assert (old["name"], old["itemNumber"]) == ("PUMP", "PUMP")
    assert "LATER" not in await made.names(commitId=first)


async def test_an_earlier_commit_still_shows_a_deleted_item(api: Api) -> None:
    made = await pump(api)
    await made.part("SPARE")
    commit = (await made.commits())[0]["id"]
    data(await made.call("DELETE", f"/api/items/{made.ids['SPARE']}"))
    refused(await made.call("GET", f"/api/items/{made.ids['SPARE']}"), 404, "ITEM_NOT_FOUND")
    assert (await made.item("SPARE", commitId=commit))["name"] == "SPARE"
    assert "SPARE" in await made.names(commitId=commit)


async def test_deleting_on_a_branch_leaves_main_alone(api: Api) -> None:
    made = await pump(api)
    await made.part("SPARE")
    branch = await made.branch("without")
    await made.part("OWN", branch=branch)
    for number in ("SPARE", "OWN"):
        path = f"/api/items/{made.ids[number]}"
        data(await made.call("DELETE", path, params={"branchId": branch}))
        refused(await made.call("GET", path, params={"branchId": branch}), 404, "ITEM_NOT_FOUND")
    assert "SPARE" in await made.names()
    assert {"SPARE", "OWN"}.isdisjoint(await made.names(branchId=branch))


async def test_deleting_on_a_branch_asks_who_uses_the_item_there(api: Api) -> None:
    made = await pump(api)
    for number in ("USED", "FREE"):
        await made.part(number)
    line = await made.line("SEAL", "USED", 1)
    branch = await made.branch("b")
    data(await made.call("DELETE", f"/api/relationships/{line}"))
    await made.line("SEAL", "FREE", 1)
    used, free = (f"/api/items/{made.ids[number]}" for number in ("USED", "FREE"))
    refused(await made.call("DELETE", used, params={"branchId": branch}), 409, "CONFLICT")
    refused(await made.call("DELETE", free), 409, "CONFLICT")
    data(await made.call("DELETE", free, params={"branchId": branch}))
    data(await made.call("DELETE", used))
    assert await made.bom("SEAL", branchId=branch) == {"USED": 1}


async def test_branches_and_commits_are_hidden_with_their_program(api: Api) -> None:
    program = data(await api.post("/api/programs", {"name": "Secret"}, as_=ADMINISTRATOR), 201)
    body = {"name": "Hidden", "programId": program["id"]}
    design = data(await api.post("/api/designs", body, as_=ADMINISTRATOR), 201)
    path = f"/api/designs/{design['id']}/branches"
    branch = data(await api.post(path, {"name": "x"}, as_=ADMINISTRATOR), 201)["branch"]
    commit = branch["baseCommitId"]
    for hidden in (
        path,
        f"/api/designs/{design['id']}/commits",
        f"/api/branches/{branch['id']}",
        f"/api/branches/{branch['id']}/diff",
        f"/api/commits/{commit}",
        f"/api/items?branchId={branch['id']}",
        f"/api/items?commitId={commit}",
    ):
        refused(await api.get(hidden, as_=OUTSIDER), 404, "RESOURCE_NOT_FOUND")
    refused(await api.post(path, {"name": "y"}, as_=OUTSIDER), 404, "RESOURCE_NOT_FOUND")
    member = {"userId": VIEWER.id, "role": "viewer"}
    data(await api.post(f"/api/programs/{program['id']}/members", member, as_=ADMINISTRATOR), 201)
    data(await api.get(path, as_=VIEWER))
    refused(await api.post(path, {"name": "y"}, as_=VIEWER), 403, "FORBIDDEN")


async def test_a_branch_of_another_design_takes_no_write(api: Api) -> None:
    made = await pump(api)
    answer = await api.post("/api/designs", {"name": "Other"}, as_=ENGINEER)
    path = f"/api/designs/{data(answer, 201)['id']}/branches"
    foreign = data(await made.call("POST", path, {"name": "x"}), 201)["branch"]["id"]
    item = f"/api/items/{made.ids['PUMP']}"
    put = await made.call("PUT", item, {"name": "x"}, params={"branchId": foreign})
    refused(put, 422, "UNPROCESSABLE")
    commits = f"/api/designs/{made.design}/commits"
    refused(await made.call("GET", commits, params={"branchId": foreign}), 422, "UNPROCESSABLE")
    refused(await made.call("GET", item, params={"branchId": new_id()}), 404, "RESOURCE_NOT_FOUND")
    refused(await made.call("GET", item, params={"branchId": "x"}), 400, "VALIDATION_ERROR")


async def test_a_branch_uses_standard_parts_made_since(api: Api) -> None:
    made = await pump(api)
    branch = await made.branch("b")
    screw = data(await made.call("POST", "/api/parts", {"name": "M3", "itemNumber": "M3"}), 201)
    made.ids["M3"] = screw["id"]
    await made.line("SEAL", "M3", 2, branch=branch)
    assert await made.bom("SEAL", branchId=branch) == {"M3": 2}
    commit = (await made.commits(branch))[0]["id"]
    await made.edit("M3", name="Screw M3")
    flat = {"flat": "true"}
    path = f"/api/items/{made.ids['PUMP']}/bom"
    for view, name in (({"branchId": branch}, "Screw M3"), ({"commitId": commit}, "M3")):
        lines = data(await made.call("GET", path, params={**flat, **view}))["lines"]
        assert [i["item"]["name"] for i in lines if i["item"]["itemNumber"] == "M3"] == [name]
