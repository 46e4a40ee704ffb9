"""Answers that are told a second time, to those alone who may still see what they are about."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from http import HTTPStatus
from typing import Any, cast

import msgspec
from msgspec.structs import replace
from starlette.responses import Response

from partwright.identity.permissions import ALL
from partwright.kit.errors import MethodNotAllowed, NotFound, Refusal, StateConflict
from partwright.kit.fields import NOT_JSON
from partwright.web.endpoint import Endpoint
from partwright.web.error_responses import SCIM
from partwright.web.idempotency import AnswerForm, StoredResponse
from partwright.web.request import Request, RequestState, set_state
from partwright.web.responses import DataResponse
from partwright.web.spooled_json import SpooledJson

Run = Callable[[Endpoint, Request], Awaitable[Any]]

_RECORDS = {
    "designId": "/api/designs/",
    "programId": "/api/programs/",
    "changeOrderId": "/api/change-orders/",
    "itemId": "/api/items/",
}
"""Keys of bodies and answers that name a record, and where it is shown."""
_MOST_RECORDS = 50
_DEEPEST = 6
_READS = frozenset({"request", "reads", "snapshot", "query"})


async def replay(endpoint: Endpoint, request: Request, kept: StoredResponse, run: Run) -> Response:
    """The stored answer; NotFound where it is about something that the caller does not see now.

    An answer too large to be kept is told by the record that it made, or else StateConflict.
    """
    headers = {"Idempotency-Replayed": "true"} | ({"ETag": kept.etag} if kept.etag else {})
    body, record = kept.body, None
    if kept.status < 300:
        for path in _shown_at(endpoint, request, kept):
            shown = await _look(request, path, run)
            record = shown if path == kept.record else record
    if kept.form is AnswerForm.DIGEST:
        if not isinstance(record, DataResponse):
            raise StateConflict(
                f"The first request with this Idempotency-Key did this, with status"
                f" {kept.status}; its answer was too long to be kept"
            )
        body = record.body()
    elif kept.content_type == SCIM and kept.status == HTTPStatus.CREATED:
        # Where what was made is, SCIM says beside the answer as well.
        headers["Location"] = str(_decoded(body)["meta"]["location"])
    return Response(body, status_code=kept.status, media_type=kept.content_type, headers=headers)


def record_of(request: Request, body: bytes) -> str | None:
    """The path of the record that an answer made, if it made one and says its id."""
    found = _decoded(body)
    made = found.get("data")
    made_id = cast("dict[str, Any]", made).get("id") if isinstance(made, dict) else None
    path: str = request.scope["path"].rstrip("/")
    return f"{path}/{made_id}" if isinstance(made_id, str) and "/" not in made_id else None


def _shown_at(endpoint: Endpoint, request: Request, kept: StoredResponse) -> list[str]:
    """The paths of the records that request and answer name."""
    paths: dict[str, None] = {}
    parts, template = (text.split("/") for text in (request.scope["path"], request.state.route))
    for number, part in enumerate(template):
        if part.startswith("{"):
            paths["/".join(parts[: number + 1])] = None
    if kept.record is not None:
        paths[kept.record] = None
    sent = request.form.fields if request.form is not None else _decoded(request.read_body or b"")
    # What a dry run says it made was never there.
    is_trial = str(sent.get("dryRun")).lower() == "true"
    is_told = kept.form is not AnswerForm.DIGEST and not is_trial
    bodies = [_decoded(kept.body)] if is_told else []
    if not endpoint.names_foreign_records or request.form is not None:
        bodies.append(sent)
    for body in bodies:
        for path in _named(body, _DEEPEST):
            paths[path] = None
            if len(paths) >= _MOST_RECORDS:
                return list(paths)
    return list(paths)


def _named(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in cast("dict[str, Any]", value).items():
            if isinstance(inner, str) and key in _RECORDS and "/" not in inner and inner:
                yield _RECORDS[key] + inner
            elif depth:
                yield from _named(inner, depth - 1)
    elif isinstance(value, list) and depth:
        for inner in cast("list[Any]", value):
            yield from _named(inner, depth - 1)


def _decoded(body: bytes) -> dict[str, Any]:
    try:
        found = msgspec.json.decode(body)
    except NOT_JSON:
        return {}
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


async def _look(request: Request, path: str, run: Run) -> Any:
    """The answer of a GET of the path to the caller, whatever their rights; None where there is none."""
    found = _reading(request, path)
    if found is None:
        return None
    endpoint, asked = found
    try:
        shown = await run(endpoint, asked)
    except NotFound:
        raise
    except Refusal:
        # The record is there and seen; what else stands against reading it was no matter before.
        return None
    if isinstance(shown, SpooledJson):
        shown.close()
        return None
    return shown if isinstance(shown, DataResponse) else DataResponse(shown)


def _reading(request: Request, path: str) -> tuple[Endpoint, Request] | None:
    state = request.state
    if state.routes is None:
        return None
    try:
        route, parameters = state.routes.find(path)
    except (NotFound, MethodNotAllowed):
        return None
    endpoint = route.endpoints.get("GET")
    if endpoint is None or not endpoint.inputs - set(endpoint.path_parameters) <= _READS:
        return None
    scope: dict[str, Any] = {**request.scope, "path": path, "method": "GET", "query_string": b""}
    headers: Mapping[bytes, bytes] = {}
    own = RequestState(request_id=state.request_id, headers=headers, address=state.address)
    own.route, own.path_parameters, own.routes = route.path, parameters, state.routes
    # The permission of the route has been judged; here it counts what the caller sees.
    own.actor = replace(request.actor, permissions=ALL)
    set_state(scope, own)
    return endpoint, Request(scope, request.receive, request.services, method="GET")
