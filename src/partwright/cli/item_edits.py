"""Daily commands that write items: set, new, lock, unlock."""

from typing import Any

import msgspec

from partwright.cli.api import ApiClient
from partwright.cli.console import WRONG_USE, CommandFailed, out
from partwright.cli.design_lookup import find_design
from partwright.cli.flags import LOCAL, UNSET, Json, ServerFlags, Servers, StoreFlags, Stores
from partwright.cli.items import Branch, ItemName, act
from partwright.cli.output import print_json
from partwright.cli.references import Item, find_branch, find_item
from partwright.item_types import TYPES
from partwright.item_types.base import ItemType
from partwright.kit.operands import FieldKind
from partwright.locks.item_locks import LockStatus


def set_fields(
    item: ItemName,
    /,
    *assignments: str,
    branch: Branch = None,
    message: str | None = None,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Change fields of an item: `partwright set PN-000001 cost=3.50 attributes.colour=red`.

    Parameters
    ----------
    assignments
        `FIELD=VALUE`, as often as needed; without a value the field becomes empty.
    message
        The commit's message.
    """
    if not assignments:
        raise CommandFailed("set: expected FIELD=VALUE", exit_code=WRONG_USE)

    async def change(api: ApiClient) -> Item:
        place = await find_branch(api, branch, near=item)
        present = await find_item(api, item, place)
        body = read_fields(TYPES[present["type"]], assignments, present)
        if message is not None:
            body["commitMessage"] = message
        return await api.put(f"/api/items/{present['id']}", body, Item, place.params)

    changed: Item = act(stores, server, "set", change)
    _say_item(changed, "is changed", json=json)


def new(
    type: str,
    name: str,
    /,
    *assignments: str,
    number: str | None = None,
    design: str | None = None,
    branch: Branch = None,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Make an item: `partwright new part "Motor bracket" --design LAMP material=Steel`.

    Parameters
    ----------
    type
        `part`, `document`, `requirement`, `task`, `issue` or `change-order`.
    name
        What it is called.
    assignments
        `FIELD=VALUE`, as often as needed.
    number
        Its number; the next one of its type if left out.
    design
        The code or id of the design; the library if left out.
    """
    found = item_type(type)

    async def make(api: ApiClient) -> Item:
        body: dict[str, Any] = read_fields(found, assignments, {})
        body |= {"type": found.name, "name": name}
        if number is not None:
            body["itemNumber"] = number
        if design is not None:
            body["designId"] = await _design_id(api, design)
        place = await find_branch(api, branch, near=body.get("designId"))
        return await api.post("/api/items", body | place.params, Item)

    _say_item(act(stores, server, "new", make), "is made", json=json)


async def _design_id(api: ApiClient, design: str) -> str:
    found = await find_design(api, design)
    if found is None:
        raise CommandFailed(f"there is no design {design}")
    return found.design_id


def item_type(name: str) -> ItemType:
    """The type of a name in any case, with or without hyphens."""
    wanted = name.replace("-", "").casefold()
    for known in TYPES.values():
        if wanted in (known.name.casefold(), known.plural.casefold()):
            return known
    names = ", ".join(TYPES)
    raise CommandFailed(f"{name}: expected one of {names}", exit_code=WRONG_USE)


def read_fields(
    type: ItemType, assignments: tuple[str, ...], present: dict[str, Any]
) -> dict[str, Any]:
    """The body of a write from `FIELD=VALUE`; attributes of the item that are not named stay."""
    kinds = {field.wire: field.kind for field in type.fields if field.is_written}
    body: dict[str, Any] = {}
    held: dict[str, str] = present.get("attributes") or {}
    attributes: dict[str, str | None] = {}
    for assignment in assignments:
        field, mark, value = assignment.partition("=")
        if not mark or not field:
            raise CommandFailed(f"{assignment}: expected FIELD=VALUE", exit_code=WRONG_USE)
        head, dot, attribute = field.partition(".")
        if head == "attributes" and dot and attribute:
            if value or attribute in held:
                attributes[attribute] = value or None
            body["attributes"] = attributes
        else:
            body[field] = _sent(kinds.get(field, FieldKind.TEXT), field, value)
    return body


def _sent(kind: FieldKind, field: str, text: str) -> Any:
    """A value as the field takes it."""
    if not text:
        return None
    if kind is FieldKind.INTEGER:
        if not text.removeprefix("-").isdigit():
            raise CommandFailed(f"{field}={text}: expected a whole number", exit_code=WRONG_USE)
        return int(text)
    return text


def _say_item(item: Item, deed: str, *, json: bool) -> None:
    if json:
        print_json(item)
    else:
        out.print(f"{item['itemNumber']} {item['name']} {deed}")


class Locked(msgspec.Struct, rename="camel"):
    """The lock of an item after a command."""

    lock_status: LockStatus


def lock(
    item: ItemName, /, *, json: Json = False, server: Servers = LOCAL, stores: Stores = UNSET
) -> None:
    """Take the exclusive right to change an item, on every branch."""
    _lock(item, "lock", "is locked by you", stores, server, json=json)


def unlock(
    item: ItemName, /, *, json: Json = False, server: Servers = LOCAL, stores: Stores = UNSET
) -> None:
    """Release an item's lock."""
    _lock(item, "unlock", "is unlocked", stores, server, json=json)


def _lock(
    item: str, verb: str, told: str, stores: StoreFlags, server: ServerFlags, *, json: bool
) -> None:
    async def change(api: ApiClient) -> tuple[Item, Locked]:
        found = await find_item(api, item)
        return found, await api.post(f"/api/items/{found['id']}/{verb}", {}, Locked)

    found, answer = act(stores, server, verb, change)
    if json:
        print_json(answer)
    else:
        out.print(f"{found['itemNumber']} {told}")
