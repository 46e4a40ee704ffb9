"""A door onto a few endpoints made for the tests."""

from collections.abc import AsyncIterator

import httpx
import pytest

from partwright import app
from partwright.settings import Settings
from partwright.web.dispatch import build_application
from partwright.web.routing import RouteTree
from tests.support.application import Api
from tests.web.probes import Probes


@pytest.fixture
def probes() -> Probes:
    return Probes()


@pytest.fixture
async def door(settings: Settings, probes: Probes) -> AsyncIterator[Api]:
    """The door, with the service's stores behind it and the probes in place of the slices."""
    async with app.opened(settings) as services:
        transport = httpx.ASGITransport(
            build_application(RouteTree(probes.routes.endpoints), services)
        )  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as http:
            yield Api(http, services)
