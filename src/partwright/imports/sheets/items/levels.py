"""Indented BOMs: each row's parent is the nearest row above that is one level higher."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from partwright.imports.sheets.cell_values.decimals import NotUnderstood
from partwright.imports.sheets.cell_values.values import read_level
from partwright.imports.sheets.items.dedupe import SeenItems
from partwright.imports.sheets.items.structure import (
    ParentPlace,
    loose_pieces,
    merge_lines,
    place_row,
)
from partwright.imports.sheets.records.rows import (
    ReadRow,
    RowProblem,
    RowRemark,
    SheetLine,
    SheetPiece,
    fold_number,
    is_key,
    key_of,
    shown_number,
)


@dataclass(slots=True)
class _Frame:
    """An item on the way down to the present row, and the lines met under it so far."""

    level: int
    item_number: str
    row_number: int
    lines: list[SheetLine] = field(default_factory=list[SheetLine])
    doubtful: int = 0
    """The row without a readable level that stood below, and may be the true parent."""


def level_pieces(
    rows: Iterable[ReadRow], *, dotted: bool, top_level: int, parent: str = ""
) -> Iterator[SheetPiece]:
    """Parts and lines of an indented sheet whose smallest level is `top_level`.

    `parent` is the assembly over its top rows, if they have one. A row above whose level cannot
    be read makes the parents after it doubtful, till a row at a higher level clears that.
    """
    rows = _told_apart(rows, dotted=dotted)
    _mark_definitions(rows, dotted=dotted)
    _leave_outer_parents(rows, dotted=dotted, top_level=top_level)
    items = SeenItems()
    expansions = _Expansions()
    loose: list[ReadRow] = []
    stack = [_Frame(top_level - 1, parent, 0)]
    for row in rows:
        if row.stated_parent:
            loose.append(row)
            continue
        try:
            level = read_level(row.level, dotted=dotted)
        except NotUnderstood as refusal:
            for frame in stack[1:]:
                frame.doubtful = row.row_number
            yield from _without_level(row, items, refusal)
            continue
        while len(stack) > 1 and stack[-1].level >= level:
            yield from expansions.close(stack.pop())
        line = yield from place_row(row, items, _place(row, stack, level))
        if line is not None:
            stack[-1].lines.append(line)
        stack.append(_Frame(level, row.item_number, row.row_number))
    while stack:
        yield from expansions.close(stack.pop())
    yield from loose_pieces(loose, items)


def _told_apart(rows: Iterable[ReadRow], *, dotted: bool) -> list[ReadRow]:
    """The rows; assemblies without a number are one only where they hold the same."""
    held = list(rows)
    if not any(is_key(row.item_number) for row in held):
        return held
    below: list[list[int]] = [[] for _ in held]
    stack: list[tuple[int, int]] = []
    for at, row in enumerate(held):
        try:
            level = read_level(row.level, dotted=dotted)
        except NotUnderstood:
            continue
        while stack and stack[-1][0] >= level:
            stack.pop()
        if stack:
            below[stack[-1][1]].append(at)
        stack.append((level, at))
    for at in reversed(range(len(held))):
        row = held[at]
        if below[at] and is_key(row.item_number):
            children = sorted(f"{held[c].item_number}={held[c].quantity}" for c in below[at])
            row.item_number = key_of(shown_number(row.item_number), row.item_number, *children)
    return held


def _mark_definitions(rows: Sequence[ReadRow], *, dotted: bool) -> None:
    """In a list of two levels a top row whose item stands in an assembly above breaks it down.

    Such lists name each assembly again before its own parts. The row is no place of its own then.
    """
    levels: list[int] = []
    for row in rows:
        try:
            levels.append(read_level(row.level, dotted=dotted))
        except NotUnderstood:
            return
    if len(set(levels)) != 2:
        return
    top, below = min(levels), set[str]()
    for at, row in enumerate(rows):
        is_above = at + 1 < len(rows) and levels[at + 1] > top
        if levels[at] > top:
            below.add(fold_number(row.item_number))
        elif is_above and row.is_numbered and fold_number(row.item_number) in below:
            row.is_definition = True
            text = f"{row.item_number} is already in an assembly above; this row only begins the list of its parts"
            row.note("REMARK", text)


def _leave_outer_parents(rows: Sequence[ReadRow], *, dotted: bool, top_level: int) -> None:
    """Forget what top rows name as their parent where that is one and the same, and no row.

    It is the product, whatever the import calls that.
    """
    numbers = {fold_number(row.item_number) for row in rows}
    named = [row for row in rows if row.parent and fold_number(row.parent) not in numbers]
    if len({fold_number(row.parent) for row in named}) != 1:
        return
    try:
        are_top = all(read_level(row.level, dotted=dotted) == top_level for row in named)
    except NotUnderstood:
        return
    for row in named if are_top else ():
        row.parent = ""


def _without_level(row: ReadRow, items: SeenItems, refusal: NotUnderstood) -> Iterator[SheetPiece]:
    shown = refusal.about(row.level)
    yield from place_row(row, items, ParentPlace(reason=f"level: {shown}"))


def _place(row: ReadRow, stack: list[_Frame], level: int) -> ParentPlace:
    above = stack[-1]
    if above.level != level - 1:
        return ParentPlace(
            reason=f"the level is {level}, but no row of level {level - 1} is above it"
        )
    if above.doubtful:
        return ParentPlace(
            reason=f"its parent is not certain, since row {above.doubtful} has no readable level"
        )
    if not above.item_number and above.row_number:
        return ParentPlace(reason=f"its parent in row {above.row_number} has no item number")
    number = fold_number(row.item_number)
    if number and any(fold_number(frame.item_number) == number for frame in stack[:-1]):
        return ParentPlace(
            above.item_number,
            f"{shown_number(row.item_number)} contains itself",
        )
    if row.parent and fold_number(row.parent) != fold_number(above.item_number):
        named = shown_number(above.item_number) or "nothing"
        return ParentPlace(reason=f"the row names {row.parent} as its parent, its level {named}")
    return ParentPlace(above.item_number)


def _line_mark(line: SheetLine) -> int:
    text = "\0".join(
        (
            fold_number(line.child),
            str(line.quantity.normalize()),
            str(line.find_number),
            *line.designators,
            line.designators_as_is,
        )
    )
    return int.from_bytes(blake2b(text.encode("utf-8"), digest_size=8).digest(), "big")


class _Expansions:
    """The children each assembly had where it was first expanded, as marks of its lines."""

    def __init__(self) -> None:
        self._first: dict[str, tuple[int, frozenset[int]]] = {}

    def close(self, frame: _Frame) -> Iterator[SheetPiece]:
        """The lines of the assembly, if this is the first time that it is expanded."""
        lines: list[SheetLine] = []
        for piece in merge_lines(frame.lines):
            if isinstance(piece, SheetLine):
                lines.append(piece)
            else:
                yield piece
        if not lines:
            return
        marks = {_line_mark(line): line for line in lines}
        earlier = self._first.setdefault(
            fold_number(frame.item_number), (frame.row_number, frozenset(marks))
        )
        if earlier[0] == frame.row_number:
            yield from lines
            return
        for mark, line in marks.items():
            if mark not in earlier[1]:
                yield _differing(line, earlier[0])
        if missing := len(earlier[1] - marks.keys()):
            yield RowRemark(
                frame.row_number,
                f"{shown_number(frame.item_number)} has {missing} more or other lines in its expansion at row"
                f" {earlier[0]}; those are imported",
            )


def _differing(line: SheetLine, first_row: int) -> RowProblem:
    reason = (
        f"{shown_number(line.parent)} was expanded at row {first_row} without this line or with another "
        "quantity, find number or designator; that expansion is imported"
    )
    return RowProblem(line.row_number, (reason,), "line", line.child, line.parent)
