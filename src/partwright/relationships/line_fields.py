"""Fields of lines beside quantity and place: remarks, do-not-place marks, the source order."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
from partwright.relationships import queries as relationship_queries
from partwright.relationships.explosion_service import BomLine
from partwright.relationships.structure import ItemStructure
from partwright.versioning.model import RelationshipRow

LINE_FIELDS = ("remark", "doNotPlace", "sourceOrder")
"""Of a single line; where every item stands once there is none of them.

`sourceOrder` counts the lines of a parent in the order in which they were made or imported.
"""
_FROM_METADATA = frozenset({"remark", "doNotPlace"})
_metadata = msgspec.json.Decoder(dict[str, Any])


async def read_line_fields(
    snapshot: Snapshot, found: ItemStructure, lines: Sequence[BomLine], names: Sequence[str]
) -> dict[str, dict[str, Any]]:
    """The named fields of lines, by the lines' ids; empty where none is named."""
    if not names:
        return {}
    ids = list(dict.fromkeys(line.relationship_id or "" for line in lines))
    held: Mapping[str, dict[str, Any]] = {}
    if _FROM_METADATA & set(names):
        held = await _read_metadata(snapshot, found, ids)
    places = _places(found) if "sourceOrder" in names else {}
    return {
        line_id: {name: _value(name, held.get(line_id, {}), places.get(line_id)) for name in names}
        for line_id in ids
    }


async def _read_metadata(
    snapshot: Snapshot, found: ItemStructure, ids: Sequence[str]
) -> dict[str, dict[str, Any]]:
    main = found.view.is_main_now
    sql = relationship_queries.OPEN_EDGES if main else relationship_queries.EDGES_IN_VIEW
    params: dict[str, Value] = {} if main else dict(found.view.params)
    rows = await snapshot.all(RelationshipRow, sql, ids=list(ids), **params)
    return {str(row.id): _metadata.decode(row.metadata) for row in rows if row.metadata != "{}"}


def _places(found: ItemStructure) -> dict[str, int]:
    """The places of lines among those of their parents; their ids grow with time."""
    return {
        str(line_id): place
        for links in found.links.values()
        for place, line_id in enumerate(sorted(link.id for link in links), start=1)
    }


def _value(name: str, held: Mapping[str, Any], place: int | None) -> Any:
    if name == "sourceOrder":
        return place
    if name == "doNotPlace":
        return held.get(name) is True
    remark = held.get(name)
    return remark if isinstance(remark, str) and remark else None
