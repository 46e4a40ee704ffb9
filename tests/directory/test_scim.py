"""Users and groups as identity providers keep them: SCIM 2.0 with what Entra and Okta send."""

from typing import Any

import httpx
import pytest

from partwright.directory.errors import ScimProblem
from partwright.directory.patches import apply_patch
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, VIEWER, Person
from tests.world import World

USERS, GROUPS = "/scim/v2/Users", "/scim/v2/Groups"
PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp"
GRACE: dict[str, Any] = {
    "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"],
    "userName": "Grace.Hopper",
    "externalId": "00u1",
    "name": {"givenName": "Grace", "familyName": "Hopper"},
    "emails": [
        {"value": "private@example.org", "type": "home"},
        {"value": "grace@example.org", "type": "work", "primary": True},
    ],
    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": {"department": "Navy"},
}


async def provider(api: Api) -> Person:
    """A caller whose token may keep users and groups, and nothing else."""
    body = {"name": "Directory", "scopes": ["directory.manage"]}
    token = data(await api.post("/api/auth/tokens", body, as_=ADMINISTRATOR), 201)["token"]
    return ADMINISTRATOR._replace(token=token)


def shown(answer: httpx.Response, status: int = 200) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/scim+json"
    found: dict[str, Any] = answer.json()
    return found


def problem(answer: httpx.Response, status: int, scim_type: str) -> None:
    told = shown(answer, status)
    assert (told["status"], told.get("scimType", "")) == (str(status), scim_type), told


def operations(*given: dict[str, Any]) -> dict[str, Any]:
    return {"schemas": [PATCH], "Operations": list(given)}


async def names(api: Api, by: Person, wanted: str, where: str = USERS) -> list[str]:
    answer = shown(await api.get(where, as_=by, params={"filter": wanted}))
    assert answer["totalResults"] == len(answer["Resources"])
    return [one.get("userName") or one["displayName"] for one in answer["Resources"]]


async def test_users_are_made_found_changed_and_removed(api: Api) -> None:
    by = await provider(api)
    answer = await api.post(USERS, GRACE, as_=by)
    made = shown(answer, 201)
    path = f"{USERS}/{made['id']}"
    assert answer.headers["location"] == made["meta"]["location"] == f"http://test{path}"
    assert (made["userName"], made["displayName"]) == ("Grace.Hopper", "Grace Hopper")
    assert (made["active"], made["externalId"], made["groups"]) == (True, "00u1", [])
    assert made["emails"] == [{"value": "grace@example.org", "type": "work", "primary": True}]
    assert shown(await api.get(path, as_=by)) == made
    problem(await api.post(USERS, GRACE, as_=by), 409, "uniqueness")
    same_address = GRACE | {"userName": "other", "externalId": "00u2"}
    problem(await api.post(USERS, same_address, as_=by), 409, "uniqueness")
    # Who was here before the directory is found by the address, to be taken over.
    assert await names(api, by, f'userName eq "{ENGINEER.email.upper()}"') == [ENGINEER.email]
    for wanted in (
        'userName eq "grace.hopper"',
        'externalId eq "00u1"',
        'emails[type eq "work" and value co "GRACE@"]',
        'urn:ietf:params:scim:schemas:core:2.0:User:name.familyName sw "hop" and active eq true',
        'not (userName pr and not (emails.value eq "grace@example.org"))',
    ):
        assert await names(api, by, wanted) == ["Grace.Hopper"], wanted
    assert await names(api, by, 'externalId eq "00U1"') == []
    only = shown(await api.get(path, as_=by, params={"attributes": "userName"}))
    assert set(only) == {"schemas", "id", "userName"}
    page = shown(await api.get(USERS, as_=by, params={"startIndex": 2, "count": 3}))
    assert (page["itemsPerPage"], page["startIndex"], page["totalResults"]) == (3, 2, 7)
    none = shown(await api.get(USERS, as_=by, params={"count": -1, "startIndex": 0}))
    assert (none["Resources"], none["startIndex"], none["totalResults"]) == ([], 1, 7)
    # As Entra writes it: words for yes and no, paths as keys, attributes that are not kept here.
    changed = operations(
        {"op": "Replace", "path": 'emails[type eq "work"].value', "value": "hopper@example.org"},
        {"op": "Add", "value": {"name.givenName": "Amazing Grace", "displayName": "Amazing"}},
        {"op": "add", "path": "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager"},
        {"op": "replace", "path": "active", "value": "False"},
    )
    after = shown(await api.patch(path, changed, as_=by, params={"aadOptscim062020": ""}))
    assert after["emails"][0]["value"] == "hopper@example.org"
    assert (after["name"]["givenName"], after["displayName"]) == ("Amazing Grace", "Amazing")
    assert after["active"] is False
    replaced = shown(await api.put(path, GRACE, as_=by))
    # What is not said stays: nobody comes back because a word was left out.
    assert (replaced["active"], replaced["displayName"]) == (False, "Grace Hopper")
    for odd, name in (("Jo\u0308rg\u200b\tMu\u202e", "J\u00f6rg Mu"), ("\u200b ", "Grace.Hopper")):
        odd_name = GRACE | {"name": None, "displayName": odd, "active": False}
        kept = shown(await api.put(path, odd_name, as_=by))
        assert (kept["displayName"], kept["active"]) == (name, False)
    assert (await api.delete(path, as_=by)).status_code == 204
    refused(await api.get(path, as_=by), 404, "")
    refused(await api.delete(path, as_=by), 404, "")
    assert await names(api, by, 'externalId eq "00u1"') == []
    nameless = shown(await api.post(USERS, {"userName": "robot"}, as_=by), 201)
    assert ("emails" in nameless, nameless["displayName"]) == (False, "robot")
    again = shown(await api.post(USERS, GRACE, as_=by), 201)
    assert (again["id"], again["active"]) == (made["id"], True)
    acts = data(await api.get("/api/audit", as_=ADMINISTRATOR, params={"action.like": "user."}))[
        "entries"
    ]
    assert {entry["action"] for entry in acts} == {"user.created", "user.changed", "user.removed"}


