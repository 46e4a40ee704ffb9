import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwright.kit.errors import InvalidInput
from partwright.kit.filters import FieldTable, ListField, read_filters, split_values
from partwright.kit.like_patterns import like_anywhere
from partwright.kit.lists import (
    NEWEST_FIRST,
    ListDefinition,
    apply_filters,
    check_list_order,
    list_statements,
)
from partwright.kit.pages import SortKey

PEOPLE = ListDefinition(
    columns="p.name",
    table="people p",
    tie="p.id",
    fields=FieldTable(
        {
            "name": ListField(expression="p.name"),
            "createdAt": ListField(expression="p.created_at"),
            "nick": ListField(expression="p.nick", has_gaps=True),
        }
    ),
    conditions={"named": "p.name = :name", "search": "p.name LIKE :pattern ESCAPE '\\'"},
)


def names(*sorts: SortKey, **given: dict[str, str | None]) -> list[str]:
    """The people that a database shows in the order, narrowed down by what is given."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE people (id INT, name TEXT, nick TEXT, created_at TEXT)")
    database.executemany(
        "INSERT INTO people VALUES (?, ?, ?, ?)",
        [(1, "Ada", None, "2"), (2, "Bo", "b", "1"), (3, "50%", "a", "1")],
    )
    found = list_statements(PEOPLE, given=given, sorts=sorts)
    page = found.params | {"limit": 9, "offset": 0}
    return [name for (name,) in database.execute(found.rows, page)]


def test_a_list_shows_the_newest_first_where_no_order_is_named() -> None:
    assert check_list_order((), PEOPLE.fields) == (NEWEST_FIRST,)
    assert names() == ["Ada", "50%", "Bo"]


@pytest.mark.parametrize("descending", [False, True])
def test_what_has_no_value_comes_last_either_way(*, descending: bool) -> None:
    assert names(SortKey("nick", descending=descending))[-1] == "Ada"


def test_rows_that_are_equal_follow_the_last_key_of_the_order() -> None:
    assert names(SortKey("createdAt")) == ["Bo", "50%", "Ada"]
    assert names(SortKey("createdAt", descending=True)) == ["Ada", "50%", "Bo"]


def test_a_field_that_is_not_known_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"expected a field to sort by: .*; got 'secret'"):
        check_list_order((SortKey("secret"),), PEOPLE.fields)


def test_filters_without_a_value_narrow_nothing_down() -> None:
    assert names(named={"name": None}, search={"pattern": like_anywhere("o")}) == ["Bo"]
    assert apply_filters({"seer": {}, "named": {"name": "Ada"}}).filters == ("named",)


@given(st.text("ab%_\\", max_size=4), st.text("ab%_\\", max_size=8))
def test_a_pattern_finds_exactly_the_text(part: str, whole: str) -> None:
    (found,) = (
        sqlite3.connect(":memory:")
        .execute("SELECT ? LIKE ? ESCAPE '\\'", (whole, like_anywhere(part)))
        .fetchone()
    )
    assert bool(found) == (part in whole)


@given(st.lists(st.text("ab,\\"), min_size=1, max_size=4, unique=True))
def test_values_are_divided_by_commas_that_are_not_escaped(values: list[str]) -> None:
    sent = ",".join(value.replace("\\", "\\\\").replace(",", "\\,") for value in values)
    assert split_values(sent) == tuple(values)


def test_every_bad_filter_is_named_at_once() -> None:
    with pytest.raises(InvalidInput) as refused:
        read_filters({"name.from": "a", "age": "3", "nick": "a"}, PEOPLE.fields, others=["page"])
    fields = [str(getattr(detail, "field", "")) for detail in refused.value.details]
    assert fields == ["name.from", "age"]
    assert "page, createdAt, name or nick" in str(refused.value)
