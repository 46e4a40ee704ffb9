"""Rows in which a comma that is not quoted has cut a cell off."""

from collections.abc import Mapping, Sequence

from partwright.imports.sheets.fields.sheet_column import SheetColumn

_TEXTS = ("name", "description", "material", "remark")
_CUT_ROW = (
    "a comma seems to have cut a cell off, so that what follows stands a column too far; quote it"
)


def cut_place(cells: Sequence[str]) -> int | None:
    """The one cell of a row that begins with a blank and stands behind a filled one."""
    blank = [at for at, cell in enumerate(cells) if cell[:1] == " " and cell[1:2].isalnum()]
    is_cut = len(blank) == 1 and blank[0] > 0 and bool(cells[blank[0] - 1].strip())
    return blank[0] if is_cut else None


def cut_faults(
    cells: Sequence[str], unread: Sequence[int], columns: Mapping[str, SheetColumn]
) -> tuple[str, ...]:
    """The fault of a row with unreadable columns at or behind a cell that a comma may have cut off.

    Or with a word in the place of a number, which stands in the column of texts behind it.
    """
    place = cut_place(cells) if unread else None
    texts = [columns[field].index for field in _TEXTS if field in columns]
    shifted = [at for at in unread if at + 1 in texts and cells[at + 1].strip().isdecimal()]
    return (_CUT_ROW,) if shifted or (place is not None and place <= max(unread)) else ()
