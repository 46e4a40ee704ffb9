"""Runs the benchmarks: `python -m bench --help`; how to read them: docs/reference/benchmarks.md."""

import argparse
import asyncio
import secrets
import signal
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import msgspec

from bench import databases, table
from bench.calls import Check, Line
from bench.filling import Client
from bench.measuring import Places, measure
from bench.processes import serving
from bench.scenario import steps
from partwright.accounts.first_start import first_start
from partwright.kit import log
from partwright.kit.db import open_database
from partwright.settings import Settings
from partwright.versioning.branch_service import ensure_library_branch
from partwright.workflows import service as workflows

Lines = dict[tuple[str, int], Line]


def run(dialect: str, *, large: bool, only: str, embedded: Lines) -> Lines:
    """All calls on one database; what is printed is compared with the figures on SQLite."""
    lines: Lines = {}
    token = secrets.token_urlsafe(32)
    with ExitStack() as stack:
        url = stack.enter_context(databases.temporary(dialect))
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="partwright-")))
        settings = _settings(url, directory, token)
        asyncio.run(_first_start(settings))
        server = stack.enter_context(serving("partwright", directory, **_given(settings)))
        bare_port = stack.enter_context(serving("bare", directory))
        client, bare = Client(server, token), Client(bare_port, token)
        stack.callback(client.close)
        stack.callback(bare.close)
        places = Places(settings, token, server, bare_port)
        table.show_head(f"On {dialect}, one worker")
        made = 0
        for step in steps(client, large=large):
            databases.settle(url)
            if isinstance(step, Check):
                if made:
                    _check(step, client, expected=made)
                made = 0
            elif only in step.name:
                line = measure(step, places, bare)
                key = (line.name, line.connections)
                if key in embedded:
                    line.times_sqlite = embedded[key].rate / line.rate
                lines[key] = line
                made += line.made
                table.show(line)
    return lines


def _check(step: Check, client: Client, *, expected: int) -> None:
    found = client.get(step.path)[step.key]
    table.show_check(step.name, found=found, expected=expected)


def _settings(url: str, directory: Path, token: str) -> Settings:
    return Settings(
        data_dir=directory,
        database_url=url,
        admin_token=token,
        admin_password=secrets.token_urlsafe(16),
        rate_limit_anonymous=0,
        rate_limit_authenticated=0,
        rate_limit_login=0,
        log_level="warning",
    )


def _given(settings: Settings) -> dict[str, object]:
    """The settings that are not the defaults."""
    changed = msgspec.structs.asdict(settings).items() - msgspec.structs.asdict(Settings()).items()
    return dict(changed)


async def _first_start(settings: Settings) -> None:
    database = await open_database(settings.database)
    try:
        await first_start(database, settings)
        async with database.transaction() as tx:
            await workflows.ensure_defaults(tx)
            await ensure_library_branch(tx)
    finally:
        await database.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Run the benchmarks.")
    parser.add_argument("--database", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--large", action="store_true", help="also 100,000 items, 500,000 edges")
    parser.add_argument("--only", default="", metavar="NAME", help="calls with this in their name")
    asked = parser.parse_args()
    log.configure_logging("warning")
    # Terminated, it still ends its servers and removes its files.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    began = time.monotonic()
    found: Lines = {}
    lines: list[Line] = []
    for dialect in ("sqlite", "postgres") if asked.database == "both" else (asked.database,):
        lines_here = run(dialect, large=asked.large, only=asked.only, embedded=found)
        lines += lines_here.values()
        found = found or lines_here
    table.show_summary(lines, time.monotonic() - began)


if __name__ == "__main__":
    main()
