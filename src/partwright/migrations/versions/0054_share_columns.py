"""Shares keep the columns of the bill of materials that their makers chose."""

from partwright.migrations.statements import execute

revision = "0054"
down_revision = "0053"


def upgrade() -> None:
    execute("ALTER TABLE shares ADD COLUMN columns TEXT")
