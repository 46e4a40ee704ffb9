"""Sign-on, tokens, users and roles over HTTP."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
from litestar.datastructures import Cookie
from litestar.response.base import ASGIResponse

from partwright.identity import access, openid, passwords, personal_tokens, roles, sign_on, users
from partwright.identity.model import Me, MintedToken, PersonalToken, Role, SignedOn, User, user_tag
from partwright.identity.permissions import may
from partwright.identity.wire import (
    Login,
    NewPersonalToken,
    NewRole,
    NewUser,
    RoleEdit,
    UserEdit,
)
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.db.base import retry_lost
from partwright.kit.errors import InvalidInput, NotFound
from partwright.kit.etag import etag
from partwright.kit.fields import PartialUpdate, Uuid
from partwright.kit.ids import RoleId, TokenId, UserId
from partwright.web.answers import Answer, Done, created, listing
from partwright.web.call import Call
from partwright.web.door import COOKIE
from partwright.web.endpoint import PUBLIC, SIGNED_IN, Listed, Routes, Rule
from partwright.web.query import SortedPageQuery, WholeQuery
from partwright.web.serve import JSON

T = TypeVar("T")

routes = Routes("Identity")

READ_USERS, CREATE_USERS = may("users", "read"), may("users", "create")
READ_ROLES, CREATE_ROLES = may("roles", "read"), may("roles", "create")
UPDATE_ROLES, DELETE_ROLES = may("roles", "update"), may("roles", "delete")
CHANGE_USER = Rule("users.update, or about oneself")

OIDC_COOKIE = "partwright_sign_on"
OIDC_SECONDS = 600
"""So long a person may take at the OpenID provider."""


class UsersQuery(SortedPageQuery, rename="camel", kw_only=True):
    """Filters, search, order and page of a list of users."""

    active: bool | None = None
    email: str | None = None
    name: str | None = None
    role_id: Uuid | None = None
    search: str | None = None

    def wanted(self) -> users.Wanted:
        return users.Wanted(
            active=self.active,
            email=self.email,
            name=self.name,
            role_id=self.role_id,
            search=self.search,
        )


async def _committed(call: Call, work: Callable[[Transaction], Awaitable[T]]) -> T:
    """Do a change of rights; from its commit on every token is looked up anew."""

    async def attempt() -> T:
        async with call.services.database.transaction() as tx:
            result = await work(tx)
            call.match.settle()
            return result

    try:
        return await retry_lost(attempt)
    finally:
        call.services.authenticator.forget()


def _shown_user(user: User, *, status: int = 200) -> Answer:
    return Answer(user, status=status, etag=user_tag(user))


def _shown_role(role: Role, *, status: int = 200) -> Answer:
    return Answer(role, status=status, etag=etag(role))


def _with_cookie(answer: Answer, call: Call, *, token: str, seconds: int) -> ASGIResponse:
    """The answer, with the browser's token set, or cleared with no seconds to live."""
    cookie = _session_cookie(call, token=token, seconds=seconds)
    return ASGIResponse(
        body=answer.body(), status_code=answer.status, media_type=JSON, cookies=[cookie]
    )


def _session_cookie(call: Call, *, token: str, seconds: int) -> Cookie:
    return Cookie(
        COOKIE,
        value=token,
        max_age=seconds,
        httponly=True,
        samesite="strict",
        secure=_is_https(call),
    )


def _is_https(call: Call) -> bool:
    public_url = call.services.settings.public_url
    if public_url:
        return public_url.startswith("https:")
    # Believed of everybody: who forges it loses only his own cookie.
    forwarded = (call.header("x-forwarded-proto") or "").rpartition(",")[2].strip()
    return call.request.scope["scheme"] == "https" or forwarded == "https"


def _signed_on(call: Call, session: SignedOn) -> ASGIResponse:
    seconds = call.services.settings.session_hours * 3600
    return _with_cookie(Answer(session), call, token=session.token, seconds=seconds)


