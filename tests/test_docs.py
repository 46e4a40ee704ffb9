"""The documentation tells the truth about the program."""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from partwright import app
from partwright.kit.errors import Refusal
from partwright.settings import PREFIX, Settings
from partwright.web.error_responses import STATUS

SLICES = app.endpoints()
"""With the routes all slices are loaded, and their refusals."""
ROOT = Path(__file__).parents[1]


def test_every_setting_is_documented_and_no_other() -> None:
    text = (ROOT / "docs/reference/settings.md").read_text()
    told = set(re.findall(r"^\| `(PARTWRIGHT_\w+)`", text, re.MULTILINE))
    assert told == {PREFIX + f.name.upper() for f in msgspec.structs.fields(Settings)}


def test_every_link_between_documents_leads_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_all_guides_use_one_set_of_variables() -> None:
    """Also in what no test runs, such as commands that do not end."""
    first = (ROOT / "docs/guides/getting-started.md").read_text()
    for page in sorted((ROOT / "docs/guides").glob("*.md")):
        text = page.read_text()
        shown = "\n".join(
            re.findall(r"^```(?:sh|console)$(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        )
        known = set(re.findall(r"^(?:export )?(\w+)=", f"{first}\n{shown}", re.MULTILINE))
        used = set(re.findall(r"\$\{?([A-Za-z_]\w*)", shown))
        assert used <= known | {"PWD", "PATH"}, f"{page.name}: {used - known}"


def test_what_the_architecture_names_is_where_it_says() -> None:
    text = (ROOT / "docs/architecture.md").read_text()
    text = text.partition("## Where to find what")[2].partition("##")[0]
    asked = ("a release merges", "a lock is judged", "a column of the import is declared")
    for question in (*asked, "a guard is evaluated"):
        assert f"| where {question} |" in text
    rows = re.findall(r"^\| (?:where|how|what|which|who) .* \| (.*) \|$", text, re.MULTILINE)
    assert len(rows) > 10
    for row in rows:
        named = re.findall(r"`([^`]+)`", row)
        files = [ROOT / "src/partwright" / name for name in named if name.endswith((".py", "/"))]
        sources = "".join(file.read_text() for file in files if file.is_file())
        assert all(file.exists() for file in files), row
        for name in named:
            if re.fullmatch(r"[A-Za-z_]+", name) and name != "access":
                assert re.search(rf"(def|class) {name}\b", sources), f"{name}: {row}"


def test_the_files_that_contributors_are_led_to_exist() -> None:
    folders = ("contributing", "decisions", "domain")
    pages = [page for folder in folders for page in (ROOT / "docs" / folder).glob("*.md")]
    for page in [ROOT / "docs/architecture.md", *pages]:
        for name in re.findall(r"`((?:[a-z_]+/)+[a-z_0-9]+\.py)(?:`|::)", page.read_text()):
            places = [ROOT / "src/partwright" / name, ROOT / name]
            assert any(place.exists() for place in places), f"{page.name}: {name}"


def test_a_decision_has_its_parts_and_is_short() -> None:
    for page in (ROOT / "docs/decisions").glob("*.md"):
        text = page.read_text()
        parts = re.findall(r"^## (\w+)", text, re.MULTILINE)
        kept = parts[:4] == ["Context", "Decision", "Consequences", "Alternatives"]
        assert kept, f"{page.name}: {parts}"
        is_list = page.name == "0006-dependencies.md"
        assert len(text.splitlines()) <= 40 or is_list, page.name


def test_the_tests_that_show_what_is_promised_exist() -> None:
    pages = [ROOT / "docs/reference/hardening.md", *(ROOT / "docs/compliance").glob("*.md")]
    text = "".join(page.read_text() for page in pages)
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", text)
    assert len(named) > 60
    for file, name in named:
        assert f"def {name}(" in (ROOT / file).read_text(), f"{file}: {name}"


def codes(refusal: type[Refusal]) -> Iterator[str]:
    """The codes of a refusal and of all below it, wherever they are defined."""
    yield refusal.code
    for special in refusal.__subclasses__():
        yield from codes(special)


def test_every_error_is_documented_with_its_status() -> None:
    text = (ROOT / "docs/reference/errors.md").read_text()
    told = re.findall(r"^\| `([A-Z_]+)` \| (\d+) \| \S", text, re.MULTILINE)
    assert {code: int(status) for code, status in told} == STATUS
    assert len(told) == len(STATUS)


def test_every_refusal_has_a_status() -> None:
    assert set(codes(Refusal)) == set(STATUS)


def test_each_clause_on_electronic_records_has_a_test_or_says_whose_it_is() -> None:
    text = (ROOT / "docs/compliance/21-cfr-part-11.md").read_text()
    rows = dict(re.findall(r"^\| (11\.\d+(?:\(\w\))?)[^|]*\|[^|]*\| (.+) \|$", text, re.MULTILINE))
    clauses = {f"11.10({letter})" for letter in "abcdefghijk"}
    clauses |= {"11.30", "11.50(a)", "11.50(b)", "11.70", "11.100(a)", "11.200(a)"}
    clauses |= {f"11.300({letter})" for letter in "abcde"}
    assert rows.keys() >= clauses
    assert sum("::" in told for told in rows.values()) > 18
