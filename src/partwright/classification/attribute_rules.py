"""Rules that attributes have to fit by their definitions; pure."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

import msgspec

from partwright.classification.model import AttributeDefinition
from partwright.kit import clock
from partwright.kit.errors import ErrorDetail, InvalidInput
from partwright.kit.field_problems import shown

_YES_OR_NO = ("true", "false")
_NUMBER = re.compile(r"[+-]?[0-9]{1,15}(\.[0-9]{1,30})?")


class ClassifiedItem(Protocol):
    """Facts that decide which definitions hold for an item."""

    @property
    def type(self) -> str:
        """The item type."""
        ...

    @property
    def program_id(self) -> str | None:
        """The program that the item belongs to."""
        ...


class AttributeRules:
    """The definitions of all programs that a request touches."""

    def __init__(self, definitions: Iterable[AttributeDefinition]) -> None:
        self._definitions = tuple(definitions)

    @property
    def is_empty(self) -> bool:
        """Whether any attributes fit."""
        return not self._definitions

    def definitions(
        self, *, item_type: str, program_id: str | None
    ) -> dict[str, AttributeDefinition]:
        """Folded names to the definitions that hold for items of the type and the program."""
        return {d.name.casefold(): d for d in self._holding(item_type, program_id)}

    def _holding(self, item_type: str, program_id: str | None) -> Iterator[AttributeDefinition]:
        for definition in self._definitions:
            if definition.item_types and item_type not in definition.item_types:
                continue
            if definition.program_id in (None, program_id):
                yield definition

    def check(self, columns: Mapping[str, Any], item: ClassifiedItem) -> None:
        """InvalidInput where attributes that change do not fit."""
        if "attributes" not in columns or self.is_empty:
            return
        problems = self.problems(
            msgspec.json.decode(columns["attributes"]),
            item_type=item.type,
            program_id=item.program_id,
        )
        if problems:
            raise InvalidInput.fields(problems)

    def problems(
        self, attributes: Mapping[str, str], *, item_type: str, program_id: str | None
    ) -> list[ErrorDetail]:
        """The faults of attributes: values of the wrong type, and those that are required and absent."""
        found: list[ErrorDetail] = []
        spelt: dict[str, list[str]] = {}
        for name in attributes:
            spelt.setdefault(name.casefold(), []).append(name)
        for definition in self._holding(item_type, program_id):
            names = spelt.get(definition.name.casefold(), [])
            problems = {name: _misfit(definition, attributes[name].strip()) for name in names}
            if not names:
                problems[definition.name] = _misfit(definition, "")
            elif len(names) > 1:
                twice = f"is the defined {definition.name}, which stands there under two names"
                problems |= {name: twice for name in names if name != definition.name}
            found += [ErrorDetail(f"attributes.{name}", p) for name, p in problems.items() if p]
        return found


def _misfit(definition: AttributeDefinition, text: str) -> str:
    """The reason why the value does not fit; empty where it does."""
    if not text:
        return "is required" if definition.is_required else ""
    match definition.type:
        case "number":
            unit = f" (in {definition.unit})" if definition.unit else ""
            is_read = _is_number(text, definition.unit)
            return "" if is_read else _expected(f"a number such as 12.5{unit}", text)
        case "date":
            return "" if clock.is_date(text) else _expected("a date such as 2026-11-22", text)
        case "boolean":
            return "" if text in _YES_OR_NO else _expected("true or false", text)
        case "link":
            is_link = text.startswith(("https://", "http://")) and " " not in text
            return "" if is_link else _expected("an address that begins with https://", text)
        case "choice":
            named = ", ".join(definition.choices)
            return "" if text in definition.choices else _expected(f"one of {named}", text)
        case "text":
            return ""


def _expected(what: str, came: str) -> str:
    return f"expected {what}, got {shown(came)}"


def _is_number(text: str, unit: str | None) -> bool:
    """A number as filters and orders read it, and perhaps the unit of the definition behind it."""
    plain = text.removesuffix(unit).rstrip() if unit else text
    return _NUMBER.fullmatch(plain) is not None
