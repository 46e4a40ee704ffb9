"""Columns that differ from row to row of one part, such as the lengths of a wire's pieces.

They belong to the lines: each line keeps them in its remark, and the part does not have them.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from partwright.imports.sheets.cell_values.no_numbers import says_no_number
from partwright.imports.sheets.fields.sheet_column import SheetColumn
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.mapping.source_columns import term_of
from partwright.imports.sheets.records.rows import SheetRecord, fold_number
from partwright.imports.sheets.records.targets import ATTRIBUTES, REMARK_OF
from partwright.imports.sheets.words.column_words import VALUE_NAMES
from partwright.imports.sheets.words.header_words import header_key

_OF_PARTS = frozenset(
    f"{ATTRIBUTES}{name}" for name in ("MPN", "Manufacturer", "Supplier", "Order Code", "Category")
)
_MEASURES = ("weight", "cost")
_WHY = "it differs between rows of one part, so it belongs to the lines"


class RepeatedNumbers:
    """Item numbers that stand in several rows, and those of them in rows that differ."""

    def __init__(self, plan: ColumnPlan) -> None:
        self._number = plan.of("itemNumber") if plan.structure != "none" else None
        self._cells = [column.index for column in _own(plan)]
        self._marks: dict[int, int] = {}
        self._repeated: set[int] = set()
        self.differing: set[str] = set()

    def of_pieces(self, words: frozenset[str]) -> frozenset[str]:
        """Those in rows that differ, where at least half of the repeated ones are.

        `words` are no numbers, though they are repeated.
        """
        differing = self.differing - words
        repeated = self._repeated.difference(map(hash, words))
        return frozenset(differing if 2 * len(differing) >= len(repeated) else ())

    def see(self, record: SheetRecord) -> None:
        """Take a row; of its cells only a mark is held."""
        if self._number is None or not self._cells or record.fault:
            return
        number = fold_number(record.cells[self._number.index])
        if not number or says_no_number(number) or _says_nothing(record, self._cells):
            return
        mark = hash(tuple(record.cells[at].strip() for at in self._cells))
        key = hash(number)
        if key not in self._marks:
            self._marks[key] = mark
            return
        self._repeated.add(key)
        if self._marks[key] != mark:
            self.differing.add(number)


def with_line_attributes(
    plan: ColumnPlan, numbers: frozenset[str], records: Iterable[SheetRecord]
) -> ColumnPlan:
    """The plan with the columns that differ in most of these parts given to the lines.

    Where such pieces differ in weight or price too, that is kept with the lines as well.
    """
    number = plan.of("itemNumber")
    if not numbers or number is None:
        return plan
    measures = [column for field in _MEASURES if (column := plan.of(field))]
    columns = [*_own(plan), *measures]
    first: dict[str, list[str]] = {}
    differing: dict[str, set[int]] = {one: set() for one in numbers}
    for record in records:
        own = fold_number(record.cells[number.index])
        if own not in differing or _says_nothing(record, [column.index for column in columns]):
            continue
        cells = [record.cells[column.index].strip() for column in columns]
        before = first.setdefault(own, cells)
        differing[own] |= {
            c.index for c, a, b in zip(columns, before, cells, strict=True) if a != b
        }
    counts = Counter(index for found in differing.values() for index in found)
    given = {c.index for c in _own(plan) if 2 * counts[c.index] >= len(numbers)}
    if not given:
        return plan
    return replace(
        plan,
        columns=tuple(
            replace(c, target=f"{REMARK_OF}{c.header}", why=_WHY) if c.index in given else c
            for c in plan.columns
        ),
        of_lines=frozenset(
            (one, c.target)
            for one, found in differing.items()
            for c in measures
            if c.index in found
        ),
    )


def _says_nothing(record: SheetRecord, cells: Iterable[int]) -> bool:
    """Whether all of the cells are empty, as in a row that only names another manufacturer."""
    return not any(record.cells[at].strip() for at in cells)


def _own(plan: ColumnPlan) -> Sequence[SheetColumn]:
    return [
        c
        for c in plan.columns
        if c.target.startswith(ATTRIBUTES)
        and c.target not in _OF_PARTS
        and header_key(c.header) not in VALUE_NAMES
        and not term_of(c.header)
    ]
