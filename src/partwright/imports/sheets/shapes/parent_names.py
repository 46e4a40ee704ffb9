"""Assemblies that lists name as parents, by number and by name, and give no row of their own."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from partwright.imports.sheets.fields.header_names import RANKS, WEAK_KEYS
from partwright.imports.sheets.records.rows import (
    SheetRecord,
    SheetTable,
    fold_number,
    places_without,
)
from partwright.imports.sheets.words.header_words import header_key, header_words

NAME_WORDS = frozenset(["description", "desc", "name", "title", "bezeichnung", "benennung"])

_PLAIN_BESIDE_NAMES = frozenset(["kit", "bundle", "component"])
"""Clear where `Kit name` and `Component name` stand beside them; `Group name` may be of a category."""


def with_parent_names(table: SheetTable) -> SheetTable:
    """A row for each parent whose name stands beside its number and that is no row itself."""
    keys = [header_key(header) for header in table.headers]
    ranks = RANKS["parts"]
    above = [at for at in range(len(keys)) if _is_called(table.headers[at], "parentItemNumber")]
    numbers = _numbers(table.headers)
    called = [
        at for at in range(len(keys)) if above and _names_parents(table.headers, at, above[0])
    ]
    naming = [*ranks["name"].keys() - WEAK_KEYS["parts"]["name"], *ranks["description"]]
    names = [at for at, key in enumerate(keys) if key in naming and at not in called]
    if len(above) != 1 or len(called) != 1 or not numbers or not names:
        return table
    parents, own, child, name = above[0], called[0], numbers[0], names[0]
    counts = [at for at, key in enumerate(keys) if key in ranks["quantity"]]
    outside = _outside(table, parents, own, child)
    # One above all others is the product, which has no row either.
    missing = outside if len(outside) > 1 else {}
    before = table.records

    def records() -> Iterator[SheetRecord]:
        told: set[str] = set()
        for record in before():
            folded = fold_number(number := record.cells[parents].strip())
            if folded in missing and folded not in told:
                told.add(folded)
                cells = [""] * len(record.cells)
                cells[child], cells[name] = number, missing[folded]
                for at in counts[:1]:
                    cells[at] = "1"
                yield _without(SheetRecord(record.row_number, tuple(cells)), own)
            yield _without(record, own)

    return replace(
        table,
        headers=tuple(header for at, header in enumerate(table.headers) if at != own),
        decisions=(*table.decisions, f'"{table.headers[own]}" names the parents.'),
        records=records,
        product=table.product or ("" if missing else next(iter(outside.values()), "")),
    )


def _numbers(headers: Sequence[str]) -> list[int]:
    """The columns of the numbers of parts; `Item No.` is one where nothing else is."""
    found = [at for at, header in enumerate(headers) if _is_called(header, "itemNumber")]
    ranks = RANKS["parts"]["itemNumber"]
    return found or [at for at, header in enumerate(headers) if header_key(header) in ranks]


def _outside(table: SheetTable, parents: int, own: int, child: int) -> dict[str, str]:
    """The names of parents that are no rows, by their numbers."""
    rows = {fold_number(record.cells[child]) for record in table.records()}
    return {
        fold_number(number): title
        for record in table.records()
        if (number := record.cells[parents].strip())
        and (title := record.cells[own].strip())
        and fold_number(number) not in rows
    }


def _is_called(header: str, field: str) -> bool:
    """Whether the header names the field plainly, perhaps as that of a component."""
    plain = RANKS["parts"][field].keys() - (WEAK_KEYS["parts"][field] - _PLAIN_BESIDE_NAMES)
    words = header_words(header)
    rest = "".join(words[1:]) if words[:1] == ("component",) else ""
    return header_key(header) in plain or (field == "itemNumber" and rest in RANKS["parts"][field])


def _names_parents(headers: Sequence[str], index: int, parents: int) -> bool:
    """Whether the header is that of the parents with a word for names, as `Parent description`."""
    words, first = header_words(headers[index]), header_words(headers[parents])
    return (
        len(words) == 2 and words[:1] == first[:1] and words[1] in NAME_WORDS and index != parents
    )


def _without(record: SheetRecord, index: int) -> SheetRecord:
    """The record without one of its cells."""
    cells = (*record.cells[:index], *record.cells[index + 1 :])
    return record.rearranged(cells, places_without(index, len(record.cells)))
