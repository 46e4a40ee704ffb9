"""The vault: how fast files go in and out, and whether any is lost.

`python -m bench.vault speed` sends and fetches 100 MB against a bare handler in the same run.
`python -m bench.vault large` takes a file of 2 GiB there and back and watches the server's memory.
`python -m bench.vault crowd` lets 32 clients check the same files out and in for a minute.
`python -m bench.vault kill` ends the server with SIGKILL fifty times amid uploads and check-ins.
"""

import argparse
import hashlib
import http.client
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx

from bench.changes import Server, served
from bench.processes import memory_of, serving

_BLOCK = 1 << 20
_BOUNDARY = b"benchmark"
_FORM = f"multipart/form-data; boundary={_BOUNDARY.decode()}"
_HEAD = (
    b"--" + _BOUNDARY + b'\r\nContent-Disposition: form-data; name="f"; filename="f.bin"\r\n\r\n'
)
_TAIL = b"\r\n--" + _BOUNDARY + b"--\r\n"


class Client:
    """One connection to a server, for bodies that are streamed."""

    def __init__(self, port: int, token: str = "") -> None:
        self._http = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    def send(self, path: str, size: int, blocks: Iterator[bytes]) -> bytes:
        """POST a form of one file; the answer's body."""
        length = len(_HEAD) + size + len(_TAIL)
        headers = {**self._headers, "Content-Type": _FORM, "Content-Length": str(length)}
        # A server that is kept waiting ends the connection meanwhile.
        self._http.close()
        self._http.putrequest("POST", path, skip_accept_encoding=True)
        for name, value in headers.items():
            self._http.putheader(name, value)
        self._http.endheaders()
        self._http.send(_HEAD)
        for block in blocks:
            self._http.send(block)
        self._http.send(_TAIL)
        answer = self._http.getresponse()
        body = answer.read()
        if answer.status != 201:
            raise RuntimeError(f"{answer.status} {body[:500]!r}")
        return body

    def fetch(self, path: str) -> Iterator[memoryview]:
        """The body of a GET, block by block."""
        self._http.close()
        self._http.request("GET", path, headers=self._headers)
        answer = self._http.getresponse()
        if answer.status != 200:
            raise RuntimeError(f"{answer.status} {answer.read()[:500]!r}")
        view = memoryview(bytearray(_BLOCK))
        while count := answer.readinto(view):
            yield view[:count]


def content(size: int, seed: int) -> Iterator[bytes]:
    """Bytes that do not compress, different for each seed and block."""
    block = random.Random(1).randbytes(_BLOCK)
    for number in range(0, size, _BLOCK):
        mark = f"{seed} {number} ".encode()
        yield (mark + block[len(mark) :])[: size - number]


def speed(size: int, rounds: int) -> None:
    """Both directions, the server and the bare handler in turns."""
    with served("sqlite") as (server, token), tempfile.TemporaryDirectory() as bare_directory:
        item = part(server, token)
        with serving("bare_files", Path(bare_directory)) as bare_port:
            port = server.settings.port
            bare, client = Client(bare_port), Client(port, token)
            up: list[tuple[float, float]] = []
            down: list[tuple[float, float]] = []
            path = f"/api/items/{item}/files/upload"
            for turn in range(rounds):
                blocks = [list(content(size, 2 * turn + side)) for side in (0, 1)]
                bare_up = _seconds(lambda b=blocks[0]: bare.send("/f", size, iter(b)))
                made: list[bytes] = []
                up_here = _seconds(
                    lambda b=blocks[1], m=made: m.append(client.send(path, size, iter(b)))
                )
                file = httpx.Response(201, content=made[0]).json()["files"][0]["id"]
                up.append((up_here, bare_up))
                bare_down = _seconds(lambda: _drain(bare, "/f"))
                down.append((_seconds(lambda f=file: _drain(client, _download(f))), bare_down))
    for name, times in (("upload", up), ("download", down)):
        here, there = min(t[0] for t in times), min(t[1] for t in times)
        ratios = sorted(b / h for h, b in times)
        print(
            f"{name:9} {size / here / 1e6:7.0f} MB/s, bare {size / there / 1e6:7.0f} MB/s:"
            f" best {there / here:.2f}, median of rounds {ratios[len(ratios) // 2]:.2f}"
        )


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _drain(client: Client, path: str) -> None:
    for _ in client.fetch(path):
        pass


def _download(file: str) -> str:
    return f"/api/files/{file}/download"


