"""The two applications that are compared, as factories for the ASGI server."""

import hashlib
import os
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from partwright import settings
from partwright.cli.worker_process import ServerProcess

JSON = "application/json"


def partwright() -> ASGIApp:
    """The server under test; its settings come from the environment."""
    return ServerProcess(settings.load())


def bare() -> ASGIApp:
    """Handlers that answer bytes they were given before, and do nothing else."""
    bodies: dict[str, bytes] = {}

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        name = request.path_params.get("name", "")
        if scope["method"] == "PUT":
            bodies[name] = await request.body()
        elif scope["method"] == "POST":
            await request.body()
        await Response(bodies.get(name, b"ready"), media_type=JSON)(scope, receive, send)

    return Router([Route("/{name}", _Handler(handle), methods=["GET", "PUT", "POST"])])


class _Handler:
    """An ASGI application, which the router does not take for a function of a request."""

    def __init__(self, handle: ASGIApp) -> None:
        self._handle = handle

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._handle(scope, receive, send)


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
