"""Filters of lists as query parameters, read by what a list declares of its fields; pure.

`field=a,b` is one of some values (text whatever its letter case; a comma inside a value is `\\,`),
`field.from` and `field.to` are the ends of a range, `field.like` is a part of the text, and
`field.null` says whether there is no value. What is no field of the list is refused.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Literal

import msgspec

from partwright.kit import operands
from partwright.kit.db.base import Value
from partwright.kit.errors import ErrorDetail, InvalidInput
from partwright.kit.field_problems import FieldProblem, meant, one_of
from partwright.kit.fields import canonical_uuid
from partwright.kit.ids import as_uuid
from partwright.kit.operands import DATED, NUMERIC, FieldKind
from partwright.kit.text_lines import composed

ATTRIBUTES = "attributes."
"""Before the name of an item's free attribute."""
MOST_VALUES = 500
MOST_FILTERS = 50
LONGEST_NAME = 100

Test = Literal[
    "is",
    "among",
    "reads",
    "reads_among",
    "called_among",
    "found",
    "whole_among",
    "moment_among",
    "at_least",
    "at_most",
    "number_at_least",
    "number_at_most",
    "like",
    "called_like",
    "absent",
    "present",
    "true",
    "false",
]
"""The names of the conditions that `kit.lists` writes."""


class ListField(msgspec.Struct, frozen=True, kw_only=True):
    """One field that a list is filtered, sorted and counted by."""

    expression: str
    """As statements write it; `:name` in it is the name of an attribute."""
    kind: FieldKind = FieldKind.TEXT
    choices: tuple[str, ...] = ()
    """All values that there are, where they are few."""
    has_gaps: bool = False
    """Whether there may be no value."""
    label: str | None = None
    """The expression of what an id is called, by which people are sorted and found too."""
    lookup: str | None = None
    """A condition that finds folded texts `:value` by an index, where there is one."""
    reads: Callable[[str], str] | None = None
    """Makes of a value what is kept, or says as FieldProblem that it is none."""
    attribute: str | None = None
    """The name of the attribute that it is."""
    sorted_by: tuple[str, ...] = ()
    """The expressions of its order, where that is not by its label or itself."""

    @property
    def is_text(self) -> bool:
        return self.kind is FieldKind.TEXT and not self.choices


LEAST_TEXT_KEY = "1e300"
"""Stands for the number of a value that begins with none, beyond all that `number_in` gives."""
_ATTRIBUTE_ORDER = (
    f"CASE WHEN {{x}} IS NOT NULL THEN COALESCE(number_in({{x}}), {LEAST_TEXT_KEY}) END",
    "substr(folded({x}), 1, 100)",
)
"""By the numbers that values begin with, those without one last, then by their beginnings in any letter case."""


class FieldTable(msgspec.Struct, frozen=True):
    """The fields of a list, by their names on the wire."""

    fields: Mapping[str, ListField]
    attributes: str | None = None
    """The expression of the free attributes, where rows have some."""

    def find(self, name: str) -> ListField | None:
        """The field of a name, `attributes.<name>` included."""
        if self.attributes is None or not name.startswith(ATTRIBUTES):
            return self.fields.get(name)
        attribute = name.removeprefix(ATTRIBUTES)
        if not 1 <= len(attribute) <= LONGEST_NAME or "\x00" in attribute:
            return None
        value = f"attribute({self.attributes}, :name)"
        return ListField(
            expression=value,
            has_gaps=True,
            attribute=attribute,
            sorted_by=tuple(key.format(x=value) for key in _ATTRIBUTE_ORDER),
        )

    @property
    def names(self) -> list[str]:
        free = [] if self.attributes is None else [f"{ATTRIBUTES}<name>"]
        return sorted(self.fields) + free


class FieldFilter(msgspec.Struct, frozen=True):
    """One condition on a field: its test by name, and the value that is compared."""

    field: str
    test: Test
    value: Value = None
    values: tuple[str, ...] = ()
    """The values that were sent, as they are kept."""


FieldFilters = tuple[FieldFilter, ...]


def read_filters(
    sent: Mapping[str, str], table: FieldTable, *, others: Collection[str] = ()
) -> FieldFilters:
    """The filters that parameters make; InvalidInput with every problem.

    `others` are the parameters that the list has beside its filters.
    """
    found: list[FieldFilter] = []
    problems: list[ErrorDetail] = []
    is_known_told = False
    for key, text in sent.items():
        try:
            found.append(_read(key, text, table))
        except _UnknownName:
            problem = "is not a parameter of this list"
            if not is_known_told:
                names = [*sorted(others), *table.names]
                problem += f"; {meant(key, names)}expected {one_of(tuple(names))}"
            is_known_told = True
            problems.append(ErrorDetail(key, problem))
        except FieldProblem as problem:
            problems.append(ErrorDetail(key, str(problem)))
    if len(found) > MOST_FILTERS:
        problems.append(ErrorDetail("", f"more than {MOST_FILTERS} filters"))
    if problems:
        raise InvalidInput.fields(problems)
    return tuple(found)


class _UnknownName(Exception):
    """A parameter that names no field."""


