"""Forms of the numbers under which suppliers sell parts."""

import re
from collections.abc import Sequence
from functools import lru_cache

from partwright.imports.sheets.mapping.column_evidence import are_amounts, are_long_numbers
from partwright.imports.sheets.words.column_words import CODES, SUPPLIERS
from partwright.kit.patterns import lazy_regex

_FORMS = {
    "mcmaster": lazy_regex(r"[0-9]{4,5}[A-Z][0-9]{1,4}"),
    "amazon": lazy_regex(r"B0[0-9A-Z]{8}"),
    "digikey": lazy_regex(r"\S+-(?:ND|CT|DKR|TR|1)"),
    "mouser": lazy_regex(r"[0-9]{2,4}-\S+"),
    "lcsc": lazy_regex(r"C[0-9]{3,9}"),
    "sparkfun": lazy_regex(r"[A-Z]{3}-[0-9]{4,5}"),
    "adafruit": lazy_regex(r"(?:(?:PRODUCT\s*)?P?ID:?\s*|#)?[0-9]{2,4}"),
    "pololu": lazy_regex(r"#?[0-9]{3,4}"),
}
_LONGEST = 60
_SOLD = lazy_regex(
    r"([^\W\d_][\w.&-]*?)\s*(?:\s|:|#|\()\s*(?:(?:p/?n|sku|part|number|#|:|no\.?|nr\.?)\s*)*([\w./+-]+)\)?",
    re.IGNORECASE,
)
"""A supplier and a code in one cell, as `Digi-Key ATMEGA328P-AU-ND` and `LCSC: C1525`."""
_CODED = lazy_regex(r"(?=.*[0-9])[\w./+-]{4,}")
_OFFERS = frozenset(
    ["item", "items", "product", "listing", "article", "artikel", "artículo", "asin"]
)
"""What stands behind a supplier's name above what it sells, by their codes or in words."""
_STOCK_CODES = frozenset(["no", "nr", "number", "code", "id"])
"""What stands behind `Stock` where it tells a number, and not how many there are."""
_FEWEST = 3
_DIGITS, _LETTERS = lazy_regex("[0-9]"), lazy_regex(r"[^\W\d_]")


def folded_seller(name: str) -> str:
    """A supplier's name by which two spellings are one: `Digikey` and `Digi-Key`."""
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def has_form_of(seller: str, code: str) -> bool:
    """Whether the code is of the form that the numbers of that supplier have."""
    plain = folded_seller(seller[:_LONGEST])
    form = next((form for name, form in _FORMS.items() if plain.startswith(name)), None)
    return form is not None and len(code) <= _LONGEST and bool(form.fullmatch(code.strip().upper()))


def sold_as(text: str) -> tuple[str, str]:
    """The supplier that everybody knows and its code, where a cell of suppliers holds both.

    Empty for all others, such as `Amazon 4 pack`.
    """
    return _sold_as(text) if len(text) <= _LONGEST else ("", "")


@lru_cache(maxsize=1024)
def _sold_as(text: str) -> tuple[str, str]:
    match = _SOLD.fullmatch(text.strip())
    if match is None or (plain := folded_seller(match[1])) not in SUPPLIERS:
        return "", ""
    known = any(plain.startswith(name) for name in _FORMS)
    fits = has_form_of(plain, match[2]) if known else _CODED.fullmatch(match[2])
    return (match[1], match[2]) if fits else ("", "")


def is_surely_of(seller: str, code: str) -> bool:
    """Whether the code has that supplier's form, which manufacturers' numbers do not have as well.

    Numbers of Digi-Key end with `-ND`; with `-TR` and `-1` some of manufacturers end too.
    """
    is_digikey = "digikey" in seller[:_LONGEST].casefold().replace("-", "").replace(" ", "")
    ending = code.strip().upper().endswith("-ND")
    return has_form_of(seller, code) and (ending or not is_digikey)


def are_order_codes(words: Sequence[str], values: Sequence[str]) -> bool:
    """Whether a column of a supplier holds order codes: by a word for them, or by its looks."""
    if {"price", "link", "url", "cost"} & set(words):
        return False
    if "stock" in words and not _STOCK_CODES.intersection(words):
        return False
    plain = sum(" " not in text and "://" not in text for text in values)
    coded = any(sign.isdigit() for text in values for sign in text)
    if values and not coded:
        # `JLCPCB Part Class` holds `Basic Part`.
        return False
    alone = len(words) == 1 or "".join(words) in SUPPLIERS or words[-1] in _OFFERS
    if words[-1] in SUPPLIERS and 2 * sum(has_form_of(words[-1], t) for t in values) > len(values):
        return True
    return (
        bool(CODES.intersection(words))
        or words[-1] == "symbol"
        or "".join(words[1:]) in CODES
        or (
            alone
            and coded
            and 10 * plain >= 9 * len(values)
            and (are_long_numbers(values) or not are_amounts(values))
        )
    )


def differ_by_seller(rows: Sequence[tuple[str, str]]) -> bool:
    """Whether codes, each beside a supplier, are those of the suppliers: of several, and of no common form.

    A company's own numbers are alike, and its own parts, that nobody sells, have some as well.
    """
    held = [(code.strip(), seller.strip()) for code, seller in rows if code.strip()]
    sellers = {seller.casefold() for _, seller in held}
    if len(held) < _FEWEST or "" in sellers or len(sellers) < _FEWEST or len(held) == len(rows):
        return False
    forms = {_LETTERS.sub("a", _DIGITS.sub("0", code[:_LONGEST])) for code, _ in held}
    return 4 * len(forms) >= 3 * len(held)
