"""The kinds of jobs for the kernel: what each is asked with and what it answers.

Files are named by their path; what a job writes goes into the folder that its caller gives and
owns. Lengths are in mm, volumes in mm³, masses in kg, densities in kg/m³.
"""

from collections.abc import Iterator

import msgspec

from partwright.cad.job_protocol import JobKind, KernelJob
from partwright.cad.model import Bounds, PartSpec, Vector
from partwright.cad.sheets.model import SheetTitle


class OutputFiles(msgspec.Struct, frozen=True):
    """Paths that a job wrote; empty where nothing was asked for."""

    step: str = ""
    glb: str = ""
    svg: str = ""


class MakePart(KernelJob, frozen=True):
    """Build a part and write its files.

    `bounds` is the box that the specification promises, `stem` what the files are called.
    """

    spec: PartSpec
    folder: str
    stem: str = "part"
    bounds: Bounds | None = None

    def writes(self) -> tuple[str, ...]:
        return (self.folder,)


class MadePart(msgspec.Struct, frozen=True):
    """A part as it came out; `faults` say in words what is not as it should be."""

    files: OutputFiles
    volume_mm3: float
    mass_kg: float
    material: str
    """The kind of material that the mass is reckoned with."""
    bounds: Bounds
    faults: tuple[str, ...] = ()

    @property
    def is_valid(self) -> bool:
        return not self.faults


class InspectStep(KernelJob, frozen=True):
    """Look into a STEP file; with a folder also draw it, as `<stem>.glb` and `<stem>.svg`."""

    path: str
    folder: str = ""
    stem: str = "preview"
    density: float = 0.0

    def reads(self) -> tuple[str, ...]:
        return (self.path,)

    def writes(self) -> tuple[str, ...]:
        return (self.folder,) if self.folder else ()


class BodyPlacement(msgspec.Struct, frozen=True):
    """Pose of a body: turned about the fixed x, then y, then z axis, and then moved."""

    translation_mm: Vector = (0.0, 0.0, 0.0)
    rotation_deg: Vector = (0.0, 0.0, 0.0)


class ProductUse(msgspec.Struct, frozen=True):
    """One use of a product in an assembly: the product's number, and where it is."""

    product: int
    name: str
    placement: BodyPlacement


class InspectedProduct(msgspec.Struct, frozen=True):
    """A part or an assembly in a file; a part has solids, an assembly has uses."""

    name: str
    uses: tuple[ProductUse, ...] = ()
    solid_volumes_mm3: tuple[float, ...] = ()


class StepInspection(msgspec.Struct, frozen=True):
    """Content of a STEP file. Each product stands once, however often it is used.

    `inertia_mm5` are the moments about the axes through the centre, of volume; times the density
    they are those of mass. Mass is 0 without a density.
    """

    products: tuple[InspectedProduct, ...]
    roots: tuple[int, ...]
    solids: int
    volume_mm3: float
    mass_kg: float
    centre_mm: Vector
    inertia_mm5: Vector
    bounds: Bounds
    faults: tuple[str, ...]
    files: OutputFiles


class PlacedUse(msgspec.Struct, frozen=True):
    """Pose of one instance of a child; instances count from 1."""

    temp_id: str
    instance: int
    placement: BodyPlacement


class PreparePart(KernelJob, frozen=True):
    """Read a part's STEP file once for all jobs that need it; writes `<stem>.shape`."""

    path: str
    folder: str
    stem: str = "part"

    def reads(self) -> tuple[str, ...]:
        return (self.path,)

    def writes(self) -> tuple[str, ...]:
        return (self.folder,)


class NamedMaterial(msgspec.Struct, frozen=True):
    """Grade, kind and density of a material, as a STEP file has them."""

    grade: str
    kind: str
    density: float


class PreparedPart(msgspec.Struct, frozen=True):
    """A part in the kernel's own format, which is read in a fiftieth of the time, with what its STEP file tells.

    The path is empty where the file holds more than one plain part, and has to be read itself.
    """

    path: str = ""
    colour: Vector | None = None
    material: NamedMaterial | None = None
    area_mm2: float = 0.0
    solid_volumes_mm3: tuple[float, ...] = ()
    are_valid: bool = False
    """Whether geometry and topology of each solid fit together."""


class AssemblyTree(msgspec.Struct, frozen=True):
    """A part with its STEP file, or an assembly with children and their places."""

    temp_id: str
    name: str
    path: str = ""
    children: tuple["AssemblyTree", ...] = ()
    placements: tuple[PlacedUse, ...] = ()
    prepared: PreparedPart = PreparedPart()

    def files(self) -> Iterator[str]:
        """The files that all parts below are read from."""
        if path := self.prepared.path or self.path:
            yield path
        for child in self.children:
            yield from child.files()


class ComposeAssembly(KernelJob, frozen=True):
    """Put an assembly together and write it as `<stem>.step` and so on."""

    tree: AssemblyTree
    folder: str
    stem: str = "assembly"

    def reads(self) -> tuple[str, ...]:
        return tuple(self.tree.files())

    def writes(self) -> tuple[str, ...]:
        return (self.folder,)


