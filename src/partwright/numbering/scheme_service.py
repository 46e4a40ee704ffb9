"""Numbering schemes: found, made, changed, taken away."""

from typing import Any

import msgspec

from partwright.identity.model import Actor
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import InvalidInput, NotFound
from partwright.kit.etag import IfMatch
from partwright.kit.fields import PartialUpdate
from partwright.kit.ids import DesignId, new_id
from partwright.kit.lists import page_of_rows
from partwright.kit.pages import Page, PageRequest
from partwright.numbering import queries
from partwright.numbering.category_service import access_category
from partwright.numbering.model import (
    NumberingScheme,
    NumberingSchemeEdit,
    NumberingSchemeInput,
    SchemeExists,
    SchemeId,
)
from partwright.programs.access import visibility_params
from partwright.versioning.access import access_design

_names = msgspec.json.Decoder(tuple[str, ...])


class SchemeRow(msgspec.Struct, frozen=True):
    """A scheme as its table keeps it."""

    id: SchemeId
    design_id: str | None
    category_id: str | None
    item_types: str
    prefix: str
    digits: int
    next: int
    check_digit: bool
    created_at: str
    updated_at: str


def to_scheme(row: SchemeRow) -> NumberingScheme:
    """The scheme as the wire shows it."""
    fields = msgspec.structs.asdict(row)
    fields["item_types"] = _names.decode(row.item_types)
    fields["check_digit"] = bool(row.check_digit)
    return NumberingScheme(**fields)


async def list_schemes(
    snapshot: Snapshot, actor: Actor, paging: PageRequest
) -> Page[NumberingScheme]:
    """The schemes of categories, and of designs that the actor sees; none for a guest."""
    if not actor.permissions:
        return Page([], 0, paging)
    found = await page_of_rows(
        snapshot,
        SchemeRow,
        queries.SCHEMES,
        queries.SCHEME_COUNT,
        params=visibility_params(actor),
        paging=paging,
    )
    return found.map(to_scheme)


async def access_scheme(snapshot: Snapshot, actor: Actor, scheme_id: str) -> NumberingScheme:
    """A scheme; NotFound where it is unknown or of a design that the actor does not see."""
    row = await snapshot.one(SchemeRow, queries.SCHEME, id=scheme_id, **visibility_params(actor))
    if row is None:
        raise NotFound.of("Numbering scheme", scheme_id)
    return to_scheme(row)


async def create_scheme(
    tx: Transaction, actor: Actor, new: NumberingSchemeInput
) -> NumberingScheme:
    """Give a design or a category a scheme; SchemeExists where it has one."""
    if (new.design_id is None) == (new.category_id is None):
        raise InvalidInput.field(
            "designId", "expected a design (designId) or a category (categoryId), and not both"
        )
    if new.design_id is not None:
        await access_design(tx, actor, DesignId(new.design_id))
    if new.category_id is not None:
        await access_category(tx, new.category_id)
    scheme_id = SchemeId(new_id())
    made = await tx.run(
        queries.INSERT_SCHEME,
        id=scheme_id,
        design_id=new.design_id,
        category_id=new.category_id,
        now=clock.now(),
        **_kept(new),
    )
    if not made:
        raise SchemeExists("design" if new.design_id else "category")
    return await access_scheme(tx, actor, scheme_id)


def _kept(scheme: NumberingSchemeInput | NumberingScheme) -> dict[str, Any]:
    return {
        "item_types": msgspec.json.encode(scheme.item_types).decode(),
        "prefix": scheme.prefix,
        "digits": scheme.digits,
        "next": scheme.next,
        "check_digit": scheme.check_digit,
    }


async def update_scheme(
    tx: Transaction,
    actor: Actor,
    scheme_id: str,
    body: PartialUpdate[NumberingSchemeEdit],
    *,
    match: IfMatch,
) -> NumberingScheme:
    """Change a scheme; numbers that were given stay."""
    await tx.run(queries.TAKE_SCHEME, id=scheme_id)
    present = await access_scheme(tx, actor, scheme_id)
    after = body.applied_to(present, match)
    if after is present:
        return present
    await tx.run(queries.UPDATE_SCHEME, id=scheme_id, now=clock.now(), **_kept(after))
    return await access_scheme(tx, actor, scheme_id)


async def delete_scheme(tx: Transaction, actor: Actor, scheme_id: str) -> None:
    """Let the items be numbered by their type again."""
    await access_scheme(tx, actor, scheme_id)
    await tx.run(queries.DELETE_SCHEME, id=scheme_id)
