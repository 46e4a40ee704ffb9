"""Clients that write until their server goes, and what a database holds afterwards."""

import itertools
import sqlite3
import threading
from pathlib import Path

import httpx

from tests.support.people import ENGINEER

TIMEOUT = 60


class Client(threading.Thread):
    """Makes parts with a file each until the server goes; remembers what was answered."""

    def __init__(self, url: str) -> None:
        super().__init__()
        headers = {"Authorization": f"Bearer {ENGINEER.token}"}
        self._http = httpx.Client(base_url=url, headers=headers, timeout=TIMEOUT)
        self.made: list[str] = []
        self.files: list[str] = []

    def run(self) -> None:
        try:
            for number in itertools.count():
                made = self._http.post("/api/items", json={"type": "Part", "name": "Load"})
                item = made.json()["data"]["id"]
                self.made.append(item)
                content = {"file": ("load.bin", f"{item} {number}".encode())}
                sent = self._http.post(f"/api/items/{item}/files/upload", files=content)
                self.files.append(sent.json()["files"][0]["id"])
        except httpx.TransportError:
            self._http.close()


def rows(database: Path, sql: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(database)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()
