"""Sign-on at an OpenID provider: authorization code with PKCE (OpenID Connect Core, section 3.1).

What the browser must bring back (state, nonce, the PKCE verifier) stays with the browser, so any
process can finish what another one began.
"""

# The library has no types; what comes from it is named here and nowhere else.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false
# pyright: reportUnknownMemberType=false

import hmac
import secrets
from importlib import import_module
from typing import Any, cast

import httpx
import msgspec
from authlib.oauth2.rfc6749.parameters import prepare_grant_uri
from authlib.oauth2.rfc7636 import create_s256_code_challenge

from partwright.accounts.openid_provider import (
    RENEWED_SECONDS,
    OpenIdProvider,
    ProviderMetadata,
    provider_client,
    send,
)
from partwright.kit.errors import InvalidCredentials, InvalidInput
from partwright.settings import Settings

SCOPE = "openid email profile"


class OpenIdClient(msgspec.Struct, frozen=True):
    """This server as the provider knows it."""

    issuer: str
    id: str
    secret: str
    redirect_uri: str
    groups_claim: str = ""
    """The claim with the user's groups."""
    needs_groups: bool = False
    """Whether nobody signs on whose groups are not told."""

    @classmethod
    def of(cls, settings: Settings, *, redirect_uri: str) -> "OpenIdClient | None":
        """None when the settings name no provider."""
        if not settings.oidc_issuer:
            return None
        return cls(
            settings.oidc_issuer,
            settings.oidc_client_id,
            settings.oidc_client_secret,
            redirect_uri,
            settings.oidc_groups_claim,
            bool(settings.oidc_group_roles),
        )


class SignOnAttempt(msgspec.Struct, frozen=True, array_like=True):
    """Tie between the provider's answer and the browser that asked."""

    state: str
    nonce: str
    verifier: str
    next: str = "/"
    """The path on this server that the browser goes to afterwards."""


class UnverifiedAddress(InvalidCredentials):
    """The provider vouches for no e-mail address."""

    def __init__(self) -> None:
        super().__init__("The provider has not verified your e-mail address")


class TooManyGroups(InvalidCredentials):
    """The provider does not list the groups of whoever signs on."""

    def __init__(self) -> None:
        super().__init__("The provider did not list your groups: you are in too many of them")


class ProviderAnswer(msgspec.Struct, frozen=True):
    """The parameters with which the provider sends the browser back."""

    state: str = ""
    code: str = ""
    error: str = ""


class _Tokens(msgspec.Struct, frozen=True):
    access_token: str
    id_token: str


class _Claims(msgspec.Struct, frozen=True):
    sub: str
    email: str | None = None
    email_verified: bool | str | None = None
    """Some providers write it as text."""
    groups: frozenset[str] | None = None
    """None where the claim is not there."""


class ProvenUser(msgspec.Struct, frozen=True):
    """The person who signed on at the provider."""

    email: str
    groups: frozenset[str] | None
    """None where the provider does not tell them."""


async def begin_sign_on(
    provider: OpenIdProvider, client: OpenIdClient, *, following: str
) -> tuple[str, SignOnAttempt]:
    """The address to send the browser to, and the state that it has to bring back."""
    metadata = await provider.metadata()
    state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
    attempt = SignOnAttempt(state, nonce, verifier, following)
    address = prepare_grant_uri(
        metadata.authorization_endpoint,
        client.id,
        "code",
        redirect_uri=client.redirect_uri,
        scope=SCOPE,
        state=attempt.state,
        nonce=attempt.nonce,
        code_challenge=cast("str", create_s256_code_challenge(attempt.verifier)),
        code_challenge_method="S256",
    )
    return cast("str", address), attempt


async def finish_sign_on(
    provider: OpenIdProvider, client: OpenIdClient, attempt: SignOnAttempt, answer: ProviderAnswer
) -> ProvenUser:
    """The person who signed on at the provider, by a verified e-mail address.

    InvalidInput for an answer to another browser's question; InvalidCredentials for one that does
    not prove who it is; ServiceUnavailable when the provider does not answer.
    """
    if not hmac.compare_digest(attempt.state.encode(), answer.state.encode()):
        raise InvalidInput.field(
            "state", "does not belong to a sign-on that was started in this browser"
        )
    if answer.error or not answer.code:
        raise InvalidCredentials("The provider did not confirm the sign-on")
    metadata = await provider.metadata()
    async with provider_client() as http:
        tokens = await _redeem(http, client, metadata, attempt, answer.code)
        claims = await _verified_by(provider, client, attempt, tokens)
        lacks = claims.email is None or (client.needs_groups and claims.groups is None)
        if lacks and metadata.userinfo_endpoint is not None:
            found = await _user_info(http, client, metadata.userinfo_endpoint, tokens, claims)
            claims = _completed(claims, found)
    if claims.email is None or claims.email_verified not in (True, "true"):
        raise UnverifiedAddress
    return ProvenUser(claims.email, claims.groups)


