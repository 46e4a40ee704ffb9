"""Plain SQL on SQLite and PostgreSQL through one thin layer.

A `Snapshot` reads, a `Transaction` also writes, and nothing else offers a commit.
"""

from partwright.kit.db.base import (
    ConstraintViolated,
    Database,
    DatabaseUnavailable,
    Snapshot,
    Transaction,
    TransactionLost,
)
from partwright.kit.db.connect import open_database

__all__ = [
    "ConstraintViolated",
    "Database",
    "DatabaseUnavailable",
    "Snapshot",
    "Transaction",
    "TransactionLost",
    "open_database",
]
