"""What a design session drafts: requirements, the structure, questions, and what came of them.

These are the artifacts as the wire shows them and the database keeps them.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Literal

import msgspec

from partwright.kit.ids import DesignId, ItemId

RequirementType = Literal["Functional", "Performance", "Interface", "Constraint", "Other"]
Priority = Literal["low", "medium", "high", "critical"]
VerificationMethod = Literal["Analysis", "Inspection", "Test", "Demonstration"]
Source = Literal["ai", "user"]
"""Who wrote a draft: a model, or the user (who also owns what he changed)."""
PartType = Literal["Manufacture", "Purchase", "Software", "Phantom"]
Severity = Literal["error", "warning", "info"]
CadStatus = Literal["pending", "generating", "complete", "failed", "skipped"]
CompositionStatus = Literal["pending", "composing", "complete", "failed", "skipped"]
GenerationStatus = Literal["not_started", "generating", "complete", "failed"]
Vector = tuple[float, float, float]


class Draft(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """The common manner of all drafts: camelCase names, every key always shown."""


class RequirementDraft(Draft, frozen=True, kw_only=True):
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


class CadGeneration(Draft, frozen=True, kw_only=True):
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
    """What was assumed, in words."""


class Placement(Draft, frozen=True, kw_only=True):
    """Where one instance of a child stands in its assembly."""

    temp_id: str
    instance: int
    """From 1 to the child's quantity."""
    translation_mm: Vector = (0.0, 0.0, 0.0)
    rotation_deg: Vector = (0.0, 0.0, 0.0)
    pinned: bool = False
    """Whether the user has put it there, so that composing leaves it."""
    why: str | None = None


class Interference(Draft, frozen=True, kw_only=True):
    """Two instances that claim the same space."""

    a: str
    b: str
    volume_mm3: float = msgspec.field(name="volumeMm3")
    kind: Literal["thread", "fit", "clash"] = "clash"
    """Meant, as a screw in its thread and a shaft in its seat, or by mistake."""


class AssemblyComposition(Draft, frozen=True, kw_only=True):
    """How the children of an assembly are placed."""

    status: CompositionStatus = "pending"
    placements: tuple[Placement, ...] = ()
    step_file_id: str | None = None
    glb_file_id: str | None = None
    exploded_view_file_id: str | None = None
    interferences: tuple[Interference, ...] = ()
    error: str | None = None
    notes: tuple[str, ...] = ()


class BomNodeDraft(Draft, frozen=True, kw_only=True):
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
    rationale: str = ""
    confidence: float = 1.0
    source: Source = "user"
    cad_generation: CadGeneration | None = None
    assembly_composition: AssemblyComposition | None = None

    def walk(self) -> Iterator["BomNodeDraft"]:
        """The node and everything below it, parents first."""
        pending: list[BomNodeDraft] = [self]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.children))


class ProposedPart(Draft, frozen=True, kw_only=True):
    """A part that does not exist yet and would be made by materialising."""

    temp_id: str
    name: str
    part_type: PartType
    material: str | None
    rationale: str


class ValidationIssue(Draft, frozen=True, kw_only=True):
    """Something that stands in the way of the structure, or that one should look at."""

    severity: Severity
    code: str
    message: str
    path: str
    """Where in the artifacts: `bom.rootAssembly.children[2]`."""
    temp_id: str | None = None


class BomDraft(Draft, frozen=True, kw_only=True):
    """The drafted structure and what follows from it; all but the tree is computed."""

    root_assembly: BomNodeDraft
    proposed_parts: tuple[ProposedPart, ...] = ()
    requirements_coverage: Mapping[str, tuple[str, ...]] = {}
    """By the requirement's tempId, the tempIds of the nodes that meet it."""
    uncovered_requirements: tuple[str, ...] = ()
    validation_issues: tuple[ValidationIssue, ...] = ()


class Clarification(Draft, frozen=True, kw_only=True):
    """A question to the user and, in time, the answer."""

    question_id: str
    stage: str
    question: str
    options: tuple[str, ...] | None = None
    answer: str | None = None
    asked_at: str
    answered_at: str | None = None


class UserMessage(Draft, frozen=True, kw_only=True):
    """Something the user said without being asked."""

    id: str
    stage: str
    text: str
    created_at: str


class CadGenerationState(Draft, frozen=True, kw_only=True):
    """How far the solids of all parts are."""

    status: GenerationStatus = "not_started"
    parts_total: int = 0
    parts_completed: int = 0
    parts_failed: int = 0
    parts_skipped: int = 0
    started_at: str | None = None
    completed_at: str | None = None


class CreatedItem(Draft, frozen=True, kw_only=True):
    """An item that came out of a draft."""

    temp_id: str
    temp_ids: tuple[str, ...] = ()
    """All drafts that became this item; equal leaves become one."""
    item_id: ItemId
    item_number: str
    item_type: str
    name: str


class MaterializationResult(Draft, frozen=True, kw_only=True):
    """What materialising made."""

    design_id: DesignId
    eco_id: str | None = None
    eco_number: str | None = None
    created_items: tuple[CreatedItem, ...] = ()
    bom_relationships_created: int = 0


class Artifacts(Draft, frozen=True, kw_only=True):
    """Everything that a session has drafted so far."""

    description: str
    requirements: tuple[RequirementDraft, ...] = ()
    bom: BomDraft | None = None
    clarifications: tuple[Clarification, ...] = ()
    user_messages: tuple[UserMessage, ...] = ()
    pending_clarification_id: str | None = None
    materialization_result: MaterializationResult | None = None
    cad_generation_state: CadGenerationState | None = None

    def answers(self) -> dict[str, str]:
        """The answers given so far by the ids of their questions."""
        return {c.question_id: c.answer for c in self.clarifications if c.answer is not None}

    def nodes(self) -> Iterator[BomNodeDraft]:
        """Every node of the structure, parents first."""
        if self.bom is not None:
            yield from self.bom.root_assembly.walk()


class FoundPart(Draft, frozen=True, kw_only=True):
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
