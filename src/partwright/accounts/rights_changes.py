"""Writes that change what somebody may do, and attempts at the password that some ask for."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from partwright.accounts import sign_on_service
from partwright.identity.rights_listeners import tell_of_rights
from partwright.kit.db import Transaction
from partwright.kit.db.base import hint
from partwright.kit.db.single_writes import write_alone
from partwright.kit.hints import RIGHTS
from partwright.web.audit_trail import note_act
from partwright.web.request import Request

T = TypeVar("T")


def _as_it_is(result: Any) -> Any:
    return result


async def commit_rights_change(
    request: Request,
    work: Callable[[Transaction], Awaitable[T]],
    *,
    answer: Callable[[T], Any] = _as_it_is,
) -> T:
    """Do a change of rights; from its commit on every token is looked up anew.

    `answer` makes the request's answer of the result, for whoever sends it again with its key.
    """

    async def attempt(tx: Transaction) -> T:
        result = await work(tx)
        request.match.settle()
        await tell_of_rights(tx)
        hint(tx, RIGHTS)
        await note_act(tx, request, result)
        await request.keep_answer(tx, answer(result))
        return result

    try:
        return await write_alone(request.services.database, attempt)
    finally:
        request.services.authenticator.forget()


async def count_attempt(request: Request) -> None:
    """Count an attempt on the caller's own password as a sign-on; RateLimited beyond the limit."""
    account = sign_on_service.counted_as(request.actor.email)
    await request.services.limits.sign_on(address=request.address, account=account)