JOINED = (
    *("\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", "\u0915\u094d\u200d\u0937\u092e\u093e.sharma"),
    *(
        "\u0d2e\u0d23\u0d4d\u200d\u0d21\u0d32\u0d02",
        "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627@example.org",
    ),
)


@pytest.mark.parametrize("user_name", JOINED)
async def test_joiners_belong_to_the_spelling_of_some_names(api: Api, user_name: str) -> None:
    by = await provider(api)
    made = shown(await api.post(USERS, {"userName": user_name}, as_=by), 201)
    assert (made["userName"], made["displayName"]) == (user_name, user_name)
    assert await names(api, by, f'userName eq "{user_name}"') == [user_name]
    group = shown(await api.post(GROUPS, {"displayName": user_name}, as_=by), 201)
    assert group["displayName"] == user_name


@pytest.mark.parametrize(
    "user_name", ["ad\u200dmin", "\u0639\u200c", "\u0639\u200c\u200c\u0631", "\u200cali"]
)
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_joiners_that_nobody_sees_are_refused(api: Api, user_name: str) -> None:
    answer = await api.post(USERS, {"userName": user_name}, as_=await provider(api))
    problem(answer, 400, "invalidValue")


async def test_who_is_deactivated_is_out_at_once_and_stays_out(
    api: Api, other_process: Api
) -> None:
    by = await provider(api)
    personal = {"name": "Script"}
    token = data(await api.post("/api/auth/tokens", personal, as_=ENGINEER), 201)["token"]
    script = ENGINEER._replace(token=token)
    data(await api.get("/api/users/me", as_=script))
    off, on = (operations({"op": "replace", "value": {"active": value}}) for value in (False, True))
    shown(await api.patch(f"{USERS}/{ENGINEER.id}", off, as_=by))
    refused(await api.get("/api/users/me", as_=script), 401, "UNAUTHENTICATED")
    refused(await other_process.get("/api/users/me", as_=ENGINEER), 401, "UNAUTHENTICATED")
    shown(await api.patch(f"{USERS}/{ENGINEER.id}", on, as_=by))
    refused(await api.get("/api/users/me", as_=script), 401, "UNAUTHENTICATED")
    # The last administrator stays, and nobody takes an administrator's account by its address.
    refused(await api.patch(f"{USERS}/{ADMINISTRATOR.id}", off, as_=by), 409, "")
    theirs = operations({"op": "replace", "path": "emails", "value": [{"value": "me@evil.org"}]})
    refused(await api.patch(f"{USERS}/{ADMINISTRATOR.id}", theirs, as_=by), 403, "")


