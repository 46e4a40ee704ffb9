"""Affected items, workflow instances, votes."""

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Nothing yet."""
