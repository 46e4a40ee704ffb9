"""Answers that are no part of the interface's envelope: small HTML pages, and JSON beside them."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from partwright.kit.errors import Refusal
from partwright.web.error_responses import error_body, error_status
from partwright.web.responses import encode


class HtmlPage(Response):
    """A page that the server writes itself."""

    def __init__(self, text: str, headers: Mapping[str, str], *, status: int = 200) -> None:
        super().__init__(text, status, dict(headers), "text/html")


class PlainJson(Response):
    """`data` in JSON, with headers of its own."""

    def __init__(self, data: Any, headers: Mapping[str, str]) -> None:
        super().__init__(encode({"data": data}), 200, dict(headers), "application/json")


class PlainError(Response):
    """A refusal in the interface's envelope, with headers of its own."""

    def __init__(self, refusal: Refusal, request_id: str, headers: Mapping[str, str]) -> None:
        body = error_body(refusal, request_id)
        super().__init__(body, error_status(refusal), dict(headers), "application/json")
