"""Changes: the release of a large one, and many at once over the same parts.

`python -m bench.changes release` times the release of 500 items with 5,000 BOM lines.
`python -m bench.changes stress` lets workers draft, submit, approve and release changes of
overlapping parts; `--kill` ends the server with SIGKILL again and again meanwhile. At the end main
must hold exactly what the released changes say.
"""

import argparse
import asyncio
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec

from bench import databases
from bench.starting import prepare
from partwright.settings import Settings

JSON = dict[str, Any]
_PASSWORD = "correct horse battery"
_RETRIES = 400


class Refused(Exception):
    """An answer that is no success, with its status and code."""

    def __init__(self, response: httpx.Response) -> None:
        error = response.json()["error"]
        super().__init__(f"{response.status_code} {error['code']}: {error['message']}")
        self.status, self.code, self.details = (
            response.status_code,
            str(error["code"]),
            error.get("details", []),
        )


class Cut(Exception):
    """The server went away in the middle of a request that does not bear repeating."""


class Person:
    """A signed-in user whose requests wait until a killed server is back."""

    def __init__(self, port: int, token: str) -> None:
        self._http = httpx.Client(
            base_url=f"http://127.0.0.1:{port}",
            headers={"Authorization": f"Bearer {token}"},
            timeout=120,
        )

    def call(self, method: str, path: str, body: object = None) -> Any:
        """The data of an answer; Cut when a POST may or may not have taken effect."""
        headers = {"Content-Type": "application/json"}
        content = None if body is None else msgspec.json.encode(body)
        for _ in range(_RETRIES):
            try:
                answer = self._http.request(method, path, content=content, headers=headers)
            except httpx.ConnectError:
                time.sleep(0.05)
                continue
            except httpx.TransportError as error:
                if method == "POST":
                    raise Cut(path) from error
                continue
            if answer.status_code == httpx.codes.SERVICE_UNAVAILABLE:
                time.sleep(0.05)
                continue
            if not answer.is_success:
                raise Refused(answer)
            return answer.json()["data"]
        raise RuntimeError(f"{method} {path}: the server does not come back")


class Server:
    """The server as a process that can be killed and started again on the same data."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.process = self._start()

    def _start(self) -> "subprocess.Popen[bytes]":
        given = {
            f"PARTWRIGHT_{name.upper()}": str(value)
            for name, value in msgspec.structs.asdict(self.settings).items()
            if value != getattr(Settings(), name)
        }
        environment = os.environ | given | {"PYTHONPATH": os.pathsep.join(sys.path)}
        return subprocess.Popen(
            [sys.executable, "-m", "partwright", "serve"],
            env=environment,
            cwd=self.settings.data_dir,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def wait(self) -> None:
        while True:
            try:
                httpx.get(f"http://127.0.0.1:{self.settings.port}/readyz").raise_for_status()
                return
            except httpx.HTTPError:
                if self.process.poll() is not None:
                    raise
                time.sleep(0.05)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process = self._start()
        self.wait()

    def end(self) -> None:
        self.process.terminate()
        self.process.wait()


@contextmanager
def served(dialect: str) -> Iterator[tuple[Server, str]]:
    """A server on an empty database, and its administrator's token."""
    token = secrets.token_urlsafe(32)
    with (
        databases.temporary(dialect) as url,
        tempfile.TemporaryDirectory(prefix="partwright-") as directory,
    ):
        settings = Settings(
            data_dir=Path(directory),
            database_url=url,
            port=databases.free_port(),
            admin_token=token,
            rate_limit_anonymous=0,
            rate_limit_authenticated=0,
            rate_limit_login=0,
            log_level="error",
        )
        asyncio.run(prepare(settings))
        server = Server(settings)
        try:
            server.wait()
            yield server, token
        finally:
            server.end()


