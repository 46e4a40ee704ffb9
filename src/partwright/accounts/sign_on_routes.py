"""Sign-on, sign-off and tokens over HTTP."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import partial
from typing import Annotated
from urllib.parse import quote

import msgspec
from msgspec import Meta
from starlette.responses import Response

from partwright.accounts import openid_service, sign_on_service, token_service
from partwright.accounts.group_roles import FollowedGroups
from partwright.accounts.openid_provider import OpenIdProvider
from partwright.accounts.rights_changes import commit_rights_change
from partwright.accounts.second_factor_service import REQUIRED
from partwright.accounts.wire import LoginInput, NewPersonalToken, SignOnMethods
from partwright.identity.model import (
    NewTokenSecret,
    PersonalToken,
    SessionStart,
    SignOnSession,
    UserRef,
)
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import InvalidInput, NotFound, Refusal
from partwright.kit.fields import FieldProblem, cleaned
from partwright.kit.ids import TokenId
from partwright.web.audit_trail import note_refusal
from partwright.web.dispatch import JSON
from partwright.web.endpoint import PUBLIC, SIGNED_IN, ListOf, RouteTable
from partwright.web.parameters import OptionalPageQuery
from partwright.web.request import Request
from partwright.web.responses import DataResponse, SuccessMessage, created_response, page_response

routes = RouteTable("Identity")

OIDC_COOKIE = "partwright_sign_on"
OIDC_SECONDS = 600
"""So long a person may take at the OpenID provider."""
_MOST_OF_PATH = 1001
_OWN_PATH = re.compile(r"/(?![/\\])[!-~]{0,1000}\Z")
"""An address on this server, without a host that a browser would read into it."""


_AS_IT_IS = "".join(map(chr, range(ord("!"), ord("~") + 1)))


def _own_path(text: str) -> str:
    """The path as browsers send it; the first page for one that is too long to be kept meanwhile."""
    path = quote(text, safe=_AS_IT_IS) if text.isprintable() else text
    if _OWN_PATH.match(path):
        return path
    if _OWN_PATH.match(path[:_MOST_OF_PATH]):
        return "/"
    raise FieldProblem(f"expected a path of this server such as /items, got {text[:50]!r}")


class NextQuery(msgspec.Struct):
    """Page that the browser goes to after signing on."""

    next: Annotated[str, Meta(extra=cleaned(_own_path))] = "/"


def _set_session(response: Response, request: Request, *, token: str, seconds: int) -> None:
    is_https = request.is_https
    response.set_cookie(
        request.services.cookies.name(is_https=is_https),
        token,
        max_age=seconds,
        httponly=True,
        samesite="strict",
        secure=is_https,
    )


def _with_cookie(answer: DataResponse, request: Request, *, token: str, seconds: int) -> Response:
    """The answer, with the browser's token set, or cleared with no seconds to live."""
    response = Response(answer.body(), status_code=answer.status, media_type=JSON)
    _set_session(response, request, token=token, seconds=seconds)
    return response


def _origin(request: Request) -> sign_on_service.SessionOrigin:
    settings = request.services.settings
    return sign_on_service.SessionOrigin(
        hours=settings.session_hours,
        needs_second=settings.second_factor == REQUIRED,
        address=request.address,
        client=(request.header("user-agent") or "")[:200] or None,
    )


@routes.get("/api/auth/methods", PUBLIC)
async def get_sign_on_methods(request: Request, reads: Snapshot) -> SignOnMethods:
    """The ways to sign on here."""
    return await sign_on_service.sign_on_methods(reads, request.services.settings)


@routes.post(
    "/api/auth/login",
    PUBLIC,
    example={"email": "ada@example.com", "password": "correct horse battery"},
    response=SessionStart,
    refusals=("INVALID_CREDENTIALS",),
)
async def log_in(request: Request, body: LoginInput) -> Response:
    """Sign on by e-mail address and password; the session's token also becomes a cookie."""
    services, address = request.services, request.address
    is_known = partial(sign_on_service.has_come_from, services.database, body.email, address)
    account = sign_on_service.counted_as(body.email)
    await services.limits.sign_on(address=address, account=account, is_known=is_known)
    session = await sign_on_service.with_password(services.database, body, _origin(request))
    _note_user(request, session)
    told = DataResponse(sign_on_service.shown_session(session, body))
    seconds = services.settings.session_hours * 3600
    return _with_cookie(told, request, token=str(session.token), seconds=seconds)


