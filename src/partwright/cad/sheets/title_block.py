"""The title block of a sheet with the list of parts above it; pure."""

from typing import Final

from partwright.cad.sheets.model import Line, PenStroke, Point, SheetText, SheetTitle

TITLE_WIDTH, TITLE_HEIGHT = 180.0, 40.0
_ROW: Final = 10.0
_LIST_ROW: Final = 5.0
_MOST_ROWS: Final = 18
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
    for number, note in enumerate(title.notes):
        texts.append(SheetText((left, top + 3 + 5 * number), _cut(note, 90), 3.0))
    strokes = [PenStroke(tuple(lines), 0.35)]
    if title.parts:
        listed, words_of_list = _listed(title, (left - 92, low))
        strokes.append(listed)
        texts += words_of_list
    return strokes, texts


def _listed(title: SheetTitle, corner: Point) -> tuple[PenStroke, list[SheetText]]:
    """The list of parts, left of the block, counted upwards."""
    left, low = corner
    rows = title.parts[:_MOST_ROWS]
    top = low + _LIST_ROW * len(rows)
    lines: list[Line] = [((left, low), (left, top)), ((left + 92, low), (left + 92, top))]
    lines += [
        ((left, low + _LIST_ROW * n), (left + 92, low + _LIST_ROW * n))
        for n in range(len(rows) + 1)
    ]
    texts: list[SheetText] = []
    for number, row in enumerate(rows, 1):
        y = low + _LIST_ROW * (number - 1) + 1.4
        texts.append(SheetText((left + 2, y), f"{number}", 2.5))
        texts.append(SheetText((left + 9, y), row.quantity, 2.5))
        texts.append(SheetText((left + 19, y), _cut(row.name, 50), 2.5))
    return PenStroke(tuple(lines), 0.18), texts


def _cut(words: str, most: int) -> str:
    return words if len(words) <= most else f"{words[: most - 3].rstrip()}..."