def _completed(claims: _Claims, found: _Claims) -> _Claims:
    """The claims of the ID token, with those that only the user info has."""
    if claims.email is None:
        claims = msgspec.structs.replace(
            claims, email=found.email, email_verified=found.email_verified
        )
    return (
        claims
        if claims.groups is not None
        else msgspec.structs.replace(claims, groups=found.groups)
    )


async def _verified_by(
    provider: OpenIdProvider, client: OpenIdClient, attempt: SignOnAttempt, tokens: _Tokens
) -> _Claims:
    """The ID token's claims, checked by keys that the provider may have changed meanwhile."""
    keys = await provider.keys()
    try:
        return _verified(client, attempt, tokens, keys or {})
    except InvalidCredentials:
        renewed = await provider.keys(newer_than=RENEWED_SECONDS)
        if renewed is None:
            raise
        return _verified(client, attempt, tokens, renewed)


async def _redeem(
    http: httpx.AsyncClient,
    client: OpenIdClient,
    provider: ProviderMetadata,
    attempt: SignOnAttempt,
    code: str,
) -> _Tokens:
    """Exchange the code for tokens; InvalidCredentials when the provider refuses it."""
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": client.redirect_uri,
        "code_verifier": attempt.verifier,
    }
    auth: httpx.BasicAuth | None = None
    if "client_secret_basic" in provider.token_endpoint_auth_methods_supported and client.secret:
        auth = httpx.BasicAuth(client.id, client.secret)
    else:
        form["client_id"] = client.id
        if client.secret:
            form["client_secret"] = client.secret
    request = http.build_request("POST", provider.token_endpoint, data=form)
    return await send(http, request, _Tokens, auth=auth)


async def _user_info(
    http: httpx.AsyncClient,
    client: OpenIdClient,
    address: str,
    tokens: _Tokens,
    claims: _Claims,
) -> _Claims:
    """The claims that the provider gives apart from the ID token, of the same subject."""
    headers = {"Authorization": f"Bearer {tokens.access_token}"}
    answer = await send(http, http.build_request("GET", address, headers=headers), dict[str, Any])
    try:
        found = _claims(client, answer)
    except msgspec.ValidationError as error:
        raise InvalidCredentials("The provider did not confirm the sign-on") from error
    if found.sub != claims.sub:
        raise InvalidCredentials("The provider did not confirm the sign-on")
    return found


def _verified(
    client: OpenIdClient, attempt: SignOnAttempt, tokens: _Tokens, keys: dict[str, Any]
) -> _Claims:
    """The ID token's claims; InvalidCredentials where they are not what was asked for."""
    # It brings cryptography along, for which a server without a provider has no use.
    module: Any = import_module("partwright.accounts.id_token")
    claims: dict[str, Any] = module.check_id_token(
        tokens.id_token,
        keys,
        issuer=client.issuer,
        client_id=client.id,
        nonce=attempt.nonce,
        access_token=tokens.access_token,
    )
    try:
        return _claims(client, claims)
    except msgspec.ValidationError as error:
        raise InvalidCredentials("The provider's ID token is not valid") from error


def _claims(client: OpenIdClient, found: dict[str, Any]) -> _Claims:
    """The claims that matter; ValidationError where they are of other types."""
    elsewhere = found.get("_claim_names")
    if client.needs_groups and isinstance(elsewhere, dict) and client.groups_claim in elsewhere:
        # So many that the provider names a place to fetch them from: which they are is not known.
        raise TooManyGroups
    known = {name: found[name] for name in ("sub", "email", "email_verified") if name in found}
    groups = found.get(client.groups_claim) if client.groups_claim else None
    if isinstance(groups, str):
        groups = [groups]
    if client.needs_groups or _are_names(groups):
        known["groups"] = groups
    return msgspec.convert(known, _Claims)


def _are_names(groups: Any) -> bool:
    """Whether the claim is one of groups, and not something else that a provider calls so."""
    return isinstance(groups, list) and all(
        isinstance(group, str) for group in cast("list[Any]", groups)
    )
