"""Families of parts and their variants: list, by, new, use."""

from typing import Any

import msgspec

from partwright.cli.api import ApiClient
from partwright.cli.console import WRONG_USE, CommandFailed, counted, err, out
from partwright.cli.flags import LOCAL, UNSET, Json, Servers, Stores
from partwright.cli.items import Branch, ItemName, act
from partwright.cli.output import Column, print_json, print_table
from partwright.cli.references import Item, Place, find_branch, find_item


class _Summary(msgspec.Struct, rename="camel"):
    id: str
    item_number: str
    name: str


class _Variant(msgspec.Struct, rename="camel"):
    id: str
    item_number: str
    name: str
    revision: str
    state: str
    attributes: dict[str, str | None]


class Variants(msgspec.Struct):
    """A family with its variants."""

    family: _Summary | None
    attributes: list[str]
    variants: list[_Variant]


class _Added(msgspec.Struct):
    variants: list[_Variant]


def list_variants(
    item: ItemName,
    /,
    *,
    branch: Branch = None,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """List the variants of a family, or of the family of a variant, with what they differ by."""

    async def read(api: ApiClient) -> Variants:
        place = await find_branch(api, branch, near=item)
        return await _variants(api, await find_item(api, item, place), place)

    _print(item, act(stores, server, "variant list", read), json=json)


async def _variants(api: ApiClient, item: Item, place: Place) -> Variants:
    return await api.get(f"/api/items/{item['id']}/variants", Variants, place.params)


def _print(item: str, found: Variants, *, json: bool) -> None:
    if json:
        print_json(found)
    elif found.family is None:
        err.print(f"{item} has no variants; `partwright variant by {item} ATTRIBUTE` begins.")
    else:
        out.print(f"{found.family.item_number} {found.family.name}")
        heads = ("Number", "Name", "Revision", "State", *found.attributes)
        rows = [
            (v.item_number, v.name, v.revision, v.state, *map(v.attributes.get, found.attributes))
            for v in found.variants
        ]
        print_table([Column(head, folds=head == "Name") for head in heads], rows)


def set_attributes(
    item: ItemName,
    /,
    *attributes: str,
    branch: Branch = None,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Make a part a family: `partwright variant by SCREW Length Head`; without names it is none.

    Parameters
    ----------
    attributes
        The attributes by which its variants differ.
    """

    async def change(api: ApiClient) -> Variants:
        place = await find_branch(api, branch, near=item)
        found = await find_item(api, item, place)
        body: dict[str, Any] = {"attributes": list(attributes) or None}
        path = f"/api/items/{found['id']}/variants"
        return await api.put(path, body, Variants, place.params)

    changed: Variants = act(stores, server, "variant by", change)
    if json:
        print_json(changed)
    elif changed.family is not None:
        out.print(f"The variants of {item} differ by {', '.join(changed.attributes)}")
    else:
        out.print(f"{item} is not a family")


def new(
    family: ItemName,
    /,
    *assignments: str,
    number: str | None = None,
    name: str | None = None,
    branch: Branch = None,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Make variants of a family, one for each value: `partwright variant new SCREW Length=6,8,10`.

    Parameters
    ----------
    assignments
        `ATTRIBUTE=VALUE`; several values of one attribute, between commas, make as many variants.
    number
        The number of the variant; the family's with the next suffix if left out.
    name
        Its name; the family's with its values if left out.
    """
    wanted = _combined(assignments)
    if len(wanted) > 1 and (number or name):
        message = "variant new: --number and --name are for a single variant"
        raise CommandFailed(message, exit_code=WRONG_USE)
    bodies = [{"attributes": one, "itemNumber": number, "name": name} for one in wanted]

    async def make(api: ApiClient) -> _Added:
        place = await find_branch(api, branch, near=family)
        found = await find_item(api, family, place)
        path = f"/api/items/{found['id']}/variants"
        return await api.post(path, {"variants": bodies, **place.params}, _Added)

    added: _Added = act(stores, server, "variant new", make)
    if json:
        print_json(added)
        return
    for variant in added.variants:
        out.print(f"{variant.item_number} {variant.name} is made")


def _combined(assignments: tuple[str, ...]) -> list[dict[str, str]]:
    """The attributes of each variant: every value of each attribute with those of the others."""
    if not assignments:
        raise CommandFailed("variant new: expected ATTRIBUTE=VALUE", exit_code=WRONG_USE)
    found: list[dict[str, str]] = [{}]
    for assignment in assignments:
        attribute, mark, values = assignment.partition("=")
        if not mark or not attribute:
            message = f"{assignment}: expected ATTRIBUTE=VALUE"
            raise CommandFailed(message, exit_code=WRONG_USE)
        named = [value.strip() for value in values.split(",")]
        found = [one | {attribute: value} for one in found for value in named]
    return found


def use(
    assembly: ItemName,
    variant: ItemName,
    /,
    *,
    branch: Branch = None,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Put a variant in the place of its family, or of a sibling, in an assembly."""

    async def change(api: ApiClient) -> dict[str, Any]:
        place = await find_branch(api, branch, near=assembly)
        parent = await find_item(api, assembly, place)
        chosen = await find_item(api, variant, place)
        known = await _variants(api, chosen, place)
        if known.family is None or known.family.id == chosen["id"]:
            raise CommandFailed(f"{variant} is not a variant of a family")
        others = {known.family.id, *(one.id for one in known.variants)} - {chosen["id"]}
        lines = await api.get(f"/api/parts/{parent['id']}/bom", dict[str, Any], place.params)
        ids = [one["id"] for one in lines["relationships"] if one["targetId"] in others]
        if len(ids) != 1:
            held = f"{counted(len(ids), 'line')} of {known.family.item_number} and its variants"
            raise CommandFailed(f"{assembly} has {held}; expected one")
        edit = {"action": "update", "id": ids[0], "targetId": chosen["id"]}
        body = {"changes": [edit], **place.params}
        return await api.post("/api/relationships/batch-update", body, dict[str, Any])

    answer: dict[str, Any] = act(stores, server, "variant use", change)
    if answer["errors"]:
        raise CommandFailed(answer["errors"][0]["details"])
    if json:
        print_json(answer)
    else:
        out.print(f"{assembly} holds {variant}")
