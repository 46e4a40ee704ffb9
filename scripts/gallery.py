"""Takes descriptions from text to assembly over HTTP, in this process, and draws what comes out."""

import argparse
import asyncio
import logging
import re
import shutil
import sys
import tempfile
import time
import tomllib
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import msgspec
import structlog
from PIL import Image, ImageDraw, ImageFont

from environment import ROOT, say
from gallery_gate import Record, errors_of, faults, left_out
from partwright import app
from partwright.cad.job_protocol import JobFailed
from partwright.cad.job_types import DRAW_PICTURE, DrawPicture
from partwright.cad.workers import KernelPool
from partwright.cli.setup import prepare
from partwright.settings import Settings

GALLERY = ROOT / "gallery"
TOKEN = "pw_" + "g" * 40
UNKNOWN = frozenset({"unknown"})
"""Descriptions of what no rule knows."""
SESSIONS = "/api/design-engine/sessions"
TILE = (480, 400)
COLUMNS = 5
_PATIENCE = 4
"""Questions of the drafter that are answered before it is let go."""


class Piece(NamedTuple):
    """What became of one description."""

    name: str
    description: str
    report: str
    seconds: float
    is_clean: bool
    """Whether the gate finds nothing, or what is not known is refused as it should be."""


class Client:
    """Calls the service in this process as its administrator."""

    def __init__(self, http: httpx.AsyncClient, pool: KernelPool) -> None:
        self._http = http
        self.pool = pool

    async def call(self, method: str, path: str, body: Record | None = None) -> Record:
        """The data of an answer; what is refused is an error here."""
        answer = await self._http.request(method, path, json=body)
        if answer.status_code >= 400:
            raise RuntimeError(f"{method} {path}: {answer.text}")
        return dict(answer.json()["data"])

    async def stream(self, path: str, body: Record) -> str:
        """The events of an action, or its answer."""
        answer = await self._http.post(path, json=body)
        if answer.status_code >= 400:
            raise RuntimeError(f"{body['action']}: {answer.text}")
        return answer.text

    async def download(self, file_id: str) -> bytes:
        """A file's content."""
        answer = await self._http.get(f"/api/files/{file_id}/download")
        return answer.raise_for_status().content


@asynccontextmanager
async def service(folder: Path) -> AsyncIterator[Client]:
    """A service over an empty database."""
    settings = Settings(data_dir=folder, admin_token=TOKEN, rate_limit_authenticated=0)
    await prepare(settings)
    async with app.opened(settings) as services:
        transport = httpx.ASGITransport(app.application(services))  # type: ignore[arg-type]
        async with httpx.AsyncClient(
            transport=transport,
            base_url="http://gallery",
            headers={"Authorization": f"Bearer {TOKEN}"},
            timeout=600,
        ) as http:
            yield Client(http, services.of(KernelPool))


async def drafted(client: Client, description: str) -> str:
    """A session with its structure drafted; gives its path."""
    program = await client.call("POST", "/api/programs", {"name": "Gallery"})
    body = {"description": description, "programId": program["id"]}
    session = (await client.call("POST", SESSIONS, body))["session"]
    path = f"{SESSIONS}/{session['id']}"
    await client.stream(f"{path}/stream", {"action": "start_requirements"})
    for _ in range(_PATIENCE):
        pending = (await client.call("GET", path))["session"]["artifacts"]["pendingClarificationId"]
        if not pending:
            break
        answer = {"action": "answer_clarification", "questionId": pending, "answer": "-"}
        await client.stream(f"{path}/stream", answer)
    await client.stream(f"{path}/stream", {"action": "confirm_requirements"})
    await client.stream(f"{path}/stream", {"action": "start_bom"})
    return path


async def made(client: Client, path: str) -> list[Record]:
    """The session's structure as items, solids and assemblies; gives the issues it had before."""
    before = await accepted(client, path)
    await client.stream(f"{path}/stream", {"action": "confirm_bom"})
    await client.call("POST", f"{path}/materialize")
    await client.stream(f"{path}/stream", {"action": "start_cad_generation"})
    await client.stream(f"{path}/stream", {"action": "confirm_cad"})
    await client.stream(f"{path}/stream", {"action": "start_assembly_composition"})
    return before


