"""Groups of joined bodies set down: inside hollow bodies, onto faces, under lids, or beside."""

import math
import re
from collections.abc import Iterator, Sequence

import msgspec

from partwright.cad.assembly.floor_plan import PackingFloor, pack
from partwright.cad.assembly.model import AssemblyChild, FreeSpace, InstanceKey
from partwright.cad.assembly.motion import RigidMotion, minus, moved, turned
from partwright.cad.assembly.scene import NEAR, PlacedBody, Scene
from partwright.cad.assembly.surfaces import floor_of, is_in, rooms, shelves, tops
from partwright.cad.model import Interface, Vector

_GAP = 2.0
"""Millimetres between things that are set down side by side."""
_APART = 10.0
"""Millimetres between the assembly and what belongs nowhere."""
_ENDLESS = 1e9
_UP: Vector = (0.0, 0.0, 1.0)
_SLENDER = 3.0
"""How much higher than wide something is that others may balance on."""

_OUTSIDE = re.compile(
    r"foot|feet|fuß|füße|handle|griff|knob|label|strap|antenna|bumper|stand\b|bracket|halter",
    re.IGNORECASE,
)
"""Words of things that are on the outside of an enclosure."""

_ABOVE = re.compile(
    r"\b(\w*head|shade|lamp|luminaire|light|platform|table ?top|seat|sign|camera|display|rotor|fan"
    r"|\w*kopf|\w*schirm|\w*leuchte|\w*platte)\b",
    re.IGNORECASE,
)
"""Words of things that are carried at the top of a stem."""

_STEM = re.compile(
    r"\b(arm|stem|pole|mast|column|post|pillar|säule|ständer|stange|rohr)\b", re.IGNORECASE
)
"""Words of what stands upright and carries something."""

_FOOT = re.compile(r"\b(foot|feet|fuß|füße|castor|caster|rolle)\b", re.IGNORECASE)
_CORNERS = ((-1, -1), (1, -1), (-1, 1), (1, 1))

_POSES = (
    RigidMotion(),
    turned(_UP, 90.0),
    turned((0.0, 1.0, 0.0), 90.0),
    turned((1.0, 0.0, 0.0), 90.0),
)
"""As it is, turned, and lying down either way."""


def into_rooms(scene: Scene, groups: list[Scene]) -> list[Scene]:
    """Set what belongs inside into hollow bodies, then upon what stands there; gives the rest."""
    inside = [group for group in groups if not _is_outside(group)]
    others = [group for group in groups if _is_outside(group)]
    for body, room in rooms(scene):
        why = f"inside {body.child.name}"
        if room.is_round:
            inside = _piled(scene, inside, room, why)
            continue
        for shelf in list(shelves(scene, body, room)):
            inside = _set_down(scene, inside, shelf, why)
        for shelf in list(shelves(scene, body, room)):
            inside = _set_down(scene, inside, shelf, why)
    return [*inside, *others]


def _piled(scene: Scene, groups: list[Scene], room: FreeSpace, why: str) -> list[Scene]:
    """One upon the other on the axis of a round room, as far as they go in."""
    left: list[Scene] = []
    x, y, _ = room.bounds.centre
    wide = room.bounds.size[0]
    z = max(
        (b.box.high[2] for b in scene.bodies if is_in(b.box, room.bounds)),
        default=room.bounds.low[2],
    )
    for group in groups:
        size = group.box.size
        across = max(size[:2]) if _is_round(group) else math.hypot(size[0], size[1])
        if across <= wide and z + size[2] <= room.bounds.high[2] + NEAR:
            _take(scene, group, _to(RigidMotion(), group, (x, y, z)), why)
            z += size[2]
        else:
            left.append(group)
    return left


def _is_round(group: Scene) -> bool:
    x, y, _ = group.box.size
    return any(
        one.kind == "shaft" and abs(one.diameter - x) <= NEAR and abs(x - y) <= NEAR
        for body in group.bodies
        for one in body.interfaces
    )


