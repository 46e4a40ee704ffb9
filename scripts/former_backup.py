"""Keeps a backup of this version, beside what its server answered, for the tests of upgrades.

python scripts/former_backup.py          # at a release: one of SQLite and one of PostgreSQL

A later version has to restore each of them, and to answer the same (tests/backups/test_upgrades.py).
"""

import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from tests.support import own_postgres, postgres
from tests.support.process import ServerProcess

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "tests" / "backups" / "former"
ENGINES = ("sqlite", "postgresql")
PASSWORD = "former horse battery"
TOKEN = "pw_of-a-former-version-0123456789abcdefgh"

Record = dict[str, Any]


class Person(NamedTuple):
    """Somebody who calls the server; 4xx and 5xx are failures."""

    http: httpx.Client
    token: str

    def call(self, method: str, path: str, **more: Any) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"}
        answer = self.http.request(method, path, headers=headers, **more)
        if not answer.is_success:
            raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text}")
        return answer.json().get("data") if answer.content else None

    def post(self, path: str, body: Any = None, **more: Any) -> Any:
        return self.call("POST", path, **({} if body is None else {"json": body}), **more)


def _second(first: Person) -> Person:
    """An administrator who approves what the first one changes."""
    (role,) = [
        r["id"] for r in first.call("GET", "/api/roles")["roles"] if r["name"] == "Administrator"
    ]
    email = "second@example.org"
    user = {"email": email, "name": "Second", "password": PASSWORD, "roleIds": [role]}
    first.post("/api/users", user)
    signed = first.post("/api/auth/login", {"email": email, "password": PASSWORD})
    return first._replace(token=signed["token"])


def _released(first: Person, second: Person, change: str, items: list[str], action: str) -> None:
    """Take items through a change order."""
    path = f"/api/change-orders/{change}"
    for item in items:
        first.post(f"{path}/affected-items", {"itemId": item, "changeAction": action})
    first.post(f"{path}/submit")
    second.post(f"{path}/approve")
    first.post(f"{path}/release")


class Scene:
    """A design with two revisions, an open change, files, and what else people leave behind."""

    def __init__(self, first: Person, second: Person) -> None:
        self._first, self._second = first, second
        program = first.post("/api/programs", {"name": "Lander", "code": "LND"})
        self.program: str = program["id"]
        design = {"name": "Pump", "code": "PUMP", "programId": self.program}
        self.design: str = first.post("/api/designs", design)["id"]
        self.parts = {
            name: self._part(name, weight=weight, cost="2.50", costCurrency="EUR")
            for name, weight in (("Pump", None), ("Housing", "1.25"), ("Screw", "0.004"))
        }
        for child, quantity in (("Housing", 1), ("Screw", 8)):
            line = {"targetId": self.parts[child], "relationshipType": "bom", "quantity": quantity}
            first.post(f"/api/items/{self.parts['Pump']}/relationships", line)
        self.file = self._files()
        self.changes = [self._change(f"Change {number}") for number in range(3)]
        _released(first, second, self.changes[0], [*self.parts.values()], "release")
        self._revise()
        self._open_work()
        self.report = self._report()

    def _part(self, name: str, **fields: Any) -> str:
        body = {"type": "Part", "name": name, "designId": self.design, "material": "Steel"}
        made: Record = self._first.post("/api/items", body | fields)
        return str(made["id"])

    def _files(self) -> str:
        path = f"/api/items/{self.parts['Housing']}/files/upload"
        content = {"file": ("housing.txt", b"Housing, first draft")}
        file: str = self._first.post(path, files=content)["files"][0]["id"]
        self._first.post(f"/api/files/{file}/checkout")
        path = f"/api/files/{file}/checkin"
        self._first.post(path, files={"file": ("housing.txt", b"Housing, as built")})
        return file

    def _change(self, name: str) -> str:
        body = {"name": name, "designId": self.design, "priority": "high"}
        return str(self._first.post("/api/change-orders", body)["id"])

    def _branch(self, change: str) -> str:
        rows = self._first.call("GET", f"/api/designs/{self.design}/branches")["branches"]
        return next(str(row["id"]) for row in rows if row["changeOrderId"] == change)

    def _revise(self) -> None:
        """The second revision of a part, in the second change."""
        change, part = self.changes[1], self.parts["Screw"]
        path = f"/api/change-orders/{change}/affected-items"
        self._first.post(path, {"itemId": part, "changeAction": "revise"})
        edit = {"material": "Brass", "branchId": self._branch(change)}
        self._first.call("PUT", f"/api/items/{part}", json=edit)
        _released(self._first, self._second, change, [], "revise")

    def _open_work(self) -> None:
        """A change under way, a requirement, a task, an issue that is closed, and a deleted part."""
        change, part = self.changes[2], self.parts["Housing"]
        path = f"/api/change-orders/{change}/affected-items"
        self._first.post(path, {"itemId": part, "changeAction": "revise"})
        edit = {"name": "Housing, lighter", "branchId": self._branch(change)}
        self._first.call("PUT", f"/api/items/{part}", json=edit)
        for kind in ("Requirement", "Task", "Issue"):
            self._first.post("/api/items", {"type": kind, "name": f"A {kind}"})
        library = {"type": "Part", "name": "Washer", "attributes": {"Finish": "zinc"}}
        washer = self._first.post("/api/items", library)["id"]
        self._first.call("PUT", f"/api/items/{washer}", json={"description": "DIN 125"})
        gone = self._first.post("/api/items", library | {"name": "Gone"})["id"]
        self._first.call("DELETE", f"/api/items/{gone}")

    def _report(self) -> str:
        columns = [
            {"fieldPath": path, "label": path, "displayOrder": place, "isVisible": True}
            for place, path in enumerate(("itemNumber", "name", "parts.material"))
        ]
        body = {"name": "Parts", "itemType": "Part", "columns": columns}
        return str(self._first.post("/api/reports", body)["report"]["id"])

    def reads(self) -> Iterator[str]:
        """Paths whose answers tell what is there."""
        yield "/api/items?limit=100&sort=itemNumber:asc"
        yield f"/api/programs/{self.program}"
        yield f"/api/designs/{self.design}"
        yield f"/api/designs/{self.design}/commits?limit=100"
        for item in self.parts.values():
            for below in ("", "/history?limit=100", "/revisions", "/bom", "/files"):
                yield f"/api/items/{item}{below}"
        for change in self.changes:
            for below in ("", "/affected-items", "/approvals"):
                yield f"/api/change-orders/{change}{below}"
        yield f"/api/files/{self.file}/versions"
        yield f"/api/reports/{self.report}"