@routes.post(
    "/api/auth/login",
    PUBLIC,
    example={"email": "ada@example.com", "password": "correct horse battery"},
    gives=SignedOn,
)
async def log_in(call: Call, body: Login) -> ASGIResponse:
    """Sign on by e-mail address and password; the session's token also becomes a cookie."""
    services = call.services
    await services.limits.sign_on(address=call.address, account=sign_on.counted_as(body.email))
    hours = services.settings.session_hours
    return _signed_on(call, await sign_on.with_password(services.database, body, hours=hours))


@routes.post("/api/auth/logout", SIGNED_IN, gives=Done)
async def log_out(call: Call) -> ASGIResponse:
    """End the token in use."""
    actor = call.actor
    await _committed(call, lambda tx: sign_on.end(tx, actor))
    return _with_cookie(Answer(Done()), call, token="", seconds=0)


def _oidc_client(call: Call) -> openid.Client:
    """This server as its OpenID provider knows it; NotFound when there is none."""
    settings = call.services.settings
    scheme = "https" if _is_https(call) else "http"
    here = settings.public_url or f"{scheme}://{call.header('host')}"
    client = openid.Client.of(settings, redirect_uri=f"{here}/api/auth/oidc/callback")
    if client is None:
        raise NotFound("No OpenID provider is set up")
    return client


def _attempt_cookie(call: Call, text: str, *, seconds: int) -> Cookie:
    # Lax: the provider's page sends the browser back, and the cookie has to come along.
    return Cookie(
        OIDC_COOKIE,
        value=text,
        max_age=seconds,
        path="/api/auth/oidc",
        httponly=True,
        samesite="lax",
        secure=_is_https(call),
    )


def _attempt(call: Call) -> openid.Attempt:
    """What the browser was given when it set out; InvalidInput without it."""
    try:
        text = urlsafe_b64decode(call.request.cookies.get(OIDC_COOKIE, ""))
        return msgspec.json.decode(text, type=openid.Attempt)
    except (ValueError, msgspec.DecodeError):
        raise InvalidInput.field("state", "is not of a sign-on that this browser began") from None


@routes.get("/api/auth/oidc/login", PUBLIC, answers=(302,))
async def begin_oidc(call: Call) -> ASGIResponse:
    """Send the browser to sign on at the OpenID provider."""
    address, attempt = await openid.begin(_oidc_client(call))
    text = urlsafe_b64encode(msgspec.json.encode(attempt)).decode()
    cookie = _attempt_cookie(call, text, seconds=OIDC_SECONDS)
    return ASGIResponse(status_code=302, headers={"Location": address}, cookies=[cookie])


@routes.get("/api/auth/oidc/callback", PUBLIC, answers=(302,))
async def finish_oidc(call: Call, query: openid.Answer) -> ASGIResponse:
    """Take the browser back from the OpenID provider and begin its session."""
    services, client, attempt = call.services, _oidc_client(call), _attempt(call)
    await services.limits.sign_on(address=call.address, account=sign_on.counted_as(attempt.state))
    email = await openid.finish(client, attempt, query)
    hours = services.settings.session_hours
    session = await sign_on.with_address(services.database, email, hours=hours)
    cookies = [
        _session_cookie(call, token=session.token, seconds=hours * 3600),
        _attempt_cookie(call, "", seconds=0),
    ]
    return ASGIResponse(status_code=302, headers={"Location": "/"}, cookies=cookies)


@routes.get("/api/auth/tokens", SIGNED_IN, gives=Listed("tokens", PersonalToken, is_whole=True))
async def list_tokens(call: Call, reads: Snapshot, query: WholeQuery) -> Answer:
    """List your personal tokens; the tokens themselves are not kept."""
    page = await personal_tokens.page(reads, call.actor, paging=query.paging())
    return listing("tokens", page)


@routes.post(
    "/api/auth/tokens",
    SIGNED_IN,
    answers=(201,),
    example={"name": "Nightly export", "scopes": ["parts.read", "reports.read"]},
    gives=MintedToken,
)
async def create_token(call: Call, tx: Transaction, body: NewPersonalToken) -> Answer:
    """Make a personal token; it is shown this once."""
    return created(await personal_tokens.mint(tx, call.actor, body))


