"""The drafts of a design: requirements, parts and assemblies with their forms and places.

They are shown on the wire and kept in the database as they stand here.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Literal

import msgspec

from partwright.kit.ids import ItemId

RequirementType = Literal["Functional", "Performance", "Interface", "Constraint", "Other"]
Priority = Literal["low", "medium", "high", "critical"]
VerificationMethod = Literal["Analysis", "Inspection", "Test", "Demonstration"]
Source = Literal["ai", "user"]
"""The author of a draft: a model, or the user (who also owns what they changed)."""
PartType = Literal["Manufacture", "Purchase", "Software", "Phantom"]
CadStatus = Literal["pending", "generating", "complete", "failed", "skipped"]
CompositionStatus = Literal["pending", "composing", "complete", "failed", "skipped"]
Vector = tuple[float, float, float]


class DraftStruct(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """The common manner of all drafts: camelCase names, every key always shown."""


class RequirementDraft(DraftStruct, frozen=True, kw_only=True):
    """One requirement, not yet an item."""

    temp_id: str
    name: str
    description: str = ""
    requirement_type: RequirementType = "Functional"
    priority: Priority = "medium"
    verification_method: VerificationMethod = "Test"
    rationale: str = ""
    confidence: float = 1.0
    source: Source = "user"


Figure = float | str
"""A number, or an expression over the dimensions of the assembly and of those above it."""
Figures = tuple[Figure, Figure, Figure]


class PartForm(DraftStruct, frozen=True, kw_only=True):
    """The shape of a part in the part language; it goes before what its name would say."""

    method: str
    """A feature of the part language, or `standard:` and a designation."""
    parameters: Mapping[str, Figure] = {}
    """Millimetres, degrees or counts by the feature's names; `hole_1.diameter` of an operation."""


class LayoutPlacement(DraftStruct, frozen=True, kw_only=True):
    """Pose of one instance of a child."""

    temp_id: str
    instance: int = 1
    translation_mm: Figures = (0.0, 0.0, 0.0)
    rotation_deg: Figures = (0.0, 0.0, 0.0)
    """About the fixed x, then y, then z axis, before it is moved."""


MateType = Literal[
    "on", "under", "in", "left_of", "right_of", "in_front_of", "behind", "at_corners", "along",
    "coaxial",
]  # fmt: skip


class LayoutMate(DraftStruct, frozen=True, kw_only=True):
    """Position of a child relative to another, by their boxes; every instance of it gets a place."""

    type: MateType
    a: str
    """The tempId of the child that is placed."""
    b: str
    """The tempId of the child that stands already; its first instance."""
    offset_mm: Figures = (0.0, 0.0, 0.0)
    """Added to the place; at corners the inset in x and y, along the gap at both ends in x."""
    rotation_deg: Figures = (0.0, 0.0, 0.0)


JointType = Literal["slide", "turn"]
Gap = Literal["product", "layout"]
"""The gap in a drafted product: which thing it is, or how its parts are placed."""


class LayoutJoint(DraftStruct, frozen=True, kw_only=True):
    """Range in which parts of an assembly move, together, from where they stand in it."""

    name: str
    type: JointType = "slide"
    moves: tuple[str, ...]
    """tempIds of parts or assemblies at any depth; `tempId#2` is the second instance alone."""
    axis: Figures
    """The direction of the movement, or that of the axis turned about."""
    origin_mm: Figures = (0.0, 0.0, 0.0)
    """A point on the axis turned about."""
    low: Figure = 0.0
    """Millimetres or degrees, at most 0: backwards along the axis."""
    high: Figure = 0.0


class AssemblyLayout(DraftStruct, frozen=True, kw_only=True):
    """The skeleton of an assembly, and where its children stand."""

    dimensions: Mapping[str, Figure] = {}
    """Named figures; those below may use them by their names."""
    placements: tuple[LayoutPlacement, ...] = ()
    mates: tuple[LayoutMate, ...] = ()
    joints: tuple[LayoutJoint, ...] = ()


