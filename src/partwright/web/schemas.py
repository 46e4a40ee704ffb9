"""JSON schemas of bodies, and examples made of them; pure."""

from collections.abc import Sequence
from typing import Any, cast

import msgspec

from partwright.web.answers import Meta
from partwright.web.endpoint import Endpoint
from partwright.web.problems import ErrorEnvelope

Schema = dict[str, Any]

COMPONENTS = "#/components/schemas/"

_EXAMPLES = {
    "uuid": "0192f0c1-0000-7000-8000-000000000001",
    "date": "2026-11-21",
    "date-time": "2026-11-21T09:30:00.000Z",
    "decimal": 12.5,
}


class Schemas:
    """The schemas of all bodies, by one name each however many modules use that name."""

    def __init__(self, endpoints: Sequence[Endpoint]) -> None:
        kinds: list[Any] = [ErrorEnvelope, Meta]
        kinds += [endpoint.body for endpoint in endpoints if endpoint.body is not None]
        references, self.components = msgspec.json.schema_components(
            kinds, ref_template=COMPONENTS + "{name}", schema_hook=_hook
        )
        self.components = {name: self.mended(found) for name, found in self.components.items()}
        self._references = dict(zip(map(id, kinds), references, strict=True))
        for endpoint in endpoints:
            if endpoint.edits:
                name = self.reference(endpoint.body)["$ref"].removeprefix(COMPONENTS)
                self.components[name].pop("required", None)

    def reference(self, body: Any) -> Schema:
        """Where the schema of a body of the endpoints stands."""
        return self._references[id(body)]

    def of(self, annotation: Any) -> Schema:
        """The schema of any other type."""
        return self.mended(msgspec.json.schema(annotation, schema_hook=_hook))

    def mended(self, schema: Any) -> Any:
        """The same as the service means it: definitions of its own moved to the components,
        and decimals written as numbers or as strings.
        """
        if isinstance(schema, list):
            return [self.mended(part) for part in cast("list[Any]", schema)]
        if not isinstance(schema, dict):
            return schema
        given = cast("Schema", schema)
        for name, definition in given.get("$defs", {}).items():
            self.components[name] = self.mended(definition)
        mended = {key: self.mended(part) for key, part in given.items() if key != "$defs"}
        reference = mended.get("$ref")
        if isinstance(reference, str):
            mended["$ref"] = reference.replace("#/$defs/", COMPONENTS)
        if mended.get("format") == "decimal":
            mended["type"] = ["number", "string"]
        return mended


def _hook(kind: Any) -> Schema:
    """Types that JSON schema has no word for, such as undecoded JSON."""
    del kind
    return {}


def example_of(schema: Schema, components: dict[str, Schema]) -> Any:
    """A value that the schema admits: required keys, or the first few where none is."""
    if "$ref" in schema:
        return example_of(components[schema["$ref"].removeprefix(COMPONENTS)], components)
    if "anyOf" in schema:
        return example_of(schema["anyOf"][0], components)
    for key in ("default", "const"):
        if schema.get(key) is not None:
            return schema[key]
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "object":
        properties: dict[str, Schema] = schema.get("properties", {})
        wanted = schema.get("required") or list(properties)[:2]
        return {key: example_of(properties[key], components) for key in wanted if key in properties}
    if schema.get("type") == "array":
        return [example_of(schema["items"], components)] if schema.get("items") else []
    return _plain_example(schema)


def _plain_example(schema: Schema) -> Any:
    if schema.get("format") in _EXAMPLES:
        return _EXAMPLES[schema["format"]]
    examples = {"integer": schema.get("minimum", 1), "number": 1, "boolean": True, "null": None}
    return examples.get(schema.get("type", "string"), "text")
