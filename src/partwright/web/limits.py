"""How often a caller may come: fixed windows of a minute, counted in memory or in Redis."""

import time
from typing import Protocol

import msgspec
from limits import RateLimitItemPerMinute
from limits.aio.storage import RedisStorage
from limits.aio.strategies import FixedWindowRateLimiter as SharedWindow
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from partwright.kit.errors import RateLimited
from partwright.settings import Settings


class Standing(msgspec.Struct, frozen=True):
    """Where a caller stands in the present window."""

    limit: int
    remaining: int
    reset: int
    """Unix seconds at which the window ends."""
    allowed: bool


class _Counter(Protocol):
    async def hit(self, item: RateLimitItemPerMinute, key: str) -> tuple[bool, int, int]:
        """Count one; answers (within the limit, how many are left, when the window ends)."""
        ...


class _InMemory:
    def __init__(self) -> None:
        self._window = FixedWindowRateLimiter(MemoryStorage())

    async def hit(self, item: RateLimitItemPerMinute, key: str) -> tuple[bool, int, int]:
        allowed = self._window.hit(item, key)
        stats = self._window.get_window_stats(item, key)
        return allowed, stats.remaining, int(stats.reset_time) + 1


class _Shared:
    def __init__(self, url: str) -> None:
        self._window = SharedWindow(RedisStorage(f"async+{url}", implementation="redispy"))

    async def hit(self, item: RateLimitItemPerMinute, key: str) -> tuple[bool, int, int]:
        allowed = await self._window.hit(item, key)
        stats = await self._window.get_window_stats(item, key)
        return allowed, stats.remaining, int(stats.reset_time) + 1


class Limits:
    """The three limits of the settings; a limit of 0 is none."""

    def __init__(self, settings: Settings) -> None:
        self._counter: _Counter = _Shared(settings.redis_url) if settings.redis_url else _InMemory()
        self._anonymous = _item(settings.rate_limit_anonymous)
        self._authenticated = _item(settings.rate_limit_authenticated)
        self._login = _item(settings.rate_limit_login)

    async def request(self, *, user_id: str | None, address: str) -> Standing | None:
        """Count a request of a user, or of an address without one; None when not limited."""
        if user_id is None:
            return await self._hit(self._anonymous, f"address:{address}")
        return await self._hit(self._authenticated, f"user:{user_id}")

    async def sign_on(self, *, address: str, account: str) -> None:
        """Count an attempt to sign on; RateLimited for too many of an address or an account."""
        for key in (f"login:address:{address}", f"login:account:{account}"):
            standing = await self._hit(self._login, key)
            if standing and not standing.allowed:
                raise refusal(standing)

    async def _hit(self, item: RateLimitItemPerMinute | None, key: str) -> Standing | None:
        if item is None:
            return None
        allowed, remaining, reset = await self._counter.hit(item, key)
        return Standing(item.amount, remaining, reset, allowed)


def _item(amount: int) -> RateLimitItemPerMinute | None:
    return RateLimitItemPerMinute(amount) if amount else None


def refusal(standing: Standing) -> RateLimited:
    """What a caller over the limit is told."""
    return RateLimited("Too many requests", retry_after=max(1, standing.reset - int(time.time())))
