"""The service on a port of this machine, in the event loop of the tests that drive a browser."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import uvicorn

from partwright import app
from partwright.page.bundle import BUILT, INDEX
from partwright.settings import Settings
from partwright.web.protocol import BoundedHttpProtocol
from tests.support.application import Api, data
from tests.support.people import ENGINEER
from tests.support.process import NOBODY
from tests.world import Record, World


class Site(NamedTuple):
    """A server that browsers reach, and the interface to make scenes on it."""

    url: str
    api: Api
    world: World


async def submitted_change(site: Site, part: Record) -> Record:
    """The change *Stiffer jaw*, which waits for votes on the release of the part."""
    order = await site.world.change_order("Stiffer jaw")
    path = f"/api/change-orders/{order['id']}"
    listed = {"itemId": part["id"], "changeAction": "release"}
    data(await site.api.post(f"{path}/affected-items", listed, as_=ENGINEER), 201)
    data(await site.api.post(f"{path}/submit", {}, as_=ENGINEER))
    return order


@asynccontextmanager
async def serving(settings: Settings, *, built: Path = BUILT, port: int = 0) -> AsyncIterator[Site]:
    """Serve the application until the block ends."""
    if not (built / INDEX).exists():
        raise RuntimeError("The web application is not built: run the tests by scripts/test")
    listening = socket.create_server(("127.0.0.1", port))
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    async with app.opened(settings) as services:
        config = uvicorn.Config(
            app.application(services, built=built),
            http=type("Protocol", (BoundedHttpProtocol,), {"closing": services.closing}),
            lifespan="off",
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            async with httpx.AsyncClient(base_url=url, timeout=60, verify=NOBODY) as http:
                api = Api(http, services)
                yield Site(url, api, World(api))
        finally:
            server.should_exit = True
            await running
            listening.close()
