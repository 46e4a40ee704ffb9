"""A PostgreSQL that is killed and comes back: requests fail meanwhile, and no longer."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import psycopg
import pytest

from partwright.migrations.schema import migrate
from partwright.settings import Settings
from tests.support.application import Api, data, running
from tests.support.keeper import Keeper
from tests.support.people import ENGINEER
from tests.support.seed import seed

OUTAGE_SECONDS = 4.0


@pytest.fixture
def own_directory() -> Iterator[Path]:
    # The name of a socket has at most 107 characters, which those of tmp_path come near.
    with TemporaryDirectory(prefix="partwright-restart-") as directory:
        yield Path(directory)


def wait_until_it_answers(url: str) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            assert time.monotonic() < until
            time.sleep(0.02)
        else:
            return


async def test_the_service_is_back_within_a_second(own_directory: Path, tmp_path: Path) -> None:
    keeper, url = Keeper(own_directory), f"postgresql://postgres@/postgres?host={own_directory}"
    server = await asyncio.to_thread(keeper.start)
    try:
        await asyncio.to_thread(wait_until_it_answers, url)
        await asyncio.to_thread(migrate, url)
        seed(url)
        settings = Settings(data_dir=tmp_path, database_url=url)
        unlimited = msgspec.structs.replace(settings, rate_limit_authenticated=0)
        async with running(unlimited) as api:
            await use(api)
            server.kill()
            server.wait()
            during = [asyncio.create_task(api.get("/api/roles", as_=ENGINEER)) for _ in range(20)]
            await asyncio.sleep(OUTAGE_SECONDS)
            (own_directory / "data" / "postmaster.pid").unlink(missing_ok=True)
            server = keeper.start_again()
            await asyncio.to_thread(wait_until_it_answers, url)
            back = time.monotonic()
            await use(api)
            assert time.monotonic() - back < 1.5
            assert {answer.status_code for answer in await asyncio.gather(*during)} <= {200, 503}
            assert time.monotonic() - back < 1.5
    finally:
        server.kill()
        server.wait()


async def use(api: Api) -> None:
    """Read by each way there is, and write."""
    assert data(await api.get("/readyz")) == {"status": "ready"}
    data(await api.get("/api/roles", as_=ENGINEER))
    token = data(await api.post("/api/auth/tokens", {"name": "A"}, as_=ENGINEER), 201)
    data(await api.delete(f"/api/auth/tokens/{token['id']}", as_=ENGINEER))
