"""Facts of a whole sheet: the number of rows, decimal marks, the writing of levels."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from partwright.imports.sheets.cell_values.dates import Order, order_shown
from partwright.imports.sheets.cell_values.decimals import Mark, NotUnderstood, mark_shown
from partwright.imports.sheets.cell_values.measures import MONEY
from partwright.imports.sheets.cell_values.money import currencies_of, split_money
from partwright.imports.sheets.cell_values.values import (
    is_dotted_level,
    meaningful_text,
    read_level,
    split_unit,
)
from partwright.imports.sheets.fields.column_table import COLUMNS
from partwright.imports.sheets.fields.import_column import ImportColumn
from partwright.imports.sheets.fields.sheet_column import SheetColumn
from partwright.imports.sheets.items.line_attributes import RepeatedNumbers
from partwright.imports.sheets.items.parent_pairs import ParentPairs
from partwright.imports.sheets.items.price_scan import PriceScan
from partwright.imports.sheets.items.word_numbers import WordNumbers
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.mapping.indents import indent_of
from partwright.imports.sheets.mapping.source_columns import PRICE_BREAK, SOURCE_PRICES
from partwright.imports.sheets.records.rows import SheetRecord
from partwright.imports.sheets.tables.non_items import names_sum
from partwright.kit.patterns import lazy_regex

_BOTH: tuple[Mark, ...] = (".", ",")
_IN_TEXT = lazy_regex(r"(?<![\w.,])0([.,])[0-9]+(?![\w.,])")
"""A fraction within a text, as in `Motor 0,75 kW`."""
_SHOWN = 40
_THIRDS = lazy_regex(r"[0-9]{1,3}([.,])[0-9]{3}(?![0-9.,])")


@dataclass(frozen=True, slots=True)
class SheetScan:
    """Findings of a pass over all records."""

    total: int
    """Records, without the header and blank rows."""
    filled: frozenset[int]
    """Columns that hold anything."""
    marks: Mapping[int, Mark]
    """The decimal mark of each numeric column that shows one, itself or by its neighbours."""
    order: Order | None
    """What stands first in the sheet's dates, where they show it."""
    dotted_levels: bool
    top_level: int
    """The smallest level that can be read."""
    top_rows: int
    """How many rows have that level; 1 where the first row alone has no parent, as `ParentPairs` says."""
    repeated_pairs: frozenset[int]
    """Marks (`pair_mark`) of parent and child that stand together more than once."""
    decisions: tuple[str, ...]
    indents: tuple[int, ...] = ()
    """By how many blanks rows are indented, rising."""
    counts: Mapping[int, int] = field(default_factory=dict[int, int])
    """How many cells of each column hold something."""
    quantities: int = 0
    """Rows that have a quantity."""
    several: int = 0
    """Rows that fill more than two cells."""
    priced: int = 0
    """Rows that have a price, in a sheet without quantities."""
    bare: frozenset[str] = frozenset()
    """The fields of which there are measures without a unit in their cell."""
    parents_by_name: bool = False
    outside_parents: tuple[str, ...] = ()
    """Parents that the sheet names and that are none of its rows."""
    row_prices: bool = False
    """Whether the prices are those of whole rows, since they add up to the sheet's sum."""

    currencies: tuple[str, ...] = ()
    """What the sums of rows name, where prices name none."""
    words: frozenset[str] = frozenset()
    """What stands as the number of many parts and is none, as `ots`."""
    differing: frozenset[str] = frozenset()
    """Item numbers whose rows differ, where most that stand in several rows do."""

    @property
    def has_sections(self) -> bool:
        """Whether a row of one text and no quantity is a title, since most others have one."""
        counted = self.quantities > 1 and 2 * self.quantities >= self.several
        return counted or (self.priced > 3 and 10 * self.priced >= 9 * self.several)

    def nearly_all(self, index: int) -> bool:
        """Whether a longer list has a value in the column in nearly all rows."""
        return self.total > 20 and 100 * self.counts.get(index, 0) >= 85 * self.total

    def fills_down(self, index: int) -> bool:
        """Whether a column is only filled where its value changes."""
        return 0 < 10 * self.counts.get(index, 0) <= 7 * self.total


def scan_records(
    records: Iterable[SheetRecord], plan: ColumnPlan, *, mark: Mark | None = None, parent: str = ""
) -> SheetScan:
    """Read all records once.

    `mark` is the decimal mark of the file if a person has named it, `parent` the assembly of rows
    that name none.
    """
    marks_seen, counts = _Marks(plan), _Counts(plan)
    levels = _Levels(plan.of("level"), plan.indented)
    signs, dates, words = _Signs(plan), _Dates(plan), WordNumbers(plan)
    prices, pairs, numbers = PriceScan(plan), ParentPairs(plan, parent), RepeatedNumbers(plan)
    _see(records, (counts, marks_seen, levels, pairs, signs, dates, prices, numbers, words))
    marks, decisions = _settle(marks_seen, mark)
    fixed = marks_seen.fixed() if mark is None and counts.total > 1 else {}
    marks = prices.with_mark(fixed | marks)
    dotted, top, at_top = levels.settled()
    return SheetScan(
        total=counts.total,
        filled=frozenset(counts.cells),
        counts=counts.cells,
        quantities=counts.quantities,
        several=counts.several,
        priced=counts.priced,
        bare=frozenset(counts.bare),
        marks=marks,
        order=dates.order,
        dotted_levels=dotted,
        top_level=top,
        top_rows=at_top or pairs.top_rows,
        repeated_pairs=frozenset(pairs.repeated),
        parents_by_name=pairs.by_name,
        outside_parents=pairs.outside,
        decisions=(*decisions, *signs.decisions(), *words.decisions()),
        indents=levels.indents,
        row_prices=prices.are_of_rows(marks),
        currencies=prices.currencies,
        words=words.found,
        differing=numbers.of_pieces(words.found),
    )


