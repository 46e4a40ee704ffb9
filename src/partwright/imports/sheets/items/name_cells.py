"""Names of rows, and what serves as one where a row has none."""

from partwright.imports.sheets.cell_values.no_numbers import is_unsure, says_no_number
from partwright.imports.sheets.cell_values.not_placed import is_left_out_mark
from partwright.imports.sheets.cell_values.values import meaningful_text
from partwright.imports.sheets.items.item_key import in_one_line
from partwright.imports.sheets.items.scan import SheetScan
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.records.rows import ReadRow, SheetRecord
from partwright.imports.sheets.records.targets import ATTRIBUTES
from partwright.imports.sheets.tables.non_items import is_note
from partwright.imports.sheets.words.column_words import SHAPES, VALUE_NAMES
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_WORDS = lazy_regex(r"[^\W\d_]{3,}(?: [^\W\d_]{2,}){0,4}")
"""No designator, which has a number: `Front panel`."""


class NameReader:
    """Reads names under one plan; what they are read from and what is missing is told once for all rows."""

    def __init__(self, plan: ColumnPlan, scan: SheetScan) -> None:
        self._plan = plan
        self._named = plan.of("name")
        values = [c for c in plan.columns if header_key(c.header) in VALUE_NAMES]
        self._values = values
        named, *coded = map(plan.of, ("description", f"{ATTRIBUTES}MPN", "itemNumber"))
        self._standins = [c for c in (named, *values, *coded) if c is not None]
        held = scan.counts.get(self._named.index, 0) if self._named else 0
        self._are_few_named = scan.total >= 5 and 2 * held <= scan.total
        kept = [c for c in plan.columns if c.target.startswith(ATTRIBUTES)]
        keys = {header_key(column.header): column for column in kept}
        self._shapes = [keys[name] for name in SHAPES if name in keys]
        called = " or ".join(column.header for column in plan.name_from)
        called = self._named.header if self._named else called
        self._fault = f"{called}: {plan.kind.one} needs a name"

    def read(self, record: SheetRecord, row: ReadRow, text: str) -> str:
        """The name of the row, whose cell for it holds the text; its fault stands in the row."""
        if self._named:
            row.name_fault = self._fault
            if name := in_one_line(text):
                return name
            if row.item_number and not self._are_few_named:
                return ""
        row.assumed.append("name")
        text = self._joined(record) or self._standin(record, row)
        if not text and (text := self._in_its_place(record)):
            row.note("REMARK", f'the row has no name; "{text}" serves as one')
        if text:
            return text[: self._plan.kind.longest["name"]].strip()
        row.name_fault = row.name_fault or self._fault
        return ""

    def _standin(self, record: SheetRecord, row: ReadRow) -> str:
        """The text that serves as name where the row has none; told where it is a mere number."""
        for column in self._plan.name_from or self._standins:
            if column.target == "itemNumber" and is_note(record.cells):
                row.item_faults.append("this reads like a note, not an item; an item has a name")
            text = in_one_line(meaningful_text(record.cells[column.index]))
            is_name = not column.target.endswith((".MPN", ".Order Code")) or is_unsure(text)
            if column in self._values and self._is_shape(record, text):
                continue
            if text and (is_name or not says_no_number(text)) and not is_left_out_mark(text):
                if column.target == "itemNumber" and self._named:
                    row.note("REMARK", f'the row has no name; "{text}" serves as one')
                return text
        return ""

    def _in_its_place(self, record: SheetRecord) -> str:
        """The shape of a placed part without a value, or a word among its designators, as `PCB`."""
        places = self._plan.designators
        if places is None:
            return ""
        text = meaningful_text(record.cells[places.index])
        is_word = _WORDS.fullmatch(text) and not is_left_out_mark(text)
        return self._shape(record) or (in_one_line(text) if is_word else "")

    def _joined(self, record: SheetRecord) -> str:
        """The name of several cells, as `Washer M3 DIN 125`, or of those that are filled."""
        texts = [meaningful_text(record.cells[c.index]) for c in self._plan.name_parts]
        return in_one_line(" ".join(filter(None, texts)))

    def _is_shape(self, record: SheetRecord, text: str) -> bool:
        """Whether a value only says a footprint again, as `0805` of an LED, and another cell says more."""
        shapes = [in_one_line(meaningful_text(record.cells[c.index])) for c in self._shapes]
        return text in shapes and self._plan.designators is not None and self._shape(record) != text

    def _shape(self, record: SheetRecord) -> str:
        """The symbol or the footprint in a schematic of a part that has no value."""
        texts = (meaningful_text(record.cells[c.index]) for c in self._shapes)
        return in_one_line(next(filter(None, texts), ""))
