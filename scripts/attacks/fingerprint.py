"""Digests of all that a database holds, to tell whether a call has changed anything."""

import hashlib

from partwright.kit.db import Database

_TABLES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%search%'"
    " AND name NOT LIKE 'sqlite%'",
    "postgresql": "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()",
}
_UNTOLD = {
    "audit_entries",
    "audit_heads",
    "audit_seals",
    "commit_order",
    "geometry",
    "idempotency_keys",
    "kept_contents",
    "previews",
    "report_executions",
    "report_exports",
    "share_visits",
}
"""Where reading leaves its traces, and the counter of a batch that was refused row by row; geometry
and previews are found, and commits are sealed, in the background."""
_COLUMNS = {
    # Its last use is written by reading.
    "tokens": "id, user_id, kind, name, digest, scopes, expires_at",
    "users": "id, email, name, password_hash, active, updated_at",
}


async def fingerprint(database: Database, url: str) -> dict[str, str]:
    """A digest of each table; equal when nothing was written in between."""
    dialect = "postgresql" if url.startswith("postgres") else "sqlite"
    found: dict[str, str] = {}
    async with database.snapshot() as snapshot:
        for table in await snapshot.all(str, _TABLES[dialect]):
            if table in _UNTOLD:
                continue
            select = f'SELECT {_COLUMNS.get(table, "*")} FROM "{table}"'
            rows = await snapshot.all(lambda *row: repr(row), select)
            found[table] = hashlib.sha256("\n".join(sorted(rows)).encode()).hexdigest()
    return found


def changed_tables(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """The tables that differ."""
    return sorted(table for table in after if after[table] != before.get(table))
