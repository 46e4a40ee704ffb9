"""Hints between processes over a real NATS server, which may be away at any time."""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from nats.aio.client import Client
from nats.js.api import AckPolicy, ConsumerConfig
from structlog.testing import capture_logs

from partwright.app import opened_process, working
from partwright.cad_files import worker as cad_worker
from partwright.cad_files.model import LARGEST
from partwright.cells.catalogue import Cell, settings_of
from partwright.events import hub
from partwright.identity import authentication
from partwright.imports import job_worker
from partwright.kit import clock, hints, nats_hints
from partwright.kit.db.base import hint
from partwright.kit.queue_address import queue_address
from partwright.reports import schedule_service
from partwright.settings import Settings, load
from partwright.system import background
from partwright.vault import derived_queries
from tests.cells.test_import_process import begin_import, until_state
from tests.cli.commands import command, environment
from tests.events.stream import EventReader
from tests.relationships import scene
from tests.reports.scenes import made
from tests.support.application import Api, data, running
from tests.support.nats import Broker, broker
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, VIEWER
from tests.support.smtp import SmtpServer
from tests.world import World

JOBS = 1000
_FAST = """
import sys
from partwright.cad_files import worker
worker.LEASE_SECONDS, worker.WATCH_SECONDS, worker.HEARTBEAT_SECONDS = 2, 0.5, 0.5
from partwright.cli import main
sys.argv = ["partwright", "worker", "--only", "cad", "--cad-workers", "2"]
main()
"""


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Broker]:
    with broker(tmp_path) as server:
        yield server


@pytest.fixture
def queued(settings: Settings, queue: Broker) -> Settings:
    return msgspec.structs.replace(settings, queue_url=f"{queue.url}/tests")


