"""The lock is whole: pip installs what it names and follows no dependency."""

import re
from importlib.metadata import distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PINNED = re.compile(r"^([\w.-]+)==(\S+)", re.MULTILINE)


def asked_for(extras: dict[str, set[str]]) -> list[tuple[str, Requirement]]:
    """What the installed packages ask for on this machine, with the extras that are asked of them."""
    return [
        (canonicalize_name(package.name), requirement)
        for package in distributions()
        for requirement in map(Requirement, package.requires or ())
        if any(
            requirement.marker is None or requirement.marker.evaluate({"extra": extra})
            for extra in ("", *extras.get(canonicalize_name(package.name), ()))
        )
    ]


def test_every_package_that_a_locked_one_asks_for_is_locked_too() -> None:
    text = (ROOT / "locks" / "test.txt").read_text()
    locked = {canonicalize_name(name): version for name, version in PINNED.findall(text)}
    extras: dict[str, set[str]] = {}
    while True:
        wanted = [(who, what) for who, what in asked_for(extras) if who in locked]
        reached = {name: set(asked) for name, asked in extras.items()}
        for _, requirement in wanted:
            reached.setdefault(canonicalize_name(requirement.name), set()).update(
                requirement.extras
            )
        if reached == extras:
            break
        extras = reached
    assert len(wanted) > 100
    missing = [
        f"{who} asks for {requirement}"
        for who, requirement in wanted
        if not requirement.specifier.contains(
            locked.get(canonicalize_name(requirement.name), "0"), prereleases=True
        )
        or canonicalize_name(requirement.name) not in locked
    ]
    assert missing == []
