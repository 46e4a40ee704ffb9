"""Names of attributes that filters and orders may say: those that are defined, and those in use."""

from collections.abc import Collection, Iterable, Sequence

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
    """InvalidInput with the names that exist, for attributes that the actor sees nowhere.

    A guest, who has no permissions, learns none of them.
    """
    wanted = {field.removeprefix(ATTRIBUTES) for field in fields if field.startswith(ATTRIBUTES)}
    if not wanted or not actor.permissions:
        return
    readable = item_access.readable_types(actor)
    types = list(TYPES) if readable is None else readable
    folded = {name.casefold() for name in await _defined(snapshot, actor, types)}
    seen: dict[str, Value] = {"types": types, **visibility_params(actor)}
    for name in sorted(wanted):
        if name.casefold() in folded:
            continue
        # Each one that nothing has is looked for in all items, so the first is the last.
        if await snapshot.one(int, item_queries.HAS_ATTRIBUTE, name=name, **seen) is None:
            raise _unknown(name, await known_attributes(snapshot, actor, types))


async def known_attributes(snapshot: Snapshot, actor: Actor, types: list[str]) -> list[str]:
    """The names of attributes that items of the types have, or that are defined for them."""
    params: dict[str, Value] = {"types": types, **visibility_params(actor)}
    used = await snapshot.all(str, item_queries.ATTRIBUTES_IN_USE, limit=_MOST_SEARCHED, **params)
    defined = await _defined(snapshot, actor, types)
    return sorted(defined.union(*map(_object.decode, used)), key=str.casefold)


async def measured_attributes(snapshot: Snapshot, actor: Actor) -> dict[str, frozenset[str]]:
    """Item type -> the folded names of its attributes that every definition says are numbers."""
    page = await list_definitions(snapshot, actor, PageRequest(1, _MOST_DEFINED))

    def of_type(name: str) -> frozenset[str]:
        kinds: dict[str, set[str]] = {}
        for one in page.rows:
            if not one.item_types or name in one.item_types:
                kinds.setdefault(one.name.casefold(), set()).add(one.type)
        return frozenset(name for name, found in kinds.items() if found == {"number"})

    return {name: of_type(name) for name in TYPES}


async def _defined(snapshot: Snapshot, actor: Actor, types: Collection[str]) -> set[str]:
    page = await list_definitions(snapshot, actor, PageRequest(1, _MOST_DEFINED))
    return {
        one.name
        for one in page.rows
        if not one.item_types or not set(types).isdisjoint(one.item_types)
    }


def _unknown(name: str, names: Sequence[str]) -> InvalidInput:
    told = ", ".join(ATTRIBUTES + each for each in names[:_MOST_TOLD]) or "none"
    more = f" and {len(names) - _MOST_TOLD} more" if len(names) > _MOST_TOLD else ""
    problem = f"no item has this attribute and none is defined under this name; the known ones: {told}{more}"
    return InvalidInput.fields([ErrorDetail(ATTRIBUTES + name, problem)])