@routes.post("/api/auth/logout", SIGNED_IN, response=SuccessMessage)
async def log_out(request: Request) -> Response:
    """End the token in use."""
    actor = request.actor
    await commit_rights_change(request, lambda tx: sign_on_service.end(tx, actor))
    return _with_cookie(DataResponse(SuccessMessage()), request, token="", seconds=0)


@routes.get(
    "/api/auth/sessions", SIGNED_IN, response=ListOf("sessions", SignOnSession, is_whole=True)
)
async def list_sessions(
    request: Request, reads: Snapshot, query: OptionalPageQuery
) -> DataResponse:
    """List where you are signed on."""
    page = await sign_on_service.sign_on_sessions(reads, request.actor, paging=query.paging())
    return page_response("sessions", page)


@routes.delete("/api/auth/sessions/{session_id:str}", SIGNED_IN)
async def end_session(request: Request, session_id: TokenId) -> SuccessMessage:
    """End one of your sign-ons."""
    actor = request.actor
    await commit_rights_change(
        request, lambda tx: sign_on_service.end_sign_on_session(tx, actor, session_id)
    )
    return SuccessMessage()


def _oidc_client(request: Request) -> openid_service.OpenIdClient:
    """This server as its OpenID provider knows it; NotFound when there is none."""
    settings = request.services.settings
    scheme = "https" if request.is_https else "http"
    here = settings.public_url or f"{scheme}://{request.header('host')}"
    client = openid_service.OpenIdClient.of(settings, redirect_uri=f"{here}/api/auth/oidc/callback")
    if client is None:
        raise NotFound("No OpenID provider is set up")
    return client


def _note_user(request: Request, session: SessionStart) -> None:
    """The owner of the session, for the audit trail: the request itself had no token yet."""
    request.audit.actor = UserRef(session.user.id, session.user.name)


def _set_attempt(response: Response, request: Request, text: str, *, seconds: int) -> None:
    # Lax: the provider's page sends the browser back, and the cookie has to come along.
    response.set_cookie(
        OIDC_COOKIE,
        text,
        max_age=seconds,
        path="/api/auth/oidc",
        httponly=True,
        samesite="lax",
        secure=request.is_https,
    )


def _redirect(address: str) -> Response:
    return Response(status_code=302, headers={"Location": address})


def _attempt(request: Request) -> openid_service.SignOnAttempt:
    """The state that the browser was given when it set out; InvalidInput without it."""
    try:
        text = urlsafe_b64decode(request.cookies.get(OIDC_COOKIE, ""))
        return msgspec.json.decode(text, type=openid_service.SignOnAttempt)
    except (ValueError, msgspec.DecodeError):
        raise InvalidInput.field(
            "state", "does not belong to a sign-on that was started in this browser"
        ) from None


@routes.get("/api/auth/oidc/login", PUBLIC, statuses=(302,), refusals=("RESOURCE_NOT_FOUND",))
async def begin_oidc_sign_on(request: Request, query: NextQuery) -> Response:
    """Send the browser to sign on at the OpenID provider."""
    try:
        address, attempt = await openid_service.begin_sign_on(
            request.services.of(OpenIdProvider), _oidc_client(request), following=query.next
        )
    except Refusal as refusal:
        return _refused(request, refusal, following=query.next)
    text = urlsafe_b64encode(msgspec.json.encode(attempt)).decode()
    response = _redirect(address)
    _set_attempt(response, request, text, seconds=OIDC_SECONDS)
    return response


