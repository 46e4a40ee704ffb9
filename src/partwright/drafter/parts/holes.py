"""Holes that follow from what is screwed on: from the part's words, motors and screws; pure."""

import re
from collections.abc import Iterable
from math import sqrt
from typing import Final

import msgspec

from partwright.cad.language import validator
from partwright.cad.language.flat import changed, flat
from partwright.cad.language.standards import tables
from partwright.cad.model import PartSpec
from partwright.drafter.parts.name_sizes import number
from partwright.drafter.parts.neighbours import NeighbourFigures
from partwright.drafter.parts.part_context import NeighbourPart, PartContext
from partwright.drafter.text.numbers import COUNT
from partwright.kit.patterns import lazy_regex

_COUNT: Final = rf"(?P<count>{COUNT})"
_SIZE: Final = r"(?:M\s?(?P<thread>\d{1,2}(?:[.,]\d)?)|[øØ⌀]?\s?(?P<diameter>\d+(?:[.,]\d+)?)\s?mm)"
_HOLES: Final = r"(?:(?:mounting|screw|through|clearance|bolt|fixing|tapped|threaded|blind|corner|countersunk) )*(?:holes?|bores?|bohrungen|l(?:ö|oe)cher)"
_WISHES: Final = tuple(
    lazy_regex(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_COUNT}(?:\s?[x×]\s?|\s)(?:(?:tapped|threaded|countersunk) )?{_SIZE}[ -]{_HOLES}",
        rf"{_COUNT}\s?{_HOLES}(?: of| for| with|,)?\s?{_SIZE}",
        rf"{_SIZE}[ -]{_HOLES}",
        rf"{_COUNT}\s?{_HOLES}",
    )
)
_SPACING = lazy_regex(
    r"(?:hole )?(?:pattern|spacing|pitch|distance|lochabstand|lochbild)(?: of)?\s?(?P<x>\d+(?:[.,]\d+)?)(?:\s?mm)?(?:\s?[x×]\s?(?P<y>\d+(?:[.,]\d+)?))?",
    re.IGNORECASE,
)
_CIRCLE = lazy_regex(
    r"(?:bolt circle|pcd|pitch circle|lochkreis)(?: of)?\s?[øØ]?\s?(?P<n>\d+(?:[.,]\d+)?)",
    re.IGNORECASE,
)


class HoleRequest(msgspec.Struct, frozen=True):
    """Holes as a text asks for them; what it leaves open is None."""

    count: int | None = None
    diameter: float | None = None
    spacing: tuple[float, float] | None = None
    circle: float | None = None
    sink: float = 0.0
    """Diameter of the countersinks."""


def hole_request(text: str) -> HoleRequest | None:
    """The holes that a text asks for."""
    match = next((found for pattern in _WISHES if (found := pattern.search(text))), None)
    spacing, circle = _SPACING.search(text), _CIRCLE.search(text)
    if match is None and not (spacing and "hole" in text.casefold()) and circle is None:
        return None
    groups = match.groupdict() if match else {}
    thread, diameter = groups.get("thread"), groups.get("diameter")
    words = match.group().casefold() if match else ""
    is_tapped = "tapped" in words or "threaded" in words
    fitting = tables.tapping_hole if is_tapped else tables.clearance_hole
    size = fitting(number(thread)) if thread else None
    if diameter:
        size = number(diameter)
    head = 2 * number(thread) if thread else 1.8 * (size or 0.0)
    apart = None
    if spacing:
        x = number(spacing["x"])
        apart = (x, number(spacing["y"]) if spacing["y"] else x)
    counted = groups.get("count")
    return HoleRequest(
        int(number(counted)) if counted else None,
        size,
        apart,
        number(circle["n"]) if circle else None,
        round(head, 2) if "countersunk" in words else 0.0,
    )


def bored(node: PartContext, spec: PartSpec, placed: tuple[NeighbourPart, ...]) -> PartSpec:
    """The part with its holes, as far as they can be made in it."""
    around = NeighbourFigures(node, placed)
    for text in node.texts:
        asked = hole_request(text)
        if asked and spec.method != "flange":
            made = with_holes(spec, asked)
            return made or _noted(spec, "the holes that its text names do not fit and are left out")
    if spec.method in {"plate", "l_bracket", "disc"} and _carries_motor(node, around):
        made = _motor_holes(spec, around)
        if made:
            return made
    screws = around.screws()
    if not screws:
        return spec
    screw, figures = screws[0]
    made = _screw_holes(spec, figures["diameter"], int(screw.quantity), around)
    return made or spec


