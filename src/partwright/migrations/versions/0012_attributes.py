"""Lists filtered and sorted by free attributes: the functions that SQLite gets from Python."""

from partwright.kit.db.attributes import POSTGRES_FUNCTIONS
from partwright.migrations.statements import dialect, execute

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    if dialect() == "postgresql":
        for statement in POSTGRES_FUNCTIONS:
            execute(statement)
