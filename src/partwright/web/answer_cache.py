"""Answers of reads, kept in memory until anything is committed."""

import asyncio
from hashlib import blake2b
from typing import Any

from starlette.types import Scope

from partwright.identity.model import Actor
from partwright.kit.db import Database
from partwright.web.request import Request
from partwright.web.responses import LEAST_BYTES, VARY, DataResponse, gzip_answer
from partwright.web.spooled_json import content_tag

_LARGEST = 64 << 10
"""Bytes of one answer that is kept."""
_MOST = 16 << 20
"""Bytes of all; then they are forgotten."""


class KeptAnswer:
    """An answer as it goes out: with its headers, and compressed once somebody takes it so."""

    __slots__ = ("_packed", "_plain", "actor", "etag", "status")

    def __init__(self, actor: Actor, response: DataResponse) -> None:
        self.actor = actor
        """Who asked, with the rights they had: another object where those have changed."""
        self.status = response.status
        body = response.body()
        self.etag = response.etag or content_tag(blake2b(body, digest_size=16))
        headers = [
            (b"content-type", b"application/json"),
            (b"etag", self.etag.encode()),
            (b"content-length", b"%d" % len(body)),
        ]
        if len(body) >= LEAST_BYTES:
            headers.append(VARY)
        self._plain = headers, body
        self._packed = None if len(body) >= LEAST_BYTES else self._plain

    @property
    def size(self) -> int:
        return len(self._plain[1])

    def plain(self) -> tuple[list[tuple[bytes, bytes]], bytes]:
        """Headers and body."""
        return self._plain

    def packed(self) -> tuple[list[tuple[bytes, bytes]], bytes]:
        """Headers and body for clients that take gzip."""
        if self._packed is None:
            self._packed = gzip_answer(*self._plain)
        return self._packed


class AnswerCache:
    """Keeps answers that follow from the database, the caller and the address alone.

    A commit, of this process or of another one, forgets all. A database that cannot cheaply tell
    of commits gets no cache.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._state: int | None = None
        self._is_asked = False
        self._answers: dict[Any, KeptAnswer] = {}
        self._bytes = 0

    def find(self, scope: Scope, actor: Actor | None) -> KeptAnswer | None:
        """The answer to a caller's GET in the present state, if it is known."""
        if not self._is_asked:
            self._ask()
        if actor is None:
            return None
        kept = self._answers.get(_key(scope, actor))
        return kept if kept is not None and kept.actor is actor else None

    def _ask(self) -> None:
        """Ask for the state, once for all requests that are there already.

        Those that arrive from now on begin in a later turn of the event loop.
        """
        state = self._database.committed_state()
        if state != self._state:
            self._forget()
            self._state = state
        self._is_asked = True
        asyncio.get_running_loop().call_soon(self._end_turn)

    def _end_turn(self) -> None:
        self._is_asked = False

    @property
    def state(self) -> int | None:
        """The number of the last commit before an answer was looked for last; None for no cache.

        What is read from here on is as new as this, or newer.
        """
        return self._state

    def keep(self, request: Request, state: int, response: DataResponse) -> None:
        """Keep what was read after the state was asked for, unless that is over already."""
        actor = request.state.actor
        if actor is None or state != self._state or response.is_fleeting:
            return
        kept = KeptAnswer(actor, response)
        size = kept.size + len(request.scope["query_string"])
        if size > _LARGEST:
            return
        if self._bytes + size > _MOST:
            self._forget()
        # Made for this, so that what goes out now need not be encoded again.
        response.data, response.encoded, response.etag = None, kept.plain()[1], kept.etag
        self._bytes += size
        self._answers[_key(request.scope, actor)] = kept

    def _forget(self) -> None:
        self._answers.clear()
        self._bytes = 0


def _key(scope: Scope, actor: Actor) -> tuple[str, str, bytes]:
    return (actor.token_id, scope["path"], scope["query_string"])
