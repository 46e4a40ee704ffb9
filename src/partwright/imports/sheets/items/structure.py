"""From rows in the order of the sheet to parts and BOM lines: by levels, or by named parents."""

from collections import Counter
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from partwright.imports.sheets.items.dedupe import FLAT_MEMORY, SeenItems
from partwright.imports.sheets.items.parent_pairs import pair_mark
from partwright.imports.sheets.records.rows import (
    UNKNOWN_PARENT,
    ReadRow,
    RowProblem,
    RowRemark,
    SheetLine,
    SheetPiece,
    fold_number,
    is_key,
    shown_number,
)

Placing = Generator[SheetPiece, None, SheetLine | None]


@dataclass(frozen=True, slots=True)
class ParentPlace:
    """The parent that was worked out for a row (empty at the top), or why none could be."""

    parent: str = ""
    reason: str = ""

    @property
    def to_repair(self) -> str:
        """The parent for a repair file, where a row of an unknown parent must not seem a top one."""
        return self.parent or (UNKNOWN_PARENT if self.reason else "")


def flat_pieces(rows: Iterable[ReadRow]) -> Iterator[SheetPiece]:
    """Items alone; memory is bounded however long the sheet."""
    items = SeenItems(remember=FLAT_MEMORY)
    for row in rows:
        if piece := items.item_of(row):
            yield piece
        yield from row.remarks


def parent_pieces(
    rows: Iterable[ReadRow],
    *,
    parent: str = "",
    repeated: Collection[int] = (),
    items: SeenItems | None = None,
) -> Iterator[SheetPiece]:
    """Parts, and lines under the parents that the rows name; `parent` is that of the others.

    Lines whose `pair_mark` is in `repeated` wait for each other till the end.
    """
    known = items or SeenItems()
    waiting: dict[str, list[SheetLine]] = {}
    for row in rows:
        above = row.stated_parent or row.parent
        if not above and fold_number(parent) != fold_number(row.item_number):
            above = parent
        line = yield from place_row(row, known, _named(above))
        if line is None:
            continue
        if is_key(line.child) or pair_mark(line.parent, line.child) in repeated:
            waiting.setdefault(fold_number(line.parent), []).append(line)
        else:
            yield line
    for lines in waiting.values():
        yield from merge_lines(lines)


def _named(parent: str) -> ParentPlace:
    if parent == UNKNOWN_PARENT:
        return ParentPlace(reason="write its parent under Import Parent, or nothing if it has none")
    return ParentPlace(parent)


def loose_pieces(rows: Collection[ReadRow], items: SeenItems) -> Iterator[SheetPiece]:
    """Rows of an indented sheet that name their parent, as those of a repair file do."""
    pairs = Counter(pair_mark(row.stated_parent, row.item_number) for row in rows)
    repeated = {pair for pair, count in pairs.items() if count > 1}
    yield from parent_pieces(rows, repeated=repeated, items=items)


def place_row(row: ReadRow, items: SeenItems, place: ParentPlace) -> Placing:
    """Yield what the row is by itself; return its line under the parent, if it has one."""
    if not row.item_number and row.share != "part" and not row.name_fault:
        row.item_faults.append("a row of a structure needs an item number or a name")
    part = items.item_of(row)
    reasons = () if row.share == "part" else (*row.line_faults, *_misplaced(row, place))
    refused = isinstance(part, RowProblem) and part.share == ""
    if isinstance(part, RowProblem):
        both = (*part.reasons, *reasons) if refused else part.reasons
        yield replace(part, reasons=both, parent=place.to_repair)
    elif part is not None:
        yield part
    if refused or row.item_faults or row.share == "part":
        return None
    if reasons:
        yield RowProblem(row.row_number, reasons, "line", row.item_number, place.to_repair)
        return None
    yield from row.remarks
    if row.is_definition:
        return None
    if not place.parent:
        if row.quantity not in (None, 1) or row.designators:
            yield RowRemark(row.row_number, "the row has no parent, so its quantity is not used")
        return None
    if row.quantity_missing and not row.designators:
        yield RowRemark(row.row_number, _one_is_taken(row))
    return row.line_under(place.parent)


def _one_is_taken(row: ReadRow) -> str:
    """Told with the words that stand where the quantity should."""
    if row.quantity_words:
        return f"the row has no quantity ({row.quantity_words}): one is taken"
    return "the row has no quantity: one is taken"


def _misplaced(row: ReadRow, place: ParentPlace) -> Iterator[str]:
    if place.reason:
        yield place.reason
    elif row.line_owed and not place.parent:
        yield "the row should be a line but names no parent; write it under Import Parent"
    elif place.parent and fold_number(place.parent) == fold_number(row.item_number):
        yield f"{shown_number(row.item_number)} contains itself"


