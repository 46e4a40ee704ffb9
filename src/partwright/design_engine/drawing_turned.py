"""Turned parts on a drawing: which lie, what they measure across, their steps; pure."""

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Final

from partwright.cad.language import catalogue, interfaces
from partwright.cad.language.feature import TurnedStep
from partwright.cad.language.features.gears import tip_diameter
from partwright.cad.language.flat import flat
from partwright.cad.model import Operation, PartSpec
from partwright.cad.sheets.model import StepNote, WorkedNote
from partwright.design_engine.drawing_threads import core_of, fits_of, threads_by_width

_TURNED: Final = frozenset(
    {
        "rod", "tube", "shaft", "bushing", "disc", "ring", "flange", "cone", "dome", "cup", "gear", "ring_gear",
        "bevel_gear", "timing_pulley", "sprocket", "v_pulley", "wheel", "knob", "revolution", "sphere", "o_ring",
        "spring", "envelope_cylinder", "claw_hub", "slotted_nut", "bellows",
    }
)  # fmt: skip


def is_round(spec: PartSpec) -> bool:
    """Whether a part turns about z, so that its sides are diameters."""
    return spec.method in _TURNED or (spec.method == "spacer" and not flat(spec).get("sides"))


_LYING: Final = frozenset(
    {"rod", "tube", "shaft", "bushing", "spacer", "revolution", "claw_hub", "bellows"}
)
_WORKED_ABOVE: Final = frozenset({"keyway", "flats", "cross_hole", "spline"})


def lies(spec: PartSpec) -> bool:
    """Whether a turned part is drawn as it lies in the lathe: one that is longer than wide."""
    box = interfaces.bounding_box(spec)
    is_long = box.size[2] > max(box.size[:2])
    return is_long and spec.method in _LYING and is_round(spec)


def is_worked_above(spec: PartSpec) -> bool:
    """Whether keyways, flats or holes across are seen on a lying part from above."""
    return any(made.kind in _WORKED_ABOVE for made in spec.operations)


def diameter_of(spec: PartSpec) -> float:
    """The diameter of a round part whose box may be less wide; 0 where the box tells it."""
    figures = flat(spec)
    if spec.method == "gear":
        return round(tip_diameter(catalogue.FEATURES["gear"].resolve(figures)), 2)
    name = {"knob": "diameter", "slotted_nut": "outer_diameter"}.get(spec.method)
    return figures[name] if name else 0.0


def flats_of(spec: PartSpec) -> float:
    """The width across the flats of a hexagonal spacer or bar; 0 of others."""
    figures = flat(spec)
    name = {"spacer": "outer_diameter", "polygon": "across"}.get(spec.method)
    return figures[name] if name and figures.get("sides") == _HEXAGON else 0.0


_HEXAGON: Final = 6


def step_notes(spec: PartSpec, rationale: str = "") -> Iterator[StepNote]:
    """The steps of a turned part; a step of a thread's diameter is named by it."""
    threads = threads_by_width(rationale)
    fits = fits_of(rationale)
    for step in steps_of(spec):
        size = round(step.diameter, 2)
        words = threads.get(size) or f"Ø{step.diameter:.5g} {fits.get(size, '')}".rstrip()
        core = core_of(words)
        yield StepNote(step.low, step.high, step.diameter, words, core=core)
    yield from _cones(spec)


def _cones(spec: PartSpec) -> Iterator[StepNote]:
    """The cylinders and cones of a drawn half section that is solid, from its lower end up."""
    if spec.method != "revolution":
        return
    figures = flat(spec)
    corners = [
        (figures[f"r_{n}"], figures[f"z_{n}"]) for n in range(1, int(figures["corners"]) + 1)
    ]
    axis = min(r for r, _ in corners)
    for (r, z), (other, top) in pairwise(corners):
        if top <= z or r == other == axis:
            continue
        low, high = 2 * r, 2 * other
        words = f"Ø{low:.5g}" if r == other else f"cone Ø{low:.5g} to Ø{high:.5g}"
        yield StepNote(z, top, low, words, end=high)


