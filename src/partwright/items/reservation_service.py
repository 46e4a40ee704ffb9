"""Reservation of item numbers, before there is an item."""

from typing import Annotated

import msgspec
from msgspec import Meta

from partwright.identity.model import Actor
from partwright.item_types import TYPES
from partwright.item_types.type_name import ItemTypeName
from partwright.items import number_queries
from partwright.items.number_service import next_numbers, taken_numbers
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.db.base import Value
from partwright.kit.errors import DuplicateItemNumber, InvalidInput, NotFound, StateConflict
from partwright.kit.fields import Uuid, cleaned, number_line
from partwright.kit.ids import DesignId
from partwright.kit.lists import page_of_rows
from partwright.kit.pages import Page, PageRequest
from partwright.numbering.allocation import read_number_plan, take_numbers
from partwright.versioning import master_queries
from partwright.versioning.access import access_design
from partwright.versioning.commits import hold_commit_order
from partwright.versioning.model import number_key

MOST_AT_ONCE = 500
MOST_RESERVED = 5_000
"""Of one user."""
ItemNumber = Annotated[str, Meta(min_length=1, max_length=100, extra=cleaned(number_line))]


class ReservationInput(msgspec.Struct, rename="camel", kw_only=True):
    """Numbers that are wanted: the next ones of a type, design or category, or a certain one."""

    count: Annotated[int, Meta(ge=1, le=MOST_AT_ONCE)] = 1
    item_number: ItemNumber | None = None
    item_type: ItemTypeName = "Part"
    design_id: Uuid | None = None
    category: Annotated[str, Meta(max_length=100)] = ""


class ReservedNumber(msgspec.Struct, rename="camel", frozen=True):
    """A number that waits for its item."""

    item_number: str
    reserved_at: str


async def list_reserved(
    snapshot: Snapshot, actor: Actor, paging: PageRequest
) -> Page[ReservedNumber]:
    """The numbers that the actor has reserved."""
    return await page_of_rows(
        snapshot,
        ReservedNumber,
        number_queries.RESERVED,
        number_queries.RESERVED_COUNT,
        params={"user_id": actor.id},
        paging=paging,
    )


async def reserve_numbers(
    tx: Transaction, actor: Actor, body: ReservationInput
) -> list[ReservedNumber]:
    """Reserve numbers; DuplicateItemNumber for a chosen one that is not free, StateConflict for too many."""
    item_type = TYPES[body.item_type]
    actor.require(item_type.may("create"))
    if body.item_number is not None and body.count != 1:
        raise InvalidInput.field("count", "expected 1 beside itemNumber")
    if body.design_id is not None:
        await access_design(tx, actor, DesignId(body.design_id))
    await hold_commit_order(tx)
    held = await tx.one(int, number_queries.RESERVED_COUNT, user_id=actor.id) or 0
    if held + body.count > MOST_RESERVED:
        raise StateConflict(
            f"You have reserved {held} numbers, and {MOST_RESERVED} is the limit; give some back first"
        )
    if body.item_number is not None:
        numbers = [body.item_number]
        if await taken_numbers(tx, numbers):
            raise DuplicateItemNumber.of(body.item_number)
    else:
        numbers = await _next(tx, body)
    now = clock.now()
    rows: list[dict[str, Value]] = [
        {
            "number_key": number_key(number),
            "item_number": number,
            "user_id": actor.id,
            "now": now,
        }
        for number in numbers
    ]
    await tx.run_many(master_queries.RESERVE, rows)
    return [ReservedNumber(number, now) for number in numbers]


async def _next(tx: Transaction, body: ReservationInput) -> list[str]:
    plan = await read_number_plan(
        tx, designs=[body.design_id] if body.design_id else [], categories=[body.category]
    )
    scheme = plan.scheme(body.item_type, body.design_id, body.category)
    if scheme is None:
        return await next_numbers(tx, TYPES[body.item_type], many=body.count)
    return await take_numbers(
        tx, scheme, many=body.count, taken=lambda numbers: taken_numbers(tx, numbers)
    )


async def release_number(tx: Transaction, actor: Actor, number: str) -> None:
    """Give a reserved number back: one's own, or as an administrator any."""
    owner = "" if actor.is_administrator else actor.id
    if not await tx.run(master_queries.UNRESERVE, number_key=number_key(number), owner=owner):
        raise NotFound.of("Reserved number", number)
