"""Declarations of the fields that people fill in, small enough to be sent to browsers."""

from collections.abc import Mapping
from typing import Any

ITEM_TYPES = ("Part", "Document", "Requirement", "Task", "Issue")
FORMS = ("NewDesign", "DesignEdit", "NewProgram", "ProgramEdit", "NewRole")
LONG = 1_000
"""From this length on a text gets several lines."""

Schema = Mapping[str, Any]


def declared_fields(document: Schema) -> dict[str, dict[str, dict[str, Any]]]:
    """By shape and field: kind, choices, longest text, whether it must be there."""
    schemas = document["components"]["schemas"]
    body = document["paths"]["/api/items"]["post"]["requestBody"]
    item = body["content"]["application/json"]["schema"]
    shapes = {name: form(schemas[name]) for name in FORMS}
    for name in ITEM_TYPES:
        shown = schemas[name]["properties"]
        fields = form(item)
        # All types share one input; which fields a type has, and their choices, its record tells.
        shapes[name] = {
            field: {**told, **choices_of(shown.get(field, {}))}
            for field, told in fields.items()
            if field in shown or field == "itemNumber"
        }
    return shapes


def form(schema: Schema) -> dict[str, dict[str, Any]]:
    """The declarations of one object's properties."""
    required = schema.get("required", ())
    return {
        name: {**told(plain(field)), **({"isRequired": True} if name in required else {})}
        for name, field in sorted(schema["properties"].items())
    }


def plain(schema: Schema) -> Schema:
    """The schema of a value that is there."""
    options = [option for option in schema.get("anyOf", ()) if option.get("type") != "null"]
    return plain(options[0]) if len(options) == 1 else schema


def told(field: Schema) -> dict[str, Any]:
    """Kind and limits of one field."""
    if choices := choices_of(field):
        return choices
    if "$ref" in str(field):
        return {"kind": "person"}
    longest = field.get("maxLength")
    limit = {"maxLength": longest} if longest else {}
    if field.get("format") == "date":
        return {"kind": "date"}
    if field.get("format") == "decimal" or field.get("type") == "integer":
        return {"kind": "number"}
    return {"kind": "long" if longest and longest >= LONG else "text", **limit}


def choices_of(field: Schema) -> dict[str, Any]:
    """The kind of a field that has one of a few values; nothing for others."""
    values = plain(field).get("enum")
    return {"kind": "choice", "choices": values} if values else {}
