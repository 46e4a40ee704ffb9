"""Change orders: what is to change, why, and how far it has come."""

from typing import Literal

from partwright.item_types.base import FieldKind, ItemField, ItemType

ChangeType = Literal["ECO", "ECN", "MCO", "Deviation"]
Level = Literal["low", "medium", "high", "critical"]

CHANGE_ORDER = ItemType(
    name="ChangeOrder",
    resource="change_orders",
    prefix="ECO",
    plural="changeOrders",
    is_branched=False,
    lifecycle="Change order workflow",
    fields=(
        ItemField(wire="changeType", column="change_type", reads=ChangeType, default="ECO"),
        ItemField(wire="priority", column="priority", reads=Level, default="medium"),
        ItemField(wire="riskLevel", column="risk_level", reads=Level, default="medium"),
        ItemField(wire="reasonForChange", column="reason_for_change"),
        ItemField(wire="impactDescription", column="impact_description"),
        ItemField(wire="implementationDate", column="implementation_date", kind=FieldKind.DATE),
        ItemField(
            wire="submittedAt", column="submitted_at", kind=FieldKind.MOMENT, is_written=False
        ),
        ItemField(wire="approvedAt", column="approved_at", kind=FieldKind.MOMENT, is_written=False),
        ItemField(wire="approvedBy", column="approved_by", kind=FieldKind.USER, is_written=False),
        ItemField(wire="releasedAt", column="released_at", kind=FieldKind.MOMENT, is_written=False),
        ItemField(wire="closedAt", column="closed_at", kind=FieldKind.MOMENT, is_written=False),
    ),
)
