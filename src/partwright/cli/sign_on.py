"""`partwright login` and `logout`: a server and a token of yours, kept for all later commands."""

import asyncio
import socket
import sys
from urllib.parse import urlsplit

import httpx
import msgspec

from partwright.cli.api import ApiClient, RequestRefused
from partwright.cli.console import WRONG_USE, CommandFailed, ask_secret, out
from partwright.cli.flags import Json
from partwright.cli.output import print_json
from partwright.cli.profiles import Profile, remove_profile, write_profile
from partwright.identity.model import CurrentUser, NewTokenSecret, SessionStart

_TIMEOUT = httpx.Timeout(30, connect=10)
_LOCAL = ("localhost", "127.0.0.1", "[::1]")


def login(address: str = "", /, *, email: str = "", token: str = "", json: Json = False) -> None:
    """Sign on to a server; later commands need no --server and no --token.

    Without a token you are asked for e-mail address and password, and a personal token is made.

    Parameters
    ----------
    address
        The server, such as https://plm.example.org.
    email
        Your e-mail address.
    token
        A personal token that you made yourself, for instance because you sign on at another provider.
    """
    profile = asyncio.run(sign_on(_origin(address or _ask("Server: ")), email, token))
    path = write_profile(profile)
    if json:
        print_json({"server": profile.server, "email": profile.email, "path": str(path)})
        return
    out.print(f"Signed on to {profile.server} as {profile.email}; kept in {path}")


def logout(*, json: Json = False) -> None:
    """Forget the server; a token that `login` made is revoked there."""
    found = remove_profile()
    if found is None:
        raise CommandFailed("you are not signed on to any server")
    if found.is_own_token:
        asyncio.run(_revoke(found))
    if json:
        print_json({"server": found.server})
        return
    out.print(f"Signed off from {found.server}")


async def sign_on(server: str, email: str, token: str) -> Profile:
    """A profile with a token that the server accepts."""
    is_own = not token
    if is_own:
        token = await _make_token(server, email or _ask("E-mail: "), ask_secret("Password: "))
    async with _client(server, token) as http:
        try:
            user = await ApiClient(http).get("/api/users/me", CurrentUser)
        except RequestRefused as refused:
            raise CommandFailed(f"{server} does not accept the token: {refused.told}") from refused
    return Profile(server, token, user.email, is_own)


async def _make_token(server: str, email: str, password: str) -> str:
    """A personal token of the user; the session that makes it ends with it."""
    async with _client(server) as http:
        body = {"email": email, "password": password}
        try:
            session = await ApiClient(http).post("/api/auth/login", body, SessionStart)
        except RequestRefused as refused:
            if not refused.names("code"):
                raise
            body["code"] = _ask("Code of your authenticator app: ")
            session = await ApiClient(http).post("/api/auth/login", body, SessionStart)
    if session.needs_second_factor:
        message = f"{server} requires a second factor; set it up on the page Profile"
        raise CommandFailed(message)
    async with _client(server, str(session.token)) as http:
        api = ApiClient(http)
        name = f"Command line on {socket.gethostname()}"[:100]
        made = await api.post("/api/auth/tokens", {"name": name}, NewTokenSecret)
        await api.post("/api/auth/logout", {}, msgspec.Raw)
    return made.token


async def _revoke(profile: Profile) -> None:
    """End the token in use; a server that is gone keeps it until it expires."""
    async with _client(profile.server, profile.token) as http:
        try:
            answer = await http.post("/api/auth/logout", json={})
        except httpx.TransportError:
            answer = None
    if answer is None or not answer.is_success:
        out.print(f"{profile.server} did not answer; revoke the token there by hand")


def _client(server: str, token: str = "") -> httpx.AsyncClient:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx.AsyncClient(base_url=server, timeout=_TIMEOUT, headers=headers)


def _origin(address: str) -> str:
    """The address with its scheme: encrypted, unless it is this machine."""
    text = address.strip().rstrip("/")
    if text and "://" not in text:
        text = f"{'http' if text.startswith(_LOCAL) else 'https'}://{text}"
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise CommandFailed(
            f"{address or 'login'}: expected the address of a server, such as https://plm.example.org",
            exit_code=WRONG_USE,
        )
    return text


def _ask(prompt: str) -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    return input(prompt).strip()
