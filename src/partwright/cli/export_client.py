"""The parts and BOM lines of a design, read over HTTP in one state."""

from decimal import Decimal
from typing import Any

import msgspec

from partwright.cli.api import ApiClient, RequestRefused
from partwright.cli.console import CommandFailed
from partwright.cli.design_lookup import DesignPlace
from partwright.cli.import_output import progress
from partwright.imports.export import ExportedLine, ExportedPart, ExportedStructure
from partwright.imports.export.columns import cell_value
from partwright.imports.sheets.fields.kinds import PARTS
from partwright.relationships.by_design import DesignRelationship
from partwright.relationships.model import RelationshipRecord
from partwright.versioning.branch_service import BranchRecord

ITEMS_A_PAGE = 100
LINES_A_PAGE = 5_000
ATTEMPTS = 3

_exact = msgspec.json.Decoder(dict[str, Any], float_hook=Decimal)
"""Numbers keep their digits."""


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
    """The newest commit of the branch that is read."""
    path = f"/api/designs/{place.design_id}/branches"
    for branch in (await api.get_list(path, "branches", BranchRecord))[0]:
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
    found, total = await api.get_list("/api/items", "items", dict[str, Any], asked)
    with progress(place.code, total=total) as bar:
        while found:
            parts += [_as_part(item) for item in found if _is_part(item)]
            read += len(found)
            bar.reach(read)
            if read >= total:
                break
            page += 1
            found, total = await api.get_list(
                "/api/items", "items", dict[str, Any], asked | {"page": page}
            )
    return parts


async def _usages(api: ApiClient, place: DesignPlace, view: dict[str, str]) -> list[ExportedLine]:
    asked: dict[str, str | int] = {"designId": place.design_id, "type": "bom", **view}
    asked |= {"limit": LINES_A_PAGE}
    usages: list[ExportedLine] = []
    page = 1
    while True:
        found, _ = await api.get_list(
            "/api/relationships", "relationships", DesignRelationship, asked | {"page": page}
        )
        usages += map(_as_usage, found)
        if len(found) < LINES_A_PAGE:
            return usages
        page += 1


async def _part(api: ApiClient, item_id: str, view: dict[str, str]) -> ExportedPart | None:
    """A part of another design or of the library; None for an item of another type."""
    try:
        item = _exact.decode(await api.get(f"/api/items/{item_id}", msgspec.Raw, view))
    except RequestRefused as turned:
        if turned.status == 404:
            return None
        raise
    return _as_part(item) if _is_part(item) else None


async def _usages_of(api: ApiClient, item_id: str, view: dict[str, str]) -> list[ExportedLine]:
    path = f"/api/items/{item_id}/relationships"
    asked = {"type": "bom", **view}
    found, _ = await api.get_list(path, "relationships", RelationshipRecord, asked)
    return [_as_usage(line) for line in found]


def _is_part(item: dict[str, Any]) -> bool:
    return item["type"] == PARTS.item_type.name


def _as_part(item: dict[str, Any]) -> ExportedPart:
    shown = {field: cell_value(field, item[field]) for field in PARTS.fields}
    values = {field: held for field, held in shown.items() if held is not None}
    return ExportedPart(item["id"], str(values["itemNumber"]), values, item["attributes"])


_metadata = msgspec.json.Decoder(dict[str, Any])


def _as_usage(line: DesignRelationship | RelationshipRecord) -> ExportedLine:
    held = _metadata.decode(line.metadata)
    return ExportedLine(
        parent=line.source_id,
        child=line.target_id,
        quantity=line.quantity,
        find_number=line.find_number,
        designators=line.reference_designator or "",
        remark=str(held.get("remark") or ""),
        do_not_place=held.get("doNotPlace") is True,
    )