async def accepted(client: Client, path: str) -> list[Record]:
    """Accept what stands in the way of the structure, so that there is something to be seen.

    The gate counts it all the same.
    """
    session = (await client.call("GET", path))["session"]
    if session["artifacts"]["bom"] is None:
        raise RuntimeError(f"nothing was drafted: {session['error']}")
    issues: list[Record] = session["artifacts"]["bom"]["validationIssues"]
    ids = [one["id"] for one in issues if one["severity"] == "error"]
    if ids:
        await client.call("PATCH", path, {"accepted": ids})
    return issues


async def piece(name: str, description: str, *, is_tree_only: bool) -> Piece:
    """One description, in a database of its own."""
    folder = Path(tempfile.mkdtemp(prefix="partwright-gallery-"))
    began = time.monotonic()
    try:
        async with service(folder) as client:
            path = await drafted(client, description)
            unshown: list[str] = []
            if is_tree_only:
                session = (await client.call("GET", path))["session"]
                found = errors_of(session["artifacts"]["bom"]["validationIssues"])
            else:
                before = await made(client, path)
                session = (await client.call("GET", path))["session"]
                file = await draw(client, session, name)
                found = faults(session, before, file)
                unshown = left_out(session)
            lines = [*tree_lines(session), *gate_lines(session)]
            lines += [f"not shown: {', '.join(unshown)}"] if unshown else []
            lines += [f"not clean: {fault}" for fault in found]
            seconds = time.monotonic() - began
            return Piece(name, description, "\n".join(lines), seconds, is_clean(name, found))
    except (RuntimeError, httpx.HTTPError, JobFailed) as failed:
        return Piece(name, description, f"failed: {failed}", time.monotonic() - began, False)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def draw(client: Client, session: Record, name: str) -> Path | None:
    """A shaded picture of the whole, and its STEP file, beside the others."""
    file_id = step_of(session["artifacts"]["bom"]["rootAssembly"])
    if file_id is None:
        return None
    step = GALLERY / f"{name}.step"
    step.write_bytes(await client.download(file_id))
    with tempfile.TemporaryDirectory() as folder:
        drawn = await client.pool.run(DRAW_PICTURE, DrawPicture(str(step), folder))
        shutil.copy(drawn.png, GALLERY / f"{name}.png")
    return step


def step_of(root: Record) -> str | None:
    """The STEP file of the whole, or of the only part."""
    for kind in ("assemblyComposition", "cadGeneration"):
        found = (root.get(kind) or {}).get("stepFileId")
        if found:
            return str(found)
    return None


def nodes(root: Record, depth: int = 0) -> Iterator[tuple[int, Record]]:
    """Every node with its depth."""
    yield depth, root
    for child in root["children"]:
        yield from nodes(child, depth + 1)


def tree_lines(session: Record) -> Iterator[str]:
    """The structure, and what has become of each part."""
    for depth, node in nodes(session["artifacts"]["bom"]["rootAssembly"]):
        cad = node["cadGeneration"] or {}
        told = ""
        if cad.get("status") == "complete":
            box = " x ".join(f"{side:.6g}" for side in cad["boundingBoxMm"])
            told = f"[{cad['method']}: {box}; {cad['massKg']:.3g} kg]"
        elif cad:
            told = f"[{cad['status']}: {cad['error']}]"
        composed = node["assemblyComposition"] or {}
        if composed.get("status") == "complete":
            told = f"[{len(composed['placements'])} placed]"
        form = " *" if node["form"] else ""
        yield (
            f"{'  ' * depth}{node['quantity']} x {node['name']} ({node['material'] or '-'})"
            f" {node['confidence']}{form} {told}"
        )


