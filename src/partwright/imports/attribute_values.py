"""Values of attributes as lists write them, brought into the form that their definitions ask for.

What cannot be read with certainty stays as it is, so that the definition refuses it with its reason.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from partwright.classification.attribute_rules import AttributeRules
from partwright.classification.model import AttributeDefinition
from partwright.imports.sheets.cell_values.dates import read_date
from partwright.imports.sheets.cell_values.decimals import NotUnderstood, plain_text, read_decimal
from partwright.imports.sheets.cell_values.values import NO, YES

_YES = YES | {"sí", "sim", "verdadero"}
_NO = NO | {"não", "nao", "falso", "-", "✗", "✘"}


class ListedAttributes:
    """Brings attributes of a list into the form in which defined ones are stored: `ja` as `true`."""

    def __init__(self, item_type: str, program_id: str | None) -> None:
        self.rules = AttributeRules(())
        self._of = item_type, program_id
        self._defined: dict[str, AttributeDefinition] = {}

    def follow(self, rules: AttributeRules) -> None:
        """Go by these rules from here on."""
        item_type, program_id = self._of
        self.rules = rules
        self._defined = rules.definitions(item_type=item_type, program_id=program_id)

    def stored(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of an item, its attributes as they are stored; they may be written as JSON."""
        held = fields.get("attributes")
        if not held or not self._defined:
            return dict(fields)
        attributes: dict[str, str] = msgspec.json.decode(held) if isinstance(held, str) else held
        fitted = {name: self._fitted(name, text) for name, text in attributes.items()}
        told = msgspec.json.encode(fitted).decode() if isinstance(held, str) else fitted
        return {**fields, "attributes": told}

    def _fitted(self, name: str, text: str) -> str:
        definition = self._defined.get(name.casefold())
        return text if definition is None else _fitted(definition, text)


def _fitted(definition: AttributeDefinition, text: str) -> str:
    plain = text.strip()
    if not plain:
        return text
    match definition.type:
        case "boolean":
            word = plain.casefold()
            return "true" if word in _YES else "false" if word in _NO else text
        case "choice":
            key = _folded(plain)
            return next((c for c in definition.choices if _folded(c) == key), text)
        case "number":
            return _number(plain, definition.unit or "") or text
        case "date":
            try:
                return read_date(plain)[0]
            except NotUnderstood:
                return text
        case "link" | "text":
            return text


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _number(text: str, unit: str) -> str:
    """A number with a decimal comma or groups as one with a point; empty for others."""
    has_unit = bool(unit) and text.endswith(unit)
    figure = text.removesuffix(unit).rstrip() if has_unit else text
    if "," not in figure and " " not in figure and "'" not in figure:
        return ""
    try:
        number = plain_text(read_decimal(figure))
    except NotUnderstood:
        return ""
    return f"{number} {unit}" if has_unit else number
