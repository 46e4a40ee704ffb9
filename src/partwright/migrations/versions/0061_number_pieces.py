"""Attributes that are numbers are summed up exactly: the function that SQLite gets from Python."""

from partwright.kit.db.attributes import NUMBER_PIECE
from partwright.migrations.statements import dialect, execute

revision = "0061"
down_revision = "0060"


def upgrade() -> None:
    if dialect() == "postgresql":
        execute(NUMBER_PIECE)
