"""Offsets of the bodies of an assembly in its exploded view."""

from collections.abc import Iterator, Sequence

from partwright.cad.assembly.motion import plus, times
from partwright.cad.assembly.scene import NEAR, hull
from partwright.cad.model import Bounds, Vector

_WAYS: tuple[tuple[Vector, float], ...] = (
    ((0.0, 0.0, 1.0), 1.0),
    ((1.0, 0.0, 0.0), 1.3),
    ((-1.0, 0.0, 0.0), 1.3),
    ((0.0, -1.0, 0.0), 1.3),
    ((0.0, 1.0, 0.0), 1.3),
    ((0.0, 0.0, -1.0), 1.0),
)
"""The ways things are drawn, and how much shorter one must be than upwards to be taken.

Downwards go only those at the very bottom: feet, and nuts from below.
"""
_DOWN = 5
_GAP_SHARE = 0.06
"""Of the assembly's longest side, between what was together."""
_STEPS = 400


def explode(groups: Sequence[Sequence[Bounds]]) -> list[Vector]:
    """The move of each group of boxes, in turn: one way, just clear of those before it.

    The instances of one child are a group and move together, upwards unless that is far.
    """
    if not groups:
        return []
    whole = hull([box for group in groups for box in group])
    gap = _GAP_SHARE * max(whole.size)
    standing: list[Bounds] = []
    moves: list[Vector] = []
    for group in groups:
        is_lowest = min(b.low[2] for b in group) <= min((b.low[2] for b in standing), default=0.0)
        ways = _WAYS if is_lowest else _WAYS[:_DOWN]
        options = [(_distance(group, standing, way, gap), way, cost) for way, cost in ways]
        far, way, _ = min(options, key=lambda option: round(option[0] * option[2], 3))
        move = times(way, far)
        moves.append(move)
        standing += [shifted(box, move) for box in group]
    return moves


def shifted(box: Bounds, by: Vector) -> Bounds:
    return Bounds(plus(box.low, by), plus(box.high, by), box.tolerance)


def _distance(
    group: Sequence[Bounds], standing: Sequence[Bounds], way: Vector, gap: float
) -> float:
    """The shortest way on which no box of the group meets, or is drawn upon, one that stands."""
    axis = next(number for number in range(3) if way[number])
    far = 0.0
    for _ in range(_STEPS):
        further = max(
            (
                far + more
                for box in group
                for other in standing
                if (more := _more(shifted(box, times(way, far)), other, axis, way[axis], gap)) > 0
            ),
            default=far,
        )
        if further == far:
            return far
        far = further
    return far


def _more(box: Bounds, other: Bounds, axis: int, sign: float, gap: float) -> float:
    """The distance that a box must still go along an axis to be clear of another; 0 if it is."""
    if any(not _meets(box, other, side, gap if side == axis else 0.0) for side in range(3)):
        return 0.0
    if sign > 0:
        return other.high[axis] + gap - box.low[axis]
    return box.high[axis] + gap - other.low[axis]


def _meets(a: Bounds, b: Bounds, axis: int, gap: float) -> bool:
    reach = min(a.high[axis], b.high[axis]) - max(a.low[axis], b.low[axis])
    return reach > NEAR - gap


def grouped(keys: Sequence[str]) -> Iterator[list[int]]:
    """The numbers of equal keys together, in the order in which a key is met first."""
    order = dict.fromkeys(keys)
    for key in order:
        yield [number for number, other in enumerate(keys) if other == key]
