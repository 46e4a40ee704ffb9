from copy import deepcopy
from typing import Any

import pytest

import interface
from interface_changes import breaks, distilled

NAME = {"type": "string", "maxLength": 200}
PART = {
    "type": "object",
    "properties": {"name": NAME, "mass": {"anyOf": [{"type": "number"}, {"type": "null"}]}},
    "required": ["name"],
}
KIND = {"type": "string", "enum": ["Make", "Buy"]}
PARAMETER = {"in": "query", "name": "kind", "required": False, "schema": KIND}


def body(schema: Any) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}


def document() -> Any:
    """An interface of one operation, whose schema stands in its body and in its answer."""
    part = {"$ref": "#/components/schemas/Part"}
    operation = {
        "operationId": "makePart",
        "parameters": [dict(PARAMETER)],
        "requestBody": {"required": False, **body(part)},
        "responses": {"201": body({"type": "array", "items": part}), "404": {}},
    }
    return {"paths": {"/parts": {"post": operation}}, "components": {"schemas": {"Part": PART}}}


def changed(path: str, value: Any) -> Any:
    """The document with one value in another state; None takes the key away."""
    new = deepcopy(document())
    *way, last = path.split("/")
    place = new["components"]["schemas"]["Part"] if way[:1] == ["Part"] else None
    place = new["paths"]["/parts"]["post"] if place is None else place
    for key in way[1:] if way[:1] == ["Part"] else way:
        place = place[int(key) if isinstance(place, list) else key]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return new


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("operationId", "createPart", ["operationId is createPart, was makePart"]),
        ("parameters", [], ["parameter kind removed"]),
        ("parameters/0/required", True, ["parameter kind is required"]),
        ("parameters/0/schema/enum", ["Make"], ["parameter kind: takes Buy no more"]),
        ("parameters/0/schema/type", "integer", ["parameter kind: is integer, was string"]),
        ("parameters/0/schema/pattern", "M.*", ["parameter kind: pattern is M.*, was free"]),
        ("requestBody/required", True, ["a body is required"]),
        ("requestBody/content", {}, ["body: application/json removed"]),
        ("responses/201", None, ["answers 201 no more"]),
        ("Part/required", ["name", "mass"], ["body.mass is required"]),
        ("Part/required", [], ["201[].name may be absent"]),
        ("Part/properties/mass", None, ["201[].mass removed", "body.mass removed"]),
        ("Part/properties/mass", {"type": "number"}, ["body.mass: is number, was null"]),
        ("Part/properties/name/maxLength", 100, ["body.name: maxLength is 100, was 200"]),
        (
            "Part/properties/name",
            {"anyOf": [NAME, {"type": "null"}]},
            ["201[].name: is null, was string"],
        ),
    ],
)
def test_what_clients_would_miss_is_told(path: str, value: Any, told: list[str]) -> None:
    assert breaks(document(), changed(path, value)) == [f"POST /parts: {line}" for line in told]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("summary", "Makes a part"),
        ("parameters/0/schema/enum", ["Make", "Buy", "Free"]),
        ("responses/202", {}),
        ("responses/404", None),
        ("Part/properties/finish", {"type": "string"}),
        ("Part/properties/name/maxLength", 300),
        ("Part/description", "What is made or bought"),
        ("Part/properties/name/description", "What it is called"),
        ("parameters/0/description", "Where it comes from"),
        ("parameters", [PARAMETER, {**PARAMETER, "name": "page", "schema": {"type": "integer"}}]),
        ("requestBody/content", {**body(PART)["content"], "text/csv": {}}),
        ("responses/422", {}),
        ("deprecated", True),
    ],
)
def test_what_is_added_or_widened_breaks_nobody(path: str, value: Any) -> None:
    assert breaks(distilled(document()), changed(path, value)) == []


def test_listed_values_are_texts_to_who_reads_them_and_fewer_to_who_writes_them() -> None:
    old, new = document(), document()
    for one, schema in ((old, {"type": "string"}), (new, {"enum": ["Make", "Buy"]})):
        one["paths"]["/parts"]["post"]["responses"]["201"] = body(schema)
        one["paths"]["/parts"]["post"]["requestBody"] |= body(schema)
    assert breaks(old, new) == ["POST /parts: body: takes any other no more"]


def test_a_path_that_is_gone_is_told() -> None:
    assert breaks(document(), {**document(), "paths": {}}) == ["POST /parts: removed"]


def test_the_interface_keeps_what_the_last_release_promised() -> None:
    assert interface.check() == []
