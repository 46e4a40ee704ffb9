"""Declaration of a feature: its parameters, preconditions in words, and its promises."""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from partwright.cad.model import Bounds, Interface, Unit, Vector

EPSILON: Final = 1e-6
"""Lengths in mm closer than this are the same."""

EDGE_DISTANCE: Final = 0.5
"""Material that is left between an operation and the rim of its face, in mm."""

Z: Final[Vector] = (0.0, 0.0, 1.0)
DOWN: Final[Vector] = (0.0, 0.0, -1.0)
X: Final[Vector] = (1.0, 0.0, 0.0)
Y: Final[Vector] = (0.0, 1.0, 0.0)


class ParameterValues(dict[str, float]):
    """All parameters of a feature or an operation, read as attributes."""

    def __getattr__(self, name: str) -> float:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


class DefaultRule(msgspec.Struct, frozen=True):
    """A default that follows from the parameters declared before it."""

    words: str
    follows: Callable[[ParameterValues], float]


class Parameter(msgspec.Struct, frozen=True):
    """One figure: its unit, what it is when not given, and the limits of sense."""

    name: str
    unit: Unit
    default: float | DefaultRule
    low: float
    high: float
    words: str

    def value(self, others: ParameterValues) -> float:
        """The default, kept within the limits."""
        if not isinstance(self.default, DefaultRule):
            return self.default
        wanted = min(max(self.default.follows(others), self.low), self.high)
        return float(round(wanted)) if self.unit == "count" else round(wanted, 4)


class Precondition(msgspec.Struct, frozen=True):
    """Condition between parameters without which the body does not exist, in plain words."""

    words: str
    holds: Callable[[ParameterValues], bool]


class WorkFace(msgspec.Struct, frozen=True):
    """A plane of the body on which operations are made.

    The face is a rectangle of `half_x` by `half_y` (from its middle) with rounded corners, or
    a disc when all three are equal, without the disc of radius `inner` in its middle.
    `thickness` is the material below it, `room` the free height above it (0: no limit).
    """

    origin: Vector
    x: Vector
    normal: Vector
    half_x: float
    half_y: float
    thickness: float
    corner: float = 0.0
    inner: float = 0.0
    room: float = 0.0

    def point(self, x: float, y: float, height: float = 0.0) -> Vector:
        """A place on (or above) the face in the coordinates of the part."""
        y_axis = cross(self.normal, self.x)
        return (
            self.origin[0] + x * self.x[0] + y * y_axis[0] + height * self.normal[0],
            self.origin[1] + x * self.x[1] + y * y_axis[1] + height * self.normal[1],
            self.origin[2] + x * self.x[2] + y * y_axis[2] + height * self.normal[2],
        )


class TurnedStep(msgspec.Struct, frozen=True):
    """A cylinder of a turned body, from `low` to `high` along z; hollow by `bore`."""

    low: float
    high: float
    diameter: float
    bore: float = 0.0


def _none(_: ParameterValues) -> tuple[()]:
    return ()


def _no_edges(_: ParameterValues) -> float:
    return 0.0


class Feature(msgspec.Struct, frozen=True):
    """A basic body as data.

    `faces` and `steps` say where operations may be made; `edge_limit` is the largest fillet or
    chamfer that its rims take (0: none); `hollows` whether it may be hollowed from the top.
    `called` are patterns of the words by which names speak of it, English and German; `leading` is
    the figure that says most of its size, the meaning of a length without a name; `sizes` are
    what `a x b` and `a x b x c` mean, None where those are the sides of a section.
    """

    name: str
    words: str
    parameters: tuple[Parameter, ...]
    preconditions: tuple[Precondition, ...]
    bounds: Callable[[ParameterValues], Bounds]
    interfaces: Callable[[ParameterValues], tuple[Interface, ...]] = _none
    faces: Callable[[ParameterValues], tuple[WorkFace, ...]] = _none
    steps: Callable[[ParameterValues], tuple[TurnedStep, ...]] = _none
    edge_limit: Callable[[ParameterValues], float] = _no_edges
    hollows: bool = False
    called: tuple[str, ...] = ()
    leading: str = "length"
    sizes: tuple[tuple[str, ...], tuple[str, ...]] | None = None

    def resolve(self, given: Mapping[str, float]) -> ParameterValues:
        """The parameters given, and the rest by the rules."""
        values = ParameterValues()
        for parameter in self.parameters:
            name = parameter.name
            values[name] = float(given[name]) if name in given else parameter.value(values)
        return values


def patterns(text: str) -> tuple[str, ...]:
    """Words with commas between them, as patterns: `heat ?sink`, `v[- ]pulley`.

    A German compound ends in its form, so a word may follow others without a space.
    """
    return tuple(" ".join(word.split()) for word in text.split(","))


def mm(
    name: str, default: float | DefaultRule, words: str, *, low: float = 0.1, high: float = 12000.0
) -> Parameter:
    """A length in millimetres."""
    return Parameter(name, "mm", default, low, high, words)


def deg(
    name: str, default: float | DefaultRule, words: str, *, low: float, high: float
) -> Parameter:
    """An angle in degrees."""
    return Parameter(name, "deg", default, low, high, words)


def count(name: str, default: float | DefaultRule, words: str, *, low: int, high: int) -> Parameter:
    """A number of things; whole, and never scaled with the units."""
    return Parameter(name, "count", default, low, high, words)


def cross(a: Vector, b: Vector) -> Vector:
    """The vector product."""
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def box(length: float, width: float, height: float, *, tolerance: float = 0.01) -> Bounds:
    """The bounds of something that lies on z = 0 around the z axis."""
    return Bounds(
        (-length / 2, -width / 2, 0.0), (length / 2, width / 2, height), tolerance=tolerance
    )


def cylinder(diameter: float, height: float, *, tolerance: float = 0.01) -> Bounds:
    """The bounds of a turned body that begins at z = 0."""
    return box(diameter, diameter, height, tolerance=tolerance)


def ends(height: float, *, bottom: str = "bottom", top: str = "top") -> tuple[Interface, ...]:
    """The two planes that end a body at z = 0 and at its height."""
    return (
        Interface(bottom, "face", (0.0, 0.0, 0.0), DOWN),
        Interface(top, "face", (0.0, 0.0, height), Z),
    )


def sides(length: float, width: float, height: float) -> tuple[Interface, ...]:
    """The four upright planes of a block, each at half its height."""
    middle = height / 2
    return (
        Interface("front", "face", (0.0, -width / 2, middle), (0.0, -1.0, 0.0)),
        Interface("back", "face", (0.0, width / 2, middle), Y),
        Interface("left", "face", (-length / 2, 0.0, middle), (-1.0, 0.0, 0.0)),
        Interface("right", "face", (length / 2, 0.0, middle), X),
    )


def bore(diameter: float, height: float, *, name: str = "bore") -> tuple[Interface, ...]:
    """A bore through the whole height of a body along z, or nothing where the diameter is 0."""
    if diameter <= 0:
        return ()
    return (Interface(name, "bore", (0.0, 0.0, height), Z, diameter, height, through=True),)
