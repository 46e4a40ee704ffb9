"""Views, dimensions and title block put on a sheet of A3, in first-angle projection; pure."""

from typing import Final

from partwright.cad.sheets.balloons import AROUND, draw_balloons
from partwright.cad.sheets.centre_lines import draw_centre_lines
from partwright.cad.sheets.holes import draw_holes
from partwright.cad.sheets.leaders import axis_seen_along
from partwright.cad.sheets.lying import (
    draw_diameters,
    draw_lengths,
    draw_worked,
    rows_above,
    rows_of,
    shows_above,
)
from partwright.cad.sheets.model import (
    DrawnSheet,
    PenStroke,
    Point,
    ProjectedView,
    SectionNote,
    SheetText,
    SheetTitle,
    SheetViews,
)
from partwright.cad.sheets.pen import PlacedView, SheetDrawing, figure, width_of
from partwright.cad.sheets.sections import FIRST, STACK, draw_section, draw_steps, levels_of
from partwright.cad.sheets.spans import room_of, spans_from_above, spans_of_front
from partwright.cad.sheets.threads import draw_threads
from partwright.cad.sheets.title_block import (
    MOST_ROWS,
    TITLE_HEIGHT,
    TITLE_WIDTH,
    height_of_list,
    height_of_notes,
    title_block,
)