def _read(key: str, text: str, table: FieldTable) -> FieldFilter:
    name, dot, operator = key.rpartition(".")
    field = table.find(name) if dot and operator in _OPERATORS else None
    if field is None:
        name, operator, field = key, "", table.find(key)
    if field is None:
        raise _UnknownName
    if "\x00" in text:
        raise FieldProblem("must not contain the character NUL")
    text = composed(text)
    if len(text) > operands.LONGEST:
        raise FieldProblem(f"is longer than {operands.LONGEST} characters")
    if not operator:
        return _equal(name, field, split_values(text))
    if operator == "null":
        return FieldFilter(name, "absent" if _yes(text) else "present")
    if operator == "like":
        return _like(name, field, text)
    return _range(name, field, text, lowest=operator == "from")


_OPERATORS = frozenset({"from", "to", "like", "null"})


def split_values(text: str) -> tuple[str, ...]:
    """The values between commas; `\\,` is a comma inside one."""
    values = [""]
    characters = iter(text)
    for character in characters:
        if character == ",":
            values.append("")
        elif character == "\\":
            following = next(characters, "")
            values[-1] += following if following in (",", "\\") else character + following
        else:
            values[-1] += character
    if len(values) > MOST_VALUES:
        raise FieldProblem(f"has more than {MOST_VALUES} values")
    return tuple(dict.fromkeys(values))


def _equal(name: str, field: ListField, values: tuple[str, ...]) -> FieldFilter:
    if field.choices:
        _check_choices(field, values)
        return _exact(name, values)
    if field.reads is not None:
        return _exact(name, tuple(map(field.reads, values)))
    match field.kind:
        case FieldKind.BOOLEAN:
            if len(values) > 1:
                raise FieldProblem("expected one value, true or false")
            return FieldFilter(name, "true" if _yes("".join(values)) else "false")
        case FieldKind.USER if any(as_uuid(value) is None for value in values):
            return _among(name, "called_among", [value.strip().casefold() for value in values])
        case FieldKind.ID | FieldKind.USER:
            return _exact(name, tuple(canonical_uuid(value) for value in values))
        case FieldKind.INTEGER:
            return _among(name, "whole_among", [str(operands.whole(value)) for value in values])
        case FieldKind.MOMENT:
            return _among(name, "moment_among", [operands.moment(value) for value in values])
        case FieldKind.TEXT:
            return _text(name, field, [value.casefold() for value in values])
        case _:
            read = operands.READ_AS[field.kind]
            return _exact(name, tuple(read(value) for value in values))


def _text(name: str, field: ListField, folded: list[str]) -> FieldFilter:
    if field.lookup is not None:
        return _among(name, "found", folded)
    if len(folded) == 1:
        return FieldFilter(name, "reads", folded[0], tuple(folded))
    return _among(name, "reads_among", folded)


def _among(name: str, test: Test, values: list[str]) -> FieldFilter:
    return FieldFilter(name, test, values, tuple(values))


def _exact(name: str, values: tuple[str, ...]) -> FieldFilter:
    if len(values) == 1:
        return FieldFilter(name, "is", values[0], values)
    return FieldFilter(name, "among", list(values), values)


def _check_choices(field: ListField, values: tuple[str, ...]) -> None:
    for value in values:
        if value not in field.choices:
            raise FieldProblem(f"expected one of {', '.join(field.choices)}, got {value!r}")


def _yes(text: str) -> bool:
    if text not in ("true", "false"):
        raise FieldProblem(f"expected true or false, got {text!r}")
    return text == "true"


def _like(name: str, field: ListField, text: str) -> FieldFilter:
    if field.kind not in (FieldKind.TEXT, FieldKind.USER):
        raise FieldProblem("like works on text fields only")
    pattern = operands.pattern(text, before="%", after="%")
    test = "like" if field.kind is FieldKind.TEXT else "called_like"
    return FieldFilter(name, test, pattern, (text.casefold(),))


def _range(name: str, field: ListField, text: str, *, lowest: bool) -> FieldFilter:
    if field.attribute is not None:
        return _attribute_range(name, text, lowest=lowest)
    if field.kind not in NUMERIC | DATED:
        raise FieldProblem("from and to work on numbers, dates and timestamps only")
    test: Test = "at_least" if lowest else "at_most"
    if field.kind is FieldKind.INTEGER:
        return FieldFilter(
            name, test, operands.at_least(text) if lowest else operands.at_most(text)
        )
    if field.kind is FieldKind.MOMENT and not lowest:
        return FieldFilter(name, test, operands.last_moment(text))
    return FieldFilter(name, test, operands.READ_AS[field.kind](text))


def _attribute_range(name: str, text: str, *, lowest: bool) -> FieldFilter:
    """Numbers are compared with the number that the attribute begins with, dates as texts."""
    try:
        limit = operands.day(text) if lowest else operands.last_moment(operands.day(text))
    except FieldProblem:
        number = float(operands.number(text))
        return FieldFilter(name, "number_at_least" if lowest else "number_at_most", number)
    return FieldFilter(name, "at_least" if lowest else "at_most", limit)
