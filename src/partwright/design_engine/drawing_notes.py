"""Notes of a part's drawing: its holes, and what the dimensions of its views do not tell; pure."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from partwright.cad.language import interfaces
from partwright.cad.language.flat import flat
from partwright.cad.language.standards import tables
from partwright.cad.model import Interface, PartSpec
from partwright.cad.sheets.model import HoleNote, SectionNote, StepNote
from partwright.drafter.text.part_wording import PIPE_CORES

TURNED: Final = frozenset(
    {"rod", "tube", "shaft", "bushing", "disc", "ring", "flange", "cone", "dome", "cup", "gear"}
)
GEARED: Final = {"gear": "external teeth", "ring_gear": "internal teeth"}

_CORE: Final = re.compile(r"\bM(\d+(?:\.\d+)?)(?: x (\d+(?:\.\d+)?))? is drawn as its core hole\b")

_PIPE_CORE: Final = re.compile(r"\bG (\d(?:/\d)?) is drawn as its core hole\b")


def _threads_by_core(rationale: str) -> Mapping[float, str]:
    """The threads that a part has as holes of their cores, by the diameters of those."""
    pipes = {PIPE_CORES[one[1]]: f"G {one[1]}" for one in _PIPE_CORE.finditer(rationale)}
    return pipes | {
        round(float(one[1]) - float(one[2]), 2)
        if one[2]
        else tables.tapping_hole(float(one[1])): one.group().partition(" is ")[0]
        for one in _CORE.finditer(rationale)
    }


def hole_notes(spec: PartSpec, rationale: str = "") -> Iterator[HoleNote]:
    """One note for each pattern of equal holes, the words as ISO 129 has them; tapped ones by their thread."""
    threads = _threads_by_core(rationale)
    patterns: dict[str, list[Interface]] = {}
    for one in interfaces.connections(spec).interfaces:
        if one.kind in ("hole", "bore"):
            patterns.setdefault(one.pattern or _alike(one, patterns), []).append(one)
    given = {made.name: made.parameters for made in spec.operations}
    for name, holes in patterns.items():
        first, *others = holes
        figures = given.get(name, {})
        circle = figures.get("circle_diameter", 0.0)
        if not circle and spec.method in TURNED:
            circle = _circle_of_holes(holes)
        yield HoleNote(
            first.position,
            first.axis,
            _words(holes, figures, circle, threads.get(round(first.diameter, 2), "")),
            diameter=first.diameter,
            others=tuple(one.position for one in others),
            circle=circle,
        )
    yield from _slot_notes(spec)


def _slot_notes(spec: PartSpec) -> Iterator[HoleNote]:
    """One note for each pattern of slots or cutouts, which are placed by their middles."""
    patterns: dict[str, list[tuple[Interface, Mapping[str, float]]]] = {}
    for one, values in interfaces.slots(spec):
        patterns.setdefault(one.pattern, []).append((one, values))
    kinds = {made.name: made.kind for made in spec.operations}
    for name, found in patterns.items():
        (first, values), holes = found[0], [one for one, _ in found]
        kind = "cutout" if kinds.get(name) == "pocket" else "slot"
        told = f"{len(holes)} x " if len(holes) > 1 else ""
        told += f"{kind} {values['width']:.5g} x {values['length']:.5g}"
        told += " through" if first.through else f" deep {first.length:.4g}"
        circle = values.get("circle_diameter", 0.0)
        yield HoleNote(
            first.position,
            first.axis,
            told + _spacing(holes, circle),
            diameter=values["width"],
            others=tuple(one.position for one in holes[1:]),
            circle=circle,
        )


def _alike(one: Interface, patterns: Mapping[str, Sequence[Interface]]) -> str:
    """The name of a single hole: that of an equal one in line with it, or its own."""
    for name, (first, *_) in patterns.items():
        is_equal = (first.axis, first.diameter, first.length) == (one.axis, one.diameter, one.length)  # fmt: skip
        apart = sum(abs(a - b) > _SAME for a, b in zip(first.position, one.position, strict=True))
        if is_equal and not first.pattern and apart == 1:
            return name
    return one.name


_SAME: Final = 1e-3


def _circle_of_holes(holes: Sequence[Interface]) -> float:
    """The diameter of the circle that three holes or more stand on; 0 where there is none."""
    if len(holes) < _ON_CIRCLE:
        return 0.0
    middle = [sum(one.position[way] for one in holes) / len(holes) for way in range(3)]
    radii = [math.dist(middle, one.position) for one in holes]
    return round(2 * radii[0], 3) if max(radii) - min(radii) < _SAME else 0.0


_ON_CIRCLE: Final = 3


def _spacing(holes: Sequence[Interface], circle: float) -> str:
    """The distances of the holes of a pattern: on a circle, or along each side of a grid."""
    if circle:
        return f" on Ø{circle:.5g}"
    sides: list[float] = []
    for way in range(3):
        places = sorted({round(one.position[way], 3) for one in holes})
        steps = {round(b - a, 2) for a, b in pairwise(places)}
        if len(steps) > 1:
            return ""
        sides += steps
    told = " x ".join(f"{one:.5g}" for one in sides)
    return f", {told} apart" if told else ""


def _words(
    holes: Sequence[Interface], given: Mapping[str, float], circle: float, thread: str
) -> str:
    first = holes[0]
    told = f"{len(holes)} x " if len(holes) > 1 else ""
    told += thread or f"Ø{first.diameter:.4g}"
    told += " through" if first.through else f" deep {first.length:.4g}"
    if sink := given.get("countersink_diameter"):
        told += f", countersunk Ø{sink:.4g} x 90°"
    if bore := given.get("counterbore_diameter"):
        told += f", counterbored Ø{bore:.4g} deep {given.get('counterbore_depth', 0):.4g}"
    return told + _spacing(holes, circle)


_WORKED: Final = {
    "groove": "groove {width} wide, {depth} deep, its middle {z} from the lower end",
    "spline": "{count} splines {width} wide, {depth} deep",
    "keyway": "keyway {width} x {length}, {depth} deep, its middle {z} from the lower end",
    "chamfer": "chamfer {size} x 45°",
    "fillet": "fillet R{radius}",
}
"""Words of what is worked into a part and has no leader."""
_PROFILES: Final = frozenset(
    {
        "extrusion", "angle_profile", "u_profile", "t_profile", "i_profile", "z_profile",
        "square_tube", "slot_profile",
    }
)  # fmt: skip
_OF_HOLES: Final = re.compile(r"(?:^|_)(?:bolt|hole|bore)(?:_|$)")
"""Figures that the leaders of holes tell."""
_FITTED: Final = re.compile(
    r"(?<![\w.,])(\d+(?:[.,]\d+)?) ([a-zA-Z]{1,2}\d{1,2}) is drawn at its nominal size"
)
"""Diameters with the letter and number of their tolerance, of which the form has the size alone."""
_OF_A_ROW: Final = re.compile(r"_\d+$|^corners$")


def notes_of(spec: PartSpec, rationale: str = "") -> Iterator[str]:
    """The notes on what the dimensions of the views do not tell."""
    figures = flat(spec)
    told = ", ".join(_own_figures(spec, figures))
    if told:
        yield told
    yield from (f"thread {one}" for one in _outer_threads(rationale))
    yield from (f"Ø{one[1]} {one[2]}" for one in _FITTED.finditer(rationale))
    for made in spec.operations:
        if words := _WORKED.get(made.kind):
            own = {
                name.rpartition(".")[2]: f"{value:.5g}"
                for name, value in figures.items()
                if name.startswith(f"{made.name}.")
            }
            yield words.format(**own)
    teeth = GEARED.get(spec.method)
    if teeth:
        yield (
            f"{figures.get('teeth', 0):g} {teeth}, module {figures.get('module', 0):g} mm,"
            f" pressure angle {figures.get('pressure_angle', 20):g}°"
        )


def _own_figures(spec: PartSpec, figures: Mapping[str, float]) -> Iterator[str]:
    """The figures of the form itself that are neither a size of the whole nor told by a leader."""
    if spec.method == "extrusion":
        wall = _wall_of(figures)
        yield from ([f"wall {wall:.4g} mm throughout"] if wall else [])
        return
    box = interfaces.bounding_box(spec)
    sizes = [round(b - a, 2) for a, b in zip(box.low, box.high, strict=True)]
    steps = interfaces.turned_steps(spec)
    sizes += [round(one, 2) for step in steps for one in (step.diameter, step.high - step.low)]
    for name, value in figures.items():
        is_own = "." not in name and name not in ("teeth", "module", "pressure_angle")
        is_told = _OF_HOLES.search(name) or _OF_A_ROW.search(name) or round(value, 2) in sizes
        if value and is_own and (not is_told or name in _ALWAYS):
            yield f"{name.replace('_', ' ')} {value:.5g}{_unit(name)}"


_ALWAYS: Final = frozenset({"thickness", "wall", "corner_radius", "inner_radius", "bend_radius"})
_COUNTED: Final = frozenset({"sides", "turns", "grooves", "ears", "points", "round"})


def _unit(name: str) -> str:
    if "angle" in name:
        return "°"
    return "" if name in _COUNTED or name.endswith("_count") else " mm"


_THREAD: Final = re.compile(r"\bThe thread (\S.*?) is not drawn\b")


def _outer_threads(rationale: str) -> list[str]:
    return [one[1] for one in _THREAD.finditer(rationale)]


def step_notes(spec: PartSpec, rationale: str = "") -> Iterator[StepNote]:
    """The steps of a turned part; a step of a thread's diameter is named by it."""
    threads = {
        float(one[1]): one[0] for one in map(_METRIC.match, _outer_threads(rationale)) if one
    }
    for step in interfaces.turned_steps(spec):
        words = threads.get(round(step.diameter, 2), f"Ø{step.diameter:.5g}")
        yield StepNote(step.low, step.high, step.diameter, words)


