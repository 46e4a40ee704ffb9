"""Addresses of brokers: `nats://user:password@host:4222,nats://other:4222/NAME`."""

import re
from importlib.util import find_spec
from typing import NamedTuple
from urllib.parse import urlsplit

INSTALL = "pip install 'partwright[queue]'"
SCHEMES = ("nats://", "tls://")
PORT = 4222
INSTALLATION = "partwright"
"""The name under which hints are given where the address has none."""
_NAME = re.compile(r"[A-Za-z0-9_-]{1,128}\Z")


class QueueAddress(NamedTuple):
    """Brokers of one cluster, and the installation whose hints they carry."""

    servers: tuple[str, ...]
    """As the client takes them."""
    name: str

    @property
    def host(self) -> str:
        """Hosts and ports, without the passwords."""
        split = [urlsplit(server) for server in self.servers]
        return ",".join(f"{one.hostname}:{one.port or PORT}" for one in split)


def queue_address(url: str) -> QueueAddress:
    """Read an address; ValueError says what was expected."""
    servers: list[str] = []
    names: set[str] = set()
    for one in url.split(","):
        text = one.strip()
        if not text.startswith(SCHEMES):
            raise ValueError(
                "expected nats://host:4222 or tls://host:4222, with a comma between two"
            )
        split = urlsplit(text)
        try:
            has_host = bool(split.hostname) and split.port != 0
        except ValueError:
            has_host = False
        if not has_host or split.query or split.fragment:
            raise ValueError("expected nats://user:password@host:port/NAME")
        if name := split.path.strip("/"):
            names.add(name)
        servers.append(f"{split.scheme}://{split.netloc}")
    if len(names) > 1 or not all(_NAME.match(name) for name in names):
        raise ValueError("expected one NAME of letters, digits, - and _ after the hosts")
    return QueueAddress(tuple(servers), *(names or {INSTALLATION}))


def of_cell(url: str, cell: str) -> str:
    """The address by which the hints of a cell are given; none without one of the installation."""
    if not url:
        return url
    address = queue_address(url)
    return ",".join(f"{server}/{address.name}-cell-{cell}" for server in address.servers)


def is_queue_address(url: str) -> bool:
    """Whether this is the address of a broker."""
    try:
        queue_address(url)
    except ValueError:
        return False
    return True


def can_hint() -> bool:
    """Whether the client of brokers is installed."""
    return find_spec("nats") is not None
