import re

import pytest

import house

SLICE = "src/partwright/items/"

# Put together so that the checker does not find them in this very file.
PLANTED_WORD = "TO" + "DO"
PLANTED_HOST = "pypi" + ".org"
PLANTED_PATH = "/ro" + "ot/data"


def messages(path: str, text: str) -> list[str]:
    return [finding.message for finding in house.check_file(path, text)]


def function_of(lines: int) -> str:
    return "def f():\n" + "    x = 1\n" * (lines - 1)


@pytest.mark.parametrize(
    ("path", "text", "message"),
    [
        (SLICE + "rules.py", "x = 1\n" * 401, "401 lines"),
        ("tests/test_x.py", "x = 1\n" * 601, "601 lines"),
        (SLICE + "rules.py", function_of(41), "f has 41 lines"),
        ("scripts/tool.py", function_of(41), "f has 41 lines"),
        (SLICE + "rules.py", "def f():\n    import os\n", "f imports inside"),
        (
            SLICE + "service.py",
            "async def f(tx: T) -> None:\n    await passwords.hashed_password('x')\n",
            "hashed_password called amid a transaction",
        ),
        (SLICE + "service.py", "import starlette\n", "starlette imported"),
        (SLICE + "service.py", "from starlette.types import Scope\n", "starlette.types imported"),
        ("src/partwright/cli/demo.py", "import uvicorn\n", "uvicorn imported"),
        (SLICE + "service.py", 'Q = "SELECT id FROM items"\n', "SQL outside"),
        (SLICE + "service.py", 'Q = f"UPDATE items SET {x} = 1"\n', "SQL outside"),
        (SLICE + "service.py", 'Q += " ORDER BY name"\n', "SQL outside"),
        (SLICE + "rules.py", '"""What an item holds."""\n', "begins with 'What'"),
        ("tests/test_x.py", '"""Whether it holds.\n\nMore."""\n', "begins with 'Whether'"),
        (SLICE + "wire.py", 'class Facts:\n    """How it is."""\n', "begins with 'How'"),
        (SLICE + "rules.py", 'def held():\n    """Which it holds."""\n', "begins with 'Which'"),
        ("docs/guide.md", f"{PLANTED_WORD}: write this\n", "unfinished work"),
        ("locks/runtime.txt", f"--index-url https://{PLANTED_HOST}/simple\n", "package registry"),
        ("docs/guide.md", f"Look into {PLANTED_PATH}.\n", "path of one machine"),
    ],
)
def test_a_broken_rule_is_found(path: str, text: str, message: str) -> None:
    assert any(re.search(re.escape(message), found) for found in messages(path, text))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (SLICE + "rules.py", "x = 1\n" * 400),
        (SLICE + "rules.py", function_of(40)),
        ("tests/test_x.py", function_of(100)),
        (SLICE + "routes.py", "from starlette.responses import Response\n"),
        ("src/partwright/web/problems.py", "import starlette\n"),
        ("src/partwright/app.py", "from starlette.applications import Starlette\n"),
        ("src/partwright/cli/serve.py", "import uvicorn\n"),
        (SLICE + "queries.py", 'Q = "SELECT id FROM items"\n'),
        ("src/partwright/kit/db/sqlite.py", 'Q = "PRAGMA foreign_keys"\n'),
        ("src/partwright/migrations/versions/0001_first.py", 'Q = "CREATE TABLE x (y int)"\n'),
        (SLICE + "service.py", '"""Rows that SELECT id FROM items returns: what is held."""\n'),
        (SLICE + "service.py", 'M = "Select a part from the list, or delete it."\n'),
        ("docs/guide.md", "GET /api/homes/1 and ../root/x and framework/rooted\n"),
    ],
)
def test_what_keeps_the_rules_is_left_alone(path: str, text: str) -> None:
    assert messages(path, text) == []


def test_migrations_are_one_row() -> None:
    first = 'revision = "0001"\ndown_revision = None\n'
    second = 'revision = "0002"\ndown_revision = "0001"\n'
    row = {"0001_a.py": first, "0002_b.py": second}
    assert (
        list(house.check_migrations({house.MIGRATIONS + n: text for n, text in row.items()})) == []
    )
    twice = {house.MIGRATIONS + name: text for name, text in (row | {"0002_c.py": second}).items()}
    (found,) = house.check_migrations(twice)
    assert str(found).startswith(
        f"{house.MIGRATIONS}0002_c.py:1: expected the revision 0002, with 0002"
    )
