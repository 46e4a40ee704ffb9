"""JSON bodies: split into their keys, within bounds that hold before anything is decoded."""

import json
from typing import Any

import msgspec
from msgspec import Raw

from partwright.kit.errors import ErrorDetail, InvalidInput, PayloadTooLarge
from partwright.kit.fields import RawObject

MOST_VALUES = 500_000
"""Commas of a body, and texts: each value costs some hundred bytes of memory once decoded."""

_object: msgspec.json.Decoder[dict[str, Raw]] = msgspec.json.Decoder(dict[str, Raw])


def split_object(body: bytes) -> RawObject:
    """The keys of a JSON object with their values not yet decoded; InvalidInput for anything else."""
    if len(body) > MOST_VALUES:
        _check_values(body)
    try:
        found = _object.decode(body)
        _check_keys(body)
    except msgspec.ValidationError:
        raise _refusal("The body must be a JSON object", "expected an object") from None
    except RecursionError:
        raise _refusal("The body is nested too deeply", "is nested too deeply") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _refusal(f"The body is not valid JSON: {error}", str(error)) from error
    return found


def _refusal(message: str, problem: str) -> InvalidInput:
    return InvalidInput(message, details=[ErrorDetail("", problem)])


def _check_values(body: bytes) -> None:
    if body.count(b",") > MOST_VALUES or body.count(b'"') > 2 * MOST_VALUES:
        raise PayloadTooLarge(f"The body has more than {MOST_VALUES} values")


def _check_keys(body: bytes) -> None:
    """Refuse a key that an object has twice: readers differ in which of the two they take."""
    try:
        _checker.decode(body.decode("utf-8-sig"))
    except _DuplicateKey as duplicate:
        key = str(duplicate)[:100]
        raise InvalidInput.field(key, "is given twice in one object") from None
    except ValueError:
        # Numbers of more digits than Python converts: what the field takes decides.
        return


class _DuplicateKey(Exception):
    """Its text is the key."""


def _take_object(pairs: list[tuple[str, Any]]) -> None:
    if len(pairs) > 1:
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _DuplicateKey(key)
            seen.add(key)


def _ignore(text: str) -> None:
    del text


_checker = json.JSONDecoder(
    object_pairs_hook=_take_object, parse_int=_ignore, parse_float=_ignore, parse_constant=_ignore
)