@pytest.fixture
def nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only who is given a hint finds anything."""
    monkeypatch.setattr(hints, "HINTED_SECONDS", 600)
    monkeypatch.setattr(nats_hints, "HINTED_SECONDS", 600)
    monkeypatch.setattr(hub, "AUTHENTICATED_SECONDS", 600)
    monkeypatch.setattr(authentication, "REMEMBERED_SECONDS", 600)


async def until(is_so: Callable[[], Awaitable[bool]], seconds: float = 30) -> None:
    async with asyncio.timeout(seconds):
        while not await is_so():  # noqa: ASYNC110 - what is waited for is in other processes
            await asyncio.sleep(0.02)


async def until_queue(api: Api, word: str) -> None:
    async def is_so() -> bool:
        answer = await api.get("/readyz")
        assert answer.status_code == 200
        return bool(answer.json()["data"].get("queue") == word)

    await until(is_so)


@pytest.mark.usefixtures("nobody_looks")
async def test_news_and_rights_reach_other_processes_at_once(queued: Settings) -> None:
    async with running(queued) as one, running(queued) as other:
        for api in (one, other):
            await until_queue(api, "connected")
        async with EventReader(other, ENGINEER) as reader:
            part = await World(one).part("Told")
            event = await reader.event()
            assert event.data["items"][0]["id"] == part["id"]

        assert (await other.get("/api/users/me", as_=VIEWER)).status_code == 200
        path = f"/api/users/{VIEWER.id}"
        data(await one.put(path, {"active": False}, as_=ADMINISTRATOR))

        async def is_refused() -> bool:
            return (await other.get("/api/users/me", as_=VIEWER)).status_code == 401

        await until(is_refused)
        state = data(await one.get("/api/system", as_=ADMINISTRATOR))["queue"]
        assert (state["isConnected"], state["reason"]) == (True, "")
        assert state["host"].startswith("127.0.0.1:")


@pytest.mark.settings(background=("none",))
@pytest.mark.usefixtures("nobody_looks")
async def test_work_wakes_one_that_rests_and_is_found_without_the_broker(
    queued: Settings, queue: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = msgspec.structs.replace(queued, background=("imports",))
    with capture_logs() as lines:
        async with (
            running(queued) as api,
            opened_process(queued) as process,
            working(worker, process),
        ):
            await until_queue(api, "connected")
            design = await scene.design(api)
            await asyncio.sleep(0.3)  # the worker has looked, and rests
            path = await begin_import(api, design, "A")
            await until_state(api, path, "done")

            monkeypatch.setattr(job_worker, "PAUSE_SECONDS", 0.1)
            queue.kill()
            await until_queue(api, "away")
            await until_state(api, await begin_import(api, design, "B"), "done")
            state = data(await api.get("/api/system", as_=ADMINISTRATOR))["queue"]
            assert (state["isConnected"], bool(state["reason"])) == (False, True)

            monkeypatch.setattr(job_worker, "PAUSE_SECONDS", 600)
            queue.start()
            await until_queue(api, "connected")
            await until_state(api, await begin_import(api, design, "C"), "done")
    told = [line["event"] for line in lines if line["event"].startswith("queue")]
    # The server's and the worker's: each tells each change once.
    assert sorted(told) == sorted(
        ["queue connected"] * 4
        + ["queue does not answer; everybody looks into the database until it does"] * 2
    )


@pytest.mark.settings(background=("none",))
@pytest.mark.usefixtures("nobody_looks")
async def test_mail_and_schedules_wake_a_worker_elsewhere(
    queued: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "_MAIL_SECONDS", 600)
    monkeypatch.setattr(background, "_REPORT_SECONDS", 600)
    monkeypatch.setattr(
        schedule_service, "next_run", lambda *_: datetime.now(UTC) + timedelta(seconds=1)
    )
    async with SmtpServer().running() as smtp:
        worker = msgspec.structs.replace(
            queued,
            background=("mail", "reports"),
            smtp_url=smtp.url,
            mail_from="plm@example.com",
            public_url="https://plm.example.com",
        )
        async with (
            running(queued) as api,
            opened_process(queued) as process,
            working(worker, process),
        ):
            await until_queue(api, "connected")
            body = {"preferences": {"mail": "immediate"}}
            data(await api.put("/api/users/me/preferences", body, as_=APPROVER))
            for times in (1, 2):
                await asyncio.sleep(1)  # the worker has looked, and rests
                await World(api).task(assignee=APPROVER.id)
                await until(lambda times=times: _is_true(lambda: len(smtp.received) == times))
            assert {mail.recipient for mail in smtp.received} == {APPROVER.email}

            report = await made(api, name="Parts")
            path = f"/api/reports/{report['id']}/schedule"
            data(
                await api.put(
                    path, {"frequency": "daily", "hour": 6, "timeZone": "UTC"}, as_=ENGINEER
                )
            )

            async def has_run() -> bool:
                return data(await api.get(path, as_=ENGINEER))["schedule"]["lastAt"] is not None

            await until(has_run)


async def test_a_server_starts_without_its_broker(settings: Settings, tmp_path: Path) -> None:
    with broker(tmp_path, started=False) as away:
        queued = msgspec.structs.replace(settings, queue_url=away.url)
        async with running(queued) as api:
            await until_queue(api, "away")
            await World(api).part()
            away.start()
            await until_queue(api, "connected")


async def test_the_next_broker_of_a_cluster_is_asked_at_once(queue: Broker, tmp_path: Path) -> None:
    with broker(tmp_path / "away", started=False) as away:
        found = nats_hints.NatsHints(queue_address(f"{away.url},{queue.url}"))
        found.open()
        try:
            await until(lambda: _is_true(lambda: found.state.is_connected))
        finally:
            await found.close()


async def test_a_broker_without_jetstream_is_told(settings: Settings, tmp_path: Path) -> None:
    with broker(tmp_path, "-DV") as bare:
        async with running(msgspec.structs.replace(settings, queue_url=bare.url)) as api:

            async def is_told() -> bool:
                state = data(await api.get("/api/system", as_=ADMINISTRATOR))["queue"]
                return bool(state["reason"] == "JetStream is not enabled there")

            await until(is_told)


async def test_a_broker_without_tls_is_told_no_password(queue: Broker) -> None:
    secured = queue.url.replace("nats://", "tls://user:secret@")
    with pytest.raises(RuntimeError, match="does not offer TLS"):
        await nats_hints.probe(queue_address(secured))
    told: list[bytes] = []

    async def plain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b'INFO {"server_id":"x","auth_required":true,"max_payload":1024}\r\n')
        told.append(await reader.read())
        writer.close()

    async with await asyncio.start_server(plain, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(RuntimeError, match="does not offer TLS"):
            await nats_hints.probe(queue_address(f"tls://user:secret@127.0.0.1:{port}"))
        await until(lambda: _is_true(lambda: bool(told)))
    assert told == [b""]


async def _is_true(is_so: Callable[[], bool]) -> bool:
    return is_so()


async def test_hints_go_on_after_a_fault(queue: Broker, monkeypatch: pytest.MonkeyPatch) -> None:
    found = nats_hints.NatsHints(queue_address(queue.url))
    begin, faults = found._begin, [ValueError("odd")]

    async def failing(client: Client) -> list[asyncio.Task[None]]:
        if faults:
            raise faults.pop()
        return await begin(client)

    monkeypatch.setattr(found, "_begin", failing)
    found.open()
    try:
        await until(lambda: _is_true(lambda: found.state.reason == "ValueError: odd"))
        assert not found.state.is_connected
        await until(lambda: _is_true(lambda: found.state.is_connected))
    finally:
        await found.close()


async def test_a_consumer_of_another_configuration_is_brought_to_this_one(queue: Broker) -> None:
    found = nats_hints.NatsHints(queue_address(queue.url))
    found.serve("cad", hints.WorkSignal())
    client = Client()
    await client.connect(queue.url)
    stream = client.jetstream()
    try:
        await found.try_all()
        name, subject = "partwright-cad", "partwright.partwright.work.cad"
        old = ConsumerConfig(
            durable_name=name, filter_subject=subject, ack_policy=AckPolicy.EXPLICIT, ack_wait=99
        )
        assert (await stream.add_consumer(nats_hints.STREAM, old)).config.ack_wait == 99
        await found.try_all()
        config = (await stream.consumer_info(nats_hints.STREAM, name)).config
        assert (config.ack_wait, config.inactive_threshold) == (10, 3600)
    finally:
        await client.close()


async def test_a_broker_that_refuses_is_asked_ever_more_rarely(
    queue: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nats_hints, "_PAUSE_SECONDS", 0.02)
    refused = queue.url.replace("nats://", "tls://")
    found = nats_hints.NatsHints(queue_address(f"{refused},{refused}"))
    found.open()
    try:
        await until(lambda: _is_true(lambda: found._refused == 6))
        assert found._pause_seconds() == 0.02 * 4
    finally:
        await found.close()
    found._address = queue_address(queue.url)
    found.open()
    try:
        await until(lambda: _is_true(lambda: found.state.is_connected))
        # What ends this connection, if it is no loss of the broker, counts from the beginning.
        assert found._pause_seconds() == 0.02
    finally:
        await found.close()
    with broker(tmp_path / "away", started=False) as away:
        found = nats_hints.NatsHints(queue_address(away.url))
        found.open()
        try:
            await until(lambda: _is_true(lambda: found._attempts > 6))
            assert found._pause_seconds() == 0.02
        finally:
            await found.close()


PERMITTED = """
    publish = ["partwright.tests.>", "$JS.API.INFO", "$JS.API.STREAM.CREATE.PARTWRIGHT",
               "$JS.API.STREAM.UPDATE.PARTWRIGHT", "$JS.API.CONSUMER.*.PARTWRIGHT.>",
               "$JS.API.CONSUMER.MSG.NEXT.PARTWRIGHT.>", "$JS.ACK.PARTWRIGHT.>"]
    subscribe = ["partwright.tests.>", "_INBOX.>"]
