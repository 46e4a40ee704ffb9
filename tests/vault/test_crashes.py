"""The server killed in the middle of uploads and check-ins: what was answered stays, whole."""

import random
import socket
import threading
import time
from collections.abc import Callable

import httpx
import pytest

from partwright.settings import Settings
from tests.cli.commands import partwright
from tests.support.databases import Database
from tests.support.people import ENGINEER
from tests.support.process import ServerProcess
from tests.vault.scene import BOUNDARY, digest, part

KILLS = 1
TIMEOUT = 60
HEADERS = {"Authorization": f"Bearer {ENGINEER.token}"}


class Client(threading.Thread):
    """Uploads files and checks versions in until the server goes; remembers what was answered."""

    def __init__(self, url: str, item: str, seed: int) -> None:
        super().__init__()
        self._http = httpx.Client(base_url=url, headers=HEADERS, timeout=TIMEOUT)
        self._item = item
        self._random = random.Random(seed)
        self.answered: dict[tuple[str, int], str] = {}

    def run(self) -> None:
        try:
            while True:
                self._work()
        except httpx.TransportError:
            self._http.close()

    def _work(self) -> None:
        content = self._random.randbytes(self._random.randrange(300_000))
        path = f"/api/items/{self._item}/files/upload"
        (made,) = self._http.post(path, files={"f": ("f.bin", content)}).json()["files"]
        self.answered[made["id"], 1] = digest(content)
        self._http.post(f"/api/files/{made['id']}/checkout")
        path = f"/api/files/{made['id']}/checkin"
        answer = self._http.post(path, files={"file": ("f.bin", content[::-1])}).json()
        self.answered[made["id"], answer["data"]["newVersion"]["version"]] = digest(content[::-1])


def until(happened: Callable[[], bool]) -> None:
    """Wait for something that happens in time."""
    end = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)


def break_off(process: ServerProcess, item: str) -> None:
    """Hang up in the middle of an upload, and wait until the server has noticed."""
    form = part(b"x" * 3_000_000, 'Content-Disposition: form-data; name="f"; filename="half.bin"')
    head = (
        f"POST /api/items/{item}/files/upload HTTP/1.1\r\nHost: test\r\n"
        f"Authorization: {HEADERS['Authorization']}\r\nContent-Length: 9999999\r\n"
        f"Content-Type: multipart/form-data; boundary={BOUNDARY}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", process.port)) as connection:
        connection.sendall(head.encode() + form)
    with httpx.Client(base_url=process.url, headers=HEADERS, timeout=TIMEOUT) as http:
        upload = '"POST",route="/api/items/{item_id:str}/files/upload"'
        until(lambda: upload in http.get("/metrics").text)
        assert http.get(f"/api/items/{item}/files").json()["data"]["files"] == []


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_nothing_that_was_answered_is_lost(
    database: Database, settings: Settings, server: Callable[..., ServerProcess]
) -> None:
    process = server(data_dir=settings.data_dir)
    with httpx.Client(base_url=process.url, headers=HEADERS, timeout=TIMEOUT) as http:
        part = {"type": "Part", "name": "Bracket"}
        item = http.post("/api/items", json=part).json()["data"]["id"]
    break_off(process, item)
    assert list((settings.data_dir / "vault" / "incoming").iterdir()) == []
    answered: dict[tuple[str, int], str] = {}
    for kill in range(KILLS):
        clients = [Client(process.url, item, 10 * kill + number) for number in range(3)]
        for client in clients:
            client.start()
        until(lambda clients=clients: any(client.answered for client in clients))
        time.sleep(random.random() * 0.4)
        process.kill()
        for client in clients:
            client.join()
            answered |= client.answered
        process.start()
    assert answered
    with httpx.Client(base_url=process.url, headers=HEADERS, timeout=TIMEOUT) as http:
        for (file, version), wanted in answered.items():
            old = http.get(f"/api/files/{file}/versions/{version}/download")
            assert digest(old.content) == wanted
        for file in http.get(f"/api/items/{item}/files").json()["data"]["files"]:
            assert http.get(f"/api/files/{file['id']}/download").status_code == 200
    stores = ("--data-dir", settings.data_dir, "--database-url", database.url)
    verified = partwright("vault", "verify", *stores)
    assert verified.code == 0, verified.out
    partwright("vault", "gc", "--grace-hours", "0", *stores)
    again = partwright("vault", "verify", *stores)
    assert again.code == 0
    assert "0 unreferenced" in again.out
