"""Lines of the log that nothing takes are lost, and nothing else is."""

import subprocess
import sys
from pathlib import Path

import pytest

SAYS = """
import asyncio, structlog
from partwright.kit import log

async def main():
    log.configure_logging("info")
    for number in range(100):
        structlog.get_logger("test").error("told " * 100)
        log.request(path="/api/items")
    await asyncio.sleep(0.2)
    print("still at work", flush=True)

asyncio.run(main())
"""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_full_disk_below_the_log_stops_nothing() -> None:
    with Path("/dev/full").open("wb") as full:
        said = subprocess.run(
            [sys.executable, "-c", SAYS], stdout=subprocess.PIPE, stderr=full, check=False
        )
    assert said.stdout == b"still at work\n"