_METRIC: Final = re.compile(r"M(\d+(?:\.\d+)?)(?: x \d+(?:\.\d+)?)?")


def section_note(spec: PartSpec) -> SectionNote | None:
    """The section of a profile; the places of its corners where its sides alone do not tell them."""
    if spec.method not in _PROFILES:
        return None
    if spec.method != "extrusion":
        return SectionNote()
    figures = flat(spec)
    wall = _wall_of(figures)
    return SectionNote(*(_places_of_corners(figures, way, wall) for way in "xy"))


def _places_of_corners(figures: Mapping[str, float], way: str, wall: float) -> tuple[float, ...]:
    """From the lower left of the section; of two that a wall is between, the outer one."""
    found = sorted({round(value, 2) for value in _corners(figures, way)})
    low, middle = found[0], (found[0] + found[-1]) / 2
    kept = [
        one
        for one in found
        if not any(
            abs(abs(one - other) - wall) < _SAME and abs(other - middle) > abs(one - middle)
            for other in found
        )
    ]
    return tuple(round(one - low, 2) for one in kept[1:-1])


def _corners(figures: Mapping[str, float], way: str) -> list[float]:
    return [figures[f"{way}_{n}"] for n in range(1, int(figures["corners"]) + 1)]


def _wall_of(figures: Mapping[str, float]) -> float:
    """The thickness of a thin-walled section that is equal throughout; 0 where it is not."""
    spots = list(zip(_corners(figures, "x"), _corners(figures, "y"), strict=True))
    edges = list(pairwise([*spots, spots[0]]))
    lengths = [math.dist(*one) for one in edges]
    area = abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in edges)) / 2
    wall = min(lengths)
    is_even = len(spots) > _ON_CIRCLE and abs(area - wall * (sum(lengths) / 2 - wall)) < area / 50
    return round(wall, 2) if is_even and area > _THIN * wall * wall else 0.0


_THIN: Final = 8
"""So many times the square of its wall is the area of a section that is called thin-walled."""
