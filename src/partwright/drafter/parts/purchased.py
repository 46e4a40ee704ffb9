"""Bought parts as envelopes of a usual size, and what is not drawn at all; pure."""

import re
import tomllib
from importlib.resources import files
from typing import Final, TypeVar

import msgspec

from partwright.drafter.parts.words import head
from partwright.kit.patterns import lazy_regex

RowT = TypeVar("RowT")

_DATA = files("partwright.drafter.parts").joinpath("data")


class PurchasedEnvelope(msgspec.Struct, frozen=True):
    """The usual form and size of a sort of bought part."""

    method: str
    figures: dict[str, float]


class _EnvelopeRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    words: str
    method: str
    figures: dict[str, float]
    code: bool = False
    """Whether the words are a code that tells the sort anywhere in a name."""


class _NotDrawnRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    words: str
    reason: str


def _read(name: str, key: str, kind: type[RowT]) -> list[RowT]:
    rows = tomllib.loads(_DATA.joinpath(name).read_text("utf-8"))[key]
    return msgspec.convert(rows, list[kind])


_PARTS: Final = tuple(
    (
        lazy_regex(rf"(?:{part.words})(?:es|s)?", re.IGNORECASE),
        PurchasedEnvelope(part.method, part.figures),
        part.code,
    )
    for part in _read("purchased.toml", "part", _EnvelopeRow)
)
_NOT_DRAWN: Final = tuple(
    (lazy_regex(rf"(?<![^\W\d_])(?:{thing.words})s?\s*\Z", re.IGNORECASE), thing.reason)
    for thing in _read("not_drawn.toml", "thing", _NotDrawnRow)
)

_GRADE: Final = lazy_regex(r"\b(?:ISO|DIN|EN|SAE|API|NLGI|type|grade)\b.*", re.IGNORECASE)
_CODE: Final = lazy_regex(r"\b\w*\d\w*\b")
_LEAST, _MOST = 0.3, 8.0

UNKNOWN: Final = PurchasedEnvelope("envelope_box", {"length": 40.0, "width": 30.0, "height": 15.0})


def envelope(text: str) -> tuple[int, PurchasedEnvelope] | None:
    """The sort whose word stands last in a text, and where that ends; of several the first."""
    best: tuple[int, PurchasedEnvelope] | None = None
    for pattern, sort, _ in _PARTS:
        ends = [match.end() for match in pattern.finditer(text)]
        if ends and (best is None or max(ends) > best[0]):
            best = (max(ends), sort)
    return best


def coded(name: str) -> PurchasedEnvelope | None:
    """The sort that a code anywhere in a name tells: NEMA 17, 18650."""
    return next((sort for pattern, sort, code in _PARTS if code and pattern.search(name)), None)


def sized(sort: PurchasedEnvelope, figures: dict[str, float]) -> dict[str, float] | None:
    """The usual figures with those that are known, and the others in proportion to them.

    None where what is known is far off the usual size, and so is none of the part's own.
    """
    shared = [name for name in sort.figures if name in figures and sort.figures[name] > 0]
    scales = len(shared) == 1 and sort.method != "cable"
    factor = figures[shared[0]] / sort.figures[shared[0]] if scales else 1.0
    if not _LEAST <= factor <= _MOST:
        return None
    usual = {
        name: value if name == "round" else round(value * factor, 3)
        for name, value in sort.figures.items()
    }
    return usual | figures


def not_drawn(name: str) -> str | None:
    """The reason why a thing of this name has no geometry, or None."""
    words = _CODE.sub(" ", _GRADE.sub(" ", head(name))).strip()
    return next((reason for pattern, reason in _NOT_DRAWN if pattern.search(words)), None)