class CadGeneration(DraftStruct, frozen=True, kw_only=True):
    """The solid of one part: how it is made, where it is kept, what was measured of it."""

    status: CadStatus = "pending"
    method: str | None = None
    """The parametric feature or the standard that makes it."""
    parameters: Mapping[str, float] = {}
    """Millimetres, degrees or counts by the feature's names."""
    step_file_id: str | None = None
    glb_file_id: str | None = None
    thumbnail_file_id: str | None = None
    volume_mm3: float | None = msgspec.field(default=None, name="volumeMm3")
    mass_kg: float | None = None
    bounding_box_mm: Vector | None = None
    valid: bool | None = None
    error: str | None = None
    notes: str | None = None
    """The assumptions, in words."""


class DraftPlacement(DraftStruct, frozen=True, kw_only=True):
    """Pose of one instance of a child in its assembly."""

    temp_id: str
    instance: int
    """From 1 to the child's quantity."""
    translation_mm: Vector = (0.0, 0.0, 0.0)
    rotation_deg: Vector = (0.0, 0.0, 0.0)
    pinned: bool = False
    """Whether the user has put it there, so that composing leaves it."""
    why: str | None = None


class DraftInterference(DraftStruct, frozen=True, kw_only=True):
    """Two instances that claim the same space."""

    a: str
    b: str
    volume_mm3: float = msgspec.field(name="volumeMm3")
    kind: Literal["thread", "fit", "clash"] = "clash"
    """Meant, as a screw in its thread and a shaft in its seat, or by mistake."""


class JointMotion(DraftStruct, frozen=True, kw_only=True):
    """Result of moving a joint through its range; it is free where nothing stands in the way."""

    joint: str
    is_checked: bool = True
    """False where time ran out before the end."""
    a: str | None = None
    """The moved instance that runs into another, `b`."""
    b: str | None = None
    at: float = 0.0
    """Millimetres or degrees from where it stands."""
    volume_mm3: float = msgspec.field(default=0.0, name="volumeMm3")

    @property
    def is_blocked(self) -> bool:
        return self.a is not None


class AssemblyComposition(DraftStruct, frozen=True, kw_only=True):
    """Placements of the children of an assembly."""

    status: CompositionStatus = "pending"
    placements: tuple[DraftPlacement, ...] = ()
    step_file_id: str | None = None
    glb_file_id: str | None = None
    exploded_view_file_id: str | None = None
    interferences: tuple[DraftInterference, ...] = ()
    motions: tuple[JointMotion, ...] = ()
    """Of the joints of its layout."""
    islands: tuple[tuple[str, ...], ...] | None = None
    """Of the whole: the groups of parts that touch none of the others."""
    bounding_box_mm: Vector | None = None
    error: str | None = None
    notes: tuple[str, ...] = ()


class BomNodeDraft(DraftStruct, frozen=True, kw_only=True):
    """A part or an assembly in the drafted structure."""

    temp_id: str
    name: str
    description: str = ""
    is_new: bool = True
    existing_item_id: str | None = None
    quantity: Decimal = Decimal(1)
    """In its parent; of the root 1."""
    unit_of_measure: str = "EA"
    children: tuple["BomNodeDraft", ...] = ()
    requirement_temp_ids: tuple[str, ...] = ()
    part_type: PartType = "Manufacture"
    material: str | None = None
    cost: Decimal | None = None
    """Stated price of one; without it `estimates` assumes one."""
    cost_currency: str = "USD"
    lead_time_days: int | None = None
    """Stated days until it is there; without them `estimates` assumes some."""
    rationale: str = ""
    confidence: float = 1.0
    source: Source = "user"
    gap: Gap | None = None
    """Of the root alone: what its drafter says it does not know."""
    form: PartForm | None = None
    layout: AssemblyLayout | None = None
    cad_generation: CadGeneration | None = None
    assembly_composition: AssemblyComposition | None = None

    def walk(self) -> Iterator["BomNodeDraft"]:
        """The node and everything below it, parents first."""
        pending: list[BomNodeDraft] = [self]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.children))


class FoundPart(DraftStruct, frozen=True, kw_only=True):
    """An existing part that a search brought up."""

    item_id: ItemId
    item_number: str
    name: str
    revision: str
    state: str
    description: str | None = None
    part_type: str | None = None
    material: str | None = None
    design_id: str | None = None
