"""Cuts along, across and around the axis of turned bodies: keyways, splines, cross holes, grooves; pure."""

from collections.abc import Iterator
from math import acos, atan2, cos, hypot, pi, radians, sin
from typing import Final

from partwright.cad.language.body import PlannedBody, PlannedOperation
from partwright.cad.language.feature import EDGE_DISTANCE, EPSILON, TurnedStep
from partwright.cad.model import ParameterProblem

Span = tuple[float, float]
"""From and to, along the axis."""
ALL_ROUND: Final = frozenset({"groove", "spline", "flats"})
"""Operations that go all round, and offer nothing to others."""
_ALONG: Final = frozenset({"keyway", "spline", "flats"})
TO_THE_END: Final = frozenset({"spline", "flats"})
"""Operations that may reach the ends of their step."""


def spans(made: PlannedOperation) -> list[Span]:
    """The spans of the axis that a keyway, a groove or each of a row of cross holes takes."""
    v = made.values
    if made.kind.name == "groove":
        return [(v.z - v.width / 2, v.z + v.width / 2)]
    if made.kind.name in _ALONG:
        return [(v.z - v.length / 2, v.z + v.length / 2)]
    half = v.diameter / 2
    middles = [v.z + number * v.spacing for number in range(int(v.count))]
    return [(middle - half, middle + half) for middle in middles]


def step_at(steps: tuple[TurnedStep, ...], span: Span, *, margin: float) -> TurnedStep | None:
    """The step that holds a span of the axis as a whole, with a margin on both sides."""
    for step in steps:
        if step.low + margin <= span[0] + EPSILON and span[1] - EPSILON <= step.high - margin:
            return step
    return None


def steps_for(made: PlannedOperation, whole: PlannedBody) -> tuple[TurnedStep, ...]:
    """The steps that an operation may be on: splines and flats go on through the broken rim of an end."""
    return whole.feature.steps(whole.values) if made.kind.name in TO_THE_END else whole.steps


def flats_of(made: PlannedOperation, radius: float) -> list[tuple[float, float]]:
    """Of each flat the angle of its normal, and its distance from the axis."""
    v = made.values
    number = int(v.count)
    away = v.across - radius if number == 1 else v.across / 2
    return [(radians(v.angle) + 2 * pi * turn / number, away) for turn in range(number)]


def reach_of_flats(made: PlannedOperation, radius: float) -> tuple[float, float, float, float]:
    """The reach of a round with flats: to -x, +x, -y and +y."""
    flats = flats_of(made, radius)
    rims = [
        (radius * cos(angle + way), radius * sin(angle + way))
        for angle, away in flats
        for way in (acos(away / radius), -acos(away / radius))
    ]
    meets = [
        (away / cos(half) * cos(angle + half), away / cos(half) * sin(angle + half))
        for angle, away in flats
        if len(flats) > _TWO
        for half in (pi / len(flats),)
    ]
    ends = [(radius * cos(turn), radius * sin(turn)) for turn in (0.0, pi / 2, pi, 3 * pi / 2)]
    within = [
        (x, y)
        for x, y in (*rims, *meets, *ends)
        if hypot(x, y) <= radius + EPSILON
        and all(hypot(x, y) * cos(atan2(y, x) - angle) <= away + EPSILON for angle, away in flats)
    ]
    xs, ys = [x for x, _ in within], [y for _, y in within]
    return -min(xs), max(xs), -min(ys), max(ys)


_TWO: Final = 2


def step_problems(whole: PlannedBody) -> Iterator[ParameterProblem]:
    """The problems with the keyways, splines, flats, grooves and cross holes of a body."""
    made_on_steps = [made for made in whole.operations if made.kind.target == "steps"]
    if not made_on_steps:
        return
    steps = whole.steps
    if not steps:
        for made in made_on_steps:
            yield ParameterProblem(
                made.name, f"a {whole.feature.name} is not turned about one axis"
            )
        return
    for made in made_on_steps:
        yield from _one(made, steps_for(made, whole))
    yield from _meeting(whole, made_on_steps, steps[-1].high)


