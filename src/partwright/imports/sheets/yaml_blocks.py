"""Blocks of YAML as lists of parts are written: mappings, sequences and plain values, set in below each other.

What else YAML has, as anchors and tags, is refused with what to do.
"""

import json
import re
from decimal import Decimal
from typing import NamedTuple, NoReturn, cast

from partwright.imports.sheets.refusals import BrokenFile

_KEY = re.compile(
    r"(\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[^\s\"'#&*!|>%@`\[\]{},:-][^:]*|-[^\s:][^:]*):(?:\s(.*))?"
)
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,17})?")
_COMMENT = re.compile(r"(?<=\s)#.*")
_OTHER_FORMS = ("&", "*", "!", "|", ">", "@", "`", "? ")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}
_TEXTS = frozenset(["|", ">", "|-", ">-", "|+", ">+"])
"""What a text over several lines begins behind."""
_DEEPEST = 60
_LONGEST = 10_000
"""Characters of a line."""


class _Line(NamedTuple):
    number: int
    depth: int
    text: str


def read_yaml(text: str) -> object:
    """The content as JSON would give it; BrokenFile for what is no such block."""
    lines = [line for n, raw in enumerate(text.splitlines(), 1) if (line := _line_of(n, raw))]
    if not lines:
        raise BrokenFile("the YAML holds nothing")
    content, end = _block(lines, 0, 0)
    if end < len(lines):
        _refuse(lines[end], "it is set in otherwise than the lines above it")
    return content


def _line_of(number: int, raw: str) -> _Line | None:
    text = raw.rstrip()
    plain = text.lstrip(" ")
    if not plain or plain.startswith(("#", "%YAML")) or plain in ("---", "..."):
        return None
    line = _Line(number, len(text) - len(plain), plain)
    if plain.startswith("\t"):
        _refuse(line, "a tab is no depth in YAML")
    if len(plain) > _LONGEST:
        _refuse(line, "it is too long")
    return line


def _refuse(line: _Line, why: str) -> NoReturn:
    told = "save the list as JSON or CSV, which is read whole"
    raise BrokenFile(
        f'line {line.number} of the YAML is not read ("{line.text[:40]}"): {why}; {told}'
    )


def _block(lines: list[_Line], at: int, nested: int) -> tuple[object, int]:
    """The value that begins with a line, and the place behind its last one."""
    if nested > _DEEPEST:
        _refuse(lines[at], "it is nested too deeply")
    if lines[at].text == "-" or lines[at].text.startswith("- "):
        return _sequence(lines, at, nested)
    if _KEY.fullmatch(lines[at].text):
        return _mapping(lines, at, nested)
    return _value(lines[at], lines[at].text), at + 1


def _sequence(lines: list[_Line], at: int, nested: int) -> tuple[object, int]:
    depth = lines[at].depth
    entries: list[object] = []
    while at < len(lines) and lines[at].depth == depth and lines[at].text[:2].strip() == "-":
        line = lines[at]
        rest = line.text[1:].lstrip()
        if rest and not rest.startswith("#"):
            # `- name: Tube` is a mapping whose first key stands behind the dash.
            lines[at] = _Line(line.number, depth + len(line.text) - len(rest), rest)
            entry, at = _block(lines, at, nested + 1)
        elif at + 1 < len(lines) and lines[at + 1].depth > depth:
            entry, at = _block(lines, at + 1, nested + 1)
        else:
            entry, at = None, at + 1
        entries.append(entry)
    return entries, at


def _mapping(lines: list[_Line], at: int, nested: int) -> tuple[object, int]:
    depth = lines[at].depth
    held: dict[str, object] = {}
    while at < len(lines) and lines[at].depth == depth:
        line = lines[at]
        match = _KEY.fullmatch(line.text)
        if match is None:
            if line.text[:2].strip() == "-":
                break
            _refuse(line, "expected a key and its value, as `name: Tube`")
        key, rest = str(_value(line, match[1].strip())), (match[2] or "").strip()
        if key in held:
            _refuse(line, f'the key "{key}" stands twice in one place')
        at += 1
        if rest in _TEXTS:
            end = next((to for to in range(at, len(lines)) if lines[to].depth <= depth), len(lines))
            held[key], at = "\n".join(one.text for one in lines[at:end]), end
        elif rest and not rest.startswith("#"):
            held[key] = _value(line, rest)
        elif at < len(lines) and _is_below(lines[at], depth):
            held[key], at = _block(lines, at, nested + 1)
        else:
            held[key] = None
    return held, at


def _is_below(line: _Line, depth: int) -> bool:
    """Whether a line is part of what a key holds; a sequence may begin right below it."""
    return line.depth > depth or (line.depth == depth and line.text[:2].strip() == "-")


def _value(line: _Line, text: str) -> object:
    """A quoted text, a number, a word for nothing, or a plain text."""
    if text.startswith(('"', "'")):
        return _quoted(line, text)
    text = _COMMENT.sub("", text).strip()
    if text.startswith(("[", "{")):
        return _flow(line, text)
    if text.startswith(_OTHER_FORMS):
        _refuse(line, f'"{text[0]}" begins what only programs write')
    if _NUMBER.fullmatch(text):
        return Decimal(text)
    return _WORDS.get(text.casefold(), text) if len(text) < 6 else text


def _quoted(line: _Line, text: str) -> str:
    sign = text[0]
    end = re.fullmatch(r'"((?:[^"\\]|\\.)*)"(?:\s+#.*)?|\'((?:[^\']|\'\')*)\'(?:\s+#.*)?', text)
    if end is None:
        _refuse(line, "its quotes do not end in the line")
    if sign == "'":
        return end[2].replace("''", "'")
    try:
        return str(json.loads(f'"{end[1]}"'))
    except json.JSONDecodeError:
        return end[1]


def _flow(line: _Line, text: str) -> object:
    """A sequence or mapping in one line, where it is JSON or a sequence of plain values."""
    try:
        return cast("object", json.loads(text, parse_float=Decimal, parse_int=Decimal))
    except (json.JSONDecodeError, RecursionError, ArithmeticError):
        pass
    inner = text[1:-1]
    if text[-1:] != ("]" if text[0] == "[" else "}") or re.search(r"[\[\]{}\"']", inner):
        _refuse(line, "brackets within brackets or quotes are not read")
    pieces = [piece.strip() for piece in inner.split(",") if piece.strip()]
    if text[0] == "[":
        return [_value(line, piece) for piece in pieces]
    pairs = [piece.partition(":") for piece in pieces]
    if not all(sign for _, sign, _ in pairs):
        _refuse(line, "expected keys and their values, as `{name: Tube, qty: 2}`")
    return {key.strip(): _value(line, value.strip()) for key, _, value in pairs}
