"""Surfaces to set things down on: floors of hollow bodies, and faces that look up."""

from collections.abc import Iterator, Sequence

from partwright.cad.assembly.floor_plan import PackingFloor, Rectangle
from partwright.cad.assembly.model import FreeSpace
from partwright.cad.assembly.motion import dot
from partwright.cad.assembly.scene import NEAR, SAME_WAY, PlacedBody, Scene
from partwright.cad.model import Bounds, Interface

_UP = (0.0, 0.0, 1.0)
_PLAY = 1.0
"""Millimetres that stay free along walls."""
_ENDLESS = 1e9


def floor_of(body: PlacedBody) -> Interface | None:
    """The floor of a hollow body that stands upright."""
    return next((one for one in body.interfaces if _is_floor(one)), None)


def _is_floor(one: Interface) -> bool:
    return one.kind == "face" and one.name.endswith("floor") and dot(one.axis, _UP) >= SAME_WAY


def is_hollow(body: PlacedBody) -> bool:
    """Whether things may stand inside the body."""
    return floor_of(body) is not None or bool(body.child.rooms)


def rooms(scene: Scene) -> list[tuple[PlacedBody, FreeSpace]]:
    """The rooms inside hollow bodies that stand upright, the largest first."""
    found = [(body, room) for body in scene.bodies for room in rooms_of(body)]
    return sorted(found, key=lambda pair: -_volume(pair[1].bounds))


def rooms_of(body: PlacedBody) -> Iterator[FreeSpace]:
    """The rooms inside a body, if it stands upright."""
    floor = floor_of(body)
    if floor is not None:
        yield _room_above(body, floor)
    if dot(body.motion.direction(_UP), _UP) >= SAME_WAY:
        for room in body.child.rooms:
            yield FreeSpace(body.motion.bounds(room.bounds), room.is_round)


def shelves(scene: Scene, body: PlacedBody, room: FreeSpace) -> Iterator[PackingFloor]:
    """The floor of a room, then what stands in it and can be stood upon."""
    low, high = room.bounds.low, room.bounds.high
    rectangle = (low[0], low[1], high[0], high[1])
    inside = [one for one in scene.bodies if one.key != body.key and is_in(one.box, room.bounds)]
    yield PackingFloor(
        rectangle, low[2], high[2] - low[2], _taken(inside, low[2], rectangle), body.child.name
    )
    for one in inside:
        face = _top_of(one)
        if face is not None:
            box = one.box
            on_it = (box.low[0], box.low[1], box.high[0], box.high[1])
            z = box.high[2]
            yield PackingFloor(on_it, z, high[2] - z, _taken(inside, z, on_it), one.child.name)


def is_in(box: Bounds, room: Bounds) -> bool:
    """Whether one box is within another."""
    return all(
        room.low[axis] - NEAR <= box.low[axis] and box.high[axis] <= room.high[axis] + NEAR
        for axis in range(3)
    )


def _taken(bodies: Sequence[PlacedBody], z: float, room: Rectangle) -> tuple[Rectangle, ...]:
    """The rectangles of a face that bodies above it reach into."""
    boxes = [body.box for body in bodies]
    return tuple(
        (box.low[0], box.low[1], box.high[0], box.high[1])
        for box in boxes
        if box.high[2] > z + NEAR and _overlaps(box, room)
    )


def _room_above(body: PlacedBody, floor: Interface) -> FreeSpace:
    low_x, low_y, high_x, high_y = _inside(body, floor)
    z, top = floor.position[2], body.box.high[2]
    is_round = any(one.kind == "shaft" and one.name == "outside" for one in body.interfaces) or (
        not _upright_faces(body) and not any(one.kind == "hole" for one in body.interfaces)
    )
    return FreeSpace(
        Bounds((low_x, low_y, z), (max(low_x, high_x), max(low_y, high_y), top)), is_round
    )


def _inside(body: PlacedBody, floor: Interface) -> Rectangle:
    """The wall is as thick as the floor; what stands out beyond the walls is known by its place."""
    box = body.box
    wall = floor.position[2] - box.low[2] + _PLAY
    low, high = [box.low[0], box.low[1]], [box.high[0], box.high[1]]
    upright = _upright_faces(body)
    for axis in (0, 1):
        sides = [one.position[axis] for one in upright if abs(one.axis[axis]) >= SAME_WAY]
        if len(sides) >= 2:
            low[axis], high[axis] = min(sides), max(sides)
    low, high = _without_bosses(body, low, high)
    return (low[0] + wall, low[1] + wall, high[0] - wall, high[1] - wall)


def _upright_faces(body: PlacedBody) -> list[Interface]:
    return [one for one in body.interfaces if one.kind == "face" and abs(one.axis[2]) < NEAR]


def _without_bosses(
    body: PlacedBody, low: list[float], high: list[float]
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


def tops(scene: Scene) -> Iterator[PackingFloor]:
    """The upper faces that things can stand on, the largest first."""
    found: list[PackingFloor] = []
    for body in scene.bodies:
        face = _top_of(body)
        if face is None or (body.key, face.name) in scene.used:
            continue
        box = body.box
        rectangle = (box.low[0], box.low[1], box.high[0], box.high[1])
        z = box.high[2]
        others = [other for other in scene.bodies if other.key != body.key]
        taken = _taken(others, z, rectangle)
        found.append(PackingFloor(rectangle, z, _ENDLESS, taken, body.child.name))
    yield from sorted(found, key=lambda shelf: -_area(shelf.rectangle))


def _top_of(body: PlacedBody) -> Interface | None:
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


def _overlaps(box: Bounds, room: Rectangle) -> bool:
    return (
        box.low[0] < room[2] - NEAR
        and box.high[0] > room[0] + NEAR
        and box.low[1] < room[3] - NEAR
        and box.high[1] > room[1] + NEAR
    )


def _area(one: Rectangle) -> float:
    return max(0.0, one[2] - one[0]) * max(0.0, one[3] - one[1])


def _volume(box: Bounds) -> float:
    x, y, z = box.size
    return x * y * z
