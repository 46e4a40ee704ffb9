"""STEP files looked into by workers that are killed again and again.

`python -m bench.workers` starts three servers without background work and two workers on one
PostgreSQL and one S3 store, each with a data directory of its own, uploads 200 STEP files, kills one of
the workers every five seconds and starts it anew; `--queue` lets them tell each other over NATS. It prints
how long all files and the longest takeover took, and how many files were begun again, and ends with 1 if
a file did not become ready, had two results, or lay for 20 s with a process that was not heard of.
"""

import argparse
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import psycopg

from bench import databases
from bench.processes import environment, wait_until_ready
from tests.support import nats, seaweed

_STEP = (Path(__file__).parent.parent / "tests" / "cad_files" / "pair.step").read_bytes()
_SERVERS, _WORKERS = 3, 2
_LONGEST_SECONDS = 20.0
_BEGUN = "SELECT SUM(attempts) FROM geometry"
_STATES = "SELECT digest, state, COALESCE(holder, ''), beats FROM geometry"


class Process:
    """A command of Partwright that is started, killed and started again."""

    def __init__(self, directory: Path, *command: str, **settings: object) -> None:
        self._command = [sys.executable, "-m", "partwright", *command]
        self._environment = environment(settings)
        self._directory = directory
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._command,
            env=self._environment,
            cwd=self._directory,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )

    def wait(self, port: int) -> None:
        """Come back when it answers as a server."""
        wait_until_ready(port, self._process)

    def kill(self) -> None:
        """End it as a power cut would; its kernel ends with it."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


class Watch:
    """What became of the files, as the database shows it."""

    def __init__(self, url: str) -> None:
        self._connection = psycopg.connect(url, autocommit=True)
        self._seen: dict[str, tuple[str, int]] = {}
        self._quiet_since: dict[str, float] = {}
        self.states: dict[str, str] = {}
        self.results = 0
        """How often a file became ready."""
        self.longest = 0.0
        """Seconds that a file lay with a process which was not heard of, at most."""

    def look(self) -> None:
        now = time.monotonic()
        for digest, state, holder, beats in self._connection.execute(_STATES):
            self.results += state == "ready" and self.states.get(digest) != "ready"
            self.states[digest] = state
            if state != "working":
                self._seen.pop(digest, None)
            elif self._seen.get(digest) != (holder, beats):
                self._seen[digest] = (holder, beats)
                self._quiet_since[digest] = now
            else:
                self.longest = max(self.longest, now - self._quiet_since[digest])

    @property
    def begun(self) -> int:
        """How often a file was begun; a worker that ends as it should takes none of it."""
        row = self._connection.execute(_BEGUN).fetchone()
        return int(row[0]) if row else 0

    @property
    def ready(self) -> int:
        return list(self.states.values()).count("ready")

    @property
    def is_over(self) -> bool:
        return not {"pending", "working"} & set(self.states.values())


@contextmanager
def _bucket(directory: Path) -> Iterator[dict[str, str]]:
    """The settings of a vault in an S3 store of its own."""
    place = directory / "s3"
    place.mkdir()
    os.environ.update(seaweed.CREDENTIALS)
    try:
        yield {"vault_url": f"s3://{seaweed.BUCKET}", "s3_endpoint": seaweed.started(place)}
    finally:
        # It ends with the directory.
        shutil.rmtree(place, ignore_errors=True)


def _upload(ports: list[int], token: str, count: int) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(headers=headers, timeout=60) as client:
        base = [f"http://127.0.0.1:{port}" for port in ports]
        made = client.post(f"{base[0]}/api/parts", json={"name": "Measured", "itemNumber": "M-1"})
        path = f"/api/items/{made.raise_for_status().json()['data']['id']}/files/upload"
        for number in range(count):
            # A comment makes each a content of its own.
            content = _STEP.replace(b"DATA;", b"/* %d */ DATA;" % number, 1)
            files = {"file": (f"{number}.step", content)}
            client.post(base[number % len(base)] + path, files=files).raise_for_status()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.workers", description=__doc__)
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--queue", action="store_true")
    parser.add_argument("--kill-every", type=float, default=5.0, metavar="SECONDS")
    asked = parser.parse_args()
    token, kills = secrets.token_urlsafe(32), 0
    with ExitStack() as stack:
        url = stack.enter_context(databases.temporary("postgres"))
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="partwright-")))
        common: dict[str, object] = {"database_url": url, "log_level": "error"}
        common |= stack.enter_context(_bucket(directory))
        if asked.queue:
            common["queue_url"] = stack.enter_context(nats.broker(directory)).url
        limits = dict.fromkeys(("rate_limit_anonymous", "rate_limit_authenticated"), 0)

        def begin(name: str, *command: str, **settings: object) -> Process:
            given = {**common, **limits, "data_dir": directory / name, **settings}
            process = Process(directory, *command, **given)
            stack.callback(process.kill)
            return process

        ports = [databases.free_port() for _ in range(_SERVERS)]
        for port in ports:
            server = begin(
                f"server-{port}", "serve", port=port, background="none", admin_token=token
            )
            server.wait(port)
        _upload(ports, token, asked.files)
        only = ("worker", "--only", "cad", "--cad-workers", "1")
        workers = [begin(f"worker-{number}", *only) for number in range(_WORKERS)]
        watch, began = Watch(url), time.monotonic()
        watch.look()
        next_kill = began + asked.kill_every
        while not watch.is_over:
            time.sleep(0.1)
            watch.look()
            if time.monotonic() >= next_kill:
                next_kill += asked.kill_every
                workers[kills % _WORKERS].kill()
                workers[kills % _WORKERS].start()
                kills += 1
        took = time.monotonic() - began
        begun = watch.begun
    print(f"{watch.ready} of {asked.files} files ready after {took:.1f} s and {kills} kills")
    print(f"begun {begun} times, {watch.results} results")
    print(f"longest without a word of the holder: {watch.longest:.1f} s")
    is_well = watch.ready == watch.results == asked.files and watch.longest < _LONGEST_SECONDS
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
