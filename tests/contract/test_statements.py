"""Every statement of every slice is one that both databases accept."""

import importlib
import pkgutil
import re
from pathlib import Path

import psycopg
import pytest

import partwright
from partwright.kit.db.dialect import for_postgres, for_sqlite
from partwright.kit.db.sqlite import connect
from tests.support.databases import Database

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


def test_there_are_statements_to_look_at() -> None:
    assert len(STATEMENTS) > 100


@pytest.mark.parametrize("name", sorted(STATEMENTS))
def test_both_databases_accept_the_statement(name: str, database: Database) -> None:
    text = STATEMENTS[name]
    lists = set(re.findall(r"each\(:(\w+)\)", text))
    if database.dialect == "sqlite":
        raw = connect(Path(database.url.removeprefix("sqlite:///")))
        given = {p: "[]" if p in lists else None for p in parameters(text)}
        assert raw.execute("EXPLAIN " + for_sqlite(text), given).fetchall()
        raw.close()
        return
    with psycopg.connect(database.url) as connection:
        given = {p: [] if p in lists else None for p in parameters(text)}
        explained = connection.execute("EXPLAIN " + for_postgres(text), given)  # type: ignore[arg-type]
        assert explained.fetchall()
        connection.rollback()
