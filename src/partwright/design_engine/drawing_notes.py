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
from partwright.cad.sheets.model import HoleNote

TURNED: Final = frozenset(
    {"rod", "tube", "shaft", "bushing", "disc", "ring", "flange", "cone", "dome", "cup", "gear"}
)
GEARED: Final = {"gear": "external teeth", "ring_gear": "internal teeth"}

_CORE: Final = re.compile(r"\bM(\d+(?:\.\d+)?)(?: x (\d+(?:\.\d+)?))? is drawn as its core hole\b")


def _threads_by_core(rationale: str) -> Mapping[float, str]:
    """The threads that a part has as holes of their cores, by the diameters of those."""
    return {
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


_TOLD: Final = ("thickness", "wall", "corner_radius", "inner_radius", "bend_radius")
"""Figures that the overall sizes do not tell."""


_WORKED: Final = {
    "groove": (
        "groove {width} wide, {depth} deep, its middle {z} from the lower end",
        {"width", "depth", "z"},
    ),
    "spline": ("{count} splines {width} wide, {depth} deep", {"count", "width", "depth"}),
    "keyway": (
        "keyway {width} x {length}, its middle {z} from the lower end",
        {"width", "length", "z"},
    ),
    "slot": ("slot {width} x {length}", {"width", "length"}),
    "slot_grid": ("slots {width} x {length}", {"width", "length"}),
    "pocket": ("cutout {length} x {width}", {"width", "length"}),
    "chamfer": ("chamfer {size} x 45°", {"size"}),
    "fillet": ("fillet R{radius}", {"radius"}),
}
"""Words of what is worked into a part, and the figures they need."""


def notes_of(spec: PartSpec) -> Iterator[str]:
    """The notes on what the dimensions of the views do not tell."""
    figures = flat(spec)
    told = [
        f"{name.replace('_', ' ')} {figures[name]:.4g} mm" for name in _TOLD if figures.get(name)
    ]
    if told:
        yield ", ".join(told)
    if spec.method == "shaft":
        yield from _steps_of_shaft(figures)
    for made in spec.operations:
        words = _WORKED.get(made.kind)
        if words and made.parameters.keys() >= words[1]:
            yield words[0].format(**{n: f"{v:.5g}" for n, v in made.parameters.items()})
    teeth = GEARED.get(spec.method)
    if teeth:
        yield (
            f"{figures.get('teeth', 0):g} {teeth}, module {figures.get('module', 0):g} mm,"
            f" pressure angle {figures.get('pressure_angle', 20):g}°"
        )


def _steps_of_shaft(figures: Mapping[str, float]) -> Iterator[str]:
    """The steps of a shaft that has more than one, from its lower end up."""
    across = sorted(
        (int(name.rpartition("_")[2]), value)
        for name, value in figures.items()
        if name.startswith("diameter_") and figures.get(name.replace("diameter", "length"))
    )
    if len(across) > 1:
        told = (f"Ø{wide:.5g} x {figures[f'length_{at}']:.5g}" for at, wide in across)
        yield f"steps from the lower end: {', '.join(told)}"
