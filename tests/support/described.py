"""Holds every good answer that a test gets against what the API reference says of it."""

import re
from functools import cache
from typing import Any

import httpx
import jsonschema_rs

from partwright import app
from partwright.web.openapi import build_document

DOCUMENT = build_document(app.endpoints(), version="1")
"""The API reference."""

_PATHS = [
    (re.compile(re.sub(r"{\w+}", "[^/]+", path)), path)
    for path in sorted(DOCUMENT["paths"], key=lambda path: path.count("{"))
]


def check_described(method: str, response: httpx.Response) -> None:
    """Fail for a good answer in JSON whose status or shape the reference does not tell."""
    if response.is_success and response.headers.get("content-type") == "application/json":
        path = _path(response.url.path.rstrip("/"))
        if path is not None and method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
            check = _validator(method.lower(), path, str(response.status_code))
            if check is not None:
                check.validate(response.json())


def _path(path: str) -> str | None:
    return next((known for pattern, known in _PATHS if pattern.fullmatch(path)), None)


@cache
def _validator(method: str, path: str, status: str) -> jsonschema_rs.Validator | None:
    told: dict[str, Any] = DOCUMENT["paths"][path][method]["responses"]
    assert status in told, f"{method} {path} answers {status}, which the reference does not tell"
    schema = told[status]["content"].get("application/json", {}).get("schema")
    if schema is None:
        return None
    return jsonschema_rs.Draft202012Validator(schema | {"components": DOCUMENT["components"]})
