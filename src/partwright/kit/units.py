"""Units of mass and what else is reckoned with in several slices, by their size."""

from decimal import Decimal
from typing import Final

KILOGRAMS: Final[dict[str, Decimal]] = {
    "mg": Decimal("0.000001"),
    "g": Decimal("0.001"),
    "kg": Decimal(1),
    "t": Decimal(1000),
    "oz": Decimal("0.028349523125"),
    "lb": Decimal("0.45359237"),
}
"""One unit in kilograms; the pound by the international agreement of 1959, the ounce 1/16 of it."""
KG_PER_MM3: Final = 1e-9
"""The mass of a mm³ of a density of one kg/m³."""
MM_PER_INCH: Final = 25.4