async def test_groups_bring_roles_and_places_in_programs(api: Api, world: World) -> None:
    by = await provider(api)
    grace = shown(await api.post(USERS, GRACE, as_=by), 201)["id"]
    program = await world.program()
    roles = {r["name"]: r["id"] for r in data(await api.get("/api/roles", as_=VIEWER))["roles"]}

    async def held(user_id: str) -> tuple[list[str], list[tuple[str, str]]]:
        user = data(await api.get(f"/api/users/{user_id}", as_=ADMINISTRATOR))
        path = f"/api/programs/{program['id']}/members"
        members = data(await api.get(path, as_=ADMINISTRATOR))["members"]
        places = [(m["userId"], m["role"]) for m in members if m["userId"] == user_id]
        return sorted(role["name"] for role in user["roles"]), places

    body = {"displayName": "PLM Engineers", "externalId": "g1", "members": [{"value": grace}]}
    group = shown(await api.post(GROUPS, body, as_=by), 201)
    path = f"{GROUPS}/{group['id']}"
    assert group["members"][0] | {"$ref": ""} == {"value": grace, "type": "User", "$ref": ""}
    assert await held(grace) == ([], [])
    for mapped in (
        {"group": "plm engineers", "roleId": roles["Engineer"]},
        {"group": "PLM Engineers", "programId": program["id"], "programRole": "engineer"},
        {"group": "PLM leads", "programId": program["id"], "programRole": "lead"},
    ):
        data(await api.post("/api/group-mappings", mapped, as_=ADMINISTRATOR), 201)
        refused(await api.post("/api/group-mappings", mapped, as_=ADMINISTRATOR), 409, "CONFLICT")
        refused(await api.post("/api/group-mappings", mapped, as_=by), 403, "FORBIDDEN")
    assert await held(grace) == (["Engineer"], [(grace, "engineer")])
    # Who had it by another hand keeps it when the group goes.
    added = operations({"op": "add", "path": "members", "value": [{"value": ENGINEER.id}]})
    shown(await api.patch(path, added, as_=by))
    leads = {"displayName": "PLM leads", "members": [{"value": grace}]}
    leads = shown(await api.post(GROUPS, leads, as_=by), 201)
    assert await held(grace) == (["Engineer"], [(grace, "lead")])
    assert await names(api, by, f'members eq "{ENGINEER.id}"', GROUPS) == ["PLM Engineers"]
    assert await names(api, by, 'displayName eq "plm LEADS"', GROUPS) == ["PLM leads"]
    listed = shown(await api.get(GROUPS, as_=by, params={"excludedAttributes": "members"}))
    assert all("members" not in one for one in listed["Resources"])
    user = shown(await api.get(f"{USERS}/{grace}", as_=by))
    assert [one["display"] for one in user["groups"]] == ["PLM Engineers", "PLM leads"]
    once = [{"op": "remove", "path": f'members[value eq "{one}"]'} for one in (grace, ENGINEER.id)]
    back = {"op": "add", "path": "members", "value": [{"value": grace}]}
    swapped = shown(await api.patch(path, operations(*once, back), as_=by))
    assert [member["value"] for member in swapped["members"]] == [grace]
    shown(await api.patch(path, operations(*once, back, once[0], added["Operations"][0]), as_=by))
    shown(await api.patch(path, operations(back), as_=by))
    out = operations(
        {"op": "remove", "path": f'members[value eq "{grace}"]'},
        {"op": "Remove", "path": "members", "value": [{"value": ENGINEER.id}]},
    )
    assert shown(await api.patch(path, out, as_=by))["members"] == []
    assert await held(grace) == ([], [(grace, "lead")])
    assert "Engineer" in (await held(ENGINEER.id))[0]
    assert (await api.delete(f"{GROUPS}/{leads['id']}", as_=by)).status_code == 204
    assert await held(grace) == ([], [])
    shown(await api.put(path, body, as_=by))
    assert (await held(grace))[0] == ["Engineer"]
    mappings = data(await api.get("/api/group-mappings", as_=ADMINISTRATOR))["groupMappings"]
    for mapping in mappings:
        data(await api.delete(f"/api/group-mappings/{mapping['id']}", as_=ADMINISTRATOR))
    assert await held(grace) == ([], [])


async def test_users_and_groups_are_searched_for_by_post(api: Api) -> None:
    by = await provider(api)
    shown(await api.post(USERS, GRACE, as_=by), 201)
    made = shown(await api.post(GROUPS, {"displayName": "Grace notes"}, as_=by), 201)
    users = shown(await api.post(f"{USERS}/.search", {"filter": 'active eq "true"'}, as_=by))
    assert users["totalResults"] == 7

    async def found(where: str = "/scim/v2", **wanted: Any) -> list[str]:
        answer = shown(await api.post(f"{where}/.search", wanted, as_=by))
        assert answer["itemsPerPage"] == len(answer["Resources"])
        return [one.get("userName") or one["displayName"] for one in answer["Resources"]]

    assert await found(GROUPS, sortBy="displayName") == ["Grace notes"]
    assert (await found())[-2:] == ["Grace.Hopper", "Grace notes"]
    assert await found(startIndex=7, count=1) == ["Grace.Hopper"]
    assert await found(startIndex=8, count=5) == ["Grace notes"]
    # What only users have, groups lack; what neither has is no filter.
    by_name = 'userName sw "grace" or displayName sw "grace"'
    assert await found(filter=by_name) == ["Grace.Hopper", "Grace notes"]
    assert await found(filter='userName ne "Grace.Hopper"', startIndex=7) == ["Grace notes"]
    assert await found(filter='displayName sw "grace" and active eq true') == ["Grace.Hopper"]
    told = {"filter": 'displayName eq "Grace notes"', "attributes": ["displayName"]}
    assert shown(await api.post("/scim/v2/.search", told, as_=by))["Resources"] == [
        {"schemas": made["schemas"], "id": made["id"], "displayName": "Grace notes"}
    ]
    for wrong, word in (
        ({"filter": 'fax eq "1"'}, "invalidFilter"),
        ({"count": []}, "invalidValue"),
    ):
        problem(await api.post("/scim/v2/.search", wrong, as_=by), 400, word)