def _one(made: PlannedOperation, steps: tuple[TurnedStep, ...]) -> Iterator[ParameterProblem]:
    for number, span in enumerate(spans(made), start=1):
        margin = 0.0 if made.kind.name in TO_THE_END else EDGE_DISTANCE
        step = step_at(steps, span, margin=margin)
        if step is None:
            away = f", {margin:g} mm from its ends" if margin else ""
            yield ParameterProblem(
                made.name,
                f"no. {number} reaches from z {span[0]:g} to {span[1]:g} and must lie within one "
                f"step{away}",
            )
            return
        reason = _REASONS[made.kind.name](made, step)
        if reason:
            yield ParameterProblem(made.name, reason)
            return


def _keyway(made: PlannedOperation, step: TurnedStep) -> str | None:
    v = made.values
    if v.width > 0.6 * step.diameter:
        return f"the keyway is wider than 0.6 of the diameter {step.diameter:g} mm"
    if v.depth > 0.4 * step.diameter or step.diameter / 2 - v.depth < step.bore / 2 + 0.3:
        return f"the keyway is too deep for the diameter {step.diameter:g} mm"
    return None


def _cross_hole(made: PlannedOperation, step: TurnedStep) -> str | None:
    diameter = made.values.diameter
    if diameter > 0.7 * step.diameter:
        return f"the cross hole is more than 0.7 of the diameter {step.diameter:g} mm"
    if step.bore and diameter > 0.9 * step.bore:
        return f"the cross hole must be less than 0.9 of the bore {step.bore:g} mm"
    return None


def _all_round(made: PlannedOperation, step: TurnedStep) -> str | None:
    v = made.values
    core = step.diameter / 2 - v.depth
    if core < max(step.bore / 2 + 0.3, step.diameter * 0.2):
        return f"the {made.kind.name} is too deep for the diameter {step.diameter:g} mm"
    if made.kind.name == "spline" and v.count * (v.width + 0.2) > 2 * pi * core:
        return f"{v.count:g} splines {v.width:g} mm wide leave no room between them"
    return None


def _flats(made: PlannedOperation, step: TurnedStep) -> str | None:
    radius = step.diameter / 2
    away = min(away for _, away in flats_of(made, radius))
    if away > radius - 0.05:
        return f"the flats are no less wide than the diameter {step.diameter:g} mm"
    if away < max(step.bore / 2 + 0.3, radius * 0.2):
        return f"the flats are too deep for the diameter {step.diameter:g} mm"
    return None


_REASONS: Final = {
    "keyway": _keyway, "cross_hole": _cross_hole, "groove": _all_round, "spline": _all_round, "flats": _flats,
}  # fmt: skip


def _core(whole: PlannedBody, made_on_steps: list[PlannedOperation]) -> float:
    """The radius that no keyway or groove reaches; 0 where a hole goes across."""
    if any(made.kind.name not in ALL_ROUND | _ALONG for made in made_on_steps):
        return 0.0
    cores = (
        min(away for _, away in flats_of(made, step.diameter / 2))
        if made.kind.name == "flats"
        else step.diameter / 2 - made.values.depth
        for made in made_on_steps
        for step in whole.steps
        if step.low <= made.values.z <= step.high
    )
    return min(cores, default=0.0)


def _is_within(made: PlannedOperation, core: float) -> bool:
    """Whether a hole in the end stays inside what the keyways leave."""
    v = made.values
    if made.kind.name != "hole":
        return False
    widest = max(v.diameter, v.counterbore_diameter, v.countersink_diameter)
    return hypot(v.x, v.y) + widest / 2 + 0.3 <= core


def _meeting(
    whole: PlannedBody, made_on_steps: list[PlannedOperation], top: float
) -> Iterator[ParameterProblem]:
    """Cuts that share a stretch of the axis would run into each other."""
    taken = [(made.name, span) for made in made_on_steps for span in spans(made)]
    core = _core(whole, made_on_steps)
    for made in whole.operations:
        if made.kind.shape in {"hole", "slot", "pocket"} and not _is_within(made, core):
            depth = made.values.depth or top
            taken.append((made.name, (top - depth - whole.broken, top)))
    if whole.of("shell"):
        taken.append(("shell_1", (whole.of("shell")[0].values.wall, top)))
    taken.sort(key=lambda entry: entry[1])
    highest, holder = float("-inf"), ""
    on_steps = {made.name for made in made_on_steps}
    for name, (low, high) in taken:
        # Two shapes on the end face are kept apart there.
        if low < highest + 0.3 and (name in on_steps or holder in on_steps):
            yield ParameterProblem(
                name, f"runs into {holder}" if holder != name else "runs into itself"
            )
        if high > highest:
            highest, holder = high, name
