"""The calls that are timed among a million items."""

import contextlib
import os
import statistics
import tempfile
import time
from pathlib import Path

import httpx
from pyarrow import parquet

from bench.processes import memory_of

_ROUNDS = 20
_BESIDE_SECONDS = 0.1
"""Between the answers that are timed beside an export."""

SEARCHES = (
    "BR-0500005",
    "BR-05",
    "bracket M3x6",
    "M3x6",
    "screw button M8x20",
    "6-32 button",
    "utton",
    "gearbox 4711",
    "anodised pulley 6-32",
    "LOT04711",
    "OC-0700000",
    "maker 17",
    "maker 17 capacitor",
    "step_0500000",
    "Pulley_6-32",
    "bearng",
    "preshure sensor",
    "conector M3x6",
    "stepper moter",
    "screw",
    "head screw",
    "zinc",
    "capacitor resistor",
    "resistor",
    "stainless washer",
    "m",
    "m3",
    "br",
    "m3x",
    "or 6",
    "xyzzy",
    "qqqq zzzz",
)
SORTS = (
    *("itemNumber", "name", "createdAt", "updatedAt", "state", "cost", "weight", "revision"),
    *("description", "material", "attributes.Lot", "leadTimeDays", "partType", "createdBy"),
)


def measure(port: int, token: str, item_id: str, assembly_id: str, only: str) -> None:
    """Print the fastest, the middle and the nineteenth time of 20 of each call, and what it costs."""
    with httpx.Client(
        base_url=f"http://127.0.0.1:{port}",
        headers={"Authorization": f"Bearer {token}"},
        timeout=60,
    ) as client:
        calls = [(f"search {q}", f"/api/search?{httpx.QueryParams(q=q)}") for q in SEARCHES]
        for sort in SORTS:
            for way in ("asc", "desc"):
                path = f"/api/items?sort={sort}:{way}&limit=50"
                calls.append((f"list by {sort} {way}", path))
        calls += [
            ("list page 10000", "/api/items?limit=50&page=10000"),
            ("list search", "/api/items?search=bracket&limit=50"),
            ("list of state", "/api/items?state=Draft&limit=50"),
            ("list of an attribute", "/api/items?attributes.Lot=lot00421&limit=50"),
            ("list of many of an attribute", "/api/items?attributes.Finish=zinc+plated&limit=50"),
            ("list of a cost", "/api/items?cost.from=899&limit=50"),
            ("get item", f"/api/items/{item_id}"),
            ("where-used", f"/api/items/{item_id}/where-used"),
            ("graph", f"/api/items/{assembly_id}/graph?direction=down&depth=3"),
            ("bom", f"/api/items/{assembly_id}/bom"),
            ("flat bom", f"/api/items/{assembly_id}/bom?flat=true"),
            ("rollup", f"/api/items/{assembly_id}/rollup"),
        ]
        for name, path in calls:
            if only in name:
                _time(client, name, path)


def measure_exports(port: int, pid: int, token: str, only: str) -> None:
    """Print what the server takes to send all rows, and how its memory grows meanwhile."""
    head = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=head, timeout=600) as client:
        for name in ("items", "relationships"):
            for kind in ("ndjson", "parquet"):
                if only in f"export of {name} as {kind}":
                    _export(client, pid, name, kind)


def _export(client: httpx.Client, pid: int, name: str, kind: str) -> None:
    """Take all of them, and ask for something small again and again meanwhile."""
    began, size, rows = time.perf_counter(), 0, 0
    processor, memory, most = _processor(pid), memory_of(pid) / 1000, 0.0
    beside: list[float] = []
    asked = began
    with (
        tempfile.TemporaryFile() as file,
        client.stream("GET", f"/api/{name}/export?format={kind}") as answer,
    ):
        answer.raise_for_status()
        for piece in answer.iter_bytes(1 << 16):
            rows += piece.count(b"\n")
            size += len(piece)
            file.write(piece if kind == "parquet" else b"")
            if (now := time.perf_counter()) - asked > _BESIDE_SECONDS:
                client.get("/healthz")
                asked = time.perf_counter()
                beside.append((asked - now) * 1000)
                most = max(most, memory_of(pid) / 1000)
        took, busy = time.perf_counter() - began, _processor(pid) - processor
        if kind == "parquet":
            rows = parquet.ParquetFile(file).metadata.num_rows
    print(
        f"{f'export of {name} as {kind}':32} {rows:,} rows, {size / 1e6:,.0f} MB in {took:.1f} s,"
        f" {rows / took:,.0f} rows/s, processor {busy:.1f} s, memory {memory:.0f} MB, at most"
        f" {most:.0f} MB, slowest answer beside it {max(beside, default=0):.0f} ms",
        flush=True,
    )


def _processor(pid: int) -> float:
    """Seconds that the process has run."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _time(client: httpx.Client, name: str, path: str) -> None:
    took: list[float] = []
    answer = client.get(path)
    spent = cpu_seconds()
    for n in range(_ROUNDS):
        # Answers are kept until a commit; another text asks for another answer.
        other = path.replace("q=", "q=" + "+" * (n + 1)).replace("limit=50", f"limit={50 - n}")
        began = time.perf_counter()
        answer = client.get(other)
        took.append((time.perf_counter() - began) * 1000)
    told = ""
    if answer.status_code != httpx.codes.OK:
        told = answer.text[:100]
    elif "q=" in path:
        groups = answer.json()["data"]["groups"]
        told = ", ".join(f"{g['kind']} {g['total']}: {g['hits'][0]['name']}" for g in groups)
    ordered = sorted(took)
    spent = (cpu_seconds() - spent) / _ROUNDS * 1000
    times = (ordered[0], statistics.median(took), ordered[-2], spent)
    print(f"{name:32}", *(f"{each:8.1f}" for each in times), f"ms  {told[:90]}", flush=True)


def cpu_seconds() -> float:
    """What the processes that this one has started have used: the server, and PostgreSQL's."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            pid = int(path.parent.name)
            parents[pid], ticks[pid] = int(fields[1]), sum(map(int, fields[11:15]))
    return sum(
        used for pid, used in ticks.items() if os.getpid() in _ancestors(pid, parents)
    ) / os.sysconf("SC_CLK_TCK")


def _ancestors(pid: int, parents: dict[int, int]) -> set[int]:
    found: set[int] = set()
    while (pid := parents.get(pid, 0)) and pid not in found:
        found.add(pid)
    return found
