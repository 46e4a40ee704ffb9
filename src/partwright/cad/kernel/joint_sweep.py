"""Joints of an assembly moved through their range, and what runs into what on the way."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from partwright.cad.assembly.motion import (
    RigidMotion,
    minus,
    moved,
    times,
    to_placement,
    turned,
    unit,
)
from partwright.cad.assembly.scene import shared
from partwright.cad.job_types import SweepJoints, SweptJoint, SweptJoints, SweptRange
from partwright.cad.kernel import measure, occ
from partwright.cad.kernel.assembly import AssemblyDocument, transformation
from partwright.cad.kernel.guarded_model import GuardedModel, ProcessorTime
from partwright.cad.kernel.interference import Solid, shared_volume, solids

_STEPS: Final = 4
"""Positions on the way of a slide, its ends among them."""
_TURNS: Final = 8
_MARGIN: Final = 1.1
_SPECK: Final = 1.0
"""Cubic millimetres that moving may add to what two bodies share where they stand."""
_MOST: Final = 2000
"""Pairs of one joint that are looked at."""


class _Meeting(NamedTuple):
    """A moved body near one that stands, so far along the joint."""

    body: int
    other: int
    at: float


def sweep(job: SweepJoints) -> SweptJoints:
    """Every joint by itself, the others at rest."""
    time_left = ProcessorTime(job.seconds)
    assembly = AssemblyDocument(job.tree)
    bodies = [solids(assembly.shape_of(number)) for number in range(len(assembly.uses))]
    keys = [assembly.key_of(number) for number in range(len(bodies))]
    return SweptJoints(tuple(_swept(joint, bodies, keys, time_left) for joint in job.joints))


def _swept(
    joint: SweptRange, bodies: Sequence[list[Solid]], keys: Sequence[str], within: ProcessorTime
) -> SweptJoint:
    found = list(_meetings(joint, bodies, keys, within))
    work = GuardedModel(lambda number: _gained(joint, bodies, found[number]), len(found))
    is_checked = len(found) < _MOST and not within.is_over
    for number, volume in work.results(seconds=2.0, within=within):
        if volume is None:
            is_checked = False
        elif volume > _SPECK:
            met = found[number]
            return SweptJoint(
                joint.name, a=keys[met.body], b=keys[met.other], at=met.at, volume_mm3=volume
            )
    return SweptJoint(joint.name, is_checked=is_checked)


def _meetings(
    joint: SweptRange, bodies: Sequence[list[Solid]], keys: Sequence[str], within: ProcessorTime
) -> Iterator[_Meeting]:
    """The pairs whose boxes meet on the way, the ends of the range first."""
    moving = [number for number, key in enumerate(keys) if key in joint.moves]
    standing = [number for number, key in enumerate(keys) if key not in joint.moves]
    left = _MOST
    for at in _positions(joint):
        for body in moving:
            away = _moved(bodies[body], joint, at)
            for other in standing:
                if within.is_over or not left:
                    return
                if any(shared(box, its) for _, box in away for _, its in bodies[other]):
                    left -= 1
                    yield _Meeting(body, other, at)


def _positions(joint: SweptRange) -> list[float]:
    count = _TURNS if joint.is_turn else _STEPS
    span = joint.high - joint.low
    steps = [joint.low + span * number / (count - 1) for number in range(count)]
    return [steps[-1], steps[0], *steps[1:-1]]


def _gained(joint: SweptRange, bodies: Sequence[list[Solid]], met: _Meeting) -> float:
    """The volume in mm³ that two bodies share there, beyond that where they stand."""
    there = shared_volume(_moved(bodies[met.body], joint, met.at), bodies[met.other])
    if there <= _SPECK:
        return 0.0
    return there - _MARGIN * shared_volume(bodies[met.body], bodies[met.other])


def _moved(body: list[Solid], joint: SweptRange, at: float) -> list[Solid]:
    where = occ.TopLoc.TopLoc_Location(transformation(to_placement(_motion(joint, at))))
    away = [solid.Moved(where) for solid, _ in body]
    return [(one, box) for one in away if (box := measure.rough_bounds(one)) is not None]


def _motion(joint: SweptRange, at: float) -> RigidMotion:
    if not joint.is_turn:
        return moved(times(unit(joint.axis), at))
    turn = turned(joint.axis, at)
    return RigidMotion(turn.rotation, minus(joint.origin, turn.direction(joint.origin)))
