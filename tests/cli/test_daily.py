"""A day at the terminal, with part numbers, over a server that one has signed on to."""

import io
import json
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from partwright.accounts.one_time_codes import STEP_SECONDS, code_at
from tests.cli.commands import Ended, partwright
from tests.support.process import ServerProcess

PASSWORD = "a long enough password"
MOST_MODULES = 520
"""That a command for a server far away loads; the time of its start goes with them."""


@pytest.fixture(autouse=True)
def profile(directory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A profile of the test's own."""
    path = directory / "config" / "profile.json"
    monkeypatch.setenv("PARTWRIGHT_PROFILE", str(path))
    return path


def done(*arguments: object) -> str:
    ended: Ended = partwright(*arguments)
    assert ended.code == 0, ended.err
    return ended.out


def failed(*arguments: object, code: int = 1) -> str:
    ended: Ended = partwright(*arguments)
    assert (ended.code, ended.err.count("\n")) == (code, 1), ended
    return ended.err


def test_a_day_of_an_engineer(
    directory: Path,
    profile: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    def answer(*arguments: object) -> Any:
        capfdbinary.readouterr()
        done(*arguments, "--json")
        return json.loads(capfdbinary.readouterr().out)

    (directory / "server").mkdir()
    with ServerProcess(directory / "server", admin_password=PASSWORD) as server:
        # What is not typed at a terminal comes through a pipe.
        monkeypatch.setattr("sys.stdin", io.StringIO(f"admin@localhost\n{PASSWORD}\n"))
        assert "admin@localhost" in done("login", server.url)
        assert stat.S_IMODE(profile.stat().st_mode) == 0o600
        assert PASSWORD not in profile.read_text()

        _parts_and_structure(answer)
        _loads_no_server()
        _variants(answer)
        _locks_and_files(answer, directory)
        _a_change(answer, profile)

        assert done("logout") == f"Signed off from {server.url}\n"
        assert not profile.exists()
        # An account with an authenticator app is asked for its code.
        lines = ["admin@localhost", PASSWORD, _recovery_code(server.url)]
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
        assert "admin@localhost" in done("login", server.url)
        done("logout")
        assert "login" in failed("find", "x", code=2)
    assert not (directory / "data").exists()


def _loads_no_server() -> None:
    """A command for a server far away starts fast: it loads none of what a server is made of."""
    ended = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "partwright", "find", "bracket"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "MB-1" in ended.stdout
    loaded = {line.rpartition("|")[2].strip() for line in ended.stderr.splitlines()}
    assert {"httpx", "partwright.cli.api"} <= loaded
    heavy = {"starlette", "click", "structlog", "rich.traceback", "partwright.kit.db"}
    assert not heavy & loaded
    assert len(loaded) < MOST_MODULES
    slices = {name.split(".")[1] for name in loaded if name.startswith("partwright.")}
    assert slices <= {"cells", "cli", "kit", "settings", "item_types", "search", "versioning"}


def _recovery_code(url: str) -> str:
    """A code of the second factor that the administrator has from now on."""
    with httpx.Client(base_url=url) as http:
        session = http.post(
            "/api/auth/login", json={"email": "admin@localhost", "password": PASSWORD}
        )
        http.headers["Authorization"] = f"Bearer {session.json()['data']['token']}"
        begun = http.post("/api/auth/second-factor", json={"password": PASSWORD}).json()["data"]
        code = {"code": code_at(begun["secret"], int(time.time()) // STEP_SECONDS)}
        told = http.post("/api/auth/second-factor/confirm", json=code).json()["data"]
    return str(told["recoveryCodes"][0])


def _parts_and_structure(answer: Any) -> None:
    esc = "red \x1b[2Jbracket"
    of_part = ("cost=3.50", f"attributes.colour={esc}", "--number", "MB-1")
    made = answer("new", "part", "Motor clamp", *of_part)
    assert (made["itemNumber"], made["cost"], made["attributes"]) == (
        "MB-1",
        "3.5",
        {"colour": esc},
    )
    shown = done("show", "mb-1")
    assert "\\u{1b}[2Jbracket" in shown
    assert "\x1b" not in shown
    done("set", "MB-1", "name=Motor bracket", "attributes.finish=matt", "attributes.colour=")
    assert answer("show", "MB-1")["item"]["attributes"] == {"finish": "matt"}
    assert "expected a number" in failed("set", "MB-1", "cost=much")
    assert "leadTime" in failed("set", "MB-1", "leadTime=soon", code=2)
    assert "FIELD=VALUE" in failed("set", "MB-1", "cost", code=2)
    assert "MB-1" in done("find", "bracket")
    assert answer("find", "bracket", "--kind", "item")["groups"][0]["total"] == 1
    ended = partwright("find", "nothing-of-the-kind")
    assert (ended.code, ended.out) == (1, "")
    assert "there is no item MB-2" in failed("show", "MB-2")
    told = done("history", "MB-1")
    assert "Created" in told
    assert "attributes.finish matt" in told, "only what is different, not all attributes"
    assert "bracket -> none" in " ".join(told.split())
    assert answer("where-used", "MB-1")["parents"] == []


def _variants(answer: Any) -> None:
    done("new", "part", "Screw M3", "--number", "SCREW")
    assert "variant by SCREW" in partwright("variant", "list", "SCREW").err
    assert "Length" in done("variant", "by", "SCREW", "Length", "Head")
    made = answer("variant", "new", "SCREW", "Length=6,8", "Head=hex")["variants"]
    assert [one["itemNumber"] for one in made] == ["SCREW-01", "SCREW-02"]
    assert "SCREW-03" in done("variant", "new", "SCREW", "Length=10", "Head=hex", "--name", "Long")
    assert "Head: is required" in failed("variant", "new", "SCREW", "Length=12")
    assert "ATTRIBUTE=VALUE" in failed("variant", "new", "SCREW", "12", code=2)
    assert "single" in failed("variant", "new", "SCREW", "Length=1,2", "--number", "X", code=2)
    assert "SCREW-03" in done("variant", "list", "SCREW-01")
    assert "0 lines of SCREW" in failed("variant", "use", "MB-1", "SCREW-01")
    assert "not a variant" in failed("variant", "use", "MB-1", "SCREW")


def _locks_and_files(answer: Any, directory: Path) -> None:
    assert answer("lock", "MB-1")["lockStatus"]["isLocked"]
    assert "Locked by" in done("show", "MB-1")
    done("unlock", "MB-1")
    drawing = directory / "drawing.txt"
    for version, text in ((1, "first"), (2, "second"), (2, "second")):
        drawing.write_text(text)
        assert answer("upload", "MB-1", drawing)["files"][0]["version"] == version
    assert "drawing.txt" in done("show", "MB-1")
    done("download", "MB-1", "--to", directory / "got")
    assert (directory / "got" / "drawing.txt").read_text() == "second"
    assert "--force" in failed("download", "MB-1", "--to", directory / "got")
    done("download", "MB-1", "drawing.txt", "--version", 1, "--to", directory / "got", "--force")
    assert (directory / "got" / "drawing.txt").read_text() == "first"
    assert "drawing.txt" in failed("download", "MB-1", "other.txt")
    assert [path.name for path in (directory / "got").iterdir()] == ["drawing.txt"]
    assert answer("share", "MB-1", "--file", "drawing.txt")["files"]
    assert "It shows MB-1, as it stands now" in partwright("share", "MB-1").err
    assert "its files are: drawing.txt" in failed("share", "MB-1", "--file", "other.txt")
    link = done("share", "MB-1").rstrip("\n")
    assert httpx.get(link).json()["data"]["lines"] == [], (
        "the link is whole: it can be sent as it is"
    )
    assert "--days" in failed("share", "MB-1", "--days", 0, code=2)


def _a_change(answer: Any, profile: Path) -> None:
    """Released, revised on the change's branch, which its number names, and compared."""
    done("import", _list(), "--design", "LAMP", "--create-design")
    order = answer("change", "new", "First release", "priority=high")["itemNumber"]
    added = answer("change", "add", order, "LAMP-1", "--below")
    assert {row["itemNumber"] for row in added} == {"LAMP-1", "LED-1"}
    early = failed("change", "release", order)
    assert "`partwright change submit ORDER` starts it" in early
    assert "LED-1" in done("change", "show", order)
    assert "In Review" in done("change", "submit", order)
    assert "own changes" in failed("approve", order)
    second = _second_token(profile)
    server = json.loads(profile.read_text())["server"]
    by_her = ("--server", server, "--token", second)
    assert "Approved" in done("approve", order, "--comment", "Good", *by_her)
    assert "LAMP-1" in done("change", "release", order)

    order = answer("change", "new", "Five lights")["itemNumber"]
    assert answer("change", "add", order, "LED-1")[0]["changeAction"] == "revise"
    assert "LED-1" in done("set", "LED-1", "cost=2", "--branch", order)
    assert answer("show", "LED-1")["item"]["cost"] is None
    assert "is checked out" in done("checkout", "LED-1", "--branch", order)
    assert "checked in" in done("checkin", "LED-1", "--branch", order, "--message", "Priced")
    assert "there is no branch" in failed("show", "LED-1", "--branch", "nowhere")
    assert "revision: A -> -" in done("compare", "LAMP-1", "--with-branch", order)
    done("change", "submit", order)
    assert "Draft" in done("reject", order, "--comment", "Why?", *by_her)
    done("change", "submit", order)
    done("change", "approve", order, *by_her)
    assert answer("change", "release", order)["revisions"] == {"LED-1": "B"}
    assert [r["revision"] for r in answer("history", "LED-1")["revisions"]] == ["B", "A"]
    assert answer("show", "LED-1@A")["item"]["state"] == "Superseded"
    assert "cost 2" in done("compare", "LED-1@A", "LED-1@B"), "no structure, but fields"
    assert answer("compare", "LED-1@B", "LED-1@A")["fields"]["cost"] == {"from": "2", "to": None}
    assert "2 USD" in done("show", "LED-1")
    ended = partwright("package", "MB-1", "--to", "none.zip")
    assert "packed without files: 1 of 1 item;" in ended.err
    assert partwright("package", "LED-1").err == ""
    assert "its revisions are: B, A" in failed("show", "LED-1", "--revision", "C")
    assert "LAMP-1" in done("where-used", "LED-1")
    assert "-  LED-1" in (told := done("compare", "LAMP-1", "MB-1"))
    assert "none" not in told, "of a line that is gone its values are told"
    refused = failed("set", "LED-1", "cost=3")
    assert refused.endswith("--branch ECO-NUMBER writes on its branch\n"), refused
    assert "attributes.NAME" in failed("set", "MB-1", "paint=red")


def _second_token(profile: Path) -> str:
    """The token of another administrator, since nobody approves their own change."""
    here = json.loads(profile.read_text())
    with httpx.Client(
        base_url=here["server"], headers={"Authorization": f"Bearer {here['token']}"}
    ) as http:
        roles = http.get("/api/roles").json()["data"]["roles"]
        role = next(role["id"] for role in roles if role["name"] == "Administrator")
        body = {
            "email": "second@localhost",
            "name": "Second",
            "password": PASSWORD,
            "roleIds": [role],
        }
        assert http.post("/api/users", json=body).status_code == 201
        body = {"email": "second@localhost", "password": PASSWORD}
        return str(http.post("/api/auth/login", json=body).json()["data"]["token"])


def _list() -> Path:
    path = Path("lamp.csv")
    path.write_text("Level,Number,Name,Quantity\n0,LAMP-1,Lamp,1\n1,LED-1,Light,4\n")
    return path


def test_the_shell_completes_commands() -> None:
    for shell in ("bash", "zsh", "fish"):
        assert "where-used" in done("completion", shell)
    assert partwright("completion", "csh").code == 2
