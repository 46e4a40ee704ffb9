"""The two applications that are compared, as factories for the ASGI server."""

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
