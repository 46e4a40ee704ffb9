"""Change orders: what is to change, why, and how far it has come."""

from typing import Literal

from partwright.items.types.base import Field, ItemType, Kind

ChangeType = Literal["ECO", "ECN", "MCO", "Deviation"]
Level = Literal["low", "medium", "high", "critical"]

CHANGE_ORDER = ItemType(
    name="ChangeOrder",
    resource="change_orders",
    prefix="ECO",
    plural="changeOrders",
    is_branched=False,
    fields=(
        Field(wire="changeType", column="change_type", reads=ChangeType, default="ECO"),
        Field(wire="priority", column="priority", reads=Level, default="medium"),
        Field(wire="riskLevel", column="risk_level", reads=Level, default="medium"),
        Field(wire="reasonForChange", column="reason_for_change"),
        Field(wire="impactDescription", column="impact_description"),
        Field(wire="implementationDate", column="implementation_date", kind=Kind.DATE),
        Field(wire="submittedAt", column="submitted_at", kind=Kind.MOMENT, is_written=False),
        Field(wire="approvedAt", column="approved_at", kind=Kind.MOMENT, is_written=False),
        Field(wire="approvedBy", column="approved_by", kind=Kind.USER, is_written=False),
        Field(wire="releasedAt", column="released_at", kind=Kind.MOMENT, is_written=False),
        Field(wire="closedAt", column="closed_at", kind=Kind.MOMENT, is_written=False),
    ),
)
