"""The cookie that keeps a browser signed on, and the check that its writes come from our own page."""

from collections.abc import Mapping
from hashlib import blake2b
from urllib.parse import urlsplit

from starlette.requests import cookie_parser
from starlette.types import Scope

from partwright.kit.errors import PermissionDenied
from partwright.settings import Settings

_NAME = "partwright"


class SessionCookies:
    """The cookie of this instance, and where it is read.

    Browsers share cookies between the ports of a host, so each instance has a name of its own. On
    https the prefix `__Host-` keeps other hosts of the domain from setting it.
    """

    def __init__(self, settings: Settings, *, name: str = "") -> None:
        """A name tells instances apart that have one address."""
        self._public_url = settings.public_url.lower()
        instance = (self._public_url or settings.database) + name
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

    def find_token(self, scope: Scope, headers: Mapping[bytes, bytes]) -> str | None:
        """The token in this instance's cookie."""
        return read_cookies(headers).get(self._names[self.is_https(scope, headers)])


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
