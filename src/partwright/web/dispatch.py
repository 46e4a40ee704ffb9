"""Serves requests: the endpoint of a path, its permission, parameters, transaction, verb, answer."""

import asyncio
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import msgspec
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from partwright.kit.db import Database, Snapshot, Transaction
from partwright.kit.db.base import answering_task, finish_despite_cancel, retry_lost_transaction
from partwright.kit.db.single_writes import write_alone
from partwright.kit.errors import ErrorDetail, InvalidInput, NotFound, PermissionDenied, Refusal
from partwright.kit.field_problems import meant, one_of
from partwright.kit.fields import PartialUpdate, read_query, read_struct
from partwright.kit.ids import as_uuid
from partwright.web import idempotency
from partwright.web.audit_trail import note_act, watch
from partwright.web.downloads import StreamedFile
from partwright.web.endpoint import AccessRule, Endpoint
from partwright.web.error_responses import SCIM, UnknownMethod, error_status, refusal_body
from partwright.web.forms import receive_form
from partwright.web.idempotency import KeyClaim, StoredResponse
from partwright.web.middleware import RequestMiddleware
from partwright.web.replay import record_of, replay
from partwright.web.replica_reads import read_somewhere, with_position
from partwright.web.request import Request, state_of
from partwright.web.responses import CompressingSender, DataResponse, DryRun, GeneratedFile
from partwright.web.routing import SCIM_PATH, RouteTree
from partwright.web.sending import headers_only, send_allowed_methods, send_kept, send_response
from partwright.web.services import ServerServices
from partwright.web.traced import TracingMiddleware


def build_application(
    routes: RouteTree,
    services: ServerServices,
    *,
    within: Callable[[ASGIApp], ASGIApp] = lambda routed: routed,
) -> ASGIApp:
    """The whole application; the layer `within` takes what is asked outside `/api/` first."""
    routed = RoutedApplication(routes, services)
    outermost = RequestMiddleware(routed, services, beside=within(routed))
    return TracingMiddleware(outermost, services.tracer) if services.tracer.is_on else outermost


class RoutedApplication:
    """Finds the endpoint of a request and sends what it answers; what refuses is raised."""

    def __init__(self, routes: RouteTree, services: ServerServices) -> None:
        self._routes = routes
        self._services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        state = state_of(scope)
        route, state.path_parameters = self._routes.find(scope["path"])
        state.route, state.routes = route.path, self._routes
        method: str = scope["method"]
        endpoint = route.endpoints.get("GET" if method == "HEAD" else method)
        if endpoint is not None and endpoint.is_lasting:
            kept = self._services.answers.find(scope, state.actor)
            if kept is not None:
                await send_kept(kept, state.headers, send, is_head=method == "HEAD")
                return
        if method == "HEAD":
            method, send = "GET", headers_only(send)
        elif not route.path.startswith("/api/auth/"):
            # A secret beside text that a client chooses must not be compressed together with it.
            accepted = state.headers.get(b"accept-encoding", b"")
            send = CompressingSender(send, accepted=accepted)
        if endpoint is not None:
            answering_task.set(asyncio.current_task())
            request = Request(scope, receive, self._services, method=method)
            work = dispatch(endpoint, request)
            if (replicas := self._services.replicas) is not None:
                work = with_position(replicas, state, work)
            await send_response(await work, request, receive, send)
        elif method == "OPTIONS":
            await send_allowed_methods(route.allow, send)
        else:
            raise UnknownMethod(route.allow)


JSON = "application/json"


async def dispatch(endpoint: Endpoint, request: Request) -> Any:
    """The answer of the endpoint's verb to this call; refusals are raised."""
    if not endpoint.audited or request.scope["method"] == "HEAD":
        return await _permitted(endpoint, request)
    request.audit.action = endpoint.audited
    return await watch(request, lambda: _permitted(endpoint, request))


class SeesOnlyShares(PermissionDenied):
    """Of an account without any right nothing is told apart: what exists, and what does not."""

    def __init__(self) -> None:
        super().__init__("This account sees nothing but what is shared with it")


async def _permitted(endpoint: Endpoint, request: Request) -> Any:
    """The verb's answer, if the caller may call it."""
    rule = endpoint.permission
    if not isinstance(rule, AccessRule):
        request.actor.require(rule)
    elif rule.needs_token and request.actor.is_scoped and rule.refuses_scopes:
        raise PermissionDenied("This is not allowed with a scoped token")
    try:
        return await _answer(endpoint, request)
    except (NotFound, PermissionDenied) as refusal:
        is_guest = request.is_signed_in and not request.actor.permissions
        if is_guest and not endpoint.path.startswith("/share/"):
            raise SeesOnlyShares from refusal
        raise


async def _answer(endpoint: Endpoint, request: Request) -> Any:
    if endpoint.is_lasting:
        return await _read_lasting(endpoint, request)
    if "form" in endpoint.inputs and not (endpoint.reads_raw_body and not request.sends_form):
        return await _with_form(endpoint, request)
    return await _keyed(endpoint, request)


