"""The title block of a sheet with the list of parts above it; pure."""

from itertools import pairwise
from math import cos, sin, tau
from textwrap import wrap
from typing import Final

from partwright.cad.sheets.model import Line, PenStroke, Point, SheetText, SheetTitle

TITLE_WIDTH, TITLE_HEIGHT = 180.0, 40.0
_ROW: Final = 10.0
_LIST_ROW: Final = 5.0
MOST_ROWS: Final = 18
_LIST_WIDTH: Final = 140.0
_COLUMNS: Final = ((2, 4), (9, 6), (19, 52), (94, 32))
"""Places of the columns of the list, and letters that each has room for."""
_NOTE: Final = 5.0
_NOTE_LETTERS: Final = 105
_LONGEST: Final = 44
_SHEET: Final = 22.0
"""Width of the cell that numbers the sheets."""


def title_block(
    title: SheetTitle, scale: str, corner: Point
) -> tuple[list[PenStroke], list[SheetText]]:
    """Lines and words, with the block's lower right corner at the corner of the border."""
    right, low = corner
    left, top = right - TITLE_WIDTH, low + TITLE_HEIGHT
    lines: list[Line] = [((left, low), (left, top)), ((left, top), (right, top))]
    lines += [((left, low + _ROW * n), (right, low + _ROW * n)) for n in (1, 2, 3)]
    columns = (left + 60, left + 120)
    lines += [((x, low), (x, low + _ROW * 3)) for x in columns]
    lines.append(((right - _SHEET, low + _ROW * 3), (right - _SHEET, top)))
    mass = "" if title.mass_kg is None else f"{title.mass_kg:.4g} kg"
    cells = (
        ("Material", title.material, 0, 2), ("Mass", mass, 1, 2), ("Scale", scale, 2, 2),
        ("Number", title.number, 0, 1), ("Revision", title.revision, 1, 1),
        ("Date", title.date, 2, 1), ("Tolerances", "ISO 2768-mK", 0, 0),
        ("Projection", "first angle, mm", 1, 0), ("Drawn by", "Partwright", 2, 0),
    )  # fmt: skip
    texts = [SheetText((left + 2, top - 3.4), "Title", 2.0)]
    texts.append(SheetText((left + 14, top - 7.4), _cut(title.name, _LONGEST), 5.0))
    texts.append(SheetText((right - _SHEET + 2, top - 3.4), "Sheet", 2.0))
    texts.append(SheetText((right - _SHEET + 2, top - 7.8), "1 of 1", 3.5))
    for head, words, column, row in cells:
        x, y = left + 60 * column + 2, low + _ROW * row
        texts.append(SheetText((x, y + 6.8), head, 2.0))
        texts.append(SheetText((x, y + 2.2), _cut(words, 26), 3.5))
    texts += _surface_words(title, (left, low))
    lines.append(((left + _SURFACE, low), (left + _SURFACE, low + _ROW)))
    for number, note in enumerate(_note_lines(title)):
        texts.append(SheetText((left, top + 3 + _NOTE * number), note, 3.0))
    strokes = [
        PenStroke(tuple(lines), 0.35),
        _first_angle((columns[1] - 22, low + 4.4)),
        _roughness((left + _SURFACE + 2, low + 1.6)),
    ]
    if title.parts:
        listed, words_of_list = _listed(title, (left - _LIST_WIDTH, low))
        strokes.append(listed)
        texts += words_of_list
    return strokes, texts


def _listed(title: SheetTitle, corner: Point) -> tuple[PenStroke, list[SheetText]]:
    """The list of parts, left of the block, counted upwards, its head on top."""
    left, low = corner
    rows = _rows(title)
    top = low + _LIST_ROW * len(rows)
    ends = (left, left + _LIST_WIDTH)
    lines: list[Line] = [((x, low), (x, top)) for x in ends]
    lines += [
        ((left, low + _LIST_ROW * n), (ends[1], low + _LIST_ROW * n)) for n in range(len(rows) + 1)
    ]
    texts = [
        SheetText((left + x, low + _LIST_ROW * number + 1.4), _cut(words, most), 2.5)
        for number, row in enumerate(rows)
        for (x, most), words in zip(_COLUMNS, row, strict=True)
        if words
    ]
    return PenStroke(tuple(lines), 0.18), texts


def _rows(title: SheetTitle) -> list[tuple[str, str, str, str]]:
    """The lines of the list from its lowest to its head; what has no room is told by its number."""
    parts = title.parts[:MOST_ROWS]
    rows = [(f"{n}", row.quantity, row.name, row.material) for n, row in enumerate(parts, 1)]
    if more := len(title.parts) - len(parts):
        rows.append(("", "", f"and {more} more, which the structure lists", ""))
    return [*rows, ("Pos", "Qty", "Name", "Material")] if rows else []


def height_of_list(title: SheetTitle) -> float:
    """Of the list of parts, above the border."""
    return _LIST_ROW * len(_rows(title))


def height_of_notes(title: SheetTitle) -> float:
    """Of the notes above the block."""
    return _NOTE * len(_note_lines(title))


def _note_lines(title: SheetTitle) -> list[str]:
    """The notes in lines that are as wide as the block, from the lowest up."""
    lines = [wrap(note, _NOTE_LETTERS) for note in title.notes]
    return [line for one in lines for line in reversed(one)]


_SURFACE: Final = 31.0
"""From the left of the block to the cell of the surfaces."""


def _surface_words(title: SheetTitle, corner: Point) -> list[SheetText]:
    left, low = corner
    return [
        SheetText((left + _SURFACE + 2, low + 6.8), "Surface", 2.0),
        SheetText((left + _SURFACE + 7, low + 2.2), _cut(title.surface, 9), 3.5),
    ]


def _roughness(at: Point) -> PenStroke:
    """The sign of a surface that is machined: a tick, closed by a bar."""
    x, y = at
    left, foot, right = (x, y + 2.0), (x + 1.2, y), (x + 3.4, y + 3.8)
    bar = ((x, y + 2.0), (x + 2.4, y + 2.0))
    return PenStroke(((left, foot), (foot, right), bar), 0.25)


def _first_angle(at: Point) -> PenStroke:
    """The sign of the projection: a cone from the side, and from its small end on the right."""
    x, y = at
    cone = ((x, y - 1.4), (x, y + 1.4), (x + 6, y + 2.8), (x + 6, y - 2.8), (x, y - 1.4))
    lines: list[Line] = list(pairwise(cone))
    lines += [((x - 1.5, y), (x + 7.5, y)), ((x + 9.5, y), (x + 17.5, y))]
    lines.append(((x + 13.5, y - 4), (x + 13.5, y + 4)))
    for radius in (1.4, 2.8):
        turns = [tau * n / 24 for n in range(25)]
        rim = [(x + 13.5 + radius * cos(turn), y + radius * sin(turn)) for turn in turns]
        lines += pairwise(rim)
    return PenStroke(tuple(lines), 0.18)


def _cut(words: str, most: int) -> str:
    return words if len(words) <= most else f"{words[: most - 3].rstrip()}..."
