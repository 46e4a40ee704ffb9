"""Companies that stand in the first row of each block alone, and count for the rows below it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_SAMPLE = 500
_LEAST = 3
_MADE = lazy_regex(
    r"\b(?:3\s?d[\s-]?print(?:ed)?|printed|self[\s-]?made|in[\s-]house|laser[\s-]?cut|eigenfertigung|eigenbau|"
    r"selbst\s+(?:gedruckt|gefertigt)|3d[\s-]druck|impression\s+3d|imprim[ée]e?\s+3d|impres[oa]\s+(?:en\s+)?3d)\b"
    r"|\w\.(?:stl|step|stp|3mf|f3d|scad|dxf)\b",
    re.IGNORECASE,
)
_LONGEST = 300
_NAMES = frozenset(RANKS["parts"]["supplier"]) | frozenset(RANKS["parts"]["manufacturer"])


def with_companies_filled(table: SheetTable) -> SheetTable:
    """The table with the company of a block, which a blank row ends, in all of its rows.

    Only where each block names one in its first row and in no other, and several have more rows.
    """
    columns = [at for at, header in enumerate(table.headers) if header_key(header) in _NAMES]
    if not columns:
        return table
    blocks = list(_blocks(islice(table.records(), _SAMPLE)))
    found = [at for at in columns if _stands_first(at, blocks)]
    if not found:
        return table
    before = table.records

    def records() -> Iterator[SheetRecord]:
        last, held = -1, dict[int, str]()
        for record in before():
            if record.row_number != last + 1:
                held = {}
            last = record.row_number
            held |= {at: cell for at in found if (cell := record.cells[at]).strip()}
            if _is_made(record, columns):
                yield record
                continue
            yield replace(
                record, cells=tuple(held.get(at, cell) for at, cell in enumerate(record.cells))
            )

    named = " and ".join(f'"{table.headers[at]}"' for at in found)
    told = f"Under {named} the first row of each block speaks for those below it."
    return replace(table, decisions=(*table.decisions, told), records=records)


def _is_made(record: SheetRecord, columns: Sequence[int]) -> bool:
    """Whether a row says that its part is made and not bought, as by a file to print it from."""
    others = (cell for at, cell in enumerate(record.cells) if at not in columns)
    return any(_MADE.search(cell[:_LONGEST]) for cell in others)


def _blocks(records: Iterator[SheetRecord]) -> Iterator[list[SheetRecord]]:
    """The rows between blank ones."""
    block: list[SheetRecord] = []
    for record in records:
        if record.fault:
            continue
        if block and record.row_number != block[-1].row_number + 1:
            yield block
            block = []
        block.append(record)
    if block:
        yield block


def _stands_first(at: int, blocks: Sequence[Sequence[SheetRecord]]) -> bool:
    filled = [[bool(record.cells[at].strip()) for record in block] for block in blocks]
    long = sum(len(block) > 1 for block in blocks)
    # A title stands alone in its row.
    titles = [block for block in blocks if sum(map(bool, map(str.strip, block[0].cells))) < 2]
    return (
        not titles
        and len(blocks) >= _LEAST
        and long >= _LEAST
        and all(first and not any(others) for first, *others in filled)
    )
