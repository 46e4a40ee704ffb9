"""Worksheets of texts and numbers, written row by row with little memory.

The library takes a text that looks like its own markup (`<r>..</r>`) for markup, and takes many
steps for each cell. Here a text is a text, and what many rows say is escaped once.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from xlsxwriter import Workbook  # pyright: ignore[reportMissingTypeStubs]
from xlsxwriter.utility import (  # pyright: ignore[reportMissingTypeStubs]
    xl_rowcol_to_cell_fast,
)
from xlsxwriter.worksheet import Worksheet  # pyright: ignore[reportMissingTypeStubs]

_LONGEST_KEPT = 200
"""Characters of a text that is likely to come again."""


class PlainSheet(Worksheet):
    """A worksheet without rich texts, in a workbook that is written row by row."""

    def _write_cell(self, row: int, col: int, cell: Any) -> None:
        sheet: Any = self
        kind = type(cell).__name__
        if kind not in ("String", "RichString", "Number"):
            cast("Any", super())._write_cell(row, col, cell)
            return
        place = f'<c r="{xl_rowcol_to_cell_fast(row, col)}"'
        if cell.format:
            place += f' s="{cell.format._get_xf_index()}"'
        if kind == "Number":
            sheet.fh.write(f"{place}><v>{cell.number:.16G}</v></c>")
            return
        text = cell.string
        inline = _inline(text) if len(text) <= _LONGEST_KEPT else _inline.__wrapped__(text)
        sheet.fh.write(f'{place} t="inlineStr">{inline}</c>')


def plain_workbook(path: Path) -> Any:
    """A workbook of plain sheets, each of which is written row by row."""
    book: Any = Workbook(str(path), {"constant_memory": True, "tmpdir": str(path.parent)})
    book.worksheet_class = PlainSheet
    return book


@lru_cache(maxsize=4096)
def _inline(text: str) -> str:
    """A text as it stands in its cell."""
    plain = _escaper._escape_control_characters(text)
    space = ' xml:space="preserve"' if plain.strip() != plain else ""
    return f"<is><t{space}>{_escaper._escape_data(plain)}</t></is>"


_escaper: Any = Worksheet()
