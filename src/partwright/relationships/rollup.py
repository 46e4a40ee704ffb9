"""Cost, weight and lead time of a product, rolled up from its parts; exact and pure."""

from decimal import Decimal
from typing import Any

import msgspec

from partwright.items.wire import ItemSummary
from partwright.kit.decimals import number
from partwright.kit.ids import ItemId
from partwright.relationships.exact import exact_arithmetic, text
from partwright.relationships.explosion import top_down_order, total_quantities
from partwright.relationships.structure import ItemStructure, StructureLink
from partwright.versioning.model import ShownVersion

KILOGRAMS: dict[str, Decimal] = {
    "mg": Decimal("0.000001"),
    "g": Decimal("0.001"),
    "kg": Decimal(1),
    "t": Decimal(1000),
    "oz": Decimal("0.028349523125"),
    "lb": Decimal("0.45359237"),
}
"""One unit in kilograms; the pound by the international agreement of 1959, the ounce 1/16 of it."""


class CostTotal(msgspec.Struct, frozen=True):
    """The total in one currency; currencies are never mixed."""

    currency: str
    total: str


class WeightTotal(msgspec.Struct, frozen=True):
    total: str
    unit: str = "kg"


class LeadTime(msgspec.Struct, frozen=True):
    """The longest chain of lead times, from the item down."""

    days: int
    path: list[ItemSummary]


class LineCounts(msgspec.Struct, rename="camel", frozen=True):
    lines: int
    distinct_items: int


class MissingFigures(msgspec.Struct, frozen=True):
    """A leaf without figures that the totals would need."""

    item: ItemSummary
    fields: list[str]


class RollUp(msgspec.Struct, rename="camel", frozen=True):
    """The figures of a whole product."""

    item: ItemSummary
    cost: list[CostTotal]
    weight: WeightTotal
    lead_time: LeadTime
    counts: LineCounts
    missing: list[MissingFigures]
    incomplete: bool


def roll_up(found: ItemStructure) -> RollUp:
    """Sum what the structure holds; an assembly's own figures are added to its children's."""
    with exact_arithmetic():
        figures: dict[ItemId, ShownVersion | StructureLink] = {found.root.item_id: found.root}
        for links in found.links.values():
            figures.update({link.item_id: link for link in links})
        top_down = top_down_order(found)
        times = total_quantities(found, top_down)
        return RollUp(
            item=found.top,
            cost=_cost(figures, times),
            weight=WeightTotal(text(_weight(figures, times))),
            lead_time=_lead_time(found, top_down, figures),
            counts=LineCounts(_line_count(found, top_down), len(figures) - 1),
            missing=_missing(found, figures),
            incomplete=found.incomplete or found.truncated,
        )


def _cost(figures: dict[ItemId, Any], times: dict[ItemId, Decimal]) -> list[CostTotal]:
    totals: dict[str, Decimal] = {}
    for item_id, figure in figures.items():
        if figure.cost is not None:
            currency = figure.cost_currency or "USD"
            cost = times[item_id] * number(figure.cost)
            totals[currency] = totals.get(currency, Decimal(0)) + cost
    return [CostTotal(currency, text(total)) for currency, total in sorted(totals.items())]


def _weight(figures: dict[ItemId, Any], times: dict[ItemId, Decimal]) -> Decimal:
    total = Decimal(0)
    for item_id, figure in figures.items():
        if figure.weight is not None:
            unit = KILOGRAMS[figure.weight_unit or "kg"]
            total += times[item_id] * number(figure.weight) * unit
    return total


def _lead_time(
    found: ItemStructure, top_down: list[ItemId], figures: dict[ItemId, Any]
) -> LeadTime:
    days: dict[ItemId, int] = {}
    longest: dict[ItemId, ItemId | None] = {}
    for item_id in reversed(top_down):
        children = [link.item_id for link in found.links.get(item_id, ())]
        slowest = max(children, key=lambda child: days[child], default=None)
        longest[item_id] = slowest
        own = figures[item_id].lead_time or 0
        days[item_id] = own + (0 if slowest is None else days[slowest])
    path: list[ItemSummary] = []
    step: ItemId | None = found.root.item_id
    while step is not None:
        figure = figures[step]
        path.append(found.top if step == found.root.item_id else figure.summary())
        step = longest[step]
    return LeadTime(days[found.root.item_id], path)


def _line_count(found: ItemStructure, top_down: list[ItemId]) -> int:
    """The lines of the whole indented BOM, counted without writing them down."""
    lines: dict[ItemId, int] = {}
    for item_id in reversed(top_down):
        lines[item_id] = sum(1 + lines[link.item_id] for link in found.links.get(item_id, ()))
    return lines[found.root.item_id]


def _missing(found: ItemStructure, figures: dict[ItemId, Any]) -> list[MissingFigures]:
    gaps: list[MissingFigures] = []
    for item_id, figure in figures.items():
        if item_id in found.links:
            continue
        fields = [
            wire
            for wire, column in (("cost", "cost"), ("weight", "weight"), ("leadTime", "lead_time"))
            if getattr(figure, column) is None
        ]
        if fields:
            item = found.top if item_id == found.root.item_id else figure.summary()
            gaps.append(MissingFigures(item, fields))
    return sorted(gaps, key=lambda gap: gap.item.item_number)
