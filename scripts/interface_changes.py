"""Differences between two OpenAPI documents that break a client of the first.

What a caller may send must not narrow, and what they get must not lose anything or change its type.
New operations, new optional input, new properties and new values of enumerations in answers are
no breaks: clients pass over what they do not know.
"""

from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]
AnySchema = Any
"""A schema, or `true`, which stands for any value."""

_KEPT = {"openapi", "paths", "components"}
_NAMES_FOLLOW = {"properties", "paths", "schemas", "responses", "content", "mapping"}
_PROSE = {"description", "summary", "example", "examples", "title", "tags", "externalDocs"}
_UPPER = ("maxLength", "maximum", "exclusiveMaximum", "maxItems", "maxProperties")
_LOWER = ("minLength", "minimum", "exclusiveMinimum", "minItems", "minProperties")


def distilled(document: Schema) -> Schema:
    """The document without prose and without refusals: what its clients are bound to."""
    kept = _without_prose({key: value for key, value in document.items() if key in _KEPT}, "")
    for _, operation in _operations(kept):
        told = operation["responses"]
        operation["responses"] = {status: told[status] for status in told if status < "4"}
    return kept


def breaks(old: Schema, new: Schema) -> list[str]:
    """A line for each thing that a client of `old` finds removed or narrowed in `new`."""
    comparison = _Comparison(old, new)
    present = dict(_operations(new))
    found: list[str] = []
    for name, operation in _operations(old):
        if name not in present:
            found.append(f"{name}: removed")
        else:
            found += (f"{name}: {line}" for line in comparison.operation(operation, present[name]))
    return sorted(set(found))


