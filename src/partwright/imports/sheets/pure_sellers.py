"""Companies that only sell parts, and so stand among manufacturers by mistake."""

import re
from typing import NamedTuple

from partwright.imports.sheets.rows import ReadRow
from partwright.imports.sheets.seller_codes import has_form_of

_FOLDED = re.compile(r"[\W_]+")
_ENDING = re.compile(r"(?:components|electronics|electronic|com|us|de|couk|eu|carr)$")
_SELLERS = frozenset(
    """digikey; mouser; farnell; newark; element14; arrow; avnet; lcsc; szlcsc; tme; reichelt; conrad;
    distrelec; rs; mcmaster; amazon; aliexpress; ebay; alibaba; taobao; tmall; temu; banggood; pollin; burklin;
    bürklin; rutronik; verical; octopart; walmart; homedepot; lowes; etsy; hobbyking""".replace(
        "\n    ", " "
    ).split("; ")
)
_BETWEEN = re.compile(r"\s+/\s+|\s*[;|]\s*")
_LONGEST = 60


class Maker(NamedTuple):
    """A cell of manufacturers taken apart: who makes the part, and who only sells it."""

    maker: str
    seller: str
    code: str
    """The seller's number; empty where the number of the row is not of its form."""


def only_sells(name: str) -> bool:
    """Whether everybody knows the company as one that makes nothing, as Mouser."""
    plain = _FOLDED.sub("", name[:_LONGEST].casefold())
    return plain in _SELLERS or _ENDING.sub("", plain) in _SELLERS


def apart(maker: str, number: str) -> Maker:
    """The companies in a cell of manufacturers, as `VCC / DigiKey`, beside the number of its row."""
    names = _BETWEEN.split(maker[:_LONGEST]) if len(maker) <= _LONGEST else [maker]
    sellers = [name for name in names if only_sells(name)]
    if not sellers:
        return Maker(maker, "", "")
    others = [name for name in names if name not in sellers]
    code = number if has_form_of(sellers[0], number) else ""
    return Maker(" / ".join(others), sellers[0], code)


def move_attributes(row: ReadRow) -> None:
    """Keep the seller among the manufacturers as the supplier of the row, where it names none."""
    attributes = row.item.get("attributes")
    if not isinstance(attributes, dict):
        return
    told = apart(str(attributes.get("Manufacturer", "")), str(attributes.get("MPN", "")))
    if not told.seller:
        return
    del attributes["Manufacturer"]
    if told.maker:
        attributes["Manufacturer"] = told.maker
    attributes.setdefault("Supplier", told.seller)
    if told.code and "Order Code" not in attributes:
        attributes["Order Code"] = attributes.pop("MPN")
