"""Requirements: what the product has to do, and how that is shown."""

from typing import Literal

from partwright.item_types.base import ItemField, ItemType
from partwright.kit.fields import ShortText

RequirementType = Literal["Functional", "Performance", "Interface", "Constraint", "Other"]

REQUIREMENT = ItemType(
    name="Requirement",
    resource="requirements",
    prefix="REQ",
    plural="requirements",
    fields=(
        ItemField(wire="requirementType", column="requirement_type", reads=RequirementType),
        ItemField(wire="priority", column="priority", reads=ShortText),
        ItemField(wire="status", column="status", reads=ShortText),
        ItemField(wire="category", column="category", reads=ShortText),
        ItemField(wire="verificationMethod", column="verification_method", reads=ShortText),
        ItemField(wire="rationale", column="rationale"),
        ItemField(wire="acceptanceCriteria", column="acceptance_criteria"),
        ItemField(wire="source", column="source", reads=ShortText),
    ),
)
