"""The relationships of a whole design, which may be many."""

from collections.abc import AsyncGenerator
from decimal import Decimal

import msgspec

from partwright.identity.model import Actor
from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
from partwright.kit.decimals import number
from partwright.kit.ids import DesignId, ItemId, RelationshipId
from partwright.kit.lists import page_of
from partwright.kit.paging import Page, Paging
from partwright.relationships import queries
from partwright.relationships.lines import params_for
from partwright.relationships.model import kept_type, shown_type
from partwright.versioning.model import MAIN, View

BATCH = 2_000
"""Rows that are in memory together."""


class Listed(msgspec.Struct, rename="camel", frozen=True):
    """A relationship in a design's list, with the keys of both shapes."""

    id: RelationshipId
    source_id: ItemId
    target_id: ItemId
    relationship_type: str
    type: str
    source_item_id: ItemId
    target_item_id: ItemId
    quantity: Decimal
    find_number: int | None
    reference_designator: str | None


def _listed(
    id: RelationshipId,
    source: ItemId,
    target: ItemId,
    type: str,
    quantity: str,
    find_number: int | None,
    designator: str | None,
) -> Listed:
    kind = shown_type(type)
    amount = number(quantity)
    return Listed(id, source, target, type, kind, source, target, amount, find_number, designator)


class Asked(msgspec.Struct, frozen=True):
    """Whose list it is: of a design, which was accessed before, in a view, of one type or all."""

    actor: Actor
    design_id: DesignId
    view: View
    type: str | None

    @property
    def params(self) -> dict[str, Value]:
        named: dict[str, Value] = {"design_id": self.design_id, "type": self.type}
        return params_for(self.actor, self.view) | named


def asked(actor: Actor, design_id: DesignId, *, view: View | None, type: str | None) -> Asked:
    """Invalid for an unknown type."""
    return Asked(actor, design_id, view or MAIN, None if type is None else kept_type(type, "type"))


async def page(snapshot: Snapshot, of: Asked, paging: Paging) -> Page[Listed]:
    """One page, newest first."""
    main = of.view.is_main_now
    return await page_of(
        snapshot,
        _listed,
        queries.OF_DESIGN if main else queries.OF_DESIGN_IN_VIEW,
        queries.COUNT_OF_DESIGN if main else queries.COUNT_OF_DESIGN_IN_VIEW,
        params=of.params,
        paging=paging,
    )


async def batches(snapshot: Snapshot, of: Asked) -> AsyncGenerator[list[Listed]]:
    """All of them in the same order, some at a time.

    First the order is found, of numbers alone; of the rows themselves no more are in memory than
    one batch.
    """
    main = of.view.is_main_now
    sql = queries.ROWS_OF_DESIGN if main else queries.ROWS_OF_DESIGN_IN_VIEW
    row_ids = await snapshot.all(int, sql, **of.params)
    sql = queries.OF_ROWS if main else queries.OF_ROWS_IN_VIEW
    view: dict[str, Value] = {} if main else dict(of.view.params)
    for start in range(0, len(row_ids), BATCH):
        wanted = [str(row_id) for row_id in row_ids[start : start + BATCH]]
        yield await snapshot.all(_listed, sql, row_ids=wanted, **view)
