"""Choice among the sources of a part, and the price of one piece at a quantity; pure."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

import msgspec

from partwright.sourcing.model import KeptSource, KeptSupplierPart, Price

_ORDER = {"preferred": 0, "approved": 1, "conditional": 2}
"""The standing of sources; what is prohibited is never taken."""


class Offer(msgspec.Struct, frozen=True):
    """The source that is taken, its supplier, and the price of one piece."""

    source: KeptSource
    part: KeptSupplierPart | None
    price: Decimal | None
    currency: str | None


def best_offer(sources: Sequence[KeptSource], quantity: Decimal, *, today: str) -> Offer | None:
    """The first of the best standing that has a price; without prices the first of all.

    The price is that of the largest break that the quantity reaches, or else of the smallest.
    """
    standing = sorted(
        (source for source in sources if source.status in _ORDER),
        key=lambda source: _ORDER[source.status],
    )
    if not standing:
        return None
    for source in standing:
        for part in source.suppliers:
            if price := _price(part, quantity, today):
                return Offer(source, part, price.price, price.currency)
    first = standing[0]
    return Offer(first, first.suppliers[0] if first.suppliers else None, None, None)


def _price(part: KeptSupplierPart, quantity: Decimal, today: str) -> Price | None:
    bought = max(quantity, Decimal(part.minimum_order or 0))
    valid = list(_valid(part, today))
    reached = [price for price in valid if price.quantity <= bought]
    if reached:
        return max(reached, key=lambda price: price.quantity)
    return min(valid, key=lambda price: price.quantity, default=None)


def _valid(part: KeptSupplierPart, today: str) -> Iterator[Price]:
    """The newest prices that hold today, in the currency of the first of them."""
    past = [price for price in part.prices if (price.valid_from or "") <= today]
    newest = max((price.valid_from or "" for price in past), default="")
    current = [price for price in past if (price.valid_from or "") == newest]
    for price in current:
        if price.currency == current[0].currency:
            yield price
