"""One writer's statements in turn, sent together where their answers can be expected."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple, Protocol, TypeVar

import msgspec

from partwright.kit.db.base import ExpectationFailed, Value
from partwright.kit.db.bulk_inserts import APART, TOGETHER, can_go_together, changes_many
from partwright.kit.db.dialect import Planning, for_postgres, planning
from partwright.kit.db.foresight import Foresight, Key, key_of_read, key_of_write
from partwright.kit.db.postgres_pipeline import Answer, Row, Statement, StatementFailed
from partwright.kit.db.postgres_statements import (
    PLANNED,
    ROWS_WRITTEN_AT_ONCE,
    StatementTally,
    statement_limit,
    translate_error,
)

T = TypeVar("T")

_READS = re.compile(r"\s*(SELECT|WITH)\b", re.IGNORECASE)
MOST_UNSENT = 64
"""Statements that wait to be sent with others."""


class Courier(Protocol):
    """Takes statements to the database and brings their answers."""

    planned: Planning | None
    """What the transaction is set to; None when that is not known."""

    async def send(self, statements: Sequence[Statement]) -> list[Answer]: ...


class _Waiting(msgspec.Struct, frozen=True, gc=False):
    """A statement not yet sent, or not yet compared."""

    statement: Statement
    key: Key | None = None
    expected: Answer | None = None
    is_write: bool = False
    is_ahead: bool = False
    """Whether nobody has asked for it yet."""


class TurnTransaction:
    """A transaction that no other one in turn comes between.

    A statement whose answer can be expected is not waited for: it is sent with the next one whose
    answer cannot, and compared then. Where one said something else, or failed, ExpectationFailed
    takes everything back, and the work is run again with a wait for each statement.
    """

    def __init__(
        self,
        courier: Courier,
        foresight: Foresight,
        tally: StatementTally,
        *,
        expects: bool,
        first: bool,
    ) -> None:
        self._courier = courier
        self._foresight = foresight
        self._tally = tally
        self._expects = expects
        self._first = first
        self._waiting: list[_Waiting] = []
        self._counted = 0
        self._has_written = False
        self._fetched: dict[Key, Answer] = {}
        """What was asked for ahead; after writes of one's own it is not asked for by these keys."""
        self._learned: set[Key] = set()
        self._taken: dict[Key, Answer] = {}
        """What writes said last, whether expected or heard: the next number comes after it."""
        self._gained: list[tuple[Key, Answer]] = []
        """What writes said, which is not said when they are taken back."""

    async def serialize(self) -> None:
        """Nothing: it is in turn already."""

    def prefetch(self, sql: str, **params: Value) -> None:
        key = key_of_read(sql, params, own_writes=False)
        if self._expects and not self._has_written and key is not None:
            self._plan(sql)
            self._waiting.append(_Waiting(Statement(for_postgres(sql), params), key, is_ahead=True))

    async def allow_seconds(self, seconds: float) -> None:
        await self.settle()
        # What takes long would take as long again for one wrong expectation.
        self._expects = False
        self._waiting.append(_Waiting(Statement(statement_limit(seconds))))

    async def one(self, row: Callable[..., T], sql: str, **params: Value) -> T | None:
        rows = await self._read(sql, params)
        return _maker(row)(rows[0]) if rows else None

    async def all(self, row: Callable[..., T], sql: str, **params: Value) -> list[T]:
        make = _maker(row)
        return [make(columns) for columns in await self._read(sql, params)]

    async def _read(self, sql: str, params: Mapping[str, Value]) -> list[Row]:
        if not _READS.match(sql):
            return (await self._write(sql, params)).rows
        key = key_of_read(sql, params, own_writes=self._has_written)
        if key is not None and any(one.is_ahead and one.key == key for one in self._waiting):
            await self.settle()
        if key in self._fetched:
            self._count()
            return self._fetched.pop(key).rows
        return (await self._ask(sql, params, key, is_write=False)).rows

    async def _write(self, sql: str, params: Mapping[str, Value]) -> Answer:
        # What comes first takes the order of commits, which nobody reads.
        self._has_written = self._counted > 0
        if not changes_many(sql, params):
            return await self._ask(sql, params, key_of_write(sql), is_write=True)
        self._waiting.append(_Waiting(Statement(TOGETHER)))
        answer = await self._ask(sql, params, key_of_write(sql), is_write=True)
        self._waiting.append(_Waiting(Statement(APART)))
        return answer

    async def run(self, sql: str, **params: Value) -> int:
        return (await self._write(sql, params)).touched

    async def run_many(self, sql: str, rows: Iterable[Mapping[str, Value]]) -> None:
        self._has_written = True
        self._count()
        text = for_postgres(sql)
        self._plan(sql)
        given = iter(rows)
        while some := list(islice(given, ROWS_WRITTEN_AT_ONCE)):
            self._tally.written += len(some)
            self._waiting += map(_Waiting, _bulk(text, some))
            if len(some) > MOST_UNSENT:
                await self.settle()
        if not self._expects or len(self._waiting) > MOST_UNSENT:
            await self.settle()

    async def _ask(
        self, sql: str, params: Mapping[str, Value], key: Key | None, *, is_write: bool
    ) -> Answer:
        self._count()
        self._plan(sql)
        expected = None
        if self._expects and key is not None and len(self._waiting) < MOST_UNSENT:
            taken = self._taken.get(key)
            expected = self._foresight.expected(key, first=self._first, taken=taken)
        statement = Statement(for_postgres(sql), params)
        self._waiting.append(_Waiting(statement, key, expected, is_write))
        answer = expected or await self.settle(is_awaited=True)
        if is_write and key is not None:
            self._taken[key] = answer
        return answer

    def _plan(self, sql: str) -> None:
        wanted = planning(sql)
        if wanted is not None and wanted != self._courier.planned:
            self._waiting.append(_Waiting(Statement(PLANNED[wanted])))
            self._courier.planned = wanted

    async def settle(self, *, is_awaited: bool = False) -> Answer:
        """Send what waits and compare it with what was expected; the answer of the last one.

        `is_awaited` where the work has not gone on after the last one.
        """
        waiting, self._waiting = self._waiting, []
        if not waiting:
            return _NOTHING
        try:
            answers = await self._courier.send([one.statement for one in waiting])
        except StatementFailed as failure:
            if not self._expects or (is_awaited and len(waiting) == 1):
                raise translate_error(failure.error) from failure.error
            self.learn_failure(waiting, failure)
            self._take_back()
            raise ExpectationFailed from failure.error
        if not self.learn(waiting, answers):
            self._take_back()
            raise ExpectationFailed
        return answers[-1]

    @property
    def unsent(self) -> list[Statement]:
        return [one.statement for one in self._waiting]

    def leave(self) -> "LeftWork":
        """The work still to be sent and compared, now that the transaction has gone on without it.

        What writes are expected to say counts as said until it is compared: others come after.
        """
        waiting, self._waiting = self._waiting, []
        expected = ((one.key, one.expected) for one in waiting if one.is_write)
        self._gained += [(key, answer) for key, answer in expected if key and answer]
        self.keep()
        return LeftWork(self, waiting)

    def forget(self) -> None:
        """All of it was taken back, and will be run again: its numbers are still to be had."""
        for key in self._taken:
            self._foresight.forget_number(key)
        self._take_back()

    def learn_failure(self, waiting: Sequence[_Waiting], failure: StatementFailed) -> None:
        """Learn what was said before a statement failed, which is not expected again so soon."""
        self.learn(waiting, failure.answers)
        if (failed := waiting[len(failure.answers)]).expected is not None and failed.key:
            self._foresight.doubt(failed.key, _NOTHING, first=self._first)

    def learn(self, waiting: Sequence[_Waiting], answers: Sequence[Answer]) -> bool:
        """Learn what was said; whether all of it was as expected."""
        as_expected = True
        for one, answer in zip(waiting, answers, strict=False):
            wrong = one.expected not in (None, answer)
            as_expected = as_expected and not wrong
            if one.key is None:
                continue
            if one.is_ahead:
                self._fetched[one.key] = answer
            if not one.is_write:
                self._learn_read(one.key, answer)
            elif wrong:
                self._foresight.doubt(one.key, answer, first=self._first)
            else:
                self._gained.append((one.key, answer))
        return as_expected

    def _learn_read(self, key: Key, answer: Answer) -> None:
        # What is asked twice in one transaction has not been the same for longer.
        if key not in self._learned:
            self._learned.add(key)
            self._foresight.learn(key, answer, first=self._first)

    def keep(self) -> None:
        """Let stand what was written."""
        for key, answer in self._gained:
            self._foresight.learn(key, answer, first=self._first)

    def _count(self) -> None:
        self._tally.statements += 1
        self._counted += 1

    def _take_back(self) -> None:
        """Take statements off the count that are run again: they count once."""
        self._tally.statements -= self._counted


class LeftWork(NamedTuple):
    """Work that a writer who is done leaves to be sent with the work of those who come after."""

    turn: TurnTransaction
    waiting: list[_Waiting]


_NOTHING = Answer([], 0)


def _bulk(text: str, rows: Sequence[Mapping[str, Value]]) -> list[Statement]:
    """The statements that write the rows: one for each, or one for all where they are many."""
    if can_go_together(text, len(rows)):
        return [Statement(TOGETHER), Statement(text, rows=rows), Statement(APART)]
    return [Statement(text, row) for row in rows]


def _maker(row: Callable[..., T]) -> Callable[[Row], T]:
    if row in (str, int):
        return lambda columns: columns[0]
    return lambda columns: row(*columns)
