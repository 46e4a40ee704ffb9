"""Lists of lines in which one line is what the others make, as `Finished Good` of Fishbowl."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable, fold_number, with_cell
from partwright.imports.sheets.shapes.level_columns import is_held, sample_of
from partwright.imports.sheets.words.header_words import header_key

_MADE = frozenset(
    map(
        header_key,
        (
            *("finished good", "finished goods", "finished product", "finished item", "made item"),
            *("output item", "main product", "Fertigerzeugnis", "Fertigprodukt", "Endprodukt"),
            *("Enderzeugnis", "produit fini", "prodotto finito", "producto terminado"),
            *("produto acabado", "wyrób gotowy"),
        ),
    )
)
"""Words for what is made, where other rows have words for what it is made of."""


def with_made_items(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table with these rows as the parents of the others, in the place of their lists."""
    keys = [header_key(header) for header in table.headers]
    ranks = RANKS["parts"]
    parents = [at for at, key in enumerate(keys) if key in ranks["parentItemNumber"]]
    numbers = [
        at for at, key in enumerate(keys) if key in ranks["itemNumber"] and at not in parents
    ]
    counts = [at for at, key in enumerate(keys) if key in ranks["quantity"]]
    if len(parents) != 1 or not numbers or is_held(table, (parents[0], numbers[0]), held):
        return table
    kinds = _kind_column(table, parents[0], numbers[0])
    if kinds is None:
        return table
    parent, number = parents[0], numbers[0]
    made = {
        fold_number(record.cells[parent]): record.cells[number].strip()
        for record in table.records()
        if _is_made(record, kinds)
    }
    before = table.records

    def records() -> Iterator[SheetRecord]:
        for record in before():
            above, own = (fold_number(record.cells[at]) for at in (parent, number))
            if _is_made(record, kinds) and above:
                yield _top(record, [parent, *counts])
            elif above in made:
                yield replace(record, cells=with_cell(record, parent, made[above]))
            elif above or own not in made:
                yield record

    word = next(r.cells[kinds].strip() for r in table.records() if _is_made(r, kinds))
    told = f'"{word}" in "{table.headers[kinds]}" is what the other rows of its list make.'
    return replace(table, decisions=(*table.decisions, told), records=records)


def _top(record: SheetRecord, emptied: Sequence[int]) -> SheetRecord:
    cells = tuple("" if at in emptied else cell for at, cell in enumerate(record.cells))
    return replace(record, cells=cells)


def _is_made(record: SheetRecord, kinds: int) -> bool:
    return header_key(record.cells[kinds]) in _MADE


def _kind_column(table: SheetTable, parent: int, number: int) -> int | None:
    """The column in which each parent has one row of what is made, beside rows of other kinds."""
    first = [r for r in sample_of(table) if r.cells[number].strip() and r.cells[parent].strip()]
    columns = [at for at in range(len(table.headers)) if at not in (parent, number)]
    for at in columns:
        if any(_is_made(record, at) for record in first):
            rows = [
                (fold_number(r.cells[parent]), _is_made(r, at) and bool(r.cells[number].strip()))
                for r in table.records()
                if r.cells[parent].strip()
            ]
            made = [above for above, is_made in rows if is_made]
            if len(rows) > len(made) == len({*made}) == len({above for above, _ in rows}):
                return at
    return None
