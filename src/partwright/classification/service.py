"""Definitions of attributes: found, made, changed, asked for what fits."""

from collections.abc import Iterable
from typing import Any

import msgspec

from partwright.classification import queries
from partwright.classification.attribute_rules import AttributeRules
from partwright.classification.model import (
    AttributeDefinition,
    AttributeDefinitionEdit,
    AttributeDefinitionInput,
    DefinitionExists,
    DefinitionId,
)
from partwright.identity.model import Actor
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import InvalidInput, NotFound
from partwright.kit.etag import IfMatch
from partwright.kit.fields import PartialUpdate
from partwright.kit.ids import new_id
from partwright.kit.lists import page_of_rows
from partwright.kit.pages import Page, PageRequest
from partwright.programs import access as program_access
from partwright.programs.access import visibility_params

_texts = msgspec.json.Decoder(tuple[str, ...])


class _Row(msgspec.Struct, frozen=True):
    """A definition as its table keeps it."""

    id: DefinitionId
    name: str
    type: Any
    unit: str | None
    choices: str
    item_types: str
    program_id: str | None
    is_required: bool
    description: str | None
    created_at: str
    updated_at: str


def _shown(row: _Row) -> AttributeDefinition:
    fields = msgspec.structs.asdict(row)
    fields["choices"] = _texts.decode(row.choices)
    fields["item_types"] = _texts.decode(row.item_types)
    fields["is_required"] = bool(row.is_required)
    return AttributeDefinition(**fields)


async def list_definitions(
    snapshot: Snapshot, actor: Actor, paging: PageRequest
) -> Page[AttributeDefinition]:
    """The definitions of all programs that the actor sees, by name; none for a guest."""
    if not actor.permissions:
        return Page([], 0, paging)
    found = await page_of_rows(
        snapshot,
        _Row,
        queries.LISTED,
        queries.COUNT,
        params=visibility_params(actor),
        paging=paging,
    )
    return found.map(_shown)


async def access_definition(
    snapshot: Snapshot, actor: Actor, definition_id: str
) -> AttributeDefinition:
    """A definition; NotFound where it is unknown or of a program that the actor does not see."""
    row = await snapshot.one(_Row, queries.ONE, id=definition_id, **visibility_params(actor))
    if row is None:
        raise NotFound.of("Attribute definition", definition_id)
    return _shown(row)


async def create_definition(
    tx: Transaction, actor: Actor, new: AttributeDefinitionInput
) -> AttributeDefinition:
    """Define an attribute; DefinitionExists where one of the name is defined there."""
    _check_choices(new.type, new.choices)
    if new.program_id is not None:
        await program_access.access_program(tx, actor, new.program_id)
    definition_id = DefinitionId(new_id())
    made = await tx.run(
        queries.INSERT,
        id=definition_id,
        name_key=new.name.casefold(),
        name=new.name,
        program_id=new.program_id,
        scope=new.program_id or "",
        now=clock.now(),
        **_kept(new),
    )
    if not made:
        raise DefinitionExists(new.name)
    return await access_definition(tx, actor, definition_id)


def _kept(definition: AttributeDefinitionInput | AttributeDefinition) -> dict[str, Any]:
    return {
        "type": definition.type,
        "unit": definition.unit,
        "choices": msgspec.json.encode(definition.choices).decode(),
        "item_types": msgspec.json.encode(definition.item_types).decode(),
        "is_required": definition.is_required,
        "description": definition.description,
    }


def _check_choices(type_: str, choices: Iterable[str]) -> None:
    named = list(choices)
    if (type_ == "choice") != bool(named):
        what = "at least one" if type_ == "choice" else f"no choices for the type {type_}"
        raise InvalidInput.field("choices", f"expected {what}")
    if len(set(named)) < len(named):
        raise InvalidInput.field("choices", "must not name a choice twice")


async def update_definition(
    tx: Transaction,
    actor: Actor,
    definition_id: str,
    body: PartialUpdate[AttributeDefinitionEdit],
    *,
    match: IfMatch,
) -> AttributeDefinition:
    """Change a definition; values that stand already are judged when they change."""
    await tx.run(queries.TAKE, id=definition_id)
    present = await access_definition(tx, actor, definition_id)
    after = body.applied_to(present, match)
    _check_choices(after.type, after.choices)
    if after is present:
        return present
    await tx.run(queries.UPDATE, id=definition_id, now=clock.now(), **_kept(after))
    return await access_definition(tx, actor, definition_id)


async def delete_definition(tx: Transaction, actor: Actor, definition_id: str) -> None:
    """Let the attribute hold any text again."""
    await access_definition(tx, actor, definition_id)
    await tx.run(queries.DELETE, id=definition_id)


async def read_rules(snapshot: Snapshot, programs: Iterable[str | None]) -> AttributeRules:
    """The definitions that hold for items of these programs and of none."""
    named = sorted({program for program in programs if program is not None})
    rows = await snapshot.all(_Row, queries.OF_PROGRAMS, programs=named)
    return AttributeRules(map(_shown, rows))
