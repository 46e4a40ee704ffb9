"""Families of parts and their variants, as content of their version rows."""

from partwright.migrations.statements import execute_all

revision = "0049"
down_revision = "0048"

_COLUMNS = """
ALTER TABLE versions ADD COLUMN family_id {TEXT};
ALTER TABLE versions ADD COLUMN variant_attributes {TEXT};
CREATE INDEX versions_family ON versions (family_id) WHERE family_id IS NOT NULL
"""


def upgrade() -> None:
    execute_all(_COLUMNS)