async def test_what_cannot_be_followed_is_refused_in_the_words_of_scim(api: Api) -> None:
    by = await provider(api)
    grace = shown(await api.post(USERS, GRACE, as_=by), 201)
    path = f"{USERS}/{grace['id']}"
    for wanted in (
        "userName",
        'userName eq "x',
        "userName is 5",
        'shoe eq "9"',
        "(active eq true",
        'active gt "x"',
        "userName eq 5",
        'userName eq "\\ud800"',
        " and ".join(["active eq true"] * 40),
        "",
    ):
        problem(await api.get(USERS, as_=by, params={"filter": wanted}), 400, "invalidFilter")
    for body, word in (
        ({"userName": ""}, "invalidValue"),
        (GRACE | {"userName": "no@address@", "emails": []}, "invalidValue"),
        (GRACE | {"active": 3}, "invalidValue"),
        (GRACE | {"emails": "x"}, "invalidValue"),
        (GRACE | {"userName": "x" * 501}, "invalidValue"),
    ):
        problem(await api.post(USERS, body, as_=by), 400, word)
    for operation, word in (
        ({"op": "move", "path": "userName", "value": "x"}, "invalidSyntax"),
        ({"op": "replace", "path": "a b", "value": "x"}, "invalidPath"),
        ({"op": "replace", "path": "emails[type zz 1].value", "value": "x"}, "invalidPath"),
        ({"op": "replace", "path": "id", "value": "x"}, "mutability"),
        ({"op": "remove"}, "noTarget"),
        ({"op": "replace", "path": "userName", "value": None}, "invalidValue"),
    ):
        problem(await api.patch(path, operations(operation), as_=by), 400, word)
    problem(await api.patch(path, operations(), as_=by), 400, "invalidSyntax")
    kind = {"Content-Type": "application/scim+json"}
    answer = await api.post(USERS, as_=by, content=b"{", headers=kind)
    problem(answer, 400, "invalidSyntax")
    group = {"displayName": "G", "members": [{"value": VIEWER.id.replace("0", "9")}]}
    problem(await api.post(GROUPS, group, as_=by), 400, "invalidValue")
    refused(await api.get("/scim/v2/Nothing", as_=by), 404, "")
    refused(await api.get(USERS), 401, "")
    refused(await api.get(USERS, as_=VIEWER), 403, "")
    refused(await api.get("/api/users", as_=by), 403, "FORBIDDEN")
    assert shown(await api.get(path, as_=by)) == grace
    config = shown(await api.get("/scim/v2/ServiceProviderConfig", as_=by))
    assert (config["patch"]["supported"], config["bulk"]["supported"]) == (True, False)
    for kind in ("Schemas", "ResourceTypes"):
        for told in shown(await api.get(f"/scim/v2/{kind}", as_=by))["Resources"]:
            assert shown(await api.get(f"/scim/v2/{kind}/{told['id']}", as_=by)) == told


def test_members_go_in_and_out_so_often_in_one_call() -> None:
    turn = [
        {"op": "add", "path": "members", "value": [{"value": "a"}]},
        {"op": "remove", "path": 'members[value eq "a"]'},
    ]
    group: dict[str, Any] = {"displayName": "Buyers", "members": [{"value": "b"}]}
    assert apply_patch(group, {"Operations": turn * 50})["members"] == [{"value": "b"}]
    with pytest.raises(ScimProblem, match="at most 100"):
        apply_patch(group, {"Operations": turn * 51})
    # Removals of one each are looked for together.
    gone = [{"op": "remove", "path": f'members[value eq "{n}"]'} for n in range(500)]
    assert apply_patch(group, {"Operations": gone})["members"] == [{"value": "b"}]
