"""Codes that may be a company's own or those of its suppliers, as below `Stock code`."""

from collections.abc import Collection, Mapping, Sequence

from partwright.imports.sheets.cell_values.values import meaningful_text
from partwright.imports.sheets.fields.header_names import RANKS, WEAK_KEYS
from partwright.imports.sheets.mapping.seller_codes import has_form_of
from partwright.imports.sheets.records.rows import SheetRecord
from partwright.kit.patterns import lazy_regex

STOCKS = frozenset(["stockcode"])
"""Headers of such codes, whoever keeps the stock."""
_DIGITS = lazy_regex(r"[0-9]+")
_LETTERS = lazy_regex(r"[^\W\d_]+")
_FEWEST = 3


def begin_alike(numbers: Collection[str]) -> bool:
    """Whether all numbers begin with the same two signs, as those of one company do."""
    return len({number[:2] for number in numbers}) == 1


def sellers_in(keys: Sequence[str]) -> list[int]:
    """The columns that plainly name suppliers."""
    ranks, weak = RANKS["parts"]["supplier"], WEAK_KEYS["parts"]["supplier"]
    return [at for at, key in enumerate(keys) if key in ranks and key not in weak]


def are_of_sellers(index: int, keys: Sequence[str], sample: Sequence[SheetRecord]) -> bool:
    """Whether the suppliers in a list keep the stock: by the form of the codes, or where they stand."""
    sellers = sellers_in(keys)
    sold = [
        (code, next((t for at in sellers if (t := meaningful_text(r.cells[at]))), ""))
        for r in sample
        if (code := meaningful_text(r.cells[index]))
    ]
    if not sellers or not sold or not all(seller for _, seller in sold):
        return False
    if 2 * sum(has_form_of(seller, code) for code, seller in sold) >= len(sold):
        return True
    if _are_of_one_scheme(sold):
        return False
    return _stands_beside(index, sellers) or _differ(sold)


def _are_of_one_scheme(sold: Sequence[tuple[str, str]]) -> bool:
    several = len({seller.casefold() for _, seller in sold}) > 1
    codes = {code for code, _ in sold}
    return (len(codes) > 1 and begin_alike(codes)) or (several and len(number_forms(codes)) == 1)


def _differ(sold: Sequence[tuple[str, str]]) -> bool:
    """Whether the codes of several suppliers have as many forms as they would."""
    several = len({seller.casefold() for _, seller in sold}) > 1
    codes = {code for code, _ in sold}
    return several and len(codes) >= _FEWEST and 4 * len(number_forms(codes)) >= 3 * len(codes)


def number_forms(codes: Collection[str]) -> set[str]:
    """The forms of numbers: each run of digits as 9, each of letters as A."""
    return {_LETTERS.sub("A", _DIGITS.sub("9", code)) for code in codes}


def _stands_beside(index: int, columns: Sequence[int]) -> bool:
    return index - 1 in columns or index + 1 in columns


def are_alike_numbers(sellers: Mapping[str, str]) -> bool:
    """Whether numbers begin alike or have one form, though different suppliers sell the parts."""
    several = len(set(map(str.casefold, sellers.values()))) > 1
    return several and (len(number_forms(sellers)) == 1 or begin_alike(sellers))
