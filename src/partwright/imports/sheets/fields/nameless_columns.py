"""Columns without a header, by what stands in them."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from partwright.imports.sheets.cell_values.values import count_rows
from partwright.imports.sheets.records.rows import SheetRecord
from partwright.kit.patterns import lazy_regex

_NAMELESS = lazy_regex(r"Column \d+")


def is_nameless(header: str) -> bool:
    """Whether the sheet gives the column no header."""
    return bool(_NAMELESS.fullmatch(header))


def only_counts(columns: Mapping[int, Sequence[str]]) -> int | None:
    """The one column whose values are counts."""
    found = [
        at
        for at, values in columns.items()
        if values
        and all(text.isdecimal() and len(text) < 6 for text in values)
        and not count_rows(values)
    ]
    return found[0] if len(found) == 1 else None


def lone_counts(
    headers: Sequence[str], values: Sequence[Sequence[str]], free: Collection[int]
) -> int | None:
    """The one column of counts that has no header, or nothing but `#` above it."""
    signed = _signed_counts(headers, values)
    bare = {at: values[at] for at in free if is_nameless(headers[at])}
    return signed if signed in free else only_counts(bare)


def _signed_counts(headers: Sequence[str], values: Sequence[Sequence[str]]) -> int | None:
    """The one column below `#` whose small numbers repeat and do not go up, so that they count."""
    found = [at for at, header in enumerate(headers) if header.strip() == "#"]
    if len(found) != 1 or not all(text.isdecimal() and len(text) < 5 for text in values[found[0]]):
        return None
    counts = [int(text) for text in values[found[0]]]
    steps = [after - before for before, after in pairwise(counts)]
    is_running = counts[:1] == [1] and all(step in (0, 1) for step in steps)
    rising = len(steps) if is_running else sum(step > 0 for step in steps)
    repeat = 3 * len(set(counts)) <= 2 * len(counts)
    return found[0] if repeat and 2 * rising < len(steps) and 0 not in counts else None


def only_groups(
    columns: Mapping[int, Sequence[str]], name: int, sample: Sequence[SheetRecord]
) -> int | None:
    """The one column before the names that says where groups of rows begin."""
    found = [at for at in columns if _begins_groups(at, name, sample)]
    return found[0] if len(found) == 1 else None


def _begins_groups(index: int, name: int, sample: Sequence[SheetRecord]) -> bool:
    """Whether a column before the names says where groups of rows begin, as merged cells do."""
    texts = [(r.cells[index].strip(), r.cells[name].strip()) for r in sample]
    titles = [text for text, _ in texts if text]
    return (
        index < name
        and len(titles) > 1
        and 5 * len(titles) <= 2 * len(texts)
        and bool(texts[0][0])
        and len(set(titles)) == len(titles)
        and all(sum(map(str.isalpha, text)) > 2 for text in titles)
        and all(called for text, called in texts if text)
    )
