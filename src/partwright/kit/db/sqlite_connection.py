"""One connection to an SQLite file, and what its errors mean."""

import math
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence, Set
from functools import cache, lru_cache
from itertools import groupby
from json.encoder import encode_basestring_ascii as _quoted
from operator import itemgetter
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast, get_type_hints

import msgspec

from partwright.kit.db.attributes import attribute, number_in, number_piece
from partwright.kit.db.base import (
    ConstraintViolated,
    DatabaseUnavailable,
    NoWriteAheadLog,
    StatementTooLong,
    Value,
    WrittenElsewhere,
    whole_row,
)
from partwright.kit.db.dialect import STATEMENTS, bulk_insert_for_sqlite, placed_for_sqlite
from partwright.kit.db.rare_trigrams import RareTrigrams
from partwright.kit.plain_letters import plain_letters

T = TypeVar("T")

_TEXTS_AT_ONCE = 1000
_ROWS_AT_ONCE = (50, 10)
"""Of an insert: few numbers, since each is a statement of its own."""
_OPERATIONS = 100_000
"""Steps of SQLite's machine between two looks at the clock: some milliseconds."""
_SHORT_OPERATIONS = 2_000
"""The same for what may take `SHORT_SECONDS` alone: a fraction of them."""
SHORT_SECONDS = 0.001
"""What a read in the event loop may work before it is left to a thread."""
_SHORT_WAIT_SECONDS = 0.01
"""What it may take with the disk and the machine's other work."""
BUSY_SECONDS = 30
"""How long whatever is not a writer of the server waits for another process to commit."""

_UNAVAILABLE = frozenset(
    {
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_NOMEM,
    }
)

_NO_LOG = frozenset({sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN})
"""A database that was opened, and cannot make or map what belongs beside it."""
_NO_SHARED_MEMORY = frozenset(
    {
        sqlite3.SQLITE_IOERR_SHMLOCK,
        sqlite3.SQLITE_IOERR_SHMMAP,
        sqlite3.SQLITE_IOERR_SHMOPEN,
        sqlite3.SQLITE_IOERR_SHMSIZE,
    }
)
"""What file systems of other machines answer; a failing disk or too many open files are told otherwise."""


def folded(text: str | None) -> str | None:
    """Unicode's full case folding: "Straße" and "STRASSE" are alike."""
    return None if text is None else text.casefold()


_KEPT = 64 << 20
"""Bytes of the file that a connection keeps in memory."""
_READER_KEPT = 32 << 20
"""Of a reader: a walk through the whole file fills as much memory."""


def connect(path: Path, *, kept: int = _KEPT) -> sqlite3.Connection:
    """A connection as the server uses it: WAL, every commit synced, foreign keys enforced.

    NoWriteAheadLog where the file system has no room for that.
    """
    connection = sqlite3.connect(
        path,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=512,
        timeout=BUSY_SECONDS,
    )
    connection.create_function("folded", 1, folded, deterministic=True)
    connection.create_function("plain_letters", 1, plain_letters, deterministic=True)
    connection.create_function("attribute", 2, attribute, deterministic=True)
    connection.create_function("number_in", 1, number_in, deterministic=True)
    connection.create_function("number_piece", 2, number_piece, deterministic=True)
    connection.create_function("rare_trigrams", -1, RareTrigrams(path).match)
    _log_ahead(connection, path)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA cache_size = -{kept >> 10}")
    connection.execute("PRAGMA temp_store = MEMORY")
    # After each write of another connection a mapped file is mapped anew, which costs a read as much as itself.
    connection.execute("PRAGMA mmap_size = 0")
    return connection


def connect_reader(path: Path, unique: Mapping[str, str]) -> sqlite3.Connection:
    """A connection for long reads of a file that is open already; DatabaseUnavailable and its kin where it fails."""
    try:
        return connect(path, kept=_READER_KEPT)
    except sqlite3.Error as error:
        raise translate_error(error, unique) from error


def _log_ahead(connection: sqlite3.Connection, path: Path) -> None:
    """Keep a write-ahead log, which needs a file and shared memory beside the database."""
    is_remote = True
    try:
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        connection.execute("PRAGMA schema_version")
        refused = "" if mode == "wal" else f"its journal stays at {mode!r}"
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in _NO_LOG:
            connection.close()
            raise
        refused = f"{error}, {error.sqlite_errorname}"
        is_remote = error.sqlite_errorcode in _NO_SHARED_MEMORY
    if refused:
        connection.close()
        raise NoWriteAheadLog(str(path.parent), refused, is_remote=is_remote)


