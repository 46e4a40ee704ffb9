"""The cookie by which a browser carries its session, and the check of who sends it."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.requests import cookie_parser

from partwright.kit.errors import PermissionDenied

COOKIE = "partwright_token"


def find_token(headers: Mapping[bytes, bytes]) -> tuple[str | None, bool]:
    """The token, and whether it came from the browser's cookie."""
    authorization = headers.get(b"authorization")
    if authorization is not None:
        kind, _, token = authorization.decode("latin-1").partition(" ")
        return (token.strip() if kind.lower() == "bearer" else None), False
    token = read_cookies(headers).get(COOKIE)
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