def person(administrator: Person, port: int, name: str, *roles: str) -> Person:
    """A new user with roles, signed in."""
    known = {role["name"]: role["id"] for role in administrator.call("GET", "/api/roles")["roles"]}
    email = f"{name}@example.com"
    account = {"email": email, "name": name, "password": _PASSWORD}
    administrator.call("POST", "/api/users", account | {"roleIds": [known[r] for r in roles]})
    anonymous = Person(port, "none")
    signed = anonymous.call("POST", "/api/auth/login", {"email": email, "password": _PASSWORD})
    return Person(port, signed["token"])


def release(dialect: str, *, items: int, lines: int) -> None:
    """Time the first release of a large product, and the release of its next revision."""
    with served(dialect) as (server, token):
        port = server.settings.port
        engineer = Person(port, token)
        approver = person(engineer, port, "approver", "Approver")
        design = engineer.call("POST", "/api/designs", {"name": "Large", "code": "LARGE"})["id"]
        ids = _large(engineer, design, items=items, lines=lines)
        for action in ("release", "revise"):
            body = {"name": f"To {action}", "designId": design}
            order = engineer.call("POST", "/api/change-orders", body)["id"]
            path = f"/api/change-orders/{order}"
            began = time.perf_counter()
            for item_id in ids:
                wish = {"itemId": item_id, "changeAction": action}
                engineer.call("POST", f"{path}/affected-items", wish)
            listed = time.perf_counter() - began
            engineer.call("POST", f"{path}/submit", {})
            approver.call("POST", f"{path}/approve", {})
            began = time.perf_counter()
            done = engineer.call("POST", f"{path}/release", {})
            took = time.perf_counter() - began
            print(
                f"{dialect}: {action} of {len(done['revisions'])} items with {lines} lines in"
                f" {took:.2f} s (listing them {listed:.1f} s)"
            )
            listing = f"{path}/affected-items"
            rows = engineer.call("GET", listing)["affectedItems"]
            ids = [row["workingCopyId"] or row["itemId"] for row in rows]


def _large(engineer: Person, design: str, *, items: int, lines: int) -> list[str]:
    """Parts of which half are assemblies of the other half."""
    half = items // 2
    rows = [{"itemNumber": f"L-{n:05d}", "name": f"Part {n}", "cost": "1"} for n in range(items)]
    each = lines // half
    wanted = [
        {
            "parentItemNumber": f"L-{parent:05d}",
            "childItemNumber": f"L-{half + (parent + step) % half:05d}",
            "quantity": step % 5 + 1,
        }
        for parent in range(half)
        for step in range(each)
    ]
    body = {"designId": design, "rows": rows, "bomRelationships": wanted}
    made = engineer.call("POST", "/api/import/parts", body)["result"]
    assert made["relationshipsCreated"] == half * each, made
    return [row["itemId"] for row in made["createdItems"]]


