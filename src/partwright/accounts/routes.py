"""Sign-on, tokens, users and roles over HTTP."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Awaitable, Callable
from typing import ClassVar, TypeVar

import msgspec
from starlette.responses import Response

from partwright.accounts import openid, personal_tokens, roles, sign_on, users
from partwright.accounts.wire import (
    LoginInput,
    NewPersonalToken,
    NewRole,
    NewUser,
    RoleEdit,
    UserEdit,
)
from partwright.identity import access, passwords, queries
from partwright.identity.model import (
    CurrentUser,
    NewTokenSecret,
    PersonalToken,
    Role,
    SessionStart,
    User,
    user_tag,
)
from partwright.identity.permissions import may
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.db.base import retry_lost
from partwright.kit.errors import InvalidInput, NotFound
from partwright.kit.etag import etag
from partwright.kit.fields import PartialUpdate, Uuid
from partwright.kit.ids import RoleId, TokenId, UserId
from partwright.web.dispatch import JSON
from partwright.web.endpoint import PUBLIC, SIGNED_IN, AccessRule, ListOf, RouteTable
from partwright.web.parameters import FilteredQuery, OptionalPageQuery
from partwright.web.request import Request
from partwright.web.responses import DataResponse, SuccessMessage, created_response, page_response
from partwright.web.session_cookie import COOKIE

T = TypeVar("T")

routes = RouteTable("Identity")

READ_USERS, CREATE_USERS = may("users", "read"), may("users", "create")
READ_ROLES, CREATE_ROLES = may("roles", "read"), may("roles", "create")
UPDATE_ROLES, DELETE_ROLES = may("roles", "update"), may("roles", "delete")
CHANGE_USER = AccessRule("users.update, or about oneself")

OIDC_COOKIE = "partwright_sign_on"
OIDC_SECONDS = 600
"""So long a person may take at the OpenID provider."""


class UsersQuery(FilteredQuery, rename="camel", kw_only=True):
    """Filters, search, order and page of a list of users."""

    fields: ClassVar = queries.USERS.fields
    role_id: Uuid | None = None
    search: str | None = None

    def wanted(self) -> users.UserFilter:
        return users.UserFilter(filters=self.filters, role_id=self.role_id, search=self.search)


async def _committed(request: Request, work: Callable[[Transaction], Awaitable[T]]) -> T:
    """Do a change of rights; from its commit on every token is looked up anew."""

    async def attempt() -> T:
        async with request.services.database.transaction() as tx:
            result = await work(tx)
            request.match.settle()
            return result

    try:
        return await retry_lost(attempt)
    finally:
        request.services.authenticator.forget()


def _shown_user(user: User, *, status: int = 200) -> DataResponse:
    return DataResponse(user, status=status, etag=user_tag(user))


def _shown_role(role: Role, *, status: int = 200) -> DataResponse:
    return DataResponse(role, status=status, etag=etag(role))


def _with_cookie(answer: DataResponse, request: Request, *, token: str, seconds: int) -> Response:
    """The answer, with the browser's token set, or cleared with no seconds to live."""
    response = Response(answer.body(), status_code=answer.status, media_type=JSON)
    _set_session(response, request, token=token, seconds=seconds)
    return response


def _set_session(response: Response, request: Request, *, token: str, seconds: int) -> None:
    response.set_cookie(
        COOKIE,
        token,
        max_age=seconds,
        httponly=True,
        samesite="strict",
        secure=_is_https(request),
    )


def _is_https(request: Request) -> bool:
    public_url = request.services.settings.public_url
    if public_url:
        return public_url.startswith("https:")
    # Believed of everybody: who forges it loses only his own cookie.
    forwarded = (request.header("x-forwarded-proto") or "").rpartition(",")[2].strip()
    return request.scope["scheme"] == "https" or forwarded == "https"


def _signed_on(request: Request, session: SessionStart) -> Response:
    seconds = request.services.settings.session_hours * 3600
    return _with_cookie(DataResponse(session), request, token=session.token, seconds=seconds)


