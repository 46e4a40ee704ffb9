import re
from dataclasses import fields
from pathlib import Path

import msgspec
import pytest

from partwright.cli import app
from partwright.cli.flags import ServeFlags
from partwright.settings import Settings

DOCUMENT = (Path(__file__).parents[2] / "docs/reference/command-line.md").read_text()


def test_every_setting_is_a_flag_of_serve() -> None:
    flags = {field.name for field in fields(ServeFlags)}
    assert flags == {field.name for field in msgspec.structs.fields(Settings)}


def test_every_command_is_documented() -> None:
    commands = {name for name in app if not name.startswith("-")} - {"token"}
    told = set(re.findall(r"^## partwright (\w+)", DOCUMENT, re.MULTILINE)) - {"token"}
    assert told == commands


@pytest.mark.parametrize("command", [("import",), ("export",), ("demo",), ("token", "create")])
def test_every_flag_is_documented(command: tuple[str, ...]) -> None:
    found = app
    for name in command:
        found = found[name]
    flags = {
        name
        for argument in found.assemble_argument_collection()
        for name in argument.names
        if name.startswith("--") and not name.startswith(("--no-", "--empty-"))
    }
    assert flags
    assert flags <= set(re.findall(r"`(--[a-z-]+)", DOCUMENT)) | {"--email"}
