"""Plain SQL in migrations, with the few words that the two databases spell differently."""

from collections.abc import Sequence
from typing import Any, LiteralString

from alembic import op

from partwright.kit.db.trigrams import OPERATORS, ensure_trigrams

_WORDS = {
    "sqlite": {
        "TEXT": "TEXT",
        "ROW_ID": "INTEGER PRIMARY KEY AUTOINCREMENT",
        "BYTES": "BLOB",
    },
    "postgresql": {
        # Ordered by code point, as SQLite orders, whatever the locale of the cluster.
        "TEXT": 'TEXT COLLATE "C"',
        "ROW_ID": "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
        "BYTES": "BYTEA",
    },
}


def dialect() -> str:
    return op.get_bind().dialect.name


def execute_all(script: str) -> None:
    """Run the statements of a script, divided by `;` at a line's end."""
    for statement in script.split(";\n"):
        if statement.strip():
            execute(statement)


def execute(statement: str) -> None:
    """Run one statement, `{TEXT}` and its kin replaced."""
    for name, word in _WORDS[dialect()].items():
        statement = statement.replace("{" + name + "}", word)
    if dialect() == "postgresql":
        if OPERATORS in statement:
            statement = statement.replace(OPERATORS, f"{ensure_trigrams(_first_row)}.{OPERATORS}")
        # Its driver would read a single one as the place of a parameter.
        statement = statement.replace("%", "%%")
    op.get_bind().exec_driver_sql(statement)


def _first_row(statement: LiteralString) -> Sequence[Any]:
    result = op.get_bind().exec_driver_sql(statement)
    return (result.first() or ()) if result.returns_rows else ()
