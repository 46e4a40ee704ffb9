"""Every statement of every slice is one that both databases accept."""

import importlib
import pkgutil
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg

import partwright
from partwright.kit.db.dialect import for_postgres, for_sqlite
from partwright.kit.db.sqlite import connect
from tests.support.databases import Database, fresh

_VERB = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b")


def statements() -> dict[str, str]:
    """Name -> text of every constant of a queries module that is a statement."""
    found: dict[str, str] = {}
    for module in pkgutil.walk_packages(partwright.__path__, "partwright."):
        if module.name.rpartition(".")[2] == "queries":
            names = vars(importlib.import_module(module.name))
            found |= {
                f"{module.name}.{name}": text
                for name, text in names.items()
                if isinstance(text, str) and name.isupper() and _VERB.match(text)
            }
    return found


STATEMENTS = {
    name: text for name, text in statements().items() if not name.split(".")[-1].startswith("_")
}


def parameters(text: str) -> set[str]:
    return set(re.findall(r"(?<![:\w]):([a-z_]\w*)", text))


def lists(text: str) -> set[str]:
    return set(re.findall(r"each\(:(\w+)\)", text))


def test_there_are_statements_to_look_at() -> None:
    assert len(STATEMENTS) > 100


def refused(database: Database) -> Iterator[tuple[str, str]]:
    """The statements that the database does not accept, and what it says of each."""
    if database.dialect == "sqlite":
        with closing(connect(Path(database.url.removeprefix("sqlite:///")))) as raw:
            for name, text in STATEMENTS.items():
                given = {p: "[]" if p in lists(text) else None for p in parameters(text)}
                try:
                    assert raw.execute("EXPLAIN " + for_sqlite(text), given).fetchall()
                except sqlite3.Error as error:
                    yield name, str(error)
        return
    with psycopg.connect(database.own_url, autocommit=True) as connection:
        for name, text in STATEMENTS.items():
            given = {p: [] if p in lists(text) else None for p in parameters(text)}
            try:
                explained = connection.execute("EXPLAIN " + for_postgres(text), given)  # type: ignore[arg-type]
                assert explained.fetchall()
            except psycopg.Error as error:
                yield name, str(error)


def test_both_databases_accept_every_statement(database: Database) -> None:
    assert dict(refused(database)) == {}


_LOOKING_UP = re.compile(r"FROM each\(:\w+\) AS wanted\s+(LEFT )?JOIN")


def test_what_a_list_names_is_looked_up_one_by_one(tmp_path: Path) -> None:
    """And no table is read from end to end, once for each on the list.

    SQLite has no statistics, so that it plans for full tables as it does for empty ones.
    """
    raw = connect(Path(fresh("sqlite", tmp_path).url.removeprefix("sqlite:///")))
    looking_up = {name: text for name, text in STATEMENTS.items() if _LOOKING_UP.search(text)}
    assert len(looking_up) > 30
    for name, text in looking_up.items():
        given = dict.fromkeys(parameters(text))
        plan = raw.execute("EXPLAIN QUERY PLAN " + for_sqlite(text), given).fetchall()
        steps = [step for *_, step in plan if step.startswith(("SCAN", "SEARCH"))]
        assert steps[0].startswith("SCAN wanted"), (name, steps)
        assert not [step for step in steps if re.match(r"SCAN \w+ USING.* INDEX ", step)], (
            name,
            steps,
        )
    raw.close()


_WHOLE_BY_PURPOSE = {"partwright.audit.queries.VERSIONS"}


def test_no_statement_reads_all_versions_since_some_time(tmp_path: Path) -> None:
    """As one would that asks for the rows of a branch, which no index tells once they have ended."""
    raw = connect(Path(fresh("sqlite", tmp_path).url.removeprefix("sqlite:///")))
    found = {
        name
        for name, text in STATEMENTS.items()
        for *_, step in raw.execute(
            "EXPLAIN QUERY PLAN " + for_sqlite(text), dict.fromkeys(parameters(text))
        )
        if "versions_since (since<" in step or "versions_since (since>" in step
    }
    raw.close()
    assert found == _WHOLE_BY_PURPOSE
