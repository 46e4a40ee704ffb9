"""Answers of reads, kept in memory until anything is committed."""

from hashlib import blake2b
from typing import Any

import msgspec

from partwright.identity.model import Actor
from partwright.kit.db import Database
from partwright.web.request import Request
from partwright.web.responses import DataResponse
from partwright.web.spooled_json import content_tag

_LARGEST = 64 << 10
"""Bytes of one answer that is kept."""
_MOST = 16 << 20
"""Bytes of all; then they are forgotten."""


class _KeptAnswer(msgspec.Struct, frozen=True):
    actor: Actor
    """Who asked, with the rights they had: another object where those have changed."""
    response: DataResponse


class AnswerCache:
    """Keeps answers that follow from the database, the caller and the address alone.

    A commit, of this process or of another one, forgets all. A database that cannot cheaply tell
    of commits gets no cache.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._state: int | None = None
        self._answers: dict[Any, _KeptAnswer] = {}
        self._bytes = 0

    def state(self) -> int | None:
        """What has been committed, to be asked for before an answer is read; None for no cache."""
        state = self._database.committed_state()
        if state != self._state:
            self._forget()
            self._state = state
        return state

    def find(self, request: Request) -> DataResponse | None:
        """The answer to a request in the present state, if it is known."""
        kept = self._answers.get(_key(request))
        return kept.response if kept and kept.actor is request.state.actor else None

    def keep(self, request: Request, state: int, response: DataResponse) -> None:
        """Keep what was read after the state was asked for, unless that is over already."""
        actor = request.state.actor
        if actor is None or state != self._state or response.is_fleeting:
            return
        body = response.body()
        response.etag = response.etag or content_tag(blake2b(body, digest_size=16))
        size = len(body) + len(request.scope["query_string"])
        if size > _LARGEST:
            return
        if self._bytes + size > _MOST:
            self._forget()
        response.data, response.encoded = None, body
        self._bytes += size
        self._answers[_key(request)] = _KeptAnswer(actor, response)

    def _forget(self) -> None:
        self._answers.clear()
        self._bytes = 0


def _key(request: Request) -> tuple[str, str, bytes]:
    scope, actor = request.scope, request.state.actor
    return (actor.token_id if actor else "", scope["path"], scope["query_string"])
