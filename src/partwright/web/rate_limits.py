"""How often a caller may come: fixed windows of a minute, counted in memory or in Redis."""

import math
import time
from importlib import import_module
from typing import Any, Protocol

import msgspec

from partwright.kit.errors import RateLimited
from partwright.settings import Settings

WINDOW_SECONDS = 60
_SWEEP_FROM = 10_000


class LimitStatus(msgspec.Struct, frozen=True):
    """Where a caller stands in the present window."""

    limit: int
    remaining: int
    reset: int
    """Unix seconds at which the window ends."""
    allowed: bool


class _Counter(Protocol):
    async def hit(self, limit: int, key: str) -> LimitStatus | None:
        """Count one; None when nobody can say."""
        ...

    async def close(self) -> None: ...


class MemoryCounter:
    """Counts for one process."""

    def __init__(self) -> None:
        self._windows: dict[str, tuple[float, int]] = {}
        self._sweep_from = _SWEEP_FROM

    async def hit(self, limit: int, key: str) -> LimitStatus | None:
        now = time.time()
        end, count = self._windows.get(key, (0.0, 0))
        if end <= now:
            self._sweep(now)
            end, count = now + WINDOW_SECONDS, 0
        count += 1
        self._windows[key] = (end, count)
        return LimitStatus(limit, max(0, limit - count), math.ceil(end), count <= limit)

    def _sweep(self, now: float) -> None:
        """Drop the windows that are over, each time their number has doubled."""
        if len(self._windows) >= self._sweep_from:
            self._windows = {key: w for key, w in self._windows.items() if w[0] > now}
            self._sweep_from = max(_SWEEP_FROM, 2 * len(self._windows))

    async def close(self) -> None:
        return None


class RateLimits:
    """The three limits of the settings; a limit of 0 is none."""

    def __init__(self, settings: Settings) -> None:
        self._counter = _shared(settings.redis_url) if settings.redis_url else MemoryCounter()
        self._anonymous = settings.rate_limit_anonymous
        self._authenticated = settings.rate_limit_authenticated
        self._login = settings.rate_limit_login

    async def request(self, *, user_id: str | None, address: str) -> LimitStatus | None:
        """Count a request of a user, or of an address without one; None when not limited."""
        if user_id is None:
            return await self._hit(self._anonymous, f"address:{address}")
        return await self._hit(self._authenticated, f"user:{user_id}")

    async def sign_on(self, *, address: str, account: str) -> None:
        """Count an attempt to sign on; RateLimited for too many of an address or an account."""
        for key in (f"login:address:{address}", f"login:account:{account}"):
            standing = await self._hit(self._login, key)
            if standing and not standing.allowed:
                raise limit_refusal(standing)

    async def _hit(self, limit: int, key: str) -> LimitStatus | None:
        return await self._counter.hit(limit, key) if limit else None

    async def close(self) -> None:
        await self._counter.close()


def _shared(url: str) -> _Counter:
    """The client library of Redis takes as long to load as all the rest of a small server."""
    module: Any = import_module("partwright.web.shared_limits")
    return module.Shared(url)


def limit_refusal(standing: LimitStatus) -> RateLimited:
    """What a caller over the limit is told."""
    return RateLimited("Too many requests", retry_after=max(1, standing.reset - int(time.time())))
