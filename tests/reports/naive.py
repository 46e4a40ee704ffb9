"""The meaning of reports, said once more in plain Python over items as the service shows them."""

import operator
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

Record = dict[str, Any]

COMPARE = {
    "eq": operator.eq,
    "gt": operator.gt,
    "lt": operator.lt,
    "gte": operator.ge,
    "lte": operator.le,
}
NEGATED = {"ne": "eq", "not_in": "in", "not_like": "like", "is_not_null": "is_null"}


class Wanted(NamedTuple):
    """A filter: a path, what its field holds, an operator and values."""

    path: str
    kind: str
    operator: str
    value: Any = None
    value2: Any = None

    def sent(self, place: int) -> Record:
        """As a body has it."""
        sent = {"fieldPath": self.path, "operator": self.operator, "displayOrder": place}
        given = {"value": self.value, "value2": self.value2}
        return sent | {key: value for key, value in given.items() if value is not None}


def held(item: Record, path: str) -> Any:
    """What the item has at the path."""
    name = path.rpartition(".")[2]
    value = item["requirementType" if path == "requirements.type" else name]
    return value["name"] if isinstance(value, dict) else value


def keeps(item: Record, wanted: Wanted) -> bool:
    """Whether the filter keeps the item."""
    value = held(item, wanted.path)
    if wanted.operator in NEGATED:
        return not keeps(item, wanted._replace(operator=NEGATED[wanted.operator]))
    if wanted.operator == "is_null":
        return value is None
    if value is None:
        return False
    if wanted.operator == "in":
        entries = [entry.strip() for entry in str(wanted.value).split(",")]
        return any(_holds(value, wanted.kind, "eq", entry) for entry in entries if entry)
    if wanted.operator == "between":
        return _holds(value, wanted.kind, "gte", wanted.value) and _holds(
            value, wanted.kind, "lte", wanted.value2
        )
    return _holds(value, wanted.kind, wanted.operator, wanted.value)


def _holds(value: Any, kind: str, operator: str, wanted: Any) -> bool:
    if kind == "moment":
        return _at(datetime.fromisoformat(value), operator, str(wanted))
    if kind == "number":
        return COMPARE[operator](Decimal(str(value)), Decimal(str(wanted)))
    if operator in COMPARE:
        return COMPARE[operator](value, _text(wanted))
    folded, part = value.casefold(), _text(wanted).casefold()
    if operator == "like":
        return part in folded
    return folded.startswith(part) if operator == "starts_with" else folded.endswith(part)


def _text(wanted: Any) -> str:
    return str(wanted).lower() if isinstance(wanted, bool) else str(wanted)


def _at(value: datetime, operator: str, wanted: str) -> bool:
    first = datetime.fromisoformat(wanted)
    first = first if first.tzinfo else first.replace(tzinfo=UTC)
    # A date is all of its day.
    end = first + (timedelta(days=1) if len(wanted) == 10 else timedelta(milliseconds=1))
    if operator == "eq":
        return first <= value < end
    return {
        "gt": value >= end,
        "gte": value >= first,
        "lt": value < first,
        "lte": value < end,
    }[operator]


def ordered(items: Sequence[Record], sorts: Sequence[tuple[str, str, bool]]) -> list[Record]:
    """The items sorted by (path, kind, descending), those without a value last either way."""
    found = sorted(items, key=lambda item: item["itemNumber"])
    for path, kind, descending in reversed(sorts):
        valued = [item for item in found if held(item, path) is not None]
        gaps = [item for item in found if held(item, path) is None]
        valued.sort(key=lambda item: _key(held(item, path), kind), reverse=descending)
        # A sort that is reversed keeps equal ones in their order, as it should.
        found = valued + gaps
    return found


def _key(value: Any, kind: str) -> Any:
    return Decimal(str(value)) if kind == "number" else value