@routes.get(
    "/api/auth/oidc/callback",
    PUBLIC,
    ignores_other_parameters=True,
    statuses=(302,),
    refusals=("INVALID_CREDENTIALS", "RESOURCE_NOT_FOUND"),
)
async def finish_oidc_sign_on(request: Request, query: openid_service.ProviderAnswer) -> Response:
    """Take the browser back from the OpenID provider and begin its session."""
    try:
        attempt, session = await _finish(request, query)
    except Refusal as refusal:
        return _refused(request, refusal, following=_wanted(request))
    _note_user(request, session)
    response = _redirect(_landing(attempt))
    seconds = request.services.settings.session_hours * 3600
    _set_session(response, request, token=str(session.token), seconds=seconds)
    _set_attempt(response, request, "", seconds=0)
    return response


def _landing(attempt: openid_service.SignOnAttempt) -> str:
    """Address at which a sign-on ends; its cookie is the browser's, so its path is looked at again."""
    return attempt.next if _OWN_PATH.match(attempt.next) else "/"


def _wanted(request: Request) -> str:
    """Address that the browser set out for; the first page where its cookie is gone."""
    try:
        return _landing(_attempt(request))
    except InvalidInput:
        return "/"


async def _finish(
    request: Request, query: openid_service.ProviderAnswer
) -> tuple[openid_service.SignOnAttempt, SessionStart]:
    services, client, attempt = request.services, _oidc_client(request), _attempt(request)
    await services.limits.sign_on(
        address=request.address, account=sign_on_service.counted_as(attempt.state)
    )
    person = await openid_service.finish_sign_on(
        services.of(OpenIdProvider), client, attempt, query
    )
    request.audit.details["email"] = person.email
    followed = FollowedGroups(person.groups, services.settings.group_roles)
    session, change = await sign_on_service.with_address(
        services.database, person.email, _origin(request), followed
    )
    services.authenticator.forget()
    if change.given or change.taken:
        request.audit.details["rolesGiven"] = ", ".join(change.given)
        request.audit.details["rolesTaken"] = ", ".join(change.taken)
    return attempt, session


_LOGIN_ERRORS: dict[type[Refusal], str] = {
    sign_on_service.NoAccount: "no_account",
    openid_service.UnverifiedAddress: "unverified",
}
"""What the page for signing on has words of its own for; of all others it tells the code."""


def _refused(request: Request, refusal: Refusal, *, following: str) -> Response:
    """Send a person back to the page for signing on, which leads on to where they wanted to go.

    Anything but a browser has the refusal raised.
    """
    accepts = request.header("accept") or ""
    if "text/html" not in accepts or not request.services.settings.page:
        raise refusal
    note_refusal(request, refusal)
    code = _LOGIN_ERRORS.get(type(refusal), refusal.code.lower())
    following = "" if following == "/" else f"&next={quote(following, safe='')}"
    return _redirect(f"/login?error={quote(code)}{following}")


@routes.get("/api/auth/tokens", SIGNED_IN, response=ListOf("tokens", PersonalToken, is_whole=True))
async def list_tokens(request: Request, reads: Snapshot, query: OptionalPageQuery) -> DataResponse:
    """List your personal tokens; the tokens themselves are not kept."""
    page = await token_service.page_of_tokens(reads, request.actor, paging=query.paging())
    return page_response("tokens", page)


@routes.post(
    "/api/auth/tokens",
    SIGNED_IN,
    statuses=(201,),
    example={"name": "Nightly export", "scopes": ["parts.read", "reports.read"]},
    response=NewTokenSecret,
)
async def create_token(request: Request, tx: Transaction, body: NewPersonalToken) -> DataResponse:
    """Make a personal token; it is shown this once."""
    return created_response(await token_service.mint_personal_token(tx, request.actor, body))


@routes.delete("/api/auth/tokens/{token_id:str}", SIGNED_IN)
async def revoke_token(request: Request, token_id: TokenId) -> SuccessMessage:
    """Revoke one of your personal tokens."""
    actor = request.actor
    await commit_rights_change(
        request, lambda tx: token_service.revoke_personal_token(tx, actor, token_id)
    )
    return SuccessMessage()
