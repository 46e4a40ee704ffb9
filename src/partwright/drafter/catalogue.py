"""The drafter's knowledge as data: tables read once from the package."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

Row = Mapping[str, object]


def _root() -> Traversable:
    return files("partwright.drafter") / "data"


@cache
def table(name: str) -> Mapping[str, Row]:
    """One file of the catalogue: rows by key."""
    return tomllib.loads((_root() / name).read_text(encoding="utf-8"))


def tables(folder: str) -> Iterator[tuple[str, Mapping[str, Row]]]:
    """Every file of a folder of the catalogue, in the order of names."""
    for entry in sorted((_root() / folder).iterdir(), key=lambda e: e.name):
        if entry.name.endswith(".toml"):
            yield entry.name, table(f"{folder}/{entry.name}")


@cache
def word_list(name: str) -> frozenset[str]:
    """A list of `words.toml`."""
    return frozenset(str(table("words.toml")[name]["words"]).split())
