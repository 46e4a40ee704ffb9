"""Parts: what is made, bought, written or only grouped."""

from typing import Annotated, Literal

from msgspec import Meta

from partwright.item_types.base import FieldKind, ItemField, ItemType
from partwright.item_types.currencies import Currency
from partwright.kit.fields import ShortText, cleaned, trimmed

PartType = Literal["Manufacture", "Purchase", "Software", "Phantom"]
Basis = Literal["calculated", "own", "added"]
"""What a roll-up takes of an assembly: its children's sum, its own figure instead, or both."""
WeightUnit = Literal["mg", "g", "kg", "t", "oz", "lb"]

PART = ItemType(
    name="Part",
    resource="parts",
    prefix="PN",
    plural="parts",
    has_own_path=True,
    fields=(
        ItemField(wire="partType", column="part_type", reads=PartType),
        ItemField(
            wire="unitOfMeasure",
            column="unit_of_measure",
            reads=Annotated[str, Meta(max_length=20, extra=cleaned(trimmed))],
            default="EA",
        ),
        ItemField(wire="material", column="material", reads=Annotated[str, Meta(max_length=100)]),
        ItemField(wire="weight", column="weight", kind=FieldKind.DECIMAL, unit="weight_unit"),
        ItemField(wire="weightUnit", column="weight_unit", reads=WeightUnit, default="kg"),
        ItemField(wire="cost", column="cost", kind=FieldKind.DECIMAL, unit="cost_currency"),
        ItemField(wire="costCurrency", column="cost_currency", reads=Currency, default="USD"),
        ItemField(wire="leadTime", column="lead_time", kind=FieldKind.INTEGER),
        ItemField(wire="quantityOnHand", column="quantity_on_hand", kind=FieldKind.NUMBER),
        ItemField(wire="location", column="location", reads=ShortText),
        ItemField(wire="massBasis", column="mass_basis", reads=Basis),
        ItemField(wire="costBasis", column="cost_basis", reads=Basis),
    ),
)

MADE = "make"
BOUGHT = "buy"


def make_buy(part_type: str | None) -> str | None:
    """`make` or `buy`, as the part's type says."""
    if part_type is None:
        return None
    return BOUGHT if part_type == "Purchase" else MADE


def part_type_of(decision: str, present: str | None) -> str:
    """The part type that a make-or-buy decision leads to; the present one where it agrees."""
    if present is not None and make_buy(present) == decision:
        return present
    return "Purchase" if decision == BOUGHT else "Manufacture"