def large(size: int) -> bool:
    """One file there and back; the server's memory before, and the most it had."""
    with served("sqlite") as (server, token):
        item = part(server, token)
        client = Client(server.settings.port, token)
        small = client.send(f"/api/items/{item}/files/upload", 5_000_000, content(5_000_000, 0))
        _drain(client, _download(httpx.Response(201, content=small).json()["files"][0]["id"]))
        before = memory_of(server.process.pid)
        sent = hashlib.sha256()

        def hashed() -> Iterator[bytes]:
            for block in content(size, 1):
                sent.update(block)
                yield block

        began = time.perf_counter()
        body = client.send(f"/api/items/{item}/files/upload", size, hashed())
        file = httpx.Response(201, content=body).json()["files"][0]
        up = time.perf_counter() - began
        got = hashlib.sha256()
        for block in client.fetch(_download(file["id"])):
            got.update(block)
        down = time.perf_counter() - began - up
        most = memory_of(server.process.pid, "VmHWM")
    equal = sent.hexdigest() == got.hexdigest() == file["checksum"].removeprefix("sha256:")
    grown = (most - before) / 1024
    print(
        f"{size / 2**30:.1f} GiB: up {up:.1f} s, down {down:.1f} s, digests"
        f" {'equal' if equal else 'DIFFER'}, memory {before / 1024:.0f} MiB + {grown:.0f} MiB"
    )
    return equal and grown < 64


