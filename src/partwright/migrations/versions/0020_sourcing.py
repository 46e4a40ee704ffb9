"""Manufacturers, suppliers, and the sources of parts as content of their version rows."""

from partwright.migrations.statements import execute_all

revision = "0020"
down_revision = "0019"

_COMPANIES = "".join(
    f"""
CREATE TABLE {table} (
    id {{TEXT}} PRIMARY KEY,
    name {{TEXT}} NOT NULL,
    name_key {{TEXT}} NOT NULL,
    code {{TEXT}},
    website {{TEXT}},
    is_active BOOLEAN NOT NULL,
    created_at {{TEXT}} NOT NULL,
    updated_at {{TEXT}} NOT NULL
);
CREATE UNIQUE INDEX {table}_name ON {table} (name_key);
"""
    for table in ("manufacturers", "suppliers")
)

_SOURCES = """
ALTER TABLE versions ADD COLUMN sources {TEXT};
"""


def upgrade() -> None:
    execute_all(_COMPANIES + _SOURCES)