class ComposedAssembly(msgspec.Struct, frozen=True):
    """An assembly as it came out; `instances` are the parts in it, each use by itself."""

    files: OutputFiles
    exploded_svg: str
    volume_mm3: float
    bounds: Bounds
    instances: int
    faults: tuple[str, ...] = ()


class CheckOverlaps(KernelJob, frozen=True):
    """Look for children of an assembly that share space, each with each.

    A pair that takes longer than `pair_seconds`, or is not come to in `seconds`, is left
    unchecked.
    """

    tree: AssemblyTree
    seconds: float = 40.0
    pair_seconds: float = 10.0
    island_seconds: float = 0.0
    """How long to look for parts at any depth that touch nothing else; 0 for not at all."""

    def reads(self) -> tuple[str, ...]:
        return tuple(self.tree.files())


class BodyOverlap(msgspec.Struct, frozen=True):
    """Two instances, as `tempId#instance`, and the volume that both claim."""

    a: str
    b: str
    volume_mm3: float


class OverlapReport(msgspec.Struct, frozen=True):
    """Interferences found; `pairs` were near enough to be looked at, `unchecked` of them were not."""

    overlaps: tuple[BodyOverlap, ...]
    pairs: int
    unchecked: tuple[tuple[str, str], ...] = ()
    islands: tuple[tuple[str, ...], ...] | None = None
    """Groups of parts that touch none of the others; None where nobody asked."""


class SweptRange(msgspec.Struct, frozen=True):
    """A joint: the instances that it moves, along or about what, and how far."""

    name: str
    moves: frozenset[str]
    """As `tempId#instance`."""
    axis: Vector
    origin: Vector
    low: float
    high: float
    is_turn: bool = False


class SweepJoints(KernelJob, frozen=True):
    """Move joints of an assembly, whose tree is flat, and look for what stands in their way.

    What is not come to in `seconds` is left unchecked.
    """

    tree: AssemblyTree
    joints: tuple[SweptRange, ...]
    seconds: float = 6.0

    def reads(self) -> tuple[str, ...]:
        return tuple(self.tree.files())


class SweptJoint(msgspec.Struct, frozen=True):
    """Result of moving a joint; the first pair that met, where one did."""

    name: str
    is_checked: bool = True
    a: str | None = None
    b: str | None = None
    at: float = 0.0
    volume_mm3: float = 0.0


class SweptJoints(msgspec.Struct, frozen=True):
    """The joints as they were asked for."""

    joints: tuple[SweptJoint, ...]


class DrawPicture(KernelJob, frozen=True):
    """Draw a STEP file shaded, as `<stem>.png`; `eye` is the direction that it is seen from."""

    path: str
    folder: str
    stem: str = "picture"
    eye: Vector = (1.0, -1.4, 1.1)

    def reads(self) -> tuple[str, ...]:
        return (self.path,)

    def writes(self) -> tuple[str, ...]:
        return (self.folder,)


class DrawnPicture(msgspec.Struct, frozen=True):
    """A picture as PNG, by its path."""

    png: str


class DesignBody(msgspec.Struct, frozen=True):
    """A part that is drafted and not made yet, and the places where it stands."""

    key: str
    spec: PartSpec
    placements: tuple[BodyPlacement, ...]


class DrawDesign(KernelJob, frozen=True):
    """Build drafted parts in memory, draw them together as `<stem>.png` and `<stem>.glb`, and
    look for those that share space, for so many seconds.
    """

    bodies: tuple[DesignBody, ...]
    folder: str
    stem: str = "design"
    name: str = "Design"
    eye: Vector = (1.0, -1.4, 1.1)
    seconds: float = 8.0

    def writes(self) -> tuple[str, ...]:
        return (self.folder,)


class DrawnDesign(msgspec.Struct, frozen=True):
    """Picture of a design before anything of it is made."""

    png: str
    glb: str
    bounds: Bounds
    mass_kg: float
    overlaps: tuple[BodyOverlap, ...] = ()
    failed: tuple[str, ...] = ()
    """Keys of the parts of which the kernel makes nothing."""


class DrawSheet(KernelJob, frozen=True):
    """Draw a STEP file in three views with dimensions, as `<stem>.svg` and `<stem>.pdf`."""

    path: str
    folder: str
    title: SheetTitle
    stem: str = "drawing"

    def reads(self) -> tuple[str, ...]:
        return (self.path,)

    def writes(self) -> tuple[str, ...]:
        return (self.folder,)


class DrawnSheetFiles(msgspec.Struct, frozen=True):
    """A technical drawing, by its paths."""

    svg: str
    pdf: str


MAKE_PART = JobKind("make_part", MakePart, MadePart)
INSPECT = JobKind("inspect", InspectStep, StepInspection)
PREPARE_PART = JobKind("prepare_part", PreparePart, PreparedPart)
COMPOSE = JobKind("compose", ComposeAssembly, ComposedAssembly)
CHECK_OVERLAPS = JobKind("check_overlaps", CheckOverlaps, OverlapReport)
SWEEP_JOINTS = JobKind("sweep_joints", SweepJoints, SweptJoints)
DRAW_PICTURE = JobKind("draw_picture", DrawPicture, DrawnPicture)
DRAW_SHEET = JobKind("draw_sheet", DrawSheet, DrawnSheetFiles)
DRAW_DESIGN = JobKind("draw_design", DrawDesign, DrawnDesign)
