"""Tasks: work to be done by somebody until some day."""

from partwright.items.types.base import Field, ItemType, Kind
from partwright.kit.fields import ShortText

TASK = ItemType(
    name="Task",
    resource="tasks",
    prefix="TASK",
    plural="tasks",
    is_branched=False,
    fields=(
        Field(wire="priority", column="priority", reads=ShortText),
        Field(wire="assignee", column="assignee", kind=Kind.USER),
        Field(wire="dueDate", column="due_date", kind=Kind.DATE),
        Field(wire="estimatedHours", column="estimated_hours", kind=Kind.NUMBER),
        Field(wire="actualHours", column="actual_hours", kind=Kind.NUMBER),
        Field(wire="taskStatus", column="task_status", reads=ShortText),
    ),
)
