"""Companies that only sell parts, and so stand among manufacturers by mistake."""

from typing import NamedTuple

from partwright.imports.sheets.cell_values.bar_codes import ASIN_SELLER, is_asin
from partwright.imports.sheets.mapping.seller_codes import is_surely_of, sold_as
from partwright.imports.sheets.records.rows import ReadRow
from partwright.kit.patterns import lazy_regex

_FOLDED = lazy_regex(r"[\W_]+")
_ENDING = lazy_regex(r"(?:components|electronics|electronic|com|us|de|couk|eu|carr)$")
_SELLERS = frozenset(
    """digikey; mouser; farnell; newark; element14; arrow; avnet; lcsc; szlcsc; tme; reichelt; conrad;
    distrelec; rs; mcmaster; amazon; aliexpress; ebay; alibaba; taobao; tmall; temu; banggood; pollin; burklin;
    bürklin; rutronik; verical; octopart; walmart; homedepot; lowes; etsy; hobbyking""".replace(
        "\n    ", " "
    ).split("; ")
)
_BETWEEN = lazy_regex(r"\s+/\s+|\s*[;|]\s*")
_LONGEST = 60


class Maker(NamedTuple):
    """A cell of manufacturers taken apart: who makes the part, and who only sells it."""

    maker: str
    seller: str
    code: str
    """The seller's number; empty where the number of the row is not of its form."""


def only_sells(name: str) -> bool:
    """Whether everybody knows the company as one that makes nothing, as Mouser."""
    plain = _plain(name)
    # Of two letters the sign between them counts: `R&S` is none of `RS`.
    short = plain if len(plain) == 2 else _ENDING.sub("", plain)
    is_whole = len(short) > 2 or name.strip().casefold().startswith(short)
    return is_whole and not {plain, short}.isdisjoint(_SELLERS)


def apart(maker: str, number: str) -> Maker:
    """The companies in a cell of manufacturers, as `VCC / DigiKey`, beside the number of its row.

    A number of Amazon's tells its seller itself.
    """
    names = _BETWEEN.split(maker[:_LONGEST]) if len(maker) <= _LONGEST else [maker]
    sellers = [name for name in names if only_sells(name)]
    if not sellers:
        return Maker(maker, ASIN_SELLER, number) if is_asin(number) else Maker(maker, "", "")
    others = [name for name in names if name not in sellers]
    code = number if is_surely_of(sellers[0], number) else ""
    return Maker(" / ".join(others), sellers[0], code)


def move_attributes(row: ReadRow) -> None:
    """Keep the seller among the manufacturers as the supplier of the row, where it names none."""
    attributes = row.item.get("attributes")
    if not isinstance(attributes, dict):
        return
    sold = sold_as(str(attributes.get("Supplier", "")))
    if sold[0] and "Order Code" not in attributes:
        attributes["Supplier"], attributes["Order Code"] = sold
    told = apart(str(attributes.get("Manufacturer", "")), str(attributes.get("MPN", "")))
    supplier = str(attributes.get("Supplier", "")) or told.seller
    if not told.seller or _plain(supplier) != _plain(told.seller):
        return
    del attributes["Manufacturer"]
    if told.maker:
        attributes["Manufacturer"] = told.maker
    attributes["Supplier"] = supplier
    if told.code and attributes.get("Order Code", told.code) == told.code:
        attributes["Order Code"] = attributes.pop("MPN")


def _plain(name: str) -> str:
    return _FOLDED.sub("", name[:_LONGEST].casefold())
