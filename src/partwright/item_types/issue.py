"""Issues: what went wrong, and what was done about it."""

from typing import Literal

from partwright.item_types.base import FieldKind, ItemField, ItemType
from partwright.kit.fields import LongText

Grade = Literal["Critical", "High", "Medium", "Low"]
Category = Literal["Design", "Manufacturing", "Quality", "Customer", "Safety", "Other"]

ISSUE = ItemType(
    name="Issue",
    resource="issues",
    prefix="ISS",
    plural="issues",
    is_branched=False,
    lifecycle="Issue lifecycle",
    is_approved=False,
    description=LongText,
    fields=(
        ItemField(wire="severity", column="severity", reads=Grade, default="Medium"),
        ItemField(wire="priority", column="priority", reads=Grade, default="Medium"),
        ItemField(wire="category", column="category", reads=Category),
        ItemField(wire="reportedDate", column="reported_date", kind=FieldKind.DATE),
        ItemField(wire="assignee", column="assignee", kind=FieldKind.USER),
        ItemField(wire="resolution", column="resolution", reads=LongText),
        ItemField(wire="rootCause", column="root_cause", reads=LongText),
    ),
)
