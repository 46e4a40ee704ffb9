"""File versions, the links of files to items, and file locks."""

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Nothing yet."""