def merge_lines(lines: Iterable[SheetLine]) -> Iterator[SheetLine | RowProblem | RowRemark]:
    """The lines of one parent, each child once: quantities are added up, and that is told.

    A designator that several rows of one board name counts once where their quantities are those
    of their designators; else these rows cannot all be right, and none of them is taken.
    """
    by_child: dict[str, list[SheetLine]] = {}
    for line in lines:
        by_child.setdefault(fold_number(line.child), []).append(line)
    for rows in by_child.values():
        child, parent = shown_number(rows[0].child), shown_number(rows[0].parent)
        numbers = _shown_rows(rows)
        twice = _named_twice(rows)
        if twice and not _count_places(rows):
            for row in rows:
                reason = (
                    f"{child} stands under {parent} in rows {numbers}, and more than one of them"
                    f" names {', '.join(twice)}; give each row its own designators"
                )
                yield RowProblem(row.row_number, (reason,), "line", row.child, row.parent)
            continue
        whole = _one_line(rows)
        if left_out := _left_out(rows):
            text = f"{child} stands in rows {numbers}, of which {left_out} is not placed; it is not counted"
            yield RowRemark(rows[0].row_number, text, "DUPLICATE_ROW")
        elif twice:
            text = f"{child} stands in rows {numbers}, and more than one of them names {', '.join(twice)}"
            yield RowRemark(
                rows[0].row_number,
                f"{text}; {_counting(rows)}, {whole.quantity.normalize():f} in all",
                "DUPLICATE_ROW",
            )
        elif len(rows) > 1 and not all(row.designators for row in rows):
            text = f"{child} stands in rows {numbers}: their quantities are added"
            yield RowRemark(
                rows[0].row_number,
                f"{text}, {whole.quantity.normalize():f} in all",
                "DUPLICATE_ROW",
            )
        yield whole


_SHOWN_ROWS = 20


def _shown_rows(rows: Sequence[SheetLine]) -> str:
    """The numbers of rows; of many the first ones."""
    numbers = [str(row.row_number) for row in rows[:_SHOWN_ROWS]]
    more = len(rows) - len(numbers)
    return ", ".join(numbers) + (f" and {more} more" if more else "")


def _named_twice(rows: Iterable[SheetLine]) -> list[str]:
    counts = Counter(name.casefold() for row in rows for name in row.designators)
    return sorted({n for row in rows for n in row.designators if counts[n.casefold()] > 1})[:10]


def _count_places(rows: Sequence[SheetLine]) -> bool:
    """Whether each row counts its designators, so that those of all can be counted."""
    return not _left_out(rows) and all(row.quantity == len(row.designators) for row in rows)


def _counting(rows: Sequence[SheetLine]) -> str:
    """Words for whether a designator that stands in several rows is one place or several."""
    boards = len({row.board for row in rows}) > 1
    return "they are of several boards, so each counts" if boards else "it is counted once"


def _one_line(rows: Sequence[SheetLine]) -> SheetLine:
    placed = [row for row in rows if not row.do_not_place]
    left_out = _left_out(rows)
    first, *others = (_counted(row, len(rows)) for row in (placed if left_out else rows))
    for line in others:
        remarks = dict.fromkeys(text for text in (first.remark, line.remark) if text)
        own = {name.casefold() for name in first.designators}
        further = tuple(name for name in line.designators if name.casefold() not in own)
        again = len(line.designators) - len(further) if first.board == line.board else 0
        first = replace(
            first,
            quantity=first.quantity + line.quantity - again,
            find_number=line.find_number if first.find_number is None else first.find_number,
            designators=(*first.designators, *further),
            other_rows=(*first.other_rows, line.row_number),
            remark="; ".join(remarks),
        )
    if left_out:
        remarks = filter(None, (first.remark, f"not placed: {left_out}"))
        return replace(first, remark="; ".join(remarks))
    return first


def _counted(row: SheetLine, rows: int) -> SheetLine:
    """The row with its quantity before its remark, where others of the part are other pieces."""
    if rows < 2 or not row.is_piece:
        return row
    return replace(row, remark=f"{row.quantity.normalize():f} x {row.remark}")


def _left_out(rows: Sequence[SheetLine]) -> str:
    """Designators or quantities of the rows that are not placed, where others of the part are."""
    absent = [row for row in rows if row.do_not_place]
    if len(absent) == len(rows):
        return ""
    return ", ".join(", ".join(r.designators) or f"{r.quantity.normalize():f}" for r in absent)
