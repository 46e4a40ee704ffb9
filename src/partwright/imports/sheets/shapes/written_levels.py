"""Levels that cells write themselves: paths such as `Car > Engine`, and marks before names."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from partwright.imports.sheets.fields.header_names import PARENT, RANKS, WEAK_KEYS
from partwright.imports.sheets.mapping.column_evidence import is_outline
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable, places_behind
from partwright.imports.sheets.shapes.groups_below import parents_first
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

PARENT_NAME = "Parent Description"
_SAMPLE = 200
_DIVIDER = lazy_regex(r"\s*(?:->|=>|>|→|»|/|\\|\|)\s*")
_GLYPHS = lazy_regex(
    r"(?=[ \xa0]*(?:[│├└┬┼┌╰╠╚║┃┣┗]|(?:\|[ \xa0]+)*[|+`\\](?:--|- )))[ \xa0│├└┬┼┌╰╠╚║┃┣┗━═─|+`\\-]+(?=[^\W_])"
)
"""What programs draw before the names of a tree, as `│   ├── ` and `|   +-- `."""
_MARKED = lazy_regex(
    r"(?P<marks>(?P<mark>[.\-–_>•·*+|])(?:[ ]?(?P=mark))*)\s*(?P<text>[^\W_].*)", re.DOTALL
)

_WORDED_LEVEL = lazy_regex(
    r"(?:l|lvl|lev|level|ebene|stufe|niv|niveau|nivel|livello|poziom|n)[\s.:_-]*([0-9]{1,2})",
    re.IGNORECASE,
)
_STROKES = lazy_regex(r"([+*>•|#.])\1*")
_TAILED = lazy_regex(r"([0-9]+(?:\.[0-9]+)*)[^\w\s.]")
"""Levels that a program ends with one sign that has been lost on the way, as `1.1?`."""
_LEVEL_KEYS = RANKS["parts"]["level"].keys() - WEAK_KEYS["parts"]["level"]


def with_paths(table: SheetTable) -> SheetTable:
    """A column of paths, each of which ends with the row's own name, as the parent of each row."""
    sample = [record for record in islice(table.records(), _SAMPLE) if not record.fault]
    keys = [header_key(header) for header in table.headers]
    if len(sample) < 3 or _has_levels(keys):
        return table
    named = [at for at, key in enumerate(keys) if _names(key)]
    found = next((at for at in range(len(keys)) if _is_path(at, named, sample)), None)
    if found is None:
        return table

    def above(cell: str) -> str:
        places = _places(cell)
        return places[-2] if len(places) > 1 else ""

    headers = list(table.headers)
    headers[found] = PARENT
    told = f'Parents follow from the paths in "{table.headers[found]}".'
    return replace(
        _with_column(table, found, above),
        headers=tuple(headers),
        decisions=(*table.decisions, told),
    )


def _has_levels(keys: Sequence[str]) -> bool:
    ranks = RANKS["parts"]
    return any(key in ("level", "bomlevel") or key == header_key(PARENT) for key in keys) or any(
        key in ranks["parentItemNumber"] and key.startswith("parent") for key in keys
    )


def _names(key: str) -> bool:
    return key in RANKS["parts"]["name"] or key in RANKS["parts"]["itemNumber"]


def _calls(key: str) -> bool:
    return _names(key) or key in RANKS["parts"]["description"]


def _places(cell: str) -> list[str]:
    return [place.strip() for place in _DIVIDER.split(cell.strip()) if place.strip()]


def _is_path(index: int, named: Sequence[int], sample: Sequence[SheetRecord]) -> bool:
    rows = [(record, _places(record.cells[index])) for record in sample]
    rows = [(record, places) for record, places in rows if places]
    deep = sum(len(places) > 1 for _, places in rows)
    ends = sum(
        any(at != index and record.cells[at].strip() == places[-1] for at in named)
        for record, places in rows
    )
    return (
        10 * len(rows) >= 9 * len(sample) and 2 * deep >= len(rows) and 10 * ends >= 9 * len(rows)
    )


