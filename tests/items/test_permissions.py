"""Rights on items: who may do what with them, and who sees which."""

from typing import Any

import pytest

from tests.support.application import Api, data, refused
from tests.support.people import (
    ADMINISTRATOR,
    APPROVER,
    ENGINEER,
    OUTSIDER,
    ROLELESS,
    VIEWER,
    Person,
)
from tests.world import Record, World

TYPES = ("Part", "Document", "ChangeOrder", "Requirement", "Task", "Issue")
KINDS = ("items", "parts", "documents")
RESOURCES: dict[str, str] = dict(
    zip(
        TYPES,
        ("parts", "documents", "change_orders", "requirements", "tasks", "issues"),
        strict=True,
    )
)


async def status(api: Api, method: str, path: str, person: Person, json: Any = None) -> int:
    more = {} if json is None else {"json": json}
    answer = await api.request(method, path, as_=person, **more)
    if answer.status_code >= 400:
        assert answer.json()["error"]["code"] in ("FORBIDDEN", "ITEM_NOT_FOUND"), answer.text
    return answer.status_code


@pytest.mark.parametrize("type_name", TYPES)
async def test_each_role_does_what_it_may(world: World, api: Api, type_name: str) -> None:
    new = {"type": type_name, "name": "N"}
    may: dict[Person, list[int]] = {
        # read, create, update, lock, delete
        ADMINISTRATOR: [200, 201, 200, 200, 200],
        ENGINEER: [200, 201, 200, 200, 200],
        APPROVER: [200, 403, 403, 403, 403],
        VIEWER: [200, 403, 403, 403, 403],
        ROLELESS: [403, 403, 403, 403, 403],
    }
    for person, expected in may.items():
        path = f"/api/items/{(await world.item(type_name))['id']}"
        assert [
            await status(api, "GET", path, person),
            await status(api, "POST", "/api/items", person, new),
            await status(api, "PUT", path, person, {"name": "M"}),
            await status(api, "POST", f"{path}/lock", person),
            await status(api, "DELETE", path, person),
        ] == expected, person.name


async def test_nobody_does_anything_without_a_token(api: Api) -> None:
    calls = [
        *((method, f"/api/{kind}") for kind in KINDS for method in ("GET", "POST")),
        *((method, f"/api/{kind}/x") for kind in KINDS for method in ("GET", "PUT")),
        *((method, f"/api/{kind}/x") for kind in ("items", "parts") for method in ("DELETE",)),
        *(("GET", f"/api/items/x/{rest}") for rest in ("history", "revisions", "transitions")),
        ("POST", "/api/items/x/transitions"),
    ]
    for method, path in calls:
        answer = await api.request(method, path, content=b"{", headers={"Content-Type": "x/y"})
        refused(answer, 401, "UNAUTHENTICATED")
        assert answer.headers["www-authenticate"] == "Bearer"


async def scoped(api: Api, *scopes: str) -> Person:
    """The engineer with a token of these scopes alone."""
    body = {"name": "scoped", "scopes": list(scopes)}
    made = data(await api.post("/api/auth/tokens", body, as_=ENGINEER), 201)
    return ENGINEER._replace(token=made["token"])


@pytest.mark.parametrize("type_name", TYPES)
async def test_a_token_without_read_on_a_type_sees_nothing_of_it(
    world: World, api: Api, type_name: str
) -> None:
    items = {name: await world.item(name, itemNumber=f"N-{name}") for name in TYPES}
    readable = [name for name in TYPES if name != type_name]
    person = await scoped(api, *(f"{RESOURCES[name]}.read" for name in readable))
    found = data(await api.get("/api/items", as_=person))
    assert sorted(item["type"] for item in found["items"]) == sorted(readable)
    assert found["total"] == len(readable)
    for params in ({"type": type_name}, {"search": f"n-{type_name}"}, {"search": type_name[:2]}):
        hidden = data(await api.get("/api/items", params=params, as_=person))
        assert type_name not in [item["type"] for item in hidden["items"]]
        assert hidden["total"] == len(hidden["items"])
    path = f"/api/items/{items[type_name]['id']}"
    for rest in ("", "/history", "/revisions", "/transitions"):
        refused(await api.get(path + rest, as_=person), 403, "FORBIDDEN")
    refused(await api.put(path, {"name": "X"}, as_=person), 403, "FORBIDDEN")
    other = items[readable[0]]
    assert data(await api.get(f"/api/items/{other['id']}", as_=person)) == other


