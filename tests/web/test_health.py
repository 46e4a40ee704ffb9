import os
import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from partwright.settings import Settings
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, ENGINEER
from tests.support.process import NOBODY, ServerProcess

COLLECTOR = "a-token-of thirty-two-characters"


async def test_the_process_answers(api: Api) -> None:
    assert data(await api.get("/healthz")) == {"status": "ok"}


async def test_the_database_answers(api: Api) -> None:
    assert data(await api.get("/readyz")) == {"status": "ready"}


async def test_the_metrics_are_in_the_format_of_prometheus(api: Api) -> None:
    answer = await api.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert "# TYPE partwright_requests_total counter" in answer.text


def until(is_so: Callable[[], bool]) -> None:
    """Come back when it is so."""
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.1)


def test_one_answer_tells_what_all_processes_counted(tmp_path: Path) -> None:
    counter = re.compile(r'requests_total{.*route="/healthz",status="200"} (\S+)')
    times = re.compile(r'seconds_bucket{le="\+Inf",.*route="/healthz"} (\S+)')

    def counts(text: str) -> set[str]:
        found = [pattern.search(text) for pattern in (counter, times)]
        return {one[1] if one else "" for one in found}

    with ServerProcess(tmp_path, workers=2, rate_limit_anonymous=0) as server:
        for _ in range(20):
            assert httpx.get(f"{server.url}/healthz", timeout=60, verify=NOBODY).status_code == 200

        def is_whole() -> bool:
            # Each connection may come to either of them.
            answers = [
                httpx.get(f"{server.url}/metrics", timeout=60, verify=NOBODY) for _ in range(16)
            ]
            return all(counts(one.text) == {"20.0"} for one in answers)

        counted = time.time()

        def is_kept() -> bool:
            kept = list((tmp_path / "data").glob("metrics-*/*.metrics"))
            return len(kept) == 2 and all(one.stat().st_mtime > counted for one in kept)

        until(is_kept)
        until(is_whole)
        found = subprocess.run(
            ["pgrep", "-P", str(server.process.pid), "-f", "spawn_main"],
            capture_output=True,
            check=True,
        )
        killed = int(found.stdout.split()[0])
        os.kill(killed, signal.SIGKILL)
        # Its successor is told of what it counted, and no counter falls.
        until(is_whole)
        assert server.terminate() == 0
    assert not list((tmp_path / "data").glob("metrics-*"))


@pytest.mark.settings(metrics=COLLECTOR)
async def test_metrics_may_need_a_token_of_their_own(api: Api) -> None:
    refused(await api.get("/metrics"), 401, "UNAUTHENTICATED")
    refused(await api.get("/metrics", as_=ADMINISTRATOR), 401, "UNAUTHENTICATED")
    answer = await api.get("/metrics", headers={"Authorization": f"Bearer {COLLECTOR}"})
    assert "partwright_requests_total" in answer.text


@pytest.mark.settings(metrics="off")
async def test_metrics_may_be_off(api: Api) -> None:
    refused(await api.get("/metrics", as_=ADMINISTRATOR), 404, "RESOURCE_NOT_FOUND")


async def test_a_vault_that_went_away_is_told(api: Api, settings: Settings) -> None:
    """As when a volume is gone: what needs no file goes on, and nothing is made anew in its place."""
    made = await api.post("/api/items", {"type": "Part", "name": "A"}, as_=ENGINEER)
    path = f"/api/items/{data(made, 201)['id']}/files/upload"
    form = {"files": ("a.txt", b"content")}
    file = data(await api.request("POST", path, as_=ENGINEER, files=form), 201)["files"][0]
    vault, elsewhere = settings.data_dir / "vault", settings.data_dir / "elsewhere"
    vault.rename(elsewhere)
    for method, where, more in (
        ("GET", f"/api/files/{file['id']}/download", {}),
        ("POST", path, {"files": {"files": ("b.txt", b"other content")}}),
        ("GET", "/readyz", {}),
    ):
        answer = await api.request(method, where, as_=ENGINEER, **more)
        error = refused(answer, 503, "UNAVAILABLE")
        assert "vault" in error["message"]
        assert answer.headers["retry-after"]
        assert str(vault) not in answer.text
    assert (await api.get(path.removesuffix("/upload"), as_=ENGINEER)).status_code == 200
    assert not vault.exists()
    elsewhere.rename(vault)
    assert data(await api.get("/readyz")) == {"status": "ready"}
    assert (await api.get(f"/api/files/{file['id']}/download", as_=ENGINEER)).content == b"content"


async def test_a_token_of_the_tests_is_known(api: Api) -> None:
    actor = await api.services.authenticator.actor(ENGINEER.token)
    assert actor is not None
    assert (actor.name, actor.email) == (ENGINEER.name, ENGINEER.email)
    assert "parts.create" in actor.permissions