def with_holes(spec: PartSpec, asked: HoleRequest) -> PartSpec | None:
    """The part with the holes asked for, in the arrangement that suits count and body."""
    made = _arranged(spec, asked)
    if made is None or not asked.sink:
        return made
    leads = [one.name for one in made.operations if one not in spec.operations]
    return _tried(made, {f"{lead}.countersink_diameter": asked.sink for lead in leads}) or made


def _arranged(spec: PartSpec, asked: HoleRequest) -> PartSpec | None:
    diameter = asked.diameter or 5.0
    amount = asked.count or (4 if asked.spacing or asked.circle else 1)
    if asked.circle:
        return _tried(spec, _circle(amount, diameter, asked.circle))
    if amount == 1 and not asked.spacing:
        return _tried(spec, {"hole_1.diameter": diameter})
    if asked.spacing and amount == 4:
        return _tried(spec, _grid(2, 2, diameter, *asked.spacing))
    if asked.spacing and amount <= 3:
        return _tried(spec, _grid(amount, 1, diameter, asked.spacing[0], asked.spacing[1]))
    return _spread(spec, amount, diameter)


def _carries_motor(node: PartContext, around: NeighbourFigures) -> bool:
    words = node.name.casefold()
    named = any(word in words for word in ("motor", "mount", "stepper", "servo"))
    plates = list(around.of("plate", "l_bracket"))
    return around.first("envelope_motor") is not None and (named or not plates)


def _motor_holes(spec: PartSpec, around: NeighbourFigures) -> PartSpec | None:
    motor = around.first("envelope_motor")
    if motor is None or not motor["hole_diameter"]:
        return None
    size = tables.clearance_hole(motor["hole_diameter"])
    spacing = motor["hole_spacing"]
    pattern = (
        _circle(4, size, spacing) | {"hole_circle_1.start_angle": 45.0}
        if motor["round"]
        else _grid(2, 2, size, spacing, spacing)
    )
    upright = 1.0 if spec.method == "l_bracket" else 0.0
    lead = next(iter(pattern)).partition(".")[0]
    pattern[f"{lead}.face"] = upright
    pilot = {"hole_1.diameter": motor["pilot_diameter"] + 0.5, "hole_1.face": upright}
    made = _tried(spec, pattern | pilot) or _tried(spec, pattern)
    return _noted(made, "its holes are those of the motor beside it") if made else None


def _screw_holes(
    spec: PartSpec, thread: float, amount: int, around: NeighbourFigures
) -> PartSpec | None:
    clearance = tables.clearance_hole(thread)
    note = f"its holes are for the M{thread:g} screws beside it"
    made: PartSpec | None = None
    if spec.method in {"enclosure", "housing"} and around.first("lid"):
        made = _posts(spec, thread)
        note = f"its posts take the M{thread:g} screws of the lid"
    elif spec.method == "lid" and around.first("enclosure", "housing"):
        x, y = _post_spacing(spec, thread)
        made = _tried(spec, _grid(2, 2, clearance, x, y))
    elif spec.method == "flange":
        made = _flange(spec, clearance, amount)
    elif spec.method in {"plate", "l_bracket", "u_bracket", "lid", "box", "disc"}:
        # Many screws are shared out among the parts beside them.
        made = _spread(spec, amount if 1 <= amount <= 4 else 4, clearance)
    return _noted(made, note) if made else None


def _flange(spec: PartSpec, clearance: float, amount: int) -> PartSpec | None:
    wanted = {} if "bolt_hole" in spec.parameters else {"bolt_hole": clearance}
    if "bolt_count" not in spec.parameters and 3 <= amount <= 16:
        wanted["bolt_count"] = float(amount)
    return _tried(spec, wanted) if wanted else None


def _post_size(thread: float) -> float:
    return round(max(2.2 * thread, thread + 3), 2)


