"""Issues: what went wrong, and what was done about it."""

from typing import Literal

from partwright.items.types.base import Field, ItemType, Kind
from partwright.kit.fields import LongText

Grade = Literal["Critical", "High", "Medium", "Low"]
Category = Literal["Design", "Manufacturing", "Quality", "Customer", "Safety", "Other"]

ISSUE = ItemType(
    name="Issue",
    resource="issues",
    prefix="ISS",
    plural="issues",
    is_branched=False,
    description=LongText,
    fields=(
        Field(wire="severity", column="severity", reads=Grade, default="Medium"),
        Field(wire="priority", column="priority", reads=Grade, default="Medium"),
        Field(wire="category", column="category", reads=Category),
        Field(wire="reportedDate", column="reported_date", kind=Kind.DATE),
        Field(wire="assignee", column="assignee", kind=Kind.USER),
        Field(wire="resolution", column="resolution", reads=LongText),
        Field(wire="rootCause", column="root_cause", reads=LongText),
    ),
)