def _answers(person: Person, scene: Scene) -> Record:
    answers = {path: person.call("GET", path) for path in scene.reads()}
    path = f"/api/files/{scene.file}/download"
    headers = {"Authorization": f"Bearer {person.token}"}
    content = person.http.get(path, headers=headers).raise_for_status().content
    return {"answers": answers, "file": {path: hashlib.sha256(content).hexdigest()}}


@contextmanager
def _database(engine: str, directory: Path) -> Iterator[str]:
    if engine == "sqlite":
        yield f"sqlite:///{directory / 'partwright.sqlite'}"
        return
    with own_postgres.own_server() as server:
        server.connect().close()
        yield server.url


def _seal(url: str) -> None:
    """Seal what was committed, as the server does every minute; a version without seals has none."""
    code = (
        "import asyncio, sys\n"
        "from partwright.audit.service import seal_commits\n"
        "from partwright.kit.db import open_database\n"
        "async def main():\n"
        "    database = await open_database(sys.argv[1])\n"
        "    await seal_commits(database)\n"
        "    await database.close()\n"
        "asyncio.run(main())\n"
    )
    subprocess.run([sys.executable, "-c", code, url], check=False, stderr=subprocess.DEVNULL)


def keep(engine: str) -> Path:
    """Make the scene, save it, and pack what was saved with what was answered."""
    with tempfile.TemporaryDirectory(prefix="partwright-") as name:
        directory = Path(name)
        with _database(engine, directory) as url:
            _fill(url, directory)
        (manifest,) = (directory / "place" / "backups").iterdir()
        told = json.loads(manifest.read_bytes())
        target = PLACE / f"{told['product']}-{told['schema']}-{engine}.tar.xz"
        target.parent.mkdir(exist_ok=True)
        with tarfile.open(target, "w:xz", preset=9) as packed:
            for path in sorted((directory / "place").rglob("*")):
                if path.is_file():
                    packed.add(path, str(path.relative_to(directory)), filter=_without_owner)
            text = (directory / "answers.json").read_bytes()
            told_file = tarfile.TarInfo("answers.json")
            told_file.size = len(text)
            packed.addfile(told_file, io.BytesIO(text))
        return target


def _without_owner(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = ""
    return member


def _fill(url: str, directory: Path) -> None:
    settings = {"database_url": url, "admin_token": TOKEN, "log_level": "warning"}
    limits = dict.fromkeys(("rate_limit_anonymous", "rate_limit_authenticated"), 0)
    with ServerProcess(directory, **settings, **limits) as server:
        with httpx.Client(base_url=server.url, timeout=60) as http:
            first = Person(http, TOKEN)
            scene = Scene(first, _second(first))
            told = _answers(first, scene)
        if server.terminate() != 0:
            raise RuntimeError(server.log.read_text())
    (directory / "answers.json").write_text(json.dumps(told, indent=1, sort_keys=True))
    _seal(url)
    path = f"{postgres.programs()}{os.pathsep}{os.environ['PATH']}"
    given = ("--data-dir", directory / "data", "--database-url", url)
    command = [sys.executable, "-m", "partwright", "backup", directory / "place", *given]
    subprocess.run(command, check=True, env=os.environ | {"PATH": path}, cwd=directory)


if __name__ == "__main__":
    for one in ENGINES:
        print(keep(one))
