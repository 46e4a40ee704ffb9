"""JSON bodies: the memory they may take, and their keys, within bounds that hold before decoding."""

import json
import re
from typing import Any, cast

import msgspec
from msgspec import Raw

from partwright.kit import decimals
from partwright.kit.errors import ErrorDetail, InvalidInput, PayloadTooLarge, ServiceUnavailable
from partwright.kit.field_problems import undecodable
from partwright.kit.fields import RawObject

SMALL_BODY = 64 << 10
"""Bytes of a body that is always read."""
MOST_OF_ONE = 64 << 20
"""Bytes of the larger bodies of one user."""
MOST_IN_ALL = 128 << 20
"""Bytes of the larger bodies of everybody, in one process."""


class BodyBudget:
    """Memory that the requests of a process hold."""

    def __init__(self) -> None:
        self._held_by: dict[str, int] = {}

    def take(self, who: str, size: int) -> None:
        """Count so many bytes more; ServiceUnavailable where they would be too many."""
        own = self._held_by.get(who, 0) + size
        if own > MOST_OF_ONE or sum(self._held_by.values()) + size > MOST_IN_ALL:
            message = "Too many large bodies are being read at once"
            raise ServiceUnavailable(message, retry_after=5)
        self._held_by[who] = own

    def give_back(self, who: str, size: int) -> None:
        """So many bytes are free again."""
        left = self._held_by[who] - size
        if left:
            self._held_by[who] = left
        else:
            del self._held_by[who]


class BodyShare:
    """Memory that one request holds of it, until it has ended."""

    def __init__(self, budget: BodyBudget) -> None:
        self._budget = budget
        self._who = ""
        self._held = 0

    def hold(self, who: str, size: int) -> None:
        """The body has grown to so many bytes."""
        if size > SMALL_BODY:
            self._budget.take(who, size - self._held)
            self._who, self._held = who, size

    def end(self) -> None:
        """The request is answered, and its body gone."""
        if self._held:
            self._budget.give_back(self._who, self._held)
            self._held = 0


MOST_VALUES = 200_000
"""Commas of a body, texts, and lists and objects: each value costs some hundred bytes of memory once
decoded."""

LARGEST_LIST = 10_000
"""Entries of a list, and keys of an object, where the field itself does not take fewer."""
LONGEST_TEXT = 100_000
"""Characters of a text, where the field itself does not take fewer."""
MOST_DIGITS = decimals.MOST_DIGITS

_object: msgspec.json.Decoder[dict[str, Raw]] = msgspec.json.Decoder(dict[str, Raw])


def split_object(body: bytes, *, most: int = MOST_VALUES) -> RawObject:
    """The keys of a JSON object with their values not yet decoded; InvalidInput for anything else."""
    check_values(body, most=most)
    try:
        found = _object.decode(body)
        if not _is_plain(body, keys=len(found)):
            check_bounds(body)
    except msgspec.ValidationError:
        raise _refusal("The body must be a JSON object", "expected an object") from None
    except RecursionError:
        raise _refusal("The body is nested too deeply", "is nested too deeply") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        problem = undecodable(error, body)
        raise _refusal(f"The body is not valid JSON: {problem}", problem) from error
    return found


def _refusal(message: str, problem: str) -> InvalidInput:
    return InvalidInput(message, details=[ErrorDetail("", problem)])


def check_values(body: bytes, *, most: int = MOST_VALUES) -> None:
    """PayloadTooLarge for more values than a body needs, before they take time and memory."""
    if len(body) <= most:
        return
    nests = body.count(b"[") + body.count(b"{")
    if max(body.count(b","), body.count(b'"') // 2, nests) > most:
        raise PayloadTooLarge(f"The body has more than {most} values")


_LONG_NUMBER = re.compile(rb"[0-9eE.+-]{%d}" % (MOST_DIGITS + 1))


def _is_plain(body: bytes, *, keys: int) -> bool:
    """Whether an object of so many different keys is certainly within the bounds of all bodies.

    Where there are no more colons than keys, no key is there twice and nothing is nested.
    """
    return (
        len(body) <= LONGEST_TEXT
        and keys <= LARGEST_LIST
        and body.count(b":") == keys
        and b"[" not in body
        and _LONG_NUMBER.search(body) is None
    )


def check_bounds(body: bytes) -> None:
    """InvalidInput for a number, text, list or object that is larger than any field takes, and
    for a key that an object has twice: readers differ in which of the two they take.
    """
    if (problem := _problem_of(body)) is not None:
        raise InvalidInput.field(*problem)


def _problem_of(body: bytes) -> tuple[str, str] | None:
    """The key and what is wrong with it; what was decoded until then is let go of here."""
    try:
        _checker.decode(body.decode("utf-8-sig"))
    except _OutOfBounds as found:
        return found.key[:100], found.problem
    except ValueError:
        # What is no JSON is told by who reads it.
        return None
    return None


class _OutOfBounds(Exception):
    """A value that no field takes; the key is empty where it is not known."""

    def __init__(self, key: str, problem: str) -> None:
        super().__init__(problem)
        self.key = key
        self.problem = problem


def _take_object(pairs: list[tuple[str, Any]]) -> None:
    if len(pairs) > LARGEST_LIST:
        raise _OutOfBounds("", f"an object has more than {LARGEST_LIST} keys")
    seen: set[str] = set()
    for key, value in pairs:
        if key in seen:
            raise _OutOfBounds(key, "is given twice in one object")
        seen.add(key)
        if value is not None:
            _check_value(key, value)


def _check_value(key: str, value: Any) -> None:
    if value is _OVERLONG:
        raise _OutOfBounds(key, f"must not have numbers of more than {MOST_DIGITS} digits")
    if isinstance(value, str):
        if len(value) > LONGEST_TEXT:
            raise _OutOfBounds(key, f"has more than {LONGEST_TEXT} characters")
    elif isinstance(value, list):
        entries = cast("list[Any]", value)
        if len(entries) > LARGEST_LIST:
            raise _OutOfBounds(key, f"has more than {LARGEST_LIST} entries")
        for entry in entries:
            if entry is not None:
                _check_value(key, entry)


_NO_DIGITS = 4
"""Of a number: two signs, a point, and the letter of the exponent."""
_OVERLONG = object()
"""Stands for a number that nobody converts."""


def _check_digits(text: str) -> object:
    # The length alone nearly always says it; a sign or two, a point and an exponent are no digits.
    if len(text) <= MOST_DIGITS:
        return None
    is_overlong = len(text) > MOST_DIGITS + _NO_DIGITS or sum(map(str.isdigit, text)) > MOST_DIGITS
    return _OVERLONG if is_overlong else None


_checker = json.JSONDecoder(
    object_pairs_hook=_take_object,
    parse_int=_check_digits,
    parse_float=_check_digits,
    parse_constant=_check_digits,
)
