"""Calls of the whole OpenAPI document by schemathesis, each answer held against the document."""

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from attacks.target import UNLIMITED, fresh_database
from partwright.settings import Settings
from tests.contract.scene import Scene, made
from tests.support.application import running
from tests.support.people import ADMINISTRATOR
from tests.support.process import ServerProcess

_COMMAND = "from schemathesis.cli import schemathesis; schemathesis()"
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)
SKIPPED = (
    "/api/auth/logout",
    "/api/design-engine/sessions/{session_id}/events",
    "/api/design-engine/sessions/{session_id}/stream",
)
"""What ends the caller's token, and streams that stay open."""
_EXAMPLES = 10
"""Random calls of an operation a round, beside the examples and edges that the document gives."""
_IS_REAL = 0.8
"""How often a path names something of the scene."""
_CASES = re.compile(r"(\d+) generated")
_FAILURES = re.compile(r"=+ FAILURES =+\n(.*?)=+ SUMMARY =+", re.DOTALL)
_OPERATION = re.compile(r"^_{3,} (.+?) _{3,}$", re.MULTILINE)


class Round(NamedTuple):
    """What one run of schemathesis told."""

    calls: int
    wrong: list[str]
    """Each operation that answered otherwise than described, with its answers."""


async def scene_of(url: str, directory: Path) -> Scene:
    """A scene in the database that the server is about to serve."""
    settings = Settings(data_dir=directory / "data", database_url=url, **UNLIMITED)
    async with running(settings) as api:
        return await made(api)


def configuration(scene: Scene) -> str:
    """Settings of schemathesis by which most paths name what is there."""
    ids = scene.ids | {"user_id": "00000000-0000-7000-8000-000000000006"}
    lines = ["[parameters]"]
    dictionaries: list[str] = []
    for name, value in ids.items():
        dictionaries += [f"[dictionaries.{name}]", f"values = [{json.dumps(value)}]"]
        for place in ("path", "query", "body"):
            bound = f'{{ dictionary = "{name}", probability = {_IS_REAL} }}'
            lines.append(f'"{place}.{name}" = {bound}')
    return "\n".join([*dictionaries, *lines, ""])


def run_round(server: ServerProcess, directory: Path, *, seed: int, only: str = "") -> Round:
    """One run over all operations, or those of one path."""
    command = [sys.executable, "-c", _COMMAND, "--config-file", "schemathesis.toml"]
    command += ["run", f"{server.url}/openapi.json", "--no-color", "--no-shrink"]
    command += ["--header", f"Authorization: Bearer {ADMINISTRATOR.token}"]
    command += ["--checks", ",".join(CHECKS), "--continue-on-failure", "--warnings", "off"]
    command += ["--phases", "examples,coverage,fuzzing", "--seed", str(seed)]
    command += ["--max-examples", str(_EXAMPLES), "--request-timeout", "60"]
    command += ["--suppress-health-check", "all", "--generation-database", "none"]
    for path in SKIPPED:
        command += ["--exclude-path", path]
    if only:
        command += ["--include-path", only]
    ended = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False)
    if (found := _CASES.search(ended.stdout)) is None:
        raise RuntimeError(f"schemathesis: {ended.stdout[-3000:]}{ended.stderr[-3000:]}")
    return Round(int(found[1]), failures_of(ended.stdout))


def failures_of(told: str) -> list[str]:
    """The failures in what schemathesis printed, an operation each."""
    found = _FAILURES.search(told)
    if found is None:
        return []
    _, *parts = _OPERATION.split(found[1])
    names, answers = parts[::2], parts[1::2]
    return [f"{name}\n{answer.strip()}" for name, answer in zip(names, answers, strict=True)]


class Outcome(NamedTuple):
    """What all rounds told."""

    calls: int
    rounds: int
    wrong: list[str]


def attack(dialect: str, directory: Path, *, calls: int, seed: int) -> Outcome:
    """Rounds with a scene each, which they wear out, until so many calls were made."""
    made_calls, rounds = 0, 0
    wrong: dict[str, None] = {}
    while made_calls < calls:
        own = directory / f"round-{rounds}"
        own.mkdir()
        url = fresh_database(dialect, own)
        scene = asyncio.run(scene_of(url, own))
        (own / "schemathesis.toml").write_text(configuration(scene), encoding="utf-8")
        with ServerProcess(own, database_url=url, log_level="warning", **UNLIMITED) as server:
            told = run_round(server, own, seed=seed + rounds)
        made_calls, rounds = made_calls + told.calls, rounds + 1
        wrong |= dict.fromkeys(told.wrong)
    return Outcome(made_calls, rounds, list(wrong))
