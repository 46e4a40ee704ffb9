import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from partwright.accounts.first_start import FirstAdministrator
from partwright.cli.console import out
from partwright.cli.setup import tell_first
from tests.cli.commands import environment, partwright
from tests.support.process import ServerProcess


class Started:
    """A server, and what it printed before it served."""

    def __init__(self, process: "subprocess.Popen[str]", lines: list[str]) -> None:
        self.process = process
        self.lines = lines

    @property
    def address(self) -> str:
        return self.after("Address:")

    def after(self, label: str) -> str:
        """What is printed after the label."""
        return next(line.split(label)[1].strip() for line in self.lines if label in line)


@contextmanager
def started(directory: Path, **settings: object) -> Iterator[Started]:
    """`partwright serve` in the directory, ready; all its lines are there after it has ended."""
    with subprocess.Popen(
        [sys.executable, "-m", "partwright", "serve", "--port", "0"],
        cwd=directory,
        env=environment(log_level="warning", **settings),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        found = Started(process, [process.stdout.readline() for _ in range(3)])
        try:
            assert httpx.get(f"{found.address}/readyz", timeout=60).status_code == 200
            yield found
        finally:
            process.send_signal(signal.SIGTERM)
            found.lines += process.stdout.readlines()


def test_the_first_start_makes_everything_and_says_who_the_administrator_is(
    directory: Path,
) -> None:
    with started(directory) as first:
        assert first.after("Docs:") == f"{first.address}/docs"
    email, password, token = (first.after(label) for label in ("E-mail:", "Password:", "Token:"))
    assert first.process.returncode == 0
    assert (directory / "data").stat().st_mode & 0o777 == 0o700

    with started(directory) as second:
        bearer = {"Authorization": f"Bearer {token}"}
        me = httpx.get(f"{second.address}/api/users/me", headers=bearer, timeout=60)
        assert me.json()["data"]["email"] == email
        login = {"email": email, "password": password}
        answer = httpx.post(f"{second.address}/api/auth/login", json=login, timeout=60)
        assert answer.status_code == 200
        demo = partwright("demo", "--server", second.address, "--token", token)
        assert (demo.code, demo.err) == (0, "")
        assert f'"{second.address}/api/items/' in demo.out
    printed = "".join(second.lines)
    assert "Password" not in printed
    assert token not in printed


def test_secrets_from_the_settings_are_not_printed() -> None:
    with out.capture() as told:
        tell_first(FirstAdministrator("ada@example.com", None, None, None))
    assert "Password: (the one that was set)" in told.get()
    assert "Token:    (the one that was set)" in told.get()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--port", "http"), "PARTWRIGHT_PORT='http'"),
        (("--workers", "0"), "PARTWRIGHT_WORKERS=0"),
        (("--database-url", "mysql://x"), "PARTWRIGHT_DATABASE_URL"),
    ],
)
def test_a_wrong_setting_stops_the_start_with_one_line(
    directory: Path, arguments: tuple[str, ...], told: str
) -> None:
    ended = partwright("serve", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert told in ended.err
    assert ended.err.count("\n") == 1
    assert list(directory.iterdir()) == []


def test_a_setting_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARTWRIGHT_PORT", "http")
    assert "PARTWRIGHT_PORT='http'" in partwright("serve").err


def test_an_unknown_flag_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert partwright("serve", "--prt", "1").code == 2
    assert "--port" in capsys.readouterr().err


def test_a_taken_port_stops_the_start_with_one_line(directory: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = partwright("serve", "--port", port)
    assert ended == (
        1,
        "",
        f"partwright: cannot listen on 127.0.0.1 port {port}: Address already in use\n",
    )
    assert list(directory.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--data-dir", "file"), "the data directory file cannot be made: File exists"),
        (
            ("--database-url", "postgresql://ada:hunter2@127.0.0.1:1/none"),
            "the database does not answer: connection failed: ",
        ),
        (("--database-url", "sqlite:///file/x.sqlite"), "the database cannot be made: File exists"),
        (("--vault-url", "file/vault"), "the vault cannot be opened: "),
        (
            ("--database-url", "sqlite:///x.sqlite"),
            "SQLite cannot keep its write-ahead log in . (",
        ),
    ],
)
def test_a_store_that_does_not_work_stops_the_start_with_one_line(
    directory: Path, arguments: tuple[str, ...], told: str
) -> None:
    (directory / "file").touch()
    # Where the log belongs.
    (directory / "x.sqlite-wal").mkdir()
    ended = subprocess.run(
        [sys.executable, "-m", "partwright", "serve", "--port", "0", *arguments],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith(f"partwright: {told}")
    assert ended.stderr.count("\n") == 1
    assert "hunter2" not in ended.stderr


@pytest.mark.parametrize("workers", [1, 2])
def test_sigterm_lets_a_request_in_flight_finish(directory: Path, workers: int) -> None:
    token = "t" * 40
    body = b'{"name": "Finished in time"}'
    with started(directory, workers=workers, admin_token=token) as server:
        port = urlsplit(server.address).port
        with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
            client.sendall(
                b"POST /api/designs HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
                + f"Authorization: Bearer {token}\r\n".encode()
                + f"Content-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n".encode()
            )
            # The server waits for the body now.
            assert client.recv(1000).startswith(b"HTTP/1.1 100")
            client.sendall(body[:10])
            server.process.send_signal(signal.SIGTERM)
            time.sleep(0.5)
            client.sendall(body[10:])
            assert client.recv(1000).startswith(b"HTTP/1.1 201")
        assert server.process.wait(timeout=60) == 0


HASTY = """
import sys
from partwright.cli import serve, worker_process
serve.GRACE_SECONDS = 1
worker_process.CLOSING_SECONDS = 0.5
sys.exit(serve.serve())
"""


def test_sigterm_ends_a_server_whose_database_is_silent(directory: Path) -> None:
    token = "t" * 40
    with ServerProcess(directory, script=HASTY, admin_token=token) as server:
        file = directory / "data" / "partwright.sqlite"
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with socket.create_connection(("127.0.0.1", server.port), timeout=60) as client:
                body = b'{"name": "Waits for the lock"}'
                client.sendall(
                    b"POST /api/designs HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
                    + f"Authorization: Bearer {token}\r\n".encode()
                    + f"Content-Length: {len(body)}\r\n\r\n".encode()
                    + body
                )
                time.sleep(0.5)
                began = time.monotonic()
                assert server.terminate() == 0
        assert time.monotonic() - began < 10
        assert '"status":503' in server.log.read_text()


def workers_of(server: ServerProcess) -> list[int]:
    """The processes that serve, oldest first."""
    found = subprocess.run(
        ["pgrep", "-P", str(server.process.pid), "-f", "spawn_main"],
        capture_output=True,
        check=False,
    )
    return [int(pid) for pid in found.stdout.split()]


def test_a_worker_killed_while_it_is_asked_for_its_health_is_replaced(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, workers=2) as server:
        killed, other = workers_of(server)
        os.kill(killed, signal.SIGSTOP)
        # The supervisor asks each half second, and now waits for an answer.
        time.sleep(2)
        os.kill(killed, signal.SIGKILL)
        # Sooner than it waits for one that does not answer.
        end = time.monotonic() + 30
        while len(set(workers_of(server)) - {killed, other}) < 1:
            assert time.monotonic() < end
            time.sleep(0.1)
        assert server.terminate() == 0