def with_outline(table: SheetTable) -> SheetTable:
    """Groups of rows that a workbook folds under the row before them, as levels."""
    keys = [header_key(header) for header in table.headers]
    if not table.outline or _has_levels(keys):
        return table
    table, rows = parents_first(table, [record for record in table.records() if not record.fault])
    depths = [(r, table.outline.get(r.row_number, 0)) for r in rows]
    if len(depths) < 3:
        return table
    steps = [after - before for (_, before), (_, after) in pairwise(depths)]
    above = [record for (record, _), step in zip(depths, steps, strict=False) if step > 0]
    titles = sum(sum(bool(cell.strip()) for cell in record.cells) < 2 for record in above)
    if depths[0][1] or max(steps) != 1 or titles:
        # Groups under titles, or above their sums, are sections and no assemblies.
        return table
    before = table.records

    def records() -> Iterator[SheetRecord]:
        for record in before():
            level = str(table.outline.get(record.row_number, 0) + 1)
            behind = places_behind(len(record.cells))
            yield record.rearranged((level, *record.cells), behind)

    shown = "the indents of cells" if table.is_indented else "the groups of rows"
    told = f"Levels follow from {shown}."
    return replace(
        table,
        headers=("Level", *table.headers),
        decisions=(*table.decisions, told),
        records=records,
    )


def with_marks(table: SheetTable) -> SheetTable:
    """Marks before names or numbers, such as `--` or `....`, as the blanks that levels are read by."""
    sample = [record for record in islice(table.records(), _SAMPLE) if not record.fault]
    keys = [header_key(header) for header in table.headers]
    if _has_levels(keys):
        return table
    found = next(
        (at for at, key in enumerate(keys) if _calls(key) and _is_marked(at, sample)), None
    )
    drawn = [at for at in range(len(keys)) if _is_marked(at, sample) and _is_drawn(at, sample)]
    if found is None and drawn and not any(key in RANKS["parts"]["name"] for key in keys):
        found = drawn[0]
        headers = [*table.headers[:found], "Name", *table.headers[found + 1 :]]
        table = replace(table, headers=tuple(headers))
    if found is None:
        return table

    def indented(cell: str) -> str:
        marks, text = _unmarked(cell)
        return f"{' ' * marks}{text}"

    told = f'The marks before "{table.headers[found]}" are levels.'
    return replace(_with_column(table, found, indented), decisions=(*table.decisions, told))


def with_worded_levels(table: SheetTable) -> SheetTable:
    """Levels such as `L2`, `Level 2` or `++` as numbers."""
    sample = [record for record in islice(table.records(), _SAMPLE) if not record.fault]
    found = next((at for at in range(len(table.headers)) if _is_worded(table, at, sample)), None)
    if found is None:
        return table

    def numbered(cell: str) -> str:
        text = cell.strip()
        if match := _WORDED_LEVEL.fullmatch(text):
            return match[1]
        if match := _TAILED.fullmatch(text):
            return match[1]
        return str(len(text)) if _STROKES.fullmatch(text) else cell

    return _with_column(table, found, numbered)


def _with_column(table: SheetTable, at: int, rewritten: Callable[[str], str]) -> SheetTable:
    """The table with the cells of one column written otherwise."""

    def records() -> Iterator[SheetRecord]:
        for record in table.records():
            cells = list(record.cells)
            cells[at] = rewritten(cells[at])
            yield replace(record, cells=tuple(cells))

    return replace(table, records=records)


def _is_worded(table: SheetTable, index: int, sample: Sequence[SheetRecord]) -> bool:
    if header_key(table.headers[index]) not in _LEVEL_KEYS:
        return False
    texts = [text for record in sample if (text := record.cells[index].strip())]
    if not texts or all(text.isdecimal() for text in texts):
        return False
    strokes = all(map(_STROKES.fullmatch, texts)) and len({text[0] for text in texts}) == 1
    tailed = all(map(_TAILED.fullmatch, texts)) and len({text[-1] for text in texts}) == 1
    return strokes or tailed or all(map(_WORDED_LEVEL.fullmatch, texts))


