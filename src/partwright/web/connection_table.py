"""The open connections of one process, counted in all and by the client's address."""

import resource
from collections import Counter
from collections.abc import Sequence
from ipaddress import ip_address, ip_network

from partwright.web.rate_limits import limit_key

MOST_PER_ADDRESS = 2000
"""An office behind one address may keep a thousand streams of events open, and ask beside them."""
MOST_IN_ALL = 10_000
_MOST_FILES = 65_536
_FILES_BESIDES = 256
"""Files that the databases, the vault and the kernel's processes may have open."""


def raise_open_files() -> None:
    """Let the process have as many open files as it is allowed to ask for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class ConnectionTable:
    """Says whether one more connection may come; proxies that are trusted bring many."""

    def __init__(
        self,
        *,
        trusted_proxies: Sequence[str] = (),
        most_per_address: int = MOST_PER_ADDRESS,
        most_in_all: int = MOST_IN_ALL,
    ) -> None:
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        if soft != resource.RLIM_INFINITY:
            most_in_all = max(1, min(most_in_all, soft - _FILES_BESIDES))
        self._most_in_all = most_in_all
        self._most_per_address = most_per_address
        self._proxies = [ip_network(network, strict=False) for network in trusted_proxies]
        self._open: Counter[str] = Counter()
        self._in_all = 0

    def enter(self, address: str) -> str | None:
        """Count a connection; the key to leave by, or None where it is one too many."""
        key = limit_key(address)
        if self._in_all >= self._most_in_all:
            return None
        if self._open[key] >= self._most_per_address and not self._is_proxy(address):
            return None
        self._in_all += 1
        self._open[key] += 1
        return key

    def leave(self, key: str) -> None:
        self._in_all -= 1
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]

    def _is_proxy(self, address: str) -> bool:
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._proxies)
