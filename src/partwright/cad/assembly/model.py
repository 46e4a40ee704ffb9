"""Input and result of placement."""

from typing import Literal, NamedTuple

import msgspec

from partwright.cad.job_types import BodyPlacement
from partwright.cad.model import Bounds, Connections, Interface, Vector

FitKind = Literal["thread", "fit"]
"""A screw in a hole or nut that is smaller than its thread; a shaft in a bore of its size."""


class InstanceKey(NamedTuple):
    """One instance of a child; instances count from 1."""

    temp_id: str
    instance: int

    def __str__(self) -> str:
        return f"{self.temp_id}#{self.instance}"


class FreeSpace(msgspec.Struct, frozen=True):
    """The free space above a level floor, as a box; `is_round` where only its circle is free."""

    bounds: Bounds
    is_round: bool = False


class AssemblyChild(msgspec.Struct, frozen=True):
    """A part or sub-assembly with its quantity; a sub-assembly has no method.

    `rooms` are what is free inside a sub-assembly; those of a part are known by its floor.
    """

    temp_id: str
    name: str
    quantity: int
    connections: Connections
    method: str = ""
    rooms: tuple[FreeSpace, ...] = ()

    @property
    def bounds(self) -> Bounds:
        return self.connections.bounds


class PlacedInstance(msgspec.Struct, frozen=True):
    """Place of an instance, and in words why it is there.

    `is_loose` where nothing was found that it belongs to, so that it stands beside the rest.
    """

    key: InstanceKey
    placement: BodyPlacement
    why: str
    is_loose: bool = False


class IntendedFit(msgspec.Struct, frozen=True):
    """Two instances that share a cylinder on purpose, and the volume that this explains."""

    a: InstanceKey
    b: InstanceKey
    kind: FitKind
    volume_mm3: float


class Arrangement(msgspec.Struct, frozen=True):
    """A whole assembly placed; as one rigid body it offers `connections` to its own parent."""

    placed: tuple[PlacedInstance, ...]
    fits: tuple[IntendedFit, ...]
    notes: tuple[str, ...]
    connections: Connections
    rooms: tuple[FreeSpace, ...] = ()


UP: Vector = (0.0, 0.0, 1.0)
DOWN: Vector = (0.0, 0.0, -1.0)


def block(bounds: Bounds) -> Connections:
    """The connections of something of which only the box is known: its six sides."""
    x, y, z = bounds.centre
    low, high = bounds.low, bounds.high
    return Connections(
        bounds,
        (
            Interface("bottom", "face", (x, y, low[2]), DOWN),
            Interface("top", "face", (x, y, high[2]), UP),
            Interface("front", "face", (x, low[1], z), (0.0, -1.0, 0.0)),
            Interface("back", "face", (x, high[1], z), (0.0, 1.0, 0.0)),
            Interface("left", "face", (low[0], y, z), (-1.0, 0.0, 0.0)),
            Interface("right", "face", (high[0], y, z), (1.0, 0.0, 0.0)),
        ),
    )