@routes.post(
    "/api/auth/login",
    PUBLIC,
    example={"email": "ada@example.com", "password": "correct horse battery"},
    response=SessionStart,
    refusals=("INVALID_CREDENTIALS",),
)
async def log_in(request: Request, body: LoginInput) -> Response:
    """Sign on by e-mail address and password; the session's token also becomes a cookie."""
    services = request.services
    await services.limits.sign_on(address=request.address, account=sign_on.counted_as(body.email))
    hours = services.settings.session_hours
    return _signed_on(request, await sign_on.with_password(services.database, body, hours=hours))


@routes.post("/api/auth/logout", SIGNED_IN, response=SuccessMessage)
async def log_out(request: Request) -> Response:
    """End the token in use."""
    actor = request.actor
    await _committed(request, lambda tx: sign_on.end(tx, actor))
    return _with_cookie(DataResponse(SuccessMessage()), request, token="", seconds=0)


def _oidc_client(request: Request) -> openid.OpenIdClient:
    """This server as its OpenID provider knows it; NotFound when there is none."""
    settings = request.services.settings
    scheme = "https" if _is_https(request) else "http"
    here = settings.public_url or f"{scheme}://{request.header('host')}"
    client = openid.OpenIdClient.of(settings, redirect_uri=f"{here}/api/auth/oidc/callback")
    if client is None:
        raise NotFound("No OpenID provider is set up")
    return client


def _set_attempt(response: Response, request: Request, text: str, *, seconds: int) -> None:
    # Lax: the provider's page sends the browser back, and the cookie has to come along.
    response.set_cookie(
        OIDC_COOKIE,
        text,
        max_age=seconds,
        path="/api/auth/oidc",
        httponly=True,
        samesite="lax",
        secure=_is_https(request),
    )


def _redirect(address: str) -> Response:
    return Response(status_code=302, headers={"Location": address})


def _attempt(request: Request) -> openid.SignOnAttempt:
    """What the browser was given when it set out; InvalidInput without it."""
    try:
        text = urlsafe_b64decode(request.cookies.get(OIDC_COOKIE, ""))
        return msgspec.json.decode(text, type=openid.SignOnAttempt)
    except (ValueError, msgspec.DecodeError):
        raise InvalidInput.field("state", "is not of a sign-on that this browser began") from None


@routes.get("/api/auth/oidc/login", PUBLIC, statuses=(302,), refusals=("RESOURCE_NOT_FOUND",))
async def begin_oidc_sign_on(request: Request) -> Response:
    """Send the browser to sign on at the OpenID provider."""
    address, attempt = await openid.begin(_oidc_client(request))
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
async def finish_oidc_sign_on(request: Request, query: openid.ProviderAnswer) -> Response:
    """Take the browser back from the OpenID provider and begin its session."""
    services, client, attempt = request.services, _oidc_client(request), _attempt(request)
    await services.limits.sign_on(
        address=request.address, account=sign_on.counted_as(attempt.state)
    )
    email = await openid.finish(client, attempt, query)
    hours = services.settings.session_hours
    session = await sign_on.with_address(services.database, email, hours=hours)
    response = _redirect("/")
    _set_session(response, request, token=session.token, seconds=hours * 3600)
    _set_attempt(response, request, "", seconds=0)
    return response


@routes.get("/api/auth/tokens", SIGNED_IN, response=ListOf("tokens", PersonalToken, is_whole=True))
async def list_tokens(request: Request, reads: Snapshot, query: OptionalPageQuery) -> DataResponse:
    """List your personal tokens; the tokens themselves are not kept."""
    page = await personal_tokens.page(reads, request.actor, paging=query.paging())
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
    return created_response(await personal_tokens.mint(tx, request.actor, body))


@routes.delete("/api/auth/tokens/{token_id:str}", SIGNED_IN)
async def revoke_token(request: Request, token_id: TokenId) -> SuccessMessage:
    """Revoke one of your personal tokens."""
    actor = request.actor
    await _committed(request, lambda tx: personal_tokens.revoke(tx, actor, token_id))
    return SuccessMessage()


