"""Services of the process for requests: opened once, shared by all."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

import msgspec

from partwright.identity.authentication import Authenticator
from partwright.kit.contents import ContentStore
from partwright.kit.db import Database
from partwright.kit.db.replicas import Replicas
from partwright.kit.hints import NO_HINTS, HintBus
from partwright.kit.traces import OFF, Tracer
from partwright.settings import Settings
from partwright.web.answer_cache import AnswerCache
from partwright.web.audit_trail import AuditTrail
from partwright.web.cookies import SessionCookies
from partwright.web.metrics import ServerMetrics
from partwright.web.rate_limits import RateLimits

T = TypeVar("T")


class ShutdownSignal:
    """The approaching end of the process, told while its requests may still finish."""

    def __init__(self) -> None:
        self.is_near = False
        self._listeners: list[Callable[[], object]] = []

    def on(self, listener: Callable[[], object]) -> None:
        """Call the listener once, in the event loop, when the end is near."""
        self._listeners.append(listener)

    def off(self, listener: Callable[[], object]) -> None:
        """Do not call a listener that has ended before."""
        if listener in self._listeners:
            self._listeners.remove(listener)

    def announce(self) -> None:
        """Tell all listeners; those who were told before are not told again."""
        self.is_near = True
        listeners, self._listeners = self._listeners, []
        for listener in listeners:
            listener()


class ServerServices(msgspec.Struct, frozen=True):
    """The open stores and counters of one server process."""

    settings: Settings
    database: Database
    contents: ContentStore
    authenticator: Authenticator
    limits: RateLimits
    metrics: ServerMetrics
    closing: ShutdownSignal
    of_slices: Mapping[type[Any], Any]
    """What slices keep open for the whole process, by its class."""
    cookies: SessionCookies
    answers: AnswerCache
    trail: AuditTrail | None = None
    build_id: str = ""
    """What tells one build of the web application from another."""
    tracer: Tracer = OFF
    replicas: Replicas | None = None
    hints: HintBus = NO_HINTS

    def of(self, kind: type[T]) -> T:
        """The resources that a slice keeps open."""
        return cast("T", self.of_slices[kind])
