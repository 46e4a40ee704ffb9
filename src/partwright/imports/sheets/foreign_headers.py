"""Columns below headers in a language that is not known here, told by what stands in them."""

from collections.abc import Collection, Mapping, Sequence

from partwright.imports.sheets.header_row import known_count
from partwright.imports.sheets.import_column import is_quantity
from partwright.imports.sheets.nameless_columns import is_nameless
from partwright.imports.sheets.values import are_item_numbers, are_names, count_rows

BY_VALUES = "by its values, as no header is in a language that is known here"
NAMES_PARTS = frozenset(["name", "description", "mpn", "referenceDesignator", "quantity"])
"""Fields of which one is known in lists whose language is."""
_FEWEST = 3
"""Rows from which on values tell what they are."""
_DIGITS = 5
"""Digits that counts have less than; numbers of more are prices or those of articles."""


def foreign_columns(
    headers: Sequence[str], values: Sequence[Sequence[str]], free: Collection[int]
) -> Mapping[str, int]:
    """Field to the column that alone looks like it; none where most headers are known."""
    rows = max(map(len, values), default=0)
    if rows < _FEWEST or any(map(is_nameless, headers)) or 2 * known_count(headers) > len(headers):
        return {}
    full = {at: values[at] for at in sorted(free) if 10 * len(values[at]) >= 9 * rows}
    places = [at for at, texts in full.items() if count_rows(texts)]
    numbers = [at for at, texts in full.items() if at not in places and _are_codes(texts)]
    names = [at for at, texts in full.items() if at not in numbers and are_names(texts)]
    counts = [at for at, texts in full.items() if at not in places and _are_counts(texts)]
    # Of several texts the name is the one by which rows are told apart, and the longer one.
    names.sort(key=lambda at: (-len(set(full[at])), -sum(map(len, full[at]))))
    found = {"findNumber": places, "itemNumber": numbers, "name": names}
    return {field: columns[0] for field, columns in found.items() if columns} | (
        {"quantity": counts[0]} if len(counts) == 1 else {}
    )


def _are_codes(values: Sequence[str]) -> bool:
    """Whether all values differ and are codes of letters and digits, as `UZ-01`."""
    coded = all(any(map(str.isdigit, text)) and " " not in text.strip() for text in values)
    lettered = any(map(str.isalpha, "".join(values)))
    return coded and lettered and len(set(values)) == len(values) and are_item_numbers(values)


def _are_counts(values: Sequence[str]) -> bool:
    return all(text.isdecimal() and len(text) < _DIGITS and is_quantity(text) for text in values)
