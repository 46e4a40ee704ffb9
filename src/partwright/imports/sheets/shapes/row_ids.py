"""Parents that rows name by ids which only tell the rows of the list apart."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from partwright.imports.sheets.cell_values.values import is_whole
from partwright.imports.sheets.fields.header_names import RANKS, WEAK_KEYS
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable, places_without
from partwright.imports.sheets.words.header_words import header_key

_SAMPLE = 200
_IDS = frozenset(
    [
        "id",
        "no",
        "nr",
        "item",
        "itemno",
        "itemid",
        "line",
        "lineno",
        "lineid",
        "row",
        "rowid",
        "rowno",
        "node",
        "nodeid",
        "uid",
        "key",
        "pos",
        "position",
        "index",
        "bomid",
        "partid",
        "componentid",
        "elementid",
        "lfdnr",
        "repere",
        "num",
        "entry",
        "entryid",
        "recordid",
        "pk",
    ]
)
"""Headers of what tells rows apart; ids of a list are no numbers of parts."""


def with_row_ids(table: SheetTable) -> SheetTable:
    """The parents by their numbers or names, where the rows name them by ids of rows."""
    sample = [record for record in islice(table.records(), _SAMPLE) if not record.fault]
    keys = [header_key(header) for header in table.headers]
    found = next(
        (
            (parents, ids)
            for parents, key in enumerate(keys)
            if key in RANKS["parts"]["parentItemNumber"]
            and key not in WEAK_KEYS["parts"]["parentItemNumber"]
            for ids in range(len(keys))
            if keys[ids] in _IDS and ids != parents and _name_rows(parents, ids, sample)
        ),
        None,
    )
    called = [] if found is None else _callings(keys, found)
    if found is None or not called or any(_name_any(found[0], at, sample) for at in called):
        return table
    parents, ids = found
    before = table.records
    wanted = {record.cells[parents].strip() for record in before()} - {""}
    names = {
        record.cells[ids].strip(): name
        for record in before()
        if record.cells[ids].strip() in wanted and (name := _first(record, called))
    }

    def records() -> Iterator[SheetRecord]:
        for record in before():
            cells = list(record.cells)
            cells[parents] = names.get(cells[parents].strip(), cells[parents])
            del cells[ids]
            yield record.rearranged(tuple(cells), places_without(ids, len(record.cells)))

    headers = tuple(header for at, header in enumerate(table.headers) if at != ids)
    told = f'"{table.headers[parents]}" names rows by "{table.headers[ids]}", which is not kept.'
    return replace(table, headers=headers, decisions=(*table.decisions, told), records=records)


def _callings(keys: Sequence[str], found: tuple[int, int]) -> list[int]:
    """The columns of numbers or names that parents may be called by, best first."""
    ranks = RANKS["parts"]
    weak = WEAK_KEYS["parts"]
    named = [
        (key in weak[field], order, at)
        for order, field in enumerate(("itemNumber", "name", "description"))
        for at, key in enumerate(keys)
        if at not in found and key in ranks[field]
    ]
    return [at for _, _, at in sorted(named)]


def _name_rows(parents: int, ids: int, sample: Sequence[SheetRecord]) -> bool:
    """Whether the parents are ids, and no two rows have the same one."""
    own = [text for record in sample if (text := record.cells[ids].strip())]
    above = {text for record in sample if (text := record.cells[parents].strip())}
    return (
        len(own) > 2
        and len(set(own)) == len(own)
        and 10 * sum(map(is_whole, own)) >= 9 * len(own)
        and len(above) > 0
        and 10 * len(above & set(own)) >= 9 * len(above)
    )


def _name_any(parents: int, column: int, sample: Sequence[SheetRecord]) -> bool:
    above = {text for record in sample if (text := record.cells[parents].strip())}
    return bool(above & {record.cells[column].strip() for record in sample})


def _first(record: SheetRecord, columns: Sequence[int]) -> str:
    return next((text for at in columns if (text := record.cells[at].strip())), "")
