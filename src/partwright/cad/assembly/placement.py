"""Puts the children of one assembly in their places; the same input always gives the same.

Bodies are joined where their interfaces say so (patterns of holes, one axis), what is joined is
set into hollow bodies and onto faces, lids close them, and fasteners go into the holes that then
lie in line. What belongs nowhere stands beside the rest, and that is said.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import msgspec

from partwright.cad.assembly import axial, free_space, mates
from partwright.cad.assembly.fasteners import Fastening
from partwright.cad.assembly.mates import PossibleMate
from partwright.cad.assembly.model import (
    Arrangement,
    AssemblyChild,
    InstanceKey,
    PlacedInstance,
    block,
)
from partwright.cad.assembly.motion import RigidMotion, from_placement, to_placement
from partwright.cad.assembly.roles import FASTENERS, AssemblyRole, role_of
from partwright.cad.assembly.scene import PlacedBody, Scene
from partwright.cad.assembly.surfaces import is_hollow
from partwright.cad.job_types import BodyPlacement
from partwright.cad.model import Connections, Interface

_BASE = re.compile(
    r"\b(base|bottom|frame|chassis|housing|enclosure|case|body|socket|bed"
    r"|gehäuse|rahmen|grundplatte|sockel|unterteil)\b",
    re.IGNORECASE,
)
"""Words of what the rest is built upon."""

MOST = 100
"""Instances of one child that are placed; more would only hide the others."""


MOST_IN_ALL = 120
"""Instances of one assembly that are placed one by one, at least one of each child.

