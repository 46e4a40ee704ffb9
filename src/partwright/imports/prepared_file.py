"""A file whose rows are worked out before any writer waits for them."""

import pickle
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from partwright.imports.sheets.batches import ImportBatch
from partwright.imports.sheets.rows import RowProblem, RowRemark
from partwright.imports.sheets.sheet_reader import SheetReading
from partwright.imports.writer import PRODUCT

ROWS_A_COMMIT = 5_000
LINES_A_COMMIT = 100_000

ImportPiece = ImportBatch | RowProblem | RowRemark


class PreparedFile:
    """A sheet that was understood, and its batches, kept on the disk and not in memory.

    Working them out takes as long as writing them; the transaction only reads them back.
    """

    def __init__(self, file_name: str, reading: SheetReading, folder: Path) -> None:
        """Work the batches out; the folder must last as long as they are read."""
        if reading.parent == PRODUCT and _is_topped(reading):
            reading = replace(reading, parent="")
        self.file_name = file_name
        self.reading = reading
        self._path = folder / "pieces"
        with self._path.open("wb") as file:
            for piece in reading.batches(rows=ROWS_A_COMMIT, lines=LINES_A_COMMIT):
                pickle.dump(piece, file, pickle.HIGHEST_PROTOCOL)

    def pieces(self) -> Iterator[ImportPiece]:
        """The batches, problems and remarks, as often as needed."""
        with self._path.open("rb") as file:
            while file.peek(1):
                yield pickle.load(file)  # noqa: S301 -- this process wrote it just before


def _is_topped(reading: SheetReading) -> bool:
    """Whether one row stands above all others: it is the product itself."""
    levels = reading.plan.structure == "level"
    return levels and reading.scan.top_rows == 1 and reading.total > 1
