"""Values that clients send by mistake or on purpose, and documents made of a schema with some in them."""

import random
from typing import Any

import msgspec

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 0.1, -0.0, 1e308, 5e-324, 2**31, 2**53 + 1, 2**63, -(2**63) - 1),
    *("", " ", "\t\r\n", "null", "true", "0", "-1", "1e400", "NaN", "Infinity", "0x10", "1,5", "½"),
    *(
        "\x00",
        "a\x00b",
        "\x1b[31m",
        "\x7f\x85\u2028",
        "\ufeff",
        "\u202eabc",
        "e\u0301",
        "ﬁ",
        "İ",
        "ß",
    ),
    *(
        "\U0001f529" * 40,
        "\U0010ffff",
        "\ufffe",
        "%",
        "_",
        "\\",
        "'",
        '"',
        "' OR 1=1 --",
        "*",
        "((",
    ),
    *(
        "../../etc/passwd",
        "=1+1",
        "@SUM(A1)",
        "<script>",
        "${7*7}",
        "{{7*7}}",
        "javascript:alert(1)",
    ),
    *("2026-02-30", "0000-01-01", "9999-12-31T23:59:59.999Z", "2026-11-21T09:30:00+14:00", "today"),
    *("00000000-0000-0000-0000-000000000000", "ZZZZZZZZ-0000-7000-8000-00000000dead"),
    *(
        [],
        [None],
        [[]],
        {},
        {"": ""},
        {"a": {"b": [1]}},
        [1] * 300,
        {str(n): n for n in range(300)},
    ),
)
"""Whatever JSON can say in a few words."""

RAW: tuple[bytes, ...] = (
    *(b"NaN", b"-Infinity", b"1e400", b"-1e-400", b"9" * 5000, b"0." + b"3" * 5000, b"01", b"+1"),
    *(b'"\\ud800"', b'"\\udc00\\ud800"', b'"\xff"', b'"\xed\xa0\x80"', b'"\\u0000"', b'"', b"'a'"),
    *(
        b"[" * 3000 + b"]" * 3000,
        b'{"a":' * 3000 + b"1" + b"}" * 3000,
        b'{"a":1,"a":2}',
        b"undefined",
    ),
    *(b'"' + b"x" * 200_000 + b'"', b"[" + b"1," * 50_000 + b"1]", b"/* */ 1", b"1 2"),
)
"""What JSON cannot say, and what is too much."""

MARK = "here-stands-something-odd"

TEXTS: tuple[str, ...] = (
    *(str(value) for value in ODD if not isinstance(value, list | dict)),
    *(
        "9" * 400,
        "x" * 5000,
        "a,b,,c",
        "\\,",
        "name:asc",
        "name:up,name",
        "a:b:c",
        ",",
        "\ud800",
        "é",
    ),
    *(
        "1..2",
        "[1 TO 2]",
        "NEAR(a b)",
        "a AND",
        '""" OR "',
        "; DROP TABLE users",
        "type,state,name",
    ),
)
"""Values of parameters and parts of paths."""


def odd(chance: random.Random) -> Any:
    """One of the odd values."""
    return chance.choice(ODD)


class Maker:
    """Makes documents that a schema allows, apart from what is odd in them."""

    def __init__(self, chance: random.Random, schemas: dict[str, Any], oddness: float) -> None:
        self._chance = chance
        self._schemas = schemas
        self._oddness = oddness

    def make(self, schema: dict[str, Any], depth: int = 0) -> Any:
        """A value for the schema."""
        if self._chance.random() < self._oddness:
            return odd(self._chance)
        schema = self._resolved(schema)
        if "enum" in schema:
            return self._chance.choice(schema["enum"])
        if "const" in schema:
            return schema["const"]
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = self._chance.choice(kind)
        if kind == "object" or "properties" in schema:
            return self._object(schema, depth)
        if kind == "array":
            count = 0 if depth > 4 else self._chance.choice((0, 1, 1, 2, 3))
            return [self.make(schema.get("items", {}), depth + 1) for _ in range(count)]
        return self._scalar(kind, schema)

    def _resolved(self, schema: dict[str, Any]) -> dict[str, Any]:
        while True:
            if "$ref" in schema:
                schema = self._schemas[schema["$ref"].rpartition("/")[2]]
            elif "anyOf" in schema or "oneOf" in schema:
                schema = self._chance.choice(schema.get("anyOf") or schema["oneOf"])
            else:
                return schema

    def _object(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        required = schema.get("required", [])
        share = 0.9 if depth == 0 else 0.4
        made = {
            name: self.make(part, depth + 1)
            for name, part in schema.get("properties", {}).items()
            if name in required or (depth < 5 and self._chance.random() > share)
        }
        more = schema.get("additionalProperties")
        if isinstance(more, dict) and self._chance.random() < 0.5:
            made[self._word()] = self.make(more, depth + 1)
        return made

    def _scalar(self, kind: str | None, schema: dict[str, Any]) -> Any:
        if kind == "integer":
            low, high = schema.get("minimum", -2), schema.get("maximum", 120)
            return self._chance.choice((low, high, self._chance.randint(low, max(low, high))))
        if kind == "number":
            return self._chance.choice((0, 1, 0.25, 1e-12, 999_999_999_999_999, -1, 12.5))
        if kind == "boolean":
            return self._chance.random() < 0.5
        if kind == "null":
            return None
        if kind == "string":
            length = schema.get("maxLength")
            if length and length < 20_000 and self._chance.random() < 0.1:
                return "x" * (length + self._chance.choice((0, 1)))
            return self._word()
        return odd(self._chance)

    def _word(self) -> str:
        words = ("Bracket", "name", "kg", "USD", "2026-11-21", "draft", "Größe 5", "1.50", "A")
        return self._chance.choice(words)


def spoilt(chance: random.Random, value: Any) -> bytes:
    """The value as JSON with one place of it taken by what JSON cannot say."""
    text = msgspec.json.encode(_marked(chance, value))
    return text.replace(msgspec.json.encode(MARK), chance.choice(RAW))


def _marked(chance: random.Random, value: Any) -> Any:
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(list(value))
        return value | {key: _marked(chance, value[key])}
    if isinstance(value, list) and value and chance.random() < 0.9:
        place = chance.randrange(len(value))
        return [*value[:place], _marked(chance, value[place]), *value[place + 1 :]]
    return MARK
