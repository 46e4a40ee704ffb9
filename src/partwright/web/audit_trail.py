"""Acts of a request that no commit tells of, noted with the act or, where it is refused, apart."""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar, cast

import msgspec

from partwright.identity.model import UserRef
from partwright.kit import clock
from partwright.kit.db import Transaction
from partwright.kit.db.base import finish_despite_cancel
from partwright.kit.db.single_writes import write_alone
from partwright.kit.errors import InvalidCredentials, PermissionDenied, Refusal
from partwright.kit.fields import NOT_JSON
from partwright.web.request import SECRET, Request
from partwright.web.responses import DataResponse

DONE = "done"
_LONGEST = 4_000
"""Characters of what was sent; more is named by its length alone."""
_SECRET_WORDS = ("password", "token", "secret")

T = TypeVar("T")


class AuditNote(msgspec.Struct, frozen=True, kw_only=True):
    """One act, as it is kept."""

    happened_at: str
    action: str
    outcome: str
    """`done`, or the code of the refusal."""
    actor_id: str | None
    actor_name: str | None
    address: str
    request_id: str
    subject: str | None
    """The id of what was touched."""
    details: str | None
    """The fields that were sent, as JSON, without secrets."""


class AuditTrail(Protocol):
    """Keeps notes."""

    async def write(self, tx: Transaction, note: AuditNote) -> None:
        """Keep a note with what else the transaction does."""
        ...


async def watch(request: Request, work: Callable[[], Awaitable[T]]) -> T:
    """The result of the work; what it did, or who was refused, stands in the trail before that is told."""
    try:
        result = await work()
    except Refusal as refusal:
        is_told = isinstance(refusal, InvalidCredentials | PermissionDenied)
        if not is_told and not request.audit.outcome:
            raise
        await finish_despite_cancel(_note_apart(request, None, outcome=refusal.code))
        raise
    if not request.audit.is_noted:
        await finish_despite_cancel(_note_apart(request, result))
    return result


async def note_act(tx: Transaction, request: Request, result: Any) -> None:
    """Note what the transaction does, if that is to be noted."""
    trail: AuditTrail | None = request.services.trail
    if request.audit.action and trail is not None:
        await trail.write(tx, _note(request, result, DONE))
        request.audit.is_noted = True


async def _note_apart(request: Request, result: Any, *, outcome: str = DONE) -> None:
    trail: AuditTrail | None = request.services.trail
    if trail is None:
        return
    note = _note(request, result, outcome)
    await write_alone(request.services.database, lambda tx: trail.write(tx, note))


def note_refusal(request: Request, refusal: Refusal) -> None:
    """A refusal that is told by a redirect."""
    request.audit.outcome = refusal.code


def _note(request: Request, result: Any, outcome: str) -> AuditNote:
    actor = request.state.actor
    who = request.audit.actor or (UserRef(actor.id, actor.name) if actor else None)
    return AuditNote(
        happened_at=clock.now(),
        action=request.audit.action,
        outcome=request.audit.outcome or outcome,
        actor_id=who.id if who else None,
        actor_name=who.name if who else None,
        address=request.address,
        request_id=request.request_id,
        subject=request.audit.subject or _subject(request, result),
        details=_details(request),
    )


def _subject(request: Request, result: Any) -> str | None:
    """The ids of the path, or else that of what was made."""
    named = [part for name, part in request.path_parameters.items() if name != SECRET]
    if named:
        return "/".join(named)[:200]
    made: Any = result.data if isinstance(result, DataResponse) else result
    if isinstance(made, dict):
        found = cast("dict[str, Any]", made)
        made = next(iter(found.values()), None)
        if isinstance(found.get("id"), str):
            return found["id"]
    found_id = getattr(made, "id", None)
    return found_id if isinstance(found_id, str) else None


def _details(request: Request) -> str | None:
    """The body that was sent, and what the verb adds."""
    told: dict[str, Any] = dict(request.audit.details)
    # What a provider of sign-on sends along lets in who has it first.
    is_sign_on = request.scope["path"].startswith("/api/auth/")
    if not is_sign_on and (query := request.query()):
        told["query"] = _without_secrets(query)
    if request.form is not None:
        told["files"] = [file.file_name for file in request.form.files]
    elif request.read_body:
        told["body"] = _body(request.read_body)
        if is_sign_on and isinstance(told["body"], dict):
            # The code of an authenticator app.
            cast("dict[str, Any]", told["body"]).pop("code", None)
    if not told:
        return None
    text = msgspec.json.encode(told).decode()
    if len(text) <= _LONGEST:
        return text
    return msgspec.json.encode({**request.audit.details, "characters": len(text)}).decode()


def _body(body: bytes) -> Any:
    if len(body) > _LONGEST:
        return {"bytes": len(body)}
    try:
        return _without_secrets(msgspec.json.decode(body))
    except NOT_JSON:
        return {"bytes": len(body)}


def _without_secrets(value: Any) -> Any:
    if isinstance(value, dict):
        pairs = cast("dict[str, Any]", value).items()
        return {
            k.replace("\x00", "\ufffd"): "***" if _is_secret(k) else _without_secrets(v)
            for k, v in pairs
        }
    if isinstance(value, list):
        return [_without_secrets(entry) for entry in cast("list[Any]", value)]
    return value.replace("\x00", "\ufffd") if isinstance(value, str) else value


def _is_secret(name: str) -> bool:
    lowered = name.lower()
    return any(word in lowered for word in _SECRET_WORDS)