"""
"""What docs/guides/operating.md says that a broker has to permit."""


def _configured(tmp_path: Path, permitted: str, more: str = "") -> Path:
    file = tmp_path / "nats.conf"
    user = f"{{user: plm, password: secret, permissions: {{ {permitted} }}}}"
    file.write_text(f"jetstream {{}}\nauthorization {{ users = [ {user} ] }}\n{more}")
    return file


async def test_what_a_broker_does_not_permit_is_told(tmp_path: Path) -> None:
    file = _configured(tmp_path, PERMITTED)
    with broker(tmp_path, "-c", str(file)) as server:
        address = queue_address(server.url.replace("//", "//plm:secret@") + "/tests")
        await nats_hints.probe(address)
        for missing, words in (
            ('"$JS.API.CONSUMER.MSG.NEXT.PARTWRIGHT.>",', "CONSUMER.MSG.NEXT"),
            (', "$JS.ACK.PARTWRIGHT.>"', "JS.ACK"),
            ('publish = ["partwright.tests.>", ', "Publish to"),
            ('subscribe = ["partwright.tests.>", ', "Subscription to"),
            ('"$JS.API.STREAM.CREATE.PARTWRIGHT",', "STREAM.CREATE.PARTWRIGHT"),
        ):
            server.kill()
            _configured(tmp_path, PERMITTED.replace(missing, missing.partition('"')[0]))
            server.start()
            with pytest.raises(RuntimeError, match=f"(?i)permissions violation for .*{words}"):
                await nats_hints.probe(address)
        with capture_logs() as lines:
            found = nats_hints.NatsHints(address)
            found.on("events", lambda: None)
            found.open()
            reason = "permissions violation"
            await until(lambda: _is_true(lambda: reason in found.state.reason.lower()))
            await asyncio.sleep(1.5)  # it has tried again
            await found.close()
        assert not found.state.is_connected
        assert [one["event"].partition(";")[0] for one in lines] == ["queue does not answer"]


def _own_certificate(tmp_path: Path) -> tuple[Path, Path]:
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    made = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=broker"
    files = f"-addext subjectAltName=IP:127.0.0.1 -keyout {key} -out {certificate}"
    subprocess.run(f"{made} {files}".split(), check=True, capture_output=True)
    return certificate, key


async def test_hints_go_over_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certificate, key = _own_certificate(tmp_path)
    secured = f'tls {{ cert_file: "{certificate}", key_file: "{key}" }}'
    with broker(tmp_path, "-c", str(_configured(tmp_path, PERMITTED, secured))) as server:
        address = queue_address(server.url.replace("nats://", "tls://plm:secret@") + "/tests")
        with pytest.raises(RuntimeError, match="certificate"):
            await nats_hints.probe(address)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        await nats_hints.probe(address)


def test_each_cell_has_a_name_at_the_broker() -> None:
    for url, of_cell in (
        ("", ""),
        ("tls://u:p@a", "tls://u:p@a/partwright-cell-acme"),
        ("nats://a:1,nats://b:2/x", "nats://a:1/x-cell-acme,nats://b:2/x-cell-acme"),
    ):
        settings = load({"PARTWRIGHT_QUEUE_URL": url})
        assert settings_of(settings, Cell(name="acme")).queue_url == of_cell


async def test_the_doctor_looks_at_the_broker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with broker(tmp_path) as server:
        url = server.url.replace("//", "//user:secret@")
        monkeypatch.setenv("PARTWRIGHT_QUEUE_URL", url)
        for is_there in (True, False):
            async with asyncio.timeout(30):
                found = await command("doctor", "--data-dir", tmp_path / "data")
            assert ("PROBLEM  queue" in found.out) is not is_there, found.out
            assert "secret" not in found.out + found.err
            server.kill()


@pytest.mark.long
@pytest.mark.settings(background=("none",))
@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_jobs_are_done_once_though_worker_and_broker_are_killed(
    queued: Settings, queue: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cad_worker, "LEASE_SECONDS", 2)
    monkeypatch.setattr(cad_worker, "WATCH_SECONDS", 0.5)
    async with running(queued) as api:
        await until_queue(api, "connected")
        workers = [start_worker(tmp_path / f"worker-{n}", queued) for n in range(2)]
        try:
            await make_jobs(api)

            async def are_done(count: int) -> bool:
                return await number(api, _DONE) >= count

            await until(lambda: are_done(JOBS // 5))
            workers[0].kill()
            queue.kill()
            await until(lambda: are_done(JOBS // 2))
            queue.start()
            workers.append(start_worker(tmp_path / "worker-2", queued))
            await until(lambda: are_done(JOBS), 120)
            # Those at work at the kill were begun twice, and each has ended once.
            begun = await number(api, "SELECT SUM(attempts) FROM geometry")
            assert JOBS <= begun <= JOBS + 2
        finally:
            for worker in workers:
                worker.kill()
                worker.wait()


_DONE = "SELECT COUNT(*) FROM geometry WHERE state = 'failed' AND error LIKE 'only files of %'"


async def number(api: Api, sql: str) -> int:
    async with api.services.database.single_reads() as reads:
        return await reads.one(int, sql) or 0


async def make_jobs(api: Api) -> None:
    """As many files as the test wants, each too large to be read, which is soon found out."""
    rows = [
        {"digest": f"{n:064d}", "size": LARGEST + 1, "now": clock.now(), "queue": ""}
        for n in range(JOBS)
    ]
    async with api.services.database.transaction() as tx:
        await tx.run_many(derived_queries.EXPECT_GEOMETRY, rows)
        hint(tx, hints.CAD)


def start_worker(directory: Path, settings: Settings) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-c", _FAST],
        env=environment(
            database_url=settings.database,
            vault_url=settings.vault,
            queue_url=settings.queue_url,
            data_dir=directory,
            log_level="error",
        ),
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
