"""The two applications that are compared, as factories for the ASGI server."""

import hashlib
import os
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, get, post, put
from litestar.types import ASGIApp, Receive, Scope, Send

from partwright import app, settings
from partwright.kit import log

JSON = "application/json"


class _Partwright:
    """The service, its stores open from the server's start to its end."""

    def __init__(self) -> None:
        self._app: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self._app(scope, receive, send)
            return
        await receive()
        given = settings.load()
        log.configure(given.log_level)
        async with app.opened(given) as services:
            self._app = app.application(services)
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})


def partwright() -> ASGIApp:
    """The server under test; its settings come from the environment."""
    return _Partwright()


def bare() -> ASGIApp:
    """Handlers that answer bytes they were given before, and do nothing else."""
    bodies: dict[str, bytes] = {}

    @get("/readyz")
    async def ready() -> str:
        return "ready"

    @put("/{name:str}")
    async def keep(name: str, request: Request[object, object, object]) -> None:  # pyright: ignore[reportInvalidTypeArguments]
        bodies[name] = await request.body()

    @get("/{name:str}", media_type=JSON)
    async def answer(name: str) -> bytes:
        return bodies[name]

    @post("/{name:str}", media_type=JSON)
    async def take(name: str, request: Request[object, object, object]) -> bytes:  # pyright: ignore[reportInvalidTypeArguments]
        await request.body()
        return bodies[name]

    return Litestar(
        [ready, keep, answer, take],
        openapi_config=None,
        logging_config=None,
        request_max_body_size=None,
    )


def bare_files() -> ASGIApp:
    """Takes a body in, hashed, written and synced as a file store must, and sends it back."""
    path = Path("body")

    async def handle(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
        elif scope["method"] == "POST":
            await _answer(send, 201, await _taken(path, receive))
        elif scope["path"] == "/readyz":
            await _answer(send, 200, b"ready")
        else:
            await _send_file(path, send)

    return handle


async def _taken(path: Path, receive: Any) -> bytes:
    digest = hashlib.sha256()
    draft = path.with_suffix(".draft")
    with draft.open("wb") as file:
        more = True
        while more:
            message = await receive()
            digest.update(message["body"])
            file.write(message["body"])
            more = message["more_body"]
        file.flush()
        os.fsync(file.fileno())
    draft.rename(path)
    return digest.hexdigest().encode()


async def _send_file(path: Path, send: Any) -> None:
    with path.open("rb") as file:
        headers = [(b"content-length", b"%d" % os.fstat(file.fileno()).st_size)]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        while block := file.read(1 << 20):
            await send({"type": "http.response.body", "body": block, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _answer(send: Any, status: int, body: bytes) -> None:
    headers = [(b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
