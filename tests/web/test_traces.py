"""OpenTelemetry: what arrives at a collector, and what does not; nothing of it unless configured."""

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from partwright.cad.job_protocol import JobFailed
from partwright.cad.workers import KernelPool
from partwright.kit.traces import is_wanted, open_tracer
from partwright.migrations.schema import migrate
from partwright.settings import Settings, WrongSetting, load
from tests.cad.misbehaving import DEED, PROGRAM, Deed
from tests.cli.commands import environment
from tests.design_engine.session_client import new_session
from tests.support.application import data, refused, running
from tests.support.collector import FAILED, SERVER, Collector, Seen, collecting
from tests.support.people import ENGINEER, VIEWER
from tests.support.process import NOBODY, ServerProcess
from tests.world import World

TRACE = "0af7651916cd43dd8448eb211c80319c"
CALLER = "b7ad6b7169203331"
PARENT = {"traceparent": f"00-{TRACE}-{CALLER}-01"}


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    """What the servers that are started from now on send their spans to."""
    with collecting() as collector:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.endpoint)
        yield collector


def statements(span: Seen) -> int:
    return int(span.attributes["partwright.statements"])


async def test_a_request_and_its_parts_arrive_joined_to_the_callers_trace(
    collector: Collector, settings: Settings
) -> None:
    part = {"type": "Part", "name": "hunter2-name"}
    async with running(settings) as api:
        headers = PARENT | {"X-Request-Id": "known-1"}
        made = data(await api.post("/api/items", part, as_=ENGINEER, headers=headers), 201)
        item = f"/api/items/{made['id']}"
        data(await api.get(item, as_=ENGINEER))
        data(await api.get("/api/items", as_=ENGINEER, params={"search": "hunter2"}))
        assert collector.spans == [], "spans are sent from time to time, not with each request"
        database = "postgresql" if api.services.database.dialect == "postgres" else "sqlite"

    assert collector.paths == {"/v1/traces"}
    served = collector.served("POST /api/items")
    assert (served.trace_id, served.parent_id, served.status) == (TRACE, CALLER, 0)
    assert served.attributes == {
        "http.request.method": "POST",
        "http.route": "/api/items",
        "http.response.status_code": 201,
        "url.scheme": "http",
        "partwright.request_id": "known-1",
        "user.id": ENGINEER.id,
    }
    assert served.process["service.name"] == "partwright"
    transaction = collector.parts_of(served)["database transaction"]
    assert transaction.trace_id == TRACE
    assert transaction.attributes["db.system.name"] == database
    assert statements(transaction) > 1

    read = collector.served("GET /api/items/{item_id:str}")
    assert (read.trace_id != TRACE, read.parent_id) == (True, "")
    assert statements(collector.parts_of(read)["database single reads"]) >= 1
    assert b"hunter2" not in collector.received
    assert ENGINEER.token.encode() not in collector.received


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_refusals_and_faults_are_told_apart_and_tell_nothing(
    collector: Collector, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(token: str) -> None:
        raise ValueError(f"hunter2 {token}")

    login = {"email": ENGINEER.email, "password": "hunter2hunter2"}
    odd = [(b"traceparent", b"00-hunter2-\xff"), (b"tracestate", b"hunter2")]
    async with running(settings) as api:
        refused(await api.post("/api/auth/login", login), 401, "INVALID_CREDENTIALS")
        refused(await api.get("/api/hunter2", headers=odd), 404, "RESOURCE_NOT_FOUND")
        refused(await api.request("HUNTER2", "/api/items"), 405, "METHOD_NOT_ALLOWED")
        refused(await api.post("/api/programs", {"name": "x"}, as_=VIEWER), 403, "FORBIDDEN")
        monkeypatch.setattr(api.services.authenticator, "actor", broken)
        refused(await api.get("/api/items", as_=ENGINEER), 500, "INTERNAL_ERROR")

    assert "user.id" not in collector.served("POST /api/auth/login").attributes
    assert {(span.name, span.status) for span in collector.spans if span.kind == SERVER} == {
        ("POST /api/auth/login", 0),
        ("GET other", 0),
        ("other /api/items", 0),
        ("POST /api/programs", 0),
        ("GET other", FAILED),
    }
    assert b"hunter2" not in collector.received.lower()


async def test_files_are_told_by_their_size(collector: Collector, settings: Settings) -> None:
    content = b"hunter2" * 100_000
    async with running(settings) as api:
        part = await World(api).part()
        path = f"/api/items/{part['id']}/files/upload"
        files = {"file": ("hunter2.step", content)}
        (file,) = data(await api.http.post(path, files=files, headers=bearer()), 201)["files"]
        found = await api.get(f"/api/files/{file['id']}/download", as_=ENGINEER)
        assert found.content == content

    (write,) = collector.named("vault write")
    assert write.attributes["partwright.bytes"] == len(content)
    (read,) = collector.named("vault read")
    assert read.attributes["partwright.bytes"] == len(content)
    assert read.parent_id == collector.served("GET /api/files/{file_id:str}/download").id
    assert b"hunter2" not in collector.received


def bearer() -> dict[str, str]:
    return {"Authorization": f"Bearer {ENGINEER.token}"}


async def test_a_drafting_run_is_told_with_its_requests_to_the_model(
    collector: Collector, settings: Settings
) -> None:
    async with running(settings) as api:
        session = await new_session(api)
        await session.run("start_requirements")

    (run,) = collector.named("design run requirements")
    stream = collector.served("POST /api/design-engine/sessions/{session_id:str}/stream")
    assert run.parent_id == stream.id
    asked = collector.named("model request")
    assert len(asked) > 1
    assert {span.trace_id for span in asked} == {run.trace_id}
    assert asked[0].attributes["gen_ai.request.model"]
    assert asked[-1].attributes["gen_ai.usage.output_tokens"] > 0
    assert b"lamp" not in collector.received


async def test_a_cad_job_is_told(collector: Collector) -> None:
    tracer = open_tracer()
    pool = KernelPool(workers=1, program=PROGRAM, needs="msgspec", tracer=tracer)
    try:
        await pool.run(DEED, Deed("add", number=1))
        with pytest.raises(JobFailed):
            await pool.run(DEED, Deed("refuse"))
    finally:
        await pool.close()
        await tracer.close()
    assert [span.status for span in collector.named("CAD job deed")] == [0, FAILED]


def lines_of(running: ServerProcess) -> list[dict[str, Any]]:
    """The lines of requests in the log of a server that has ended."""
    lines = [json.loads(line) for line in running.log.read_text().splitlines() if line[:1] == "{"]
    return [line for line in lines if line["event"] == "request" and line["route"] == "/healthz"]


def test_every_worker_sends_all_its_spans_before_it_ends(
    collector: Collector, tmp_path: Path
) -> None:
    with ServerProcess(tmp_path, workers=2, rate_limit_anonymous=0) as process:
        for _ in range(20):
            httpx.get(f"{process.url}/healthz", timeout=60, verify=NOBODY)
        assert process.terminate() == 0
        lines = lines_of(process)
    spans = [span for span in collector.spans if span.name == "GET /healthz"]
    assert len(spans) == 20
    assert {(s.trace_id, s.id) for s in spans} == {(o["trace_id"], o["span_id"]) for o in lines}


@pytest.mark.parametrize("answers", [True, False], ids=["refuses", "hangs"])
def test_a_collector_that_does_not_work_disturbs_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: bool
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        if answers:
            silent.close()
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{port}")
        monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "50")
        with ServerProcess(tmp_path) as process:
            for _ in range(20):
                answer = httpx.get(f"{process.url}/healthz", timeout=5, verify=NOBODY)
                assert answer.status_code == 200
                time.sleep(0.01)
            began = time.monotonic()
            assert process.terminate() == 0
            assert time.monotonic() - began < 10