def under(scene: Scene, groups: Sequence[Scene]) -> list[Scene]:
    """Set feet under the corners of the first body; gives the groups that are none."""
    feet = [group for group in groups if _FOOT.search(group.bodies[0].child.name)]
    if not scene.bodies or not 3 <= len(feet) <= len(_CORNERS):
        return list(groups)
    base = scene.bodies[0]
    box = base.box
    for group, (x, y) in zip(feet, _CORNERS, strict=False):
        wide, deep, high = group.box.size
        foot = (
            (box.low[0] + wide / 2) if x < 0 else (box.high[0] - wide / 2),
            (box.low[1] + deep / 2) if y < 0 else (box.high[1] - deep / 2),
            box.low[2] - high,
        )
        _take(scene, group, _to(RigidMotion(), group, foot), f"under {base.child.name}")
    return [group for group in groups if not any(group is one for one in feet)]


def onto_tops(scene: Scene, groups: Sequence[Scene]) -> None:
    """Set groups onto faces, the largest first; what has no room there, beside."""
    left = _raised(scene, sorted(groups, key=lambda group: -_footprint(group)))
    before = 0
    while left and len(left) != before:
        before = len(left)
        for shelf in list(tops(scene)):
            left = _set_down(scene, left, shelf, f"on top of {shelf.name}")
    beside(scene, left)


def _set_down(scene: Scene, groups: list[Scene], shelf: PackingFloor, why: str) -> list[Scene]:
    """As many as fit, the largest first; gives those that do not."""
    ordered = sorted(groups, key=lambda group: -_footprint(group))
    posed = [(group, pose) for group in ordered if (pose := _pose(group, shelf)) is not None]
    sizes: list[tuple[float, float]] = []
    for group, pose in posed:
        x, y, _ = pose.bounds(group.box).size
        sizes.append((x, y))
    spots = pack(shelf, sizes, gap=_GAP)
    done: list[Scene] = []
    for (group, pose), spot in zip(posed, spots, strict=True):
        if spot is not None:
            _take(scene, group, _to(pose, group, (*spot, shelf.z)), why)
            done.append(group)
    return [group for group in groups if not any(group is one for one in done)]


def _pose(group: Scene, shelf: PackingFloor) -> RigidMotion | None:
    """The first pose in which the group fits the empty shelf."""
    x, y = (shelf.rectangle[axis + 2] - shelf.rectangle[axis] + 2 * NEAR for axis in (0, 1))
    for pose in _poses(group):
        wide, deep, high = pose.bounds(group.box).size
        if wide <= x and deep <= y and high <= shelf.room + NEAR:
            return pose
    return None


def _poses(group: Scene) -> tuple[RigidMotion, ...]:
    """The ways to set a group down: long and thin ones lie, if they can."""
    return (*_POSES[2:], *_POSES[:2]) if _is_slender(group) else _POSES


def _to(pose: RigidMotion, group: Scene, foot: Vector) -> RigidMotion:
    """The motion that stands the posed group's box with the middle of its foot on a place."""
    box = pose.bounds(group.box)
    centre = box.centre
    return moved(minus(foot, (centre[0], centre[1], box.low[2]))).after(pose)


def _take(
    scene: Scene, group: Scene, motion: RigidMotion, why: str, *, is_loose: bool = False
) -> None:
    """The first body of the group stands there; the others are joined to it."""
    first = msgspec.structs.replace(group.bodies[0], why=why, is_loose=is_loose)
    group.bodies[0] = first
    scene.take(group, motion)


def _raised(scene: Scene, groups: list[Scene]) -> list[Scene]:
    """Stand a single stem in the middle of what stands, and on it what stems carry."""
    stems = [group for group in groups if _is_slender(group) or _is_stem(group)]
    shelf = next((one for one in tops(scene) if not one.taken), None)
    if len(stems) == 1 and shelf is not None and _fits(stems[0], shelf):
        _take(
            scene, stems[0], _to(RigidMotion(), stems[0], _middle(shelf)), f"on top of {shelf.name}"
        )
        groups = [group for group in groups if group is not stems[0]]
    carried = [group for group in groups if _ABOVE.search(group.bodies[0].child.name)]
    return [group for group in groups if group not in carried[:1] or not _balanced(scene, group)]


