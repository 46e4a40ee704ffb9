"""The OpenAPI 3.1 description of the service, made of its endpoints; pure."""

import inspect
import re
from collections.abc import Sequence
from typing import Any, get_type_hints

import msgspec

from partwright.web.endpoint import Endpoint, Rule
from partwright.web.problems import STATUS, ErrorEnvelope

Schema = dict[str, Any]

_PATH_PART = re.compile(r"\{(\w+):\w+\}")
_COMPONENTS = "#/components/schemas/"

_ALWAYS = ("INTERNAL_ERROR",)
_SIGNED_IN = ("UNAUTHENTICATED", "RATE_LIMITED", "FORBIDDEN")
_WITH_BODY = ("VALIDATION_ERROR", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE")
_WRITING = ("CONFLICT", "PRECONDITION_FAILED", "UNPROCESSABLE", "ITEM_LOCKED")


def describe(endpoints: Sequence[Endpoint], *, version: str) -> Schema:
    """The whole document."""
    components = _components(endpoints)
    paths: dict[str, Schema] = {}
    for endpoint in endpoints:
        path = _PATH_PART.sub(r"{\1}", endpoint.path)
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint, components)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Partwright",
            "version": version,
            "description": "Product lifecycle management: items, structures, branches, changes.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "tags": [{"name": tag} for tag in dict.fromkeys(e.tag for e in endpoints)],
        "security": [{"bearer": []}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    }


def _components(endpoints: Sequence[Endpoint]) -> dict[str, Schema]:
    """The schemas of all structs that bodies and refusals are made of."""
    structs: dict[str, Any] = {"ErrorEnvelope": ErrorEnvelope}
    for endpoint in endpoints:
        if endpoint.body is not None:
            structs[_name(endpoint.body)] = endpoint.body
    _, found = msgspec.json.schema_components(
        list(structs.values()), ref_template=_COMPONENTS + "{name}", schema_hook=_hook
    )
    return found


def _hook(kind: Any) -> Schema:
    """Types that JSON schema has no word for, such as undecoded JSON."""
    del kind
    return {}


def _name(struct: Any) -> str:
    return f"{struct.__module__}.{struct.__qualname__}"


def _operation(endpoint: Endpoint, components: dict[str, Schema]) -> Schema:
    doc = inspect.getdoc(endpoint.verb) or ""
    needs_token = not isinstance(endpoint.permission, Rule) or endpoint.permission.needs_token
    permission = endpoint.permission.name if isinstance(endpoint.permission, Rule) else None
    permission = permission or str(endpoint.permission)
    operation: Schema = {
        "tags": [endpoint.tag],
        "operationId": f"{endpoint.method.lower()}_{endpoint.verb.__name__}_{_slug(endpoint.path)}",
        "summary": doc.partition("\n")[0],
        "description": f"{doc}\n\nPermission: {permission}",
        "x-permission": permission,
        "parameters": [*_path_parameters(endpoint), *_query_parameters(endpoint)],
        "responses": _responses(endpoint, needs_token=needs_token),
    }
    if not needs_token:
        operation["security"] = []
    body = _body(endpoint, components)
    if body is not None:
        operation["requestBody"] = body
    return operation


def _slug(path: str) -> str:
    return "_".join(re.findall(r"\w+", _PATH_PART.sub(r"\1", path)))


def _path_parameters(endpoint: Endpoint) -> list[Schema]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in _PATH_PART.findall(endpoint.path)
    ]


def _query_parameters(endpoint: Endpoint) -> list[Schema]:
    if endpoint.query is None:
        return []
    hints = get_type_hints(endpoint.query, include_extras=True)
    return [
        {
            "name": field.encode_name,
            "in": "query",
            "required": field.required,
            "schema": _field_schema(hints[field.name], field.default),
        }
        for field in msgspec.structs.fields(endpoint.query)
    ]


def _field_schema(annotation: Any, default: Any) -> Schema:
    schema = msgspec.json.schema(annotation, schema_hook=_hook)
    if default is not msgspec.NODEFAULT and default is not None:
        schema["default"] = default
    return schema


def _body(endpoint: Endpoint, components: dict[str, Schema]) -> Schema | None:
    schema = endpoint.body_schema
    if schema is None and endpoint.body is not None:
        (reference,), _ = msgspec.json.schema_components(
            [endpoint.body], ref_template=_COMPONENTS + "{name}", schema_hook=_hook
        )
        schema = reference
    if schema is None:
        return None
    example = endpoint.example
    if example is None:
        example = example_of(schema, components)
    return {"content": {"application/json": {"schema": schema, "example": example}}}


def example_of(schema: Schema, components: dict[str, Schema]) -> Any:
    """A value that the schema admits: required keys, or the first few where none is."""
    if "$ref" in schema:
        return example_of(components[schema["$ref"].removeprefix(_COMPONENTS)], components)
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
    examples = {"integer": schema.get("minimum", 1), "number": 1, "boolean": True, "null": None}
    return examples.get(schema.get("type", "string"), "text")


def _responses(endpoint: Endpoint, *, needs_token: bool) -> Schema:
    good = [status for status in endpoint.answers if status < 400] or [200]
    responses: Schema = {
        str(status): {
            "description": "Done",
            "content": {"application/json": {"schema": {"type": "object"}}},
        }
        for status in good
    }
    for code in _codes(endpoint, needs_token=needs_token):
        status = str(STATUS[code])
        if status in responses:
            responses[status]["description"] += f", {code}"
            continue
        schema = {"$ref": _COMPONENTS + "ErrorEnvelope"}
        responses[status] = {
            "description": code,
            "content": {"application/json": {"schema": schema}},
        }
    return responses


def _codes(endpoint: Endpoint, *, needs_token: bool) -> list[str]:
    codes = list(_ALWAYS)
    if needs_token:
        codes += _SIGNED_IN
    if "{item_id" in endpoint.path:
        codes.append("ITEM_NOT_FOUND")
    elif endpoint.path_names:
        codes.append("RESOURCE_NOT_FOUND")
    if endpoint.query is not None and "VALIDATION_ERROR" not in codes:
        codes.append("VALIDATION_ERROR")
    if endpoint.method != "GET":
        codes += [code for code in (*_WITH_BODY, *_WRITING) if code not in codes]
    return codes
