"""The relationships of a whole design, which may be many."""

from collections.abc import AsyncGenerator
from decimal import Decimal

import msgspec

from partwright.identity.model import Actor
from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
from partwright.kit.decimals import decimal_number
from partwright.kit.ids import DesignId, ItemId, RelationshipId
from partwright.kit.lists import page_of_rows
from partwright.kit.pages import Page, PageRequest
from partwright.relationships import queries as relationship_queries
from partwright.relationships.model import shown_relationship_type, stored_relationship_type
from partwright.relationships.single_service import relationship_list_params
from partwright.versioning.model import MAIN, BranchView

BATCH = 2_000
"""Rows that are in memory together."""


class DesignRelationship(msgspec.Struct, rename="camel", frozen=True):
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
    metadata: msgspec.Raw


def _listed(
    id: RelationshipId,
    source: ItemId,
    target: ItemId,
    type: str,
    quantity: str,
    find_number: int | None,
    designator: str | None,
    metadata: str,
) -> DesignRelationship:
    kind = shown_relationship_type(type)
    amount = decimal_number(quantity)
    held = msgspec.Raw(metadata.encode())
    return DesignRelationship(
        id, source, target, type, kind, source, target, amount, find_number, designator, held
    )


class DesignListRequest(msgspec.Struct, frozen=True):
    """Scope of a list: a design, which was accessed before, in a view, of one type or all."""

    actor: Actor
    design_id: DesignId
    view: BranchView
    type: str | None

    @property
    def params(self) -> dict[str, Value]:
        named: dict[str, Value] = {"design_id": self.design_id, "type": self.type}
        return relationship_list_params(self.actor, self.view) | named


def design_list_request(
    actor: Actor, design_id: DesignId, *, view: BranchView | None, type: str | None
) -> DesignListRequest:
    """InvalidInput for an unknown type."""
    return DesignListRequest(
        actor,
        design_id,
        view or MAIN,
        None if type is None else stored_relationship_type(type, "type"),
    )


async def page_of_relationships(
    snapshot: Snapshot, of: DesignListRequest, paging: PageRequest
) -> Page[DesignRelationship]:
    """One page, newest first."""
    main = of.view.is_main_now
    return await page_of_rows(
        snapshot,
        _listed,
        relationship_queries.OF_DESIGN if main else relationship_queries.OF_DESIGN_IN_VIEW,
        relationship_queries.COUNT_OF_DESIGN
        if main
        else relationship_queries.COUNT_OF_DESIGN_IN_VIEW,
        params=of.params,
        paging=paging,
    )


async def design_batches(
    snapshot: Snapshot, of: DesignListRequest
) -> AsyncGenerator[list[DesignRelationship]]:
    """All of them in the same order, some at a time.

    First the order is found, of numbers alone; of the rows themselves no more are in memory than
    one batch.
    """
    main = of.view.is_main_now
    sql = (
        relationship_queries.ROWS_OF_DESIGN if main else relationship_queries.ROWS_OF_DESIGN_IN_VIEW
    )
    row_ids = await snapshot.all(int, sql, **of.params)
    sql = relationship_queries.OF_ROWS if main else relationship_queries.OF_ROWS_IN_VIEW
    view: dict[str, Value] = {} if main else dict(of.view.params)
    for start in range(0, len(row_ids), BATCH):
        wanted = [str(row_id) for row_id in row_ids[start : start + BATCH]]
        yield await snapshot.all(_listed, sql, row_ids=wanted, **view)
