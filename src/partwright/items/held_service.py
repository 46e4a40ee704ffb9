"""Locks and checkouts listed with the items that they hold, as far as the actor sees those."""

from typing import Any

import msgspec

from partwright.identity.model import Actor, UserCard
from partwright.items import access as item_access
from partwright.items import held_queries
from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
from partwright.kit.ids import BranchId, DesignId, ItemId
from partwright.kit.lists import page_of_rows
from partwright.kit.pages import Page, PageRequest
from partwright.programs.access import visibility_params


class HeldItem(msgspec.Struct, rename="camel", frozen=True):
    """An item that somebody holds."""

    id: ItemId
    item_number: str
    name: str
    type: str
    design_id: DesignId | None


class BranchName(msgspec.Struct, frozen=True):
    """A branch by its name."""

    id: BranchId
    name: str
    kind: str


class HeldCheckout(msgspec.Struct, rename="camel", frozen=True):
    """A checkout, the item as its branch shows it."""

    item: HeldItem
    branch: BranchName
    checked_out_by: UserCard
    checked_out_at: str


class HeldLock(msgspec.Struct, rename="camel", frozen=True):
    """A lock, which holds its item on every branch."""

    item: HeldItem
    locked_by: UserCard
    locked_at: str


class HeldFilter(msgspec.Struct, frozen=True):
    """Of which design, and held by whom."""

    design_id: str | None = None
    holder: str | None = None


async def list_checkouts(
    snapshot: Snapshot, actor: Actor, wanted: HeldFilter, paging: PageRequest
) -> Page[HeldCheckout]:
    """A page of the checkouts, the oldest first."""
    return await page_of_rows(
        snapshot,
        _checkout,
        held_queries.CHECKOUTS,
        held_queries.CHECKOUT_COUNT,
        params=_params(actor, wanted),
        paging=paging,
    )


async def list_locks(
    snapshot: Snapshot, actor: Actor, wanted: HeldFilter, paging: PageRequest
) -> Page[HeldLock]:
    """A page of the locks, the oldest first."""
    return await page_of_rows(
        snapshot,
        _lock,
        held_queries.LOCKS,
        held_queries.LOCK_COUNT,
        params=_params(actor, wanted),
        paging=paging,
    )


def _params(actor: Actor, wanted: HeldFilter) -> dict[str, Value]:
    types = item_access.readable_types(actor)
    return {
        "all_types": types is None,
        "types": types or [],
        "design_id": wanted.design_id,
        "holder": wanted.holder,
        **visibility_params(actor),
    }


def _checkout(*columns: Any) -> HeldCheckout:
    return HeldCheckout(
        HeldItem(*columns[:5]), BranchName(*columns[5:8]), UserCard(*columns[8:11]), columns[11]
    )


def _lock(*columns: Any) -> HeldLock:
    return HeldLock(HeldItem(*columns[:5]), UserCard(*columns[5:8]), columns[8])
