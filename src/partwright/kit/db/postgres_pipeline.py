"""Statements on one connection to PostgreSQL that are sent together and waited for once.

psycopg's own pipeline goes through the event loop for each statement that it sends, and takes a
statement for prepared although the server skipped it after an error. So this one speaks to libpq
through psycopg's `pq`: what is prepared is noted when the server says so.
"""

from collections import OrderedDict, deque
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import Any

import msgspec
from psycopg import AsyncConnection, OperationalError, errors
from psycopg._queries import _query2pg_nocache  # pyright: ignore[reportPrivateUsage]
from psycopg.abc import PQGen, Transformer
from psycopg.adapt import PyFormat
from psycopg.adapt import Transformer as NewTransformer
from psycopg.generators import fetch_many, send
from psycopg.pq import ConnStatus, ExecStatus
from psycopg.pq.abc import PGresult

from partwright.kit.db.base import Value
from partwright.kit.db.bulk_inserts import BoundQuery, bound_query, bulk_query
from partwright.kit.db.dialect import STATEMENTS

PREPARED = 200
"""Statements that a connection keeps prepared."""
_COUNTED = 1000
_numbers = count()
"""Of prepared statements: a connection may come back from the pool with some."""

Row = tuple[Any, ...]
_Key = tuple[bytes, tuple[int, ...]]


class Statement(msgspec.Struct, frozen=True, gc=False):
    """A statement as psycopg takes it."""

    sql: str
    params: Mapping[str, Value] | None = None
    rows: Sequence[Mapping[str, Value]] = ()
    """Of a bulk write that inserts all of them at once, in place of the parameters."""


class Answer(msgspec.Struct, frozen=True, gc=False):
    """Answer to a statement."""

    rows: list[Row]
    touched: int
    """Rows that it wrote or found."""


class StatementFailed(Exception):
    """The first statement of a pipeline that failed; those after it were not executed."""

    def __init__(self, answers: list[Answer], error: errors.Error) -> None:
        super().__init__(str(error))
        self.answers = answers
        """Of those before it."""
        self.error = error


class Message(msgspec.Struct, frozen=True, gc=False):
    """A statement in the form in which it is sent."""

    query: BoundQuery
    is_prepared: bool
    """Whether it may be, which only statements with parameters are, and none of many rows."""


class _Sent(msgspec.Struct, frozen=True, gc=False):
    """Messages that were sent, in the order of the results."""

    key: _Key | None = None
    """Of what prepares a statement."""
    name: bytes = b""
    is_asked: bool = True
    """Whether somebody waits for the answer."""


_STATEMENT, _FORGOTTEN = _Sent(), _Sent(is_asked=False)


class Flight(msgspec.Struct, frozen=True, gc=False, eq=False):
    """Messages on their way together."""

    sent: list[_Sent]


