"""The extension that indexes trigrams, made once a database for all its schemas."""

from collections.abc import Callable, Sequence
from typing import Any, LiteralString

from partwright.kit.postgres_address import EXTENSIONS

OPERATORS = "gin_trgm_ops"
"""What an index of trigrams names; without its schema it is found on the path alone."""
_FOUND: LiteralString = """
    SELECT quote_ident(n.nspname)
      FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
     WHERE e.extname = 'pg_trgm'
"""
_HAS_SCHEMA: LiteralString = "SELECT to_regnamespace('extensions') IS NOT NULL"
_MAKE_SCHEMA: LiteralString = "CREATE SCHEMA extensions"
# Whatever role another schema has.
_LET_SEE: LiteralString = "GRANT USAGE ON SCHEMA extensions TO PUBLIC"
_MAKE: LiteralString = "CREATE EXTENSION pg_trgm SCHEMA extensions"


def ensure_trigrams(run: Callable[[LiteralString], Sequence[Any]]) -> str:
    """The schema of the extension, which is made in one of its own where there is none.

    `run` executes a statement and answers its first row. Where it stands it stays: it may be
    another role's, and not even its owner may move it, since PostgreSQL itself owns its functions.
    """
    if found := run(_FOUND):
        return str(found[0])
    if not run(_HAS_SCHEMA)[0]:
        run(_MAKE_SCHEMA)
        run(_LET_SEE)
    run(_MAKE)
    return EXTENSIONS
