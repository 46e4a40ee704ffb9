"""Tasks: work to be done by somebody by a certain day."""

from partwright.item_types.base import FieldKind, ItemField, ItemType
from partwright.kit.fields import ShortText

TASK = ItemType(
    name="Task",
    resource="tasks",
    prefix="TASK",
    plural="tasks",
    is_branched=False,
    lifecycle="Task lifecycle",
    is_approved=False,
    fields=(
        ItemField(wire="priority", column="priority", reads=ShortText),
        ItemField(wire="assignee", column="assignee", kind=FieldKind.USER),
        ItemField(wire="dueDate", column="due_date", kind=FieldKind.DATE),
        ItemField(wire="estimatedHours", column="estimated_hours", kind=FieldKind.NUMBER),
        ItemField(wire="actualHours", column="actual_hours", kind=FieldKind.NUMBER),
        ItemField(wire="taskStatus", column="task_status", reads=ShortText),
    ),
)