class Pipeline:
    """Sends statements over a connection that nobody else uses meanwhile."""

    def __init__(self, raw: AsyncConnection[Any], *, prepared_after: int | None) -> None:
        self._raw = raw
        self._transformer: Transformer = NewTransformer(raw)
        """Finds once how the values of each type are written and read."""
        self._prepared_after = prepared_after
        self._counts: OrderedDict[_Key, int] = OrderedDict()
        self._names: OrderedDict[_Key, bytes] = OrderedDict()
        self._preparing: dict[_Key, bytes] = {}
        """What is on its way to be prepared, such as by the rows of a bulk write: once."""
        self._air: deque[Flight] = deque()

    def message(self, statement: Statement) -> Message:
        """The statement as it is sent; raises psycopg's error of a value that cannot be.

        Made before anything is on its way, since a message cut short ends all that go with it.
        """
        if statement.rows:
            return Message(bulk_query(self._transformer, statement.sql, statement.rows), False)
        if statement.params is None:
            return Message(BoundQuery(statement.sql.encode(), None, (), None), False)
        query, formats, names = _placed(statement.sql, self._transformer.encoding)
        values = [statement.params[name] for name in names]
        return Message(bound_query(self._transformer, query, values, formats), True)

    async def execute(self, messages: Sequence[Message]) -> list[Answer]:
        """The answers of the statements; raises StatementFailed, or psycopg's error of the connection."""
        return await self.arrive(self.depart(messages))

    def depart(self, messages: Sequence[Message]) -> "Flight":
        """Send statements, also behind others that are on their way; their answers arrive in this order.

        What follows a flight that failed fails as well, since that has ended the transaction.
        """
        connection = self._raw.pgconn
        if not self._air:
            self._preparing.clear()
            connection.enter_pipeline_mode()
        try:
            sent = self._forget()
            for message in messages:
                sent += self._send(message)
            flight = Flight(sent)
            connection.pipeline_sync()
            # What does not fit is sent by whoever waits for an answer.
            connection.flush()
        except BaseException:
            self._leave_when_empty()
            raise
        self._air.append(flight)
        return flight

    async def arrive(self, flight: "Flight") -> list[Answer]:
        """The answers of the flight, which is the first of those on their way."""
        async with self._raw.lock:
            return await self._raw.wait(self._receive(flight))

    def _receive(self, flight: "Flight") -> PQGen[list[Answer]]:
        connection = self._raw.pgconn
        results: list[PGresult] = []
        try:
            assert self._air[0] is flight, "Another one comes before it."
            yield from send(connection)
            while (got := (yield from fetch_many(connection))) and (
                got[0].status != ExecStatus.PIPELINE_SYNC
            ):
                results += got
        finally:
            self._air.popleft()
            self._leave_when_empty()
        return self._answers(flight.sent, results)

    def _leave_when_empty(self) -> None:
        connection = self._raw.pgconn
        if not self._air and connection.status != ConnStatus.BAD:
            connection.exit_pipeline_mode()

    def _send(self, message: Message) -> list[_Sent]:
        connection, query = self._raw.pgconn, message.query
        key = (query.query, query.types)
        name = self._names.get(key) or self._preparing.get(key)
        sent: list[_Sent] = []
        if key in self._names:
            self._names.move_to_end(key)
        elif name is None and message.is_prepared and self._is_frequent(key):
            name = self._preparing[key] = f"partwright_{next(_numbers)}".encode()
            connection.send_prepare(name, query.query, query.types)
            sent.append(_Sent(key, name))
        if name is not None:
            connection.send_query_prepared(name, query.params, query.formats)
        else:
            connection.send_query_params(query.query, query.params, query.types, query.formats)
        return [*sent, _STATEMENT]

    def _is_frequent(self, key: _Key) -> bool:
        if self._prepared_after is None:
            return False
        times = self._counts[key] = self._counts.pop(key, 0) + 1
        if len(self._counts) > _COUNTED:
            self._counts.popitem(last=False)
        return times > self._prepared_after

    def _answers(self, sent: list[_Sent], results: list[PGresult]) -> list[Answer]:
        answers: list[Answer] = []
        for one, result in zip(sent, results, strict=False):
            if result.status not in (ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK):
                raise StatementFailed(answers, errors.error_from_result(result))
            if one.key is None:
                if one.is_asked:
                    answers.append(_answer(self._transformer, result))
            else:
                self._names[one.key] = one.name
                self._counts.pop(one.key, None)
        if len(results) != len(sent):
            raise OperationalError("the server ended without an answer to each statement")
        return answers

    def _forget(self) -> list[_Sent]:
        """Give back statements that have not been used for long."""
        gone: list[_Sent] = []
        while len(self._names) > PREPARED:
            _, name = self._names.popitem(last=False)
            self._raw.pgconn.send_query_params(b"DEALLOCATE " + name, None)
            gone.append(_FORGOTTEN)
        return gone


@lru_cache(STATEMENTS)
def _placed(sql: str, encoding: str) -> tuple[bytes, Sequence[PyFormat], Sequence[str]]:
    """The statement with numbers for its parameters, their formats, and the name of each number.

    psycopg parses a statement of more than 50 parameters each time anew, such as that of a version.
    """
    query, formats, names, _ = _query2pg_nocache(sql.encode(encoding), encoding)
    return query, formats, names or ()


def _answer(transformer: Transformer, result: PGresult) -> Answer:
    if result.status != ExecStatus.TUPLES_OK:
        return Answer([], result.command_tuples or 0)
    transformer.set_pgresult(result)
    rows = transformer.load_rows(0, result.ntuples, tuple)
    return Answer(rows, result.ntuples)