_UNIQUE = """
    SELECT t.name, i.name, i.origin, c.name
      FROM sqlite_master t, pragma_index_list(t.name) i, pragma_index_info(i.name) c
     WHERE t.type = 'table' AND i."unique"
     ORDER BY t.rowid, i.seq, c.seqno
"""


def constraint_names(connection: sqlite3.Connection) -> dict[str, str]:
    """The names of the unique indexes and keys, by the columns that SQLite names in their stead.

    Those without a name of their own get the one that PostgreSQL would give them.
    """
    found: dict[str, str] = {}
    for (table, index, origin), columns in groupby(
        connection.execute(_UNIQUE), itemgetter(0, 1, 2)
    ):
        names = [str(column) for *_, column in columns]
        key = ", ".join(f"{table}.{name}" for name in names)
        found.setdefault(key, _name(table, index, origin, names))
    return found


def triggered_tables(connection: sqlite3.Connection) -> Set[str]:
    """The tables with triggers."""
    sql = "SELECT DISTINCT tbl_name FROM sqlite_master WHERE type = 'trigger'"
    return frozenset(str(name) for (name,) in connection.execute(sql))


def _name(table: str, index: str, origin: str, columns: list[str]) -> str:
    if origin == "pk":
        return f"{table}_pkey"
    if origin == "u":
        return "_".join((table, *columns, "key"))
    return index


def translate_error(error: sqlite3.Error, unique: Mapping[str, str]) -> Exception:
    """This package's exception for one of the driver's; others are handed back as they are."""
    if isinstance(error, sqlite3.IntegrityError):
        kind, _, what = str(error).partition(" constraint failed: ")
        if kind == "UNIQUE":
            what = what.removeprefix("index '").removesuffix("'")
            return ConstraintViolated(unique.get(what, what))
        return ConstraintViolated(what or str(error))
    if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT:
        return StatementTooLong()
    # The low byte is the primary code; the rest tells variants apart.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_BUSY:
        return WrittenElsewhere()
    if code in _UNAVAILABLE:
        return DatabaseUnavailable()
    return error


_Bound = Callable[[Mapping[str, Value]], Sequence[str | float | bytes | None]]


@lru_cache(STATEMENTS)
def _spelled(sql: str) -> tuple[str, _Bound]:
    """The statement as SQLite takes it, and the function that puts its parameters in order."""
    statement = placed_for_sqlite(sql)
    names = statement.names
    if len(names) > 1 and not statement.has_lists:
        return statement.sql, itemgetter(*names)
    distinct = tuple(dict.fromkeys(names))

    def bind(params: Mapping[str, Value]) -> Sequence[str | float | bytes | None]:
        values = {name: _bound(params[name]) for name in distinct}
        return [values[name] for name in names]

    return statement.sql, bind


def _bound(value: Value) -> str | float | bytes | None:
    return _as_json(value) if isinstance(value, list) else value


def _as_json(texts: list[str]) -> str:
    """The list as `each` reads it; a long one in pieces, between which other threads run."""
    if len(texts) <= _TEXTS_AT_ONCE:
        return f"[{','.join(map(_quoted, texts))}]"
    starts = range(0, len(texts), _TEXTS_AT_ONCE)
    pieces = (",".join(map(_quoted, texts[start : start + _TEXTS_AT_ONCE])) for start in starts)
    return f"[{','.join(pieces)}]"


@cache
def row_maker(row: Callable[..., T]) -> Callable[[Sequence[Any]], T]:
    """A function from SQLite's tuple to the struct; SQLite keeps booleans as 0 and 1."""
    if row in (str, int):
        return lambda columns: columns[0]
    if row is whole_row:
        return cast("Callable[[Sequence[Any]], T]", tuple)
    flags = _flags(row)
    if not flags:
        return lambda columns: row(*columns)

    def with_flags(columns: Sequence[Any]) -> T:
        values = list(columns)
        for flag in flags:
            # A statement may leave out the last fields, which then have their defaults.
            if flag < len(values) and values[flag] is not None:
                values[flag] = bool(values[flag])
        return row(*values)

    return with_flags


def _flags(row: Callable[..., object]) -> tuple[int, ...]:
    if not (isinstance(row, type) and issubclass(row, msgspec.Struct)):
        return ()
    hints = get_type_hints(row)
    return tuple(
        place
        for place, name in enumerate(row.__struct_fields__)
        if hints[name] in (bool, bool | None)
    )


class Tally(Protocol):
    """Counts what is executed."""

    statements: int