def _balanced(scene: Scene, group: Scene) -> bool:
    """Put a group on something slender that stands, such as the head of a lamp."""
    for body in scene.bodies:
        x, y, z = body.box.size
        shelf = next((one for one in tops(scene) if one.name == body.child.name), None)
        is_stem = z >= _SLENDER * max(x, y) or bool(_STEM.search(body.child.name))
        if shelf is not None and not shelf.taken and is_stem:
            _take(
                scene, group, _to(RigidMotion(), group, _middle(shelf)), f"on top of {shelf.name}"
            )
            return True
    return False


def _is_slender(group: Scene) -> bool:
    x, y, z = group.box.size
    return z >= _SLENDER * max(x, y)


def _is_stem(group: Scene) -> bool:
    return bool(_STEM.search(group.bodies[0].child.name))


def _fits(group: Scene, shelf: PackingFloor) -> bool:
    x, y, _ = group.box.size
    low_x, low_y, high_x, high_y = shelf.rectangle
    return x <= high_x - low_x and y <= high_y - low_y


def _middle(shelf: PackingFloor) -> Vector:
    low_x, low_y, high_x, high_y = shelf.rectangle
    return ((low_x + high_x) / 2, (low_y + high_y) / 2, shelf.z)


def beside(scene: Scene, groups: Sequence[Scene]) -> None:
    """In columns beside everything, on the level of the lowest point."""
    if not groups:
        return
    posed = [(group, _poses(group)[0]) for group in groups]
    sizes = [pose.bounds(group.box).size for group, pose in posed]
    box = scene.box
    depth = max(box.size[1], *(size[1] for size in sizes))
    # Columns are rows with the axes changed.
    shelf = PackingFloor(
        (box.low[1], box.high[0] + _APART, box.low[1] + depth, _ENDLESS), box.low[2], 0.0
    )
    spots = pack(shelf, [(size[1], size[0]) for size in sizes], gap=_GAP, in_the_middle=False)
    for (group, pose), spot in zip(posed, spots, strict=True):
        if spot is not None:
            motion = _to(pose, group, (spot[1], spot[0], shelf.z))
            _take(scene, group, motion, "beside the rest", is_loose=True)


# Lids


def close(scene: Scene, key: InstanceKey, child: AssemblyChild) -> bool:
    """Put a lid onto the body whose upper rim has its size; False where there is none."""
    seat = _seat(child)
    if seat is None:
        return False
    for body, top in _open_tops(scene):
        for pose in (RigidMotion(), turned(_UP, 90.0)):
            box = pose.bounds(child.bounds)
            if _is_same(box.size[0], body.box.size[0]) and _is_same(box.size[1], body.box.size[1]):
                at = pose.point(seat.position)
                centre = body.box.centre
                motion = moved((centre[0] - at[0], centre[1] - at[1], top - at[2])).after(pose)
                scene.put(PlacedBody(key, child, motion, f"closes {body.child.name}"))
                scene.use(body.key, "top")
                return True
    return False


def _seat(child: AssemblyChild) -> Interface | None:
    """The face that a lid lies on: the lowest that looks down."""
    down = [
        one for one in child.connections.interfaces if one.kind == "face" and one.axis[2] < -0.9999
    ]
    return next((one for one in down if one.name == "seat"), None) or min(
        down, key=lambda one: one.position[2], default=None
    )


def _open_tops(scene: Scene) -> Iterator[tuple[PlacedBody, float]]:
    """Bodies with their upper ends, hollow ones first, that nothing closes yet."""
    bodies = [body for body in scene.bodies if (body.key, "top") not in scene.used]
    for body in sorted(bodies, key=lambda body: floor_of(body) is None):
        yield body, body.box.high[2]


def _is_same(a: float, b: float) -> bool:
    return abs(a - b) <= max(2.0, 0.05 * b)


def _is_outside(group: Scene) -> bool:
    return any(_OUTSIDE.search(body.child.name) for body in group.bodies)


def _footprint(group: Scene) -> float:
    x, y, _ = group.box.size
    return x * y
