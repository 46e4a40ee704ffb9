"""The application's pure rules, tested beside their sources by vitest."""

import json
import re
import subprocess
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Meta

from environment_page import MODULES, ROOT, WEB, node_binary, node_environment
from partwright.drafter.structures.unknown_products import CODE, UNKNOWN
from partwright.kit.field_problems import problem_of
from partwright.reports.fields import FIELDS


def test_the_rules_of_the_application_hold() -> None:
    node = node_binary()
    assert node, "Node is not installed: run the tests by scripts/test"
    done = subprocess.run(
        [node, MODULES / "vitest" / "vitest.mjs", "run"],
        cwd=WEB,
        env=node_environment(node),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_field_of_a_report_has_a_name() -> None:
    texts = WEB / "src"
    named = {
        name
        for slice in ("items", "reports")
        for name in json.loads((texts / slice / "texts.de.json").read_text())
    }
    # Those that are called as another field is.
    named |= {"itemNumber", "leadTimeDays", "type"}
    fields = {path.rpartition(".")[2] for paths in FIELDS.values() for path in paths}
    assert fields - named == set()


_SHORT: Any = Annotated[str, Meta(max_length=1)]
_BEYOND = (
    (_SHORT, "xx"),
    (Annotated[str, Meta(min_length=1, max_length=2)], ""),
    (Annotated[int, Meta(ge=0, le=1)], 2),
    (Annotated[int, Meta(ge=0)], -1),
    (_SHORT | None, "xx"),
    (Annotated[list[int], Meta(max_length=1)], [1, 1]),
)
"""Kinds with bounds, of which the server puts its sentence together, and what is beyond them."""


def _refused(kind: Any, value: Any) -> str:
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert(value, kind)
    return str(problem_of(refused.value, kind, value))


def test_every_sentence_in_german_is_one_that_the_server_says() -> None:
    package = ROOT / "src" / "partwright"
    # The drafter's questions stand in its data.
    files = (*package.rglob("*.py"), *(package / "drafter" / "data").rglob("*.toml"))
    sources = "".join(path.read_text() for path in files)
    said = re.sub(r"""["']\s*\n\s*f?["']""", "", sources)
    said += "".join(_refused(kind, value) for kind, value in _BEYOND)
    said += "".join(re.sub(r"\{(unit\.)?noun\}", noun, said) for noun in ("unit", "currency"))
    said += "".join(f'" is the {field}' for field in ("name", "quantity", "itemNumber"))
    said += f"{UNKNOWN} ({CODE})"
    told = [
        one
        for path in (WEB / "src").glob("*/sentences.de.json")
        for one in json.loads(path.read_text())
    ]
    assert len(told) == len(set(told))
    # Some are put together from several, so that each piece stands by itself.
    unsaid = [
        piece
        for one in told
        for sentence in re.split(r"(?<=\.) (?=[A-Z])", one)
        for gap in re.split(r"\{(?:told)?\}", sentence)
        for piece in gap.split(": it")
        # The name of a tool such as `read_design` is shown in words.
        if piece.strip(" ;:,.") not in said and piece.lower().replace(" ", "_") not in said
    ]
    assert unsaid == []
