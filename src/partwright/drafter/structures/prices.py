"""Cost and lead time of a drafted structure: as stated, else as assumed by rules; pure.

An assumed price is an order of magnitude for one piece in small lots. It is shown as assumed
wherever it stands, and a stated one goes before it.
"""

from collections.abc import Iterator, Mapping
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import cache, lru_cache
from typing import Final, NamedTuple

from partwright.cad import materials
from partwright.drafter import layout
from partwright.drafter.drafts import BomNodeDraft, DraftStruct, PartType
from partwright.drafter.structures import mass
from partwright.drafter.structures.price_list import PriceRow, price_rows, stock_prices
from partwright.drafter.text.words import stems
from partwright.kit.patterns import lazy_regex

CURRENCY: Final = "USD"
_CUT_AWAY: Final = 1.5
"""What is bought of a material for what stays of it."""
_OTHER_STOCK: Final = 6.0
_CENT: Final = Decimal("0.01")
_WIDE: Final = Context(prec=80, rounding=ROUND_HALF_UP)
_HEAVIEST_KG: Final = 500.0
"""Of a bought part, where nothing smaller is set for its sort."""
_LARGEST: Final = Decimal(10) ** 60
"""From here on a sum is no price any more, and is left unknown."""
_HEAD: Final = lazy_regex(r"[,(]| with | for | of ")
"""The end of what a bought part is called by."""


class CostEstimate(DraftStruct, frozen=True, kw_only=True):
    """Cost of one, and the days until it is there; each with whether it is assumed."""

    cost: Decimal | None
    currency: str
    lead_time_days: int | None
    is_cost_assumed: bool
    is_lead_time_assumed: bool
    basis: str
    """How the assumed figures come about, in words; empty where both are stated."""

    @property
    def is_assumed(self) -> bool:
        return self.is_cost_assumed or self.is_lead_time_assumed


class StructureCost(DraftStruct, frozen=True, kw_only=True):
    """Sum over the whole structure."""

    costs: Mapping[str, Decimal] = {}
    """By currency."""
    lead_time_days: int = 0
    """Of the part that takes longest."""
    assumed: int = 0
    """Parts of which a price or lead time is assumed."""
    unknown: int = 0
    """Parts without a price: software, existing parts that have their own, and prices beyond all sense."""


class _Assumed(NamedTuple):
    cost: Decimal | None
    """None where the part is heavier than the assumption holds for."""
    days: int
    basis: str


def estimates(root: BomNodeDraft) -> dict[str, CostEstimate]:
    """By tempId, of every new part that can be bought or made, and of whatever a cost is stated of."""
    names = layout.known_dimensions(root)
    found: dict[str, CostEstimate] = {}
    for node in root.walk():
        if not node.children and node.is_new and node.part_type in ("Manufacture", "Purchase"):
            found[node.temp_id] = _estimate(node, names.get(node.temp_id, {}))
        elif node.cost is not None:
            found[node.temp_id] = _stated(node, node.cost)
    return found


def whole(root: BomNodeDraft, found: Mapping[str, CostEstimate]) -> StructureCost:
    """The sum, each part as often as it is used; the cost stated of an assembly goes before its parts'."""
    costs: dict[str, Decimal] = {}
    days = assumed = unknown = 0
    for node, number in _used(root, Decimal(1), found):
        one = found.get(node.temp_id)
        cost = None if one is None or one.cost is None else _WIDE.multiply(number, one.cost)
        if one is None or cost is None or cost >= _LARGEST:
            unknown += 1
            continue
        costs[one.currency] = _WIDE.add(costs.get(one.currency, Decimal(0)), cost)
        days = max(days, one.lead_time_days or 0)
        assumed += one.is_assumed
    return StructureCost(
        costs={currency: _cents(total) for currency, total in costs.items()},
        lead_time_days=days,
        assumed=assumed,
        unknown=unknown,
    )


def _stated(node: BomNodeDraft, cost: Decimal) -> CostEstimate:
    """Of an assembly or an existing part, of which nothing is assumed."""
    return CostEstimate(
        cost=cost,
        currency=node.cost_currency,
        lead_time_days=node.lead_time_days,
        is_cost_assumed=False,
        is_lead_time_assumed=False,
        basis="",
    )


