"""What passes between the steps of reading a sheet: records as they stand, and what they become."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

RowShare = Literal["", "part", "line"]
"""Which half of a row is meant: both, the item alone, or its place in the structure alone."""

UNKNOWN_PARENT = "?"
"""What a repair file says of a row whose parent could not be worked out."""
_UNSENDABLE = re.compile("[\0\ud800-\udfff]")


ItemRow = dict[str, str | int | dict[str, str]]
"""A row of an import body, by the keys of its kind; only what the sheet gives is present."""


@dataclass(frozen=True, slots=True)
class SheetRecord:
    """One row under the header: as many cells as headers, text as it stands in the file."""

    row_number: int
    cells: tuple[str, ...]
    native: frozenset[int] = frozenset()
    """Columns whose cell is a number in the file itself, so that `.` is its decimal mark."""
    fault: str = ""
    """Why the row does not fit under the header; empty if it does."""


@dataclass(frozen=True, slots=True)
class SheetTable:
    """An opened file: its headers and a way to read its records, as often as needed."""

    headers: tuple[str, ...]
    decisions: tuple[str, ...]
    records: Callable[[], Iterator[SheetRecord]]


@dataclass(frozen=True, slots=True)
class PreparedRow:
    """An item as the server understands it."""

    row_number: int
    item: ItemRow

    @property
    def item_number(self) -> str:
        """The number that the sheet gives the item; empty where a counter is to give it."""
        return str(self.item.get("itemNumber", ""))


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A child under a parent, both by item number."""

    row_number: int
    parent: str
    child: str
    quantity: Decimal = Decimal(1)
    find_number: int | None = None
    designators: tuple[str, ...] = ()
    designators_as_is: str = ""
    """Designators that are kept as they stand, instead of one by one."""


@dataclass(frozen=True, slots=True)
class RowProblem:
    """Why a row, or the half of it named by `share`, cannot be imported."""

    row_number: int
    reasons: tuple[str, ...]
    share: RowShare = ""
    item_number: str = ""
    parent: str = ""
    """The item number of the parent that was worked out for the row, if any; or `UNKNOWN_PARENT`."""


@dataclass(frozen=True, slots=True)
class RowRemark:
    """Something about a row that a person may want to know; nothing is lost by it."""

    row_number: int
    text: str


SheetPiece = PreparedRow | SheetLine | RowProblem | RowRemark


@dataclass(slots=True)
class ReadRow:
    """A record whose cells were understood, before its place in the structure is known."""

    row_number: int
    item_number: str
    item: ItemRow
    share: RowShare = ""
    level: str = ""
    parent: str = ""
    stated_parent: str = ""
    """A parent taken from a repair file, which stands above every level."""
    line_owed: bool = False
    """Whether a repair file says that the row's line is still missing."""
    quantity: Decimal | None = None
    quantity_missing: bool = False
    """Whether the sheet has quantities, but none for this row."""
    find_number: int | None = None
    designators: tuple[str, ...] = ()
    designators_as_is: str = ""
    name_fault: str = ""
    """Why the item has no name; it needs one only where it is created."""
    item_faults: list[str] = field(default_factory=list[str])
    line_faults: list[str] = field(default_factory=list[str])
    remarks: list[str] = field(default_factory=list[str])

    def line_under(self, parent: str) -> SheetLine:
        """The row as a line under `parent`; the quantity is that of the designators if absent."""
        quantity = Decimal(len(self.designators) or 1) if self.quantity is None else self.quantity
        return SheetLine(
            row_number=self.row_number,
            parent=parent,
            child=self.item_number,
            quantity=quantity,
            find_number=self.find_number,
            designators=self.designators,
            designators_as_is=self.designators_as_is,
        )


def fold_number(item_number: str) -> str:
    """The form in which item numbers are compared: without regard to letter case."""
    return item_number.strip().casefold()


def make_record(
    row_number: int, cells: Sequence[str], *, width: int, native: frozenset[int] = frozenset()
) -> SheetRecord:
    """The cells under `width` headers: short rows padded, longer ones and NUL a fault."""
    fault = ""
    if any(cell.strip() for cell in cells[width:]):
        fault = (
            f"the row has {len(cells)} cells under {width} headers; "
            "a cell that holds the delimiter must be quoted"
        )
    elif _UNSENDABLE.search("".join(cells)):
        fault = "the row holds a NUL character or half a character (a lone surrogate)"
    padded = (*cells[:width], *[""] * (width - len(cells)))
    return SheetRecord(row_number, padded, native, fault)


def is_blank(cells: Sequence[str]) -> bool:
    """Whether a row holds nothing; such rows are counted and skipped."""
    return not any(cell.strip() for cell in cells)
