"""Companies that an import made and its undo took back; past states still name them."""

from partwright.migrations.statements import execute

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    for table in ("manufacturers", "suppliers"):
        execute(f"ALTER TABLE {table} ADD COLUMN is_withdrawn BOOLEAN NOT NULL DEFAULT FALSE")