class _Part(Protocol):
    """Finding about all records."""

    def see(self, record: SheetRecord) -> None: ...


def _see(records: Iterable[SheetRecord], parts: Sequence[_Part]) -> None:
    for record in records:
        for part in parts:
            part.see(record)


class _Counts:
    """Share of the sheet that is filled."""

    def __init__(self, plan: ColumnPlan) -> None:
        self._quantity = plan.quantities.index if plan.quantities else None
        cost = plan.of("cost") if self._quantity is None and plan.designators is None else None
        self._cost = cost.index if cost else None
        self._measured = [
            column
            for declared, column in _declared(plan)
            if declared.unit and declared.unit.assumed
        ]
        self._breaks = [c.index for c in plan.columns if c.target.startswith(SOURCE_PRICES)]
        self.total = self.quantities = self.several = self.priced = 0
        self.cells: Counter[int] = Counter()
        self.bare: set[str] = set()

    def see(self, record: SheetRecord) -> None:
        filled = [at for at, cell in enumerate(record.cells) if cell and not cell.isspace()]
        self.total += 1
        self.cells.update(filled)
        self.several += len(filled) > 2
        self.quantities += self._quantity is not None and self._quantity in filled
        self.priced += self._cost is not None and self._cost in filled
        for column in self._measured:
            if _is_bare(record.cells[column.index]):
                self.bare.add(column.target)
        if any(_is_bare(record.cells[at]) for at in self._breaks):
            self.bare.add(PRICE_BREAK)


class _Marks:
    """The decimal marks that the numbers of each column show."""

    def __init__(self, plan: ColumnPlan) -> None:
        numeric = [pair for pair in _declared(plan) if pair[0].is_numeric]
        priced = [c for c in plan.columns if c.target.startswith(SOURCE_PRICES)]
        self.numeric = [*(column for _, column in numeric), *priced]
        self._number = {c.index: d.unit.number if d.unit else _number_of for d, c in numeric}
        self._number |= {column.index: MONEY.number for column in priced}
        self.shown: dict[int, set[Mark]] = {column.index: set() for column in self.numeric}

        self.thirds: dict[int, set[str]] = {
            column.index: set() for declared, column in numeric if declared.has_thousandths
        }
        """What stands before the last three digits of each number, for columns of fixed decimals."""
        indices = {column.index for column in self.numeric}
        self._texts = [column.index for column in plan.columns if column.index not in indices]
        self.open_number = ""
        """The first number such as `1.250`, which may mean either."""
        self.in_texts: set[Mark] = set()
        """The marks of fractions within texts, for a sheet whose numbers show none."""

    def see(self, record: SheetRecord) -> None:
        # Asked for only until a number shows its mark, or texts show both.
        if len(self.in_texts) < len(_BOTH) and not any(self.shown.values()):
            self._see_texts(record)
        for column in self.numeric:
            if column.index in record.native:
                continue
            if found := self._mark_of(column, record):
                self.shown[column.index].add(found)
            elif not self.open_number and "." in (cell := record.cells[column.index]):
                self.open_number = cell.strip()[:_SHOWN]
            if column.index in self.thirds and (
                text := meaningful_text(record.cells[column.index])
            ):
                match = _THIRDS.match(text)
                self.thirds[column.index].add(match[1] if match else "")

    def _see_texts(self, record: SheetRecord) -> None:
        for index in self._texts:
            for match in _IN_TEXT.finditer(record.cells[index]):
                self.in_texts.add("," if match[1] == "," else ".")

    def _mark_of(self, column: SheetColumn, record: SheetRecord) -> Mark | None:
        text = meaningful_text(record.cells[column.index])
        if not text:
            return None
        try:
            return mark_shown(self._number[column.index](text))
        except NotUnderstood:
            return None

    def fixed(self) -> dict[int, Mark]:
        """Columns in which all numbers have three decimals, as some systems write quantities."""
        return {
            index: mark
            for index, found in self.thirds.items()
            for mark in _BOTH
            if found == {mark} and not any(self.shown.values())
        }


def _is_bare(cell: str) -> bool:
    """Whether the cell is a number without a unit or a currency."""
    text = meaningful_text(cell)
    is_number = bool(text) and text[0] in "0123456789.,+-" and text[-1] in "0123456789.,-"
    return is_number and not any(map(str.isalpha, text[-4:]))