def _used(
    node: BomNodeDraft, number: Decimal, found: Mapping[str, CostEstimate]
) -> Iterator[tuple[BomNodeDraft, Decimal]]:
    if not node.children or node.temp_id in found:
        yield node, number
        return
    for child in node.children:
        yield from _used(child, _WIDE.multiply(number, child.quantity), found)


def _estimate(node: BomNodeDraft, names: Mapping[str, float]) -> CostEstimate:
    guess = _assumed(
        node.name, node.part_type, node.material or "", _method(node),
        round(mass.of_part(node, names), 6),
    )  # fmt: skip
    is_stated = node.cost is not None and node.lead_time_days is not None
    return CostEstimate(
        cost=guess.cost if node.cost is None else node.cost,
        currency=CURRENCY if node.cost is None else node.cost_currency,
        lead_time_days=guess.days if node.lead_time_days is None else node.lead_time_days,
        is_cost_assumed=node.cost is None and guess.cost is not None,
        is_lead_time_assumed=node.lead_time_days is None,
        basis="" if is_stated else guess.basis,
    )


def _method(node: BomNodeDraft) -> str:
    if node.cad_generation is not None and node.cad_generation.method:
        return node.cad_generation.method
    return "" if node.form is None else node.form.method


@lru_cache(maxsize=4096)
def _assumed(name: str, part_type: PartType, material: str, method: str, kg: float) -> _Assumed:
    if part_type == "Purchase":
        key, row = _bought(name, method)
        most = row.most_kg or _HEAVIEST_KG
        if kg > most:
            told = f"No price is assumed: {_sort_of_bought(key)} of {kg:.3g} kg is beyond the {most:g} kg that the rule is for."
            return _Assumed(None, row.days, told)
        cost = row.each + row.per_kg * kg
        basis = f"Assumed as for {_sort_of_bought(key)}: {row.each:g} USD, and {row.per_kg:g} a kilogram."
        return _Assumed(_priced(cost), row.days, basis)
    kind = materials.of(material, method).kind
    key, row = _process(kind, method)
    stock = stock_prices().get(kind, _OTHER_STOCK)
    cost = row.each + (row.per_kg + _CUT_AWAY * stock) * kg
    basis = (
        f"Assumed for one of a small lot{'' if key == 'other' else f', {key}'}: {row.each:g} USD,"
        f" {row.per_kg:g} a kilogram, and {kind} at {stock:g} a kilogram, a third of it cut away."
    )
    return _Assumed(_priced(cost), row.days, basis)


def _sort_of_bought(key: str) -> str:
    return "bought parts" if key == "other" else f"a bought {key}"


def _bought(name: str, method: str) -> tuple[str, PriceRow]:
    """The row of the last word that one knows in what it is called: a motor driver is a driver."""
    rows = price_rows("bought")
    if method.startswith("standard:"):
        key = "bearing" if name.casefold().startswith(("ball", "deep", "bearing")) else "screw"
        return key, rows[key]
    words = stems(_HEAD.split(name, maxsplit=1)[0])
    for last in range(len(words), 0, -1):
        for phrase in (words[max(0, last - 2) : last], words[last - 1 : last]):
            key = _by_words().get(phrase)
            if key is not None:
                return key, rows[key]
    return "other", rows["other"]


@cache
def _by_words() -> dict[tuple[str, ...], str]:
    return {stems(word): key for key, row in price_rows("bought").items() for word in row.words}


def _process(kind: str, method: str) -> tuple[str, PriceRow]:
    rows = price_rows("process")
    for key, row in rows.items():
        if kind in row.materials or method in row.methods:
            return key, row
    return "other", rows["other"]


def _priced(cost: float) -> Decimal:
    """As precise as an assumption is: two figures."""
    value = Decimal(repr(cost))
    if value >= 10:
        step = Decimal(10) ** (value.adjusted() - 1)
        return (value / step).quantize(Decimal(1), ROUND_HALF_UP) * step
    return max(value.quantize(Decimal("0.1") if value >= 1 else _CENT, ROUND_HALF_UP), _CENT)


def _cents(value: Decimal) -> Decimal:
    return value.quantize(_CENT, context=_WIDE)
