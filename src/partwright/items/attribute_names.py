"""Names of attributes that filters and orders may say: those that are defined, and those in use."""

from collections.abc import Collection, Iterable

import msgspec

from partwright.classification.service import list_definitions
from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.items import access as item_access
from partwright.items import queries as item_queries
from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
from partwright.kit.errors import ErrorDetail, InvalidInput
from partwright.kit.filters import ATTRIBUTES
from partwright.kit.pages import PageRequest
from partwright.programs.access import visibility_params

_MOST_DEFINED = 1000
_MOST_SEARCHED = 2000
"""Different sets of attributes in which names are looked for."""
_MOST_TOLD = 100
_object: msgspec.json.Decoder[dict[str, str]] = msgspec.json.Decoder(dict[str, str])


async def check_attribute_names(snapshot: Snapshot, actor: Actor, fields: Iterable[str]) -> None:
    """InvalidInput with the names that exist, for attributes that the actor sees nowhere."""
    wanted = {field.removeprefix(ATTRIBUTES) for field in fields if field.startswith(ATTRIBUTES)}
    if not wanted:
        return
    page = await list_definitions(snapshot, actor, PageRequest(1, _MOST_DEFINED))
    defined = {definition.name for definition in page.rows}
    folded = {name.casefold() for name in defined}
    readable = item_access.readable_types(actor)
    seen: dict[str, Value] = {
        "types": list(TYPES) if readable is None else readable,
        **visibility_params(actor),
    }
    for name in sorted(wanted):
        if name.casefold() in folded:
            continue
        # Each one that nothing has is looked for in all items, so the first is the last.
        if await snapshot.one(int, item_queries.HAS_ATTRIBUTE, name=name, **seen) is None:
            used = await snapshot.all(
                str, item_queries.ATTRIBUTES_IN_USE, limit=_MOST_SEARCHED, **seen
            )
            raise _unknown(name, defined.union(*map(_object.decode, used)))


def _unknown(name: str, known: Collection[str]) -> InvalidInput:
    names = sorted(known, key=str.casefold)
    told = ", ".join(ATTRIBUTES + each for each in names[:_MOST_TOLD]) or "none"
    more = f" and {len(names) - _MOST_TOLD} more" if len(names) > _MOST_TOLD else ""
    problem = f"no item has this attribute and none is defined under this name; the known ones: {told}{more}"
    return InvalidInput.fields([ErrorDetail(ATTRIBUTES + name, problem)])
