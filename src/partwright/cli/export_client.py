"""The parts and BOM lines of a design, read over HTTP in one state."""

from decimal import Decimal
from typing import Any

import msgspec
from msgspec import Raw

from partwright.cli.api import ApiClient, RequestRefused
from partwright.cli.console import CommandFailed
from partwright.cli.design_lookup import DesignPlace
from partwright.cli.import_output import progress
from partwright.imports.export import ExportedLine, ExportedPart, ExportedStructure
from partwright.imports.export.columns import cell_value
from partwright.imports.sheets.kinds import PARTS

ITEMS_A_PAGE = 100
LINES_A_PAGE = 5_000
ATTEMPTS = 3

_any: msgspec.json.Decoder[Any] = msgspec.json.Decoder(float_hook=Decimal)
_attributes = msgspec.json.Decoder(dict[str, str])
_Item = dict[str, Raw]


class _Items(msgspec.Struct):
    items: list[_Item]
    total: int


class _Line(msgspec.Struct, rename="camel"):
    source_id: str
    target_id: str
    quantity: Decimal
    find_number: int | None
    reference_designator: str | None


class _Lines(msgspec.Struct):
    relationships: list[_Line]


class _Branch(msgspec.Struct, rename="camel"):
    id: str
    kind: str
    head_commit_id: str | None


class _Branches(msgspec.Struct):
    branches: list[_Branch]


async def fetch(api: ApiClient, place: DesignPlace) -> ExportedStructure:
    """The design's parts with what they are made of, wherever that belongs to.

    A design that changes while its pages are read is read again.
    """
    for _ in range(ATTEMPTS):
        head = await _head(api, place)
        structure = await _fetched(api, place)
        if await _head(api, place) == head:
            return structure
    raise CommandFailed(f"design {place.code} keeps changing; try again later")


async def _fetched(api: ApiClient, place: DesignPlace) -> ExportedStructure:
    view = place.branch()
    parts = await _parts(api, place, view)
    usages = await _usages(api, place, view)
    known = {part.id for part in parts}
    wanted = {usage.child for usage in usages} - known
    while wanted:
        known |= wanted
        found = [part for id_ in sorted(wanted) if (part := await _part(api, id_, view))]
        parts += found
        more = [usage for part in found for usage in await _usages_of(api, part.id, view)]
        usages += more
        wanted = {usage.child for usage in more} - known
    return ExportedStructure(parts, usages)


async def _head(api: ApiClient, place: DesignPlace) -> str | None:
    """The newest commit of the line that is read."""
    found = await api.get(f"/api/designs/{place.design_id}/branches", _Branches)
    for branch in found.branches:
        chosen = branch.kind == "main" if place.branch_id is None else branch.id == place.branch_id
        if chosen:
            return branch.head_commit_id
    return None


async def _parts(api: ApiClient, place: DesignPlace, view: dict[str, str]) -> list[ExportedPart]:
    # In the order of an index, and of all types: what is sorted or narrowed takes its time a page.
    asked: dict[str, str | int] = {"designId": place.design_id, **view}
    asked |= {"limit": ITEMS_A_PAGE, "sort": "createdAt:asc"}
    parts: list[ExportedPart] = []
    page, read = 1, 0
    found = await api.get("/api/items", _Items, asked)
    with progress(place.code, total=found.total) as bar:
        while found.items:
            parts += [_as_part(item) for item in found.items if _is_part(item)]
            read += len(found.items)
            bar.reach(read)
            if read >= found.total:
                break
            page += 1
            found = await api.get("/api/items", _Items, asked | {"page": page})
    return parts


async def _usages(api: ApiClient, place: DesignPlace, view: dict[str, str]) -> list[ExportedLine]:
    asked: dict[str, str | int] = {"designId": place.design_id, "type": "bom", **view}
    asked |= {"limit": LINES_A_PAGE}
    usages: list[ExportedLine] = []
    page = 1
    while True:
        found = await api.get("/api/relationships", _Lines, asked | {"page": page})
        usages += map(_as_usage, found.relationships)
        if len(found.relationships) < LINES_A_PAGE:
            return usages
        page += 1


async def _part(api: ApiClient, item_id: str, view: dict[str, str]) -> ExportedPart | None:
    """A part of another design or of the library; None for an item of another type."""
    try:
        item = await api.get(f"/api/items/{item_id}", _Item, view)
    except RequestRefused as turned:
        if turned.status == 404:
            return None
        raise
    return _as_part(item) if _is_part(item) else None


async def _usages_of(api: ApiClient, item_id: str, view: dict[str, str]) -> list[ExportedLine]:
    path = f"/api/items/{item_id}/relationships"
    found = await api.get(path, _Lines, {"type": "bom", **view})
    return [_as_usage(line) for line in found.relationships]


def _is_part(item: _Item) -> bool:
    return _any.decode(item["type"]) == PARTS.item_type.name


def _as_part(item: _Item) -> ExportedPart:
    shown = {field: cell_value(field, _any.decode(item[field])) for field in PARTS.fields}
    values = {field: held for field, held in shown.items() if held is not None}
    id_, attributes = str(_any.decode(item["id"])), _attributes.decode(item["attributes"])
    return ExportedPart(id_, str(values["itemNumber"]), values, attributes)


def _as_usage(line: _Line) -> ExportedLine:
    return ExportedLine(
        parent=line.source_id,
        child=line.target_id,
        quantity=line.quantity,
        find_number=line.find_number,
        designators=line.reference_designator or "",
    )
