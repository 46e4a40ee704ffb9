"""A release: what `scripts/release` makes is whole, agrees with the locks, and serves without this checkout."""

import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import httpx
import pytest

import partwright
from tests.support.process import NOBODY, ServerProcess

ROOT = Path(__file__).parents[1]
NAME = f"partwright-{partwright.__version__}"
FROM_ELSEWHERE = re.compile(
    r"""<(?:script|img|iframe|source|link\b(?=[^>]*rel="stylesheet"))[^>]*(?:src|href)="(?:https?:)?//"""
)
FETCHED = re.compile(r"""@import|url\(\s*['"]?(?:https?:)?//""")


def release(folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [ROOT / "scripts" / "release", folder], capture_output=True, text=True, check=False
    )


def locked(file: str) -> set[tuple[str, str]]:
    """Names and versions of a lock."""
    lines = (ROOT / "locks" / file).read_text().splitlines()
    pinned = (re.match(r"([\w.-]+)(?:\[[^]]*\])?==([^\s;\\]+)", line) for line in lines)
    return {(one[1].lower(), one[2]) for one in pinned if one}


def materials(file: Path) -> tuple[tuple[str, str], set[tuple[str, str]]]:
    """What a bill is of, and what stands on it."""
    bill = json.loads(file.read_text())
    whole = bill["metadata"]["component"]
    return (whole["name"], whole["version"]), {
        (re.sub(r"^pkg:\w+/|@[^@]*$", "", one["purl"]).replace("%40", "@"), one["version"])
        for one in bill["components"]
    }


def check_files(made: Path) -> None:
    """All files are there, the digests are theirs, and a second release does not touch them."""
    lines = (line.split("  ") for line in (made / "SHA256SUMS").read_text().splitlines())
    sums = {name: digest for digest, name in lines}
    kinds = ("-py3-none-any.whl", ".tar.gz", "-server.cdx.json", "-page.cdx.json")
    kinds = (*kinds, "-openapi.json", "-docs.tar.gz")
    assert sums.keys() == {NAME + kind for kind in kinds}
    for name, digest in sums.items():
        assert hashlib.sha256((made / name).read_bytes()).hexdigest() == digest, name
    assert {one.name for one in made.iterdir()} == {"SHA256SUMS", *sums}
    described = json.loads((made / f"{NAME}-openapi.json").read_text())
    assert described["info"]["version"] == partwright.__version__
    again = release(made)
    assert again.returncode == 1
    assert "is not empty" in again.stderr


def check_bills(made: Path) -> None:
    """They name what the locks name."""
    server, packages = materials(made / f"{NAME}-server.cdx.json")
    assert server == ("partwright", partwright.__version__)
    assert packages == locked("runtime.txt")
    page, packages = materials(made / f"{NAME}-page.cdx.json")
    assert page == ("partwright-web", partwright.__version__)
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    needed = {
        (path.rpartition("node_modules/")[2], one["version"])
        for path, one in lock.items()
        if path and not {"dev", "optional", "devOptional"} & one.keys()
    }
    assert len(needed) > 20
    assert needed <= packages


def check_wheel(made: Path, tmp_path: Path) -> None:
    """A server of it answers with the application."""
    installed = tmp_path / "installed"
    with ZipFile(made / f"{NAME}-py3-none-any.whl") as wheel:
        wheel.extractall(installed)
    begin = (
        f"import sys; sys.path.insert(0, {str(installed)!r}); import partwright.cli; "
        f"assert partwright.__file__.startswith({str(installed)!r}); "
        "sys.argv = ['partwright', 'serve']; partwright.cli.main()"
    )
    with ServerProcess(tmp_path, script=begin) as server:
        page = httpx.get(server.url, follow_redirects=True, verify=NOBODY)
        scripts = re.findall(r'<script[^>]*src="([^"]+)"', page.text)
        assert scripts
        for path in scripts:
            assert httpx.get(f"{server.url}{path}", verify=NOBODY).status_code == 200, path
        about = httpx.get(f"{server.url}/api/about", verify=NOBODY).json()
        assert about["data"]["version"] == partwright.__version__


def check_sources(made: Path, tmp_path: Path) -> None:
    """They build the same wheel."""
    with tarfile.open(made / f"{NAME}.tar.gz") as archive:
        archive.extractall(tmp_path, filter="data")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path / "again"],
        cwd=tmp_path / NAME,
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path)},
        check=True,
        capture_output=True,
    )
    first, again = (
        {
            one.filename: one.CRC
            for one in ZipFile(folder / f"{NAME}-py3-none-any.whl").infolist()
            if not one.filename.endswith("/RECORD")
        }
        for folder in (made, tmp_path / "again")
    )
    assert again == first


def check_documentation(made: Path, tmp_path: Path) -> None:
    """No page fetches anything from elsewhere."""
    with tarfile.open(made / f"{NAME}-docs.tar.gz") as archive:
        archive.extractall(tmp_path, filter="data")
    pages = [*tmp_path.rglob("*.html")]
    assert {"index.html", "CHANGELOG.html", "SECURITY.html"} <= {one.name for one in pages}
    for page in pages:
        assert not FROM_ELSEWHERE.search(page.read_text()), page.name
    for sheet in tmp_path.rglob("*.css"):
        assert not FETCHED.search(sheet.read_text()), sheet.name


@pytest.mark.long
def test_a_release_is_whole_and_runs_without_this_checkout(tmp_path: Path) -> None:
    made = tmp_path / "files"
    done = release(made)
    assert done.returncode == 0, done.stdout + done.stderr
    check_files(made)
    check_bills(made)
    check_wheel(made, tmp_path)
    check_sources(made, tmp_path / "sources")
    check_documentation(made, tmp_path / "documentation")