async def test_a_token_does_no_more_than_its_scopes(world: World, api: Api) -> None:
    part = await world.part()
    path = f"/api/items/{part['id']}"
    reader = await scoped(api, "parts.read")
    writer = await scoped(api, "parts.read", "parts.update")
    refused(await api.put(path, {"name": "X"}, as_=reader), 403, "FORBIDDEN")
    assert data(await api.put(path, {"name": "X"}, as_=writer))["name"] == "X"
    refused(await api.delete(path, as_=writer), 403, "FORBIDDEN")
    new = {"type": "Part", "name": "N"}
    refused(await api.post("/api/items", new, as_=writer), 403, "FORBIDDEN")
    refused(await api.get("/api/documents", as_=writer), 403, "FORBIDDEN")
    nothing = data(await api.get("/api/items", params={"type": "Task"}, as_=writer))
    assert (nothing["items"], nothing["total"]) == ([], 0)


async def test_a_user_without_a_role_sees_an_empty_list(world: World, api: Api) -> None:
    await world.part()
    found = data(await api.get("/api/items", as_=ROLELESS))
    assert (found["items"], found["total"]) == ([], 0)
    refused(await api.get("/api/parts", as_=ROLELESS), 403, "FORBIDDEN")


@pytest.fixture
async def secret(world: World) -> dict[str, Record]:
    """Items of a program with an engineer and a viewer, one in its design and one beside it."""
    program = await world.program(members={ENGINEER: "engineer", VIEWER: "viewer"})
    design = await world.design(programId=program["id"])
    return {
        "program": program,
        "design": design,
        "inside": await world.part("Secret bolt", designId=design["id"]),
        "beside": await world.task("Secret task", programId=program["id"]),
        "open": await world.part("Common bolt"),
    }


async def test_an_items_program_is_its_designs(world: World, secret: dict[str, Record]) -> None:
    program = secret["program"]["id"]
    assert secret["inside"]["programId"] == secret["beside"]["programId"] == program
    assert secret["open"]["programId"] is None
    both = {"designId": secret["design"]["id"], "programId": program}
    assert (await world.part(**both))["programId"] == program


async def test_members_and_administrators_see_what_belongs_to_a_program(
    api: Api, secret: dict[str, Record]
) -> None:
    names = {"Secret bolt", "Secret task", "Common bolt"}
    for person, visible in (
        (ENGINEER, names),
        (VIEWER, names),
        (ADMINISTRATOR, names),
        (OUTSIDER, {"Common bolt"}),
        (APPROVER, {"Common bolt"}),
    ):
        found = data(await api.get("/api/items", params={"limit": 2}, as_=person))
        assert found["total"] == len(visible), person.name
        for search in ("bolt", "bo", ""):
            params = {"search": search, "sort": "name"}
            found = data(await api.get("/api/items", params=params, as_=person))
            wanted = {name for name in visible if search in name}
            assert {item["name"] for item in found["items"]} == wanted
            assert found["total"] == len(wanted)
        expected = 200 if len(visible) == 3 else 404
        for item in (secret["inside"], secret["beside"]):
            for rest in ("", "/history", "/revisions", "/transitions"):
                path = f"/api/items/{item['id']}{rest}"
                assert await status(api, "GET", path, person) == expected, (person.name, rest)


async def test_an_outsider_can_neither_change_nor_name_what_they_do_not_see(
    api: Api, secret: dict[str, Record]
) -> None:
    path = f"/api/items/{secret['inside']['id']}"
    for method, rest, body in (
        ("PUT", "", {"name": "X"}),
        ("DELETE", "", None),
        ("POST", "/transitions", {"transition": "Submit"}),
        ("POST", "/lock", None),
    ):
        assert await status(api, method, path + rest, OUTSIDER, body) == 404, rest
    parts = f"/api/parts/{secret['inside']['id']}"
    assert await status(api, "GET", parts, OUTSIDER) == 404
    new = {"type": "Part", "name": "N"}
    branch = secret["design"]["mainBranchId"]
    for key, value in (
        ("designId", secret["design"]["id"]),
        ("programId", secret["program"]["id"]),
        ("branchId", branch),
    ):
        answer = await api.post("/api/items", {**new, key: value}, as_=OUTSIDER)
        refused(answer, 404, "RESOURCE_NOT_FOUND")
        answer = await api.get("/api/items", params={key: value}, as_=OUTSIDER)
        refused(answer, 404, "RESOURCE_NOT_FOUND")
    open_path = f"/api/items/{secret['open']['id']}"
    answer = await api.get(open_path, params={"branchId": branch}, as_=OUTSIDER)
    refused(answer, 404, "RESOURCE_NOT_FOUND")