Of more children than that the last ones are not joined to anything.
"""


def _most(children: Sequence[AssemblyChild]) -> int:
    """Instances of one child that are placed among these."""
    most = MOST
    while most > 1 and sum(min(child.quantity, most) for child in children) > MOST_IN_ALL:
        most -= 1
    return most


class _Pending:
    """The instances that have no place yet, by child, in the order of the assembly."""

    def __init__(
        self, children: Sequence[AssemblyChild], placed: Mapping[InstanceKey, object], most: int = 1
    ) -> None:
        self.children = {child.temp_id: child for child in children}
        self.partners = {
            child.temp_id: frozenset(
                other.temp_id
                for other in children
                if other is not child and mates.are_partners(child, other)
            )
            for child in children
        }
        self.numbers = {
            child.temp_id: [
                number
                for number in range(1, min(child.quantity, most) + 1)
                if InstanceKey(child.temp_id, number) not in placed
            ]
            for child in children
        }

    def waiting(self) -> list[AssemblyChild]:
        return [self.children[name] for name, numbers in self.numbers.items() if numbers]

    def next_of(self, child: AssemblyChild) -> InstanceKey:
        return InstanceKey(child.temp_id, self.numbers[child.temp_id].pop(0))


def arrange(
    children: Sequence[AssemblyChild], given: Mapping[InstanceKey, BodyPlacement] | None = None
) -> Arrangement:
    """Places for all instances; those that are given stay, and the others go round them."""
    given = given or {}
    scene = _given(children, given)
    most, some = _most(children), children[:MOST_IN_ALL]
    bodies = _Pending([one for one in some if role_of(one) is AssemblyRole.BODY], given, most)
    lids = _Pending([one for one in some if role_of(one) is AssemblyRole.LID], given, most)
    fasteners = _Pending([one for one in some if role_of(one) in FASTENERS], given, most)
    if not scene.bodies:
        _begin(scene, bodies if bodies.waiting() else lids)
    _grow(scene, bodies)
    groups = list(_groups(bodies))
    groups = free_space.into_rooms(scene, groups)
    for child in lids.waiting():
        while lids.numbers[child.temp_id]:
            key = lids.next_of(child)
            if not free_space.close(scene, key, child):
                groups.append(_alone(key, child))
    free_space.onto_tops(scene, free_space.under(scene, groups))
    _fasten(scene, fasteners)
    free_space.beside(scene, _all_alone(_Pending(children[MOST_IN_ALL:], given)))
    return _arrangement(scene, children)


def _given(children: Sequence[AssemblyChild], given: Mapping[InstanceKey, BodyPlacement]) -> Scene:
    scene = Scene()
    for child in children:
        own = [key for key in given if key.temp_id == child.temp_id] if given else []
        for key in sorted(own)[:MOST]:
            if key.instance <= child.quantity:
                scene.put(
                    PlacedBody(
                        key,
                        child,
                        from_placement(given[key]),
                        "where it was put or the layout has it",
                    )
                )
    return scene


def _begin(scene: Scene, pending: _Pending) -> None:
    """The first body, to which the others are joined; it stays as it is."""
    waiting = pending.waiting()
    if waiting:
        names = {child.temp_id for child in waiting}
        child = min(
            waiting,
            key=lambda child: _firstness(child, len(pending.partners[child.temp_id] & names)),
        )
        scene.put(PlacedBody(pending.next_of(child), child, RigidMotion(), "the first body"))


def _firstness(child: AssemblyChild, partners: int) -> tuple[bool, bool, int, float]:
    """Hollow ones come first, then bases by name, then what most others fit, then the largest."""
    probe = PlacedBody(InstanceKey(child.temp_id, 0), child, RigidMotion(), "")
    x, y, z = child.bounds.size
    return (not is_hollow(probe), not _BASE.search(child.name), -partners, -x * y * z)


def _grow(scene: Scene, pending: _Pending) -> None:
    """Join whatever can be joined to the bodies that stand, the surest first."""
    while True:
        best: tuple[float, AssemblyChild, PossibleMate] | None = None
        for child in pending.waiting():
            for mate in _mates(scene, child):
                rank = mate.rank - _doubt(scene, child, mate)
                if best is None or rank > best[0] + 1e-6:
                    best = (rank, child, mate)
        if best is None:
            return
        _join(scene, pending, best[1], best[2])


def _mates(scene: Scene, child: AssemblyChild) -> Iterator[PossibleMate]:
    return chain(
        mates.on_pattern(scene, child),
        axial.on_hole(scene, child),
        axial.in_bore(scene, child),
        axial.on_shaft(scene, child),
    )


def _doubt(scene: Scene, child: AssemblyChild, mate: PossibleMate) -> float:
    """The penalty, 0 to 20, for the share of the body that would be within bodies it is not joined to."""
    hollow = (body.key for body in scene.bodies if is_hollow(body))
    partners = frozenset(
        chain((key for key, _ in mate.uses), (key for key, _ in mate.fits), hollow)
    )
    box = mate.motion.bounds(child.bounds)
    x, y, z = box.size
    return 20.0 * min(1.0, scene.overlap(box, partners) / max(x * y * z, 1e-9))


def _join(scene: Scene, pending: _Pending, child: AssemblyChild, mate: PossibleMate) -> None:
    key = pending.next_of(child)
    scene.put(PlacedBody(key, child, mate.motion, mate.why))
    for partner, name in mate.uses:
        scene.use(partner, name)
    scene.use(key, *mate.own)
    for partner, volume in mate.fits:
        scene.fit(key, partner, "fit", volume)


def _groups(pending: _Pending) -> Iterator[Scene]:
    """The bodies left, joined among themselves: each group is set down as a whole."""
    while pending.waiting():
        group = Scene()
        _begin(group, pending)
        _grow(group, pending)
        yield group


def _alone(key: InstanceKey, child: AssemblyChild) -> Scene:
    group = Scene()
    group.put(PlacedBody(key, child, RigidMotion(), ""))
    return group


def _all_alone(pending: _Pending) -> list[Scene]:
    return [
        _alone(InstanceKey(child.temp_id, number), child)
        for child in pending.waiting()
        for number in pending.numbers[child.temp_id]
    ]


def _fasten(scene: Scene, pending: _Pending) -> None:
    """Fasteners into holes; nuts and rings that no screw needs onto shafts; the rest beside."""
    left = Fastening(scene).all(
        [(child, list(pending.numbers[child.temp_id])) for child in pending.waiting()]
    )
    pending.numbers = {child.temp_id: list(numbers) for child, numbers in left}
    _grow(scene, pending)
    groups = _all_alone(pending)
    if scene.bodies:
        free_space.beside(scene, groups)
        return
    for number, group in enumerate(groups):
        if number == 0:
            scene.take(group, RigidMotion())
        else:
            free_space.beside(scene, [group])


def _arrangement(scene: Scene, children: Sequence[AssemblyChild]) -> Arrangement:
    order = {child.temp_id: number for number, child in enumerate(children)}
    bodies = sorted(scene.bodies, key=lambda body: (order[body.key.temp_id], body.key.instance))
    placed = tuple(
        PlacedInstance(body.key, to_placement(body.motion), body.why, body.is_loose)
        for body in bodies
    )
    return Arrangement(placed, tuple(scene.fits), tuple(_notes(bodies, children)), _offered(scene))


def _notes(bodies: Sequence[PlacedBody], children: Sequence[AssemblyChild]) -> Iterator[str]:
    counts = Counter(body.key.temp_id for body in bodies)
    loose_ones = Counter(body.key.temp_id for body in bodies if body.is_loose)
    for child in children:
        if loose := loose_ones[child.temp_id]:
            count = f"{loose} of {child.quantity} × " if child.quantity > 1 else ""
            yield f"{count}{child.name}: nothing found that it fits, placed beside the rest"
        if counts[child.temp_id] < child.quantity:
            yield f"{child.name}: {counts[child.temp_id]} of {child.quantity} placed"


def _offered(scene: Scene) -> Connections:
    """The connections of the assembly as one body: its box, and those of its bodies that are free."""
    whole = block(scene.box)
    free = tuple(
        _renamed(body, one)
        for body, one in scene.free("hole", "bore", "shaft")
        if role_of(body.child) not in FASTENERS
    )
    return Connections(whole.bounds, (*whole.interfaces, *free))


def _renamed(body: PlacedBody, one: Interface) -> Interface:
    # One bore of each of several instances is a pattern too, such as those of four spacers.
    single = f"{body.key.temp_id}.{one.name}" if body.child.quantity > 1 else ""
    pattern = f"{body.key}.{one.pattern}" if one.pattern else single
    return msgspec.structs.replace(one, name=f"{body.key}.{one.name}", pattern=pattern)