def with_hyphens(table: SheetTable) -> SheetTable:
    """Places such as 1-2-1 in the order of an outline, as 1.2.1, which levels are read by."""
    sample = [record for record in islice(table.records(), _SAMPLE) if not record.fault]
    keys = [header_key(header) for header in table.headers]
    if _has_levels(keys):
        return table
    found = next((at for at in range(len(keys)) if _is_hyphened(at, sample)), None)
    if found is None:
        return table
    headers = list(table.headers)
    told = f'The numbers of "{headers[found]}" are places such as 1-2-1.'
    headers[found] = "Level"
    return replace(
        _with_column(table, found, lambda cell: cell.replace("-", ".")),
        headers=tuple(headers),
        decisions=(*table.decisions, told),
    )


def with_places_filled(table: SheetTable) -> SheetTable:
    """Places such as 1.2.3 of which some rows have none: they stand beside the row above.

    A first row of place 0 is the assembly that holds all others.
    """
    sample = [record for record in islice(table.records(), _SAMPLE) if not record.fault]
    if _has_levels([header_key(header) for header in table.headers]):
        return table
    found = next((at for at in range(len(table.headers)) if _is_gappy(at, sample)), None)
    if found is None:
        return table
    is_whole = sample[0].cells[found].strip(" .") == "0"
    before = table.records

    def records() -> Iterator[SheetRecord]:
        last = ""
        for record in before():
            cells = list(record.cells)
            if place := cells[found].strip(" ."):
                last = f"1.{place}" if is_whole else place
                cells[found] = "1" if is_whole and place == "0" else last
            elif last and sum(bool(cell.strip()) for cell in cells) > 2:
                cells[found] = last
            yield replace(record, cells=tuple(cells), native=record.native - {found})

    headers = list(table.headers)
    told = f'The numbers of "{headers[found]}" are places such as 1.2.1; a row without one stands beside the row above.'
    headers[found] = "Level"
    return replace(
        table, headers=tuple(headers), decisions=(*table.decisions, told), records=records
    )


def _is_gappy(index: int, sample: Sequence[SheetRecord]) -> bool:
    """Whether the column is an outline down to the third place, some of whose cells are empty.

    Or one that begins with 0.
    """
    cells = [text for record in sample if (text := record.cells[index].strip())]
    if len(cells) < 4 or 10 * len(cells) < 6 * len(sample):
        return False
    from_zero = cells[0].strip(".") == "0" and not any(c.startswith("0.") for c in cells)
    is_broken = len(cells) < len(sample)
    return (from_zero or is_broken) and sum("." in cell for cell in cells) > 2 and is_outline(cells)


def _is_hyphened(index: int, sample: Sequence[SheetRecord]) -> bool:
    cells = [text for record in sample if (text := record.cells[index].strip())]
    if not any("-" in cell for cell in cells) or any("." in cell for cell in cells):
        return False
    return is_outline([cell.replace("-", ".") for cell in cells])


def _is_drawn(index: int, sample: Sequence[SheetRecord]) -> bool:
    return any(_GLYPHS.match(record.cells[index]) for record in sample)


def _unmarked(cell: str) -> tuple[int, str]:
    if drawn := _GLYPHS.match(cell):
        return drawn.end(), cell[drawn.end() :].strip()
    match = _MARKED.fullmatch(cell.strip())
    return (match["marks"].count(match["mark"]), match["text"]) if match else (0, cell.strip())


def _sign_of(cell: str) -> str:
    """The sign that the cell's mark is made of; empty for none."""
    if _GLYPHS.match(cell):
        return "tree"
    match = _MARKED.fullmatch(cell.strip())
    return match["mark"] if match else ""


def _is_marked(index: int, sample: Sequence[SheetRecord]) -> bool:
    """Whether one kind of mark stands before many cells, in depths that grow step by step."""
    depths = [_unmarked(record.cells[index])[0] for record in sample if record.cells[index].strip()]
    signs = {sign for record in sample if (sign := _sign_of(record.cells[index]))}
    steps = sorted(set(depths))
    if len(signs) != 1 or len(steps) < 2 or 3 * sum(map(bool, depths)) < len(depths):
        return False
    order = [steps.index(depth) for depth in depths]
    return order[0] == 0 and all(after - before < 2 for before, after in pairwise(order))
