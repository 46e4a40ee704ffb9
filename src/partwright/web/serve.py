"""Serves an endpoint: permission, parameters, transaction, verb, answer."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from litestar import Request
from litestar.response.base import ASGIResponse

from partwright.kit.db import Database, TransactionLost
from partwright.kit.db.base import retrying
from partwright.kit.errors import NotFound, Refusal
from partwright.kit.etag import names
from partwright.kit.fields import Edit, read, read_query
from partwright.kit.ids import as_uuid
from partwright.web import idempotency
from partwright.web.answers import Answer, Download
from partwright.web.call import Call
from partwright.web.endpoint import Endpoint, Rule
from partwright.web.idempotency import Claim, Kept
from partwright.web.problems import body_of, status_of
from partwright.web.services import Services

JSON = "application/json"


async def serve(endpoint: Endpoint, request: Request[Any, Any, Any], services: Services) -> Any:
    """The response of one request to one endpoint; refusals are raised."""
    request.scope["partwright_route"] = endpoint.path  # type: ignore[typeddict-unknown-key]
    call = Call(request, services)
    check_permission(endpoint, call)
    key = call.header("idempotency-key") if endpoint.method == "POST" else None
    if key is not None and not endpoint.streams and not endpoint.path.startswith("/api/auth/"):
        return await _once(endpoint, call, key)
    return respond(await _run(endpoint, call), call)


def check_permission(endpoint: Endpoint, call: Call) -> None:
    """Unauthenticated or Forbidden, before anything else is looked at."""
    rule = endpoint.permission
    if isinstance(rule, Rule):
        if rule.needs_token:
            _ = call.actor
    else:
        call.actor.require(rule)


async def _run(endpoint: Endpoint, call: Call, claim: Claim | None = None) -> Any:
    arguments = await _arguments(endpoint, call)
    if "tx" in endpoint.takes:
        return await _write(endpoint, call.services.database, arguments, claim)
    result = await _read(endpoint, call.services.database, arguments)
    if claim is not None:
        await _keep(call.services.database, claim, result)
    return result


async def _read(endpoint: Endpoint, database: Database, arguments: dict[str, Any]) -> Any:
    """Run a verb that only reads, or that opens its transactions by itself."""
    if "glance" in endpoint.takes:
        async with database.glance() as glance:
            return await endpoint.verb(glance=glance, **arguments)
    if "snapshot" in endpoint.takes:
        async with database.snapshot() as snapshot:
            return await endpoint.verb(snapshot=snapshot, **arguments)
    return await endpoint.verb(**arguments)


async def _write(
    endpoint: Endpoint, database: Database, arguments: dict[str, Any], claim: Claim | None
) -> Any:
    async def work() -> Any:
        async with database.transaction() as tx:
            result = await endpoint.verb(tx=tx, **arguments)
            if claim is not None:
                await idempotency.keep(tx, claim, _kept(result))
        return result

    try:
        async with database.transaction() as tx:
            result = await endpoint.verb(tx=tx, **arguments)
            if claim is not None:
                await idempotency.keep(tx, claim, _kept(result))
    except TransactionLost:
        return await retrying(work)
    return result


async def _keep(database: Database, claim: Claim, result: Any) -> None:
    """Store the answer of work that has been committed already; a file is made anew each time."""

    async def work() -> None:
        async with database.transaction() as tx:
            if isinstance(result, Download | ASGIResponse):
                await idempotency.release(tx, claim)
            else:
                await idempotency.keep(tx, claim, _kept(result))

    await retrying(work)


async def _arguments(endpoint: Endpoint, call: Call) -> dict[str, Any]:
    params: Mapping[str, Any] = call.request.scope["path_params"]
    arguments: dict[str, Any] = {name: _part(params[name]) for name in endpoint.path_names}
    if "call" in endpoint.takes:
        arguments["call"] = call
    if endpoint.query is not None:
        arguments["query"] = read_query(call.query(), endpoint.query)
    if endpoint.raw:
        arguments["body"] = await call.json()
    elif endpoint.edits:
        arguments["body"] = Edit(await call.json(), endpoint.body)
    elif endpoint.body is not None:
        arguments["body"] = read(await call.json(), endpoint.body)
    return arguments


def _part(text: str) -> str:
    """A part of the path: a UUID in its canonical form, any other text as it is."""
    if "\x00" in text:
        raise NotFound("There is nothing at this path")
    return as_uuid(text) or text


async def _once(endpoint: Endpoint, call: Call, key: str) -> Any:
    """Run the endpoint under its idempotency key, or answer what it answered before."""
    idempotency.check_key(key)
    caller, database = call.actor.id, call.services.database
    path = call.request.scope["path"] + "?" + call.request.scope["query_string"].decode("latin-1")
    body = await call.body()

    async def take() -> Claim | Kept:
        async with database.transaction() as tx:
            return await idempotency.claim(tx, caller=caller, key=key, path=path, body=body)

    claim = await retrying(take)
    if isinstance(claim, Kept):
        return _replay(claim)
    try:
        return respond(await _run(endpoint, call, claim), call)
    except BaseException as error:
        await _settle(call, claim, error)
        raise


async def _settle(call: Call, claim: Claim, error: BaseException) -> None:
    """Keep a refusal that will not change, and free the key after anything else."""
    status = status_of(error) if isinstance(error, Refusal) else 500

    async def settle() -> None:
        async with call.services.database.transaction() as tx:
            if isinstance(error, Refusal) and status in idempotency.REPLAYED:
                body = body_of(error, call.request.scope["partwright_request_id"])  # type: ignore[typeddict-item]
                await idempotency.keep(tx, claim, Kept(status, JSON, None, body))
            else:
                await idempotency.release(tx, claim)

    await retrying(settle)


def _kept(result: Any) -> Kept:
    answer = _answer(result)
    return Kept(answer.status, JSON, answer.etag, answer.body())


def _replay(kept: Kept) -> ASGIResponse:
    headers = {"Idempotency-Replayed": "true"} | ({"ETag": kept.etag} if kept.etag else {})
    return ASGIResponse(
        body=kept.body, status_code=kept.status, media_type=kept.content_type, headers=headers
    )


def _answer(result: Any) -> Answer:
    return result if isinstance(result, Answer) else Answer(result)


def respond(result: Any, call: Call) -> Any:
    """The framework's response of what a verb returned."""
    if isinstance(result, Download):
        return _download(result)
    if isinstance(result, ASGIResponse):
        return result
    answer = _answer(result)
    if answer.etag is None:
        return ASGIResponse(body=answer.body(), status_code=answer.status, media_type=JSON)
    headers = {"ETag": answer.etag}
    wanted = call.header("if-none-match") if call.request.scope["method"] == "GET" else None
    if wanted is not None and names(wanted, answer.etag):
        return ASGIResponse(status_code=304, headers=headers)
    return ASGIResponse(
        body=answer.body(), status_code=answer.status, media_type=JSON, headers=headers
    )


def _download(file: Download) -> ASGIResponse:
    ascii_name = file.file_name.encode("ascii", "replace").decode().replace('"', "'")
    disposition = f"attachment; filename=\"{ascii_name}\"; filename*=UTF-8''{quote(file.file_name)}"
    return ASGIResponse(
        body=file.content,
        media_type=file.media_type,
        headers={"Content-Disposition": disposition},
    )
