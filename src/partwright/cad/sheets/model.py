"""The subject of a technical drawing, and the strokes and words that it comes to; pure."""

from typing import Final

import msgspec

from partwright.cad.model import Bounds, Vector

Point = tuple[float, float]
Line = tuple[Point, Point]


USUAL_SURFACE: Final = "Ra 3.2"
"""The roughness of surfaces that nothing is told of."""
_SAME: Final = 0.01


class HoleNote(msgspec.Struct, frozen=True):
    """Equal holes: where the first is, along which axis they run, and what is written to them."""

    at: Vector
    axis: Vector
    words: str
    diameter: float = 0.0
    others: tuple[Vector, ...] = ()
    """The middles of the further holes."""
    circle: float = 0.0
    """Of the circle that they stand on, whose words tell it."""
    deep: float = 0.0
    """From where it is against the axis: so far its middle line goes in the other views."""
    thread: float = 0.0
    """The nominal diameter of the thread whose core it is."""
    half: Vector = (0.0, 0.0, 0.0)
    """Of a slot, from its middle to that of one of its round ends."""

    def ground(self, at: Vector) -> Vector:
        """The end of a hole that begins there."""
        x, y, z = (a - self.deep * b for a, b in zip(at, self.axis, strict=True))
        return (x, y, z)


class StepNote(msgspec.Struct, frozen=True):
    """A step of a turned part: from where to where along z, and what is written to it."""

    low: float
    high: float
    diameter: float
    words: str
    core: float = 0.0
    """Of the thread that it carries."""
    end: float = 0.0
    """The diameter at its upper end, where that is another."""

    @property
    def widest(self) -> float:
        return max(self.diameter, self.end)

    @property
    def middle(self) -> float:
        """The diameter half way along."""
        return (self.diameter + (self.end or self.diameter)) / 2

    def is_told_by(self, diameter: float) -> bool:
        """Whether the size of the whole tells all of it: a plain cylinder of that diameter."""
        return abs(self.diameter - diameter) < _SAME and self.words.startswith("Ø")


class WorkedNote(msgspec.Struct, frozen=True):
    """A keyway, groove, flat or spline of a turned part: from where to where along its axis, and what is written to it."""

    low: float
    high: float
    across: float
    """Of its rim in the view from above; of a groove, the diameter of its ground."""
    words: str
    is_all_round: bool = False
    """Whether the front shows it, as a groove, and not the view from above."""


class SectionNote(msgspec.Struct, frozen=True):
    """The section of a profile, which is drawn larger: places of its corners from its lower left one."""

    along: tuple[float, ...] = ()
    up: tuple[float, ...] = ()


class ListedChild(msgspec.Struct, frozen=True):
    """A line of the list of parts."""

    quantity: str
    name: str
    material: str = ""


class SheetTitle(msgspec.Struct, frozen=True):
    """Texts of the title block and beside the views."""

    name: str
    number: str = ""
    material: str = ""
    mass_kg: float | None = None
    revision: str = ""
    date: str = ""
    is_round: bool = False
    """Whether the part turns about z: then its sides are diameters."""
    lies: bool = False
    """Whether a turned part is drawn with its axis level."""
    is_worked_above: bool = False
    """Whether a lying part has keyways or flats, which are seen from above."""
    diameter: float = 0.0
    """Of a round part whose box is less wide: of a wheel with an odd number of teeth, a fluted knob."""
    flats: float = 0.0
    """Across the flats of a hexagon, whose width across the corners follows from them."""
    shows_hidden: bool = True
    """Whether hidden edges are dashed, or left out: of teeth and assemblies they tell nothing."""
    holes: tuple[HoleNote, ...] = ()
    notes: tuple[str, ...] = ()
    steps: tuple[StepNote, ...] = ()
    worked: tuple[WorkedNote, ...] = ()
    """Of a lying part."""
    section: SectionNote | None = None
    parts: tuple[ListedChild, ...] = ()
    surface: str = USUAL_SURFACE
    """The roughness of all surfaces that nothing else is told of (ISO 21920)."""


class ProjectedView(msgspec.Struct, frozen=True):
    """The edges seen from one side, in mm of the part; hidden ones apart."""

    strong: tuple[Line, ...]
    fine: tuple[Line, ...] = ()
    hidden: tuple[Line, ...] = ()

    def box(self) -> tuple[Point, Point]:
        """The corners of what is drawn."""
        points = [point for line in (*self.strong, *self.fine, *self.hidden) for point in line]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return (min(xs), min(ys)), (max(xs), max(ys))


class SheetViews(msgspec.Struct, frozen=True):
    """The three views in first-angle projection, and the whole as it looks."""

    front: ProjectedView
    top: ProjectedView
    left: ProjectedView
    iso: ProjectedView
    bounds: Bounds | None = None
    """The box of the part, where it is known nearer than by the edges drawn."""
    spots: tuple[Point | None, ...] = ()
    """Of each line of the list of parts, a place where it is seen in the view of the whole."""


class PenStroke(msgspec.Struct, frozen=True):
    """Lines of one pen, in mm of the sheet, y upwards."""

    lines: tuple[Line, ...]
    width: float = 0.25
    dashes: tuple[float, ...] = ()


class FilledShape(msgspec.Struct, frozen=True):
    """A filled polygon: an arrow's head."""

    corners: tuple[Point, ...]


class SheetText(msgspec.Struct, frozen=True):
    """Words on the sheet; `anchor` is the end of them that stands at the place."""

    at: Point
    words: str
    size: float = 3.5
    anchor: str = "start"
    is_upright: bool = False


class DrawnSheet(msgspec.Struct, frozen=True):
    """A sheet with all that is on it."""

    width: float
    height: float
    strokes: tuple[PenStroke, ...]
    shapes: tuple[FilledShape, ...]
    texts: tuple[SheetText, ...]