class SqliteConnection:
    """Executes on one connection; what SQLite raises becomes this package's own exceptions."""

    def __init__(
        self,
        raw: sqlite3.Connection,
        *,
        unique: Mapping[str, str],
        triggered: Set[str],
        trigrams: RareTrigrams,
        tally: Tally,
    ) -> None:
        self.raw = raw
        self._trigrams = trigrams
        self._is_short = self._asks_too_much = False
        raw.create_function("rare_trigrams", -1, self._rare_trigrams)
        self._unique = unique
        self._triggered = triggered
        self._tally = tally
        self._limit = self._usual_limit = self._deadline = 0.0

    def limit_seconds(self, seconds: float) -> None:
        """Let no statement take longer, 0 for any time; looked at now and then while one runs.

        A write that is broken off takes its whole transaction back with it.
        """
        self._limit = self._usual_limit = seconds
        if seconds:
            self.raw.set_progress_handler(self._is_over, _OPERATIONS)

    def allow_seconds(self, seconds: float | None) -> None:
        """Let statements take so long from here on, None for the usual time."""
        if self._usual_limit:
            self._limit = self._usual_limit if seconds is None else seconds

    def run_short(self, read: Callable[..., T], *arguments: object) -> T:
        """The outcome of a read of this connection; StatementTooLong when it is not a short one."""
        ends, worked = time.monotonic() + _SHORT_WAIT_SECONDS, time.thread_time() + SHORT_SECONDS

        def is_over() -> bool:
            return time.thread_time() > worked or time.monotonic() > ends

        self.raw.set_progress_handler(is_over, _SHORT_OPERATIONS)
        self._is_short, self._asks_too_much = True, False
        try:
            return read(*arguments)
        except (StatementTooLong, sqlite3.OperationalError) as error:
            if not (self._asks_too_much or isinstance(error, StatementTooLong)):
                raise
            self._tally.statements -= 1
            raise StatementTooLong from None
        finally:
            self._is_short = False
            self.raw.set_progress_handler(self._is_over if self._usual_limit else None, _OPERATIONS)

    def _rare_trigrams(self, texts: str, *lists: str) -> str:
        """The query for the full-text index; it works on where SQLite looks at no clock."""
        if not self._is_short:
            return self._trigrams.match(texts, *lists)
        query = self._trigrams.short_match(texts, *lists)
        self._asks_too_much = query is None
        if query is None:
            raise StatementTooLong
        return query

    def _begin(self) -> None:
        self._tally.statements += 1
        if self._limit:
            self._deadline = time.monotonic() + self._limit

    def _is_over(self) -> bool:
        return time.monotonic() > self._deadline

    def execute_unprepared(self, sql: str) -> None:
        """Execute what begins or ends a transaction."""
        self._deadline = math.inf
        try:
            self.raw.execute(sql)
        except sqlite3.Error as error:
            raise translate_error(error, self._unique) from error

    def run(self, sql: str, params: Mapping[str, Value]) -> int:
        self._begin()
        try:
            text, bind = _spelled(sql)
            return self.raw.execute(text, bind(params)).rowcount
        except sqlite3.Error as error:
            raise translate_error(error, self._unique) from error

    def run_many(self, sql: str, rows: Sequence[Mapping[str, Value]]) -> None:
        self._begin()
        try:
            done = self._insert_at_once(sql, rows)
            text, bind = _spelled(sql)
            self.raw.executemany(text, map(bind, rows[done:]))
        except sqlite3.Error as error:
            raise translate_error(error, self._unique) from error

    def _insert_at_once(self, sql: str, rows: Sequence[Mapping[str, Value]]) -> int:
        """Insert the first rows, many in a statement where that is less work; answers how many."""
        done = 0
        for many in _ROWS_AT_ONCE:
            bulk = bulk_insert_for_sqlite(sql, many)
            if bulk is None or bulk.table not in self._triggered:
                return 0
            while done + many <= len(rows):
                some = rows[done : done + many]
                self.raw.execute(bulk.sql, [row[name] for row in some for name in bulk.names])
                done += many
        return done

    def one(self, row: Callable[..., T], sql: str, params: Mapping[str, Value]) -> T | None:
        self._begin()
        try:
            text, bind = _spelled(sql)
            found = self.raw.execute(text, bind(params)).fetchall()
        except sqlite3.Error as error:
            raise translate_error(error, self._unique) from error
        return row_maker(row)(found[0]) if found else None

    def all(self, row: Callable[..., T], sql: str, params: Mapping[str, Value]) -> list[T]:
        make = row_maker(row)
        self._begin()
        try:
            # Row by row: to free many at once would keep all other threads waiting.
            text, bind = _spelled(sql)
            return [make(columns) for columns in self.raw.execute(text, bind(params))]
        except sqlite3.Error as error:
            raise translate_error(error, self._unique) from error
