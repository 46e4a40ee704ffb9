import json
import os
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from rich.text import Text

from partwright import __version__
from partwright.cli.console import out
from partwright.kit import clock
from partwright.kit.private_files import own_folder
from tests.cli.commands import command, partwright
from tests.support.application import Api, data
from tests.support.databases import Database
from tests.support.people import ENGINEER


def test_migrate_makes_the_schema_and_doctor_sees_it(
    empty_database: Database, directory: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    stores = ("--database-url", empty_database.url, "--data-dir", directory)
    before = partwright("doctor", *stores)
    assert before.code == 1
    assert "PROBLEM  database: " in before.out
    for _ in range(2):
        assert partwright("migrate", *stores).code == 0
    after = partwright("doctor", *stores)
    assert after.code == 0
    capfdbinary.readouterr()
    assert partwright("doctor", "--json", *stores).code == 0
    found = json.loads(capfdbinary.readouterr().out)
    assert [one["subject"] for one in found if one["isWell"]][:2] == ["settings", "database"]
    assert [line.split(":")[0] for line in after.out.splitlines()] == [
        "ok       settings",
        "ok       database",
        "ok       data directory",
        "ok       vault",
        "ok       disk",
        "ok       workers",
        "ok       queue",
        "ok       mail",
        "ok       CAD sandbox",
    ]


def test_doctor_tells_each_problem_and_makes_nothing(directory: Path) -> None:
    ended = partwright("doctor", "--data-dir", "nowhere")
    assert ended.code == 1
    assert "PROBLEM  database: there is none yet" in ended.out
    assert "PROBLEM  data directory: nowhere is not writable" in ended.out
    assert list(directory.iterdir()) == []


@pytest.mark.parametrize(
    "command",
    [
        ("backup", "kept"),
        ("vault", "verify"),
        ("vault", "gc"),
        ("token", "create", "--email", "a@example.com", "--name", "x"),
        ("audit", "verify"),
    ],
    ids=" ".join,
)
def test_no_command_makes_a_database_or_reads_what_is_none(
    directory: Path, command: tuple[str, ...]
) -> None:
    for content in (None, b"", b"text " * 999):
        if content is not None:
            (directory / "it.sqlite").write_bytes(content)
        ended = partwright(*command, "--database-url", "sqlite:///it.sqlite")
        assert (ended.code, ended.err.count("\n")) == (1, 1), ended.err
        assert "the database: " in ended.err
        assert (directory / "it.sqlite").exists() == (content is not None)


def test_doctor_tells_a_wrong_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARTWRIGHT_WORKERS", "none")
    ended = partwright("doctor")
    assert (ended.code, ended.out.count("\n")) == (1, 1)
    assert "PROBLEM  settings: PARTWRIGHT_WORKERS='none'" in ended.out


def test_an_address_that_no_mail_comes_from_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told = "PARTWRIGHT_MAIL_FROM does nothing without PARTWRIGHT_SMTP_URL: no e-mail is sent"
    monkeypatch.setenv("PARTWRIGHT_MAIL_FROM", "plm@example.com")
    assert f"PROBLEM  mail: {told}" in partwright("doctor").out
    # Told before the port is taken, which is the end of this start.
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ended = partwright("serve", "--host", "127.0.0.1", "--port", taken.getsockname()[1])
    assert (ended.code, told in ended.err) == (1, True)


def test_doctor_tells_a_database_that_does_not_answer() -> None:
    ended = partwright("doctor", "--database-url", "postgresql://127.0.0.1:1/none")
    assert ended.code == 1
    assert "PROBLEM  database: The database does not answer" in ended.out


def test_a_file_that_is_no_database_cannot_be_migrated(directory: Path) -> None:
    (directory / "other.sqlite").write_bytes(b"not a database" * 100)
    ended = partwright("migrate", "--database-url", "sqlite:///other.sqlite")
    assert (ended.code, ended.err.count("\n")) == (1, 1)
    assert "the database cannot be migrated" in ended.err


async def test_a_token_is_made_on_the_machine(api: Api) -> None:
    url = api.services.settings.database
    ended = await command(
        "token", "create", "--email", "EMMY@example.com", "--name", "Script", "--database-url", url
    )
    bearer = {"Authorization": f"Bearer {ended.out.strip()}"}
    assert data(await api.get("/api/users/me", headers=bearer))["email"] == ENGINEER.email
    listed = data(await api.get("/api/auth/tokens", headers=bearer))["tokens"]
    assert "Script" in [token["name"] for token in listed]


async def test_a_token_of_the_machine_ends_after_a_year_unless_it_is_said(api: Api) -> None:
    url = ("--database-url", api.services.settings.database)
    email = ("--email", ENGINEER.email)
    usual = await command("token", "create", *email, "--name", "A", *url)
    await command("token", "create", *email, "--name", "B", "--days", 0, *url)
    wrong = await command("token", "create", *email, "--days", -1, *url)
    assert (wrong.code, "expected 0 to 36500" in wrong.err) == (2, True)
    bearer = {"Authorization": f"Bearer {usual.out.strip()}"}
    listed = data(await api.get("/api/auth/tokens", headers=bearer))["tokens"]
    ends = {token["name"]: token["expiresAt"] for token in listed}
    assert (
        clock.moment_later(seconds=364 * 86_400)
        < ends["A"]
        < clock.moment_later(seconds=366 * 86_400)
    )
    assert ends["B"] is None


def test_what_others_wrote_gives_a_terminal_no_orders() -> None:
    name = "a\x1b]0;title\x07\x9b2J\u202eb\r\nü"
    with out.capture() as told:
        out.print(name)
        out.print(Text("a\x1b]0;\x9b2J"))
    shown = r"a\u{1b}]0;title\u{7}\u{9b}2J\u{202e}b\u{d}"
    assert told.get() == shown + "\nü\n" + r"a\u{1b}]0;\u{9b}2J" + "\n"


def test_what_is_there_already_is_closed_to_others(directory: Path) -> None:
    data_dir = directory / "data"
    stores = ("--data-dir", data_dir)
    assert partwright("demo", *stores).code == 0
    closed = [data_dir, data_dir / "vault", data_dir / "vault" / "objects"]
    files = list(data_dir.glob("partwright.sqlite*"))
    assert files
    for path in (*closed, *files):
        path.chmod(0o777)
    assert partwright("design", "--help").code == 0
    partwright("export", "nothing", "--output", directory / "x.csv", *stores)
    for path in (*closed, *files):
        if path.exists():
            assert path.stat().st_mode & 0o077 == 0, path
    # What many share is left as it is.
    shared = directory / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    own_folder(shared)
    assert shared.stat().st_mode & 0o7777 == 0o1777


async def test_no_token_for_a_stranger(api: Api) -> None:
    url = api.services.settings.database
    ended = await command("token", "create", "--email", "nobody@x", "--database-url", url)
    assert (ended.code, ended.out) == (1, "")
    assert "no active user has the e-mail address nobody@x" in ended.err


def test_version() -> None:
    assert partwright("version").out.strip() == __version__


def test_a_reader_who_has_enough_is_no_fault(directory: Path) -> None:
    stores = ("--data-dir", str(directory / "data"))
    assert partwright("migrate", *stores).code == 0
    command = [sys.executable, "-m", "partwright", "doctor", "--json", *stores]
    reader, writer = os.pipe()
    os.close(reader)
    ended = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False, timeout=300)
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (1, b"")


@pytest.mark.long
def test_doctor_ends_in_good_order_each_time(directory: Path) -> None:
    (directory / "data" / "vault").mkdir(parents=True)
    stores = ("--data-dir", str(directory / "data"))
    assert partwright("migrate", *stores).code == 0
    command = [sys.executable, "-m", "partwright", "doctor", *stores]

    def examine(_: int) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)

    # The runtime of the object store died at the exit of one in four.
    with ThreadPoolExecutor(4) as pool:
        for ended in pool.map(examine, range(12)):
            assert (ended.returncode, ended.stderr) == (0, "")
            assert "vault" in ended.stdout


def test_a_database_without_tables_is_no_audit_to_verify(
    empty_database: Database, directory: Path
) -> None:
    stores = ("--database-url", empty_database.url, "--data-dir", directory)
    ended = partwright("audit", "verify", *stores)
    assert ended.code == 1
    assert "the database: " in ended.err
    assert "Traceback" not in ended.err