@routes.delete("/api/auth/tokens/{token_id:str}", SIGNED_IN)
async def revoke_token(call: Call, token_id: TokenId) -> Done:
    """Revoke one of your personal tokens."""
    actor = call.actor
    await _committed(call, lambda tx: personal_tokens.revoke(tx, actor, token_id))
    return Done()


@routes.get("/api/users", READ_USERS, gives=Listed("users", User))
async def list_users(snapshot: Snapshot, query: UsersQuery) -> Answer:
    """List users."""
    page = await users.page(snapshot, query.wanted(), sorts=query.sorts(), paging=query.paging())
    return listing("users", page)


@routes.post(
    "/api/users",
    CREATE_USERS,
    answers=(201,),
    example={
        "email": "emmy@example.com",
        "name": "Emmy Noether",
        "password": "correct horse battery",
        "roleIds": [],
    },
    gives=User,
)
async def create_user(call: Call, body: NewUser) -> Answer:
    """Make an account, with at most your own rights."""
    kept, actor = await passwords.hashed(body.password), call.actor
    user = await _committed(call, lambda tx: users.create(tx, actor, body, password_hash=kept))
    return _shown_user(user, status=201)


@routes.get("/api/users/me", SIGNED_IN)
async def get_me(call: Call, reads: Snapshot) -> Me:
    """Yourself, with the permissions of the token in use and your programs."""
    return await users.me(reads, call.actor)


@routes.get("/api/users/{user_id:str}", READ_USERS, gives=User)
async def get_user(reads: Snapshot, user_id: UserId) -> Answer:
    """One user."""
    return _shown_user(await access.user(reads, user_id))


@routes.put("/api/users/{user_id:str}", CHANGE_USER, example={"name": "Emmy Noether"}, gives=User)
async def update_user(call: Call, user_id: UserId, body: PartialUpdate[UserEdit]) -> Answer:
    """Change an account; yourself you may give another name and, with the present one, password."""
    actor, services = call.actor, call.services

    async def count() -> None:
        account = sign_on.counted_as(actor.email)
        await services.limits.sign_on(address=call.address, account=account)

    change = await users.prepare(services.database, actor, user_id, body, count_attempt=count)
    match = call.match
    return _shown_user(
        await _committed(call, lambda tx: users.update(tx, actor, user_id, change, match=match))
    )


@routes.get("/api/roles", READ_ROLES, gives=Listed("roles", Role, is_whole=True))
async def list_roles(reads: Snapshot, query: WholeQuery) -> Answer:
    """List roles."""
    return listing("roles", await roles.page(reads, paging=query.paging()))


@routes.post(
    "/api/roles",
    CREATE_ROLES,
    answers=(201,),
    example={
        "name": "Purchaser",
        "description": "Reads parts and reports",
        "permissions": ["parts.read", "reports.read"],
    },
    gives=Role,
)
async def create_role(call: Call, tx: Transaction, body: NewRole) -> Answer:
    """Make a role, with at most your own rights."""
    return _shown_role(await roles.create(tx, call.actor, body), status=201)


@routes.get("/api/roles/{role_id:str}", READ_ROLES, gives=Role)
async def get_role(reads: Snapshot, role_id: RoleId) -> Answer:
    """One role."""
    return _shown_role(await access.role(reads, role_id))


@routes.put(
    "/api/roles/{role_id:str}", UPDATE_ROLES, example={"description": "Reads all parts"}, gives=Role
)
async def update_role(call: Call, role_id: RoleId, body: PartialUpdate[RoleEdit]) -> Answer:
    """Change a role; it takes effect at once for all who hold it."""
    actor, match = call.actor, call.match
    return _shown_role(
        await _committed(call, lambda tx: roles.update(tx, actor, role_id, body, match=match))
    )


@routes.delete("/api/roles/{role_id:str}", DELETE_ROLES)
async def delete_role(call: Call, role_id: RoleId) -> Done:
    """Delete a role that is not built in and that nobody holds."""
    match = call.match
    await _committed(call, lambda tx: roles.delete(tx, role_id, match=match))
    return Done()