def gate_lines(session: Record) -> Iterator[str]:
    """What the gate measured, and what it says."""
    checks = session["checks"]
    if checks is not None:
        yield f"gate: mass {checks['massKg']}, box {checks['boxMm']}"
        yield f"gate: {len(checks['islands'])} islands, {len(checks['clashes'])} clashes"
    for issue in session["artifacts"]["bom"]["validationIssues"]:
        if issue["severity"] == "error" or issue["code"] not in QUIET:
            yield f"{issue['severity']} {issue['code']}: {issue['message']}"


QUIET = frozenset({"LOW_CONFIDENCE", "DUPLICATE_NAME", "UNCOVERED_REQUIREMENT"})


def is_clean(name: str, found: Sequence[str]) -> bool:
    """Whether nothing is wrong; what nobody can know must be told and is no other product."""
    if name in UNKNOWN:
        return bool(found) and all(one.startswith("UNKNOWN_PRODUCT") for one in found)
    return not found


def sheet(pieces: Sequence[Piece], file: Path) -> None:
    """All pictures on one, with their names; red where the gate says no."""
    font = ImageFont.load_default(18)
    columns = min(COLUMNS, max(1, len(pieces)))
    rows = -(-len(pieces) // columns)
    whole = Image.new("RGB", (columns * TILE[0], rows * TILE[1]), "white")
    pen = ImageDraw.Draw(whole)
    for number, one in enumerate(pieces):
        x, y = (number % columns) * TILE[0], (number // columns) * TILE[1]
        picture = GALLERY / f"{one.name}.png"
        if picture.exists():
            with Image.open(picture) as opened:
                whole.paste(opened.resize((TILE[0], TILE[1] - 40)), (x, y + 36))
        colour = "black" if one.is_clean else "firebrick"
        pen.text((x + 10, y + 8), f"{one.name}  {one.seconds:.0f} s", fill=colour, font=font)
    whole.save(file)


def wanted(known: Mapping[str, str], asked: Sequence[str]) -> dict[str, str]:
    """The descriptions asked for by name or in words; all where nothing is asked."""
    found: dict[str, str] = {}
    for one in asked or known:
        if one in known:
            found[one] = known[one]
        else:
            found[re.sub(r"\W+", "-", one.lower()).strip("-")[:40]] = one
    return found


async def main(asked: argparse.Namespace) -> int:
    """Run the descriptions one after another."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    known = msgspec.convert(tomllib.loads(asked.file.read_text("utf-8")), dict[str, str])
    GALLERY.mkdir(exist_ok=True)
    pieces: list[Piece] = []
    chosen = list(wanted(known, asked.names).items())[: asked.first]
    for name, description in chosen:
        for kind in ("png", "step"):
            (GALLERY / f"{name}.{kind}").unlink(missing_ok=True)
        one = await piece(name, description, is_tree_only=asked.tree)
        pieces.append(one)
        head = f"== {name} ({one.seconds:.1f} s): {description}\n"
        (GALLERY / f"{name}.txt").write_text(head + one.report + "\n", "utf-8")
        say(head + one.report if asked.tree or asked.names else head.strip())
    if not asked.tree:
        sheet(pieces, GALLERY / "sheet.png")
    report = [(GALLERY / f"{one.name}.txt").read_text("utf-8") for one in pieces]
    (GALLERY / "report.txt").write_text("\n".join(report), "utf-8")
    clean = sum(one.is_clean for one in pieces)
    say(f"{clean} of {len(pieces)} clean; see {GALLERY}/sheet.png")
    return 1 if asked.strict and clean < len(pieces) else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="names of the file, or descriptions")
    parser.add_argument(
        "--file", type=Path, default=ROOT / "scripts" / "gallery.toml", help="other descriptions"
    )
    parser.add_argument("--first", type=int, help="so many of them, from the first on")
    parser.add_argument("--strict", action="store_true", help="fail unless all are clean")
    parser.add_argument("--tree", action="store_true", help="only what is drafted, no solids")
    sys.exit(asyncio.run(main(parser.parse_args())))