class Crowd:
    """Clients that check the same files out and in, and download them."""

    def __init__(self, server: Server, token: str, *, seconds: float) -> None:
        self._url = f"http://127.0.0.1:{server.settings.port}"
        self._tokens = _tokens(self._url, token, 4)
        self._until = time.monotonic() + seconds
        self._guard = threading.Lock()
        self._answered: dict[tuple[str, int], str] = {}
        self._seen: set[tuple[str, str]] = set()
        self._counts = {"check-ins": 0, "refused checkouts": 0, "downloads": 0}
        self._faults: list[str] = []
        item = part(server, token)
        with self._client(0) as http:
            self._files = [self._add(http, item, number) for number in range(4)]

    def _client(self, number: int) -> httpx.Client:
        token = self._tokens[number % len(self._tokens)]
        headers = {"Authorization": f"Bearer {token}"}
        return httpx.Client(base_url=self._url, headers=headers, timeout=120)

    def _add(self, http: httpx.Client, item: str, number: int) -> str:
        data = f"file {number}".encode()
        files = {"f": ("f.bin", data)}
        answer = http.post(f"/api/items/{item}/files/upload", files=files).json()
        file = str(answer["files"][0]["id"])
        self._answered[file, 1] = _digest(data)
        return file

    def run(self, clients: int) -> bool:
        threads = [threading.Thread(target=self._work, args=(n,)) for n in range(clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self._check()
        print(", ".join(f"{count} {name}" for name, count in self._counts.items()))
        print("; ".join(self._faults[:10]) or "versions without gap, downloads whole")
        return not self._faults

    def _work(self, number: int) -> None:
        chance = random.Random(number)
        with self._client(number) as http:
            while time.monotonic() < self._until:
                file = chance.choice(self._files)
                if chance.random() < 0.5:
                    self._download(http, file)
                else:
                    self._version(http, file, chance)

    def _download(self, http: httpx.Client, file: str) -> None:
        answer = http.get(f"/api/files/{file}/download")
        with self._guard:
            self._counts["downloads"] += 1
            self._seen.add((file, _digest(answer.content)))
            if answer.status_code != 200:
                self._faults.append(f"download {answer.status_code}")

    def _version(self, http: httpx.Client, file: str, chance: random.Random) -> None:
        taken = http.post(f"/api/files/{file}/checkout").status_code
        if taken != 200:
            with self._guard:
                self._counts["refused checkouts"] += 1
                if taken != 423:
                    self._faults.append(f"checkout {taken}")
            return
        data = chance.randbytes(chance.randrange(200_000))
        answer = http.post(f"/api/files/{file}/checkin", files={"file": ("f.bin", data)})
        with self._guard:
            if answer.status_code == 200:
                self._counts["check-ins"] += 1
                version = int(answer.json()["data"]["newVersion"]["version"])
                if (file, version) in self._answered:
                    self._faults.append(f"version {version} twice")
                self._answered[file, version] = _digest(data)
            elif answer.status_code not in (409, 423):
                # Clients of one person share his checkout: another one may have ended it.
                self._faults.append(f"check-in {answer.status_code}")

    def _check(self) -> None:
        with self._client(0) as http:
            for file in self._files:
                answer = http.get(f"/api/files/{file}/versions").json()["data"]["versions"]
                found = {v["version"]: v["checksum"].removeprefix("sha256:") for v in answer}
                wanted = {v: d for (f, v), d in self._answered.items() if f == file}
                if sorted(found) != list(range(1, len(found) + 1)) or found != wanted:
                    self._faults.append(f"the versions of {file} are not those answered")
        whole = {(file, digest) for (file, _), digest in self._answered.items()}
        if not self._seen <= whole:
            self._faults.append(f"{len(self._seen - whole)} downloads were of no version")


def kill(times: int) -> bool:
    """Uploads and check-ins by many, cut off again and again; then everything is looked at."""
    answered: dict[tuple[str, int], str] = {}
    faults: list[str] = []
    with served("sqlite") as (server, token):
        url, item = f"http://127.0.0.1:{server.settings.port}", part(server, token)
        for turn in range(times):
            writers = [_Writer(url, token, item, 100 * turn + n, answered) for n in range(4)]
            for writer in writers:
                writer.start()
            time.sleep(0.1 + random.random())
            server.kill()
            for writer in writers:
                writer.join()
        http = httpx.Client(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=60)
        for (file, version), wanted in answered.items():
            old = http.get(f"/api/files/{file}/versions/{version}/download")
            if _digest(old.content) != wanted:
                faults.append(f"version {version} of {file} is lost: {old.status_code}")
        http.close()
        verified = command(server, "vault", "verify")
        collected = command(server, "vault", "gc", "--grace-hours", "0")
        again = command(server, "vault", "verify")
    print(f"{times} kills, {len(answered)} versions answered")
    print(f"verify: {verified[1]}\ngc: {collected[1]}\nverify: {again[1]}")
    if verified[0] or again[0] or "0 unreferenced" not in again[1]:
        faults.append("the vault is damaged")
    print("; ".join(faults[:10]) or "nothing lost")
    return not faults


class _Writer(threading.Thread):
    """Uploads, checks out and in until the server goes."""

    def __init__(
        self, url: str, token: str, item: str, seed: int, answered: dict[tuple[str, int], str]
    ) -> None:
        super().__init__()
        headers = {"Authorization": f"Bearer {token}"}
        self._http = httpx.Client(base_url=url, headers=headers, timeout=60)
        self._item = item
        self._chance = random.Random(seed)
        self._answered = answered

    def run(self) -> None:
        try:
            while True:
                self._work()
        except httpx.TransportError:
            self._http.close()

    def _work(self) -> None:
        data = self._chance.randbytes(self._chance.randrange(2_000_000))
        path = f"/api/items/{self._item}/files/upload"
        files: dict[str, Any] = {"f": ("f.bin", data)}
        (made,) = self._http.post(path, files=files).json()["files"]
        self._answered[made["id"], 1] = _digest(data)
        self._http.post(f"/api/files/{made['id']}/checkout")
        files = {"file": ("f.bin", data[::-1])}
        answer = self._http.post(f"/api/files/{made['id']}/checkin", files=files).json()
        version = int(answer["data"]["newVersion"]["version"])
        self._answered[made["id"], version] = _digest(data[::-1])


def command(server: Server, *arguments: str) -> tuple[int, str]:
    """A command on the server's stores: its exit code, and what it says."""
    settings = server.settings
    stores = ("--data-dir", str(settings.data_dir), "--database-url", settings.database)
    ended = subprocess.run(
        [sys.executable, "-m", "partwright", *arguments, *stores],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    return ended.returncode, ended.stdout.strip() or ended.stderr.strip()


def part(server: Server, token: str) -> str:
    answer = httpx.post(
        f"http://127.0.0.1:{server.settings.port}/api/items",
        json={"type": "Part", "name": "Bracket"},
        headers={"Authorization": f"Bearer {token}"},
    )
    return str(answer.json()["data"]["id"])


def _tokens(url: str, administrator: str, count: int) -> list[str]:
    """Tokens of so many engineers."""
    with httpx.Client(base_url=url, headers={"Authorization": f"Bearer {administrator}"}) as http:
        roles = http.get("/api/roles").json()["data"]["roles"]
        role = next(role["id"] for role in roles if role["name"] == "Engineer")
        tokens: list[str] = []
        for number in range(count):
            user = {"email": f"e{number}@example.org", "password": "correct horse battery"}
            http.post("/api/users", json={**user, "name": f"E{number}", "roleIds": [role]})
            answer = http.post("/api/auth/login", json=user).json()
            tokens.append(answer["data"]["token"])
        return tokens


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.vault", description=__doc__)
    parser.add_argument("what", choices=("speed", "large", "crowd", "kill"))
    parser.add_argument("--size", type=int, help="bytes")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--clients", type=int, default=32)
    parser.add_argument("--kills", type=int, default=50)
    asked = parser.parse_args()
    if asked.what == "speed":
        speed(asked.size or 100_000_000, asked.rounds)
        return 0
    if asked.what == "large":
        return 0 if large(asked.size or 2 << 30) else 1
    if asked.what == "crowd":
        with served("sqlite") as (server, token):
            good = Crowd(server, token, seconds=asked.seconds).run(asked.clients)
        return 0 if good else 1
    return 0 if kill(asked.kills) else 1


if __name__ == "__main__":
    sys.exit(main())
