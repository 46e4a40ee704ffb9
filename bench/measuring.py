"""Measures one call: the server, the bare handler and the bare SQL in turns, in several rounds."""

import asyncio
from collections.abc import Sequence

import msgspec

from bench.calls import Call, Line, Sql
from bench.filling import Client
from bench.load import Job, Outcome, drive
from bench.replay import (
    Replay,
    decoded,
    quantile,
    replay_on,
    seconds_of_reading,
    seconds_of_writing,
)
from bench.requests import Asked, reads
from bench.scenario import ROUNDS
from bench.tape import Statement, Tape, record
from partwright.settings import Settings

_LIMIT_SECONDS = 2.0
"""The longest time of one round of one application."""
_SQL_SECONDS = 0.15
_BARE_NAME = "answer"


class Places(msgspec.Struct, frozen=True):
    """Where everything is."""

    settings: Settings
    token: str
    server: int
    bare: int


class _Round(msgspec.Struct):
    """One turn: what the server, the bare handler and the database took."""

    server: Outcome
    bare: Outcome
    sql: float
    beside: Outcome | None

    @property
    def fast(self) -> float:
        """The latency that a tenth of the answers stay below."""
        return quantile(self.server.latencies, 0.1)


def measure(call: Call, places: Places, bare: Client) -> Line:
    """All rounds of a call.

    The ratios compare what the undisturbed moments of both sides took, since a machine is seldom
    ours alone: the fastest tenth of single calls, and the best round of 32 connections.
    """
    asked = list(call.recorded or call.requests)
    if call.is_reading:
        asked = asked[:1]
    tapes = asyncio.run(record(places.settings, asked, places.token))
    bare.put_bytes(f"/{_BARE_NAME}", tapes[0].body)
    replay = replay_on(places.settings.database)
    try:
        rounds = [_round(call, places, tapes, replay, turn) for turn in range(ROUNDS)]
    finally:
        replay.close()
    return _line(call, rounds, len(tapes[0].statements))


def _bare(call: Call) -> Tape:
    return Tape([Statement("read", sql, params) for sql, params in call.bare], b"")


def _round(call: Call, places: Places, tapes: list[Tape], replay: Replay, turn: int) -> _Round:
    requests = _of_turn(call, call.requests, turn)
    server = _drive(call, places.server, [asked.wire(places.token) for asked in requests])
    beside = None
    if call.beside:
        others = _of_turn(call, call.beside, turn)
        beside = _drive(call, places.server, [asked.wire(places.token) for asked in others])
    bare = _drive(call, places.bare, [_to_bare(asked).wire(places.token) for asked in requests])
    if call.is_reading:
        answer = decoded(tapes[0].body, call.shape) if call.sql is Sql.READS_ENCODED else None
        tape = _bare(call) if call.bare else tapes[0]
        sql = seconds_of_reading(replay, tape, answer=answer, budget=_SQL_SECONDS)
    else:
        mine = tapes[turn::ROUNDS]
        sql = seconds_of_writing(replay, mine, also_reads=call.sql is Sql.WHOLE)
    return _Round(server, bare, sql, beside)


def _of_turn(call: Call, requests: Sequence[Asked], turn: int) -> Sequence[Asked]:
    many = call.warmup + call.count // ROUNDS
    if call.is_reading:
        return [requests[(turn * many + place) % len(requests)] for place in range(many)]
    return requests[turn * many : (turn + 1) * many]


def _to_bare(asked: Asked) -> Asked:
    """The same request to the bare handler."""
    if asked.body is None:
        return reads(f"/{_BARE_NAME}")
    return Asked("POST", f"/{_BARE_NAME}", asked.body)


def _drive(call: Call, port: int, requests: list[bytes]) -> Outcome:
    return drive(
        Job(
            port=port,
            connections=call.connections,
            requests=requests,
            warmup=call.warmup,
            seconds=_LIMIT_SECONDS,
        )
    )


def _line(call: Call, rounds: list[_Round], statements: int) -> Line:
    latencies = [x for turn in rounds for x in turn.server.latencies]
    best = max(turn.server.rate for turn in rounds)
    sql = min(turn.sql for turn in rounds)
    alone = call.connections == 1
    besides = [turn.beside for turn in rounds if turn.beside is not None]
    beside = min((quantile(one.latencies, 0.1) for one in besides), default=None)
    accepted = sum(turn.server.accepted for turn in rounds)
    return Line(
        name=call.name,
        connections=call.connections,
        rate=best,
        median=quantile(latencies, 0.5),
        p99=quantile(latencies, 0.99),
        of_handler=best / max(turn.bare.rate for turn in rounds),
        times_sql=(min(turn.fast for turn in rounds) if alone else 1 / best) / sql,
        statements=statements,
        goal=call.goal,
        times_beside=None if beside is None else min(turn.fast for turn in rounds) / beside,
        beside_name=call.beside_name,
        failed=sum(_failures(one) for one in (*besides, *(turn.server for turn in rounds))),
        made=0 if call.is_reading else accepted + len(call.recorded),
    )


def _failures(outcome: Outcome) -> int:
    refused = sum(many for status, many in outcome.statuses.items() if not 200 <= status < 300)
    return outcome.lost + refused + outcome.statuses.get(207, 0)
