"""Structures for the tests: designs, parts and their lines, made over HTTP."""

from collections.abc import Iterable, Mapping
from typing import Any

from partwright.kit.ids import new_id
from tests.support.application import Api, data
from tests.support.people import ADMINISTRATOR, ENGINEER, Person

NOBODY = "00000000-0000-7000-8000-00000000dead"
"""A well-formed id that names nothing."""


async def program(api: Api, **members: Person) -> str:
    """A program whose members are given by their role there; returns its id."""
    made = await api.post("/api/programs", {"name": f"P {new_id()}"}, as_=ADMINISTRATOR)
    id_ = str(data(made, 201)["id"])
    for role, person in members.items():
        member = {"userId": person.id, "role": role}
        data(await api.post(f"/api/programs/{id_}/members", member, as_=ADMINISTRATOR), 201)
    return id_


async def design(api: Api, *, of: str | None = None) -> str:
    """A design, in a program or open to all; returns its id."""
    body = {"name": f"D {new_id()}"} | ({} if of is None else {"programId": of})
    return str(data(await api.post("/api/designs", body, as_=ADMINISTRATOR), 201)["id"])


async def main_branch(api: Api, design_id: str) -> str:
    return str(data(await api.get(f"/api/designs/{design_id}", as_=ADMINISTRATOR))["mainBranchId"])


async def branch(api: Api, design_id: str, name: str = "lighter") -> str:
    """A workspace branch from main's head."""
    made = await api.post(f"/api/designs/{design_id}/branches", {"name": name}, as_=ADMINISTRATOR)
    return str(data(made, 201)["branch"]["id"])


async def item(api: Api, number: str, *, as_: Person = ENGINEER, **fields: Any) -> str:
    """An item, a part unless `type` is given; returns its id."""
    body = {"type": "Part", "itemNumber": number, "name": number, **fields}
    return str(data(await api.post("/api/items", body, as_=as_), 201)["id"])


async def items(api: Api, *numbers: str, **fields: Any) -> list[str]:
    return [await item(api, number, **fields) for number in numbers]


async def relate(api: Api, source: str, target: str, type: str = "bom", **fields: Any) -> Any:
    """A relationship; answers it as shown."""
    body = {"targetId": target, "relationshipType": type, **fields}
    made = await api.post(f"/api/items/{source}/relationships", body, as_=ENGINEER)
    return data(made, 201)["relationship"]


async def attempt(api: Api, source: str, target: str, **body: Any) -> Any:
    """The answer to a request for a relationship, whatever it is."""
    sent = {"targetId": target, "relationshipType": "bom", **body}
    return await api.post(f"/api/items/{source}/relationships", sent, as_=ENGINEER)


async def structure(
    api: Api,
    design_id: str,
    lines: Iterable[tuple[str, str, Any]],
    *,
    parts: Mapping[str, Mapping[str, Any]] | None = None,
) -> dict[str, str]:
    """Parts and their BOM lines (parent, child, quantity), made by one import; ids by number."""
    lines = list(lines)
    numbers = dict.fromkeys([n for parent, child, _ in lines for n in (parent, child)])
    numbers |= dict.fromkeys(parts or {})
    rows = [{"itemNumber": n, "name": n, **((parts or {}).get(n) or {})} for n in numbers]
    bom = [
        {"parentItemNumber": parent, "childItemNumber": child, "quantity": quantity}
        for parent, child, quantity in lines
    ]
    body = {"designId": design_id, "rows": rows, "bomRelationships": bom}
    result = data(await api.post("/api/import/parts", body, as_=ENGINEER), 201)["result"]
    return {row["itemNumber"]: row["itemId"] for row in result["createdItems"]}


async def list_of(api: Api, item_id: str, *, as_: Person = ENGINEER, **params: Any) -> list[Any]:
    found = await api.get(f"/api/items/{item_id}/relationships", as_=as_, params=params)
    return list(data(found)["relationships"])


async def children(api: Api, item_id: str, **params: Any) -> list[str]:
    """The numbers of the children in the order of the list."""
    return [line["targetItem"]["itemNumber"] for line in await list_of(api, item_id, **params)]


async def release(api: Api, item_id: str) -> None:
    """Take an item of a pre-release design through its review."""
    for name in ("Submit", "Approve"):
        await api.post(f"/api/items/{item_id}/transitions", {"transition": name}, as_=ADMINISTRATOR)
