"""Screws, washers and nuts: into the holes that lie in line once the bodies stand."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from partwright.cad.assembly import roles
from partwright.cad.assembly.mates import is_alike
from partwright.cad.assembly.model import AssemblyChild, InstanceKey
from partwright.cad.assembly.motion import (
    RigidMotion,
    aligning,
    dot,
    minus,
    moved,
    plus,
    times,
)
from partwright.cad.assembly.roles import AssemblyRole
from partwright.cad.assembly.scene import (
    PlacedBody,
    Scene,
    Span,
    is_coaxial,
    other_end,
    shared,
    span_along,
)
from partwright.cad.assembly.surfaces import is_in, rooms_of
from partwright.cad.model import Interface, Vector

Waiting = tuple[AssemblyChild, list[int]]
"""A child and the numbers of its instances."""

_TOGETHER = 0.3
"""Millimetres between two holes that one screw still goes through at once."""


class ClampedBody(msgspec.Struct, frozen=True):
    """A hole in line with others, and what it takes of their axis."""

    body: PlacedBody
    hole: Interface
    span: Span


class HoleLine(msgspec.Struct, frozen=True):
    """Holes in line, one after the other; a screw enters at an open end."""

    origin: Vector
    axis: Vector
    members: tuple[ClampedBody, ...]
    order: int

    @property
    def bodies(self) -> int:
        return len({member.body.key for member in self.members})

    @property
    def span(self) -> Span:
        return (min(m.span[0] for m in self.members), max(m.span[1] for m in self.members))

    @property
    def depth(self) -> float:
        low, high = self.span
        return high - low

    @property
    def pattern(self) -> tuple[str, str]:
        first = self.members[0]
        return (str(first.body.key), first.hole.pattern)


class ScrewPath(msgspec.Struct, frozen=True):
    """A way for a screw into a channel, from its entry inwards, and how good it is."""

    score: float
    channel: HoleLine
    entry: Vector
    inwards: Vector

    def point(self, depth: float) -> Vector:
        return plus(self.entry, times(self.inwards, depth))

    def begins(self, member: ClampedBody) -> float:
        """The distance in mm from the entry to the beginning of a hole."""
        low, high = self.channel.span
        if self.inwards == self.channel.axis:
            return member.span[0] - low
        return high - member.span[1]

    def is_open(self, *, at_far_end: bool) -> bool:
        """Whether a screw can enter there, or leave at the far end."""
        members = sorted(self.channel.members, key=self.begins)
        hole = members[-1].hole if at_far_end else members[0].hole
        looks_out = dot(hole.axis, self.inwards) < 0
        return hole.through or looks_out != at_far_end


class SetScrew(msgspec.Struct):
    """A screw that has its way, and what is put round it."""

    key: InstanceKey
    child: AssemblyChild
    shank: Interface
    way: ScrewPath
    under_head: float = 0.0
    """How high the washers under the head are."""
    behind: float = 0.0
    """How high the washers under the nut are."""
    takes_nut: bool = False


def channels(scene: Scene) -> list[HoleLine]:
    """All holes of the scene by the lines they lie on, parted where a gap is between them."""
    lines: list[list[tuple[PlacedBody, Interface]]] = []
    for body, one in scene.all("hole", "bore"):
        for line in lines:
            if is_coaxial(one, line[0][1].position, line[0][1].axis):
                line.append((body, one))
                break
        else:
            lines.append([(body, one)])
    found: list[HoleLine] = []
    for line in lines:
        found.extend(_parted(line, len(found)))
    return found


def _parted(line: list[tuple[PlacedBody, Interface]], order: int) -> Iterator[HoleLine]:
    origin, axis = line[0][1].position, line[0][1].axis
    members = sorted(
        (ClampedBody(body, one, span_along(one, origin, axis)) for body, one in line),
        key=lambda member: member.span,
    )
    group: list[ClampedBody] = []
    for member in members:
        if group and member.span[0] > max(m.span[1] for m in group) + _TOGETHER:
            yield HoleLine(origin, axis, tuple(group), order)
            group, order = [], order + 1
        group.append(member)
    yield HoleLine(origin, axis, tuple(group), order)


class Fastening:
    """Gives fasteners their places; what finds none is left."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._channels = [
            one for one in channels(scene) if any(m.hole.kind == "hole" for m in one.members)
        ]
        self._bolts: list[SetScrew] = []

    def all(self, children: Sequence[Waiting]) -> list[Waiting]:
        """Place all that can be; gives the children with the instances that found no place."""
        of = {
            role: [pair for pair in children if roles.role_of(pair[0]) is role]
            for role in AssemblyRole
        }
        left = [(child, self._screws(child, numbers)) for child, numbers in of[AssemblyRole.SCREW]]
        for child, numbers in of[AssemblyRole.NUT]:
            for bolt in self._round(child)[: len(numbers)]:
                bolt.takes_nut = bolt.way.is_open(at_far_end=True)
        left += [
            (child, self._washers(child, numbers)) for child, numbers in of[AssemblyRole.WASHER]
        ]
        left += [(child, self._nuts(child, numbers)) for child, numbers in of[AssemblyRole.NUT]]
        for bolt in self._bolts:
            self._drive(bolt)
        return [(child, numbers) for child, numbers in left if numbers]

    def _screws(self, child: AssemblyChild, numbers: list[int]) -> list[int]:
        """Choose a way for each: the best first, and a pattern of that many holes before others."""
        shank = roles.shank(child)
        if shank is None:
            return numbers
        driven = {bolt.way.channel.order for bolt in self._bolts}
        free = [one for one in self._channels if one.order not in driven]
        ways = [way for one in free if (way := self._way(child, shank, one))]
        sizes = Counter(way.channel.pattern for way in ways)
        ways.sort(
            key=lambda way: (
                -round(way.score + 3.0 * (sizes[way.channel.pattern] == len(numbers)), 3),
                way.channel.order,
            )
        )
        for number, way in zip(numbers, ways, strict=False):
            self._bolts.append(SetScrew(InstanceKey(child.temp_id, number), child, shank, way))
        return numbers[len(ways) :]

    def _way(self, child: AssemblyChild, shank: Interface, channel: HoleLine) -> ScrewPath | None:
        """The better of the two ends, or None where the screw does not go through."""
        narrow = [m for m in channel.members if m.hole.diameter <= 2 * shank.diameter]
        if not narrow or not all(
            m.hole.kind == "bore" or is_alike(m.hole.diameter, shank.diameter) for m in narrow
        ):
            return None
        low, high = channel.span
        ends = ((high, times(channel.axis, -1.0)), (low, channel.axis))
        ways = [
            ScrewPath(0.0, channel, plus(channel.origin, times(channel.axis, at)), inwards)
            for at, inwards in ends
        ]
        scored = [
            msgspec.structs.replace(way, score=self._score(child, shank, way))
            for way in ways
            if way.is_open(at_far_end=False)
            # What holds nothing together need not be where it is in the way.
            and not (channel.bodies == 1 and self._is_blocked(child, shank, way))
        ]
        return max(scored, key=lambda way: way.score, default=None)

    def _score(self, child: AssemblyChild, shank: Interface, way: ScrewPath) -> float:
        """Joining bodies counts most; then clearance at the head, room for it, and from above."""
        members = sorted(way.channel.members, key=way.begins)
        first, last = members[0].hole.diameter, members[-1].hole.diameter
        score = 10.0 * min(way.channel.bodies, 4) - abs(first / shank.diameter - 1.1)
        if len(members) > 1 and first < shank.diameter <= last:
            score -= 8.0
        is_blind = not way.is_open(at_far_end=True)
        if is_blind and shank.length > way.channel.depth + _TOGETHER:
            score -= 4.0
        if way.inwards[2] < -0.5:
            score += 1.0
        return score - (5.0 if self._is_blocked(child, shank, way) else 0.0)

    def _is_blocked(self, child: AssemblyChild, shank: Interface, way: ScrewPath) -> bool:
        """Whether the screw would be within a body that it does not go through."""
        box = _motion(shank, way.entry, way.inwards).bounds(child.bounds)
        own = {member.body.key for member in way.channel.members}
        return any(
            shared(box, body.box) and not any(is_in(box, room.bounds) for room in rooms_of(body))
            for body in self._scene.bodies
            if body.key not in own
        )

    def _washers(self, child: AssemblyChild, numbers: list[int]) -> list[int]:
        """Under heads first, then under nuts."""
        ring = roles.opening(child)
        if ring is None:
            return numbers
        rest = list(numbers)
        bolts = self._round(child)
        for bolt in bolts:
            if rest and not bolt.under_head:
                self._ring(child, rest.pop(0), ring, bolt, -ring.length)
                bolt.under_head = ring.length
        for bolt in bolts:
            if rest and bolt.takes_nut and not bolt.behind:
                self._ring(child, rest.pop(0), ring, bolt, bolt.way.channel.depth)
                bolt.behind = ring.length
        return rest

    def _nuts(self, child: AssemblyChild, numbers: list[int]) -> list[int]:
        ring = roles.opening(child)
        if ring is None:
            return numbers
        rest = list(numbers)
        for bolt in self._round(child):
            if rest and bolt.takes_nut:
                bolt.takes_nut = False
                at = bolt.way.channel.depth + bolt.behind
                key = self._ring(child, rest.pop(0), ring, bolt, at)
                self._thread(bolt, key, ring, (at, at + ring.length))
        return rest

    def _ring(
        self, child: AssemblyChild, number: int, ring: Interface, bolt: SetScrew, depth: float
    ) -> InstanceKey:
        """Put a ring round a bolt so that it begins at a depth."""
        inwards = bolt.way.inwards
        as_it_is = dot(ring.axis, inwards) >= 0
        turn = aligning(ring.axis, inwards if as_it_is else times(inwards, -1.0))
        begin = turn.direction(other_end(ring) if as_it_is else ring.position)
        motion = moved(minus(bolt.way.point(depth), begin)).after(turn)
        key = InstanceKey(child.temp_id, number)
        self._scene.put(PlacedBody(key, child, motion, f"on {bolt.child.name} {bolt.key}"))
        return key

    def _round(self, ring: AssemblyChild) -> list[SetScrew]:
        """The bolts that go through a ring, in the order in which they were placed."""
        opening = roles.opening(ring)
        if opening is None:
            return []
        return [one for one in self._bolts if is_alike(opening.diameter, one.shank.diameter)]

    def _drive(self, bolt: SetScrew) -> None:
        """Put the screw in, its head on the washers."""
        way = bolt.way
        motion = _motion(bolt.shank, way.point(-bolt.under_head), way.inwards)
        members = way.channel.members
        names = dict.fromkeys(f"{m.body.child.name}, {m.hole.name}" for m in members)
        self._scene.put(PlacedBody(bolt.key, bolt.child, motion, "in " + "; ".join(names)))
        for member in members:
            self._scene.use(member.body.key, member.hole.name)
            begin = way.begins(member)
            end = begin + member.span[1] - member.span[0]
            self._thread(bolt, member.body.key, member.hole, (begin, end))

    def _thread(self, bolt: SetScrew, key: InstanceKey, hole: Interface, span: Span) -> None:
        """A thread is drawn as a cylinder, so a screw in a tapped hole shares a ring with it."""
        tip = bolt.shank.length - bolt.under_head
        length = min(tip, span[1]) - max(0.0, span[0])
        if hole.diameter < bolt.shank.diameter and length > 0:
            ring = math.pi / 4 * (bolt.shank.diameter**2 - hole.diameter**2)
            self._scene.fit(bolt.key, key, "thread", ring * length)


def _motion(shank: Interface, shoulder: Vector, inwards: Vector) -> RigidMotion:
    """The shoulder of the screw at a place, its shank inwards."""
    turn = aligning(shank.axis, inwards)
    return moved(minus(shoulder, turn.direction(shank.position))).after(turn)
