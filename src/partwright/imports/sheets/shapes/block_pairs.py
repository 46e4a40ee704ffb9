"""Lists of blocks and their items, both by number and name: `Block`, `Block name`, `Item no`, `Item name`."""

from collections.abc import Collection
from dataclasses import replace
from itertools import islice, pairwise

from partwright.imports.sheets.fields.header_names import PARENT, RANKS
from partwright.imports.sheets.records.rows import SheetTable, fold_number
from partwright.imports.sheets.shapes.level_columns import is_held
from partwright.imports.sheets.shapes.parent_names import NAME_WORDS
from partwright.imports.sheets.shapes.written_levels import PARENT_NAME
from partwright.imports.sheets.words.header_words import header_key, header_words

_SAMPLE = 500
_LEAST = 3
_NUMBERS = frozenset(["no", "number", "code", "id", "nr", "nummer", "sku", "variant"])
_WHOLES = frozenset(
    ["product", "assembly", "finished", "baugruppe", "produkt", "produit", "prodotto"]
)
"""What headers of products begin with."""


def with_block_pairs(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table, its blocks called parents where some of them are items of other blocks.

    Blocks have a number and, below a header that begins with the same word, a name; beside one more
    column of numbers, as `Product number`, `Product name` and `Part no`, one of them is enough.
    """
    keys = [header_key(header) for header in table.headers]
    ranks = RANKS["parts"]
    numbers = [at for at, key in enumerate(keys) if key in ranks["itemNumber"]]
    placed = [
        at
        for at, key in enumerate(keys)
        if key in ranks["level"] or key in ranks["parentItemNumber"]
    ]
    if len(numbers) not in (1, 2) or not {*placed} <= {*numbers}:
        return table
    blocks = [at for at, key in enumerate(keys) if not any(key in ranks[f] for f in ranks)]
    blocks = blocks if len(numbers) == 1 else numbers[:1]
    pairs = [(at, own) for at in blocks if (own := _named_by(table.headers, at)) is not None]
    if len(pairs) != 1:
        return table
    (block, called), item = pairs[0], numbers[-1]
    if is_held(table, (block, called, item), held) or not _are_above(table, block, called, item):
        return table
    headers = list(table.headers)
    headers[block], headers[called] = PARENT, PARENT_NAME
    headers[item] = "Item Number"
    told = f'"{table.headers[block]}" is the parent of "{table.headers[item]}".'
    return replace(table, headers=tuple(headers), decisions=(*table.decisions, told))


def _are_above(table: SheetTable, block: int, called: int, item: int) -> bool:
    """Whether blocks of several rows, each of one name, have items that are blocks themselves.

    Products that no other one has are blocks where the rows of each stand together.
    """
    records = [r for r in islice(table.records(), _SAMPLE) if not r.fault]
    rows = [(fold_number(r.cells[block]), fold_number(r.cells[item])) for r in records]
    whole = [(above, own) for above, own in rows if above and own]
    above, below = {a for a, _ in whole}, {own for _, own in whole}
    if len(whole) < _LEAST or 10 * len(whole) < 9 * len(rows) or len(above) == len(whole):
        return False
    names = {(fold_number(r.cells[block]), r.cells[called].strip()) for r in records}
    blocks = sum(before != after for (before, _), (after, _) in pairwise(whole)) + 1
    is_one = len(names) == len(above) == blocks and above.isdisjoint(below)
    if header_words(table.headers[block])[0] in _WHOLES and is_one and 2 * blocks < len(whole):
        return True
    return any(any(map(str.isdigit, text)) for text in above & below)


def _named_by(headers: tuple[str, ...], index: int) -> int | None:
    """The column whose header is that of another one with a word for names behind it."""
    first = header_words(headers[index])
    while len(first) > 1 and first[-1] in _NUMBERS:
        first = first[:-1]
    for at, header in enumerate(headers):
        words = header_words(header)
        if first and at != index and words[:-1] == first and words[-1] in NAME_WORDS:
            return at
    return None
