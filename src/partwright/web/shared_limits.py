"""Limits that several processes share, counted in Redis or Valkey."""

import math
from typing import Any

import structlog
from limits import RateLimitItemPerMinute
from limits.aio.storage import RedisStorage
from limits.aio.strategies import FixedWindowRateLimiter
from redis.exceptions import RedisError

from partwright.web.rate_limits import LimitStatus

_PATIENCE_SECONDS = 1
_SCHEMES = {
    "redis": "async+redis",
    "rediss": "async+rediss",
    "unix": "async+redis+unix",
}

_log = structlog.get_logger("limits")


class RedisCounter:
    """Counts for all processes, in Redis; without it nobody is limited, and the log says so."""

    def __init__(self, url: str) -> None:
        scheme, _, rest = url.partition("://")
        self._storage = RedisStorage(
            f"{_SCHEMES[scheme]}://{rest}",
            implementation="redispy",
            socket_timeout=_PATIENCE_SECONDS,
            socket_connect_timeout=_PATIENCE_SECONDS,
        )
        self._window = FixedWindowRateLimiter(self._storage)

    async def hit(self, limit: int, key: str) -> LimitStatus | None:
        item = RateLimitItemPerMinute(limit)
        try:
            allowed = await self._window.hit(item, key)
            stats = await self._window.get_window_stats(item, key)
        except (RedisError, OSError) as error:
            _log.warning("Redis does not answer; requests are not limited", error=str(error))
            return None
        return LimitStatus(limit, stats.remaining, math.ceil(stats.reset_time), allowed)

    async def close(self) -> None:
        # The library itself has no word for it.
        bridge: Any = self._storage.bridge
        await bridge.storage.aclose()
