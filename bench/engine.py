"""The stages of the design engine over HTTP, from a sentence to the assembly: `python -m bench.engine`.

Each description is taken through all stages on a server of its own; for each it prints when the first
event of a stage came, how long the structure took, how long the solids took, each and in all, and how
long the assembly took.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx

from bench.changes import served
from bench.processes import memory_of

_SESSIONS = "/api/design-engine/sessions"
_FIRST_EVENT, _STRUCTURE, _SOLID, _ASSEMBLY = 0.2, 1.0, 0.3, 5.0
"""Seconds that are wanted at most."""
_QUESTIONS = 4
_DESCRIPTIONS = (
    "A bench vise, jaw width 100 mm, opening 120 mm, of cast iron",
    "A desk lamp with an arm of 600 mm and an LED of 8 W",
    "A workbench 1500 x 700 x 850 mm with four legs and a drawer",
    "A 3D printer with a build volume of 220 x 220 x 250 mm",
    "A CNC portal milling machine with a work area of 600 x 400 x 120 mm",
)


class Stage(NamedTuple):
    """One stage as its stream told it."""

    first: float
    """Seconds to the first event."""
    whole: float


class _Session:
    def __init__(self, http: httpx.Client, description: str) -> None:
        self._http = http
        program = self.call("POST", "/api/programs", {"name": "Stages"})
        body = {"description": description, "programId": program["id"]}
        self.path = f"{_SESSIONS}/{self.call('POST', _SESSIONS, body)['session']['id']}"

    def call(self, method: str, path: str, body: Any = None) -> Any:
        answer = self._http.request(method, path, json=body)
        if answer.status_code >= 400:
            raise RuntimeError(f"{method} {path}: {answer.text}")
        return answer.json()["data"]

    def artifacts(self) -> Any:
        return self.call("GET", self.path)["session"]["artifacts"]

    def run(self, action: str, **more: str) -> Stage:
        began, first = time.perf_counter(), 0.0
        body = {"action": action, **more}
        with self._http.stream("POST", f"{self.path}/stream", json=body) as answer:
            if answer.status_code >= 400:
                raise RuntimeError(f"{action}: {answer.read().decode()}")
            for line in answer.iter_lines():
                if line.startswith("data:") and not first:
                    first = time.perf_counter() - began
        return Stage(first, time.perf_counter() - began)


def _nodes(root: Any) -> Iterator[Any]:
    yield root
    for child in root["children"]:
        yield from _nodes(child)


def _through(session: _Session) -> tuple[list[Stage], Any]:
    """Requirements, structure, solids and assembly, and what came of them."""
    stages = [session.run("start_requirements")]
    for _ in range(_QUESTIONS):
        if not (question := session.artifacts()["pendingClarificationId"]):
            break
        session.run("answer_clarification", questionId=question, answer="-")
    session.run("confirm_requirements")
    stages.append(session.run("start_bom"))
    issues = session.artifacts()["bom"]["validationIssues"]
    if errors := [one["id"] for one in issues if one["severity"] == "error"]:
        session.call("PATCH", session.path, {"accepted": errors})
    session.run("confirm_bom")
    session.call("POST", f"{session.path}/materialize")
    stages.append(session.run("start_cad_generation"))
    session.run("confirm_cad")
    stages.append(session.run("start_assembly_composition"))
    return stages, session.artifacts()["bom"]["rootAssembly"]


def _placed(root: Any) -> int:
    """Usages of the parts in the whole."""
    below = sum(_placed(child) * child["quantity"] for child in root["children"])
    return int(below or 1)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.engine", description=__doc__)
    parser.add_argument("descriptions", nargs="*", default=_DESCRIPTIONS)
    asked = parser.parse_args()
    is_good = True
    print(
        f"{'':<36}{'first ms':>9}{'structure s':>12}{'solids':>8}{'s each':>8}{'usages':>8}{'assembly s':>11}"
    )
    with served("sqlite") as (server, token):
        base = f"http://127.0.0.1:{server.settings.port}"
        headers = {"Authorization": f"Bearer {token}"}
        with httpx.Client(base_url=base, headers=headers, timeout=600) as http:
            # The kernel's processes start with the first solid.
            _through(_Session(http, "An L-bracket 80 x 60 x 40 mm, 4 mm thick"))
            for description in asked.descriptions:
                stages, root = _through(_Session(http, description))
                solids = sum(
                    (one["cadGeneration"] or {}).get("stepFileId") is not None
                    for one in _nodes(root)
                )
                first = max(stage.first for stage in stages)
                structure, assembly = stages[1].whole, stages[3].whole
                each = stages[2].whole / max(solids, 1)
                print(
                    f"{description[:35]:<36}{first * 1e3:>9.0f}{structure:>12.2f}{solids:>8}"
                    f"{each:>8.2f}{_placed(root):>8}{assembly:>11.2f}",
                    flush=True,
                )
                is_good &= first <= _FIRST_EVENT and structure <= _STRUCTURE
                is_good &= each <= _SOLID and assembly <= _ASSEMBLY
        print(f"memory of the server {memory_of(server.process.pid) // 1024} MiB")
    wanted = f"{_FIRST_EVENT * 1e3:.0f} ms, {_STRUCTURE:g} s, {_SOLID:g} s each, {_ASSEMBLY:g} s"
    print(f"wanted: {wanted}: {'kept' if is_good else 'not kept'}")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
