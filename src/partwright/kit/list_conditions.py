"""Conditions and orders of lists as pieces of SQL, composed of what the list declares."""

from collections.abc import Iterable

from partwright.kit.db.base import Value
from partwright.kit.filters import FieldFilter, FieldFilters, FieldTable, ListField, Test
from partwright.kit.pages import SortKey

_TESTS: dict[Test, str] = {
    "is": "{x} = :{p}",
    "among": "{x} IN (SELECT value FROM each(:{p}) AS wanted)",
    "reads": "folded({x}) = :{p}",
    "reads_among": "folded({x}) IN (SELECT value FROM each(:{p}) AS wanted)",
    "called_among": "folded({label}) IN (SELECT value FROM each(:{p}) AS wanted)",
    "found": "{lookup}",
    "whole_among": "{x} IN (SELECT CAST(value AS BIGINT) FROM each(:{p}) AS wanted)",
    # A date is the beginning of every moment of its day.
    "moment_among": (
        "EXISTS (SELECT 1 FROM each(:{p}) AS wanted"
        " WHERE {x} BETWEEN wanted.value AND wanted.value || '~')"
    ),
    "at_least": "{x} >= :{p}",
    "at_most": "{x} <= :{p}",
    "number_at_least": "number_in({x}) >= :{p}",
    "number_at_most": "number_in({x}) <= :{p}",
    "like": "folded({x}) LIKE :{p} ESCAPE '\\'",
    "called_like": "folded({label}) LIKE :{p} ESCAPE '\\'",
    "absent": "{x} IS NULL",
    "present": "{x} IS NOT NULL",
    "true": "{x}",
    "false": "NOT {x}",
}
"""Test -> its condition on the expression `x`, with the parameter `p`."""

FieldTest = tuple[ListField, Test]
"""A field with its test; of several the n-th has the parameters `f<n>` and `f<n>_name`."""
FieldOrder = tuple[tuple[ListField, bool], ...]
"""Fields with whether they descend; of the n-th, an attribute, `s<n>_name` is the name."""


def field_tests(table: FieldTable, filters: FieldFilters) -> tuple[FieldTest, ...]:
    """The fields of the filters with their tests."""
    return tuple((_known(table, each.field), each.test) for each in filters)


def filter_params(table: FieldTable, filters: Iterable[FieldFilter]) -> dict[str, Value]:
    """The values of the same, by the names that the conditions give them."""
    params: dict[str, Value] = {}
    for place, each in enumerate(filters):
        if each.value is not None:
            params[f"f{place}"] = each.value
        attribute = _known(table, each.field).attribute
        if attribute is not None:
            params[f"f{place}_name"] = attribute
    return params


_SLOW: frozenset[Test] = frozenset(
    {"like", "called_like", "reads", "reads_among", "number_at_least", "number_at_most"}
)


def filter_conditions(tests: tuple[FieldTest, ...]) -> list[str]:
    """The conditions of the tests, those last that fold the text of every row."""
    written = [
        (test in _SLOW, _condition(field, test, f"f{n}")) for n, (field, test) in enumerate(tests)
    ]
    return [condition for _, condition in sorted(written, key=lambda each: each[0])]


def _condition(field: ListField, test: Test, param: str) -> str:
    return (
        _TESTS[test]
        .replace("{x}", named(field.expression, param))
        .replace("{label}", field.label or field.expression)
        .replace("{lookup}", (field.lookup or "").replace(":value", f":{param}"))
        .replace("{p}", param)
    )


def named(expression: str, param: str) -> str:
    """The expression with the parameter for an attribute's name."""
    return expression.replace(":name", f":{param}_name")


def field_order(table: FieldTable, sorts: Iterable[SortKey]) -> FieldOrder:
    """The fields of an order that was checked, with whether they descend."""
    return tuple((_known(table, sort.field), sort.descending) for sort in sorts)


def order_params(order: FieldOrder) -> dict[str, Value]:
    """The names of the attributes among the keys of an order."""
    return {
        f"s{place}_name": field.attribute
        for place, (field, _) in enumerate(order)
        if field.attribute is not None
    }


def order_keys(order: FieldOrder, *, tie: str) -> str:
    """The keys of an order; `tie` decides between rows that are equal.

    Where a value is missing comes last, either way, on both databases.
    """
    keys = [
        f"{named(key, f's{place}')} {_way(descending)}" + " NULLS LAST" * field.has_gaps
        for place, (field, descending) in enumerate(order)
        for key in field.sorted_by or (field.label or field.expression,)
    ]
    return ", ".join([*keys, f"{tie} {_way(order[-1][1])}"])


def _way(descending: bool) -> str:  # noqa: FBT001
    return "DESC" if descending else "ASC"


def _known(table: FieldTable, name: str) -> ListField:
    field = table.find(name)
    assert field is not None
    return field
