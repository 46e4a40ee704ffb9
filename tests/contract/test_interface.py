"""The page that names every line of the interface beside its tests is whole and true."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple, get_args

from partwright.design_engine import events
from partwright.design_engine.stages import Action, Stage, Status
from partwright.reports.fields import FIELDS
from partwright.reports.model import FormatType, Operator
from partwright.web.error_responses import STATUS
from partwright.workflows.model import Guard
from tests.contract.scene import ENDPOINTS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/reference/contract.md"
LINES = Path(__file__).with_name("interface_lines.txt")
"""Each section of the page, and the first cell of every row that it must have."""

PERMISSIONS = {
    "documents.read": (
        "GET /api/files/{}/download",
        "GET /api/files/{}/metadata",
        "GET /api/files/{}/versions",
        "GET /api/files/{}/lock-status",
    ),
    "documents.update": (
        "POST /api/files/{}/checkout",
        "POST /api/files/{}/checkin",
        "POST /api/files/batch-checkout",
        "POST /api/files/batch-checkin",
    ),
    "documents.delete": ("DELETE /api/files/{}",),
    "workflows.create": ("POST /api/workflows",),
}


class Row(NamedTuple):
    """One line of the interface."""

    line: str
    what: str
    tests: str


def sections(text: str) -> dict[str, str]:
    """What stands under each heading."""
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


@cache
def told() -> dict[str, list[Row]]:
    """The rows of the page by section."""
    found: dict[str, list[Row]] = {}
    for title, text in sections(PAGE.read_text()).items():
        _, _, *rows = [line for line in text.splitlines() if line.startswith("|")]
        found[title] = [Row(*row.strip("| ").split(" | ")) for row in rows]
    return found


def names(title: str) -> list[str]:
    return [row.line.strip("`") for row in told()[title]]


def spelled(path: str) -> str:
    """A path whose parts have no names."""
    return re.sub(r"{\w+:\w+}|:\w+", "{}", path)


def test_every_line_is_there_and_no_other() -> None:
    wanted = {
        title: text.strip().split("\n") for title, text in sections(LINES.read_text()).items()
    }
    assert list(told()) == list(wanted)
    for title, lines in wanted.items():
        assert [row.line for row in told()[title]] == lines, title


def test_every_line_has_tests_that_exist() -> None:
    functions: dict[str, set[str]] = {}
    for row in (row for rows in told().values() for row in rows):
        for reference in row.tests.split(", "):
            named = re.fullmatch(r"`(tests/[\w/]+\.py)::(test_\w+)`", reference)
            assert named, row
            file, name = named.groups()
            if file not in functions:
                tree = ast.parse((ROOT / file).read_text())
                kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
                functions[file] = {node.name for node in tree.body if isinstance(node, kinds)}
            assert name in functions[file], row


def test_every_call_is_told_and_served() -> None:
    served = {f"{e.method} {spelled(e.path)}" for e in ENDPOINTS}
    calls = [
        spelled(row.line.strip("`"))
        for rows in told().values()
        for row in rows
        if re.match(r"`(GET|POST|PUT|PATCH|DELETE) /api/", row.line)
    ]
    assert len(calls) == len(set(calls)) == 111
    assert set(calls) <= served


def test_what_the_code_knows_is_told() -> None:
    kinds = [kind.__struct_config__.tag for kind in events.Event.__subclasses__()]
    guards = [guard.__struct_config__.tag for guard in get_args(Guard)]
    assert names("Actions of the stream") == list(get_args(Action))
    assert names("Statuses of a design session") == list(get_args(Status))
    assert names("Stages of a design session")[: len(get_args(Stage))] == list(get_args(Stage))
    assert names("Types of events") == kinds
    assert set(names("Guards")) <= set(guards)
    assert names("Operators of filters") == list(get_args(Operator))
    assert names("Formats of cells") == list(get_args(FormatType))
    for code, what in zip(names("Codes"), told()["Codes"], strict=True):
        assert what.what.startswith(str(STATUS[code])), code
    for row in told()["Field paths of reports"]:
        paths = re.findall(r"`([\w.]+)`", row.what)
        types = [row.line] if row.line in FIELDS else list(FIELDS)
        assert all(set(paths) <= set(FIELDS[one]) for one in types), row


def test_calls_need_the_permissions_that_are_told() -> None:
    needed = {f"{e.method} {spelled(e.path)}": e.permission for e in ENDPOINTS}
    assert names("Permissions") == list(PERMISSIONS)
    for permission, calls in PERMISSIONS.items():
        assert {needed[call] for call in calls} == {permission}


def test_there_are_no_webhooks() -> None:
    assert [e.path for e in ENDPOINTS if "hook" in e.path.casefold()] == []