class Stress:
    """Workers that change overlapping parts of one product until enough changes are released."""

    PARTS = 24

    def __init__(self, dialect: str, *, workers: int, changes: int, kill: bool) -> None:
        self.dialect = dialect
        self.workers, self.changes, self.kill = workers, changes, kill
        self.left = changes
        self.lock = threading.Lock()
        self.outcome: Counter[str] = Counter()
        self.told: list[JSON] = []
        """What each change says, whether it came to its release or not."""
        self.faults: list[str] = []

    def run(self) -> bool:
        with served(self.dialect) as (server, token):
            port = server.settings.port
            administrator = Person(port, token)
            approver = person(administrator, port, "approver", "Approver")
            engineers = [
                person(administrator, port, f"engineer-{n}", "Engineer")
                for n in range(self.workers)
            ]
            design, ids = self._product(administrator, approver)
            threads = [
                threading.Thread(target=self._work, args=(n, engineer, approver, design, ids))
                for n, engineer in enumerate(engineers)
            ]
            began = time.perf_counter()
            for thread in threads:
                thread.start()
            kills = 0
            while any(thread.is_alive() for thread in threads):
                time.sleep(random.uniform(0.3, 1.5))
                if self.kill and any(thread.is_alive() for thread in threads):
                    server.kill()
                    kills += 1
            took = time.perf_counter() - began
            self._check(administrator, design)
        told = ", ".join(f"{count} {what}" for what, count in sorted(self.outcome.items()))
        print(f"{self.dialect}: {told} in {took:.1f} s, {kills} kills, {len(self.faults)} faults")
        for fault in self.faults[:20]:
            print("  ", fault)
        return not self.faults

    def _product(self, administrator: Person, approver: Person) -> tuple[str, dict[str, str]]:
        body = {"name": "Product", "code": "PRODUCT"}
        design = administrator.call("POST", "/api/designs", body)["id"]
        rows = [{"itemNumber": f"P-{n:02d}", "name": "0", "cost": "0"} for n in range(self.PARTS)]
        lines = [
            {"parentItemNumber": "P-00", "childItemNumber": f"P-{n:02d}", "quantity": 1}
            for n in range(1, self.PARTS)
        ]
        body = {"designId": design, "rows": rows, "bomRelationships": lines}
        made = administrator.call("POST", "/api/import/parts", body)["result"]["createdItems"]
        first = {"name": "First", "designId": design}
        path = f"/api/change-orders/{administrator.call('POST', '/api/change-orders', first)['id']}"
        for row in made:
            wish = {"itemId": row["itemId"], "changeAction": "release"}
            administrator.call("POST", f"{path}/affected-items", wish)
        administrator.call("POST", f"{path}/submit", {})
        approver.call("POST", f"{path}/approve", {})
        administrator.call("POST", f"{path}/release", {})
        return design, {row["itemNumber"]: row["itemId"] for row in made}

    def _work(
        self, worker: int, engineer: Person, approver: Person, design: str, ids: dict[str, str]
    ) -> None:
        chance = random.Random(worker)
        while True:
            with self.lock:
                if self.left <= 0:
                    return
                self.left -= 1
                number = self.changes - self.left
            try:
                self._change(chance, number, engineer, approver, design, ids)
            except Cut:
                with self.lock:
                    self.outcome["cut off"] += 1
            except (Refused, RuntimeError, KeyError) as fault:
                with self.lock:
                    self.faults.append(f"change {number}: {fault!r}")

    def _change(
        self,
        chance: random.Random,
        number: int,
        engineer: Person,
        approver: Person,
        design: str,
        ids: dict[str, str],
    ) -> None:
        """Revise two parts, one field each, and one line of the top; solve what clashes."""
        order = engineer.call(
            "POST", "/api/change-orders", {"name": f"Change {number}", "designId": design}
        )
        path = f"/api/change-orders/{order['id']}"
        says: JSON = {}
        branch = ""
        for part in sorted(chance.sample(sorted(ids)[1:], 2)):
            wish = {"itemId": ids[part], "changeAction": "revise"}
            entry = engineer.call("POST", f"{path}/affected-items", wish)["affectedItem"]
            field = chance.choice(["cost", "name", "weight"])
            where = f"/api/items/{entry['workingCopyId']}"
            engineer.call("PUT", where, {field: str(number)})
            says[part], branch = field, entry["branchId"]
        line = self._edit_line(chance, number, engineer, branch, ids)
        with self.lock:
            self.told.append({"number": number, "path": path, "fields": says, "line": line})
        engineer.call("POST", f"{path}/submit", {})
        approver.call("POST", f"{path}/approve", {})
        while True:
            try:
                engineer.call("POST", f"{path}/release", {})
                return
            except Refused as refused:
                if refused.code != "MERGE_CONFLICT":
                    raise
                self.outcome["conflicts"] += 1
                found = engineer.call("GET", f"{path}/conflicts")["conflicts"]
                decisions = [
                    {"itemId": c["itemId"], "path": c["path"], "take": "ours"} for c in found
                ]
                if decisions:
                    self._resolve(engineer, path, decisions)

    @staticmethod
    def _resolve(engineer: Person, path: str, decisions: list[JSON]) -> None:
        try:
            engineer.call("POST", f"{path}/resolve-conflicts", {"resolutions": decisions})
        except Refused as refused:
            # Main moved on between the question and the answer.
            if refused.status != httpx.codes.UNPROCESSABLE_ENTITY:
                raise

    @staticmethod
    def _edit_line(
        chance: random.Random, number: int, engineer: Person, branch: str, ids: dict[str, str]
    ) -> str:
        child = chance.choice(sorted(ids)[1:])
        where = f"/api/items/{ids['P-00']}/relationships?branchId={branch}"
        lines = engineer.call("GET", where)["relationships"]
        line = next(row for row in lines if row["targetItem"]["itemNumber"] == child)
        where = f"/api/relationships/{line['id']}?branchId={branch}"
        engineer.call("PUT", where, {"quantity": number + 1})
        return child

    def _check(self, administrator: Person, design: str) -> None:
        """Revisions count up without gap; each field and line is the last released change's."""
        listed = administrator.call("GET", f"/api/items?designId={design}&type=Part&limit=100")
        parts = {row["itemNumber"]: row for row in listed["items"]}
        last: dict[tuple[str, str], tuple[int, int]] = {}
        counts: Counter[str] = Counter()
        for change in self.told:
            if administrator.call("GET", change["path"])["state"] != "Released":
                continue
            self.outcome["released"] += 1
            for entry in administrator.call("GET", f"{change['path']}/affected-items")[
                "affectedItems"
            ]:
                revised = administrator.call("GET", f"/api/items/{entry['workingCopyId']}")
                counts[entry["itemNumber"]] += 1
                self._note(last, change, entry["itemNumber"], _count(revised["revision"]))
        for (number, what), (rank, wanted) in last.items():
            self._compare(administrator, parts, number, what, wanted)
            del rank
        for number, part in parts.items():
            if _count(part["revision"]) != counts[number] + 1:
                self.faults.append(f"{number} is {part['revision']} after {counts[number]} changes")
            if part["state"] != "Released":
                self.faults.append(f"{number} is {part['state']}")
        waiting = administrator.call("GET", "/api/change-orders?limit=1&state=Approved")["total"]
        if waiting > self.outcome["cut off"]:
            self.faults.append(f"{waiting} changes are stuck in Approved")

    @staticmethod
    def _note(
        last: dict[tuple[str, str], tuple[int, int]], change: JSON, number: str, rank: int
    ) -> None:
        """Of the changes that say something of one place, the highest revision has the last word."""
        said = [change["fields"][number]] if number in change["fields"] else []
        if number == "P-00":
            said.append(f"line {change['line']}")
        for what in said:
            key = (number, what)
            last[key] = max(last.get(key, (0, 0)), (rank, change["number"]))

    def _compare(
        self, administrator: Person, parts: JSON, number: str, what: str, wanted: int
    ) -> None:
        if what.startswith("line "):
            lines = administrator.call("GET", f"/api/items/{parts[number]['id']}/bom?depth=1")
            found = next(
                row["quantity"]
                for row in lines["lines"]
                if row["item"]["itemNumber"] == what.removeprefix("line ")
            )
            wanted += 1
        else:
            found = int(parts[number][what])
        if found != wanted:
            self.faults.append(f"{number} {what}: {found} instead of {wanted}")


def _count(revision: str) -> int:
    """A is 1, Z is 26, AA is 27."""
    count = 0
    for letter in revision:
        count = count * 26 + ord(letter) - ord("A") + 1
    return count


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.changes", description=__doc__)
    parser.add_argument("what", choices=("release", "stress"))
    parser.add_argument("--database", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--changes", type=int, default=200)
    parser.add_argument("--items", type=int, default=500)
    parser.add_argument("--lines", type=int, default=5000)
    parser.add_argument("--kill", action="store_true", help="end the server again and again")
    asked = parser.parse_args()
    good = True
    for dialect in ("sqlite", "postgres") if asked.database == "both" else (asked.database,):
        if asked.what == "release":
            release(dialect, items=asked.items, lines=asked.lines)
        else:
            stress = Stress(dialect, workers=asked.workers, changes=asked.changes, kill=asked.kill)
            good = stress.run() and good
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
