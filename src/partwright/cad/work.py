"""The kinds of jobs for the kernel: what each is asked with and what it answers.

Files are named by their path; what a job writes goes into the folder that its caller gives and
owns. Lengths are in mm, volumes in mm³, masses in kg, densities in kg/m³.
"""

import msgspec

from partwright.cad.jobs import Kind
from partwright.cad.model import Bounds, PartSpec, Vector


class Files(msgspec.Struct, frozen=True):
    """What a job wrote, as paths; empty where nothing was asked for."""

    step: str = ""
    glb: str = ""
    svg: str = ""


class MakePart(msgspec.Struct, frozen=True):
    """Build a part and write its files.

    `bounds` is the box that the specification promises, `stem` what the files are called.
    """

    spec: PartSpec
    folder: str
    stem: str = "part"
    bounds: Bounds | None = None


class MadePart(msgspec.Struct, frozen=True):
    """A part as it came out; `faults` say in words what is not as it should be."""

    files: Files
    volume_mm3: float
    mass_kg: float
    material: str
    """The kind of material that the mass is reckoned with."""
    bounds: Bounds
    faults: tuple[str, ...] = ()

    @property
    def is_valid(self) -> bool:
        return not self.faults


class Inspect(msgspec.Struct, frozen=True):
    """Look into a STEP file; with a folder also draw it, as `<stem>.glb` and `<stem>.svg`."""

    path: str
    folder: str = ""
    stem: str = "preview"
    density: float = 0.0


class Placement(msgspec.Struct, frozen=True):
    """Where a body is: turned about the fixed x, then y, then z axis, and then moved."""

    translation_mm: Vector = (0.0, 0.0, 0.0)
    rotation_deg: Vector = (0.0, 0.0, 0.0)


class Use(msgspec.Struct, frozen=True):
    """One use of a product in an assembly: the product's number, and where it is."""

    product: int
    name: str
    placement: Placement


class Product(msgspec.Struct, frozen=True):
    """A part or an assembly in a file; a part has solids, an assembly has uses."""

    name: str
    uses: tuple[Use, ...] = ()
    solid_volumes_mm3: tuple[float, ...] = ()


class Inspection(msgspec.Struct, frozen=True):
    """What a STEP file holds. Each product stands once, however often it is used.

    `inertia_mm5` are the moments about the axes through the centre, of volume; times the density
    they are those of mass. Mass is 0 without a density.
    """

    products: tuple[Product, ...]
    roots: tuple[int, ...]
    solids: int
    volume_mm3: float
    mass_kg: float
    centre_mm: Vector
    inertia_mm5: Vector
    bounds: Bounds
    faults: tuple[str, ...]
    files: Files


MAKE_PART = Kind("make_part", MakePart, MadePart)
INSPECT = Kind("inspect", Inspect, Inspection)

KG_PER_MM3 = 1e-9
"""Of a density of one kg/m³."""
