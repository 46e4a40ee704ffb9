"""Cost, weight and lead time of a product, rolled up from its parts; exact and pure."""

from decimal import Decimal
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from partwright.items.wire import ItemSummary
from partwright.kit.decimals import decimal_number
from partwright.kit.ids import ItemId
from partwright.kit.memory import sort_in_pieces
from partwright.kit.units import KILOGRAMS
from partwright.relationships.build_prices import BuildPrices
from partwright.relationships.exact import exact_arithmetic, text
from partwright.relationships.explosion_service import ONE, ZERO, top_down_order
from partwright.relationships.structure import ItemStructure
from partwright.relationships.structure_links import StructureItem
from partwright.versioning.model import ShownVersion


class CostTotal(msgspec.Struct, frozen=True):
    """The total in one currency; currencies are never mixed."""

    currency: str
    total: str


class WeightTotal(msgspec.Struct, frozen=True):
    """The weight of the whole, and how far the item's own one is from its children's."""

    total: str
    unit: str = "kg"
    own: str | UnsetType = UNSET
    """In the same unit; only where it stands beside a calculated one."""
    difference: str | UnsetType = UNSET
    """The own weight less the calculated one."""


class LeadTime(msgspec.Struct, frozen=True):
    """The longest chain of lead times, from the item down."""

    days: int
    path: list[ItemSummary]


class LineCounts(msgspec.Struct, rename="camel", frozen=True):
    lines: int
    distinct_items: int


FigureName = Literal["cost", "weight", "leadTime"]


class MissingFigures(msgspec.Struct, frozen=True):
    """A leaf without figures that the totals would need."""

    item: ItemSummary
    fields: list[FigureName]


class RollUp(msgspec.Struct, rename="camel", frozen=True):
    """The figures of a whole product."""

    item: ItemSummary
    cost: list[CostTotal]
    weight: WeightTotal
    lead_time: LeadTime
    counts: LineCounts
    missing: list[MissingFigures]
    incomplete: bool


def roll_up_structure(found: ItemStructure, *, prices: BuildPrices | None = None) -> RollUp:
    """Sum what the structure holds, each item by its bases of mass and cost.

    `prices` are those of the sources of parts, in place of their own costs.
    """
    with exact_arithmetic():
        figures: dict[ItemId, ShownVersion | StructureItem] = {
            found.root.item_id: found.root,
            **found.items,
        }
        top_down = top_down_order(found)
        by_mass = _counted(
            found, top_down, {i: f.mass_basis or "calculated" for i, f in figures.items()}
        )
        by_cost = _counted(found, top_down, {i: _cost_basis(f) for i, f in figures.items()})
        return RollUp(
            item=found.top,
            cost=_cost(figures, by_cost.own, prices),
            weight=_weight(found, figures, by_mass),
            lead_time=_lead_time(found, top_down, figures),
            counts=LineCounts(_line_count(found, top_down), len(figures) - 1),
            missing=_missing(found, figures, by_mass, by_cost, prices),
            incomplete=found.incomplete or found.truncated,
        )


def _cost_basis(figure: ShownVersion | StructureItem) -> str:
    """A part that is bought costs what it costs, whatever it is made of."""
    if figure.cost_basis is not None:
        return figure.cost_basis
    is_bought = figure.part_type == "Purchase" and figure.cost is not None
    return "own" if is_bought else "added"


class _Counted(msgspec.Struct):
    """Counts of items with their own figure, and the items that are asked for it."""

    own: dict[ItemId, Decimal]
    times: dict[ItemId, Decimal]
    """How many of each count at all; what stands below an item with its own figure does not."""


def _counted(found: ItemStructure, top_down: list[ItemId], basis: dict[ItemId, str]) -> _Counted:
    """One pass down: only what goes by its children hands its number on to them."""
    times: dict[ItemId, Decimal] = {found.root.item_id: ONE}
    own: dict[ItemId, Decimal] = {}
    for item_id in top_down:
        if item_id not in times:
            continue
        links = found.links.get(item_id, ())
        if not links or basis[item_id] != "calculated":
            own[item_id] = times[item_id]
        if basis[item_id] == "own":
            continue
        many = times[item_id]
        for link in links:
            child, share = link.item.item_id, many * decimal_number(link.quantity)
            times[child] = times[child] + share if child in times else share
    return _Counted(own, times)


