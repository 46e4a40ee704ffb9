"""Holds the rules of the web application: form, types, sizes of what is shipped, licences, length of files.

Needs the application built (`prepare_page` in environment.sh); prints what breaks a rule.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from environment import EnvironmentNotMade, say
from environment_page import BUILT, MANIFEST, MODULES, ROOT, WEB, node_binary, node_environment

MODULE_LINES = 300
TOOLS = {"lint": ("@biomejs/biome/bin/biome", "check", "."), "types": ("typescript/bin/tsc",)}

# Kilobytes of 1,000 bytes after gzip -9, but for fonts, which are compressed already.
SHELL_KB = 130
STYLES_KB = 25
FONTS_KB = 100
ROUTE_KB = {
    "graph": 90,
    "reports/chart": 90,
    # All guides, which are searched together: text that grows with the product.
    "src/help/": 110,
    "model3d": 240,
    "pdf": 240,
    "structure": 30,
    "items/compare": 30,
    # The texts of all routes at once, which in English come with each.
    "app/german": 30,
    "": 25,
}
"""What a chunk that is loaded on demand may add to the shell, by a word in its source's path.

Structures are edited, pasted into and compared where they are read."""
FONT_SUBSET = "latin-wght"
"""The fonts that a page in English or German asks for; others come by their alphabet."""

SHIPPED_LICENCES = {
    *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "OFL-1.1"),
    "Unlicense",
}
TOOL_LICENCES = SHIPPED_LICENCES | {
    *("BlueOak-1.0.0", "CC-BY-4.0", "MIT OR Apache-2.0", "MIT OR CC0-1.0", "MPL-2.0", "Python-2.0"),
}


def run_tools() -> Iterator[str]:
    """Form, lint and types, as the tools of web/package.json see them."""
    node = node_binary()
    if node is None:
        raise EnvironmentNotMade("Node is not installed; scripts/check installs it.")
    for name, (tool, *arguments) in TOOLS.items():
        command = [node, MODULES / tool, *arguments]
        done = subprocess.run(command, cwd=WEB, env=node_environment(node), check=False)
        if done.returncode != 0:
            yield f"web/: {name} fails"


def check_lines() -> Iterator[str]:
    """Source files that are too long."""
    for path in sorted((WEB / "src").rglob("*")):
        if path.suffix in {".ts", ".tsx", ".css"} and not path.name.endswith(".d.ts"):
            lines = len(path.read_text(encoding="utf-8").splitlines())
            if lines > MODULE_LINES:
                yield f"{path.relative_to(ROOT)}: {lines} lines, more than {MODULE_LINES}"


def check_licences() -> Iterator[str]:
    """Packages of the lock whose licence is not one that we may ship, or build with."""
    lock = json.loads((WEB / "package-lock.json").read_text())
    for name, package in lock["packages"].items():
        allowed = TOOL_LICENCES if package.get("dev") else SHIPPED_LICENCES
        licence = package.get("license", "none that the lock knows").strip("()")
        if name and licence not in allowed:
            yield f"web/package-lock.json: {name.removeprefix('node_modules/')} has {licence}"


class Sizes:
    """What a browser loads, read from the build's manifest of chunks."""

    def __init__(self) -> None:
        self.chunks: dict[str, dict[str, Any]] = json.loads(MANIFEST.read_text())
        entries = [key for key, chunk in self.chunks.items() if chunk.get("isEntry")]
        self.shell = self.with_imports(entries)

    def with_imports(self, keys: list[str]) -> set[str]:
        """The chunks and all that they import at once."""
        found: set[str] = set()
        while keys:
            key = keys.pop()
            if key not in found:
                found.add(key)
                keys += self.chunks[key].get("imports", [])
        return found

    def scripts(self, keys: set[str]) -> float:
        """Kilobytes of the chunks' scripts after gzip."""
        return sum(zipped(self.chunks[key]["file"]) for key in keys)

    def styles(self, keys: set[str]) -> float:
        """Kilobytes of the chunks' styles after gzip."""
        paths = {path for key in keys for path in self.chunks[key].get("css", [])}
        return sum(map(zipped, paths))

    def check(self) -> Iterator[str]:
        """Every budget that is broken."""
        yield from over("the shell", self.scripts(self.shell), SHELL_KB)
        fonts = [p.stat().st_size / 1000 for p in BUILT.glob(f"assets/*{FONT_SUBSET}*.woff2")]
        yield from over("the fonts of the latin alphabet", sum(fonts), FONTS_KB)
        for key, chunk in sorted(self.chunks.items()):
            if chunk.get("isDynamicEntry"):
                budget = next(kb for word, kb in ROUTE_KB.items() if word in key)
                loaded = self.with_imports([key]) | self.shell
                yield from over(key, self.scripts(loaded - self.shell), budget)
                yield from over(f"the styles of {key}", self.styles(loaded), STYLES_KB)


def zipped(path: str) -> float:
    """Kilobytes of a built file after gzip."""
    coded = BUILT / f"{path}.gz"
    return (coded if coded.exists() else BUILT / path).stat().st_size / 1000


def over(what: str, kilobytes: float, budget: int) -> Iterator[str]:
    """The sentence about what is larger than its budget."""
    if kilobytes > budget:
        yield f"web/: {what} has {kilobytes:.1f} KB, more than {budget} KB"


def check_addresses() -> Iterator[str]:
    """Addresses in the lock: npm asks the registry that the machine has."""
    if re.search(r'"resolved": "http', (WEB / "package-lock.json").read_text()):
        yield "web/package-lock.json: holds addresses (npm install with omit-lockfile-registry-resolved)"


def main() -> int:
    """Print the findings; 1 if there are any."""
    try:
        findings = [
            *run_tools(),
            *check_lines(),
            *check_licences(),
            *check_addresses(),
            *Sizes().check(),
        ]
    except EnvironmentNotMade as error:
        findings = [str(error)]
    for finding in findings:
        say(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
