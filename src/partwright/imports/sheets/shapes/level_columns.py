"""Levels that are told by the column in which a name, a number or a mark stands."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from partwright.imports.sheets.mapping.column_evidence import is_outline
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable
from partwright.imports.sheets.words.header_words import header_key, header_words
from partwright.kit.patterns import lazy_regex

_SAMPLE = 200
PLAIN_LEVEL = lazy_regex(r"\.{0,20}[0-9]{1,2}")
"""A level as reports of ERPs print it, perhaps behind dots: `1`, `..2`."""
_LEVEL = lazy_regex(
    r"(?:bom\s*)?(?:level|lvl|l|ebene|stufe|niveau|niv|nivel|livello|poziom|tier|depth|n|レベル|層|层级?)"
    r"?[\s._-]*([0-9])\.?",
    re.IGNORECASE,
)
_MARKS = frozenset(["x", "X", "+", "*", "•", "●", "■", "✓", "✔", "o"])
_WORDS = frozenset(
    [
        "assembly",
        "subassembly",
        "component",
        "part",
        "parts",
        "item",
        "baugruppe",
        "unterbaugruppe",
        "teil",
        "einzelteil",
        "module",
        "ensemble",
        "piece",
        "system",
        "subsystem",
        "product",
        "conjunto",
        "subconjunto",
        "pieza",
        "gruppo",
        "zespol",
        "detal",
    ]
)


def sample_of(table: SheetTable) -> list[SheetRecord]:
    """The first rows of the table that could be read."""
    return [record for record in islice(table.records(), _SAMPLE) if not record.fault]


def are_of_pattern(sample: Sequence[SheetRecord], at: int, pattern: re.Pattern[str]) -> bool:
    """Whether four of five cells of a column that has several are of the pattern, without blanks around them."""
    texts = [text for record in sample if (text := record.cells[at].strip())]
    matching = sum(bool(pattern.fullmatch(text)) for text in texts)
    return len(texts) > 1 and 5 * matching >= 4 * len(texts)


def is_held(table: SheetTable, columns: Sequence[int], held: Collection[str]) -> bool:
    """Whether one of the columns is called by a mapping."""
    return any(table.headers[at].casefold() in held for at in columns)


def rearranged(record: SheetRecord, first: Sequence[str], kept: Sequence[int]) -> SheetRecord:
    """The record with other cells before those that are kept."""
    places = {at: place for place, at in enumerate(kept, start=len(first))}
    return record.rearranged((*first, *(record.cells[at] for at in kept)), places)


def with_level_columns(table: SheetTable, held: Collection[str]) -> SheetTable:
    """Adjacent columns of which each row fills one, further right the deeper it stands."""
    runs = list(_runs(table.headers))
    sample = sample_of(table) if runs else []
    found = next((run for run in runs if _cascades(sample, run)), None)
    if found is None or is_held(table, found, held):
        return table
    marks = [
        (depth, cell)
        for record in sample
        for depth, at in enumerate(found)
        if (cell := record.cells[at].strip())
    ]
    only_marks = is_outline([cell for _, cell in marks]) or all(
        cell in _MARKS or cell == str(depth) for depth, cell in marks
    )
    kept = [at for at in range(len(table.headers)) if at not in found]
    first, last = table.headers[found[0]], table.headers[found[-1]]
    named = [h for h in (last, first) if not _LEVEL.fullmatch(h) and not h.startswith("Column ")]
    name = named[0] if named and header_key(named[0]) != "level" else ""
    taken = {table.headers[at].casefold() for at in kept}
    name = name or next(n for n in ("Component", "Item", "Part") if n.casefold() not in taken)
    headers = ["Level"] if only_marks else ["Level", name]
    before = table.records

    def records() -> Iterator[SheetRecord]:
        for record in before():
            filled = [d for d, at in enumerate(found) if record.cells[at].strip()]
            cells = [str(filled[0]) if filled else ""]
            if not only_marks:
                cells.append(record.cells[found[filled[0]]].strip() if filled else "")
            yield rearranged(record, cells, kept)

    told = f"Levels follow from the columns {first} to {last}."
    return replace(
        table,
        headers=(*headers, *(table.headers[at] for at in kept)),
        decisions=(*table.decisions, told),
        records=records,
    )


def _runs(headers: Sequence[str]) -> Iterator[list[int]]:
    """Columns called Level 1, Level 2, or one with columns without a header after it."""
    at = 0
    while at < len(headers):
        first = _LEVEL.fullmatch(headers[at])
        end = at + 1
        while end < len(headers) and (
            _follows(headers[end - 1], headers[end])
            if first
            else headers[end] == f"Column {end + 1}" or _names_parts(headers[at], headers[end])
        ):
            end += 1
        bare = next((to for to in range(at + 1, end) if headers[to] != f"Column {to + 1}"), end)
        # Behind the columns that have no header another one may begin, as `PART NUMBER`.
        for stop in dict.fromkeys((end, end if first else bare)):
            if stop - at > 1:
                yield list(range(at, stop))
        at = end


def _names_parts(*headers: str) -> bool:
    """Whether the headers are words for assemblies and what they hold."""
    return all(_WORDS.intersection(header_words(header)) for header in headers)


def _follows(before: str, after: str) -> bool:
    one, two = _LEVEL.fullmatch(before), _LEVEL.fullmatch(after)
    return one is not None and two is not None and int(two[1]) == int(one[1]) + 1


def _cascades(sample: Sequence[SheetRecord], run: Sequence[int]) -> bool:
    rows = [[d for d, at in enumerate(run) if record.cells[at].strip()] for record in sample]
    rows = [row for row in rows if row]
    if len(rows) < 3 or any(len(row) > 1 for row in rows):
        return False
    depths = [row[0] for row in rows]
    return (
        depths[0] == 0
        and len(set(depths)) > 1
        and all(after - before < 2 for before, after in pairwise(depths))
    )
