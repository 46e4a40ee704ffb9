"""Input of the model's tools, as the agent library validates it."""

from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from pydantic.alias_generators import to_camel

from partwright.design_engine.draft_edits import NewNode
from partwright.drafter.drafts import (
    AssemblyLayout,
    BomNodeDraft,
    Gap,
    JointType,
    LayoutJoint,
    LayoutMate,
    LayoutPlacement,
    MateType,
    PartForm,
    PartType,
    Priority,
    RequirementDraft,
    RequirementType,
    VerificationMethod,
)
from partwright.kit.decimals import decimal_number, stored_decimal

Identifier = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]
Text = Annotated[str, StringConstraints(max_length=5000)]
Confidence = Annotated[float, Field(ge=0, le=1)]
Quantity = Annotated[Decimal, Field(gt=0, max_digits=27, decimal_places=12)]
Unit = Annotated[str, StringConstraints(min_length=1, max_length=20)]
Material = Annotated[str, StringConstraints(max_length=100)]


class Proposal(BaseModel):
    """The manner of all of them: camelCase on the wire, nothing unknown."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")


Amount = float | Annotated[str, StringConstraints(max_length=300)]
"""A number, or an expression over the dimensions of the assembly and of those above it."""
Place = tuple[Amount, Amount, Amount]


class ProposedForm(Proposal):
    """A feature of the part language, or `standard:` and a designation."""

    method: Name
    parameters: dict[str, Amount] = Field(default_factory=dict)


class ProposedPlacement(Proposal):
    """One instance of a child: turned about the fixed x, y, z axes, then moved."""

    temp_id: Identifier
    instance: int = 1
    translation_mm: Place = (0.0, 0.0, 0.0)
    rotation_deg: Place = (0.0, 0.0, 0.0)


class ProposedMate(Proposal):
    """All instances of child `a` against the first of child `b`, by their boxes."""

    type: MateType
    a: Identifier
    b: Identifier
    offset_mm: Place = (0.0, 0.0, 0.0)
    rotation_deg: Place = (0.0, 0.0, 0.0)


class ProposedJoint(Proposal):
    """Range in which parts move together from where they stand: along the axis in mm, or about it in degrees."""

    name: Name
    type: JointType = "slide"
    moves: tuple[Identifier, ...] = Field(min_length=1, max_length=200)
    axis: Place
    origin_mm: Place = (0.0, 0.0, 0.0)
    low: Amount = 0.0
    high: Amount = 0.0


class ProposedLayout(Proposal):
    """Named dimensions, and placements or mates whose figures may be expressions over them."""

    dimensions: dict[str, Amount] = Field(default_factory=dict)
    placements: tuple[ProposedPlacement, ...] = Field(default=(), max_length=2000)
    mates: tuple[ProposedMate, ...] = Field(default=(), max_length=500)
    joints: tuple[ProposedJoint, ...] = Field(default=(), max_length=50)


def drafted_form(form: ProposedForm | None) -> PartForm | None:
    return None if form is None else PartForm(**form.model_dump())


def drafted_layout(layout: ProposedLayout | None) -> AssemblyLayout | None:
    if layout is None:
        return None
    return AssemblyLayout(
        dimensions=layout.dimensions,
        placements=tuple(LayoutPlacement(**one.model_dump()) for one in layout.placements),
        mates=tuple(LayoutMate(**one.model_dump()) for one in layout.mates),
        joints=tuple(LayoutJoint(**one.model_dump()) for one in layout.joints),
    )


class ProposedRequirement(Proposal):
    """One requirement: a single verifiable statement with figures and units."""

    temp_id: Identifier = Field(description="A short id of your own, such as req-load")
    name: Name
    description: Text = Field(description="The requirement itself: 'The ... shall ...'")
    requirement_type: RequirementType
    priority: Priority
    verification_method: VerificationMethod
    rationale: Text = Field(description="Why it is needed, and where its figures come from")
    confidence: Confidence = Field(description="1 when the user said so, less when you assume it")

    def draft(self) -> RequirementDraft:
        return RequirementDraft(**self.model_dump(), source="ai")


class RequirementChange(Proposal):
    """Changes of a requirement."""

    name: Name | None = None
    description: Text | None = None
    requirement_type: RequirementType | None = None
    priority: Priority | None = None
    verification_method: VerificationMethod | None = None
    rationale: Text | None = None
    confidence: Confidence | None = None

    def changes(self) -> dict[str, Any]:
        return self.model_dump(exclude_none=True)


class ProposedNode(Proposal):
    """A part or assembly, under a parent that stands or comes before it in the list."""

    temp_id: Identifier = Field(description="A short id of your own, such as part-arm")
    parent_temp_id: Identifier | None = Field(
        default=None, description="The parent's tempId; left out for the root alone"
    )
    name: Name
    description: Text = ""
    quantity: Quantity = Field(default=Decimal(1), description="In its parent; 1 for the root")
    unit_of_measure: Unit = Field(default="EA", description="EA for pieces, else m, kg, l")
    part_type: PartType
    material: Material | None = Field(default=None, description="Of made parts: EN AW-6082 T6")
    existing_item_id: Identifier | None = Field(
        default=None, description="The itemId of a part found by search_parts that is reused"
    )
    requirement_temp_ids: list[Identifier] = Field(
        default_factory=list, description="The requirements that this part meets"
    )
    form: ProposedForm | None = Field(
        default=None, description="A part's shape in the part language, in mm and degrees"
    )
    layout: ProposedLayout | None = Field(
        default=None, description="An assembly's dimensions, and where its children stand"
    )
    rationale: Text = ""
    confidence: Confidence
    gap: Gap | None = Field(
        default=None,
        description="Of the root alone: `product` where you do not know what it is, `layout` where"
        " not how its parts stand; nothing is composed then until a layout is given",
    )

    def placed(self) -> NewNode:
        given = self.model_dump()
        parent = given.pop("parent_temp_id")
        given["requirement_temp_ids"] = tuple(dict.fromkeys(self.requirement_temp_ids))
        given["quantity"] = decimal_number(stored_decimal(self.quantity))
        given |= {"form": drafted_form(self.form), "layout": drafted_layout(self.layout)}
        is_new = self.existing_item_id is None
        return NewNode(parent, BomNodeDraft(**given, is_new=is_new, source="ai"))


class NodeChange(Proposal):
    """Changes of a part or assembly."""

    name: Name | None = None
    description: Text | None = None
    quantity: Quantity | None = None
    unit_of_measure: Unit | None = None
    part_type: PartType | None = None
    material: Material | None = None
    existing_item_id: Identifier | None = None
    requirement_temp_ids: list[Identifier] | None = None
    form: ProposedForm | None = None
    layout: ProposedLayout | None = None
    rationale: Text | None = None
    confidence: Confidence | None = None

    def changes(self) -> dict[str, Any]:
        changes = self.model_dump(exclude_none=True)
        if self.form is not None:
            changes["form"] = drafted_form(self.form)
        if self.layout is not None:
            changes["layout"] = drafted_layout(self.layout)
        if self.requirement_temp_ids is not None:
            changes["requirement_temp_ids"] = tuple(dict.fromkeys(self.requirement_temp_ids))
        if self.quantity is not None:
            changes["quantity"] = decimal_number(stored_decimal(self.quantity))
        if self.existing_item_id is not None:
            changes["is_new"] = False
        return changes


class FinishStage(Proposal):
    """End the stage: everything is drafted."""

    summary: Text = Field(description="One or two sentences for the engineer who reviews it")


class AskClarification(Proposal):
    """Ask the user and wait: a figure is missing that decides the design."""

    question_id: Identifier = Field(description="A short id of the question, such as max-load")
    question: Text
    options: list[Name] | None = Field(default=None, description="Likely answers, if there are any")
