"""The table `sort_keys`: what main shows of each field that lists are sorted by, as pieces of statements.

A row is a field's name, a number, a text and the master; the table's key is all of them, so that the items stand
in the order of a field. Columns have the number 0, or an empty text where they are whole numbers; free attributes
have the number that they begin with. Triggers of the migrations keep the rows.
"""

from collections.abc import Iterable, Mapping

import msgspec

from partwright.kit.filters import ATTRIBUTES, LEAST_TEXT_KEY, ListField, Test
from partwright.kit.list_conditions import FieldTest

LONG_TEXTS = frozenset(
    {
        *("description", "reason_for_change", "impact_description", "rationale"),
        *("acceptance_criteria", "resolution", "root_cause"),
    }
)
"""Columns of texts that are sorted by their beginnings."""
_WHOLE_NUMBERS = frozenset({"v.lead_time", "v.file_size"})
COLUMNS = (
    *("revision", "created_by", "material", "weight", "cost", "lead_time", "quantity_on_hand"),
    *("location", "priority", "status", "severity", "category", "requirement_type"),
    *("verification_method", "source", "doc_type", "file_name", "file_size", "mime_type"),
    *("task_status", "due_date", "estimated_hours", "actual_hours", "reported_date"),
    *("change_type", "risk_level", "implementation_date", "submitted_at", "approved_at"),
    *("released_at", "closed_at", *sorted(LONG_TEXTS)),
)
"""The columns whose values stand in the table."""
_NAMES = {f"v.{column}": f"'{column}'" for column in COLUMNS}


def beginning(column: str) -> str:
    """The part of a long text that it is sorted by."""
    return f"substr({column}, 1, 100)"


def name_of(field: ListField, param: str) -> str | None:
    """The expression of a field's name in the table; `param` is that of its condition or order."""
    if field.attribute is not None:
        return f"'{ATTRIBUTES}' || CAST(:{param}_name AS text)"
    return None if field.label is not None else _NAMES.get(field.expression)


_OF_ATTRIBUTES: Mapping[Test, str] = {
    "reads": f"k.number = COALESCE(number_in(:{{p}}), {LEAST_TEXT_KEY}) AND k.text = {beginning(':{p}')}",
    "reads_among": (
        "(k.number, k.text) IN"
        f" (SELECT COALESCE(number_in(value), {LEAST_TEXT_KEY}), {beginning('value')}"
        " FROM each(:{p}) AS wanted)"
    ),
    "number_at_least": f"k.number >= :{{p}} AND k.number < {LEAST_TEXT_KEY}",
    "number_at_most": "k.number <= :{p}",
    "like": "TRUE",
    "present": "TRUE",
}
_OF_TEXTS: Mapping[Test, str] = {
    "is": "k.number = 0 AND k.text = :{p}",
    "at_least": "k.number = 0 AND k.text >= :{p}",
    "at_most": "k.number = 0 AND k.text <= :{p}",
}
_OF_NUMBERS: Mapping[Test, str] = {
    "at_least": "k.number >= :{p}",
    "at_most": "k.number <= :{p}",
}


class KeyRange(msgspec.Struct, frozen=True):
    """Range of the keys of one field in which all is that some tests leave."""

    condition: str
    """On the row `k`."""
    is_attribute: bool

    @property
    def narrowing(self) -> str:
        """The condition on the row `v`."""
        return f"v.master_id IN (SELECT k.master_id FROM sort_keys k WHERE {self.condition})"

    @property
    def probe(self) -> str:
        """The statement of how many there are, as far as `most`."""
        found = f"SELECT 1 AS one FROM sort_keys k WHERE {self.condition} LIMIT :most"
        return f"SELECT COUNT(*) FROM ({found}) found"


def key_ranges(tests: Iterable[FieldTest]) -> list[KeyRange]:
    """The ranges in which all is that passes the tests, a range for each field that has keys."""
    ranges: dict[tuple[bool, str], list[str]] = {}
    for place, (field, test) in enumerate(tests):
        name = name_of(field, f"f{place}")
        condition = _known_tests(field).get(test)
        if name is not None and condition is not None:
            is_attribute = field.attribute is not None
            key = (is_attribute, field.attribute or field.expression)
            conditions = ranges.setdefault(key, [f"k.field = {name}"])
            conditions.append(condition.format(p=f"f{place}"))
    return [
        KeyRange(" AND ".join(conditions), is_attribute=is_attribute)
        for (is_attribute, _), conditions in ranges.items()
    ]


def _known_tests(field: ListField) -> Mapping[Test, str]:
    if field.attribute is not None:
        return _OF_ATTRIBUTES
    if field.expression.removeprefix("v.") in LONG_TEXTS:
        return {}
    return _OF_NUMBERS if field.expression in _WHOLE_NUMBERS else _OF_TEXTS
