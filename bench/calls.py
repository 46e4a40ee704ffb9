"""Measured calls, and the targets that they have to meet."""

from collections.abc import Sequence
from enum import Enum
from typing import Any, Literal

import msgspec

from bench.requests import Asked

Measure = Literal["of_handler", "of_sql", "times_sql", "times_beside"]


WITHIN = 4.0
"""How many times as long as on SQLite a call may take on PostgreSQL."""


class Sql(Enum):
    """What of a call's statements is its bare SQL."""

    READS = "the statements"
    READS_ENCODED = "the statements, and encoding the answer"
    WRITES = "the rows inserted in one transaction"
    WHOLE = "all statements in one durable transaction"


class Goal(msgspec.Struct, frozen=True):
    """A limit that the project sets itself on the embedded database; `times_beside` on both."""

    measure: Measure
    limit: float

    def __str__(self) -> str:
        match self.measure:
            case "of_handler":
                return f"handler >= {self.limit:g}"
            case "of_sql":
                return f"1/SQL >= {self.limit:g}"
            case "times_sql":
                return f"SQL <= {self.limit:g}"
            case "times_beside":
                return f"<= {self.limit:g}"


class Call(msgspec.Struct, kw_only=True):
    """One line of the report."""

    name: str
    connections: int = 1
    requests: Sequence[Asked]
    """A reading call sends them in turn, `count` in all; a writing call each once."""
    count: int
    warmup: int = 20
    sql: Sql
    bare: Sequence[tuple[str, dict[str, Any]]] = ()
    """The statements one would write, where the server asks for less; else they are the server's."""
    recorded: Sequence[Asked] = ()
    """Writing calls like `requests`, for the replay."""
    beside: Sequence[Asked] = ()
    """The same elsewhere, as many as `requests`: on main, or in a smaller design."""
    beside_name: str = ""
    shape: Any = None
    """The type of the answer's data, when encoding counts."""
    goal: Goal | None = None

    @property
    def is_reading(self) -> bool:
        return self.sql in (Sql.READS, Sql.READS_ENCODED)


class Check(msgspec.Struct, kw_only=True):
    """Whether all is there that the writing calls since the last check were told is."""

    name: str
    path: str
    key: str
    """The key of the answer's data that counts."""


class Line(msgspec.Struct, kw_only=True):
    """The figures of one call; times in seconds."""

    name: str
    connections: int
    rate: float
    median: float
    p99: float
    of_handler: float
    times_sql: float
    statements: int
    goal: Goal | None
    failed: int = 0
    """Requests that were refused or had no answer."""
    made: int
    """What it left in the database: requests answered well, and replayed ones."""
    times_beside: float | None = None
    """How many times as long as the call beside it."""
    beside_name: str = ""
    times_sqlite: float | None = None
    """On another database, when SQLite was measured too: how many times as long it takes."""

    @property
    def of_sql(self) -> float:
        return 1 / self.times_sql

    @property
    def is_missed(self) -> bool:
        """Whether a target is: on another database the distance to SQLite, but beside another call."""
        match self.goal:
            case Goal("times_beside", limit):
                return self.times_beside is not None and self.times_beside > limit
            case _ if self.times_sqlite is not None:
                return self.times_sqlite > WITHIN
            case None:
                return False
            case Goal("times_sql", limit):
                return self.times_sql > limit
            case Goal(measure, limit):
                return getattr(self, measure) < limit