def _cost(
    figures: dict[ItemId, Any], times: dict[ItemId, Decimal], prices: BuildPrices | None
) -> list[CostTotal]:
    totals: dict[str, Decimal] = {}
    for item_id, count in times.items():
        figure = figures[item_id]
        if prices and (offered := prices.at(item_id, count)):
            price, currency = offered
            totals[currency] = totals.get(currency, ZERO) + count * price
        elif figure.cost is not None:
            currency = figure.cost_currency or "USD"
            totals[currency] = totals.get(currency, ZERO) + count * decimal_number(figure.cost)
    return [CostTotal(currency, text(total)) for currency, total in sorted(totals.items())]


def _weight(found: ItemStructure, figures: dict[ItemId, Any], counted: _Counted) -> WeightTotal:
    total = ZERO
    for item_id, count in counted.own.items():
        total += count * _kilograms(figures[item_id])
    root = found.root
    if root.weight is None or not found.links.get(root.item_id) or root.mass_basis == "own":
        return WeightTotal(text(total))
    own = _kilograms(root)
    calculated = total - own if root.mass_basis == "added" else total
    difference = own - calculated
    return WeightTotal(text(total), own=text(own), difference=text(difference))


def _kilograms(figure: Any) -> Decimal:
    if figure.weight is None:
        return ZERO
    return decimal_number(figure.weight) * KILOGRAMS[figure.weight_unit or "kg"]


def _lead_time(
    found: ItemStructure, top_down: list[ItemId], figures: dict[ItemId, Any]
) -> LeadTime:
    days: dict[ItemId, int] = {}
    slowest: dict[ItemId, ItemId] = {}
    for item_id in reversed(top_down):
        own = figures[item_id].lead_time or 0
        if links := found.links.get(item_id):
            child = max([link.item.item_id for link in links], key=days.__getitem__)
            slowest[item_id] = child
            own += days[child]
        days[item_id] = own
    path: list[ItemSummary] = []
    step: ItemId | None = found.root.item_id
    while step is not None:
        figure = figures[step]
        path.append(found.top if step == found.root.item_id else figure.summary())
        step = slowest.get(step)
    return LeadTime(days[found.root.item_id], path)


def _line_count(found: ItemStructure, top_down: list[ItemId]) -> int:
    """The lines of the whole indented BOM, counted without writing them down."""
    # Most items have none.
    lines: dict[ItemId, int] = {}
    for item_id in reversed(top_down):
        if links := found.links.get(item_id):
            lines[item_id] = len(links) + sum([lines.get(link.item.item_id, 0) for link in links])
    return lines.get(found.root.item_id, 0)


def _missing(
    found: ItemStructure,
    figures: dict[ItemId, Any],
    by_mass: _Counted,
    by_cost: _Counted,
    prices: BuildPrices | None,
) -> list[MissingFigures]:
    """The figures that the bases need and the items lack: own figures of parts, and where they are chosen."""
    gaps: list[MissingFigures] = []
    for item_id, figure in figures.items():
        is_leaf, fields = item_id not in found.links, list[FigureName]()
        if figure.cost is None and (is_leaf or figure.cost_basis == "own"):
            is_priced = prices is not None and prices.at(item_id, ONE) is not None
            if item_id in by_cost.own and not is_priced:
                fields.append("cost")
        is_weighed = is_leaf or figure.mass_basis == "own"
        if figure.weight is None and is_weighed and item_id in by_mass.own:
            fields.append("weight")
        if is_leaf and figure.lead_time is None:
            fields.append("leadTime")
        if fields:
            item = found.top if item_id == found.root.item_id else figure.summary()
            gaps.append(MissingFigures(item, fields))
    sort_in_pieces(gaps, key=lambda gap: gap.item.item_number)
    return gaps
