"""Where a request comes from: the client's address, its token or cookie, and the page that sends it."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.requests import cookie_parser
from starlette.types import Scope

from partwright.kit.errors import PermissionDenied
from partwright.settings import Settings

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


_NAME = "partwright"


class SessionCookies:
    """The cookie of this instance, and where it is read.

    Browsers share cookies between the ports of a host, so each instance has a name of its own. On
    https the prefix `__Host-` keeps other hosts of the domain from setting it.
    """

    def __init__(self, settings: Settings) -> None:
        self._public_url = settings.public_url.lower()
        instance = self._public_url or settings.database
        digest = blake2b(instance.encode(), digest_size=4).hexdigest()
        self._names = {False: f"{_NAME}_{digest}", True: f"__Host-{_NAME}_{digest}"}

    def name(self, *, is_https: bool) -> str:
        return self._names[is_https]

    def is_https(self, scope: Scope, headers: Mapping[bytes, bytes]) -> bool:
        """Whether the browser speaks https, maybe to a proxy."""
        if self._public_url:
            return self._public_url.startswith("https:")
        # Believed of everybody: who forges it loses their own cookie and nothing else.
        forwarded = headers.get(b"x-forwarded-proto", b"").rpartition(b",")[2].strip()
        return scope.get("scheme") == "https" or forwarded == b"https"

    def find_token(self, scope: Scope, headers: Mapping[bytes, bytes]) -> tuple[str | None, bool]:
        """The token, and whether it came from the browser's cookie."""
        authorization = headers.get(b"authorization")
        if authorization is not None:
            kind, _, token = authorization.decode("latin-1").partition(" ")
            return (token.strip() if kind.lower() == "bearer" else None), False
        if b"cookie" not in headers:
            return None, False
        token = read_cookies(headers).get(self._names[self.is_https(scope, headers)])
        return token, token is not None


def read_cookies(headers: Mapping[bytes, bytes]) -> Mapping[str, str]:
    """All cookies of a request."""
    header = headers.get(b"cookie")
    return cookie_parser(header.decode("latin-1")) if header else {}


def check_origin(headers: Mapping[bytes, bytes], public_url: str) -> None:
    """PermissionDenied for a request that a page of another server has made the browser send."""
    origin = headers.get(b"origin", b"").decode("latin-1").lower()
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        host = ""
    ours = headers.get(b"host", b"").decode("latin-1").lower()
    if not host or (host != ours and origin != public_url):
        raise PermissionDenied("A write by cookie must come from a page of this server")