async def test_commits_of_a_program_are_no_way_in(
    world: World, api: Api, secret: dict[str, Record]
) -> None:
    path = f"/api/designs/{secret['design']['id']}/commits"
    commit = data(await api.get(path, as_=ENGINEER))["commits"][0]["id"]
    for where in ("/api/items", f"/api/items/{secret['open']['id']}"):
        answer = await api.get(where, params={"commitId": commit}, as_=OUTSIDER)
        refused(answer, 404, "RESOURCE_NOT_FOUND")
    public = await world.design()
    await world.part(designId=public["id"])
    path = f"/api/designs/{public['id']}/commits"
    commit = data(await api.get(path, as_=ENGINEER))["commits"][0]["id"]
    found = data(await api.get("/api/items", params={"commitId": commit}, as_=OUTSIDER))
    assert not {item["name"] for item in found["items"]} & {"Secret bolt", "Secret task"}
    answer = await api.get(
        f"/api/items/{secret['inside']['id']}", params={"commitId": commit}, as_=OUTSIDER
    )
    refused(answer, 404, "ITEM_NOT_FOUND")


async def test_a_programs_viewer_changes_nothing_in_it(world: World, api: Api) -> None:
    """Whatever the role outside: this one is an engineer."""
    program = await world.program(members={ENGINEER: "engineer", OUTSIDER: "viewer"})
    design = await world.design(programId=program["id"])
    for item in (
        await world.part(designId=design["id"]),
        await world.task(programId=program["id"]),
    ):
        path = f"/api/items/{item['id']}"
        assert await status(api, "GET", path, OUTSIDER) == 200
        assert await status(api, "PUT", path, OUTSIDER, {"name": "X"}) == 403
        assert await status(api, "DELETE", path, OUTSIDER) == 403
        assert await status(api, "POST", f"{path}/lock", OUTSIDER) == 403
        for name in ("Submit", "Start"):
            body = {"transition": name}
            answer = await api.post(f"{path}/transitions", body, as_=OUTSIDER)
            assert answer.status_code in (403, 422)
    for fields in ({"designId": design["id"]}, {"programId": program["id"]}):
        for kind in ("Part", "Issue"):
            new = {"type": kind, "name": "N", **fields}
            assert await status(api, "POST", "/api/items", OUTSIDER, new) == 403
            assert await status(api, "POST", "/api/items", ADMINISTRATOR, new) == 201


async def test_a_design_of_another_program_is_refused(world: World, api: Api) -> None:
    members = {ENGINEER: "lead"}
    one = await world.program("One", members=members)
    two = await world.program("Two", members=members)
    design = await world.design(programId=one["id"])
    free = await world.design()
    for design_id in (design["id"], free["id"]):
        new = {"type": "Part", "name": "N", "designId": design_id, "programId": two["id"]}
        refused(await api.post("/api/items", new, as_=ENGINEER), 422, "UNPROCESSABLE")


async def test_items_that_one_does_not_see_are_counted_and_not_named(
    world: World, api: Api
) -> None:
    program = await world.program()
    bolt = await world.part(itemNumber="BOLT")
    frame = await world.part(itemNumber="FRAME")
    hidden = world.as_(ADMINISTRATOR)
    secret = await hidden.part(itemNumber="SECRET", programId=program["id"])
    await hidden.relate(secret, bolt)
    await hidden.relate(frame, secret)
    error = refused(await api.delete(f"/api/items/{bolt['id']}", as_=ENGINEER), 409, "CONFLICT")
    assert error["message"] == "BOLT is used in the BOM of 1 that you cannot see"
    await world.relate(frame, bolt)
    error = refused(await api.delete(f"/api/items/{bolt['id']}", as_=ENGINEER), 409, "CONFLICT")
    assert error["message"].endswith("FRAME and 1 that you cannot see")
    told = [entry["changes"].get("targetItem") for entry in await world.history(frame)]
    assert told == [{"from": None, "to": "BOLT"}, None, None]
    seen = [entry["changes"].get("targetItem") for entry in await hidden.history(frame)]
    assert seen[1] == {"from": None, "to": "SECRET"}