WIDTH, HEIGHT = 420.0, 297.0
LEFT, EDGE = 20.0, 10.0
"""The border: wider where sheets are bound."""
_GAP: Final = 34.0
"""Between views, and from the border: room for dimensions."""
_SCALES: Final = (50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
"""Of ISO 5455."""
_AWAY: Final = 12.0
"""From a view to its overall size."""
_MOST_WORDS: Final = 90.0
"""So much room have the words beside the front at most."""
_SAME: Final = 0.01


def sheet(views: SheetViews, title: SheetTitle) -> DrawnSheet:
    """The drawing of a part or an assembly."""
    drawing = SheetDrawing()
    front, top, left = _lying(views, title) if title.lies else _three(views, title)
    by_axis = {"y": front, "z": top, "x": left}
    if title.lies and not shows_above(title):
        del by_axis["z"]
    for way, view in (("y", views.front), ("z", views.top), ("x", views.left)):
        hidden = view.hidden if title.shows_hidden else ()
        if way in by_axis:
            drawing.view(ProjectedView(view.strong, view.fine, hidden), by_axis[way])
    taken = _dimensions(drawing, views, (front, top, left), title)
    draw_centre_lines(drawing, by_axis, title)
    draw_threads(drawing, by_axis, title)
    words = draw_holes(drawing, by_axis, title, taken)
    _iso(drawing, views, left, title, words)
    strokes, texts = title_block(title, _told(front.scale), (WIDTH - EDGE, EDGE))
    border = ((LEFT, EDGE), (WIDTH - EDGE, EDGE), (WIDTH - EDGE, HEIGHT - EDGE), (LEFT, HEIGHT - EDGE))  # fmt: skip
    frame = tuple(zip(border, (*border[1:], border[0]), strict=True))
    return DrawnSheet(
        WIDTH,
        HEIGHT,
        (PenStroke(frame, 0.7), *drawing.strokes, *strokes),
        tuple(drawing.shapes),
        (*drawing.texts, *texts),
    )


def _dimensions(
    drawing: SheetDrawing,
    views: SheetViews,
    placed: tuple[PlacedView, PlacedView, PlacedView],
    title: SheetTitle,
) -> dict[str, list[float]]:
    """The sizes of the whole and of its steps; the heights beside the front where words stand."""
    front, top, left = placed
    if title.lies:
        draw_lengths(drawing, front, title)
        draw_diameters(drawing, front, title)
        if shows_above(title):
            draw_worked(drawing, top, title)
        return {}
    has_section = title.section is not None and _section(
        drawing, views.top, title.section, top, left
    )
    _overall(drawing, placed, title, has_section=has_section)
    return {"y": draw_steps(drawing, front, title.steps)}


def _lying(views: SheetViews, title: SheetTitle) -> tuple[PlacedView, PlacedView, PlacedView]:
    """The front of a lying part, its end from the left on its right, and below it what is seen from above."""
    boxes = _boxes(views)
    sizes = [(high[0] - low[0], high[1] - low[1]) for low, high in boxes]
    lengths = max(FIRST, room_of(spans_of_front(title))) + 8
    above, below = rows_above(title), room_of(spans_from_above(title))
    between, is_shown = _room_of_words(title), shows_above(title)
    room = (
        WIDTH - LEFT - EDGE - _GAP - max(_GAP, _words_beside(title, "x") + 14) - between,
        HEIGHT - 2 * EDGE - TITLE_HEIGHT - 10 - height_of_notes(title) - rows_of(title) - lengths,
    )
    tall = sizes[0][1] + (sizes[1][1] if is_shown else 0.0)
    room = (room[0], room[1] - (10 + above + below if is_shown else 40))
    fits = (room[0] / max(sizes[0][0] + sizes[2][0], 1e-6), room[1] / max(tall, 1e-6))
    scale = next((s for s in _SCALES if s <= min(fits)), _SCALES[-1])
    x, y = LEFT + _GAP, HEIGHT - EDGE - 12 - rows_of(title) - sizes[0][1] * scale
    places = (
        (x, y),
        (x, y - lengths - 6 - above - sizes[1][1] * scale),
        (x + sizes[0][0] * scale + between, y),
    )
    front, top, left = (
        PlacedView(box[0], size, place, scale)
        for box, size, place in zip(boxes, sizes, places, strict=True)
    )
    return front, top, left


def _room_of_steps(title: SheetTitle) -> float:
    """So much further stand the overall height, and the view from the left, for the lengths of steps."""
    count = len(levels_of(title.steps))
    return FIRST + STACK * count - _AWAY if count else 0.0


def _room_of_words(title: SheetTitle) -> float:
    """Between the front and the view from the left: of dimensions, or of words beside the front."""
    words = _words_beside(title, "y")
    if not words:
        return _GAP
    return max(_GAP, words + 16 + (_BEYOND if _words_beside(title, "x") else 0.0))


def _words_beside(title: SheetTitle, way: str) -> float:
    """The width of the words of holes that the view along an axis shows, as far as they have room."""
    beside = (hole.words for hole in title.holes if axis_seen_along(hole) == way)
    return min(max(map(width_of, beside), default=0.0), _MOST_WORDS)


def _section(
    drawing: SheetDrawing, view: ProjectedView, note: SectionNote, top: PlacedView, left: PlacedView
) -> bool:
    """The section beside the views, above what the whole looks like."""
    box = (top.low, (top.low[0] + top.size[0], top.low[1] + top.size[1]))
    room = ((left.far[0] + _GAP / 2, HEIGHT * 0.55), (WIDTH - EDGE - 10, HEIGHT - EDGE - 8))
    return draw_section(drawing, view, note, box, room, _SCALES)


def _three(views: SheetViews, title: SheetTitle) -> tuple[PlacedView, PlacedView, PlacedView]:
    """The front above the view from above, the view from the left on its right."""
    beside, between = _room_of_steps(title), _room_of_words(title)
    below = max(_GAP * 1.2, height_of_list(title) + 6)
    boxes = _boxes(views)
    sizes = [(high[0] - low[0], high[1] - low[1]) for low, high in boxes]
    wide, deep = sizes[0][0], sizes[2][0]
    high, back = sizes[0][1], sizes[1][1]
    room = (
        WIDTH - LEFT - EDGE - _GAP - max(_GAP, _words_beside(title, "x") + 14) - between - beside,
        HEIGHT - 2 * EDGE - 1.8 * _GAP - below,
    )
    fits = (room[0] / max(wide + deep, 1e-6), room[1] / max(high + back, 1e-6))
    scale = next((s for s in _SCALES if s <= min(fits)), _SCALES[-1])
    x, y = LEFT + _GAP + beside, HEIGHT - EDGE - _GAP * 0.8 - high * scale
    places = (
        (x, y),
        (x, y - _GAP - back * scale),
        (x + wide * scale + between, y),
    )
    placed = [
        PlacedView(box[0], size, place, scale)
        for box, size, place in zip(boxes, sizes, places, strict=True)
    ]
    return placed[0], placed[1], placed[2]


def _boxes(views: SheetViews) -> list[tuple[Point, Point]]:
    """The corners of the three views: by the box of the part, since round edges are drawn by chords."""
    if views.bounds is None:
        return [view.box() for view in (views.front, views.top, views.left)]
    low, high = views.bounds.low, views.bounds.high
    return [
        ((low[0], low[2]), (high[0], high[2])),
        ((low[0], low[1]), (high[0], high[1])),
        ((-high[1], low[2]), (-low[1], high[2])),
    ]


def _iso(
    drawing: SheetDrawing, views: SheetViews, left: PlacedView, title: SheetTitle, beside: Point
) -> None:
    """The whole as it looks, as large as the room above the title block and beside the words allows."""
    view = views.iso
    low, high = view.box()
    size = (high[0] - low[0], high[1] - low[1])
    numbered = [(n, spot) for n, spot in enumerate(views.spots[:MOST_ROWS], 1) if spot]
    around = AROUND if numbered else 0.0
    floor = EDGE + TITLE_HEIGHT + 8 + height_of_notes(title)
    widest = TITLE_WIDTH * (0.95 if numbered else 0.7) - 2 * around
    tallest = max(30.0, min(left.at[1] - _GAP * 0.7, HEIGHT - 60) - floor - around)
    rooms = (
        (min(widest, max(60.0, WIDTH - EDGE - 14 - beside[0])), tallest),
        (widest, max(30.0, min(tallest, beside[1] - 4 - floor))),
    )
    scale = max(min(x / max(size[0], 1e-6), y / max(size[1], 1e-6)) for x, y in rooms)
    at = (WIDTH - EDGE - 10 - around - size[0] * scale, floor)
    placed = PlacedView(low, size, at, scale)
    drawing.view(ProjectedView(view.strong, view.fine), placed)
    spots = [(number, placed.point(*spot)) for number, spot in numbered]
    draw_balloons(drawing, spots, (placed.at, placed.far))
    hidden = [f"{n}" for n, spot in enumerate(views.spots[:MOST_ROWS], 1) if not spot]
    if numbered and hidden:
        words = SheetText((at[0] - around, floor - 6), f"not seen: {', '.join(hidden)}", 3.0)
        drawing.texts.append(words)


def _overall(
    drawing: SheetDrawing,
    views: tuple[PlacedView, PlacedView, PlacedView],
    title: SheetTitle,
    *,
    has_section: bool,
) -> None:
    """The sizes of the whole; those of a section that is drawn apart are told there."""
    front, top, left = views
    x, y = front.at
    away = x - _AWAY - _room_of_steps(title)
    drawing.upwards((x, y), (x, front.far[1]), away, figure(front.size[1]))
    if has_section:
        return
    drawing.across((x, y), (front.far[0], y), y - 12, _words_of_width(front.size[0], title))
    if not title.is_round:
        low = top.at
        # Beyond the places of holes, whose lines would cross it.
        is_placed = any(axis_seen_along(hole) == "z" for hole in title.holes) and not title.flats
        upright = low[0] - (_BEYOND if is_placed else 12)
        drawing.upwards(low, (low[0], top.far[1]), upright, figure(top.size[1]))
    elif abs(left.size[0] - front.size[0]) > _SAME and not title.diameter:
        words = _words_of_width(left.size[0], title)
        drawing.across(left.at, (left.far[0], left.at[1]), left.at[1] - 12, words)


def _words_of_width(wide: float, title: SheetTitle) -> str:
    """The width of the front: of a round part its diameter, of a hexagon what follows from its flats."""
    if title.flats:
        return f"({figure(wide)})"
    if not title.is_round:
        return figure(wide)
    own = title.diameter or wide
    step = next((one for one in title.steps if abs(one.diameter - own) < _SAME), None)
    is_told = step is not None and step.words.startswith("Ø")
    return step.words if step is not None and is_told else f"Ø{figure(own)}"


_BEYOND: Final = 25.0
"""From a view that has the places of holes to its overall size."""


def _told(scale: float) -> str:
    return f"{scale:g}:1" if scale >= 1 else f"1:{1 / scale:g}"
