"""Creation of items: the masters and first version rows of new items, many in few statements."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from partwright.classification.attribute_rules import AttributeRules
from partwright.classification.service import read_rules
from partwright.item_types import ItemType
from partwright.items.item_input import ItemInput
from partwright.items.number_service import find_used_numbers, next_numbers, taken_numbers
from partwright.kit.db import Transaction
from partwright.kit.errors import ErrorDetail, InvalidInput
from partwright.kit.ids import DesignId, ItemId, MasterId, UserId, new_id
from partwright.numbering.allocation import (
    CATEGORY,
    NumberPlan,
    read_number_plan,
    take_numbers,
)
from partwright.numbering.model import NumberingScheme
from partwright.versioning import master_queries
from partwright.versioning.commits import OpenCommit
from partwright.versioning.masters import insert_masters
from partwright.versioning.model import ItemVersion, ShownVersion, number_key
from partwright.workflows.service import Lifecycles

_attributes = msgspec.json.Decoder(dict[str, str])


class NewItem(msgspec.Struct, frozen=True, kw_only=True):
    """An item about to be made: what it holds, and what it belongs to."""

    item_type: ItemType
    draft: ItemInput
    design_id: DesignId | None
    program_id: str | None


class DuplicateNumber(msgspec.Struct, frozen=True):
    """A number that is not free."""

    number: str
    first: int | None
    """The place among the new items that has it; None when an item has it already."""


class CreatedItems(msgspec.Struct, frozen=True):
    """Results of new items, each by its place among them."""

    created: dict[int, ShownVersion]
    duplicates: dict[int, DuplicateNumber]
    misfits: dict[int, list[ErrorDetail]]
    """Attributes that do not fit their definitions."""

    def check_attributes(self) -> None:
        """InvalidInput for attributes that do not fit."""
        for problems in self.misfits.values():
            raise InvalidInput.fields(problems)


async def create_items(
    tx: Transaction, commit: OpenCommit, new_items: Sequence[NewItem], lifecycles: Lifecycles
) -> CreatedItems:
    """Make the items whose numbers are free, or left to the counters, on the commit's branch.

    The caller has opened the commit and checked the actor's rights. The number of
    statements grows with the types among the new items, not with the new items.
    """
    plan = await read_number_plan(
        tx,
        designs=[new.design_id for new in new_items if new.design_id is not None],
        categories=[_category(new) for new in new_items],
    )
    new_items = [_with_defaults(plan, new) for new in new_items]
    misfits = await _misfits(tx, new_items)
    duplicates, reserved = await _judged_numbers(tx, new_items, user_id=commit.actor.id)
    first_rows = {
        place: _first_of(commit, new_item, lifecycles)
        for place, new_item in enumerate(new_items)
        if place not in duplicates and place not in misfits
    }
    await _insert_masters(tx, [row for row in first_rows.values() if row.item_number])
    # Only now are the numbers that were typed known to the counters.
    numbered = await _numbered(tx, plan, new_items, first_rows)
    await _insert_masters(tx, list(numbered.values()))
    first_rows |= numbered
    if reserved:
        typed = {number_key(row.item_number) for row in first_rows.values()}
        await tx.run(master_queries.USE_RESERVED, keys=list(typed & reserved))
    rows = await commit.add_items(list(first_rows.values()))
    commit.new_masters.update(row.master_id for row in rows)
    for row in rows:
        commit.note(row, "Created")
    alone = {
        place: ShownVersion(*msgspec.structs.astuple(row))
        for place, row in zip(first_rows, rows, strict=True)
    }
    return CreatedItems(alone, duplicates, misfits)


def _category(new_item: NewItem) -> str:
    text = new_item.draft.columns["attributes"]
    return _attributes.decode(text).get(CATEGORY, "") if CATEGORY in text else ""


def _with_defaults(plan: NumberPlan, new_item: NewItem) -> NewItem:
    """The item with the attributes that its category gives and it does not have."""
    defaults = plan.defaults(_category(new_item))
    if not defaults:
        return new_item
    own = _attributes.decode(new_item.draft.columns["attributes"])
    text = msgspec.json.encode(defaults | own).decode()
    columns = new_item.draft.columns | {"attributes": text}
    draft = msgspec.structs.replace(new_item.draft, columns=columns)
    return msgspec.structs.replace(new_item, draft=draft)


async def _misfits(tx: Transaction, new_items: Sequence[NewItem]) -> dict[int, list[ErrorDetail]]:
    rules_of_attributes = await read_rules(tx, {new.program_id for new in new_items})
    if rules_of_attributes.is_empty:
        return {}
    return await asyncio.to_thread(_misfitting, rules_of_attributes, new_items)


def _misfitting(
    rules_of_attributes: AttributeRules, new_items: Sequence[NewItem]
) -> dict[int, list[ErrorDetail]]:
    found = {
        place: rules_of_attributes.problems(
            msgspec.json.decode(new.draft.columns["attributes"]),
            item_type=new.item_type.name,
            program_id=new.program_id,
        )
        for place, new in enumerate(new_items)
    }
    return {place: problems for place, problems in found.items() if problems}


async def _judged_numbers(
    tx: Transaction, new_items: Sequence[NewItem], *, user_id: str
) -> tuple[dict[int, DuplicateNumber], set[str]]:
    """The numbers that are not free, and the keys of those that the user has reserved.

    Of several new items with one number the first may have it, unless an item has.
    """
    typed = {
        place: number
        for place, new_item in enumerate(new_items)
        if (number := new_item.draft.columns["item_number"]) is not None
    }
    if not typed:
        return {}, set()
    used, reserved = await find_used_numbers(tx, list(typed.values()), user_id=user_id)
    firsts: dict[str, int] = {}
    found: dict[int, DuplicateNumber] = {}
    for place, number in typed.items():
        key = number_key(number)
        first = firsts.setdefault(key, place)
        if first != place:
            found[place] = DuplicateNumber(number, first)
        elif key in used:
            found[place] = DuplicateNumber(number, None)
    return found, reserved


def _first_of(commit: OpenCommit, new_item: NewItem, lifecycles: Lifecycles) -> ItemVersion:
    state = lifecycles.initial(new_item.item_type.name).name
    return first_version(new_item, state=state, at=commit.at, by=commit.actor.id)


def first_version(new_item: NewItem, *, state: str, at: str, by: UserId) -> ItemVersion:
    """The first version row of an item, for a commit to add; its number is empty where a counter
    is to give it.
    """
    columns: dict[str, Any] = dict(new_item.draft.columns)
    columns["item_number"] = columns["item_number"] or ""
    return ItemVersion(
        row_id=0,
        item_id=ItemId(new_id()),
        master_id=MasterId(new_id()),
        branch_id=None,
        since=0,
        until=None,
        is_current=True,
        is_deleted=False,
        type=new_item.item_type.name,
        design_id=new_item.design_id,
        program_id=new_item.program_id,
        state=state,
        created_at=at,
        created_by=by,
        modified_at=at,
        modified_by=by,
        **columns,
    )


async def _numbered(
    tx: Transaction,
    plan: NumberPlan,
    new_items: Sequence[NewItem],
    first_rows: dict[int, ItemVersion],
) -> dict[int, ItemVersion]:
    """The rows without a number, with the next one of their scheme or of their type."""
    sources: dict[str, NumberingScheme | ItemType] = {}
    groups: dict[str, list[int]] = {}
    for place, row in first_rows.items():
        if not row.item_number:
            new = new_items[place]
            scheme = plan.scheme(new.item_type.name, new.design_id, _category(new))
            key = new.item_type.name if scheme is None else scheme.id
            sources[key] = scheme or new.item_type
            groups.setdefault(key, []).append(place)
    found: dict[int, ItemVersion] = {}
    for key, places in groups.items():
        numbers = await _next_of(tx, sources[key], many=len(places))
        for place, number in zip(places, numbers, strict=True):
            found[place] = msgspec.structs.replace(first_rows[place], item_number=number)
    return found


async def _next_of(tx: Transaction, source: NumberingScheme | ItemType, *, many: int) -> list[str]:
    if isinstance(source, NumberingScheme):
        return await take_numbers(
            tx, source, many=many, taken=lambda numbers: taken_numbers(tx, numbers)
        )
    return await next_numbers(tx, source, many=many)


async def _insert_masters(tx: Transaction, rows: Sequence[ItemVersion]) -> None:
    keys = {row.master_id: number_key(row.item_number) for row in rows}
    await insert_masters(tx, keys, rows)
