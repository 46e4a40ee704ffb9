"""Where something can be set down: floors of hollow bodies, and faces that look up."""

from collections.abc import Iterator

from partwright.cad.assembly.motion import dot
from partwright.cad.assembly.packing import Rectangle, Shelf
from partwright.cad.assembly.scene import NEAR, SAME_WAY, Scene, Standing
from partwright.cad.model import Bounds, Interface

_UP = (0.0, 0.0, 1.0)
_PLAY = 1.0
"""Millimetres that stay free along walls."""
_ENDLESS = 1e9


def floor_of(body: Standing) -> Interface | None:
    """The floor of a hollow body that stands upright."""
    return next((one for one in body.interfaces if _is_floor(one)), None)


def _is_floor(one: Interface) -> bool:
    return one.kind == "face" and one.name.endswith("floor") and dot(one.axis, _UP) >= SAME_WAY


def floors(scene: Scene) -> Iterator[Shelf]:
    """The floors inside hollow bodies, the walls taken off; the largest first."""
    shelves: list[Shelf] = []
    for body in scene.bodies:
        floor = floor_of(body)
        if floor is None:
            continue
        room = body.box.high[2] - floor.position[2]
        rectangle = _inside(body, floor)
        z = floor.position[2]
        taken = tuple(_standing_on(scene, z, rectangle, body, inside=True))
        shelves.append(Shelf(rectangle, z, room, taken, body.child.name))
    yield from sorted(shelves, key=lambda shelf: -_area(shelf.rectangle))


def _inside(body: Standing, floor: Interface) -> Rectangle:
    """The wall is as thick as the floor; what stands out beyond the walls is known by its place."""
    box = body.box
    wall = floor.position[2] - box.low[2] + _PLAY
    low, high = [box.low[0], box.low[1]], [box.high[0], box.high[1]]
    upright = [one for one in body.interfaces if one.kind == "face" and abs(one.axis[2]) < NEAR]
    for axis in (0, 1):
        sides = [one.position[axis] for one in upright if abs(one.axis[axis]) >= SAME_WAY]
        if len(sides) >= 2:
            low[axis], high[axis] = min(sides), max(sides)
    low, high = _without_bosses(body, low, high)
    if not upright and not any(one.kind == "hole" for one in body.interfaces):
        # Of a round vessel, the square within its rim.
        inset = 0.147 * min(high[0] - low[0], high[1] - low[1])
        low, high = [value + inset for value in low], [value - inset for value in high]
    return (low[0] + wall, low[1] + wall, high[0] - wall, high[1] - wall)


def _without_bosses(
    body: Standing, low: list[float], high: list[float]
) -> tuple[list[float], list[float]]:
    """Draw the sides in to where level bores end inside, and to the inner side of feet."""
    low, high = list(low), list(high)
    for one in body.interfaces:
        for axis in (0, 1):
            if one.kind == "bore" and abs(one.axis[axis]) >= SAME_WAY:
                inner = one.position[axis] - one.axis[axis] * one.length
                if one.axis[axis] > 0:
                    high[axis] = min(high[axis], inner)
                else:
                    low[axis] = max(low[axis], inner)
    feet = [one.position[1] for one in body.interfaces if one.pattern.endswith("feet")]
    if feet:
        # A foot's hole is in its middle.
        low[1] += 2 * (min(feet) - low[1])
        high[1] -= 2 * (high[1] - max(feet))
    return low, high


def tops(scene: Scene) -> Iterator[Shelf]:
    """The upper faces that things can stand on, the largest first."""
    shelves: list[Shelf] = []
    for body in scene.bodies:
        face = _top_of(body)
        if face is None or (body.key, face.name) in scene.used:
            continue
        box = body.box
        rectangle = (box.low[0], box.low[1], box.high[0], box.high[1])
        z = box.high[2]
        taken = tuple(_standing_on(scene, z, rectangle, body, inside=False))
        shelves.append(Shelf(rectangle, z, _ENDLESS, taken, body.child.name))
    yield from sorted(shelves, key=lambda shelf: -_area(shelf.rectangle))


def _top_of(body: Standing) -> Interface | None:
    """The face that a body ends with above, unless the body is open there."""
    high = body.box.high[2]
    if floor_of(body) is not None:
        return None
    return next(
        (
            one
            for one in body.interfaces
            if one.kind == "face"
            and dot(one.axis, _UP) >= SAME_WAY
            and abs(one.position[2] - high) <= 0.1
        ),
        None,
    )


def _standing_on(
    scene: Scene, z: float, room: Rectangle, host: Standing, *, inside: bool
) -> Iterator[Rectangle]:
    """What reaches into the space above a face."""
    top = host.box.high[2] if inside else z + _ENDLESS
    for body in scene.bodies:
        box = body.box
        if body.key == host.key or box.high[2] <= z + NEAR or box.low[2] >= top - NEAR:
            continue
        if _overlaps(box, room) and not (inside and _holds(box, host.box)):
            yield (box.low[0], box.low[1], box.high[0], box.high[1])


def _overlaps(box: Bounds, room: Rectangle) -> bool:
    return (
        box.low[0] < room[2] - NEAR
        and box.high[0] > room[0] + NEAR
        and box.low[1] < room[3] - NEAR
        and box.high[1] > room[1] + NEAR
    )


def _holds(outer: Bounds, inner: Bounds) -> bool:
    return all(
        outer.low[axis] <= inner.low[axis] and outer.high[axis] >= inner.high[axis]
        for axis in range(3)
    )


def _area(one: Rectangle) -> float:
    return max(0.0, one[2] - one[0]) * max(0.0, one[3] - one[1])