async def _with_form(endpoint: Endpoint, request: Request) -> Any:
    """Take the form in, once it is clear that the caller may send one; then run the endpoint."""
    services = request.services
    if endpoint.precheck is not None:
        arguments = await _arguments(endpoint, request)
        async with services.database.snapshot() as snapshot:
            await endpoint.precheck(snapshot=snapshot, **arguments)
    limit = services.settings.max_upload
    takes_json = endpoint.takes_json_form
    async with receive_form(
        request, services.contents, limit=limit, takes_json=takes_json
    ) as request.form:
        return await _keyed(endpoint, request)


async def _keyed(endpoint: Endpoint, request: Request) -> Any:
    if endpoint.method == "POST" and request.is_signed_in:
        key = request.header("idempotency-key")
        if (
            key is not None
            and not endpoint.is_stream
            and not endpoint.path.startswith("/api/auth/")
        ):
            return await _once(endpoint, request, key)
    return await _run(endpoint, request)


async def _run(endpoint: Endpoint, request: Request, claim: KeyClaim | None = None) -> Any:
    arguments = await _arguments(endpoint, request)
    if request.form is not None:
        # Before the transaction: the row appears only after its bytes are safe.
        await request.form.keep()
        request.services.metrics.took_in([file.content.size for file in request.form.files])
        arguments["form"] = request.form
    elif "form" in endpoint.inputs:
        arguments["form"] = None
    if endpoint.before_write is None:
        return await _work(endpoint, request, arguments, claim)
    with request.lasting:
        await endpoint.before_write(**arguments)
        return await _work(endpoint, request, arguments, claim)


async def _work(
    endpoint: Endpoint, request: Request, arguments: dict[str, Any], claim: KeyClaim | None
) -> Any:
    if "tx" in endpoint.inputs:
        return await _write(endpoint, request, arguments, claim)
    if claim is not None:
        request.kept_by = partial(_settle_in, request, claim)
    result = await _read(endpoint, request, arguments)
    if claim is not None and not request.is_kept:
        await finish_despite_cancel(_keep(request, claim, result))
    return result


async def _read_lasting(endpoint: Endpoint, request: Request) -> Any:
    """Read what may be kept in memory."""
    answers = request.services.answers
    state = answers.state
    response = await _read(endpoint, request, await _arguments(endpoint, request))
    if state is not None:
        answers.keep(request, state, response)
    return response


async def _read(endpoint: Endpoint, request: Request, arguments: dict[str, Any]) -> Any:
    """Run a verb that only reads, or that opens its transactions by itself."""
    replicas = request.services.replicas
    if replicas is None or endpoint.method != "GET":
        return await _read_from(request.services.database, endpoint, request, arguments)

    async def read(database: Database) -> Any:
        return await _read_from(database, endpoint, request, arguments)

    if {"reads", "snapshot"}.isdisjoint(endpoint.inputs):
        return await read(request.services.database)
    return await read_somewhere(replicas, request, read)


async def _read_from(
    database: Database, endpoint: Endpoint, request: Request, arguments: dict[str, Any]
) -> Any:
    if "reads" in endpoint.inputs:
        async with database.single_reads() as reads:
            return await _read_tagged(endpoint, request, reads, arguments | {"reads": reads})
    if "snapshot" in endpoint.inputs:
        async with database.snapshot() as snapshot:
            return await _read_tagged(
                endpoint, request, snapshot, arguments | {"snapshot": snapshot}
            )
    return await endpoint.handler(**arguments)


async def _read_tagged(
    endpoint: Endpoint, request: Request, reads: Snapshot, arguments: dict[str, Any]
) -> Any:
    """Run a verb that reads, unless the client has what it would answer."""
    if endpoint.find_tag is None:
        return await endpoint.handler(**arguments)
    # First, so that what is committed meanwhile makes the answer newer than its tag, never older.
    tag = await endpoint.find_tag(reads, request)
    if request.has_state(tag):
        return DataResponse(None, etag=tag)
    response = await endpoint.handler(**arguments)
    response.etag = tag
    return response


async def _write(
    endpoint: Endpoint, request: Request, arguments: dict[str, Any], claim: KeyClaim | None
) -> Any:
    async def work() -> Any:
        async with request.services.database.transaction() as tx:
            result = await endpoint.handler(tx=tx, **arguments)
            request.match.settle()
            if isinstance(result, DryRun):
                request.audit.is_noted = True
                raise _RolledBack(result.response)
            if claim is not None:
                await idempotency.settle_claim(tx, claim, _kept(request, result))
            if request.audit.action:
                await note_act(tx, request, result)
        return result

    try:
        return await retry_lost_transaction(work)
    except _RolledBack as rolled_back:
        if claim is not None:
            await finish_despite_cancel(_keep(request, claim, rolled_back.response))
        return rolled_back.response