def test_nothing_of_it_is_loaded_unless_it_is_configured(tmp_path: Path) -> None:
    program = """
import asyncio, sys
from partwright.app import application, opened
from partwright.cli import serve
from partwright.cli.setup import prepare
from partwright.settings import load
from partwright.web.middleware import RequestMiddleware

async def main():
    settings = load()
    await prepare(settings)
    async with opened(settings) as services:
        assert type(application(services)) is RequestMiddleware, "no layer around it"
    parts = ("opentelemetry.sdk", "opentelemetry.exporter", "google.protobuf", "redis", "psycopg")
    parts += ("alembic", "sqlalchemy", "mako", "zxcvbn", "typst", "joserfc", "cryptography", "pyarrow")
    print(*(name for name in parts if name in sys.modules))

asyncio.run(main())
"""
    migrate(f"sqlite:///{tmp_path}/partwright.sqlite")
    ended = subprocess.run(
        [sys.executable, "-c", program],
        env=environment(data_dir=tmp_path),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (0, "\n"), ended.stderr


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "collector:4317"}, "OTEL_EXPORTER_OTLP_ENDPOINT=***"),
        ({"OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, "OTEL_EXPORTER_OTLP_PROTOCOL='grpc'"),
        ({"OTEL_EXPORTER_OTLP_TIMEOUT": "soon"}, "OTEL_EXPORTER_OTLP_TIMEOUT='soon'"),
        ({"OTEL_TRACES_EXPORTER": "zipkin"}, "OTEL_TRACES_EXPORTER='zipkin'"),
        ({"OTEL_EXPORTER_OTLP_COMPRESSION": "zip"}, "OTEL_EXPORTER_OTLP_COMPRESSION='zip'"),
        ({"OTEL_TRACES_SAMPLER": "some"}, "OTEL_TRACES_SAMPLER='some'"),
        (
            {"OTEL_TRACES_SAMPLER": "traceidratio", "OTEL_TRACES_SAMPLER_ARG": "2"},
            "OTEL_TRACES_SAMPLER_ARG='2'",
        ),
    ],
)
def test_a_wrong_variable_is_told_in_one_line(given: dict[str, str], told: str) -> None:
    endpoint = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}
    with pytest.raises(WrongSetting) as wrong:
        load(endpoint | given)
    assert str(wrong.value).startswith(f"{told}: expected ")


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({}, False),
        ({"OTEL_SERVICE_NAME": "plm", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": ""}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "https://c", "OTEL_SDK_DISABLED": "true"}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "https://c", "OTEL_TRACES_EXPORTER": "none"}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "https://c"}, True),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "https://c/v1/traces"}, True),
    ],
)
def test_an_endpoint_asks_for_traces(given: dict[str, str], wanted: bool) -> None:
    assert is_wanted(given) is wanted
