"""The service in this process, over the database that the settings name."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx
import msgspec

from partwright.app import application, opened
from partwright.cli.console import CommandProcess, err
from partwright.cli.setup import prepare, tell_first
from partwright.cli.tokens import administrator_token
from partwright.kit.log import configure_logging
from partwright.settings import Settings


@asynccontextmanager
async def connected_in_process(settings: Settings, deed: str) -> AsyncGenerator[httpx.AsyncClient]:
    """A client of the service here, in which an administrator acts until the deed is done."""
    if CommandProcess.is_own:
        configure_logging("warning")
    # Beside what the command prints: that may be JSON for a program, or go to a log.
    tell_first(await prepare(settings), err)
    unlimited = msgspec.structs.replace(settings, rate_limit_authenticated=0)
    async with opened(unlimited) as services:
        transport = httpx.ASGITransport(application(services))  # type: ignore[arg-type]
        async with (
            administrator_token(services.database, name=deed) as token,
            httpx.AsyncClient(
                transport=transport,
                base_url="http://this-process",
                headers={"Authorization": f"Bearer {token}"},
            ) as http,
        ):
            yield http
