"""A token goes to the server that it was given for, and by no way that a file names."""

import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from partwright.cli import api as client
from partwright.cli.profiles import Profile, write_profile
from partwright.cli.target import find_server
from partwright.settings import Settings
from tests.cli.commands import partwright

TOKEN = "pw_" + "s" * 43


class Listener:
    """A server that writes down what comes, and answers that it has no reports."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        heard = self.heard

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                heard.append(self.headers.get("Authorization", ""))
                body = b'{"data": {"reports": [], "total": 0, "page": 1, "limit": 100}}'
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def servers(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Listener, Listener]]:
    """Two servers, and an environment of the test's own."""
    proxies = ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "no_proxy")
    kept = {k: v for k, v in os.environ.items() if k not in proxies}
    monkeypatch.setattr(os, "environ", {**kept})
    monkeypatch.setattr(client, "FIRST_PATIENCE_SECONDS", 0.1)
    one, other = Listener(), Listener()
    yield one, other
    one.close()
    other.close()


def test_the_token_of_the_environment_goes_to_its_server_alone(
    servers: tuple[Listener, Listener],
) -> None:
    own, other = servers
    os.environ |= {"PARTWRIGHT_SERVER": own.address, "PARTWRIGHT_TOKEN": TOKEN}
    assert partwright("report", "list").code == 0
    assert partwright("report", "list", "--server", f"{own.address}/").code == 0
    assert own.heard == [f"Bearer {TOKEN}"] * 2
    ended = partwright("report", "list", "--server", other.address)
    assert (ended.code, other.heard) == (2, [])
    assert "is not sent to" in ended.err
    assert partwright("report", "list", "--server", other.address, "--token", "other").code == 0
    assert other.heard == ["Bearer other"]


def test_a_named_token_stands_above_that_of_the_profile(
    servers: tuple[Listener, Listener], directory: Path
) -> None:
    own, _ = servers
    os.environ["PARTWRIGHT_PROFILE"] = str(directory / "profile.json")
    write_profile(Profile(server=own.address, token=TOKEN))
    assert partwright("report", "list", "--token", "of-another-person").code == 0
    os.environ["PARTWRIGHT_TOKEN"] = "of-a-server-that-nothing-names"
    assert partwright("report", "list").code == 0
    assert own.heard == ["Bearer of-another-person", f"Bearer {TOKEN}"]


def test_what_may_make_a_database_goes_to_the_server_of_the_profile(
    servers: tuple[Listener, Listener], directory: Path
) -> None:
    own, _ = servers
    os.environ["PARTWRIGHT_PROFILE"] = str(directory / "profile.json")
    assert find_server(Settings(), may_make=True) is None
    write_profile(Profile(server=own.address, token=TOKEN))
    assert find_server(Settings(), may_make=True) == (own.address, TOKEN)


def test_no_file_of_a_folder_leads_a_token_astray(
    servers: tuple[Listener, Listener], directory: Path
) -> None:
    proxy, _ = servers
    text = f"HTTP_PROXY={proxy.address}\nALL_PROXY={proxy.address}\nPARTWRIGHT_TOKEN={TOKEN}\n"
    (directory / ".env").write_text(text)
    (directory / "data").mkdir()
    (directory / "data" / ".env").write_text(text)
    ended = partwright("report", "list", "--server", "http://plm.invalid", "--token", TOKEN)
    assert ended.code == 1
    assert proxy.heard == []
    assert partwright("report", "list", "--server", "http://plm.invalid").code == 2
