"""Records between the steps of reading a sheet: rows as they stand, and what they become."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from hashlib import blake2b
from typing import Literal

from partwright.imports.sheets.records.lost_values import LostValue, without_lost
from partwright.imports.sheets.records.sources import SheetSource
from partwright.kit.patterns import lazy_regex
from partwright.kit.text_lines import composed

RowShare = Literal["", "part", "line"]
"""Which half of a row is meant: both, the item alone, or its place in the structure alone."""

UNKNOWN_PARENT = "?"
"""What a repair file says of a row whose parent could not be worked out."""
_UNSENDABLE = lazy_regex("[\0\ud800-\udfff]")


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
    section: str = ""
    """The title under which the row stands, where the sheet has such titles."""
    do_not_place: bool = False
    """Whether that title says that the parts below it are not placed."""
    is_source: bool = False
    """Whether the row only names another manufacturer or supplier of the part above."""
    alternate: str = ""
    """Whether the row is an `alternate` of one above or an `option`; empty for others."""
    marks: tuple[int, ...] = ()
    """The columns whose words say so."""
    lost: tuple[LostValue, ...] = ()
    """Cells that are empty here, as the file has an error or a formula in the place of a value."""

    def rearranged(self, cells: tuple[str, ...], places: Mapping[int, int]) -> "SheetRecord":
        """The record with other cells; `places` says where those of its own stand that are kept."""
        native = frozenset(places[at] for at in self.native if at in places)
        lost = tuple(x._replace(column=places[x.column]) for x in self.lost if x.column in places)
        return replace(self, cells=cells, native=native, lost=lost)


@lru_cache(maxsize=32)
def places_behind(width: int) -> Mapping[int, int]:
    """The places of a record's cells once there is another one before them."""
    return {at: at + 1 for at in range(width)}


@lru_cache(maxsize=32)
def places_without(index: int, width: int) -> Mapping[int, int]:
    """The places of a record's cells once one of them is gone."""
    return {at: at - (at > index) for at in range(width) if at != index}


@dataclass(frozen=True, slots=True)
class RowRemark:
    """Something about a row that a person may want to know; nothing is lost by it."""

    row_number: int
    """0 for what concerns the whole sheet."""
    text: str
    code: str = "REMARK"
    cells: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """The cells of a row of sums, or of what an order costs besides its parts."""


@dataclass(frozen=True, slots=True)
class SheetTable:
    """An opened file: its headers and a way to read its records, as often as needed."""

    headers: tuple[str, ...]
    decisions: tuple[str, ...]
    records: Callable[[], Iterator[SheetRecord]]
    remarks: tuple[RowRemark, ...] = ()
    """What the file holds besides, such as other tables."""
    product: str = ""
    """The assembly that the file itself says its rows belong to."""
    titles: tuple[str, ...] = ()
    """What stands above the header."""
    may_be_cut: bool = False
    """Whether commas divide the cells, and few rows have one that a blank begins."""
    outline: Mapping[int, int] = field(default_factory=dict[int, int])
    """Row to the depth at which a workbook groups it; rows that no group holds are absent."""
    is_indented: bool = False
    """Whether these depths are those of indents, which are a format of cells."""
    currency: str = ""
    """The one currency in which a workbook shows numbers."""
    notes: Mapping[int, str] = field(default_factory=dict[int, str])
    """Row to the notes that stand on its cells."""


def with_cell(record: SheetRecord, at: int, text: str) -> tuple[str, ...]:
    """The record's cells, of which one holds another text."""
    return (*record.cells[:at], text, *record.cells[at + 1 :])


def with_column(
    table: SheetTable,
    header: str,
    divide: Callable[[SheetRecord], tuple[Sequence[str], str]],
    *,
    told: str = "",
) -> SheetTable:
    """The table with a column behind its others: `divide` answers a record's cells and the new one."""
    before = table.records

    def records() -> Iterator[SheetRecord]:
        for record in before():
            cells, own = divide(record)
            yield replace(record, cells=(*cells, own))

    decisions = (*table.decisions, told) if told else table.decisions
    headers = (*table.headers, header)
    return replace(table, headers=headers, decisions=decisions, records=records)


@dataclass(frozen=True, slots=True)
class PreparedRow:
    """An item as the server understands it."""

    row_number: int
    item: ItemRow
    key: str = ""
    """What lines call an item that has no number."""
    sources: tuple[SheetSource, ...] = ()
    """Whose parts it may be, and who sells them."""
    assumed: tuple[str, ...] = ()
    """The units that nobody named, or the name, which a part that is there keeps."""
    is_existing: bool = False
    """Whether it must be there already, so that it is neither created nor changed."""

    @property
    def item_number(self) -> str:
        """The number that the sheet gives the item, or its key; empty where it has neither."""
        return str(self.item.get("itemNumber", self.key))


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
    remark: str = ""
    do_not_place: bool = False
    other_rows: tuple[int, ...] = ()
    """Further rows that are counted in it."""
    is_piece: bool = False
    """Whether its remark says how it differs from other rows of the part."""
    board: tuple[str, ...] = ()
    """The section and the board of the row, each of which has designators of its own."""


