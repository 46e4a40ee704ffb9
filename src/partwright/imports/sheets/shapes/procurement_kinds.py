"""Kinds of parts that ERPs keep as letters and ticks: `E` and `F` of SAP, an `X` below `Phantom item`."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from partwright.imports.sheets.cell_values.values import is_yes
from partwright.imports.sheets.fields.header_names import RANKS, WEAK_KEYS
from partwright.imports.sheets.mapping.column_evidence import values_of
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable, with_cell, with_column
from partwright.imports.sheets.shapes.level_columns import is_held, sample_of
from partwright.imports.sheets.words.header_words import header_key

_PROCURED = frozenset(
    map(
        header_key,
        (
            *("procurement type", "proc type", "procurement", "prc type", "BESKZ"),
            *("beschaffungsart", "beschaffung", "besch.-art", "type d'approvisionnement"),
            *("clase de aprovisionamiento", "tipo de aprovisionamiento", "tipo approvvigionamento"),
        ),
    )
)
_LETTERS = {"E": "Manufacture", "F": "Purchase"}
"""Letters of SAP; `X` is both, so that a person has to say."""
_PHANTOMS = frozenset(
    map(
        header_key,
        (
            *("phantom item", "phantom", "is phantom", "phantom assembly", "phantom part"),
            *("phantom bom", "phantom ind", "dummy", "dummy item", "phantombaugruppe"),
            *("dummybaugruppe", "ensemble fantôme", "article fantôme", "conjunto fantasma"),
            *("articulo fantasma", "assieme fantasma", "line type", "BOM line type"),
        ),
    )
)
_KIND = "Procurement Type"
_PHANTOM = "Phantom"


def with_procurement_kinds(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table with words for kinds of parts where letters and ticks stand for them."""
    keys = [header_key(header) for header in table.headers]
    if not any(key in _PROCURED or key in _PHANTOMS for key in keys):
        return table
    sample = sample_of(table)
    for at, key in enumerate(keys):
        if key in _PROCURED and not is_held(table, [at], held):
            table = _with_letters_told(table, at, values_of(at, sample))
    ticked = [at for at, key in enumerate(keys) if key in _PHANTOMS]
    ticked = [at for at in ticked if any(map(_is_phantom, values_of(at, sample)))]
    if not ticked or is_held(table, ticked, held):
        return table
    known = RANKS["parts"]["partType"].keys() - WEAK_KEYS["parts"]["partType"]
    kinds = [at for at, key in enumerate(keys) if key in known and at not in ticked]
    return _with_phantoms(table, ticked[0], kinds[0] if kinds else None)


def _with_letters_told(table: SheetTable, at: int, values: Sequence[str]) -> SheetTable:
    if not values or not {*_LETTERS, "X"}.issuperset(values) or not set(values) & _LETTERS.keys():
        return table
    before = table.records
    told = f'Below "{table.headers[at]}" E is what the company makes, F what it buys.'
    return replace(
        table,
        decisions=(*table.decisions, told),
        records=lambda: (
            replace(r, cells=with_cell(r, at, _LETTERS[cell])) if cell in _LETTERS else r
            for r in before()
            for cell in [r.cells[at].strip()]
        ),
    )


def _with_phantoms(table: SheetTable, ticked: int, kind: int | None) -> SheetTable:
    """The table whose column of kinds, or one that is added, names the parts that are phantoms."""
    told = f'"{table.headers[ticked]}" says which parts are phantoms.'
    if kind is None:
        return with_column(
            table,
            _KIND,
            lambda r: (r.cells, _PHANTOM if _is_phantom(r.cells[ticked]) else ""),
            told=told,
        )
    before = table.records

    def called(record: SheetRecord) -> SheetRecord:
        if not _is_phantom(record.cells[ticked]):
            return record
        return replace(record, cells=with_cell(record, kind, _PHANTOM))

    return replace(
        table,
        decisions=(*table.decisions, told),
        records=lambda: map(called, before()),
    )


def _is_phantom(cell: str) -> bool:
    return is_yes(cell) or cell.strip().casefold() == _PHANTOM.casefold()
