"""Cutting a stream of parts and lines into bodies of `POST /api/import/parts`."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TypedDict

from partwright.imports.sheets.records.rows import (
    ItemRow,
    PreparedRow,
    RowProblem,
    RowRemark,
    SheetLine,
    SheetPiece,
    fold_number,
    shown_number,
)

ROW_LIMIT = 500
LINE_LIMIT = 2_000
ROWLESS_LINE_LIMIT = 500
_FIRST_ROW = 2


class RequestLine(TypedDict, total=False):
    """An entry of `bomRelationships`; the quantity is a JSON number, to be written exactly."""

    parentItemNumber: str
    childItemNumber: str
    quantity: int | Decimal
    findNumber: int
    referenceDesignator: str


class RequestBody(TypedDict, total=False):
    """The part of the request body that a sheet gives."""

    rows: list[ItemRow]
    bomRelationships: list[RequestLine]


@dataclass(frozen=True, slots=True)
class ImportBatch:
    """Content of one request; without rows (which the import demands) its lines stand alone.

    Lines alone go to `POST /api/relationships/batch-create`, both items being there already.
    """

    rows: tuple[PreparedRow, ...]
    lines: tuple[SheetLine, ...]

    def body(self) -> RequestBody:
        """The rows and lines in the names of the interface."""
        body = RequestBody(rows=[row.item for row in self.rows])
        if self.lines:
            body["bomRelationships"] = [request_line(line) for line in self.lines]
        return body

    def refused_row(self, server_row: int, reasons: Iterable[str]) -> RowProblem:
        """The problem of the sheet's row that the server calls `rowNumber` (2 is the first)."""
        row = self.rows[server_row - _FIRST_ROW]
        number = row.item_number
        return RowProblem(row.row_number, tuple(reasons), "part", number)

    def refused_line(self, parent: str, child: str, reason: str) -> RowProblem:
        """The problem of the sheet's row whose line the server names in `failedRelationships`."""
        pair = (fold_number(parent), fold_number(child))
        line = next(
            line
            for line in self.lines
            if (fold_number(line.parent), fold_number(line.child)) == pair
        )
        return RowProblem(line.row_number, (reason,), "line", line.child, line.parent)


def request_line(line: SheetLine) -> RequestLine:
    """The line as an entry of `bomRelationships`; a whole quantity is an integer."""
    whole = line.quantity == line.quantity.to_integral_value()
    body = RequestLine(
        parentItemNumber=line.parent,
        childItemNumber=line.child,
        quantity=int(line.quantity) if whole else line.quantity,
    )
    if line.find_number is not None:
        body["findNumber"] = line.find_number
    if designators := line.designators_as_is or ", ".join(line.designators):
        body["referenceDesignator"] = designators
    return body


def cut_batches(
    pieces: Iterable[SheetPiece],
    *,
    structured: bool,
    rows: int = ROW_LIMIT,
    lines: int = LINE_LIMIT,
) -> Iterator[ImportBatch | RowProblem | RowRemark]:
    """Batches of at most `rows` rows and `lines` lines; problems and remarks pass through.

    A line travels with or after both of its items; one whose item is not in the sheet waits till
    the end, and one whose item was refused becomes a problem. Without `structured` no item
    number is held.
    """
    cutter = _Cutter(rows, lines, structured=structured)
    for piece in pieces:
        if isinstance(piece, PreparedRow):
            if cutter.full:
                yield cutter.batch()
            cutter.take_row(piece)
        elif isinstance(piece, SheetLine):
            cutter.take_line(piece)
        else:
            if isinstance(piece, RowProblem):
                cutter.note_problem(piece)
            yield piece
    yield from cutter.rest()


class _Cutter:
    def __init__(self, row_limit: int, line_limit: int, *, structured: bool) -> None:
        self._row_limit = row_limit
        self._line_limit = line_limit
        self._structured = structured
        self._rows: list[PreparedRow] = []
        self._ready: deque[SheetLine] = deque()
        self._known: set[str] = set()
        self._waiting: dict[str, list[SheetLine]] = {}
        self._refused: dict[str, int] = {}

    @property
    def full(self) -> bool:
        return len(self._rows) >= self._row_limit

    def take_row(self, row: PreparedRow) -> None:
        self._rows.append(row)
        number = fold_number(row.item_number)
        if self._structured and number:
            self._known.add(number)
            for line in self._waiting.pop(number, ()):
                self.take_line(line)

    def take_line(self, line: SheetLine) -> None:
        for end in (fold_number(line.parent), fold_number(line.child)):
            if end not in self._known:
                self._waiting.setdefault(end, []).append(line)
                return
        self._ready.append(line)

    def note_problem(self, problem: RowProblem) -> None:
        """A part that is not sent at all; one refused for its structure alone is sent."""
        if problem.share == "" and problem.item_number:
            self._refused.setdefault(fold_number(problem.item_number), problem.row_number)

    def batch(self) -> ImportBatch:
        """All rows at hand, and as many lines as may go with them."""
        count = min(len(self._ready), self._line_limit)
        batch = ImportBatch(tuple(self._rows), tuple(self._ready.popleft() for _ in range(count)))
        self._rows.clear()
        return batch

    def rest(self) -> Iterator[ImportBatch | RowProblem]:
        """The batches left at the end: the last rows are spread over as many as the lines need."""
        for lines in self._waiting.values():
            for line in lines:
                missing = self._refused_end(line)
                if missing is None:
                    self._ready.append(line)
                else:
                    number, row = missing
                    reason = f"{shown_number(number)} is not imported, for the reasons given at row {row}"
                    yield RowProblem(line.row_number, (reason,), "line", line.child, line.parent)
        rows, self._rows = self._rows, []
        needed = -(-len(self._ready) // self._line_limit)
        batches = max(1, min(len(rows), needed))
        heads = [
            rows[: len(rows) - batches + 1],
            *([row] for row in rows[len(rows) - batches + 1 :]),
        ]
        yield from self._spread(heads if rows else [])
        while self._ready:
            count = min(len(self._ready), ROWLESS_LINE_LIMIT)
            yield ImportBatch((), tuple(self._ready.popleft() for _ in range(count)))

    def _refused_end(self, line: SheetLine) -> tuple[str, int] | None:
        for end in (line.parent, line.child):
            if fold_number(end) not in self._known and fold_number(end) in self._refused:
                return end, self._refused[fold_number(end)]
        return None

    def _spread(self, heads: Sequence[list[PreparedRow]]) -> Iterator[ImportBatch]:
        """Each head with lines whose items are in it or before it."""
        later = {
            fold_number(row.item_number): place
            for place, head in enumerate(heads)
            for row in head
            if place
        }
        for place, head in enumerate(heads):
            taken: list[SheetLine] = []
            kept: deque[SheetLine] = deque()
            for line in self._ready:
                ends = (fold_number(line.parent), fold_number(line.child))
                free = max(later.get(end, 0) for end in ends) <= place
                (taken if free and len(taken) < self._line_limit else kept).append(line)
            self._ready = kept
            yield ImportBatch(tuple(head), tuple(taken))
