"""Entity instances and their values (ISO 10303-21, clauses 6.4 and 7)."""

import re
from decimal import Decimal, InvalidOperation
from typing import Any

import msgspec

_DEEPEST = 32

_HEAD = re.compile(rb"\s*#\s*(\d{1,18})\s*=\s*")
_CLOSE = re.compile(rb"\s*\)")
_KEYWORD = re.compile(rb"\s*([A-Za-z_!][A-Za-z0-9_]*)\s*\(")
_TOKEN = re.compile(
    rb"\s*(?:(?P<ref>#\s*\d{1,18})|(?P<text>'(?:[^']|'')*')|(?P<mark>[(),])|(?P<unset>[$*])"
    rb"|(?P<number>[-+]?\d{1,40}(?:\.\d{0,40})?(?:[Ee][-+]?\d{1,4})?)|(?P<enum>\.[A-Za-z0-9_]+\.)"
    rb'|(?P<binary>"[0-9A-Fa-f]*")|(?P<word>[A-Za-z_!][A-Za-z0-9_]*))'
)


class MalformedStep(Exception):
    """A statement that is none; the file as a whole may still make sense."""


class InstanceRef(int):
    """The number of another instance."""


class TypedValue(msgspec.Struct, frozen=True):
    """A value with the name of its type."""

    name: str
    values: list[Any]


class StepInstance(msgspec.Struct, frozen=True):
    """One instance: its number, and the values of each entity type that it is of."""

    number: int
    entities: dict[str, list[Any]]


def parse_instance(statement: bytes) -> StepInstance:
    """Read `#1=TYPE(...)` or `#1=(TYPE(...)TYPE(...))`."""
    head = _HEAD.match(statement)
    if head is None:
        raise MalformedStep
    number, at = int(head[1]), head.end()
    if not statement.startswith(b"(", at):
        name, values, _ = _entity(statement, at)
        return StepInstance(number, {name: values})
    entities: dict[str, list[Any]] = {}
    at += 1
    while not _CLOSE.match(statement, at):
        name, values, at = _entity(statement, at)
        entities[name] = values
    return StepInstance(number, entities)


def _entity(statement: bytes, at: int) -> tuple[str, list[Any], int]:
    found = _KEYWORD.match(statement, at)
    if found is None:
        raise MalformedStep
    values, at = _list(statement, found.end())
    return found[1].decode().upper(), values, at


def _list(statement: bytes, at: int) -> tuple[list[Any], int]:
    """The values up to the parenthesis that closes the list begun before `at`."""
    stack: list[tuple[list[Any], str | None]] = [([], None)]
    name: str | None = None
    while True:
        found = _TOKEN.match(statement, at)
        if found is None:
            raise MalformedStep
        at = found.end()
        kind = found.lastgroup
        if kind == "word":
            name = found["word"].decode().upper()
        elif found["mark"] == b"(":
            if len(stack) > _DEEPEST:
                raise MalformedStep
            stack.append(([], name))
            name = None
        elif found["mark"] == b")":
            values, typed = stack.pop()
            if not stack:
                return values, at
            stack[-1][0].append(values if typed is None else TypedValue(typed, values))
        elif found["mark"] is None:
            stack[-1][0].append(_value(found, kind or ""))


def _value(found: "re.Match[bytes]", kind: str) -> Any:
    text = found[kind]
    if kind == "ref":
        return InstanceRef(text[1:])
    if kind == "text":
        return decode_step_text(text[1:-1].replace(b"''", b"'"))
    if kind == "number":
        try:
            return Decimal(text.decode())
        except InvalidOperation:
            raise MalformedStep from None
    return None if kind == "unset" else text.decode()


_CONTROL = re.compile(
    r"\\X2\\((?:[0-9A-F]{4})*)\\X0\\|\\X4\\((?:[0-9A-F]{8})*)\\X0\\|\\X\\([0-9A-F]{2})"
    r"|\\S\\(.)|\\P([A-I])\\|\\(N)\\|\\(F)\\|(\\\\)",
    re.DOTALL,
)
_PAGES = {letter: f"iso8859-{number}" for number, letter in enumerate("ABCDEFGHI", 1)}


def decode_step_text(text: bytes) -> str:
    """A string as people read it, its control directives resolved (ISO 10303-21, 6.4.3).

    Many systems write UTF-8, or the letters of their own country, though the standard's first
    editions had neither.
    """
    try:
        plain = text.decode()
    except UnicodeDecodeError:
        plain = text.decode("latin-1")
    plain = plain.replace("\r", "").replace("\n", "")
    if "\\" not in plain:
        return plain.replace("\x00", "")
    page = "A"

    def replaced(found: "re.Match[str]") -> str:
        nonlocal page
        wide, wider, octet, shifted, alphabet, newline, feed, backslash = found.groups()
        if wide is not None:
            return bytes.fromhex(wide).decode("utf-16-be", "replace")
        if wider is not None:
            return bytes.fromhex(wider).decode("utf-32-be", "replace")
        if octet is not None:
            return bytes.fromhex(octet).decode("latin-1")
        if shifted is not None:
            high = bytes([(ord(shifted) | 0x80) & 0xFF])
            return high.decode(_PAGES[page], "replace")
        if alphabet is not None:
            page = alphabet
            return ""
        if newline or feed:
            return "\n" if newline else "\f"
        return backslash[:1]

    return _CONTROL.sub(replaced, plain).replace("\x00", "")
