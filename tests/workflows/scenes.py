"""Definitions as clients send them, and how they come to be."""

from typing import Any

from tests.support.application import Api, data
from tests.support.people import ADMINISTRATOR, Person

Record = dict[str, Any]

PATH = "/api/workflows"

DRAFT = {"id": "draft", "name": "Draft", "isInitial": True}
REVIEW = {"id": "review", "name": "In Review"}
RELEASED = {"id": "released", "name": "Released", "isFinal": True}
STATES = [DRAFT, REVIEW, RELEASED]
SUBMIT = {"id": "submit", "name": "Submit", "fromStateId": "draft", "toStateId": "review"}
APPROVE = {"id": "approve", "name": "Approve", "fromStateId": "review", "toStateId": "released"}
REJECT = {"id": "reject", "name": "Reject", "fromStateId": "review", "toStateId": "draft"}
TRANSITIONS = [SUBMIT, APPROVE, REJECT]
WHOLE: Record = {"states": STATES, "transitions": TRANSITIONS}


async def define(
    api: Api, name: str = "Drawings", *, as_: Person = ADMINISTRATOR, **more: Any
) -> Record:
    """A definition with three states unless others are given."""
    made = await api.post(PATH, {"name": name, **WHOLE, **more}, as_=as_)
    record: Record = data(made, 201)["workflow"]
    return record


async def change(api: Api, record: Record, **fields: Any) -> Record:
    answer = await api.put(f"{PATH}/{record['id']}", fields, as_=ADMINISTRATOR)
    changed: Record = data(answer)["workflow"]
    return changed


async def report(api: Api, record: Record) -> dict[str, list[tuple[str, str]]]:
    """Codes and paths of what a validation says."""
    found = data(await api.get(f"{PATH}/{record['id']}/validate", as_=ADMINISTRATOR))
    assert found["valid"] is (found["errors"] == [])
    return {
        key: [(finding["code"], finding["path"]) for finding in found[key] if finding["message"]]
        for key in ("errors", "warnings")
    }


async def name_approver(api: Api, record: Record, state_id: str, **who: str) -> Record:
    path = f"{PATH}/{record['id']}/states/{state_id}/approvers"
    made: Record = data(await api.post(path, who, as_=ADMINISTRATOR), 201)["approver"]
    return made


async def make_role(api: Api, name: str = "Quality", *holders: Person) -> str:
    """A role that reads all items, with its holders; they keep what else they have."""
    body = {"name": name, "permissions": []}
    role_id: str = data(await api.post("/api/roles", body, as_=ADMINISTRATOR), 201)["id"]
    for person in holders:
        user = data(await api.get(f"/api/users/{person.id}", as_=ADMINISTRATOR))
        roles = [role["id"] for role in user["roles"]] + [role_id]
        path = f"/api/users/{person.id}"
        data(await api.put(path, {"roleIds": roles}, as_=ADMINISTRATOR))
    return role_id