def _post_spacing(spec: PartSpec, thread: float) -> tuple[float, float]:
    """Posts in the corners, inside the lip of the lid; the same for enclosure and lid."""
    values = flat(spec)
    lost = 2 * (2 * values["wall"] + 0.2) + _post_size(thread) + 1.4
    return round(values["length"] - lost, 3), round(values["width"] - lost, 3)


def _posts(spec: PartSpec, thread: float) -> PartSpec | None:
    values, size = flat(spec), _post_size(thread)
    x, y = _post_spacing(spec, thread)
    grid = _grid(2, 2, size, x, y, kind="boss_grid")
    lead = "boss_grid_1"
    return _tried(
        spec,
        grid
        | {
            f"{lead}.height": round(values["height"] - values["wall"], 3),
            f"{lead}.hole_diameter": min(tables.tapping_hole(thread), size - 1),
        },
    )


def _spread(spec: PartSpec, amount: int, diameter: float) -> PartSpec | None:
    """Holes near the corners or on a circle, as far out as they keep a diameter from the rim."""
    values = flat(spec)
    if spec.method in {"disc", "ring", "flange", "cup"}:
        outer = values.get("diameter", values.get("outer_diameter", 0.0))
        inner = max(values.get("bore", 0.0), values.get("inner_diameter", 0.0))
        for share in (0.75, 0.6, 0.5):
            circle = inner + (outer - inner) * share
            made = _tried(spec, _circle(amount, diameter, round(circle, 2)))
            if made:
                return made
        return None
    x, y = _room(spec, values)
    for inset in (2.0, 1.5, 1.2, 0.9):
        free_x, free_y = x - 2 * inset * diameter, y - 2 * inset * diameter
        for columns, rows in _layouts(amount):
            wanted = _grid(
                columns,
                rows,
                diameter,
                round(free_x / max(columns - 1, 1), 3),
                round(free_y / max(rows - 1, 1), 3),
            )
            made = _tried(spec, wanted)
            if made:
                return made
    return None


def _room(spec: PartSpec, values: dict[str, float]) -> tuple[float, float]:
    """Length and width of the main face."""
    taken = values.get("thickness", 0.0) + values.get("inner_radius", 0.0)
    if spec.method == "l_bracket":
        return values["length"] - taken, values["width"]
    if spec.method == "u_bracket":
        return values["length"] - 2 * taken, values["width"]
    if spec.method == "lid" and values.get("lip_height"):
        lost = 2 * (2 * values["wall"] + values["clearance"])
        return values["length"] - lost, values["width"] - lost
    return values.get("length", 0.0), values.get("width", 0.0)


def _layouts(amount: int) -> Iterable[tuple[int, int]]:
    if amount == 1:
        return ((1, 1),)
    if amount in {2, 3}:
        return ((amount, 1), (1, amount))
    rows = 2 if amount % 2 == 0 else 1
    square = int(sqrt(amount))
    found = [(amount // rows, rows), (rows, amount // rows)]
    return ((square, square), *found) if square * square == amount else tuple(found)


def _grid(
    columns: int, rows: int, diameter: float, x: float, y: float, *, kind: str = "hole_grid"
) -> dict[str, float]:
    lead = f"{kind}_1"
    wanted = {
        f"{lead}.diameter": diameter,
        f"{lead}.count_x": float(columns),
        f"{lead}.count_y": float(rows),
    }
    if columns > 1:
        wanted[f"{lead}.spacing_x"] = x
    if rows > 1:
        wanted[f"{lead}.spacing_y"] = y
    return wanted


def _circle(amount: int, diameter: float, circle: float) -> dict[str, float]:
    return {
        "hole_circle_1.diameter": diameter,
        "hole_circle_1.count": float(amount),
        "hole_circle_1.circle_diameter": circle,
    }


def _tried(spec: PartSpec, wanted: dict[str, float]) -> PartSpec | None:
    made = changed(spec, wanted)
    return None if validator.problems(made) else made


def _noted(spec: PartSpec, note: str) -> PartSpec:
    return PartSpec(
        spec.name,
        spec.method,
        spec.parameters,
        spec.operations,
        spec.material,
        (*spec.notes, note),
    )
