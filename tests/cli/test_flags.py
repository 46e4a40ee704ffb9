import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import msgspec
import pytest
from cyclopts import App

from partwright.cli import app
from partwright.cli.serve_flags import ServeFlags
from partwright.settings import Settings

DOCUMENT = (Path(__file__).parents[2] / "docs/reference/command-line.md").read_text()


def test_every_setting_is_a_flag_of_serve() -> None:
    flags = {field.name for field in fields(ServeFlags)}
    assert flags - {"env_file"} == {field.name for field in msgspec.structs.fields(Settings)}


def commands(group: App, *above: str) -> Iterator[tuple[str, ...]]:
    """Every command below a group, by the words that call it."""
    for name in group:
        if name.startswith("-"):
            continue
        below = [n for n in group[name] if not n.startswith("-")]
        if below and group[name].default_command is not None:
            yield (*above, name)
        if below:
            yield from commands(group[name], *above, name)
        else:
            yield (*above, name)


def test_every_command_is_documented() -> None:
    told = set(re.findall(r"^## partwright ([a-z]+(?:[ -][a-z]+)*)", DOCUMENT, re.MULTILINE))
    assert told == {" ".join(path) for path in commands(app)}


FLAGGED = [
    ("import",),
    ("export",),
    ("demo",),
    ("bom",),
    ("package",),
    ("download",),
    ("change", "add"),
    ("report", "run"),
    ("cad", "inspect"),
    ("vault", "gc"),
    ("token", "create"),
]


LASTING = {("serve",), ("worker",), ("completion",)}


def command_of(words: tuple[str, ...]) -> App:
    found = app
    for word in words:
        found = found[word]
    return found


def flags_of(command: tuple[str, ...]) -> set[str]:
    return {
        name
        for argument in command_of(command).assemble_argument_collection()
        for name in argument.names
        if name.startswith("--") and not name.startswith(("--no-", "--empty-"))
    }


def test_every_command_answers_in_json() -> None:
    silent = {command for command in commands(app) if "--json" not in flags_of(command)}
    assert silent == LASTING


def test_every_flag_says_what_it_does() -> None:
    silent = {
        (*command, argument.name)
        for command in commands(app)
        for argument in command_of(command).assemble_argument_collection(parse_docstring=True)
        if argument.name.startswith("--") and not argument.parameter.help
    }
    assert silent == set()


@pytest.mark.parametrize("command", FLAGGED, ids=" ".join)
def test_every_flag_is_documented(command: tuple[str, ...]) -> None:
    flags = flags_of(command)
    assert flags
    assert flags <= set(re.findall(r"`(--[a-z0-9-]+)", DOCUMENT)) | {"--email"}
