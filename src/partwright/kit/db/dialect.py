"""Differences between the two databases in the text of a statement.

Statements are written once: parameters as `:name`, a list parameter read as the table
`each(:name)` with the column `value`. Nothing else is translated, and nothing inside quotes
or comments.
"""

import re
from functools import lru_cache
from typing import Literal

STATEMENTS = 2048
"""Texts that are kept translated: all that are written out, and lists and reports on top."""

_TOKEN = re.compile(
    r"""
      (?P<kept> '(?:[^']|'')*' | "(?:[^"]|"")*" | --[^\n]* | /\*.*?\*/ )
    | \beach \( : (?P<list> [a-z_]\w* ) \) (?: \s+ AS \s+ (?P<alias> [a-z_]\w* ) )?
    | (?<! [:\w] ) : (?P<parameter> [a-z_]\w* )
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)


@lru_cache(STATEMENTS)
def for_sqlite(sql: str) -> str:
    def spell(found: re.Match[str]) -> str:
        if found["list"] is None:
            return found[0]
        return f"json_each(:{found['list']}) AS {found['alias'] or 'each'}"

    return _TOKEN.sub(spell, sql)


@lru_cache(STATEMENTS)
def for_postgres(sql: str) -> str:
    def spell(found: re.Match[str]) -> str:
        if found["kept"] is not None:
            return found[0]
        if found["parameter"] is not None:
            return f"%({found['parameter']})s"
        return f"unnest(CAST(%({found['list']})s AS text[])) AS {found['alias'] or 'each'}(value)"

    return _TOKEN.sub(spell, sql.replace("%", "%%"))


Planning = Literal["force_generic_plan", "auto"]
"""When PostgreSQL plans a prepared statement: once for all parameters, or as it sees fit."""

_PAGED = re.compile(r"\bLIMIT\s+:", re.IGNORECASE)


@lru_cache(STATEMENTS)
def planning(sql: str) -> Planning | None:
    """How PostgreSQL should plan the statement; None for one that it plans well by itself.

    A statement that reads a list joins by indexes whatever the list holds, but a short list looks
    so cheap that PostgreSQL would plan it anew each time, which takes several times as long as
    running it. The best plan of a page depends on its parameters.
    """
    if _PAGED.search(sql):
        return "auto"
    if any(found["list"] for found in _TOKEN.finditer(sql)):
        return "force_generic_plan"
    return None
