"""Indexes in whose order lists of items are sorted by a field.

Each of a field that may be empty holds the items on main that have a value, so that an item pays for those that
it has.
"""

from partwright.migrations.statements import execute

revision = "0051"
down_revision = "0050"

_ALWAYS = ("revision", "created_by", "modified_by")
_COLUMNS = (
    *("material", "weight", "cost", "lead_time"),
    *("quantity_on_hand", "location", "priority", "status", "severity", "category"),
    *("requirement_type", "verification_method", "source", "doc_type", "file_name", "file_size"),
    *("task_status", "due_date", "estimated_hours", "actual_hours", "reported_date"),
    *("change_type", "risk_level", "implementation_date", "submitted_at", "approved_at"),
    *("released_at", "closed_at"),
)
_ON_MAIN = "until IS NULL AND is_current AND branch_id IS NULL AND NOT is_deleted"


def upgrade() -> None:
    for column in _ALWAYS:
        execute(
            f"CREATE INDEX versions_sorted_{column} ON versions ({column}, master_id) WHERE {_ON_MAIN}"
        )
    for column in _COLUMNS:
        execute(
            f"CREATE INDEX versions_sorted_{column} ON versions ({column}, master_id)"
            f" WHERE {column} IS NOT NULL AND {_ON_MAIN}"
        )
