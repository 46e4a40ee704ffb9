"""Kept mappings of imports: listed, kept, taken away."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from partwright.identity.model import Actor
from partwright.imports import queries
from partwright.imports.sheets.mapping.kept_mappings import KeptMapping
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import InvalidInput, NotFound, StateConflict
from partwright.kit.fields import cleaned, trimmed
from partwright.kit.ids import new_id

MOST = 500
"""Mappings of a server; those of one kind are all looked at for each sheet."""
MappingName = Annotated[str, Meta(min_length=1, max_length=100, extra=cleaned(trimmed))]
Header = Annotated[str, Meta(max_length=500)]
Target = Annotated[str, Meta(max_length=200)]
Headers = Annotated[tuple[Header, ...], Meta(min_length=1, max_length=500)]
Told = Annotated[dict[Header, Target | list[Header]], Meta(min_length=1, max_length=500)]
_texts = msgspec.json.Decoder(tuple[str, ...])
_mapping = msgspec.json.Decoder(dict[str, str | list[str]])


class MappingExists(StateConflict):
    """Somebody else keeps a mapping of that name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"The mapping {name} already exists and belongs to somebody else")


class MappingRecord(msgspec.Struct, rename="camel", frozen=True):
    """A kept mapping as the wire shows it."""

    id: str
    name: str
    kind: str
    headers: tuple[str, ...]
    mapping: dict[str, Any]
    created_at: str
    created_by: str
    updated_at: str


class MappingInput(msgspec.Struct, rename="camel", kw_only=True):
    """A mapping to be kept; one of yours of the same name is replaced."""

    name: MappingName
    kind: Literal["parts", "documents", "issues"] = "parts"
    headers: Headers
    mapping: Told


class _Row(msgspec.Struct, frozen=True):
    """A mapping as its table keeps it."""

    id: str
    name: str
    kind: str
    headers: str
    mapping: str
    created_at: str
    created_by: str
    updated_at: str


def _shown(row: _Row) -> MappingRecord:
    fields = msgspec.structs.asdict(row)
    fields["headers"] = _texts.decode(row.headers)
    fields["mapping"] = _mapping.decode(row.mapping)
    return MappingRecord(**fields)


async def list_mappings(snapshot: Snapshot) -> list[MappingRecord]:
    """All kept mappings by name; a server has at most 500."""
    return [_shown(row) for row in await snapshot.all(_Row, queries.MAPPINGS, limit=MOST)]


async def read_kept_mappings(snapshot: Snapshot, kind: str) -> list[KeptMapping]:
    """Those of a kind of import."""
    return [
        KeptMapping(found.name, found.headers, found.mapping)
        for found in await list_mappings(snapshot)
        if found.kind == kind
    ]


async def keep_mapping(tx: Transaction, actor: Actor, new: MappingInput) -> MappingRecord:
    """Keep a mapping under a name; MappingExists where somebody else has one of that name."""
    if (await tx.one(int, queries.MAPPING_COUNT) or 0) >= MOST:
        raise InvalidInput.field("name", f"expected at most {MOST} mappings")
    now = clock.now()
    made = await tx.run(
        queries.KEEP_MAPPING,
        id=new_id(),
        name=new.name,
        name_key=new.name.casefold(),
        kind=new.kind,
        headers=msgspec.json.encode(new.headers).decode(),
        mapping=msgspec.json.encode(new.mapping).decode(),
        user_id=actor.id,
        now=now,
    )
    if not made:
        raise MappingExists(new.name)
    row = await tx.one(_Row, queries.MAPPING, name_key=new.name.casefold(), kind=new.kind)
    assert row is not None
    return _shown(row)


async def delete_mapping(tx: Transaction, actor: Actor, mapping_id: str) -> None:
    """Take a mapping away; NotFound for what is somebody else's, except for administrators."""
    owner = "" if actor.is_administrator else actor.id
    if not await tx.run(queries.DELETE_MAPPING, id=mapping_id, owner=owner):
        raise NotFound.of("Mapping", mapping_id)
