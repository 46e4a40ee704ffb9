"""Objects whose keys are the names of parts, as `{"Frame": {"Tube": 3, "Lug": 4}}`."""

from collections.abc import Mapping
from decimal import Decimal
from typing import cast

from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.fields.units import is_known
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_NAME, _COUNT, _BELOW = "name", "quantity", "children"
_DEEPEST = 60
_MOST_PIECES = 100_000
_LONGEST = 60
"""Characters of a key that may be a setting."""
_SETTINGS = frozenset(
    [
        "port",
        "ports",
        "timeout",
        "workers",
        "threads",
        "processes",
        "retries",
        "attempts",
        "interval",
        "delay",
        "ttl",
        "baud",
        "baudrate",
        "fps",
        "debug",
        "verbose",
        "verbosity",
        "seed",
        "epochs",
        "replicas",
        "concurrency",
        "backlog",
    ]
)
"""Words in keys of settings, which are one word or several without blanks, as `max_retries`."""
_IDENTIFIER = lazy_regex(r"[a-z][a-z0-9]*(?:[_.-]?[A-Za-z0-9]+)*")
_WORD = lazy_regex(r"[A-Z]?[a-z]+")
_COUNTED = frozenset(RANKS["parts"]["quantity"])


def named_parts(body: Mapping[str, object]) -> list[object]:
    """The parts that an object names by its keys; none where it does not plainly do so.

    A number is how many there are. Several names above counts and no further name above these may
    as well be sections, and so nothing is read.
    """
    found = [] if any(map(_is_setting, body)) else _parts(body, 0)
    if not found:
        return []
    held = cast("list[Mapping[str, object]]", found)
    above = [part for part in held if _BELOW in part]
    is_list = (
        not above and len(held) > 1 and all(_COUNT in part or _is_counted(part) for part in held)
    )
    return found if is_list or (len(held) == 1 and above) else []


def _is_setting(name: str) -> bool:
    """Whether a program is told something by that name, as `port` or `maxRetries`."""
    is_one = len(name) < _LONGEST and _IDENTIFIER.fullmatch(name) is not None
    return is_one and not _SETTINGS.isdisjoint(map(str.lower, _WORD.findall(name)))


def _is_counted(part: Mapping[str, object]) -> bool:
    return any(header_key(key) in _COUNTED for key in part)


def _parts(body: Mapping[str, object], depth: int) -> list[object]:
    parts: list[object] = []
    for name, value in body.items():
        if is_known(name) or depth > _DEEPEST:
            return []
        if isinstance(value, Decimal):
            if value != int(value) or not 0 < value <= _MOST_PIECES:
                return []
            parts.append({_NAME: name, _COUNT: value})
            continue
        if not isinstance(value, Mapping):
            return []
        inner = cast("Mapping[str, object]", value)
        own = {k: v for k, v in inner.items() if is_known(k) and not isinstance(v, Mapping | list)}
        rest = {k: v for k, v in inner.items() if k not in own}
        below = _parts(rest, depth + 1) if rest else []
        if len(below) < len(rest) or not inner:
            return []
        parts.append({_NAME: name, **own, **({_BELOW: below} if below else {})})
    return parts
