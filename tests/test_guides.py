"""Every command that the guides print is run as it is written, in order, against a real server."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.process import ServerProcess

GUIDES = Path(__file__).parents[1] / "docs" / "guides"
FIRST, LAST = "getting-started", "change-orders"
TOKEN = "pw_of-the-guides-0123456789abcdefghijklmnop"

SHELL = """
set -aeEuo pipefail
trap 'echo "REFUSED: $BASH_COMMAND" >&2' ERR
"""
CURL = """#!/bin/sh
exec {curl} --fail-with-body --show-error "$@"
"""
"""A status of 400 or more is a failure, with the answer to be seen."""


def commands(guide: str) -> str:
    """The shell blocks of a guide, one after the other."""
    text = (GUIDES / f"{guide}.md").read_text()
    return "\n".join(re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))


class Reader:
    """Somebody who goes through the guides with a shell, in a directory of their own."""

    def __init__(self, directory: Path, server: ServerProcess, curl: str) -> None:
        tools = directory / "tools"
        tools.mkdir()
        (tools / "curl").write_text(CURL.format(curl=curl))
        (tools / "curl").chmod(0o755)
        self._directory = directory
        self._server = server
        path = f"{tools}:{Path(sys.executable).parent}:{os.environ['PATH']}"
        self._environment = {"PATH": path, "HOME": str(directory), "LANG": "C.UTF-8"}

    def run(self, script: str) -> str:
        ended = subprocess.run(
            ["bash", "-c", SHELL + script],
            cwd=self._directory,
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert ended.returncode == 0, f"{ended.stderr[-2000:]}\n{ended.stdout[-2000:]}"
        return ended.stdout

    def begin(self) -> None:
        """Getting started; what it sets is there for all guides that follow."""
        script = commands(FIRST)
        for name, value in (("PLM", self._server.url), ("TOKEN", TOKEN)):
            script, count = re.subn(rf"^{name}=.*$", f"{name}={value}", script, flags=re.MULTILINE)
            assert count == 1, name
        # Commands of the guide itself come first in the path, the checked curl before them.
        script = script.replace('PATH="$PWD/.venv/bin:$PATH"\n', "")
        self.run(f"{script}\n{{ declare -px; declare -f field; }} > started.sh")


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    curl = shutil.which("curl")
    if curl is None or shutil.which("bash") is None:
        pytest.skip("the guides are written for bash and curl")
    with ServerProcess(tmp_path, admin_token=TOKEN) as server:
        yield Reader(tmp_path, server, curl)


@pytest.mark.long
def test_the_commands_of_the_guides_work_as_they_are_written(reader: Reader) -> None:
    reader.begin()
    # That of change orders comes last: its release protects the design that the others edit.
    for page in sorted(GUIDES.glob("*.md"), key=lambda one: (one.stem == LAST, one.stem)):
        script = commands(page.stem)
        if page.stem == FIRST or not script:
            continue
        assert "getting-started.md#variables" in page.read_text(), page.name
        reader.run(f"source started.sh\n{script}")
