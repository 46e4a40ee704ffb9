"""The headers that every response carries, added as it goes out."""

from starlette.types import Message, Send

from partwright.web.rate_limits import LimitStatus

API_VERSION = "1"
_ALWAYS = (
    (b"x-api-version", API_VERSION.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)
_POLICY = (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'")
_COMMON = (*_ALWAYS, _POLICY)
_NO_STORE = ((b"cache-control", b"no-store"),)
_ASK_AGAIN = ((b"cache-control", b"private, no-cache"),)
_ONLY_HTTPS = (b"strict-transport-security", b"max-age=31536000")
_MAY_BE_SET = frozenset(
    (b"x-request-id", *(name for name, _ in (*_COMMON, *_NO_STORE, _ONLY_HTTPS)))
)
"""The headers that a response may have of its own, which goes before the common one."""


def common_headers(request_id: str) -> list[tuple[bytes, bytes]]:
    """The headers of every response."""
    return [(b"x-request-id", request_id.encode()), *_COMMON]


class HeaderSender:
    """Sends on, with the headers that the response of this request has besides its own."""

    def __init__(self, send: Send, request_id: str, *, path: str, is_https: bool) -> None:
        self._send = send
        self._request_id = request_id
        self._path = path
        self._is_https = is_https
        self.limit_status: LimitStatus | None = None
        self.status = 0
        """0 until the response has begun."""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*message["headers"], *self._more(message["headers"])]
        await self._send(message)

    def _more(self, present: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        if self._path.startswith("/api/auth"):
            stored = _NO_STORE
        elif self._path.startswith("/api/"):
            stored = _ASK_AGAIN
        else:
            stored = ()
        more = [(b"x-request-id", self._request_id.encode()), *_COMMON, *stored]
        if self._is_https:
            more.append(_ONLY_HTTPS)
        own = [name for name, _ in present if name in _MAY_BE_SET]
        if own:
            more = [header for header in more if header[0] not in own]
        if self.limit_status is not None:
            more += self.limit_status.headers()
        return more
