"""The table `sort_keys`: what main shows of each field that lists are sorted by, as pieces of statements.

A row is a field's name, a number, a text and the master; the table's key is all of them, so that the items stand
in the order of a field. Columns have the number 0, or an empty text where they are whole numbers; free attributes
have the number that they begin with. Triggers of the migrations keep the rows.
"""

from collections.abc import Mapping

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


def narrowing(test: FieldTest, param: str) -> str | None:
    """A condition that leaves what passes the test and little else, found by the keys; None if there is none."""
    field, name = test
    called = name_of(field, param)
    if called is None or field.expression.removeprefix("v.") in LONG_TEXTS:
        return None
    known = _OF_TEXTS
    if field.attribute is not None:
        known = _OF_ATTRIBUTES
    elif field.expression in _WHOLE_NUMBERS:
        known = _OF_NUMBERS
    if name not in known:
        return None
    found = known[name].format(p=param)
    return (
        f"v.master_id IN (SELECT k.master_id FROM sort_keys k WHERE k.field = {called} AND {found})"
    )
