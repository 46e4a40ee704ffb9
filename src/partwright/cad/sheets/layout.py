"""Views, dimensions and title block put on a sheet of A3, in first-angle projection; pure."""

from typing import Final

from partwright.cad.sheets.centre_lines import centre_cross, middle_line, pitch_circle
from partwright.cad.sheets.leaders import axis_seen_along, free_end, in_view
from partwright.cad.sheets.model import (
    DrawnSheet,
    PenStroke,
    Point,
    ProjectedView,
    SectionNote,
    SheetTitle,
    SheetViews,
)
from partwright.cad.sheets.pen import PlacedView, SheetDrawing, figure
from partwright.cad.sheets.sections import FIRST, STACK, draw_section, draw_steps, levels_of
from partwright.cad.sheets.title_block import TITLE_HEIGHT, TITLE_WIDTH, title_block

WIDTH, HEIGHT = 420.0, 297.0
LEFT, EDGE = 20.0, 10.0
"""The border: wider where sheets are bound."""
_GAP: Final = 34.0
"""Between views, and from the border: room for dimensions."""
_SCALES: Final = (50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
"""Of ISO 5455."""
_AWAY: Final = 12.0
"""From a view to its overall size."""
_MOST_NOTES: Final = 5
_SAME: Final = 0.01


def sheet(views: SheetViews, title: SheetTitle) -> DrawnSheet:
    """The drawing of a part or an assembly."""
    drawing = SheetDrawing()
    front, top, left = _three(views, _room_of_steps(title))
    for view, placed in ((views.front, front), (views.top, top), (views.left, left)):
        hidden = view.hidden if title.shows_hidden else ()
        drawing.view(ProjectedView(view.strong, view.fine, hidden), placed)
    _iso(drawing, views.iso, left)
    _overall(drawing, front, top, left, title)
    by_axis = {"y": front, "z": top, "x": left}
    draw_steps(drawing, front, title.steps)
    if title.section is not None:
        _section(drawing, views.top, title.section, top, left)
    _draw_centre_lines(drawing, by_axis, title)
    _holes(drawing, by_axis, title)
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


def _room_of_steps(title: SheetTitle) -> float:
    """So much further stand the overall height, and the view from the left, for the lengths of steps."""
    count = len(levels_of(title.steps))
    return FIRST + STACK * count - _AWAY if count else 0.0


def _section(
    drawing: SheetDrawing, view: ProjectedView, note: SectionNote, top: PlacedView, left: PlacedView
) -> None:
    """The section beside the views, above what the whole looks like."""
    box = (top.low, (top.low[0] + top.size[0], top.low[1] + top.size[1]))
    room = ((left.far[0] + _GAP / 2, HEIGHT * 0.55), (WIDTH - EDGE - 10, HEIGHT - EDGE - 8))
    draw_section(drawing, view, note, box, room, _SCALES)


def _three(views: SheetViews, beside: float) -> tuple[PlacedView, PlacedView, PlacedView]:
    """The front above the view from above, the view from the left on its right."""
    boxes = _boxes(views)
    sizes = [(high[0] - low[0], high[1] - low[1]) for low, high in boxes]
    wide, deep = sizes[0][0], sizes[2][0]
    high, back = sizes[0][1], sizes[1][1]
    room = (WIDTH - LEFT - EDGE - 3 * _GAP - beside, HEIGHT - 2 * EDGE - 3 * _GAP)
    fits = (room[0] / max(wide + deep, 1e-6), room[1] / max(high + back, 1e-6))
    scale = next((s for s in _SCALES if s <= min(fits)), _SCALES[-1])
    x, y = LEFT + _GAP + beside, HEIGHT - EDGE - _GAP * 0.8 - high * scale
    places = (
        (x, y),
        (x, y - _GAP - back * scale),
        (x + wide * scale + _GAP, y),
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


def _iso(drawing: SheetDrawing, view: ProjectedView, left: PlacedView) -> None:
    """The whole as it looks, as large as the room above the title block allows."""
    low, high = view.box()
    size = (high[0] - low[0], high[1] - low[1])
    floor = EDGE + TITLE_HEIGHT + 12
    room = (TITLE_WIDTH * 0.7, max(30.0, min(left.at[1] - _GAP * 0.7, HEIGHT - 60) - floor))
    scale = min(room[0] / max(size[0], 1e-6), room[1] / max(size[1], 1e-6))
    at = (WIDTH - EDGE - 10 - size[0] * scale, floor)
    seen = ProjectedView(view.strong, view.fine)
    drawing.view(seen, PlacedView(low, size, at, scale))


def _overall(
    drawing: SheetDrawing, front: PlacedView, top: PlacedView, left: PlacedView, title: SheetTitle
) -> None:
    sign = "Ø" if title.is_round else ""
    wide, high = front.size
    x, y = front.at
    drawing.across((x, y), (front.far[0], y), y - 12, f"{sign}{figure(wide)}")
    drawing.upwards((x, y), (x, front.far[1]), x - _AWAY - _room_of_steps(title), figure(high))
    if not title.is_round:
        low = top.at
        # Beyond the places of holes, whose lines would cross it.
        away = _BEYOND if any(abs(hole.axis[2]) > _STEEP for hole in title.holes) else 12
        drawing.upwards(low, (low[0], top.far[1]), low[0] - away, figure(top.size[1]))
    elif abs(left.size[0] - wide) > _SAME:
        drawing.across(left.at, (left.far[0], left.at[1]), left.at[1] - 12, figure(left.size[0]))


def _draw_centre_lines(
    drawing: SheetDrawing, views: dict[str, PlacedView], title: SheetTitle
) -> None:
    """The middle lines of holes, of the circles they stand on, and of a turned part."""
    if title.is_round:
        for way in "xy":
            middle, _ = _middle_of_view(views[way])
            low, high = views[way].at[1], views[way].far[1]
            drawing.strokes.append(middle_line((middle, low), (middle, high)))
        above = views["z"]
        drawing.strokes += centre_cross(_middle_of_view(above), above.size[0] * above.scale / 2)
    for hole in title.holes:
        way = axis_seen_along(hole)
        placed = views[way]
        spots = [placed.point(*in_view(at, way)) for at in (hole.at, *hole.others)]
        for at in spots:
            if not _is_turned_about(at, placed, title):
                drawing.strokes += centre_cross(at, hole.diameter / 2 * placed.scale)
        if hole.circle:
            x, y = (sum(one) / len(spots) for one in zip(*spots, strict=True))
            drawing.strokes.append(pitch_circle((x, y), hole.circle / 2 * placed.scale))


def _middle_of_view(placed: PlacedView) -> Point:
    return (placed.at[0] + placed.far[0]) / 2, (placed.at[1] + placed.far[1]) / 2


def _is_turned_about(at: Point, placed: PlacedView, title: SheetTitle) -> bool:
    """Whether the place is the middle of a turned part."""
    x, y = _middle_of_view(placed)
    return title.is_round and abs(at[0] - x) + abs(at[1] - y) < _SAME


def _holes(drawing: SheetDrawing, views: dict[str, PlacedView], title: SheetTitle) -> None:
    """Each pattern's words, and where its first hole stands from the corner.

    What stands on a circle is told by it, and what is in the middle of a turned part is seen there.
    """
    seen: dict[str, int] = {}
    told: dict[tuple[str, int], list[float]] = {}
    for hole in title.holes[:_MOST_NOTES]:
        way_of = axis_seen_along(hole)
        placed, number = views[way_of], seen.get(way_of, 0)
        seen[way_of] = number + 1
        spot = in_view(hole.at, way_of)
        at = placed.point(*spot)
        to = (placed.far[0] + 6, placed.far[1] + 6 - 7 * number)
        drawing.leader(free_end(hole, title.holes, placed, to), to, hole.words)
        if hole.circle or _is_turned_about(at, placed, title):
            continue
        off = (spot[0] - placed.low[0], spot[1] - placed.low[1])
        for way, away in enumerate(off):
            before = told.setdefault((way_of, way), [])
            if away > 1e-3 and len(before) < _STACKED[way] and not _is_among(away, before):
                # The height of the front and the left stands nearer than the places.
                first = 9 if way_of == "z" else 21
                beyond = (7, first)[way] + 7 * len(before)
                _place(drawing, placed, at, way, figure(away), beyond)
                before.append(away)


_BEYOND: Final = 25.0
_STEEP: Final = 0.7
"""Of the axis of a hole, so much along z shows it in the view from above."""
_STACKED: Final = (3, 2)
"""Places of holes that are told along and up, one above the other; there is no room for more."""


def _is_among(away: float, before: list[float]) -> bool:
    return any(abs(away - one) < _SAME for one in before)


def _place(
    drawing: SheetDrawing, placed: PlacedView, at: Point, way: int, words: str, beyond: float
) -> None:
    """The distance of a hole from the left or the lower edge, beyond those told before."""
    if way == 0:
        top = placed.far[1]
        drawing.across((placed.at[0], top), (at[0], top), top + beyond, words)
    else:
        left = placed.at[0]
        drawing.upwards(placed.at, (left, at[1]), left - beyond, words)


def _told(scale: float) -> str:
    return f"{scale:g}:1" if scale >= 1 else f"1:{1 / scale:g}"
