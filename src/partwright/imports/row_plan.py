"""The plan of an import of rows by the letter of the interface, of what became of them; pure."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec
from msgspec import Raw

from partwright.imports.body import FIRST_ROW, FailedImportRow, ImportBody
from partwright.imports.plan_result import (
    MOST_LISTED,
    ImportPlan,
    LineFigures,
    PartFigures,
    PlannedColumn,
    RowWarning,
    numbers_given,
)
from partwright.imports.preview_columns import (
    NOWHERE,
    ImportPreview,
    ItemOutcome,
    PreviewItems,
    PreviewLines,
)
from partwright.imports.service import WrittenRows
from partwright.imports.sheets.fields.kinds import ATTRIBUTES, ImportKind
from partwright.kit.decimals import decimal_number
from partwright.kit.fields import NOT_JSON
from partwright.versioning.model import number_key

LINE_FIELDS = ("quantity", "findNumber", "referenceDesignator")
"""What a line says of itself, beside its parent and its child."""
_BY_KEY = "by its key"
_decode: msgspec.json.Decoder[Any] = msgspec.json.Decoder()
_UNITS = (
    ("cost", "costCurrency", "currency", "CURRENCY_ASSUMED"),
    ("weight", "weightUnit", "unit", "UNIT_ASSUMED"),
)
"""Fields, those of their units, what these are called, and the code of the remark on them."""


def line_row(body: ImportBody, index: int) -> int:
    """The row of a line: lines are counted on behind the rows."""
    return FIRST_ROW + len(body.rows) + index


def plan_rows(
    body: ImportBody, written: WrittenRows, kind: ImportKind, *, preview: bool
) -> ImportPlan:
    """The plan; a line that was refused is a problem of its own."""
    rows = list(map(_decoded, body.rows))
    lines = list(map(_decoded, body.lines))
    result = written.result
    made = {item.row_number for item in result.created_items}
    good = [row for number, row in enumerate(rows, FIRST_ROW) if number in made]
    refused_lines = [
        FailedImportRow(line_row(body, index), [line.error])
        for index, line in sorted(written.failed_lines.items())
    ]
    return ImportPlan(
        columns=_columns(rows, lines, kind),
        decisions=[],
        parts=PartFigures(new=result.success_count, refused=result.error_count),
        lines=LineFigures(new=len(body.lines) - len(refused_lines), refused=len(refused_lines)),
        changes=[],
        matches=[],
        warnings=_warnings(good, kind),
        problems=[*result.failed_rows, *refused_lines],
        preview=_RowPreview(written).preview(rows, lines, body) if preview else None,
    )


def _decoded(raw: Raw) -> Mapping[str, Any]:
    """The entry; without keys where it is no object."""
    try:
        entry = _decode.decode(raw)
    except NOT_JSON:
        return {}
    return cast("Mapping[str, Any]", entry) if isinstance(entry, dict) else {}


def _columns(
    rows: Sequence[Mapping[str, Any]], lines: Sequence[Mapping[str, Any]], kind: ImportKind
) -> list[PlannedColumn]:
    """Keys that have a meaning, and attributes; of a line's keys those that no row has."""
    found: dict[str, None] = {}
    for row in rows:
        for key, value in row.items():
            if key == ATTRIBUTES and isinstance(value, dict):
                names = cast("Mapping[str, Any]", value)
                found |= dict.fromkeys(f"{ATTRIBUTES}.{name}" for name in names)
            elif key in kind.row_keys:
                found[key] = None
    known = ("parentItemNumber", "childItemNumber", *LINE_FIELDS)
    found |= dict.fromkeys(key for key in known if any(key in line for line in lines))
    return [PlannedColumn(key, key, _BY_KEY) for key in found][:MOST_LISTED]


def _warnings(rows: Sequence[Mapping[str, Any]], kind: ImportKind) -> list[RowWarning]:
    """Remarks on what the rows leave out."""
    warnings: list[RowWarning] = []
    if given := sum(not str(row.get("itemNumber") or "").strip() for row in rows):
        warnings.append(numbers_given(given))
    defaults = {field.wire: field.default for field in kind.item_type.fields}
    for field, unit, noun, code in _UNITS:
        bare = [row for row in rows if row.get(field) is not None and row.get(unit) is None]
        if unit in defaults and bare:
            text = f'"{field}" names no {noun}: {defaults[unit]} is assumed'
            warnings.append(RowWarning(0, code, text))
    return warnings


class _RowPreview:
    """Gathers items and lines as they would be."""

    def __init__(self, written: WrittenRows) -> None:
        self._written = written
        self._items = PreviewItems([], [], [], [])
        self._places: dict[str, int] = {}
        """Places of the items by their numbers."""

    def preview(
        self,
        rows: Sequence[Mapping[str, Any]],
        lines: Sequence[Mapping[str, Any]],
        body: ImportBody,
    ) -> ImportPreview:
        result = self._written.result
        for made in result.created_items:
            row = rows[made.row_number - FIRST_ROW]
            self._add(made.item_number, str(row["name"]).strip(), "new", made.row_number)
        for failed in result.failed_rows:
            row = rows[failed.row_number - FIRST_ROW]
            self._add(_text(row, "itemNumber"), _text(row, "name"), "refused", failed.row_number)
        told = PreviewLines([], [], [], [], [], [])
        quantities = {line.index: decimal_number(line.quantity) for line in self._written.lines}
        for index, line in enumerate(lines):
            refused = index in self._written.failed_lines
            told.parents.append(self._place(_text(line, "parentItemNumber")))
            told.children.append(self._place(_text(line, "childItemNumber"), is_child=True))
            told.quantities.append(None if refused else quantities[index])
            told.quantities_before.append(None)
            told.outcomes.append("refused" if refused else "new")
            told.rows.append(line_row(body, index))
        return ImportPreview(self._items, told, is_whole=True)

    def _add(self, number: str, name: str, outcome: ItemOutcome, row: int) -> int:
        place = len(self._items.numbers)
        self._items.numbers.append(number)
        self._items.names.append(name)
        self._items.outcomes.append(outcome)
        self._items.rows.append([row] if row else [])
        if number:
            self._places.setdefault(number_key(number), place)
        return place

    def _place(self, number: str, *, is_child: bool = False) -> int:
        """The place of what a line calls so, which is made where nothing has it."""
        key = number_key(number)
        if key in self._places:
            return self._places[key]
        if not number and not is_child:
            return NOWHERE
        found = self._written.found.get(key)
        name = found.name if found else ""
        return self._add(found.item_number if found else number, name, "unchanged", 0)


def _text(entry: Mapping[str, Any], key: str) -> str:
    """The text under a key; empty for anything else."""
    value = entry.get(key)
    return value.strip() if isinstance(value, str) else ""
