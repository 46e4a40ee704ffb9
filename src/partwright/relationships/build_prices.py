"""Prices of the sources of a structure's parts, at the quantities that a build needs."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated

import msgspec
from msgspec import Meta

from partwright.identity.model import Actor
from partwright.items import access as item_access
from partwright.kit import clock
from partwright.kit.db import Snapshot
from partwright.kit.ids import ItemId
from partwright.relationships import queries as relationship_queries
from partwright.relationships.structure import ItemStructure
from partwright.sourcing.model import KeptSource, read_kept
from partwright.sourcing.pricing_rules import best_offer
from partwright.versioning.content_tags import content_tag
from partwright.web.parameters import ViewQuery
from partwright.web.request import Request

BuildQuantity = Annotated[int, Meta(ge=1, le=1_000_000_000)]
"""The number of an item that are built."""


async def priced_tag(snapshot: Snapshot, request: Request) -> str:
    """The tag of a structure with prices: they hold for a time, and names of companies change."""
    edited = await snapshot.one(str, relationship_queries.NEWEST_COMPANY_EDIT)
    return await content_tag(snapshot, request, edited, clock.now()[:10])


class RollUpQuery(ViewQuery, rename="camel", kw_only=True):
    """A roll-up; with a quantity to build it takes the price breaks of the parts' sources."""

    build_quantity: BuildQuantity | None = None


class BuildPrices(msgspec.Struct, frozen=True):
    """The sources of parts, and how many of the top item are built."""

    sources: Mapping[ItemId, list[KeptSource]]
    build: int
    today: str

    def at(self, item_id: ItemId, count: Decimal) -> tuple[Decimal, str] | None:
        """Price and currency of one piece where one top item takes `count`; None without one."""
        found = self.sources.get(item_id)
        offer = best_offer(found, count * self.build, today=self.today) if found else None
        if offer is None or offer.price is None or offer.currency is None:
            return None
        return offer.price, offer.currency


async def read_prices(
    snapshot: Snapshot, actor: Actor, found: ItemStructure, build: int | None
) -> BuildPrices | None:
    """The sources of all parts of a structure; None where nothing is said of a build."""
    if build is None:
        return None
    ids = list[str](found.level)
    items = await item_access.access_items(snapshot, actor, ids, found.view)
    sources = {ItemId(i): read_kept(v.sources) for i, v in items.items() if v.sources}
    return BuildPrices(sources, build, clock.now()[:10])
