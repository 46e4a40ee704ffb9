"""Notes of a part's drawing: its holes, and what the dimensions of its views do not tell; pure."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from partwright.cad.language import interfaces
from partwright.cad.language.features.gears import normal_module
from partwright.cad.language.flat import flat
from partwright.cad.model import Interface, Operation, PartSpec, Vector
from partwright.cad.sheets.model import HoleNote, SectionNote
from partwright.design_engine.drawing_threads import (
    fits_of,
    nominal,
    outer_threads,
    plain_holes,
    threads_by_core,
    threads_named,
)
from partwright.design_engine.drawing_turned import (
    WORKED_ROUND,
    flats_of,
    inside_notes,
    is_round,
    lies,
    steps_of,
)

GEARED: Final = {"gear": "external teeth", "ring_gear": "internal teeth"}


def hole_notes(spec: PartSpec, rationale: str = "") -> Iterator[HoleNote]:
    """One note for each pattern of equal holes, the words as ISO 129 has them; tapped ones by their thread."""
    threads = threads_named(spec) | threads_by_core(rationale)
    fits, plain = fits_of(rationale), plain_holes(rationale)
    patterns: dict[str, list[Interface]] = {}
    if spec.method in _COILED:
        return
    for one in interfaces.connections(spec).interfaces:
        if one.kind in ("hole", "bore"):
            patterns.setdefault(one.pattern or _alike(one, patterns), []).append(one)
    given = {made.name: made.parameters for made in spec.operations}
    for name, holes in patterns.items():
        first, *others = holes
        figures = given.get(name, {})
        circle = figures.get("circle_diameter", 0.0)
        if not circle and is_round(spec):
            circle = _circle_of_holes(holes)
        size = round(first.diameter, 2)
        thread = "" if (len(holes), size) in plain else threads.get(size, "")
        both = _other_end(first, patterns.values())
        words = thread or _with_fit(first.diameter, fits)
        words += " through" if _goes_through(spec, first) else f" deep {first.length:.4g}"
        words = _words(holes, figures, circle, words, fits)
        words += ", at both ends" if both else ""
        yield HoleNote(
            first.position,
            first.axis,
            "" if both and first is not both[0] else words,
            diameter=first.diameter,
            others=tuple(one.position for one in others),
            circle=circle,
            deep=first.length,
            thread=nominal(thread),
        )
    yield from _slot_notes(spec)


def _goes_through(spec: PartSpec, one: Interface) -> bool:
    """Whether a hole ends beyond the part, or where the part does: in the flange of a housing."""
    if one.through:
        return True
    if abs(one.axis[2]) < 1 - _SAME:
        return False
    steps = steps_of(spec)
    beyond = one.position[2] - one.axis[2] * (one.length + 2 * _SAME)
    inside = math.hypot(*one.position[:2]) - one.diameter / 2
    beside = [step for step in steps if step.low < beyond < step.high]
    return bool(steps) and all(step.diameter / 2 <= inside + _SAME for step in beside)


def _other_end(one: Interface, patterns: Iterable[Sequence[Interface]]) -> list[Interface]:
    """A single hole and its like in the opposite face on the same axis, the first of the two ahead."""
    for first, *others in patterns:
        is_opposite = all(abs(a + b) < _SAME for a, b in zip(first.axis, one.axis, strict=True))
        sizes = (first.diameter, first.length) == (one.diameter, one.length)
        if others or not is_opposite or not sizes or one.through:
            continue
        apart = sum(abs(a - b) > _SAME for a, b in zip(first.position, one.position, strict=True))
        if apart <= 1:
            return sorted([first, one], key=lambda hole: -sum(hole.axis))
    return []


_COILED: Final = frozenset({"spring", "torsion_spring"})
"""What is open along its middle and has no hole."""


def _with_fit(diameter: float, fits: Mapping[float, str]) -> str:
    fit = fits.get(round(diameter, 2), "")
    return f"Ø{diameter:.4g} {fit}".rstrip()


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
            half=_half_of(values, first) if kind == "slot" else (0.0, 0.0, 0.0),
            others=tuple(one.position for one in holes[1:]),
            circle=circle,
        )


def _half_of(values: Mapping[str, float], one: Interface) -> Vector:
    """From the middle of a slot to that of a round end, along its face."""
    half, angle = (values["length"] - values["width"]) / 2, math.radians(values.get("angle", 0.0))
    x, y = half * math.cos(angle), half * math.sin(angle)
    # The faces that look up have their x along that of the part, those that look aside along its y.
    side = max(range(3), key=lambda way: abs(one.axis[way]))
    return ((0.0, x, y), (x, 0.0, y), (x, y, 0.0))[side]


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
    holes: Sequence[Interface],
    given: Mapping[str, float],
    circle: float,
    size: str,
    fits: Mapping[float, str],
) -> str:
    """The words for equal holes by their size and depth: how many, their sinks, how far apart."""
    told = f"{len(holes)} x {size}" if len(holes) > 1 else size
    if sink := given.get("countersink_diameter"):
        told += f", countersunk Ø{sink:.4g} x 90°"
    if bore := given.get("counterbore_diameter"):
        told += (
            f", counterbored {_with_fit(bore, fits)} deep {given.get('counterbore_depth', 0):.4g}"
        )
    return told + _spacing(holes, circle)


_WORKED: Final = {
    "groove": "groove {width} wide, {depth} deep, its middle {z} from the lower end",
    "flats": "{count} x flat, {across} across, {length} long, the middle {z} from the lower end",
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
_OF_A_ROW: Final = re.compile(r"_\d+$|^corners$")


def notes_of(spec: PartSpec, rationale: str = "") -> Iterator[str]:
    """The notes on what the dimensions of the views do not tell."""
    figures = flat(spec)
    told = ", ".join(_own_figures(spec, figures))
    if told:
        yield told
    yield from inside_notes(spec)
    yield from (f"thread {one}" for one in outer_threads(rationale))
    sinks = {round(made.parameters.get("counterbore_diameter", 0.0), 2) for made in spec.operations}
    called = {
        *sinks,
        *_diameters_of_holes(spec),
        *(round(one.diameter, 2) for one in steps_of(spec)),
    }
    fits = fits_of(rationale).items()
    yield from (f"Ø{size:g} {fit}" for size, fit in fits if size not in called)
    is_placed = lies(spec)
    for made in spec.operations:
        words = "" if is_placed and made.kind in WORKED_ROUND else _worked(made)
        if words:
            own = {
                name.rpartition(".")[2]: f"{value:.5g}"
                for name, value in figures.items()
                if name.startswith(f"{made.name}.")
            }
            yield words.format(**own)
    teeth = GEARED.get(spec.method)
    if teeth:
        which = "normal module" if figures.get("helix_angle") else "module"
        yield (
            f"{figures.get('teeth', 0):g} {teeth}, {which} {normal_module(figures):.4g} mm,"
            f" pressure angle {figures.get('pressure_angle', 20):g}°"
        )


def _worked(made: Operation) -> str:
    """The words for an operation, with a place for each of its figures."""
    if made.kind == "groove" and made.parameters.get("angle"):
        return "V-groove {angle}°, {width} wide, {depth} deep, its middle {z} from the lower end"
    return _WORKED.get(made.kind, "")


def _own_figures(spec: PartSpec, figures: Mapping[str, float]) -> Iterator[str]:
    """The figures of the form itself that are neither a size of the whole nor told by a leader."""
    if spec.method == "extrusion":
        wall = _wall_of(figures)
        yield from ([f"wall {wall:.4g} mm throughout"] if wall else [])
        return
    if spec.method == "angle_profile":
        return
    box = interfaces.bounding_box(spec)
    sizes = [round(b - a, 2) for a, b in zip(box.low, box.high, strict=True)]
    steps = steps_of(spec)
    sizes += [round(one, 2) for step in steps for one in (step.diameter, step.high - step.low)]
    holes = _diameters_of_holes(spec)
    if across := flats_of(spec):
        yield f"hexagon {across:.5g} mm across flats"
    for name, value in figures.items():
        is_own = "." not in name and name not in _ELSEWHERE and not _is_of_none(name, figures)
        is_told = _OF_HOLES.search(name) or _OF_A_ROW.search(name) or round(value, 2) in sizes
        is_told = is_told or ("diameter" in name and round(value, 2) in holes)
        is_always = name in _ALWAYS and not (name == "thickness" and spec.method in _FLAT)
        if value and is_own and (not is_told or is_always):
            yield f"{name.replace('_', ' ')} {value:.5g}{_unit(name)}"


_ELSEWHERE: Final = frozenset({"teeth", "module", "pressure_angle", "sides"})
"""Figures that notes of their own tell."""
_FLAT: Final = frozenset(
    {"plate", "disc", "ring", "flange", "oval", "l_plate", "t_plate", "frame", "pcb", "arm"}
)
"""Parts whose thickness is the height of a view."""
_PIECE: Final = re.compile(r"(hub|collar|flange|keyway)_(?:height|thickness|depth)")


def _is_of_none(name: str, figures: Mapping[str, float]) -> bool:
    """Whether a figure is of a hub, a collar or a keyway that the part has not."""
    piece = _PIECE.fullmatch(name)
    if piece is None:
        return False
    lead = f"{piece[1]}_width" if piece[1] == "keyway" else f"{piece[1]}_diameter"
    return not figures.get(lead, 1.0)


def _diameters_of_holes(spec: PartSpec) -> set[float]:
    found = interfaces.connections(spec).interfaces
    return {round(one.diameter, 2) for one in found if one.kind in ("hole", "bore")}


_ALWAYS: Final = frozenset({"thickness", "wall", "corner_radius", "inner_radius", "bend_radius"})
_COUNTED: Final = frozenset({"sides", "turns", "grooves", "ears", "points", "round"})


def _unit(name: str) -> str:
    if "angle" in name:
        return "°"
    return "" if name in _COUNTED or name.endswith("_count") else " mm"


def section_note(spec: PartSpec) -> SectionNote | None:
    """The section of a profile; the places of its corners where its sides alone do not tell them."""
    if spec.method not in _PROFILES:
        return None
    figures = flat(spec)
    if spec.method == "angle_profile":
        return SectionNote((figures["thickness"],), (figures["thickness"],))
    if spec.method != "extrusion":
        return SectionNote()
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