def _operations(document: Schema) -> Iterator[tuple[str, Schema]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def _without_prose(value: Any, under: str) -> Any:
    if isinstance(value, list):
        return [_without_prose(each, "") for each in value]
    if not isinstance(value, dict):
        return value
    is_named = under in _NAMES_FOLLOW
    return {k: _without_prose(v, k) for k, v in value.items() if is_named or k not in _PROSE}


class _Comparison:
    """Compares parts of two documents; schemas that refer to themselves are compared once."""

    def __init__(self, old: Schema, new: Schema) -> None:
        self._old, self._new = old, new
        self._known: dict[tuple[str, str, bool], list[str]] = {}

    def operation(self, old: Schema, new: Schema) -> Iterator[str]:
        if old["operationId"] != new["operationId"]:
            yield f"operationId is {new['operationId']}, was {old['operationId']}"
        yield from self._parameters(old.get("parameters", ()), new.get("parameters", ()))
        asked, taken = old.get("requestBody", {}), new.get("requestBody", {})
        if taken.get("required") and not asked.get("required"):
            yield "a body is required"
        yield from self._contents("body", asked, taken, is_input=True)
        for status, answer in old["responses"].items():
            if status not in new["responses"]:
                yield f"answers {status} no more"
            else:
                yield from self._contents(status, answer, new["responses"][status], is_input=False)

    def _parameters(self, old: Any, new: Any) -> Iterator[str]:
        before = {(each["in"], each["name"]): each for each in old}
        after = {(each["in"], each["name"]): each for each in new}
        for key, parameter in after.items():
            if parameter.get("required") and not before.get(key, {}).get("required"):
                yield f"parameter {key[1]} is required"
        for key, parameter in before.items():
            if key not in after:
                yield f"parameter {key[1]} removed"
            else:
                yield from self._schema(
                    f"parameter {key[1]}", parameter["schema"], after[key]["schema"], is_input=True
                )

    def _contents(self, place: str, old: Schema, new: Schema, *, is_input: bool) -> Iterator[str]:
        for media_type, content in old.get("content", {}).items():
            offered = new.get("content", {})
            if media_type not in offered:
                yield f"{place}: {media_type} removed"
            elif "schema" in content:
                yield from self._schema(
                    place,
                    content["schema"],
                    offered[media_type].get("schema", {}),
                    is_input=is_input,
                )

    def _schema(self, place: str, old: AnySchema, new: AnySchema, *, is_input: bool) -> list[str]:
        """What breaks between two schemas at a place such as `200.data.items[]`; `true` is any."""
        if isinstance(old, bool) or isinstance(new, bool) or not ("$ref" in old and "$ref" in new):
            return [f"{place}{line}" for line in self._alternatives(old, new, is_input=is_input)]
        key = (old["$ref"], new["$ref"], is_input)
        if key not in self._known:
            self._known[key] = []
            self._known[key] = list(self._alternatives(old, new, is_input=is_input))
        return [f"{place}{line}" for line in self._known[key]]

    def _alternatives(self, old: AnySchema, new: AnySchema, *, is_input: bool) -> Iterator[str]:
        """Each thing that is sent must still be taken, each thing that is got must be known."""
        before, after = _flat(self._old, old), _flat(self._new, new)
        for one in before if is_input else after:
            tries = [
                list(self._simple(one, other, is_input=True))
                if is_input
                else list(self._simple(other, one, is_input=False))
                for other in (after if is_input else before)
            ]
            yield from min(tries, key=len, default=[": removed"])

    def _simple(self, old: Schema, new: Schema, *, is_input: bool) -> Iterator[str]:
        narrow, wide = (new, old) if is_input else (old, new)
        if not _covers(_type_of(narrow), _type_of(wide)):
            yield f": is {_type_of(new) or 'anything'}, was {_type_of(old) or 'anything'}"
            return
        if is_input:
            yield from _narrowed(old, new)
        elif old.get("format", new.get("format")) != new.get("format"):
            yield f": format is {new.get('format')}, was {old['format']}"
        yield from self._properties(old, new, is_input=is_input)
        if "items" in old and "items" in new:
            yield from self._schema("[]", old["items"], new["items"], is_input=is_input)
        for index, (one, other) in enumerate(
            zip(old.get("prefixItems", ()), new.get("prefixItems", ()), strict=False)
        ):
            yield from self._schema(f"[{index}]", one, other, is_input=is_input)

    def _properties(self, old: Schema, new: Schema, *, is_input: bool) -> Iterator[str]:
        before, after = old.get("properties", {}), new.get("properties", {})
        needed, sent = set(old.get("required", ())), set(new.get("required", ()))
        more, less = (
            (sent - needed, "is required") if is_input else (needed - sent, "may be absent")
        )
        yield from (f".{name} {less}" for name in sorted(more) if is_input or name in after)
        for name, schema in before.items():
            if name in after:
                yield from self._schema(f".{name}", schema, after[name], is_input=is_input)
            elif new.get("additionalProperties") is not True:
                yield f".{name} removed"
        rest, others = old.get("additionalProperties"), new.get("additionalProperties")
        if isinstance(rest, dict) and isinstance(others, dict):
            yield from self._schema(".*", rest, others, is_input=is_input)
        elif is_input and rest and not others:
            yield ": other properties are refused"


def _flat(document: Schema, schema: AnySchema) -> list[Schema]:
    """The alternatives of a schema, each of one type and without references."""
    if isinstance(schema, bool):
        return [{}]
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return _flat(document, document["components"]["schemas"][name])
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return [each for option in schema[word] for each in _flat(document, option)]
    types = schema.get("type")
    if isinstance(types, list):
        return [{**schema, "type": each} for each in types]
    return [schema]


def _type_of(schema: Schema) -> str | None:
    """The type that it names, or that its listed values have; None for any."""
    values = schema.get("enum", [None])
    listed = "string" if all(isinstance(value, str) for value in values) else None
    found: str | None = schema.get("type", listed)
    return found


def _covers(wide: str | None, narrow: str | None) -> bool:
    return wide in (None, narrow) or (wide, narrow) == ("number", "integer")


def _narrowed(old: Schema, new: Schema) -> Iterator[str]:
    """Bounds of input that are tighter than they were."""
    if "enum" in new:
        gone = [value for value in old.get("enum", ["any other"]) if value not in new["enum"]]
        yield from (f": takes {value} no more" for value in gone)
    for key in (*_UPPER, *_LOWER):
        sign = 1 if key in _UPPER else -1
        if key in new and (key not in old or sign * new[key] < sign * old[key]):
            yield f": {key} is {new[key]}, was {old.get(key, 'not bound')}"
    for key in ("pattern", "format"):
        if key in new and new[key] != old.get(key):
            yield f": {key} is {new[key]}, was {old.get(key, 'free')}"
    if "default" in old and old["default"] != new.get("default"):
        yield f": default is {new.get('default')}, was {old['default']}"
