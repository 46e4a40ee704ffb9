"""The statements that writers who are done leave behind, sent while others go on.

A writer all of whose answers could be expected need not wait for them before the next one begins:
nobody is answered before the commit, and the comparison stands before that. Where one of them was
wrong, the whole transaction is taken back, and each of its writers runs again.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from partwright.kit.db.base import DatabaseUnavailable, WorkLost
from partwright.kit.db.postgres_pipeline import Answer, Flight, Message, StatementFailed
from partwright.kit.db.postgres_turn import LeftWork, TurnTransaction

FLIGHTS, LEAST_CREW = 2, 4
"""How many are on their way at most, and the writers that make another one worth it: with one alone
the server has nothing to do from the time that it has answered until the next one comes."""
FIRST_CAUTION, MOST_CAUTION = 32, 4096
"""Writers after a loss who leave nothing behind: twice as many after the next."""


class _Left(NamedTuple):
    messages: list[Message]
    """Of which the last are those of the work; those before begin it."""
    work: LeftWork


class Carrier(Protocol):
    """Takes messages to the database; what has departed first arrives first."""

    def depart(self, messages: Sequence[Message]) -> Flight:
        """Send them; raises DatabaseUnavailable."""
        ...

    async def arrive(self, flight: Flight) -> list[Answer]:
        """Wait for their answers; raises StatementFailed or DatabaseUnavailable."""
        ...


class LeftStatements:
    """Statements left in one transaction, and those of them that are on their way."""

    def __init__(self, carrier: Carrier) -> None:
        self._carrier = carrier
        self._queue: list[_Left] = []
        self._air: deque[tuple[list[_Left], Flight]] = deque()
        self._landing: asyncio.Task[None] | None = None
        self._turns: list[TurnTransaction] = []
        self._caution = 0
        self._next_caution = FIRST_CAUTION
        self.lost: Exception | None = None
        """Why everything is to be taken back."""

    @property
    def may_take(self) -> bool:
        """Whether a writer may leave something behind."""
        self._caution = max(0, self._caution - 1)
        return not self._caution

    @property
    def is_on_its_way(self) -> bool:
        return self._landing is not None

    def take(self, messages: list[Message], work: LeftWork) -> None:
        """Send it now, or with others as soon as something has arrived.

        The last messages are those of the work; those before them begin it.
        """
        self._turns.append(work.turn)
        self._queue.append(_Left(messages, work))
        if not self._air or (len(self._air) < FLIGHTS and len(self._queue) >= LEAST_CREW):
            self._depart()
        if self._landing is None:
            self._landing = asyncio.create_task(self._land())

    def _depart(self) -> None:
        left, self._queue = self._queue, []
        try:
            flight = self._carrier.depart([message for one in left for message in one.messages])
        except DatabaseUnavailable as error:
            self.lost = self.lost or error
        else:
            self._air.append((left, flight))

    async def _land(self) -> None:
        try:
            while self._air:
                await self._compare(*self._air[0])
                self._air.popleft()
                if self._queue and self.lost is None:
                    self._depart()
        except Exception as error:  # noqa: BLE001 - whatever it is, the writers must hear of it
            self.lost = error
        except asyncio.CancelledError:
            # What was not compared must not be committed.
            self.lost = DatabaseUnavailable()
            raise
        finally:
            self._landing = None

    async def arrive(self) -> None:
        """All that was left is compared; `lost` says with what outcome."""
        while self._landing is not None:
            await asyncio.wait([self._landing])

    async def _compare(self, left: Sequence[_Left], flight: Flight) -> None:
        failure: StatementFailed | None = None
        try:
            answers = await self._carrier.arrive(flight)
        except StatementFailed as failed:
            answers, failure = failed.answers, failed
        if self.lost is not None:
            # It came after what is taken back, and had to arrive all the same.
            return
        for one in left:
            many = len(one.messages)
            said, answers = answers[:many], answers[many:]
            if not _is_as_expected(one, said, failure):
                self.lose(one.work.turn)
                return

    def lose(self, culprit: TurnTransaction) -> None:
        """Everything is to be taken back; for a while nobody leaves anything."""
        self.lost = WorkLost(culprit)
        for turn in self._turns:
            turn.forget()
        self._caution, self._next_caution = (
            self._next_caution,
            min(2 * self._next_caution, MOST_CAUTION),
        )

    def begin(self) -> None:
        """A new transaction, after all of the last one has arrived."""
        self._queue, self._turns, self.lost = [], [], None
        self._air.clear()

    def committed(self) -> None:
        """Learn that what was relied on was right."""
        if self._turns:
            self._next_caution = max(FIRST_CAUTION, self._next_caution // 2)


def _is_as_expected(left: _Left, said: Sequence[Answer], failure: StatementFailed | None) -> bool:
    """Whether a writer's statements said what was expected, and none of them failed."""
    turn, waiting = left.work
    before = len(left.messages) - len(waiting)
    if failure is None or len(said) == len(left.messages):
        return turn.learn(waiting, said[before:])
    if len(said) < before:
        raise DatabaseUnavailable from failure.error
    turn.learn_failure(waiting, StatementFailed(list(said[before:]), failure.error))
    return False
