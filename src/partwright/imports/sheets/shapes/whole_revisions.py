"""Revisions that are written whole, with the number that they are of: `000101/A` of `000101`."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable, with_cell
from partwright.imports.sheets.shapes.level_columns import is_held, sample_of
from partwright.imports.sheets.words.header_words import header_key, header_words

_BETWEEN = "/;:-_ "
"""Signs between a number and its revision."""
_WORDS = frozenset(["revision", "rev"])


def with_plain_revisions(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table whose revisions stand alone, where each row has its number ahead of them."""
    ranks = RANKS["parts"]
    keys = [header_key(header) for header in table.headers]
    called = [at for at, key in enumerate(keys) if key in ranks["revision"]]
    worded = [
        at for at, text in enumerate(table.headers) if _WORDS.intersection(header_words(text))
    ]
    revised = called or worded
    numbers = [at for at, key in enumerate(keys) if key in ranks["itemNumber"]]
    if len(revised) != 1 or not numbers or is_held(table, revised, held):
        return table
    at = revised[0]
    told = [r for r in sample_of(table) if r.cells[at].strip()]
    if not told or not all(_alone(r, at, numbers) for r in told):
        return table
    before = table.records

    def plain(record: SheetRecord) -> SheetRecord:
        alone = "" if record.fault else _alone(record, at, numbers)
        return replace(record, cells=with_cell(record, at, alone)) if alone else record

    shown = f'"{told[0].cells[at].strip()}" is revision {_alone(told[0], at, numbers)}'
    text = f'"{table.headers[at]}" says the numbers as well: {shown}.'
    headers = list(table.headers)
    headers[at] = headers[at] if called else "Revision"
    return replace(
        table,
        headers=tuple(headers),
        decisions=(*table.decisions, text),
        records=lambda: map(plain, before()),
    )


def _alone(record: SheetRecord, revised: int, numbers: Sequence[int]) -> str:
    """The revision behind the number of the row; empty where it does not begin with that."""
    whole = record.cells[revised].strip()
    for at in numbers:
        number = record.cells[at].strip()
        rest = whole.removeprefix(number)
        if number and rest != whole and rest[:1] and rest[0] in _BETWEEN:
            return rest.strip(_BETWEEN)
    return ""
