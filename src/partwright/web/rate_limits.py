"""Rate limits: fixed windows of a minute, counted in memory or in Redis."""

import math
import time
from collections.abc import Awaitable, Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, Protocol
from zlib import crc32

import msgspec
import structlog
from limits import RateLimitItemPerMinute
from limits.aio.storage import RedisStorage
from limits.aio.strategies import FixedWindowRateLimiter

from partwright.kit.errors import RateLimited
from partwright.settings import Settings

WINDOW_SECONDS = 60
_SWEEP_FROM = 10_000
_SWEEP_SECONDS = 1.0
_MOST_WINDOWS = 100_000
_SHARED_WINDOWS = 4096
"""Among so many windows those share who come when the table is full: bounded, and still counted."""
_PATIENCE_SECONDS = 1
_PAUSE_SECONDS = 5
"""After so long a Redis that did not answer is asked again."""
_ADDRESSES = 5
"""So many times the attempts of one address may come from all addresses together."""
_SCHEMES = {
    "redis": "async+redis",
    "rediss": "async+rediss",
    "unix": "async+redis+unix",
}

_IPV6_SITE = 64
"""Bits of an IPv6 address that a provider gives to one customer; the rest is theirs to choose."""

_log = structlog.get_logger("limits")


@lru_cache(maxsize=4096)
def limit_key(address: str) -> str:
    """The key by which requests of an address are counted: of IPv6 the network that a customer is given."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ip_network((found, _IPV6_SITE), strict=False))


class LimitStatus(msgspec.Struct, frozen=True):
    """Position of a caller in the present window."""

    limit: int
    remaining: int
    reset: int
    """Unix seconds at which the window ends."""
    allowed: bool

    def headers(self) -> list[tuple[bytes, bytes]]:
        return [
            (b"x-ratelimit-limit", b"%d" % self.limit),
            (b"x-ratelimit-remaining", b"%d" % self.remaining),
            (b"x-ratelimit-reset", b"%d" % self.reset),
        ]


class _Counter(Protocol):
    async def hit(self, limit: int, key: str) -> LimitStatus:
        """Count one."""
        ...

    async def close(self) -> None: ...


class MemoryCounter:
    """Counts for one process, on the clock that no one sets."""

    def __init__(self) -> None:
        self._windows: dict[str, tuple[float, int]] = {}
        self._sweep_from = _SWEEP_FROM
        self._sweep_at = 0.0

    async def hit(self, limit: int, key: str) -> LimitStatus:
        now = time.monotonic()
        end, count = self._windows.get(key, (0.0, 0))
        if end <= now:
            self._sweep(now)
            key = self._place(key)
            end, count = self._windows.get(key, (0.0, 0))
            if end <= now:
                end, count = now + WINDOW_SECONDS, 0
        count += 1
        self._windows[key] = (end, count)
        reset = math.ceil(time.time() + end - now)
        return LimitStatus(limit, max(0, limit - count), reset, count <= limit)

    def _place(self, key: str) -> str:
        """The window of a caller, or one that many share while there are too many callers."""
        if key in self._windows or len(self._windows) < _MOST_WINDOWS:
            return key
        return f"shared:{crc32(key.encode()) % _SHARED_WINDOWS}"

    def _sweep(self, now: float) -> None:
        """Drop the windows that are over, when their number has doubled, once a second at most."""
        if len(self._windows) >= self._sweep_from and now >= self._sweep_at:
            self._windows = {key: w for key, w in self._windows.items() if w[0] > now}
            self._sweep_from = min(_MOST_WINDOWS, max(_SWEEP_FROM, 2 * len(self._windows)))
            self._sweep_at = now + _SWEEP_SECONDS

    async def close(self) -> None:
        return None


class RedisCounter:
    """Counts for all processes, in Redis; while it is away each counts for itself, and the log says so."""

    def __init__(self, url: str) -> None:
        scheme, _, rest = url.partition("://")
        self._storage = RedisStorage(
            f"{_SCHEMES[scheme]}://{rest}",
            implementation="redispy",
            socket_timeout=_PATIENCE_SECONDS,
            socket_connect_timeout=_PATIENCE_SECONDS,
        )
        self._window = FixedWindowRateLimiter(self._storage)
        self._failures: Any = self._storage.base_exceptions
        self._meanwhile = MemoryCounter()
        self._ask_again_at = 0.0

    async def hit(self, limit: int, key: str) -> LimitStatus:
        if time.monotonic() < self._ask_again_at:
            return await self._meanwhile.hit(limit, key)
        item = RateLimitItemPerMinute(limit)
        try:
            allowed = await self._window.hit(item, key)
            stats = await self._window.get_window_stats(item, key)
        except self._failures as error:
            self._pause(error)
        except OSError as error:
            self._pause(error)
        else:
            reset = math.ceil(stats.reset_time)
            return LimitStatus(limit, stats.remaining, reset, allowed)
        return await self._meanwhile.hit(limit, key)

    def _pause(self, error: Exception) -> None:
        self._ask_again_at = time.monotonic() + _PAUSE_SECONDS
        _log.warning("Redis does not answer; each process counts for itself", error=str(error))

    async def close(self) -> None:
        # The library itself has no word for it.
        bridge: Any = self._storage.bridge
        await bridge.storage.aclose()


class RateLimits:
    """The three limits of the settings; a limit of 0 is none."""

    def __init__(self, settings: Settings, *, name: str = "") -> None:
        """Instances that count in one Redis have a name each."""
        self._prefix = f"{name}:" if name else ""
        url = settings.redis_url
        self._counter: _Counter = RedisCounter(url) if url else MemoryCounter()
        self._anonymous = settings.rate_limit_anonymous
        self._authenticated = settings.rate_limit_authenticated
        self._login = settings.rate_limit_login

    async def request(self, *, user_id: str | None, address: str) -> LimitStatus | None:
        """Count a request of a user, or of an address without one; None when not limited."""
        if user_id is None:
            return await self._hit(self._anonymous, f"address:{limit_key(address)}")
        return await self._hit(self._authenticated, f"user:{user_id}")

    async def sign_on(
        self,
        *,
        address: str,
        account: str,
        is_known: Callable[[], Awaitable[bool]] | None = None,
    ) -> None:
        """Count an attempt to sign on; RateLimited for too many of an address, or on an account.

        An account that many addresses try is closed to those alone from which its owner has not
        signed on before (`is_known`): nobody locks another out of where they usually are.
        """
        own = limit_key(address)
        for key in (f"login:address:{own}", f"login:account:{account}:{own}"):
            status = await self._hit(self._login, key)
            if status and not status.allowed:
                raise limit_refusal(status)
        status = await self._hit(self._login * _ADDRESSES, f"login:account:{account}")
        if status and not status.allowed and not (is_known and await is_known()):
            raise limit_refusal(status)

    async def _hit(self, limit: int, key: str) -> LimitStatus | None:
        return await self._counter.hit(limit, self._prefix + key) if limit else None

    async def close(self) -> None:
        await self._counter.close()


def limit_refusal(status: LimitStatus) -> RateLimited:
    """The refusal of a caller over the limit."""
    return RateLimited("Too many requests", retry_after=max(1, status.reset - int(time.time())))
