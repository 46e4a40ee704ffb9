"""Columns below headers in a language that is not known here, told by what stands in them."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from partwright.imports.sheets.cell_values.values import are_item_numbers, are_names, count_rows
from partwright.imports.sheets.fields.import_column import is_quantity
from partwright.imports.sheets.fields.nameless_columns import is_nameless
from partwright.imports.sheets.tables.header_row import known_count
from partwright.imports.sheets.words.header_words import header_words

BY_VALUES = "by its values, as no header is in a language that is known here"
UNNAMED = "by its values, as no header names the parts"
NAMES_PARTS = frozenset(["name", "description", "mpn", "referenceDesignator", "quantity"])
"""Fields of which one is known in lists whose language is."""
_SAYS_ELSE = frozenset(
    [
        *("color", "colour", "colors", "farbe", "couleur", "colore", "kolor", "kleur", "barva"),
        *("finish", "pin", "pins", "from", "to", "gauge", "awg", "length", "width", "height"),
    ]
)
"""Words in headers of wires and pieces that say neither what these are called nor how many there are."""
_FEWEST = 3
"""Rows from which on values tell what they are."""
_KNOWN = 3
"""Headers that are known from which on the language of a list is."""
_DIGITS = 5
"""Digits that counts have less than; numbers of more are prices or those of articles."""


def foreign_columns(
    headers: Sequence[str], values: Sequence[Sequence[str]], free: Collection[int]
) -> Mapping[str, tuple[int, str, str]]:
    """Field to the column that alone looks like it, and why; none where most headers are known."""
    rows = max(map(len, values), default=0)
    is_text = len(headers) == 1  # One column may be a text of whatever kind.
    is_known = any(map(is_nameless, headers)) or 2 * known_count(headers) > len(headers)
    if rows < _FEWEST or is_text or is_known:
        return {}
    told = [at for at in sorted(free) if _SAYS_ELSE.isdisjoint(header_words(headers[at]))]
    full = {at: values[at] for at in told if 10 * len(values[at]) >= 9 * rows}
    rising = [at for at, texts in full.items() if counts_up(texts)]
    numbers = [at for at, texts in full.items() if at not in rising and _are_codes(texts)]
    names = [at for at, texts in full.items() if at not in numbers and are_names(texts)]
    # Of several texts the name is the one by which rows are told apart, and the longer one.
    names.sort(key=lambda at: (-len(set(full[at])), -sum(map(len, full[at]))))
    found = {"itemNumber": numbers[:1], "name": names[:1]}
    why = UNNAMED
    # Where several headers are known, so is the language, in which none is that of quantities.
    if known_count(headers) < _KNOWN:
        why = BY_VALUES
        others = [at for at, texts in full.items() if at not in rising and _are_counts(texts)]
        places = _places(rising, others, full)
        counts = others or [at for at in rising if at not in places]
        # What alone counts up evenly, behind other columns, may be either.
        is_open = counts and counts == rising and _is_even(full[rising[0]])
        found |= {"findNumber": places, "quantity": [] if len(counts) > 1 or is_open else counts}
    return {field: (columns[0], "", why) for field, columns in found.items() if columns}


def counts_up(values: Sequence[str]) -> bool:
    """Whether the values count the rows, also by tens from the first."""
    if count_rows(values):
        return True
    is_whole = all(text.isdecimal() and len(text) < _DIGITS for text in values)
    return (
        is_whole and len(values) > 1 and _is_even(values) and 2 * int(values[0]) == int(values[1])
    )


def _places(
    rising: Sequence[int], others: Sequence[int], full: Mapping[int, Sequence[str]]
) -> Sequence[int]:
    """The column that counts the rows: one beside a column of counts, else an even one that comes first."""
    if not rising or len(rising) > 1 or others:
        return rising[:1]
    is_first = rising[0] == min(full)
    return rising if is_first and _is_even(full[rising[0]]) else []


def _is_even(values: Sequence[str]) -> bool:
    """Whether whole numbers rise by one and the same step."""
    numbers = [int(text) for text in values if text.isdecimal() and len(text) < _DIGITS]
    return len({after - before for before, after in pairwise(numbers)}) == 1


def _are_codes(values: Sequence[str]) -> bool:
    """Whether all values differ and are codes of letters and digits, as `UZ-01`."""
    coded = all(any(map(str.isdigit, text)) and " " not in text.strip() for text in values)
    lettered = any(map(str.isalpha, "".join(values)))
    return coded and lettered and len(set(values)) == len(values) and are_item_numbers(values)


def _are_counts(values: Sequence[str]) -> bool:
    return all(text.isdecimal() and len(text) < _DIGITS and is_quantity(text) for text in values)
