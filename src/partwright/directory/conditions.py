"""Filters as conditions of statements: columns are ours, what a client sends goes into parameters."""

from collections.abc import Callable, Mapping
from typing import Any

from partwright.accounts.group_mappings import group_key
from partwright.directory import queries
from partwright.directory.errors import invalid_filter, shown
from partwright.directory.filters import Both, Either, Filter, Not, Test, Within
from partwright.identity.model import normalized_email
from partwright.kit.db.base import Value
from partwright.kit.like_patterns import escape_like_pattern

_SIGNS = {"eq": "=", "gt": ">", "ge": ">=", "lt": "<", "le": "<="}
Columns = Mapping[str, tuple[str, str]]


_KNOWN = frozenset({*queries.USER_COLUMNS, *queries.GROUP_COLUMNS, "members", "members.value"})
"""What users or groups have."""


class Condition:
    """A condition with its parameters, of a filter or of none.

    Where users and groups are asked for at once, what only the others have has no value.
    """

    def __init__(
        self, wanted: Filter | None, columns: Columns, *, asks_for_all: bool = False
    ) -> None:
        self._columns = columns
        self._lacking = _KNOWN if asks_for_all else frozenset[str]()
        self.params: dict[str, Value] = {}
        self.sql = "TRUE" if wanted is None else self._of(wanted, "")

    def _of(self, wanted: Filter, within: str) -> str:
        match wanted:
            case Both(left, right):
                return f"({self._of(left, within)} AND {self._of(right, within)})"
            case Either(left, right):
                return f"({self._of(left, within)} OR {self._of(right, within)})"
            case Not(inner):
                return f"NOT COALESCE({self._of(inner, within)}, FALSE)"
            case Within(attribute, inner):
                return self._of(inner, f"{attribute}.")
            case Test():
                return self._test(wanted, within)

    def _test(self, test: Test, within: str) -> str:
        attribute = within + test.attribute
        if attribute in ("members", "members.value") and self._columns is queries.GROUP_COLUMNS:
            return self._membership(test)
        column = self._columns.get(attribute)
        if column is None:
            if attribute not in self._lacking:
                raise invalid_filter(f"cannot filter by {shown(attribute)}")
            is_met = test.operator in ("eq", "ne") and (test.operator == "ne") != (
                test.value is None
            )
            return "TRUE" if is_met else "FALSE"
        expression, kind = column
        if test.operator == "pr":
            return f"{expression} IS NOT NULL"
        if kind == "flag":
            return self._flag(expression, test)
        if test.value is None and test.operator in ("eq", "ne"):
            return f"{expression} IS {'NOT ' if test.operator == 'ne' else ''}NULL"
        if not isinstance(test.value, str):
            raise invalid_filter(
                f"expected text to compare {attribute} with, got {shown(test.value)}"
            )
        if kind == "text":
            expression = f"LOWER({expression})"
        value = _AS_KEPT[kind](test.value)
        return self._text(expression, test, value)

    def _text(self, expression: str, test: Test, value: str) -> str:
        if test.operator in _SIGNS:
            return f"{expression} {_SIGNS[test.operator]} :{self._keep(value)}"
        if test.operator == "ne":
            return f"({expression} IS NULL OR {expression} <> :{self._keep(value)})"
        pattern = escape_like_pattern(value)
        before, after = test.operator != "sw", test.operator != "ew"
        name = self._keep(f"{'%' if before else ''}{pattern}{'%' if after else ''}")
        return f"{expression} LIKE :{name} ESCAPE '\\'"

    def _flag(self, expression: str, test: Test) -> str:
        value: Any = test.value
        if isinstance(value, str) and value.lower() in ("true", "false"):
            value = value.lower() == "true"
        if not isinstance(value, bool) or test.operator not in ("eq", "ne"):
            raise invalid_filter("expected eq or ne with true or false for a boolean")
        is_true = value == (test.operator == "eq")
        return expression if is_true else f"NOT {expression}"

    def _membership(self, test: Test) -> str:
        if test.operator != "eq" or not isinstance(test.value, str):
            raise invalid_filter("expected eq and the id of a user for members")
        return queries.IS_MEMBER.format(name=self._keep(test.value))

    def _keep(self, value: str) -> str:
        name = f"filter_{len(self.params)}"
        self.params[name] = value
        return name


_AS_KEPT: Mapping[str, Callable[[str], str]] = {
    "exact": str,
    "text": normalized_email,
    "name": normalized_email,
    "folded": group_key,
}
"""How a value is written so that its column finds it."""
