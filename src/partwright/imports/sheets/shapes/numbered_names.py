"""Running numbers ahead of the names, as in `1 Bank post` and `2 Far stake`."""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice, pairwise

from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable, with_cell, with_column
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_NUMBERED = lazy_regex(r"\s*([0-9]{1,4})\s*(?:[.):]\s*|\s)(?=[^\W\d_])")
_HEADER = "Item No."
_LEAST = 4
_SAMPLE = 200
_MOST_MISSING = 2
"""Numbers for each row up to the last one; more of them are sizes or counts."""


def with_numbers_apart(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table with the running numbers of its rows in a column of their own.

    Only where all names begin with one, from 1 upwards, quantities stand beside them, and no
    column counts the rows.
    """
    keys = [header_key(header) for header in table.headers]
    ranks = RANKS["parts"]
    names = [at for at, key in enumerate(keys) if key in {*ranks["name"], *ranks["description"]}]
    counted = any(key in ranks["quantity"] for key in keys)
    others = {header_key(_HEADER), "#", "no", "nr", "pos", "position", "item no"}
    if not names or not counted or others.intersection(keys) or table.headers[names[0]] in held:
        return table
    at = names[0]
    if not _count_up(record.cells[at] for record in islice(table.records(), _SAMPLE)):
        return table

    def divide(record: SheetRecord) -> tuple[Sequence[str], str]:
        match = None if record.fault else _NUMBERED.match(record.cells[at])
        if match is None:
            return record.cells, ""
        name = record.cells[at][match.end() :]
        return with_cell(record, at, name), match[1]

    told = f'The numbers ahead of the names in "{table.headers[at]}" count the rows; they are read as "{_HEADER}".'
    return with_column(table, _HEADER, divide, told=told)


def _count_up(cells: Iterator[str]) -> bool:
    numbers: list[int] = []
    for cell in cells:
        match = _NUMBERED.match(cell)
        if match:
            numbers.append(int(match[1]))
        elif cell.strip():
            return False
    rising = all(after > before for before, after in pairwise(numbers))
    return (
        len(numbers) >= _LEAST
        and numbers[0] == 1
        and rising
        and numbers[-1] <= _MOST_MISSING * len(numbers)
    )
