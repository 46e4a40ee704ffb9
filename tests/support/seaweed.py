"""The S3 server of a test run: SeaweedFS, started by the first test that wants it."""

import fcntl
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.support.postgres import run_directory

_KEEPER = Path(__file__).with_name("seaweed_keeper.py")
_PATIENCE_SECONDS = 180

CREDENTIALS = {
    "AWS_ACCESS_KEY_ID": "tests",
    "AWS_SECRET_ACCESS_KEY": "not-a-secret",
    "AWS_REGION": "us-east-1",
}
BUCKET = "partwright"


def endpoint() -> str:
    """The address of the run's server, once it answers."""
    directory = run_directory()
    with _alone(directory / "seaweed.lock"):
        mark = directory / "seaweed.endpoint"
        if not mark.exists():
            mark.write_text(started(directory))
    return mark.read_text()


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def started(directory: Path) -> str:
    """The address of a server in a directory, with which it ends, once it answers."""
    with (directory / "seaweed.log").open("wb") as log:
        # Ends by itself when the run's directory goes, whichever process started it.
        subprocess.run(
            [sys.executable, str(_KEEPER), str(directory)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            check=True,
            env=os.environ | CREDENTIALS,
        )
    until = time.monotonic() + _PATIENCE_SECONDS
    ports, ended = directory / "seaweed.port", directory / "seaweed.ended"
    while time.monotonic() < until and not ended.exists():
        if ports.exists() and _answers(url := f"http://127.0.0.1:{ports.read_text()}"):
            return url
        time.sleep(0.1)
    raise RuntimeError(
        f"SeaweedFS did not start: {(directory / 'seaweed.log').read_text()[-2000:]}"
    )


def _answers(url: str) -> bool:
    try:
        return httpx.get(url, timeout=5).status_code in (200, 403)
    except httpx.TransportError:
        return False