def inside_notes(spec: PartSpec) -> Iterator[str]:
    """The bore of a drawn half section that is hollow: its diameters, cones and grooves, from the upper end down."""
    if spec.method != "revolution":
        return
    figures = flat(spec)
    corners = [
        (figures[f"r_{n}"], figures[f"z_{n}"]) for n in range(1, int(figures["corners"]) + 1)
    ]
    if min(r for r, _ in corners) <= 0:
        return
    ends = {min(z for _, z in corners), max(z for _, z in corners)}
    told: dict[str, None] = {}
    for (r, z), (other, low) in pairwise([*corners, corners[0]]):
        if low >= z:
            continue
        if r != other:
            told[f"bore Ø{2 * r:.5g} to Ø{2 * other:.5g} over {z - low:.5g} mm"] = None
        elif z in ends or low in ends:
            told[f"bore Ø{2 * r:.5g}"] = None
        else:
            told[f"groove in the bore {z - low:.5g} x Ø{2 * r:.5g}"] = None
    yield from told


def worked_notes(spec: PartSpec) -> Iterator[WorkedNote]:
    """The keyways, grooves, flats and splines of a turned part that is drawn as it lies."""
    if not lies(spec):
        return
    figures, steps = flat(spec), steps_of(spec)
    for made in spec.operations:
        own = {
            name.rpartition(".")[2]: value
            for name, value in figures.items()
            if name.startswith(f"{made.name}.")
        }
        if made.kind not in WORKED_ROUND:
            continue
        step = next((one for one in steps if one.low <= own["z"] <= one.high), None)
        half = own["width" if made.kind == "groove" else "length"] / 2
        ends = (own["z"] - half, own["z"] + half)
        if made.kind == "groove":
            ground = (step.diameter if step else diameter_of(spec)) - 2 * own["depth"]
            yield WorkedNote(*ends, ground, _words_of_groove(own, ground), is_all_round=True)
        else:
            yield WorkedNote(*ends, _rim_of(made, own, step), _WORDS[made.kind](own))


WORKED_ROUND: Final = frozenset({"keyway", "groove", "flats", "spline"})


def _words_of_groove(own: Mapping[str, float], ground: float) -> str:
    if own.get("angle"):
        return f"V-groove {own['angle']:g}°, {own['width']:.5g} wide, {own['depth']:.5g} deep"
    return f"groove {own['width']:.5g} x Ø{ground:.5g}"


def _rim_of(made: Operation, own: Mapping[str, float], step: TurnedStep | None) -> float:
    """Give the width of a keyway or a flat where the view from above shows it."""
    if made.kind == "keyway" or step is None:
        return own["width" if "width" in own else "across"]
    return 0.0 if made.kind == "flats" else step.diameter


def _words_of_flats(own: Mapping[str, float]) -> str:
    called = {1: "flat,", 4: "square,", _HEXAGON: "hexagon,"}
    number = round(own["count"])
    return f"{called.get(number, f'{number} x flat,')} {own['across']:.5g} across"


_WORDS: Final[Mapping[str, Callable[[Mapping[str, float]], str]]] = {
    "keyway": lambda own: f"keyway {own['width']:.5g} wide, {own['depth']:.5g} deep",
    "flats": _words_of_flats,
    "spline": lambda own: (
        f"{own['count']:g} splines {own['width']:.5g} wide, {own['depth']:.5g} deep"
    ),
}


_RAISED: Final = {"gear": "width", "sprocket": "width", "flange": "thickness", "v_pulley": "width"}
"""Round parts with a hub upon them, and the figure of what it stands on."""


def steps_of(spec: PartSpec) -> tuple[TurnedStep, ...]:
    """The steps of a turned part as a drawing shows them: with its hub or collar, to the tips of its teeth."""
    figures = flat(spec)
    if spec.method == "bushing" and figures.get("collar_diameter"):
        low = figures["collar_thickness"]
        collar = TurnedStep(0.0, low, figures["collar_diameter"])
        return (collar, TurnedStep(low, figures["length"], figures["outer_diameter"]))
    if spec.method not in _RAISED:
        return interfaces.turned_steps(spec)
    hub = figures.get("hub_diameter", 0.0)
    if not hub:
        return ()
    box = interfaces.bounding_box(spec)
    low = figures[_RAISED[spec.method]]
    wide = diameter_of(spec) or box.high[0] - box.low[0]
    return (TurnedStep(0.0, low, wide), TurnedStep(low, box.high[2], hub))
