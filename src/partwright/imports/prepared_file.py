"""A file whose rows are worked out before any writer waits for them."""

import os
import pickle
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import mkstemp
from typing import NamedTuple

from partwright.imports.body import RowReading, read_item_row
from partwright.imports.sheets.fields.kinds import ImportKind
from partwright.imports.sheets.records.rows import RowProblem, RowRemark, SheetLine, fold_number
from partwright.imports.sheets.repair.batches import ImportBatch
from partwright.imports.sheets.sheet_reader import SheetReading
from partwright.imports.writer import PRODUCT

ROWS_A_COMMIT = 5_000
LINES_A_COMMIT = 100_000


class ReadBatch(NamedTuple):
    """A batch, and the items of its rows."""

    batch: ImportBatch
    readings: list[RowReading]
    """One for each row; of those whose items exist elsewhere an empty one."""


SheetOutcome = ImportBatch | RowProblem | RowRemark
ImportPiece = ReadBatch | RowProblem | RowRemark


class PreparedFile:
    """A sheet that was understood, and its batches, kept on the disk and not in memory.

    Working them out takes as long as writing them; the transaction only reads them back.
    """

    def __init__(
        self,
        file_name: str,
        reading: SheetReading,
        folder: Path,
        *,
        sheet: str | None = None,
        whole_parents: bool = False,
    ) -> None:
        """Work the batches out; the folder must last as long as they are read.

        `sheet` names the one of several that this is.

        With `whole_parents`, all lines of an assembly are in one batch.
        """
        if reading.parent == PRODUCT and _is_topped(reading):
            reading = replace(reading, parent="")
        self.file_name = file_name
        self.reading = reading
        self.sheet = sheet
        descriptor, path = mkstemp(prefix="pieces-", dir=folder)
        os.close(descriptor)
        self._path = Path(path)
        with self._path.open("wb") as file:
            pieces = reading.batches(rows=ROWS_A_COMMIT, lines=LINES_A_COMMIT)
            for piece in _with_whole_parents(pieces) if whole_parents else pieces:
                is_batch = isinstance(piece, ImportBatch)
                read = _read(piece, reading.plan.kind) if is_batch else piece
                pickle.dump(read, file, pickle.HIGHEST_PROTOCOL)

    @property
    def begins_with_top(self) -> bool:
        """Whether levels below the first row's own are all that follows."""
        return self.reading.plan.structure == "level" and _is_topped(self.reading)

    def pieces(self) -> Iterator[ImportPiece]:
        """The batches, problems and remarks, as often as needed."""
        with self._path.open("rb") as file:
            while file.peek(1):
                yield pickle.load(file)  # noqa: S301 -- this process wrote it just before


def _read(batch: ImportBatch, kind: ImportKind) -> ReadBatch:
    """The batch with the items that its rows may become, so that no writer waits for the reading."""
    return ReadBatch(
        batch, [[] if r.is_existing else read_item_row(r.item, kind) for r in batch.rows]
    )


def _with_whole_parents(pieces: Iterable[SheetOutcome]) -> Iterator[SheetOutcome]:
    """The rows, and after them the lines, assembly by assembly."""
    lines: dict[str, list[SheetLine]] = {}
    for piece in pieces:
        if not isinstance(piece, ImportBatch):
            yield piece
            continue
        for line in piece.lines:
            lines.setdefault(fold_number(line.parent), []).append(line)
        if piece.rows:
            yield ImportBatch(piece.rows, ())
    batch: list[SheetLine] = []
    for of_parent in lines.values():
        batch += of_parent
        if len(batch) >= ROWS_A_COMMIT:
            yield ImportBatch((), tuple(batch))
            batch = []
    if batch:
        yield ImportBatch((), tuple(batch))


def _is_topped(reading: SheetReading) -> bool:
    """Whether one row stands above all others: it is the product itself."""
    has_tree = reading.plan.structure in ("level", "parent")
    return has_tree and reading.scan.top_rows == 1 and reading.total > 1
