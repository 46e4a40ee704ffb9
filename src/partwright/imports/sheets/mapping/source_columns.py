"""Columns of sources beyond the first: further manufacturers and suppliers, price breaks, terms."""

import re
from collections.abc import Mapping, Sequence

from partwright.imports.sheets.cell_values.money import currencies_of
from partwright.imports.sheets.fields.column_table import OF_SOURCES, PRICES
from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.mapping.column_evidence import are_amounts
from partwright.imports.sheets.mapping.company_names import are_companies
from partwright.imports.sheets.mapping.price_headers import break_of_seller, is_price_of_supplier
from partwright.imports.sheets.mapping.price_tiers import tier_columns
from partwright.imports.sheets.records.targets import ATTRIBUTES
from partwright.imports.sheets.words.column_words import TOTALS
from partwright.imports.sheets.words.header_words import LONGEST, header_key, header_words
from partwright.kit.patterns import lazy_regex

SOURCE = "source."
"""What the targets of these columns begin with, as in `source.mpn.2` and `source.price.100`."""
PRICE_BREAK = f"{SOURCE}price."
SELLER_PRICE = f"{SOURCE}cost."
"""The price of one supplier: of the second, or of the one that the header names."""
SELLER_BREAK = f"{SOURCE}sold."
"""The price of the supplier that the header names, from so many pieces on."""
TIER_PIECES, TIER_PRICE = f"{SOURCE}pieces.", f"{SOURCE}tier."
"""A number of pieces, and the price from so many pieces on, as `Break 1` and `Price 1`."""
SOURCE_PRICES = (PRICE_BREAK, SELLER_PRICE, SELLER_BREAK, TIER_PRICE)
_NUMBERED = lazy_regex(r"(.*?[^\d(])[\s_.#-]*(?:([1-9])|\(([1-9])\))")
_OTHER = lazy_regex(
    r"(?:alt(?:ernate|ernative|ernativ)?|second|2nd)\b[\s._-]*(?:source\b[\s._-]*)?(.+)",
    re.IGNORECASE,
)
_BREAK = lazy_regex(
    r"(?:^|\D)([0-9]{1,7})(k?)\s*(?:\+|pcs?|stk|st|units?|ea|up)?\D*$", re.IGNORECASE
)
_COUNTED = lazy_regex(r"[@+]|[0-9]\s*(?:pcs?|stk|st|units?|ea|up)\b", re.IGNORECASE)
_PRICE_WORDS = frozenset(
    [
        "price",
        "prices",
        "cost",
        "preis",
        "preise",
        "prix",
        "precio",
        "prezzo",
        "cena",
        "prijs",
        "break",
        "pricing",
        "unitprice",
        "qty",
        "ab",
    ]
)
_COUNTS = frozenset(["qty", "ab", "break"])
"""Those of them that name a quantity."""
_OF_SELLERS = frozenset(
    map(header_key, ("vendor price", "vendor unit price", "supplier price", "supplier unit price"))
)
"""Prices of the suppliers beside what the part itself costs."""
_TERMS = {
    "minimumOrder": """moq; supplier moq; vendor moq; minimum order; minimum order quantity; min order; min order qty; min qty;
        mindestmenge; mindestbestellmenge; quantite minimale; cantidad minima""",
    "packSize": """pack size; pack qty; package quantity; packaging unit; pack quantity; spq; ve;
        standard pack; packungsgrosse; verpackungseinheit; conditionnement; pack""",
    "datasheetUrl": "datasheet; data sheet; datasheet url; datasheet link; datenblatt; fiche technique",
    "lifecycle": """lifecycle; lifecycle status; part lifecycle; part lifecycle phase; life cycle; lebenszyklus;
        mfr lifecycle; mfr part lifecycle; mfr part lifecycle phase; mfr lifecycle phase; mfg part lifecycle phase;
        mfg part lifecycle; manufacturer lifecycle; manufacturer lifecycle status; manufacturer part lifecycle;
        manufacturer part lifecycle phase; manufacturer part status; mfr part status; mpn status; mpn lifecycle""",
    "status": """preferred status; avl status; aml status; approval status; approved status; source status; mfr status;
        manufacturer status; qualification status; mfr approval; manufacturer approval; vendor status; freigabestatus; mfr preferred status;
        manufacturer preferred status; manufacturers preferred status; mfr approval status; manufacturer approval status; aml preferred status""",
}
_TERM_OF = {header_key(name): term for term, names in _TERMS.items() for name in names.split(";")}
_TIERS = (TIER_PIECES, TIER_PRICE)
_COMPANIES = (f"{SOURCE}manufacturer", f"{SOURCE}supplier")
_FIELDS = ("mpn", "manufacturer", "supplier", "orderCode")
_SOLD = (f"{SOURCE}supplier.", f"{SOURCE}orderCode.")


