"""Parts as data: what to build, and what a part offers to its neighbours; no kernel needed.

A part's own coordinates: millimetres and degrees; a prismatic part lies on z = 0 with its
middle on the z axis, a turned part turns about the z axis and begins at z = 0.
"""

from typing import Literal

import msgspec

Vector = tuple[float, float, float]

Unit = Literal["mm", "deg", "count"]

InterfaceKind = Literal["face", "hole", "bore", "shaft"]
"""A plane; a hole for a fastener; a cylinder inside; a cylinder outside."""

STANDARD = "standard:"
"""What the method of a standard part begins with; the designation follows."""


class Operation(msgspec.Struct, frozen=True):
    """Something done to the basic body, such as a hole: its kind, its name, its figures.

    The name is the kind and a number, `hole_1`, and is what flat parameters are led by:
    `hole_1.diameter`.
    """

    kind: str
    name: str
    parameters: dict[str, float]


class PartSpec(msgspec.Struct, frozen=True):
    """One part to be built: a job for a kernel worker, and JSON as it stands.

    `parameters` are those of the basic body that were set; what is missing follows the
    feature's rules. `notes` tell a person what was assumed.
    """

    name: str
    method: str
    parameters: dict[str, float] = {}
    operations: tuple[Operation, ...] = ()
    material: str = ""
    notes: tuple[str, ...] = ()


class Bounds(msgspec.Struct, frozen=True):
    """The box around a part, parallel to the axes, each side right within `tolerance` mm."""

    low: Vector
    high: Vector
    tolerance: float = 0.01

    def gap_to(self, other: "Bounds") -> float:
        """The distance of another box along one axis; less than 0 where they overlap."""
        pairs = zip(self.low, self.high, other.low, other.high, strict=True)
        return max(
            max(low - other_high, other_low - high) for low, high, other_low, other_high in pairs
        )

    @property
    def size(self) -> Vector:
        return (
            self.high[0] - self.low[0],
            self.high[1] - self.low[1],
            self.high[2] - self.low[2],
        )

    @property
    def centre(self) -> Vector:
        return (
            (self.high[0] + self.low[0]) / 2,
            (self.high[1] + self.low[1]) / 2,
            (self.high[2] + self.low[2]) / 2,
        )


class Interface(msgspec.Struct, frozen=True):
    """A place where another part can sit.

    `axis` is a unit vector that leads out of the part: a face's normal, out of a hole's or
    bore's mouth, towards a shaft's free end. `position` is on the axis: in a face its middle,
    at a hole's or bore's mouth, at the shoulder where a shaft's seat begins. `length` is the
    depth of a hole or bore, the length of a shaft's seat (along the axis). Holes of one
    pattern share `pattern`, in the order in which they are made.
    """

    name: str
    kind: InterfaceKind
    position: Vector
    axis: Vector
    diameter: float = 0.0
    length: float = 0.0
    through: bool = False
    pattern: str = ""


class Connections(msgspec.Struct, frozen=True):
    """Interface that a part offers for its placement in an assembly, in its own coordinates."""

    bounds: Bounds
    interfaces: tuple[Interface, ...]


class ParameterProblem(msgspec.Struct, frozen=True):
    """Reason against building a part: the parameter (or operation, or ``) and why."""

    parameter: str
    message: str


class NotDrawn(msgspec.Struct, frozen=True):
    """Reason why no part is made of something; never an error, always said to the user."""

    reason: str
