"""The address of a client, as far as trusted proxies tell."""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import Scope

_IPV6_SITE = 64
"""Bits of an IPv6 address that a provider gives to one customer; the rest is theirs to choose."""


class ClientAddresses:
    """Reads the client's address, looking through the proxies that the settings trust."""

    def __init__(self, trusted_proxies: Sequence[str]) -> None:
        self._proxies = [ip_network(network, strict=False) for network in trusted_proxies]

    def address_of(self, scope: Scope) -> str:
        client = scope.get("client")
        peer: str = client[0] if client else "local"
        if self._proxies and self._is_trusted(peer):
            # Each proxy adds whom it was called by, at the end of the last line.
            lines = [v for name, v in scope["headers"] if name == b"x-forwarded-for"]
            hops = b",".join(lines).decode("latin-1").split(",")
            for hop in reversed([h.strip() for h in hops if h.strip()]):
                if not self._is_trusted(hop):
                    return hop
        return peer

    def _is_trusted(self, address: str) -> bool:
        try:
            found = ip_address(address)
        except ValueError:
            return False
        if isinstance(found, IPv6Address):
            found = found.ipv4_mapped or found
        return any(found in network for network in self._proxies)


@lru_cache(maxsize=4096)
def limit_key(address: str) -> str:
    """What requests of an address are counted by: of IPv6 the network that a customer is given."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ip_network((found, _IPV6_SITE), strict=False))
