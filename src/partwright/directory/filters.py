"""Filters of SCIM (RFC 7644, section 3.4.2.2): read into a tree; pure."""

import json
import re
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from partwright.directory.errors import ScimProblem, invalid_filter, shown

Operator = Literal["eq", "ne", "co", "sw", "ew", "pr", "gt", "ge", "lt", "le"]
OPERATORS = frozenset({"eq", "ne", "co", "sw", "ew", "pr", "gt", "ge", "lt", "le"})
LONGEST = 2_000
MOST_TESTS = 30
_URN = re.compile(r"urn:ietf:params:scim:[a-z0-9.:]+:(?:user|group):", re.IGNORECASE)
_SURROGATE = re.compile("[\ud800-\udfff]")
_TOKEN = re.compile(
    r"""\s*(?:(?P<text>"(?:[^"\\]|\\.)*")|(?P<mark>[()\[\]])|(?P<word>[^\s()\[\]"]+))"""
)


class Test(msgspec.Struct, frozen=True):
    """One attribute compared; `within` is the attribute whose entries a bracket looks at."""

    attribute: str
    """In small letters, dotted."""
    operator: Operator
    value: Any = None


class Both(msgspec.Struct, frozen=True):
    """Two filters that must hold."""

    left: "Filter"
    right: "Filter"


class Either(msgspec.Struct, frozen=True):
    """Two filters of which one must hold."""

    left: "Filter"
    right: "Filter"


class Not(msgspec.Struct, frozen=True):
    """A filter that must not hold."""

    inner: "Filter"


class Within(msgspec.Struct, frozen=True):
    """A filter that one entry of a list must meet."""

    attribute: str
    inner: "Filter"


Filter = Test | Both | Either | Not | Within


def attribute_name(text: str) -> str:
    """The name of an attribute without its schema, in small letters."""
    return _URN.sub("", text).lower()


def read_filter(text: str) -> Filter:
    """The tree of a filter; invalidFilter for anything else."""
    return _Reader(text, invalid_filter).whole()


def read_path_filter(text: str, problem: Callable[[str], ScimProblem]) -> Filter:
    """The filter within the brackets of a path."""
    return _Reader(text, problem).whole()


class _Reader:
    """Reads by descent; what follows is looked at one token ahead."""

    def __init__(self, text: str, problem: Callable[[str], ScimProblem]) -> None:
        self._problem = problem
        if len(text) > LONGEST:
            raise problem(f"The filter has more than {LONGEST} characters")
        self._tokens = self._split(text)
        self._place = 0
        self._tests = 0

    def _split(self, text: str) -> list[str]:
        tokens: list[str] = []
        place, end = 0, len(text.rstrip())
        while place < end:
            found = _TOKEN.match(text, place)
            if found is None:
                raise self._problem(f"The filter cannot be read from {shown(text[place:])} onwards")
            tokens.append(found.group().strip())
            place = found.end()
        return tokens

    def whole(self) -> Filter:
        found = self._either()
        if self._place < len(self._tokens):
            raise self._problem(f"expected the end of the filter, got {shown(self._next())}")
        return found

    def _next(self) -> str:
        return self._tokens[self._place] if self._place < len(self._tokens) else ""

    def _take(self, expected: str = "") -> str:
        token = self._next()
        if not token or (expected and token != expected):
            wanted = shown(expected) if expected else "more"
            raise self._problem(f"expected {wanted} in the filter, got {shown(token)}")
        self._place += 1
        return token

    def _is_word(self, word: str) -> bool:
        return self._next().lower() == word

    def _either(self) -> Filter:
        found = self._both()
        while self._is_word("or"):
            self._take()
            found = Either(found, self._both())
        return found

    def _both(self) -> Filter:
        found = self._one()
        while self._is_word("and"):
            self._take()
            found = Both(found, self._one())
        return found

    def _one(self) -> Filter:
        self._tests += 1
        if self._tests > MOST_TESTS:
            raise self._problem(f"The filter has more than {MOST_TESTS} comparisons")
        if self._is_word("not"):
            self._take()
            return Not(self._group())
        if self._next() == "(":
            return self._group()
        attribute = attribute_name(self._take())
        if not re.fullmatch(r"[a-z$][\w$-]*(\.[\w$-]+)?", attribute):
            raise self._problem(f"expected an attribute in the filter, got {shown(attribute)}")
        if self._next() == "[":
            self._take("[")
            inner = self._either()
            self._take("]")
            return Within(attribute, inner)
        return self._test(attribute)

    def _group(self) -> Filter:
        self._take("(")
        found = self._either()
        self._take(")")
        return found

    def _test(self, attribute: str) -> Test:
        operator = self._take().lower()
        if operator not in OPERATORS:
            known = ", ".join(sorted(OPERATORS))
            raise self._problem(f"expected one of {known}, got {shown(operator)}")
        if operator == "pr":
            return Test(attribute, "pr")
        return Test(attribute, operator, self._value())  # type: ignore[arg-type]

    def _value(self) -> Any:
        token = self._take()
        try:
            value = json.loads(token if token.startswith('"') else token.lower())
        except ValueError:
            raise self._problem(f"expected a value in the filter, got {shown(token)}") from None
        if not isinstance(value, str | bool | int | float | None):
            raise self._problem(f"expected a value in the filter, got {shown(token)}")
        if isinstance(value, str) and ("\x00" in value or _SURROGATE.search(value)):
            raise self._problem("a value in the filter contains NUL or an unpaired surrogate")
        return value


def meets(entry: dict[str, Any], wanted: Filter) -> bool:
    """Whether an entry of a list meets a filter."""
    match wanted:
        case Both(left, right):
            return meets(entry, left) and meets(entry, right)
        case Either(left, right):
            return meets(entry, left) or meets(entry, right)
        case Not(inner):
            return not meets(entry, inner)
        case Within():
            return False
        case Test(attribute, operator, value):
            names = {name.lower(): name for name in entry}
            return _compares(entry.get(names.get(attribute, "")), operator, value)


def _compares(found: Any, operator: Operator, value: Any) -> bool:
    if operator == "pr":
        return found not in (None, "", [])
    if isinstance(found, str) and isinstance(value, str):
        return _of_texts(found.casefold(), operator, value.casefold())
    if operator == "eq":
        return found == value
    return operator == "ne" and found != value


def _of_texts(found: str, operator: Operator, value: str) -> bool:
    return {
        "eq": found == value,
        "ne": found != value,
        "co": value in found,
        "sw": found.startswith(value),
        "ew": found.endswith(value),
        "gt": found > value,
        "ge": found >= value,
        "lt": found < value,
        "le": found <= value,
    }[operator]