def source_targets(
    headers: Mapping[int, str], values: Mapping[int, Sequence[str]], *, is_priced: bool
) -> dict[int, str]:
    """The columns of `headers` that say more of a part's sources, and what they are.

    `is_priced` says that another column is the price of the part.
    """
    found = {
        at: target
        for at, header in headers.items()
        if (target := _numbered(header)) and _may_be(target, values[at])
    }
    for at, (pieces, place) in tier_columns(headers, values).items():
        found |= {at: f"{TIER_PRICE}{place}", pieces: f"{TIER_PIECES}{place}"}
    headers = {at: h for at, h in headers.items() if not found.get(at, "").startswith(_TIERS)}
    found |= _seller_breaks({at: h for at, h in headers.items() if are_amounts(values[at])})
    priced = _seller_prices({at: h for at, h in headers.items() if at not in found}, found)
    if is_priced:
        priced = {at: target for at, target in priced.items() if target != "cost"}
        told = {at for at, h in headers.items() if header_key(h) in _OF_SELLERS}
        priced |= {at: f"{SELLER_PRICE}1" for at in told if at not in {*found, *priced}}
    found |= {at: target for at, target in priced.items() if are_amounts(values[at])}
    breaks = {
        at: quantity
        for at, header in headers.items()
        if at not in found and (quantity := break_of(header)) and _are_prices(header, values[at])
    }
    if named := {at for at in breaks if _names_price(headers[at])}:
        # Beside `Price @100` the column `Qty for 100` is none.
        breaks = {at: quantity for at, quantity in breaks.items() if at in named}
    if _are_places(breaks, headers):
        return found
    if len(set(breaks.values())) > 1 and len(set(breaks.values())) == len(breaks):
        found |= {at: f"{PRICE_BREAK}{quantity}" for at, quantity in breaks.items()}
    return found


def _are_places(breaks: Mapping[int, int], headers: Mapping[int, str]) -> bool:
    """Whether the numbers only count the columns, as of `Price 1`, `Price 2`, and no pieces."""
    told = any(_COUNTED.search(headers[at]) or _counts(headers[at]) for at in breaks)
    first = min(breaks.values(), default=0)
    counted = sorted(breaks.values()) == list(range(first, first + len(breaks)))
    # The first one may be the price of the part.
    return not told and first in (1, 2) and counted


def _counts(header: str) -> bool:
    return not _COUNTS.isdisjoint(header_words(header)) or header.strip()[:1].isdigit()


def _seller_breaks(headers: Mapping[int, str]) -> dict[int, str]:
    """The prices that a supplier has for several numbers of pieces, as `Mouser 1` and `Mouser 10`."""
    told = {at: break_of_seller(header) for at, header in headers.items()}
    sold: dict[str, list[int]] = {}
    for seller, pieces in told.values():
        sold.setdefault(seller, []).append(pieces)
    several = {s for s, pieces in sold.items() if s and 1 < len({*pieces}) == len(pieces)}
    return {at: f"{SELLER_BREAK}{n}" for at, (seller, n) in told.items() if seller in several}


def _seller_prices(headers: Mapping[int, str], others: Mapping[int, str]) -> dict[int, str]:
    """The prices of the suppliers that headers name, as `Mouser Price`, or number, as `Price 2`.

    The number is that of a supplier where all such numbers are; else it counts pieces.
    """
    named = {at for at, header in headers.items() if is_price_of_supplier(header_words(header))}
    numbered = {at: n for at, h in headers.items() if at not in named and (n := _price_number(h))}
    sold = {int(t[-1]) for t in others.values() if t.startswith(_SOLD)}
    further = {*numbered.values()} - {1}
    numbered = numbered if further and sold.issuperset(further) else {}
    found = dict.fromkeys(named, f"{SELLER_PRICE}1")
    return found | {at: f"{SELLER_PRICE}{n}" if n > 1 else "cost" for at, n in numbered.items()}


def _price_number(header: str) -> int:
    """The number behind a word for prices, or that of an alternative; 0 for other headers."""
    match, other = _NUMBERED.fullmatch(header[:LONGEST]), _OTHER.fullmatch(header[:LONGEST])
    words = header_words(match[1] if match else other[1] if other else "")
    key = "".join(word for word in words if not currencies_of(word))
    if key not in RANKS["parts"]["cost"]:
        return 0
    return int(match[2] or match[3]) if match else 2


def _may_be(target: str, values: Sequence[str]) -> bool:
    return not target.startswith(_COMPANIES) or are_companies(values)


def term_of(header: str) -> str:
    """The term of a source that the header names; empty for others."""
    return _TERM_OF.get(header_key(header), "")


def tells_of_source(target: str, header: str) -> bool:
    """Whether a column says who makes or sells the part of a row, and on which terms."""
    if target in OF_SOURCES or target in PRICES or target == "leadTimeDays":
        return True
    return target.startswith((SELLER_PRICE, PRICE_BREAK, *_TIERS)) or (
        target.startswith(ATTRIBUTES)
        and term_of(header) in ("minimumOrder", "packSize", "lifecycle", "status")
    )


def _numbered(header: str) -> str:
    header = header.strip()[:LONGEST]
    match, other = _NUMBERED.fullmatch(header), _OTHER.fullmatch(header)
    number = int(match[2] or match[3]) if match else 1 if other else 0
    # The first alternate is the second source.
    number += other is not None
    if number < 2:
        return ""
    key = header_key(match[1] if match else header)
    if other:
        named = _NUMBERED.fullmatch(other[1])
        key = header_key(named[1] if named else other[1])
    ranks = RANKS["parts"]
    field = next((f for f in _FIELDS if key in ranks[f]), "")
    return f"{SOURCE}{field}.{number}" if field else ""


def _are_prices(header: str, values: Sequence[str]) -> bool:
    """Whether amounts stand in the column; below `Price @ 10` words may stand among them."""
    numbers = [text for text in values if any(map(str.isdigit, text))]
    return are_amounts(numbers if _names_price(header) else values)


def _names_price(header: str) -> bool:
    return "@" in header or not (_PRICE_WORDS - _COUNTS).isdisjoint(header_words(header))


def break_of(header: str) -> int:
    """The number of pieces from which on the price below the header counts; 0 for other headers."""
    words = header_words(header)
    match = _BREAK.search(header.strip())
    priced = _PRICE_WORDS.intersection(words) or "@" in header or header.strip()[:1].isdigit()
    if match is None or not priced or TOTALS.intersection(words):
        return 0
    return int(match[1]) * (1000 if match[2] else 1)
