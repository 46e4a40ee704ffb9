"""JSON schemas of bodies, and examples made of them; pure."""

from collections.abc import Iterator, Sequence
from typing import Any, cast, get_type_hints

import msgspec
from starlette.responses import Response

from partwright.web.downloads import StreamedFile
from partwright.web.endpoint import Endpoint, ListOf
from partwright.web.error_responses import ErrorEnvelope
from partwright.web.event_stream import EventStream
from partwright.web.json_body import LARGEST_LIST, LONGEST_TEXT
from partwright.web.responses import DataResponse, GeneratedFile, PageMeta

Schema = dict[str, Any]

COMPONENTS = "#/components/schemas/"

_EXAMPLES = {
    "uuid": "0192f0c1-0000-7000-8000-000000000001",
    "date": "2026-11-21",
    "date-time": "2026-11-21T09:30:00.000Z",
    "decimal": 12.5,
}


class SchemaRegistry:
    """The schemas of bodies and answers, by one name each however many modules use that name."""

    def __init__(self, endpoints: Sequence[Endpoint]) -> None:
        kinds: list[Any] = [ErrorEnvelope, PageMeta]
        kinds += [endpoint.body for endpoint in endpoints if endpoint.body is not None]
        self._gives = {(e.method, e.path): response_data(e) for e in endpoints}
        kinds += [kind for gives in self._gives.values() for kind in _given(gives)]
        references, self.components = msgspec.json.schema_components(
            kinds, ref_template=COMPONENTS + "{name}", schema_hook=_hook
        )
        self._short = {COMPONENTS + name: COMPONENTS + _short(name) for name in self.components}
        self.components = {
            _short(name): self.mended(found) for name, found in self.components.items()
        }
        self._kinds = kinds
        """Kept, since they are known by their identity."""
        self._references = dict(zip(map(id, kinds), map(self.mended, references), strict=True))
        for endpoint in endpoints:
            if endpoint.is_partial_update:
                name = self.reference(endpoint.body)["$ref"].removeprefix(COMPONENTS)
                self.components[name].pop("required", None)

    def reference(self, body: Any) -> Schema:
        """The reference to the schema of a type that the endpoints name."""
        return self._references[id(body)]

    def envelope(self, endpoint: Endpoint) -> Schema:
        """The schema of a good answer's body."""
        gives = self._gives[endpoint.method, endpoint.path]
        properties: Schema = {"data": self._data(gives)}
        required = ["data"]
        if isinstance(gives, ListOf):
            properties["meta"] = {"$ref": COMPONENTS + "PageMeta"}
            required += [] if gives.is_whole else ["meta"]
        return {"type": "object", "required": required, "properties": properties}

    def _data(self, gives: Any) -> Schema:
        if gives is None:
            return {}
        if isinstance(gives, ListOf):
            return self._list(gives)
        if isinstance(gives, tuple):
            return {"anyOf": [self.reference(kind) for kind in cast("tuple[Any, ...]", gives)]}
        if isinstance(gives, dict):
            keys = cast("dict[str, Any]", gives)
            properties = {key: self.reference(kind) for key, kind in keys.items()}
            return {"type": "object", "required": list(keys), "properties": properties}
        return self.reference(gives)

    def _list(self, gives: ListOf) -> Schema:
        rows = {gives.name: {"type": "array", "items": self.reference(gives.row)}}
        place = ["total", "page", "limit"]
        required = [gives.name] if gives.is_whole else [gives.name, *place]
        numbers = [*place, "count"] if gives.has_count else place
        properties = rows | {key: {"type": "integer"} for key in numbers}
        return {"type": "object", "required": required, "properties": properties}

    def has_ids(self, schema: Any, seen: frozenset[str] = frozenset()) -> bool:
        """Whether a UUID may stand somewhere in a value of the schema."""
        if isinstance(schema, list):
            return any(self.has_ids(part, seen) for part in cast("list[Any]", schema))
        if not isinstance(schema, dict):
            return False
        given = cast("Schema", schema)
        name = str(given.get("$ref", "")).removeprefix(COMPONENTS)
        if name:
            return name not in seen and self.has_ids(self.components[name], seen | {name})
        return given.get("format") == "uuid" or any(
            self.has_ids(part, seen) for part in given.values()
        )

    def of(self, annotation: Any) -> Schema:
        """The schema of any other type."""
        return self.mended(msgspec.json.schema(annotation, schema_hook=_hook))

    def mended(self, schema: Any) -> Any:
        """The same as the service means it: definitions of its own moved to the components,
        which have short names, and decimals written as numbers or as strings.
        """
        if isinstance(schema, list):
            return [self.mended(part) for part in cast("list[Any]", schema)]
        if isinstance(schema, str):
            local = schema.removeprefix("#/$defs/")
            return self._short.get(schema, schema if local == schema else COMPONENTS + local)
        if not isinstance(schema, dict):
            return schema
        given = cast("Schema", schema)
        for name, definition in given.get("$defs", {}).items():
            self.components[name] = self.mended(definition)
        mended = {key: self.mended(part) for key, part in given.items() if key != "$defs"}
        if mended.get("format") == "decimal":
            mended["type"] = ["number", "string"]
        return mended


