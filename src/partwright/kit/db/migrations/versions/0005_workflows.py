"""Versions of workflow definitions and the approvers of their states."""

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Nothing yet."""
