"""The sources of a part as a sheet gives them."""

from collections.abc import Sequence
from decimal import Decimal

import msgspec

from partwright.sourcing.model import SourceStatus


class SheetPrice(msgspec.Struct, frozen=True):
    """Price of one piece from a quantity on."""

    quantity: int
    price: Decimal
    currency: str


class SheetSupplier(msgspec.Struct, frozen=True):
    """Seller of a part, as a row says."""

    name: str
    order_code: str = ""
    prices: tuple[SheetPrice, ...] = ()
    minimum_order: int | None = None
    pack_size: int | None = None


class SheetSource(msgspec.Struct, frozen=True):
    """A manufacturer's part, as a row says."""

    manufacturer: str = ""
    mpn: str = ""
    datasheet_url: str = ""
    lifecycle: str = ""
    status: SourceStatus | None = None
    """None where the row does not say whether it is approved."""
    suppliers: tuple[SheetSupplier, ...] = ()


def sells_otherwise(held: Sequence[SheetSource], further: Sequence[SheetSource]) -> bool:
    """Whether the further ones only give other numbers of suppliers that a part has already."""
    codes = {part.name: part.order_code for source in held for part in source.suppliers}
    parts = [part for source in further for part in source.suppliers]
    unnamed = not any(source.mpn or source.manufacturer for source in further)
    other = [codes.get(part.name, part.order_code) != part.order_code for part in parts]
    return unnamed and bool(parts) and all(other)
