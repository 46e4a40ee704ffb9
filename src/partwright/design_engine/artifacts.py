"""Artifacts of a design session: requirements, the structure, questions, and their outcome.

These are the artifacts as the wire shows them and the database keeps them.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from partwright.drafter.drafts import BomNodeDraft, DraftStruct, PartType, RequirementDraft
from partwright.drafter.structures.prices import CostEstimate, StructureCost
from partwright.kit.ids import DesignId, ItemId

Severity = Literal["error", "warning", "info"]


GenerationStatus = Literal["not_started", "generating", "complete", "failed"]


class ProposedPart(DraftStruct, frozen=True, kw_only=True):
    """A part that does not exist yet and would be made by materialising."""

    temp_id: str
    name: str
    part_type: PartType
    material: str | None
    rationale: str


class ValidationIssue(DraftStruct, frozen=True, kw_only=True):
    """Something that stands in the way of the structure, or that one should look at."""

    severity: Severity
    code: str
    message: str
    path: str
    """The place in the artifacts: `bom.rootAssembly.children[2]`."""
    temp_id: str | None = None
    id: str = ""
    """By which the user accepts it; the same problem keeps its id."""
    accepted: bool = False
    """Whether the user has accepted it, so that it stands in the way of nothing."""


class BomDraft(DraftStruct, frozen=True, kw_only=True):
    """The drafted structure and what follows from it; all but the tree is computed."""

    root_assembly: BomNodeDraft
    proposed_parts: tuple[ProposedPart, ...] = ()
    requirements_coverage: Mapping[str, tuple[str, ...]] = {}
    """By the requirement's tempId, the tempIds of the nodes that meet it."""
    uncovered_requirements: tuple[str, ...] = ()
    estimates: Mapping[str, CostEstimate] = {}
    """By tempId the cost and lead time of every new part, as stated or as assumed."""
    cost: StructureCost = StructureCost()
    """Of the whole."""
    validation_issues: tuple[ValidationIssue, ...] = ()


class Clarification(DraftStruct, frozen=True, kw_only=True):
    """A question to the user and, in time, the answer."""

    question_id: str
    stage: str
    question: str
    options: tuple[str, ...] | None = None
    answer: str | None = None
    asked_at: str
    answered_at: str | None = None


class UserMessage(DraftStruct, frozen=True, kw_only=True):
    """Something the user said without being asked."""

    id: str
    stage: str
    text: str
    created_at: str


class CadGenerationState(DraftStruct, frozen=True, kw_only=True):
    """Progress of the solids of all parts."""

    status: GenerationStatus = "not_started"
    parts_total: int = 0
    parts_completed: int = 0
    parts_failed: int = 0
    parts_skipped: int = 0
    started_at: str | None = None
    completed_at: str | None = None


class MaterializedItem(DraftStruct, frozen=True, kw_only=True):
    """An item that came out of a draft."""

    temp_id: str
    temp_ids: tuple[str, ...] = ()
    """All drafts that became this item; equal leaves become one."""
    item_id: ItemId
    item_number: str
    item_type: str
    name: str


class MaterializationResult(DraftStruct, frozen=True, kw_only=True):
    """Result of materialising."""

    design_id: DesignId
    eco_id: str | None = None
    eco_number: str | None = None
    created_items: tuple[MaterializedItem, ...] = ()
    bom_relationships_created: int = 0


class Artifacts(DraftStruct, frozen=True, kw_only=True):
    """Everything that a session has drafted so far."""

    description: str
    requirements: tuple[RequirementDraft, ...] = ()
    bom: BomDraft | None = None
    clarifications: tuple[Clarification, ...] = ()
    user_messages: tuple[UserMessage, ...] = ()
    pending_clarification_id: str | None = None
    materialization_result: MaterializationResult | None = None
    cad_generation_state: CadGenerationState | None = None
    accepted: tuple[str, ...] = ()
    """Ids of the issues that the user has accepted."""

    def answers(self) -> dict[str, str]:
        """The answers given so far by the ids of their questions."""
        return {c.question_id: c.answer for c in self.clarifications if c.answer is not None}

    def nodes(self) -> Iterator[BomNodeDraft]:
        """Every node of the structure, parents first."""
        if self.bom is not None:
            yield from self.bom.root_assembly.walk()