def _number_of(text: str) -> str:
    return split_unit(text)[0]


def _declared(plan: ColumnPlan) -> list[tuple[ImportColumn, SheetColumn]]:
    """The columns of the sheet that are declared, each with its declaration."""
    columns = COLUMNS[plan.kind.plural]
    return [(declared, found) for declared in columns if (found := plan.of(declared.field))]


def _settle(seen: _Marks, told: Mark | None) -> tuple[dict[int, Mark], list[str]]:
    numeric, shown = seen.numeric, seen.shown
    if told is not None:
        return {column.index: told for column in numeric}, []
    everywhere: set[Mark] = {one for found in shown.values() for one in found} or seen.in_texts
    marks: dict[int, Mark] = {}
    decisions: list[str] = []
    for column in numeric:
        found: set[Mark] = set(shown[column.index] or everywhere)
        if len(found) == 1:
            marks[column.index] = found.pop()
        elif len(shown[column.index]) > 1:
            decisions.append(
                f'"{column.header}" holds decimal points and decimal commas: '
                "numbers such as 1,234 or 1.234 are reported, since they may mean either."
            )
    commas = [f'"{c.header}"' for c in numeric if marks.get(c.index) == "," and shown[c.index]]
    if commas:
        decisions.append(f"The decimal mark is a comma in {', '.join(commas)}.")
    elif seen.in_texts == {","} and "," in marks.values():
        text = "The decimal mark is a comma, as in the texts of the sheet"
        number = seen.open_number
        text += f": {number} is read as {number.replace('.', '')}" if number else ""
        decisions.append(f"{text}.")
    return marks, decisions


class _Dates:
    """Order of day and month, if the sheet's dates agree about it."""

    def __init__(self, plan: ColumnPlan) -> None:
        self._dated = [column.index for declared, column in _declared(plan) if declared.is_date]
        self._shown: set[Order] = set()

    def see(self, record: SheetRecord) -> None:
        for index in self._dated:
            if shown := order_shown(record.cells[index]):
                self._shown.add(shown)

    @property
    def order(self) -> Order | None:
        return next(iter(self._shown)) if len(self._shown) == 1 else None


class _Levels:
    """Counting of a Level column; the smallest level is kept for both ways of writing.

    Or, where blanks show the levels, which numbers of blanks there are.
    """

    def __init__(self, column: SheetColumn | None, indented: SheetColumn | None) -> None:
        self._column = column
        self._indented = indented
        self._depths: Counter[int] = Counter()
        self._dotted = False
        self._tops: dict[bool, int] = {}
        self._at_top: Counter[tuple[bool, int]] = Counter()

    def see(self, record: SheetRecord) -> None:
        shown = record.cells[self._indented.index] if self._indented else ""
        if (depth := indent_of(shown)) is not None and not names_sum(shown):
            self._depths[depth] += 1
        if self._column is None or record.fault:
            return
        text = record.cells[self._column.index]
        if not text.strip():
            return
        self._dotted = self._dotted or is_dotted_level(text)
        for dotted in (False, True):
            try:
                level = read_level(text, dotted=dotted)
            except NotUnderstood:
                continue
            self._tops[dotted] = min(level, self._tops.get(dotted, level))
            self._at_top[dotted, level] += 1

    @property
    def indents(self) -> tuple[int, ...]:
        return tuple(sorted(self._depths))

    def settled(self) -> tuple[bool, int, int]:
        """Whether levels are dotted, the top one, and how many rows it has."""
        if self._depths:
            return False, 0, self._depths[min(self._depths)]
        top = self._tops.get(self._dotted, 0)
        return self._dotted, top, self._at_top[self._dotted, top]


class _Signs:
    """Currency signs that several countries share, where no column or header says which."""

    def __init__(self, plan: ColumnPlan) -> None:
        cost = plan.of("cost")
        self._cost = cost if cost and not cost.unit else None
        self._currency = plan.of("costCurrency")
        self._read: dict[str, str] = {}
        self._named: set[str] = set()

    def see(self, record: SheetRecord) -> None:
        if self._cost is None or record.cells[self._cost.index].isdecimal():
            return
        if self._currency and meaningful_text(record.cells[self._currency.index]):
            return
        try:
            signs = split_money(meaningful_text(record.cells[self._cost.index]))[1]
        except NotUnderstood:
            return
        meant = [(sign, currencies_of(sign)) for sign in signs]
        if len(meant) == 1 and meant[0][1][:1] > ("",):
            self._named.add(meant[0][1][0])
        if len(meant) == 1 and len(meant[0][1]) > 1:
            self._read[meant[0][0]] = meant[0][1][0]

    def decisions(self) -> list[str]:
        several = " and ".join(sorted(self._named))
        told = [f"Prices are in {several}, as their cells say."] if len(self._named) > 1 else []
        return told + [
            f"{sign} is read as {currency}, since nothing names another currency."
            for sign, currency in sorted(self._read.items())
            if currency
        ]
