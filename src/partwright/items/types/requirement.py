"""Requirements: what the product has to do, and how that is shown."""

from typing import Literal

from partwright.items.types.base import Field, ItemType
from partwright.kit.fields import ShortText

RequirementType = Literal["Functional", "Performance", "Interface", "Constraint", "Other"]

REQUIREMENT = ItemType(
    name="Requirement",
    resource="requirements",
    prefix="REQ",
    plural="requirements",
    fields=(
        Field(wire="requirementType", column="requirement_type", reads=RequirementType),
        Field(wire="priority", column="priority", reads=ShortText),
        Field(wire="status", column="status", reads=ShortText),
        Field(wire="category", column="category", reads=ShortText),
        Field(wire="verificationMethod", column="verification_method", reads=ShortText),
        Field(wire="rationale", column="rationale"),
        Field(wire="acceptanceCriteria", column="acceptance_criteria"),
        Field(wire="source", column="source", reads=ShortText),
    ),
)
