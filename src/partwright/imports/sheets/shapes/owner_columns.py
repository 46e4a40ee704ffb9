"""Columns that say row by row what a part goes into, under names that are no word for parents.

As `Product number` of MRPeasy beside `Part No.`, and the lists of Dynamics, whose rows name the
list they stand in as `BOM` and the one that they are made by as `Sub-BOM`.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

from partwright.imports.sheets.fields.header_names import PARENT, RANKS, WEAK_KEYS
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable, fold_number, with_column
from partwright.imports.sheets.shapes.level_columns import sample_of
from partwright.imports.sheets.shapes.written_levels import PARENT_NAME
from partwright.imports.sheets.words.header_words import header_key

_PRODUCTS = frozenset(
    map(
        header_key, ("product number", "product no", "product code", "product sku", "finished good")
    )
)
_PRODUCT_NAMES = frozenset(map(header_key, ("product", "product name", "product description")))
_LISTS = frozenset(map(header_key, ("bom", "bom id", "bom number", "bom no")))
_LOWER = frozenset(map(header_key, ("sub bom", "sub bom id", "sub bom number", "subbom")))


def with_owners(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table with a column of parents, where products or lists stand beside what is in them."""
    keys = [header_key(header) for header in table.headers]
    ranks, weak = RANKS["parts"], WEAK_KEYS["parts"]
    told = {key for f in ("level", "parentItemNumber") for key in ranks[f].keys() - weak[f]}
    counted = any(key in ranks["quantity"] for key in keys)
    if told.intersection(keys) or not counted or held:
        return table
    return _with_products(_with_lower_lists(table, keys), keys)


def _with_products(table: SheetTable, keys: Sequence[str]) -> SheetTable:
    owners = [at for at, key in enumerate(keys) if key in _PRODUCTS]
    numbers = RANKS["parts"]["itemNumber"].keys() - WEAK_KEYS["parts"]["itemNumber"]
    parts = [at for at, key in enumerate(keys) if key in numbers and at not in owners]
    if len(owners) != 1 or not parts or PARENT in table.headers:
        return table
    above = [fold_number(record.cells[owners[0]]) for record in sample_of(table)]
    blocks = sum(before != after for before, after in pairwise(above)) + 1
    whole = all(above) and blocks == len(set(above)) and 4 * blocks <= 3 * len(above)
    if not whole or not _differ_within(table, owners[0], parts[0]):
        return table
    names = [at for at, key in enumerate(keys) if key in _PRODUCT_NAMES][:1]
    called = dict.fromkeys(owners, PARENT) | dict.fromkeys(names, PARENT_NAME)
    headers = tuple(called.get(at, header) for at, header in enumerate(table.headers))
    text = f'"{table.headers[owners[0]]}" is what the parts in the rows go into.'
    return replace(table, headers=headers, decisions=(*table.decisions, text))


def _differ_within(table: SheetTable, owner: int, part: int) -> bool:
    """Whether no product names a part twice."""
    pairs = [
        (fold_number(record.cells[owner]), fold_number(record.cells[part]))
        for record in sample_of(table)
    ]
    return all(part for _, part in pairs) and len(set(pairs)) == len(pairs)


def _with_lower_lists(table: SheetTable, keys: Sequence[str]) -> SheetTable:
    lists = [at for at, key in enumerate(keys) if key in _LISTS]
    lower = [at for at, key in enumerate(keys) if key in _LOWER]
    numbers = [at for at, key in enumerate(keys) if key in RANKS["parts"]["itemNumber"]]
    if len(lists) != 1 or len(lower) != 1 or not numbers:
        return table
    made = {
        record.cells[lower[0]].strip(): record.cells[numbers[0]].strip()
        for record in table.records()
        if record.cells[lower[0]].strip()
    }

    def divide(record: SheetRecord) -> tuple[tuple[str, ...], str]:
        name = record.cells[lists[0]].strip()
        return record.cells, made.get(name, name)

    text = f'"{table.headers[lists[0]]}" names the list of each row, and "{table.headers[lower[0]]}" whose it is.'
    return with_column(table, PARENT, divide, told=text)