def bounded(schema: Any, components: dict[str, Schema]) -> Any:
    """A body's schema with the bounds that hold for every text and list that has none of its own."""
    seen: set[str] = set()

    def bound(part: Schema) -> None:
        name = str(part.get("$ref", "")).removeprefix(COMPONENTS)
        if name and name not in seen:
            seen.add(name)
            bound(components[name])
        if _is_open(part):
            part.setdefault("maxLength", LONGEST_TEXT)
        if part.get("type") == "array":
            part.setdefault("maxItems", LARGEST_LIST)
        for inner in parts_of(part):
            bound(inner)

    if schema is not None:
        bound(schema)
    return schema


def parts_of(schema: Schema) -> Iterator[Schema]:
    """The schemas of which a schema consists."""
    for key in ("anyOf", "oneOf", "allOf", "prefixItems"):
        yield from schema.get(key, ())
    for key in ("properties", "$defs"):
        yield from schema.get(key, {}).values()
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield schema[key]


def _is_open(schema: Schema) -> bool:
    """Whether a text of any length is admitted."""
    is_file = "contentMediaType" in schema or schema.get("format") == "binary"
    has_form = "enum" in schema or schema.get("format") in _EXAMPLES
    kind = schema.get("type", ())
    is_text = kind == "string" or (isinstance(kind, list) and "string" in kind)
    return is_text and not has_form and not is_file


def response_data(endpoint: Endpoint) -> Any:
    """The schema of the `data` of the endpoint's answer: declared, or what its verb returns."""
    if endpoint.response is not None:
        return endpoint.response
    returned = get_type_hints(endpoint.handler).get("return")
    own = (DataResponse, Response, EventStream, GeneratedFile, StreamedFile)
    return None if returned in own else returned


def _short(name: str) -> str:
    """`ItemsPart` for `partwright.items.wire.Part`, as a name that two modules have is given."""
    *modules, kind = name.removeprefix("partwright.").split(".")
    return "".join(word.title() for word in "_".join(modules[:1]).split("_")) + kind


def _given(gives: Any) -> list[Any]:
    """The types of which the data consists."""
    if isinstance(gives, ListOf):
        return [gives.row]
    if isinstance(gives, dict):
        return list(cast("dict[str, Any]", gives).values())
    if isinstance(gives, tuple):
        return list(cast("tuple[Any, ...]", gives))
    return [] if gives is None else [gives]


def _hook(kind: Any) -> Schema:
    """Types that JSON schema has no word for, such as undecoded JSON."""
    del kind
    return {}


def example_value(schema: Schema, components: dict[str, Schema]) -> Any:
    """A value that the schema admits: required keys, or the first few where none is."""
    if "$ref" in schema:
        return example_value(components[schema["$ref"].removeprefix(COMPONENTS)], components)
    if "anyOf" in schema:
        return example_value(schema["anyOf"][0], components)
    for key in ("default", "const"):
        if schema.get(key) is not None:
            return schema[key]
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "object":
        properties: dict[str, Schema] = schema.get("properties", {})
        wanted = schema.get("required") or list(properties)[:2]
        return {
            key: example_value(properties[key], components) for key in wanted if key in properties
        }
    if schema.get("type") == "array":
        return [example_value(schema["items"], components)] if schema.get("items") else []
    return _plain_example(schema)


def _plain_example(schema: Schema) -> Any:
    if schema.get("format") in _EXAMPLES:
        return _EXAMPLES[schema["format"]]
    examples = {"integer": schema.get("minimum", 1), "number": 1, "boolean": True, "null": None}
    return examples.get(schema.get("type", "string"), "text")
