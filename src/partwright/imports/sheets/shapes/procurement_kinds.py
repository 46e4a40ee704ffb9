"""Kinds of parts that ERPs keep as letters and ticks: `E` and `F` of SAP, an `X` below `Phantom item`."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from partwright.imports.sheets.cell_values.choice_values import choice_of
from partwright.imports.sheets.cell_values.values import is_yes
from partwright.imports.sheets.fields.header_names import RANKS, WEAK_KEYS
from partwright.imports.sheets.mapping.column_evidence import values_of
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable, with_cell, with_column
from partwright.imports.sheets.shapes.level_columns import is_held, sample_of
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

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
_SOURCED = frozenset(
    map(
        header_key,
        ("source", "sourcing", "origin", "supply", "procured", "herkunft", "bezug", "beschaffung"),
    )
)
"""Headers below which suppliers stand as well as what is made and what is bought."""
_TYPED = RANKS["parts"]["partType"].keys() - WEAK_KEYS["parts"]["partType"]
_MADE = ("Manufacture", "Purchase")
_APART = lazy_regex(r"[\s/(,;:–]+")
_LONGEST = 60
_FEWEST = 2
_KIND = "Procurement Type"
_PHANTOM = "Phantom"


def with_procurement_kinds(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table with words for kinds of parts where letters and ticks stand for them."""
    table = _with_sources_told(table, held)
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
    kinds = [at for at, key in enumerate(keys) if key in _TYPED and at not in ticked]
    return _with_phantoms(table, ticked[0], kinds[0] if kinds else None)


def _with_sources_told(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table with a column of kinds, where one such as `Source` says make or buy and more: `Buy (coil vendor)`."""
    keys = [header_key(header) for header in table.headers]
    found = [at for at, key in enumerate(keys) if key in _SOURCED]
    told = [at for at, key in enumerate(keys) if key in _TYPED or key in _PROCURED]
    if len(found) != 1 or told or is_held(table, found, held):
        return table
    at = found[0]
    values = values_of(at, sample_of(table))
    known = sum(bool(_procured(text)) for text in values)
    if len(values) < _FEWEST or 10 * known < 7 * len(values):
        return table
    text = f'"{table.headers[at]}" says what is made and what is bought.'
    return with_column(table, _KIND, lambda r: (r.cells, _procured(r.cells[at])), told=text)


def _procured(text: str) -> str:
    """Make or buy, as the first word says; empty where it says both, or neither."""
    words = _APART.split(text.strip().casefold()[:_LONGEST])
    kinds = {kind for word in words[:2] if (kind := choice_of("partType", word)) in _MADE}
    first = choice_of("partType", words[0])
    return first if first in _MADE and len(kinds) == 1 else ""


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
