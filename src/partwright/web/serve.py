"""Serves an endpoint: permission, parameters, transaction, verb, answer."""

import asyncio
from typing import Any

from litestar.response.base import ASGIResponse

from partwright.kit.db import Database
from partwright.kit.db.base import retry_lost
from partwright.kit.db.cancellation import finish_despite_cancel
from partwright.kit.errors import Refusal
from partwright.kit.fields import PartialUpdate, read_query, read_struct
from partwright.kit.ids import as_uuid
from partwright.web import idempotency
from partwright.web.answers import Answer, Download
from partwright.web.call import Call
from partwright.web.downloads import Stream
from partwright.web.endpoint import Endpoint, Rule
from partwright.web.forms import receiving
from partwright.web.idempotency import Claim, Kept
from partwright.web.problems import body_of, status_of

JSON = "application/json"


async def serve(endpoint: Endpoint, call: Call) -> Any:
    """What the verb of the endpoint answers this call; refusals are raised."""
    rule = endpoint.permission
    if not isinstance(rule, Rule):
        call.actor.require(rule)
    elif rule.needs_token:
        _ = call.actor
    if "form" in endpoint.takes:
        return await _with_form(endpoint, call)
    return await _keyed(endpoint, call)


async def _with_form(endpoint: Endpoint, call: Call) -> Any:
    """Take the form in, once it is clear that the caller may send one; then run the endpoint."""
    services = call.services
    if endpoint.admits is not None:
        arguments = await _arguments(endpoint, call)
        async with services.database.snapshot() as snapshot:
            await endpoint.admits(snapshot=snapshot, **arguments)
    limit = services.settings.max_upload
    async with receiving(call, services.contents, limit=limit) as call.form:
        return await _keyed(endpoint, call)


async def _keyed(endpoint: Endpoint, call: Call) -> Any:
    if endpoint.method == "POST" and call.is_signed_in:
        key = call.header("idempotency-key")
        if key is not None and not endpoint.streams and not endpoint.path.startswith("/api/auth/"):
            return await _once(endpoint, call, key)
    return await _run(endpoint, call)


async def _run(endpoint: Endpoint, call: Call, claim: Claim | None = None) -> Any:
    arguments = await _arguments(endpoint, call)
    if call.form is not None:
        # Before the transaction: the row appears only after its bytes are safe.
        await call.form.keep()
        call.services.metrics.took_in([file.content.size for file in call.form.files])
        arguments["form"] = call.form
    if "tx" in endpoint.takes:
        return await _write(endpoint, call, arguments, claim)
    result = await _read(endpoint, call.services.database, arguments)
    if claim is not None:
        await finish_despite_cancel(_keep(call.services.database, claim, result))
    return result


async def _read(endpoint: Endpoint, database: Database, arguments: dict[str, Any]) -> Any:
    """Run a verb that only reads, or that opens its transactions by itself."""
    if "reads" in endpoint.takes:
        async with database.single_reads() as reads:
            return await endpoint.verb(reads=reads, **arguments)
    if "snapshot" in endpoint.takes:
        async with database.snapshot() as snapshot:
            return await endpoint.verb(snapshot=snapshot, **arguments)
    return await endpoint.verb(**arguments)


async def _write(
    endpoint: Endpoint, call: Call, arguments: dict[str, Any], claim: Claim | None
) -> Any:
    async def work() -> Any:
        async with call.services.database.transaction() as tx:
            result = await endpoint.verb(tx=tx, **arguments)
            call.match.settle()
            if claim is not None:
                await idempotency.settle(tx, claim, _kept(result))
        return result

    return await retry_lost(work)


async def _keep(database: Database, claim: Claim, result: Any) -> None:
    """Store the answer of work that has been committed already."""

    async def work() -> None:
        async with database.transaction() as tx:
            await idempotency.settle(tx, claim, _kept(result))

    await retry_lost(work)


async def _arguments(endpoint: Endpoint, call: Call) -> dict[str, Any]:
    params = call.path_params
    arguments: dict[str, Any] = {name: _part(params[name]) for name in endpoint.path_names}
    if "call" in endpoint.takes:
        arguments["call"] = call
    if endpoint.query is not None:
        arguments["query"] = read_query(call.query(), endpoint.query)
    if endpoint.raw:
        arguments["body"] = await call.json(endpoint.split)
    elif endpoint.edits:
        arguments["body"] = PartialUpdate(await call.json(), endpoint.body)
    elif endpoint.body is not None:
        arguments["body"] = read_struct(await call.json(), endpoint.body)
    return arguments


def _part(text: str) -> str:
    """A part of the path: a UUID in its canonical form, any other text as it is.

    Of a NUL, which PostgreSQL cannot be asked for, becomes another sign that no id has.
    """
    return as_uuid(text) or text.replace("\x00", "\ufffd")


async def _once(endpoint: Endpoint, call: Call, key: str) -> Any:
    """Run the endpoint under its idempotency key, or answer what it answered before."""
    idempotency.check_key(key)
    caller, database = call.actor.id, call.services.database
    body = await call.body() if call.form is None else call.form.fingerprint

    async def take() -> Claim | Kept:
        async with database.transaction() as tx:
            return await idempotency.claim(tx, caller=caller, key=key, path=call.target, body=body)

    taking = asyncio.ensure_future(retry_lost(take))
    try:
        claim = await finish_despite_cancel(taking)
        return _replay(claim) if isinstance(claim, Kept) else await _run(endpoint, call, claim)
    except BaseException as error:
        taken = None if taking.cancelled() or taking.exception() else taking.result()
        if isinstance(taken, Claim):
            await finish_despite_cancel(_settle(call, taken, error))
        raise


async def _settle(call: Call, claim: Claim, error: BaseException) -> None:
    """Keep a refusal that will not change, and free the key after anything else."""
    kept = None
    if isinstance(error, Refusal):
        kept = Kept(status_of(error), JSON, None, body_of(error, call.request_id))

    async def settle() -> None:
        async with call.services.database.transaction() as tx:
            await idempotency.settle(tx, claim, kept)

    await retry_lost(settle)


def _kept(result: Any) -> Kept | None:
    """The answer as it is stored; None for a file, which is made anew each time."""
    if isinstance(result, Download | Stream | ASGIResponse):
        return None
    answer = result if isinstance(result, Answer) else Answer(result)
    return Kept(answer.status, JSON, answer.etag, answer.body())


def _replay(kept: Kept) -> ASGIResponse:
    headers = {"Idempotency-Replayed": "true"} | ({"ETag": kept.etag} if kept.etag else {})
    return ASGIResponse(
        body=kept.body, status_code=kept.status, media_type=kept.content_type, headers=headers
    )
