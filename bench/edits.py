"""Compares versions by the processor time of edits and reads, in turns: `python -m bench.edits OTHER_CHECKOUT`.

Each checkout is served by its own environment on a database of its own. What the machine does besides delays both
and is not counted, so this tells small differences that requests a second hide. Of PostgreSQL itself nothing is counted.
"""

import argparse
import os
import secrets
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx

from bench.databases import empty, free_port
from bench.filling import Client, design, import_body, imported, part, report, tree, tree_rows

_PARTS = 1_000
_TOPS = 10
_NODES = 1_111
_PATIENCE_SECONDS = 60
_SERVE = "import sys; sys.argv[0] = 'partwright'; from partwright.cli import main; sys.exit(main())"


class Served:
    """One version with parts to work on, and the edits that are made of them."""

    def __init__(self, process: "subprocess.Popen[bytes]", port: int, token: str, type: str):
        self._process = process
        self._http = httpx.Client(
            base_url=f"http://127.0.0.1:{port}",
            headers={"Authorization": f"Bearer {token}"},
            timeout=_PATIENCE_SECONDS,
        )
        client = Client(port, token)
        self._design = design(client, "EDITS")
        ids = imported(client, self._design, [part(f"ED-{n:06d}", n) for n in range(_PARTS)])
        self._ids = list(ids.values())
        nodes = tree(client, self._design, "TREE", _NODES)
        self._top = nodes["TREE-000000"]
        columns = ("itemNumber", "name", "state", "parts.material", "parts.cost", "parts.weight")
        self._report = report(
            client, "Edits", columns=columns, filters=(), sorts=(("itemNumber", "asc"),)
        )
        client.close()
        self._type = type
        self._lines: list[str] = []
        self._made = 0

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        answer = self._http.request(method, path, json=body).raise_for_status()
        return answer.json()["data"] if body is not None else None

    def post_line(self) -> None:
        place = self._next()
        top, child = self._ids[place % _TOPS], self._ids[_TOPS + place // _TOPS % (_PARTS - _TOPS)]
        body = {"targetId": child, "type": self._type, "quantity": 2}
        made = self._ask("POST", f"/api/items/{top}/relationships", body)
        self._lines.append((made.get("relationship") or made)["id"])

    def put_line(self) -> None:
        line = self._lines[self._next() % len(self._lines)]
        self._ask("PUT", f"/api/relationships/{line}", {"quantity": self._made + 3})

    def delete_line(self) -> None:
        self._ask("DELETE", f"/api/relationships/{self._lines.pop()}")

    def put_item(self) -> None:
        path = f"/api/items/{self._ids[self._next() % _PARTS]}"
        self._ask("PUT", path, {"cost": f"{self._made}.5"})

    def post_item(self) -> None:
        number = f"NX-{self._next():06d}"
        body = {"type": "Part", "itemNumber": number, "name": number, "designId": self._design}
        self._ask("POST", "/api/items", body)

    def get_item(self) -> None:
        self._ask("GET", f"/api/items/{self._ids[self._next() % _PARTS]}")

    def list_by_name(self) -> None:
        self._ask("GET", f"/api/items?sort=name&limit=20&page={self._next() % 40 + 1}")

    def search_word(self) -> None:
        self._ask("GET", f"/api/items?search=bracket+{self._next() % _PARTS:06d}")

    def search_number(self) -> None:
        self._ask("GET", f"/api/items?search=ED-{self._next() % _PARTS:06d}")

    def bom(self) -> None:
        self._anew(f"/api/items/{self._top}/bom")

    def graph(self) -> None:
        self._anew(f"/api/items/{self._top}/graph?direction=down&depth=all")

    def rollup(self) -> None:
        self._anew(f"/api/items/{self._top}/rollup")

    def run_report(self) -> None:
        self._ask("POST", f"/api/reports/{self._report}/execute", {"limit": 500})

    def import_parts(self) -> None:
        made = list(tree_rows(f"I{self._next()}", 50))
        rows, lines = [row for row, _ in made], [line for _, above in made for line in above]
        self._ask("POST", "/api/import/parts", import_body(self._design, rows, lines))

    def _anew(self, path: str) -> None:
        """Read what an edit made the server forget; the edit counts as well."""
        self.put_item()
        self._ask("GET", path)

    def _next(self) -> int:
        self._made += 1
        return self._made

    def milliseconds(self) -> float:
        """Of the processor, that all threads of the server have had."""
        threads = Path(f"/proc/{self._process.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e6


_EDITS: tuple[tuple[str, Callable[[Served], None]], ...] = (
    ("POST line", Served.post_line),
    ("PUT line", Served.put_line),
    ("DELETE line", Served.delete_line),
    ("PUT item", Served.put_item),
    ("POST item", Served.post_item),
    ("GET item", Served.get_item),
    ("list by name", Served.list_by_name),
    ("search word", Served.search_word),
    ("search number", Served.search_number),
    ("PUT and bom", Served.bom),
    ("PUT and graph", Served.graph),
    ("PUT and rollup", Served.rollup),
    ("report of 500", Served.run_report),
    ("import of 50", Served.import_parts),
)


@contextmanager
def _served(checkout: Path, url: str, type: str) -> Iterator[Served]:
    port, token = free_port(), secrets.token_urlsafe(32)
    with tempfile.TemporaryDirectory(prefix="partwright-") as directory:
        given = {"DATA_DIR": directory, "DATABASE_URL": url, "ADMIN_TOKEN": token}
        given["LOG_LEVEL"] = "warning"
        given |= dict.fromkeys(("RATE_LIMIT_ANONYMOUS", "RATE_LIMIT_AUTHENTICATED"), "0")
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PARTWRIGHT_")}
        environment |= {f"PARTWRIGHT_{name}": value for name, value in given.items()}
        environment["PYTHONPATH"] = str(checkout / "src")
        command = [checkout / ".venv/bin/python", "-c", _SERVE, "serve", "--port", str(port)]
        process = subprocess.Popen(
            command, cwd=directory, env=environment, stdout=subprocess.DEVNULL
        )
        try:
            _wait(port, process)
            yield Served(process, port, token, type)
        finally:
            process.terminate()
            process.wait()


def _wait(port: int, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + _PATIENCE_SECONDS
    while process.poll() is None and time.monotonic() < until:
        try:
            httpx.get(f"http://127.0.0.1:{port}/readyz").raise_for_status()
            return
        except (httpx.TransportError, httpx.HTTPStatusError):
            time.sleep(0.1)
    raise TimeoutError("the server does not answer")


def _turns(versions: Sequence[Served], rounds: int, count: int) -> None:
    for _, edit in _EDITS:
        for served in versions:
            for _ in range(count):
                # So that there are lines to delete.
                (Served.post_line if edit is Served.delete_line else edit)(served)
    times: dict[tuple[str, int], list[float]] = {}
    for turn in range(rounds):
        for name, edit in _EDITS:
            for place in range(len(versions))[:: 1 if turn % 2 else -1]:
                served = versions[place]
                before = served.milliseconds()
                for _ in range(count):
                    edit(served)
                spent = (served.milliseconds() - before) / count
                times.setdefault((name, place), []).append(spent)
    for name, _ in _EDITS:
        fast = [sorted(times[name, n])[rounds // 5] for n in range(len(versions))]
        shown = "  ".join(f"{one:6.3f} ms" for one in fast)
        print(f"{name:14} {shown}   {fast[0] / fast[-1]:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.edits", description=__doc__)
    parser.add_argument("other", type=Path, help="another checkout with its environment")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--count", type=int, default=20, help="edits in a round")
    parser.add_argument("--type", default="bom", help="of the relationships: bom, reference")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    asked = parser.parse_args()
    with ExitStack() as stack:
        checkouts = (Path(__file__).resolve().parent.parent, asked.other.resolve())
        urls = [stack.enter_context(empty(asked.database)) for _ in checkouts]
        served = [
            stack.enter_context(_served(path, url, asked.type))
            for path, url in zip(checkouts, urls, strict=True)
        ]
        print(f"{'':14} {'here':>9}  {'there':>9}   ratio")
        _turns(served, asked.rounds, asked.count)


if __name__ == "__main__":
    main()