@routes.get("/api/users", READ_USERS, response=ListOf("users", User))
async def list_users(snapshot: Snapshot, query: UsersQuery) -> DataResponse:
    """List users."""
    page = await users.page(snapshot, query.wanted(), sorts=query.sorts(), paging=query.paging())
    return page_response("users", page)


@routes.post(
    "/api/users",
    CREATE_USERS,
    statuses=(201,),
    example={
        "email": "emmy@example.com",
        "name": "Emmy Noether",
        "password": "correct horse battery",
        "roleIds": [],
    },
    response=User,
)
async def create_user(request: Request, body: NewUser) -> DataResponse:
    """Make an account, with at most your own rights."""
    kept, actor = await passwords.hashed(body.password), request.actor
    user = await _committed(request, lambda tx: users.create(tx, actor, body, password_hash=kept))
    return _shown_user(user, status=201)


@routes.get("/api/users/me", SIGNED_IN)
async def get_current_user(request: Request, reads: Snapshot) -> CurrentUser:
    """Yourself, with the permissions of the token in use and your programs."""
    return await users.me(reads, request.actor)


@routes.get("/api/users/{user_id:str}", READ_USERS, response=User)
async def get_user(reads: Snapshot, user_id: UserId) -> DataResponse:
    """One user."""
    return _shown_user(await access.user(reads, user_id))


@routes.put(
    "/api/users/{user_id:str}", CHANGE_USER, example={"name": "Emmy Noether"}, response=User
)
async def update_user(
    request: Request, user_id: UserId, body: PartialUpdate[UserEdit]
) -> DataResponse:
    """Change an account; yourself you may give another name and, with the present one, password."""
    actor, services = request.actor, request.services

    async def count() -> None:
        account = sign_on.counted_as(actor.email)
        await services.limits.sign_on(address=request.address, account=account)

    change = await users.prepare(services.database, actor, user_id, body, count_attempt=count)
    match = request.match
    return _shown_user(
        await _committed(request, lambda tx: users.update(tx, actor, user_id, change, match=match))
    )


@routes.get("/api/roles", READ_ROLES, response=ListOf("roles", Role, is_whole=True))
async def list_roles(reads: Snapshot, query: OptionalPageQuery) -> DataResponse:
    """List roles."""
    return page_response("roles", await roles.page(reads, paging=query.paging()))


@routes.post(
    "/api/roles",
    CREATE_ROLES,
    statuses=(201,),
    example={
        "name": "Purchaser",
        "description": "Reads parts and reports",
        "permissions": ["parts.read", "reports.read"],
    },
    response=Role,
)
async def create_role(request: Request, tx: Transaction, body: NewRole) -> DataResponse:
    """Make a role, with at most your own rights."""
    return _shown_role(await roles.create(tx, request.actor, body), status=201)


@routes.get("/api/roles/{role_id:str}", READ_ROLES, response=Role)
async def get_role(reads: Snapshot, role_id: RoleId) -> DataResponse:
    """One role."""
    return _shown_role(await access.role(reads, role_id))


@routes.put(
    "/api/roles/{role_id:str}",
    UPDATE_ROLES,
    example={"description": "Reads all parts"},
    response=Role,
)
async def update_role(
    request: Request, role_id: RoleId, body: PartialUpdate[RoleEdit]
) -> DataResponse:
    """Change a role; it takes effect at once for all who hold it."""
    actor, match = request.actor, request.match
    return _shown_role(
        await _committed(request, lambda tx: roles.update(tx, actor, role_id, body, match=match))
    )


@routes.delete("/api/roles/{role_id:str}", DELETE_ROLES)
async def delete_role(request: Request, role_id: RoleId) -> SuccessMessage:
    """Delete a role that is not built in and that nobody holds."""
    match = request.match
    await _committed(request, lambda tx: roles.delete(tx, role_id, match=match))
    return SuccessMessage()
