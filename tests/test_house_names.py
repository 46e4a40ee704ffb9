"""The rules of the package as a whole: each is broken once, and each exception must be needed."""

import subprocess
from pathlib import Path

import pytest

import figures
import files_entered
import house_names

ROOT = Path(__file__).resolve().parent.parent
SRC = "src/partwright/"
MIGRATION = SRC + "migrations/versions/0001_x.py"
TABLE = 'SCHEMA = """\nCREATE TABLE widgets (id TEXT);\n"""\n'


def broken(files: dict[str, str]) -> list[str]:
    return [message for _, _, message in house_names.check_package(ROOT, files)]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {"items/a.py": "class Widget: ...\n", "vault/b.py": "class Widget: ...\n"},
            "the class name Widget is taken by src/partwright/items/a.py",
        ),
        (
            {
                "items/queries.py": "",
                "items/a.py": "from partwright.items import queries\n",
                "vault/b.py": "from partwright.items import queries as item_queries\n",
            },
            "partwright.items.queries is imported under several names: item_queries, queries",
        ),
        (
            {
                "items/queries.py": 'Q = "INSERT INTO widgets (id) VALUES (:id)"\n',
                "vault/queries.py": 'Q = f"UPDATE widgets SET id = :id WHERE {1}"\n',
            },
            "vault writes the table widgets, which items owns",
        ),
        (
            {
                "vault/queries.py": 'Q = "DELETE FROM widgets WHERE id = :id"\n',
                "programs/queries.py": 'Q = "SELECT 1 FROM users u JOIN widgets w ON TRUE"\n',
            },
            "programs reads the table widgets of vault, which stands above it",
        ),
        (
            {"migrations/versions/0007_a.py": "", "migrations/versions/0007_b.py": ""},
            "the migration 0007_b.py has the number of 0007_a.py",
        ),
        (
            {"kit/db/tables.py": 'Q = "ALTER TABLE widgets ADD COLUMN size BIGINT"\n'},
            "the table widgets is made or changed outside migrations/versions",
        ),
        (
            {"kit/db/migrations/versions/0001_x.py": 'Q = "CREATE INDEX w ON widgets (id)"\n'},
            "the table widgets is made or changed outside migrations/versions",
        ),
        (
            {"items/routes.py": "@routes.get('/x')\nasync def show():\n" + "    x = 1\n" * 11},
            "the route show has 11 lines, more than 10",
        ),
        (
            {"items/routes.py": "@routes.get('/x')\nasync def show():\n    return 1 if x else 2\n"},
            "the route show decides (if)",
        ),
        (
            {"items/a.py": "m = import_module('partwright.vault.service')\n"},
            "import_module(partwright.vault.service) hides an import from the import rules",
        ),
    ],
)
def test_what_breaks_a_rule_of_the_package_is_found(files: dict[str, str], message: str) -> None:
    planted = {SRC + path: text for path, text in files.items()} | {MIGRATION: TABLE}
    assert broken(planted) == [message]


def test_an_exception_admits_its_place_and_goes_when_nothing_needs_it() -> None:
    classes = {f"{SRC}{slice_name}/a.py": "class Widget: ...\n" for slice_name in ("items", "cad")}
    excepted = {house_names.EXCEPTIONS: 'class-in-two-files = ["Widget"]\n'}
    assert broken(classes | excepted) == []
    only = dict(list(classes.items())[:1])
    assert broken(only | excepted) == [
        "the exception 'Widget' of 'class-in-two-files' is not needed any more: delete it"
    ]


def test_every_hidden_import_has_its_reason() -> None:
    text = (ROOT / house_names.EXCEPTIONS).read_text()
    reasons = house_names.read_exceptions(text)["hidden-import"]
    assert all(reasons.values())


def test_a_long_subject_is_found_among_the_commits_to_come(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        named = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
        subprocess.run(["git", *named, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init", "-b", "main")
    git("commit", "--allow-empty", "-m", "b" * 90)
    git("checkout", "-b", "work")
    for letters in (72, 73):
        git("commit", "--allow-empty", "-m", "x" * letters)
    assert list(house_names.long_subjects(tmp_path)) == ["x" * 73]


def test_the_figures_are_read_from_the_sources() -> None:
    planted = {
        SRC + "items/a.py": "class Widget: ...\ndef _once(): ...\ndef show(): return _once()\n",
        SRC + "vault/a.py": "class Widget: ...\nclass WidgetList: ...\n",
    }
    found = {name: value for name, value, _ in figures.figures(house_names.read_sources(planted))}
    assert found["public class names of one word"] == "50 % (1 of 2)"
    assert found["class names defined in two or more files"] == "1 of 2"
    assert found["private functions called once"] == "100 % (1 of 1)"
    planted[SRC + "items/routes.py"] = planted[SRC + "vault/routes.py"] = ""
    assert list(figures.missed_aims(house_names.read_sources(planted))) == [
        "public class names of one word: 50 % (1 of 2), aim 20%",
        "median letters of a function's name: 4, aim 12",
        "slice files named alike: 0 % (0 of 4), aim over 60%",
        "private functions called once: 100 % (1 of 1), aim 68%",
    ]


async def test_an_edit_and_a_release_enter_no_more_files_than_a_reader_follows() -> None:
    entered = await files_entered.measure()
    assert "items/service.py" in entered[files_entered.PUT]
    assert "change_orders/release_service.py" in entered[files_entered.RELEASE]
    assert {
        request: sorted(files)
        for request, files in entered.items()
        if len(files) > files_entered.AIMS[request]
    } == {}
