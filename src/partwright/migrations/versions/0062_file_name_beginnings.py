"""Names of files are found by their beginnings, also by two letters, which the index of trigrams does not hold."""

from partwright.migrations.statements import execute

revision = "0062"
down_revision = "0061"


def upgrade() -> None:
    execute("CREATE INDEX file_names_text ON file_names (text)")
