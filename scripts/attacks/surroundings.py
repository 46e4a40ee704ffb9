"""Services that a server depends on, each behind a network that can fail: database, store, Redis, machine."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

from attacks.disturbance import Disturbance
from attacks.lasting_faults import LastingFault, of_machine, of_network
from attacks.network import Network, to_port, to_socket
from tests.support import redis, seaweed
from tests.support.process import ServerProcess

_NO_LIMIT = 1_000_000
"""A minute; with 0 nothing would be counted, and Redis not be asked."""
_COUNTED: dict[str, Any] = {
    "rate_limit_anonymous": _NO_LIMIT,
    "rate_limit_authenticated": _NO_LIMIT,
    "rate_limit_login": _NO_LIMIT,
}


@contextmanager
def surrounded(
    url: str, directory: Path, **settings: Any
) -> Iterator[tuple[ServerProcess, list[LastingFault]]]:
    """A server that keeps contents in S3 and limits in Redis, and what can go wrong around it."""
    faults: list[LastingFault] = []
    given = settings | _COUNTED
    with ExitStack() as stack:
        if url.startswith("postgresql"):
            database = Network(to_socket(_socket(url)))
            faults += of_network("database", database)
            name = urlsplit(url).path
            given["database_url"] = f"postgresql://postgres@127.0.0.1:{database.port}{name}"
            # With SQLite the contents stay in the directory, where a disk can be full.
            os.environ.update(seaweed.CREDENTIALS)
            store = Network(to_port(urlsplit(seaweed.endpoint()).port or 0))
            faults += of_network("store", store)
            given["vault_url"] = f"s3://{seaweed.BUCKET}/{uuid4()}"
            given["s3_endpoint"] = f"http://127.0.0.1:{store.port}"
            place = directory / "redis"
            place.mkdir()
            limits = Network(to_socket(stack.enter_context(redis.serving(place))))
            faults += of_network("Redis", limits, is_needed=False)
            given["redis_url"] = f"redis://127.0.0.1:{limits.port}"
        else:
            given["database_url"] = url
        machine = Disturbance(directory)
        faults += of_machine(machine, is_alone="vault_url" not in given)
        with machine.inside():
            server = ServerProcess(directory, **given)
        yield stack.enter_context(server), faults


def _socket(url: str) -> str:
    (place,) = parse_qs(urlsplit(url).query)["host"]
    return f"{place}/.s.PGSQL.5432"
