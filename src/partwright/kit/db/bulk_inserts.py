"""Rows of a bulk write on PostgreSQL, many in one statement.

The text of a bulk write inserts one row; here it gets a row of places for each. Triggers on tables of many indexes
then follow all rows of the statement together (`versions_added`), and so they do where a statement changes the rows
of a long list (`versions_changed`).
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import LiteralString

import msgspec
from psycopg.abc import Buffer, Transformer
from psycopg.adapt import PyFormat
from psycopg.pq import Format

from partwright.kit.db.base import Value

FEWEST = 10
"""Rows from which on they go together; statements of fewer are prepared one by one."""
MOST_VALUES = 30_000
"""Values of one statement; the protocol counts them in two bytes."""
TOGETHER: LiteralString = "SET LOCAL partwright.rows_together = on"
APART: LiteralString = "SET LOCAL partwright.rows_together = off"

_INSERT = re.compile(r"(?P<into>\s*INSERT INTO .*?\bVALUES\s*)(?P<row>\(.*\))\s*", re.DOTALL)
_UPDATE = re.compile(r"\s*UPDATE\b", re.IGNORECASE)
_PLACE = re.compile(r"%\((\w+)\)s")


class BoundQuery(msgspec.Struct, frozen=True, gc=False):
    """A statement with its values, as libpq takes them."""

    query: bytes
    params: Sequence[Buffer | None] | None
    types: tuple[int, ...]
    formats: Sequence[Format] | None


def can_go_together(sql: str, many: int) -> bool:
    """Whether so many rows of a statement, spelled for PostgreSQL, may be one."""
    names = _names(sql)
    return many >= FEWEST and 0 < len(names) * many <= MOST_VALUES


def changes_many(sql: str, params: Mapping[str, Value]) -> bool:
    """Whether a statement changes the rows of a list that is long enough for triggers to follow them together."""
    lists = (value for value in params.values() if isinstance(value, list))
    return any(len(one) >= FEWEST for one in lists) and _UPDATE.match(sql) is not None


def bulk_query(
    transformer: Transformer, sql: str, rows: Sequence[Mapping[str, Value]]
) -> BoundQuery:
    """One statement that inserts all the rows; raises psycopg's error of a value that cannot be sent."""
    names = _names(sql)
    values = [row[name] for row in rows for name in names]
    places = [PyFormat.AUTO] * len(values)
    return bound_query(transformer, _spelled(sql, len(rows)), values, places)


def bound_query(
    transformer: Transformer, query: bytes, values: Sequence[Value], formats: Sequence[PyFormat]
) -> BoundQuery:
    """The statement with its values as they are sent; raises psycopg's error of one that cannot be."""
    params = transformer.dump_sequence(values, formats)
    return BoundQuery(query, params, transformer.types or (), transformer.formats or ())


@lru_cache(maxsize=64)
def _names(sql: str) -> tuple[str, ...]:
    """The values of a row in their order; empty for what does not insert just one."""
    found = _INSERT.fullmatch(sql)
    return tuple(_PLACE.findall(found["row"])) if found else ()


@lru_cache(maxsize=32)
def _spelled(sql: str, many: int) -> bytes:
    found = _INSERT.fullmatch(sql)
    assert found is not None
    count = 0

    def place(_: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return f"${count}"

    rows = ", ".join(_PLACE.sub(place, found["row"]) for _ in range(many))
    return (found["into"] + rows).replace("%%", "%").encode()
