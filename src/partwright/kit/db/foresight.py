"""Forecasts of the answers of statements, by the answers that they had before.

Most of what a write asks for first has not changed since the last write: the design, the branch,
the lifecycle, that nobody holds the item. Who goes on with the expected answer need not wait for
the real one; it is compared before anything counts.
"""

import re
from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from partwright.kit.db.base import Value
from partwright.kit.db.dialect import STATEMENTS
from partwright.kit.db.postgres_pipeline import Answer

MOST = 4096
"""Answers that are kept."""
_ROWS, _LETTERS = 16, 4096
"""The longest answer that is kept."""
_VALUES, _VALUE = 64, 256
"""The longest parameters that are kept: how many, and the letters of one."""
_MOST_TRUST, _LOST_TRUST = 64, 16
"""A statement's answers are expected as long as hardly one in so many was not as expected."""
_CERTAIN = 2
"""How often in a row an answer has to be the same."""
_DOUBT = -6
"""Where confidence starts anew after an answer that was not as expected."""

Key = tuple[str, tuple[object, ...]]


class _Memory:
    """The last answer, and how often it came in a row."""

    __slots__ = ("answer", "same", "steps")

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.same = 1
        self.steps = [0, 0]
        """How often in a row a lone number was the next one: later in a transaction, and as its
        first writer, when other processes may have been there."""

    def learn(self, answer: Answer, *, first: bool) -> None:
        if answer == self.answer:
            # Nearly always: it is no next number then.
            self.same += 1
            if self.steps[first]:
                self.steps[first] = _judged(self.steps[first], holds=False)
            return
        stepped = answer == _next(self.answer)
        self.steps[first] = _judged(self.steps[first], holds=stepped)
        self.same = _judged(self.same, holds=False)
        self.answer = answer

    def expected(self, *, first: bool) -> Answer | None:
        if self.same >= _CERTAIN:
            return self.answer
        return _next(self.answer) if self.steps[first] >= _CERTAIN else None


def _judged(confidence: int, *, holds: bool) -> int:
    if holds:
        return confidence + 1
    return _DOUBT if confidence >= _CERTAIN else min(confidence, 0)


class Foresight:
    """The answers that the writers of one process had."""

    def __init__(self) -> None:
        self._known: OrderedDict[Key, _Memory] = OrderedDict()
        self._usual: OrderedDict[str, _Memory] = OrderedDict()
        """By the statement alone: that it finds nothing, whatever is asked for."""
        self._trust: OrderedDict[tuple[str, bool], int] = OrderedDict()
        """By the statement, and whether it follows writes of one's own."""

    def expected(self, key: Key, *, first: bool, taken: Answer | None = None) -> Answer | None:
        """The answer that the statement should give; None when that cannot be known.

        `taken` is what it has said in the same transaction already, which is not learned yet.
        """
        if self._trust.get(_trusted(key), 0) < 0:
            return None
        likely = self._likely(key, first=first)
        if likely is None or taken is None:
            return likely
        number, last = _lone_number(likely), _lone_number(taken)
        return likely if number is None or last is None or last < number else _next(taken)

    def _likely(self, key: Key, *, first: bool) -> Answer | None:
        memory = self._known.get(key) or self._usual.get(key[0])
        return None if memory is None else memory.expected(first=first)

    def doubt(self, key: Key, answer: Answer, *, first: bool) -> None:
        """Learn that a write was expected wrongly and is taken back: it will say the same again."""
        self._judge(key, holds=False)
        memory, number = self._known.get(key), _lone_number(answer)
        if memory is not None and number is not None:
            memory.steps[first] = _DOUBT
            memory.answer = Answer([(number - 1,)], answer.touched)

    def forget_number(self, key: Key) -> None:
        """Forget how far a number has come, since the write that said it was taken back."""
        memory = self._known.get(key)
        if memory is not None:
            memory.steps = [min(steps, 0) for steps in memory.steps]

    def _judge(self, key: Key, *, holds: bool) -> None:
        of = _trusted(key)
        if holds and self._trust.get(of) == _MOST_TRUST:
            return
        trust = self._trust.pop(of, 0) + (1 if holds else -_LOST_TRUST)
        self._trust[of] = max(-_MOST_TRUST, min(_MOST_TRUST, trust))
        if len(self._trust) > MOST:
            self._trust.popitem(last=False)

    def learn(self, key: Key, answer: Answer, *, first: bool) -> None:
        """Remember what a statement said; `first` of the first writer in a transaction."""
        likely = self._likely(key, first=first)
        if likely is not None:
            self._judge(key, holds=likely == answer)
        self._learn_usual(key[0], answer)
        known = self._known.get(key)
        if known is not None and (known.answer == answer or _is_small(answer)):
            known.learn(answer, first=first)
            self._known.move_to_end(key)
        elif known is not None:
            del self._known[key]
        elif _is_small(answer):
            _keep(self._known, key, _Memory(answer))

    def _learn_usual(self, sql: str, answer: Answer) -> None:
        usual = self._usual.get(sql)
        if usual is not None:
            usual.same = _judged(usual.same, holds=not answer.rows)
        elif not answer.rows:
            _keep(self._usual, sql, _Memory(answer))


def _trusted(key: Key) -> tuple[str, bool]:
    return key[0], bool(key[1] and key[1][0])


def _keep(memories: OrderedDict[Any, _Memory], key: object, memory: _Memory) -> None:
    memories[key] = memory
    if len(memories) > MOST:
        memories.popitem(last=False)


def key_of_read(sql: str, params: Mapping[str, Value], *, own_writes: bool) -> Key | None:
    """The key of a question; None for one that is too long to be kept.

    After writes of one's own it is not asked for what is known: only what any such question finds,
    nothing mostly, can be expected.
    """
    if own_writes:
        return sql, (own_writes,)
    values: list[object] = [own_writes]
    for value in params.values():
        if isinstance(value, list):
            values += (*value, len(value))
        else:
            values.append(value)
    if len(values) > _VALUES:
        return None
    for value in values:
        if isinstance(value, str | bytes) and len(value) > _VALUE:
            return None
    return sql, tuple(values)


_NUMBERED = re.compile(r"\s*INSERT INTO (\w+)\b.*\bRETURNING (\w+)\s*", re.DOTALL)


@lru_cache(STATEMENTS)
def key_of_write(sql: str) -> Key:
    """The key of a statement, whatever it writes: how many rows it touches is mostly the same.

    All that say which number a table gave their row are one: each takes the next.
    """
    numbered = _NUMBERED.fullmatch(sql)
    return (sql if numbered is None else f"{numbered[1]}.{numbered[2]}"), ()


def _next(answer: Answer) -> Answer | None:
    number = _lone_number(answer)
    return None if number is None else Answer([(number + 1,)], answer.touched)


def _lone_number(answer: Answer) -> int | None:
    if len(answer.rows) != 1 or len(answer.rows[0]) != 1:
        return None
    (value,) = answer.rows[0]
    return value if type(value) is int else None


def _is_small(answer: Answer) -> bool:
    return len(answer.rows) <= _ROWS and sum(map(_letters, answer.rows)) <= _LETTERS


def _letters(row: tuple[Any, ...]) -> int:
    return sum(len(value) if isinstance(value, str | bytes) else 8 for value in row)
