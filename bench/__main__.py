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

from bench import databases, table
from bench.calls import Check, Line
from bench.filling import Client
from bench.measuring import Places, measure
from bench.processes import serving
from bench.scenario import steps
from bench.starting import given, prepare, settings_for
from partwright.kit import log

Lines = dict[tuple[str, int], Line]


def run(dialect: str, *, large: bool, only: str, embedded: Lines) -> Lines:
    """All calls on one database; what is printed is compared with the figures on SQLite."""
    lines: Lines = {}
    token = secrets.token_urlsafe(32)
    with ExitStack() as stack:
        url = stack.enter_context(databases.temporary(dialect))
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="partwright-")))
        settings = settings_for(url, directory, token)
        asyncio.run(prepare(settings))
        server = stack.enter_context(serving("partwright", directory, **given(settings)))
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
