"""The sources of a part as a sheet gives them."""

from decimal import Decimal

import msgspec


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
    suppliers: tuple[SheetSupplier, ...] = ()