class _RolledBack(Exception):
    """Takes back the transaction of a dry run."""

    def __init__(self, response: DataResponse) -> None:
        super().__init__()
        self.response = response


async def _keep(request: Request, claim: KeyClaim, result: Any) -> None:
    """Store the answer of work that has been committed already."""

    settle = partial(_settle_in, request, claim, result=result)
    await write_alone(request.services.database, settle)


async def _settle_in(request: Request, claim: KeyClaim, tx: Transaction, result: Any) -> None:
    await idempotency.settle_claim(tx, claim, _kept(request, result))


async def _arguments(endpoint: Endpoint, request: Request) -> dict[str, Any]:
    params = request.path_parameters
    arguments: dict[str, Any] = {name: _part(params[name]) for name in endpoint.path_parameters}
    if "request" in endpoint.inputs:
        arguments["request"] = request
    given = request.query() if endpoint.ignores_other_parameters else request.parameters()
    _check_parameters(endpoint, given)
    if endpoint.query is not None:
        arguments["query"] = read_query(given, endpoint.query)
    if endpoint.reads_raw_body and "form" in endpoint.inputs and request.sends_form:
        arguments["body"] = {}
    elif endpoint.reads_raw_body:
        arguments["body"] = await request.json(endpoint.split_body)
    elif endpoint.is_partial_update:
        arguments["body"] = PartialUpdate(await request.json(), endpoint.body)
    elif endpoint.body is not None:
        keys = await request.json(endpoint.split_body)
        arguments["body"] = await request.decode(read_struct, keys, endpoint.body)
    return arguments


@cache
def _known(query: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(field.encode_name for field in msgspec.structs.fields(query))


def _check_parameters(endpoint: Endpoint, given: Mapping[str, str]) -> None:
    """InvalidInput for a parameter that the endpoint does not know: it would do nothing, unseen."""
    judges_itself = endpoint.ignores_other_parameters or hasattr(endpoint.query, "read_others")
    if not given or judges_itself or not endpoint.path.startswith("/api/"):
        return
    known = () if endpoint.query is None else _known(endpoint.query)
    unknown = [name for name in given if name not in known]
    if unknown:
        problem = "is not a parameter of this call"
        first, *more = unknown
        expected = f"{meant(first, known)}expected {one_of(known)}" if known else "it takes none"
        problems = [ErrorDetail(first, f"{problem}; {expected}")]
        raise InvalidInput.fields([*problems, *[ErrorDetail(name, problem) for name in more]])


def _part(text: str) -> str:
    """A part of the path: a UUID in its canonical form, any other text as it is.

    Of a NUL, which PostgreSQL cannot be asked for, becomes another sign that no id has.
    """
    return as_uuid(text) or text.replace("\x00", "\ufffd")


async def _once(endpoint: Endpoint, request: Request, key: str) -> Any:
    """Run the endpoint under its idempotency key, or answer what it answered before."""
    idempotency.check_key(key)
    caller, database = idempotency.caller_of(request.actor), request.services.database
    body = await request.body() if request.form is None else request.form.fingerprint

    async def take(tx: Transaction) -> KeyClaim | StoredResponse:
        return await idempotency.claim_key(
            tx, caller=caller, key=key, path=request.target, body=body
        )

    taking = asyncio.ensure_future(write_alone(database, take))
    try:
        claim = await finish_despite_cancel(taking)
        if isinstance(claim, StoredResponse):
            request.audit.is_noted = True
            return await replay(endpoint, request, claim, _run)
        return await _run(endpoint, request, claim)
    except BaseException as error:
        taken = None if taking.cancelled() or taking.exception() else taking.result()
        if isinstance(taken, KeyClaim):
            await finish_despite_cancel(_settle(request, taken, error))
        raise


async def _settle(request: Request, claim: KeyClaim, error: BaseException) -> None:
    """Keep a refusal that will not change, and free the key after anything else."""
    kept = None
    if isinstance(error, Refusal):
        is_scim = request.state.route.startswith(SCIM_PATH)
        form, body = refusal_body(error, request.request_id, is_scim=is_scim)
        kept = StoredResponse(error_status(error), form, None, body)

    async def settle(tx: Transaction) -> None:
        await idempotency.settle_claim(tx, claim, kept)

    await write_alone(request.services.database, settle)


def _kept(request: Request, result: Any) -> StoredResponse | None:
    """The answer as it is stored; None for a file, which is made anew each time."""
    if isinstance(result, Response) and result.media_type == SCIM:
        return StoredResponse(result.status_code, SCIM, None, bytes(result.body))
    if isinstance(result, GeneratedFile | StreamedFile | Response):
        return None
    answer = result if isinstance(result, DataResponse) else DataResponse(result)
    body = answer.body()
    return StoredResponse(answer.status, JSON, answer.etag, body, record=record_of(request, body))
