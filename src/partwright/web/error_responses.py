"""Refusals as HTTP answers: one table."""

from http import HTTPStatus

import msgspec

from partwright.kit.errors import (
    InvalidImport,
    MethodNotAllowed,
    NotAuthenticated,
    RangeNotSatisfiable,
    Refusal,
)
from partwright.web.responses import encode

STATUS: dict[str, int] = {
    "VALIDATION_ERROR": 400,
    "UNAUTHENTICATED": 401,
    "INVALID_CREDENTIALS": 401,
    "FORBIDDEN": 403,
    "BRANCH_PROTECTED": 403,
    "NOT_YOUR_CHECKOUT": 403,
    "RESOURCE_NOT_FOUND": 404,
    "ITEM_NOT_FOUND": 404,
    "METHOD_NOT_ALLOWED": 405,
    "REQUEST_TIMEOUT": 408,
    "CONFLICT": 409,
    "DUPLICATE_ITEM_NUMBER": 409,
    "CHECKOUT_CONFLICT": 409,
    "NOT_CHECKED_OUT": 409,
    "MERGE_CONFLICT": 409,
    "PRECONDITION_FAILED": 412,
    "PAYLOAD_TOO_LARGE": 413,
    "UNSUPPORTED_MEDIA_TYPE": 415,
    "RANGE_NOT_SATISFIABLE": 416,
    "UNPROCESSABLE": 422,
    "INVALID_STATE_TRANSITION": 422,
    "ITEM_RELATIONSHIP_CYCLE": 422,
    "ITEM_LOCKED": 423,
    "FILE_LOCKED": 423,
    "RESOURCE_LOCKED": 423,
    "RATE_LIMITED": 429,
    "INTERNAL_ERROR": 500,
    "UNAVAILABLE": 503,
}
"""The status of each code."""


def error_status(refusal: Refusal) -> int:
    """The status of a refusal; the body of an import is judged by the rules of imports."""
    return 422 if isinstance(refusal, InvalidImport) else STATUS[refusal.code]


class ErrorBody(msgspec.Struct, rename="camel", omit_defaults=True):
    """Content of the `error` key of a refused request."""

    code: str
    message: str
    request_id: str
    details: tuple[msgspec.Struct, ...] = ()


class ErrorEnvelope(msgspec.Struct):
    error: ErrorBody


def error_body(refusal: Refusal, request_id: str) -> bytes:
    error = ErrorBody(refusal.code, refusal.message, request_id, refusal.details)
    return encode(ErrorEnvelope(error))


SCIM = "application/scim+json"
_SCIM_ERROR = "urn:ietf:params:scim:api:messages:2.0:Error"


class ScimError(msgspec.Struct, rename="camel", omit_defaults=True):
    """A refusal as identity providers read it (RFC 7644, section 3.12)."""

    schemas: tuple[str, ...] = msgspec.field(default_factory=lambda: ())
    status: str = ""
    scim_type: str = ""
    detail: str = ""


def refusal_body(refusal: Refusal, request_id: str, *, is_scim: bool) -> tuple[str, bytes]:
    """The media type and the body of a refusal, in the form that the caller reads."""
    if is_scim:
        scim_type = getattr(refusal, "scim_type", "")
        return SCIM, scim_error_body(error_status(refusal), refusal.message, scim_type)
    return "application/json", error_body(refusal, request_id)


def scim_error_body(status: int, message: str, scim_type: str = "") -> bytes:
    """The body of a refusal in the form of SCIM."""
    if not scim_type and status == HTTPStatus.BAD_REQUEST:
        scim_type = "invalidSyntax"
    return encode(ScimError((_SCIM_ERROR,), str(status), scim_type, message))


def error_headers(refusal: Refusal) -> dict[str, str]:
    """The headers that a refusal brings with it."""
    headers: dict[str, str] = {}
    if isinstance(refusal, NotAuthenticated):
        headers["WWW-Authenticate"] = "Bearer"
    if refusal.retry_after is not None:
        headers["Retry-After"] = str(refusal.retry_after)
    if isinstance(refusal, RangeNotSatisfiable):
        headers["Content-Range"] = f"bytes */{refusal.size}"
    if isinstance(refusal, UnknownMethod):
        headers["Allow"] = refusal.allow
    return headers


class UnknownMethod(MethodNotAllowed):
    """A known path that does not know the method."""

    def __init__(self, allow: str) -> None:
        super().__init__(f"The methods of this path are {allow}")
        self.allow = allow
