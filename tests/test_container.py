"""The image of `deploy/Containerfile`, where the tools are there that build one without a registry."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.support.process import NOBODY, free_port

ROOT = Path(__file__).parents[1]
FILE = ROOT / "deploy" / "Containerfile"
BASE = "docker.io/library/python:3.12-slim-bookworm"
IMAGE = "localhost/partwright-of-the-tests"
USER = 10_001
INSIDE = """
mount --bind "$1" "$1"
mount -o remount,bind,ro "$1"
mount --bind "$2" "$1/data"
mount -t tmpfs tmpfs "$1/tmp"
mount --rbind /proc "$1/proc"
mount --rbind /dev "$1/dev"
shift 2
exec "$@"
"""
"""A container by the system's own means: the image's files, of which none can be written."""


def buildah(*arguments: object) -> str:
    command = ["buildah", *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout


def are_tools_there() -> bool:
    """Whether images are built here; that of Python has to be there, since no test calls a registry."""
    if shutil.which("buildah") is None or os.geteuid() != 0:
        return False
    found = subprocess.run(["buildah", "images", "--quiet", BASE], capture_output=True, check=False)
    return bool(found.stdout.strip())


@contextmanager
def mounted() -> Iterator[Path]:
    """The files of the image."""
    container = buildah("from", "--pull-never", IMAGE).strip()
    try:
        yield Path(buildah("mount", container).strip())
    finally:
        buildah("rm", container)


@pytest.mark.long
@pytest.mark.skipif(not are_tools_there(), reason=f"needs buildah, root and the image {BASE}")
def test_the_image_serves_from_a_read_only_root(tmp_path: Path) -> None:
    buildah(
        "bud",
        "--isolation=chroot",
        "--pull-never",
        *volumes(tmp_path),
        "-f",
        FILE,
        "-t",
        IMAGE,
        ".",
    )
    data, port = tmp_path / "data", free_port()
    data.mkdir(mode=0o700)
    os.chown(data, USER, USER)
    with mounted() as root:
        own = ["chroot", f"--userspec={USER}:{USER}", root]
        inside = ["unshare", "--mount", "bash", "-ec", INSIDE, "-", root, data, *own]
        environment = {
            "PATH": "/opt/partwright/bin:/usr/bin:/bin:/usr/sbin:/sbin",
            "HOME": "/data",
            "PARTWRIGHT_DATA_DIR": "/data",
            "PARTWRIGHT_PORT": str(port),
        }
        kernel = ["/opt/partwright/bin/python", "-c", "import build123d"]
        subprocess.run([*inside, *kernel], env=environment, check=True)
        serve = [*inside, "/opt/partwright/bin/partwright", "serve"]
        with subprocess.Popen(serve, env=environment, stderr=subprocess.PIPE) as process:
            try:
                until_ready(process, port)
                process.send_signal(signal.SIGTERM)
                assert process.wait(timeout=60) == 0
            finally:
                process.kill()
    assert {path.stat().st_uid for path in data.rglob("*")} == {USER}


def volumes(directory: Path) -> list[str]:
    """How this machine reaches registries, for the steps of the build; nothing of it stays in the image."""
    found = {path: path for path in ("/etc/pip.conf", "/etc/ssl/certs") if Path(path).exists()}
    if (authorities := os.environ.get("NODE_EXTRA_CA_CERTS")) is not None:
        told = directory / "npmrc"
        told.write_text(f"cafile={authorities}\n")
        found[str(told)] = "/root/.npmrc"
    return [f"--volume={own}:{there}:ro" for own, there in found.items()]


def until_ready(process: subprocess.Popen[bytes], port: int) -> None:
    until = time.monotonic() + 120
    while True:
        assert process.poll() is None, process.stderr and process.stderr.read()
        assert time.monotonic() < until
        try:
            if httpx.get(f"http://127.0.0.1:{port}/readyz", verify=NOBODY).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.2)
