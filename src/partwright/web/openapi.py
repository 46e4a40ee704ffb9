"""The OpenAPI 3.1 description of the service, made of its endpoints; pure."""

import inspect
import re
from collections.abc import Sequence
from copy import deepcopy
from http import HTTPStatus
from typing import Any, get_type_hints

import msgspec
from starlette.responses import Response

from partwright.kit.filters import ListField
from partwright.kit.operands import DATED, NUMERIC, FieldKind
from partwright.web.downloads import StreamedFile
from partwright.web.endpoint import AccessRule, Endpoint
from partwright.web.error_responses import SCIM, STATUS
from partwright.web.event_stream import EventStream
from partwright.web.parameters import FilteredQuery
from partwright.web.responses import GeneratedFile
from partwright.web.routing import SCIM_PATH, is_interface
from partwright.web.schemas import COMPONENTS, Schema, SchemaRegistry, bounded, example_value

_PATH_PART = re.compile(r"\{(\w+):\w+\}")
_WITH_TOKEN = ("UNAUTHENTICATED", "FORBIDDEN")
_WITH_BODY = ("VALIDATION_ERROR", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE")
_WRITING = ("CONFLICT", "UNPROCESSABLE", "ITEM_LOCKED")

_FILES = (Response, GeneratedFile, StreamedFile)
_SCIM_ERROR: Schema = {
    "type": "object",
    "required": ["schemas", "status", "detail"],
    "properties": {
        "schemas": {"type": "array", "items": {"type": "string"}},
        "status": {"type": "string"},
        "scimType": {"type": "string"},
        "detail": {"type": "string"},
    },
}
_ANYTHING: Schema = {"*/*": {}}
_EVENTS: Schema = {"text/event-stream": {"schema": {"type": "string"}}}

_RETRY = (
    "A repeated request with the same key within 24 hours gets the first answer again, and nothing"
    " is done twice."
)
_KNOWN_STATE = "The ETag of the client's copy; 304 when nothing has changed."
_MEANT_STATE = "The ETag of the state that the client read; 412 when it has changed since."
_LAST_EVENT = "The id of the last event that the client has seen; the stream continues after it."
_DIGESTS = {
    "Content-Digest": (
        "Digest of the body as it is sent, such as `sha-256=:<base64>:` (RFC 9530; also `Repr-Digest`, `Digest`"
        " and `Content-MD5`, and each of them in the headers of a file's part for the file alone). 400 when the bytes"
        " that arrive are others. Algorithms other than sha-256, sha-384, sha-512, sha and md5 are passed over."
    ),
    "X-Checksum-Sha256": (
        "Digest of the one file that is sent, in hexadecimal or base64 (also `X-Checksum-Sha512`, `-Sha1`,"
        " `-Md5`). 400 when the bytes that arrive are others."
    ),
}
_RANGES = {
    "Range": "The range of bytes, such as `bytes=0-1023`; answered with 206.",
    "If-Range": (
        "The ETag that `Range` refers to; the whole file is sent when it has changed since."
    ),
}


def build_document(endpoints: Sequence[Endpoint], *, version: str) -> Schema:
    """The whole document."""
    schemas = SchemaRegistry(endpoints)
    paths: dict[str, Schema] = {}
    for endpoint in endpoints:
        path = _PATH_PART.sub(r"{\1}", endpoint.path)
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Partwright",
            "version": version,
            "description": "Product lifecycle management: items, structures, branches, changes.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "tags": [{"name": tag} for tag in dict.fromkeys(e.tag for e in endpoints)],
        "security": [{"bearer": []}],
        "paths": paths,
        "components": {
            "schemas": schemas.components,
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(endpoint: Endpoint, schemas: SchemaRegistry) -> Schema:
    doc = inspect.getdoc(endpoint.handler) or ""
    rule = endpoint.permission
    permission = rule.name if isinstance(rule, AccessRule) else str(rule)
    operation: Schema = {
        "tags": [endpoint.tag],
        "operationId": operation_id(endpoint),
        "summary": doc.partition("\n")[0],
        "description": f"{doc}\n\nPermission: {permission}",
        "x-permission": permission,
        "parameters": [
            *_path_parameters(endpoint),
            *_query_parameters(endpoint, schemas),
            *_header_parameters(endpoint),
        ],
        "responses": _responses(endpoint, schemas),
    }
    if not _needs_token(endpoint):
        operation["security"] = []
    body = _body(endpoint, schemas)
    if body is not None:
        operation["requestBody"] = body
    return operation


def _needs_token(endpoint: Endpoint) -> bool:
    return not isinstance(endpoint.permission, AccessRule) or endpoint.permission.needs_token


def operation_id(endpoint: Endpoint) -> str:
    """`getBom` for `get_bom`: what a generated client calls the operation."""
    first, *others = endpoint.handler.__name__.split("_")
    return first + "".join(word.title() for word in others)


def _path_parameters(endpoint: Endpoint) -> list[Schema]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in _PATH_PART.findall(endpoint.path)
    ]


def _query_parameters(endpoint: Endpoint, schemas: SchemaRegistry) -> list[Schema]:
    if endpoint.query is None:
        return []
    hints = get_type_hints(endpoint.query, include_extras=True)
    unsent: frozenset[str] = getattr(endpoint.query, "unsent", frozenset())
    parameters: list[Schema] = [
        {
            "name": field.encode_name,
            "in": "query",
            "required": field.required,
            "schema": _field_schema(schemas.of(hints[field.name]), field.default),
        }
        for field in msgspec.structs.fields(endpoint.query)
        if field.name not in unsent
    ]
    if issubclass(endpoint.query, FilteredQuery):
        told = {parameter["name"] for parameter in parameters}
        filters = endpoint.query.fields.fields.items()
        parameters += [_filter(name, field) for name, field in filters if name not in told]
    return parameters


def _filter(name: str, field: ListField) -> Schema:
    """A field that a list is filtered by, of which the other forms are told in its description."""
    forms = [f"{name}.null"] * field.has_gaps
    if field.is_text or field.kind is FieldKind.USER:
        forms.append(f"{name}.like")
    if field.kind in NUMERIC | DATED:
        forms += [f"{name}.from", f"{name}.to"]
    words = "One or more values, separated by commas"
    if field.choices:
        words += f": {', '.join(field.choices)}"
    words += f". Also {', '.join(forms)}." if forms else "."
    return {"name": name, "in": "query", "description": words, "schema": {"type": "string"}}


def _field_schema(schema: Schema, default: Any) -> Schema:
    if default is not None and default is not msgspec.NODEFAULT and default is not msgspec.UNSET:
        schema["default"] = default
    return schema


def _header_parameters(endpoint: Endpoint) -> list[Schema]:
    """The headers by which a client names states, retries, and parts of a file or a stream."""
    if _streams_events(endpoint) and endpoint.method == "GET":
        return [_header("Last-Event-ID", _LAST_EVENT, {"type": "integer", "minimum": 0})]
    if not _needs_token(endpoint):
        return []
    if endpoint.path.startswith("/api/auth/") and endpoint.method != "GET":
        return []
    if endpoint.method == "POST":
        if endpoint.is_stream:
            return []
        schema = {"type": "string", "minLength": 1, "maxLength": 255}
        return [_header("Idempotency-Key", _RETRY, schema), *_digest_parameters(endpoint)]
    if endpoint.method == "GET":
        told = [_header("If-None-Match", _KNOWN_STATE, {"type": "string"})]
        if _returned(endpoint) is StreamedFile:
            told += [_header(name, words, {"type": "string"}) for name, words in _RANGES.items()]
        return told
    return [
        _header("If-Match", _MEANT_STATE, {"type": "string"}),
        *_digest_parameters(endpoint),
    ]


def _digest_parameters(endpoint: Endpoint) -> list[Schema]:
    """The headers by which a client says what the file should be that it sends."""
    if endpoint.form_schema is None:
        return []
    return [_header(name, words, {"type": "string"}) for name, words in _DIGESTS.items()]


def _header(name: str, description: str, schema: Schema) -> Schema:
    return {"name": name, "in": "header", "description": description, "schema": schema}


def _body(endpoint: Endpoint, schemas: SchemaRegistry) -> Schema | None:
    sent = None if endpoint.form_schema is None else deepcopy(endpoint.form_schema)
    form = {"multipart/form-data": {"schema": bounded(sent, schemas.components)}}
    if endpoint.form_schema is not None and endpoint.body_schema is None:
        return {"content": form}
    if endpoint.body_schema is not None:
        schema = bounded(schemas.mended(endpoint.body_schema), schemas.components)
    elif endpoint.body is not None:
        schema = bounded(schemas.reference(endpoint.body), schemas.components)
    else:
        return None
    example = endpoint.example
    if example is None:
        example = example_value(schema, schemas.components)
    content = {"application/json": {"schema": schema, "example": example}}
    return {"content": content | (form if endpoint.form_schema is not None else {})}


def _responses(endpoint: Endpoint, schemas: SchemaRegistry) -> Schema:
    good = [status for status in endpoint.statuses if status < 400] or [200]
    responses: Schema = {
        str(code): {"description": HTTPStatus(code).phrase} | _content(endpoint, schemas, code)
        for code in good
    }
    if endpoint.method == "GET" and _needs_token(endpoint) and not _streams_events(endpoint):
        responses["304"] = {"description": "Nothing has changed since that ETag"}
    if _returned(endpoint) is StreamedFile and endpoint.method == "GET":
        responses["206"] = {"description": "The requested bytes", "content": _ANYTHING}
    for code in _codes(endpoint, schemas):
        status = str(STATUS[code])
        if status in responses:
            responses[status]["description"] += f", {code}"
            continue
        responses[status] = {
            "description": code,
            "content": _refusal_content(endpoint, schemas, STATUS[code]),
        }
    return responses


def _refusal_content(endpoint: Endpoint, schemas: SchemaRegistry, status: int) -> Schema:
    if endpoint.path.startswith(SCIM_PATH):
        return {SCIM: {"schema": deepcopy(_SCIM_ERROR)}}
    return {"application/json": {"schema": _refused(endpoint, schemas, status)}}


def _refused(endpoint: Endpoint, schemas: SchemaRegistry, status: int) -> Schema:
    """The error envelope, or the outcome row by row where that has the same status."""
    envelope: Schema = {"$ref": COMPONENTS + "ErrorEnvelope"}
    if status < 500 and status in endpoint.statuses:
        return {"anyOf": [schemas.envelope(endpoint), envelope]}
    return envelope


def _returned(endpoint: Endpoint) -> Any:
    return get_type_hints(endpoint.handler).get("return")


def _streams_events(endpoint: Endpoint) -> bool:
    return _returned(endpoint) is EventStream


def _content(endpoint: Endpoint, schemas: SchemaRegistry, status: int) -> Schema:
    if status in (HTTPStatus.FOUND, HTTPStatus.NO_CONTENT):
        return {}
    if endpoint.path.startswith(SCIM_PATH):
        return {"content": {SCIM: {"schema": {"type": "object"}}}}
    if _streams_events(endpoint):
        return {"content": _EVENTS}
    if endpoint.is_stream and endpoint.response is None and _returned(endpoint) is Response:
        # A GET that streams brings a file, a POST tells how far it is.
        is_file = endpoint.method == "GET"
        return {"content": _ANYTHING if is_file else _EVENTS | {"application/json": {}}}
    if endpoint.is_stream and endpoint.response is not None:
        told: Schema = {"application/json": {"schema": schemas.envelope(endpoint)}}
        return {"content": told | _EVENTS}
    if endpoint.response is None and _returned(endpoint) in _FILES:
        # What makes its response by itself may answer with anything.
        return {"content": _ANYTHING}
    return {"content": {"application/json": {"schema": schemas.envelope(endpoint)}}}


def _names_others(endpoint: Endpoint, schemas: SchemaRegistry) -> bool:
    """Whether ids stand in the query or the body, of which each may be unknown."""
    if endpoint.query is not None:
        asked = [field.encode_name for field in msgspec.structs.fields(endpoint.query)]
        if any(name == "branch" or name.endswith("Id") for name in asked):
            return True
    body = _body(endpoint, schemas) or {"content": {}}
    return any(schemas.has_ids(told["schema"]) for told in body["content"].values())


def _missing(endpoint: Endpoint, schemas: SchemaRegistry) -> list[str]:
    """The codes by which the answer says that something does not exist."""
    codes = ["ITEM_NOT_FOUND"] if "{item_id" in endpoint.path else []
    if (endpoint.path_parameters and not codes) or _names_others(endpoint, schemas):
        codes.append("RESOURCE_NOT_FOUND")
    return codes


def _codes(endpoint: Endpoint, schemas: SchemaRegistry) -> list[str]:
    """The refusals that the route may answer with, those aside that are one slice's own."""
    codes: list[str] = ["INTERNAL_ERROR", "UNAVAILABLE"]
    if is_interface(endpoint.path):
        # A parameter that nothing reads is refused everywhere.
        codes += ["RATE_LIMITED", "VALIDATION_ERROR"]
    elif endpoint.query is not None:
        codes.append("VALIDATION_ERROR")
    if _needs_token(endpoint):
        codes += _WITH_TOKEN
    codes += _missing(endpoint, schemas)
    if _returned(endpoint) is StreamedFile and endpoint.method == "GET":
        codes.append("RANGE_NOT_SATISFIABLE")
    if endpoint.body is not None or endpoint.reads_raw_body or endpoint.form_schema is not None:
        codes += [code for code in _WITH_BODY if code not in codes]
    if endpoint.method != "GET":
        codes += _WRITING
    if endpoint.method in ("PUT", "PATCH", "DELETE"):
        codes.append("PRECONDITION_FAILED")
    return codes + [code for code in endpoint.refusals if code not in codes]
