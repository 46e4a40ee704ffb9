"""From rows in the order of the sheet to parts and BOM lines: by levels, or by named parents."""

from collections import Counter
from collections.abc import Collection, Generator, Iterable, Iterator
from dataclasses import dataclass, replace

from partwright.imports.sheets.evidence import pair_mark
from partwright.imports.sheets.once import FLAT_MEMORY, Items
from partwright.imports.sheets.rows import (
    UNKNOWN_PARENT,
    BomLine,
    Piece,
    Problem,
    ReadRow,
    Remark,
    folded,
)

Placing = Generator[Piece, None, BomLine | None]


@dataclass(frozen=True, slots=True)
class Place:
    """The parent that was worked out for a row (empty at the top), or why none could be."""

    parent: str = ""
    reason: str = ""

    @property
    def to_repair(self) -> str:
        """The parent for a repair file, where a row of an unknown parent must not seem a top one."""
        return self.parent or (UNKNOWN_PARENT if self.reason else "")


def flat_pieces(rows: Iterable[ReadRow]) -> Iterator[Piece]:
    """Items alone; memory is bounded however long the sheet."""
    items = Items(remember=FLAT_MEMORY)
    for row in rows:
        if piece := items.item_of(row):
            yield piece
        yield from (Remark(row.row_number, text) for text in row.remarks)


def parent_pieces(
    rows: Iterable[ReadRow],
    *,
    parent: str = "",
    repeated: Collection[int] = (),
    items: Items | None = None,
) -> Iterator[Piece]:
    """Parts, and lines under the parents that the rows name; `parent` is that of the others.

    Lines whose `pair_mark` is in `repeated` wait for each other till the end.
    """
    known = items or Items()
    waiting: dict[str, list[BomLine]] = {}
    for row in rows:
        above = row.stated_parent or row.parent
        if not above and folded(parent) != folded(row.item_number):
            above = parent
        line = yield from placed(row, known, _named(above))
        if line is None:
            continue
        if pair_mark(line.parent, line.child) in repeated:
            waiting.setdefault(folded(line.parent), []).append(line)
        else:
            yield line
    for lines in waiting.values():
        yield from merged(lines)


def _named(parent: str) -> Place:
    if parent == UNKNOWN_PARENT:
        return Place(reason="write its parent under Import Parent, or nothing if it has none")
    return Place(parent)


def loose_pieces(rows: Collection[ReadRow], items: Items) -> Iterator[Piece]:
    """Rows of an indented sheet that name their parent, as those of a repair file do."""
    pairs = Counter(pair_mark(row.stated_parent, row.item_number) for row in rows)
    repeated = {pair for pair, count in pairs.items() if count > 1}
    yield from parent_pieces(rows, repeated=repeated, items=items)


def placed(row: ReadRow, items: Items, place: Place) -> Placing:
    """Yield what the row is by itself; return its line under the parent, if it has one."""
    if not row.item_number and row.share != "part":
        row.item_faults.append("a row of a structure needs an item number")
    part = items.item_of(row)
    reasons = () if row.share == "part" else (*row.line_faults, *_misplaced(row, place))
    refused = isinstance(part, Problem) and part.share == ""
    if isinstance(part, Problem):
        both = (*part.reasons, *reasons) if refused else part.reasons
        yield replace(part, reasons=both, parent=place.to_repair)
    elif part is not None:
        yield part
    if refused or row.item_faults or row.share == "part":
        return None
    if reasons:
        yield Problem(row.row_number, reasons, "line", row.item_number, place.to_repair)
        return None
    for text in row.remarks:
        yield Remark(row.row_number, text)
    if not place.parent:
        if row.quantity not in (None, 1) or row.designators:
            yield Remark(row.row_number, "the row has no parent, so its quantity is not used")
        return None
    if row.quantity_missing and not row.designators:
        yield Remark(row.row_number, "the row has no quantity: one is taken")
    return row.line_under(place.parent)


def _misplaced(row: ReadRow, place: Place) -> Iterator[str]:
    if place.reason:
        yield place.reason
    elif row.line_owed and not place.parent:
        yield "the row is to be a line, but names no parent; write it under Import Parent"
    elif place.parent and folded(place.parent) == folded(row.item_number):
        yield f"{row.item_number} stands under itself"


def merged(lines: Iterable[BomLine]) -> Iterator[BomLine | Problem]:
    """The lines of one parent, each child once: only designators allow two rows to be one line.

    Of rows that cannot be one line none is taken, since their sum may be meant.
    """
    by_child: dict[str, list[BomLine]] = {}
    for line in lines:
        by_child.setdefault(folded(line.child), []).append(line)
    for rows in by_child.values():
        whole = _one_line(rows)
        if whole is not None:
            yield whole
            continue
        numbers = ", ".join(str(row.row_number) for row in rows)
        for row in rows:
            reason = (
                f"{row.child} stands under {row.parent} in rows {numbers}; leave one row with the"
                " whole quantity, or give each the same find number and designators of its own"
            )
            yield Problem(row.row_number, (reason,), "line", row.child, row.parent)


def _one_line(rows: Iterable[BomLine]) -> BomLine | None:
    first, *others = rows
    for line in others:
        if not _may_merge(first, line):
            return None
        first = replace(
            first,
            quantity=first.quantity + line.quantity,
            find_number=line.find_number if first.find_number is None else first.find_number,
            designators=(*first.designators, *line.designators),
        )
    return first


def _may_merge(first: BomLine, second: BomLine) -> bool:
    known = {name.casefold() for name in first.designators}
    return (
        bool(first.designators and second.designators)
        and len({first.find_number, second.find_number} - {None}) < 2
        and not any(name.casefold() in known for name in second.designators)
    )