@dataclass(frozen=True, slots=True)
class RowProblem:
    """Reason why a row, or the half of it named by `share`, cannot be imported."""

    row_number: int
    reasons: tuple[str, ...]
    share: RowShare = ""
    item_number: str = ""
    parent: str = ""
    """The item number of the parent that was worked out for the row, if any; or `UNKNOWN_PARENT`."""
    given: str = ""
    """The number that the part of the row has, where the sheet gives it none."""


BOARDS = frozenset(
    """board; variant; assembly; pcb; module; variante; baugruppe; platine; leiterplatte; carte;
    placa""".replace("\n    ", " ").split("; ")
)
"""Attributes of what has designators of its own, in small letters."""

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
    quantity_words: str = ""
    """Words that count nothing, where the quantity should be."""
    find_number: int | None = None
    designators: tuple[str, ...] = ()
    designators_as_is: str = ""
    remark: str = ""
    do_not_place: bool = False
    is_definition: bool = False
    """Whether the row only begins the parts of an assembly that stands elsewhere."""
    sources: tuple[SheetSource, ...] = ()
    assumed: list[str] = field(default_factory=list[str])
    """The units of the item that nobody named, and its name where another column gave it."""
    pieces: list[str] = field(default_factory=list[str])
    """What the line says of its pieces, such as their weight, where they are not all alike."""
    name_fault: str = ""
    """Why the item has no name; it needs one only where it is created."""
    item_faults: list[str] = field(default_factory=list[str])
    line_faults: list[str] = field(default_factory=list[str])
    remarks: list[RowRemark] = field(default_factory=list[RowRemark])

    def note(self, code: str, text: str) -> None:
        """Add a remark."""
        self.remarks.append(RowRemark(self.row_number, text, code))

    @property
    def is_numbered(self) -> bool:
        return bool(self.item_number) and not is_key(self.item_number)

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
            remark=self.remark,
            do_not_place=self.do_not_place,
            is_piece=bool(self.pieces),
            board=self._board,
        )

    @property
    def _board(self) -> tuple[str, ...]:
        held = self.item.get("attributes")
        named = held.items() if isinstance(held, dict) and self.designators else ()
        return tuple(str(text) for name, text in named if name.casefold() in (*BOARDS, "category"))


_KEY_MARK = "\x01"


def key_of(name: str, *identity: str) -> str:
    """The key of an item that has no number: equal for equal identities."""
    text = "\0".join(part.casefold() for part in identity or (name,))
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return f"{_KEY_MARK}{name[:80]}{_KEY_MARK}{digest}"


def is_key(number: str) -> bool:
    """Whether the text stands for a number that the item does not have yet."""
    return number.startswith(_KEY_MARK)


def shown_number(number: str) -> str:
    """The number as a person reads it: of an item without one its name."""
    return number.split(_KEY_MARK)[1] if is_key(number) else number


def fold_number(item_number: str) -> str:
    """The form in which item numbers are compared: without regard to letter case."""
    if is_key(item_number):
        return item_number.rpartition(_KEY_MARK)[2].join((_KEY_MARK, ""))
    return composed(item_number.strip()).casefold()


def make_record(
    row_number: int, cells: Sequence[str], *, width: int, native: frozenset[int] = frozenset()
) -> SheetRecord:
    """The cells under `width` headers: short rows padded, longer ones and NUL a fault."""
    fault = ""
    cells, lost = without_lost(cells)
    if len(cells) > width and (rejoined := _rejoined(cells, width)):
        return SheetRecord(row_number, rejoined, native, lost=lost)
    if any(cell.strip() for cell in cells[width:]):
        fault = (
            f"the row has {len(cells)} cells under {width} headers; "
            "a cell that holds the delimiter must be quoted"
        )
    elif _UNSENDABLE.search("".join(cells)):
        fault = "the row holds a NUL character or half a character (a lone surrogate)"
    padded = (*cells[:width], *[""] * (width - len(cells)))
    return SheetRecord(row_number, padded, native, fault, lost=lost)


def _rejoined(cells: Sequence[str], width: int) -> tuple[str, ...]:
    """The cells of a row whose prose was cut at commas that have a blank after them, or none."""
    whole: list[str] = []
    if not any(cell.startswith(" ") and cell.strip() for cell in cells):
        return ()
    for cell in cells:
        if whole and cell.startswith(" ") and cell.strip():
            whole[-1] = f"{whole[-1]},{cell}"
        else:
            whole.append(cell)
    while len(whole) > width and not whole[-1].strip():
        whole.pop()
    return tuple(whole) if len(whole) == width else ()


def is_blank(cells: Sequence[str]) -> bool:
    """Whether a row holds nothing; such rows are counted and skipped."""
    return not any(cell.strip() for cell in cells)
