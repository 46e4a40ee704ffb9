"""Messages that give a designation or a diameter in the place of the one a text has, or take features away; pure."""

import re
from typing import Final

from partwright.drafter.parts.stated_features import wishes_in
from partwright.drafter.parts.stated_keyways import KEYWAY
from partwright.drafter.text.drive_codes import NEMA
from partwright.drafter.text.replacing import INSTEAD
from partwright.kit.patterns import lazy_regex

_CLASSES: Final = tuple(
    lazy_regex(rf"\b{one}(?![\w.,]*\d)", re.IGNORECASE)
    for one in (NEMA, r"DN ?\d{1,4}", r"PN ?\d{1,3}", r"MGN ?\d{1,2}[CH]?", r"HTD ?\d{1,2}M?")
)
"""Designations of which a product hardly has two."""
_ADDED: Final = lazy_regex(
    rf"\b(?:add|adds|another|more|additional|further|extra|plus|also|second|{INSTEAD})\b",
    re.IGNORECASE,
)
"""Words of what comes beside, or that have told already what gives way."""
_THREAD: Final = lazy_regex(r"\bM ?\d{1,2}(?:[.,]\d)?(?![\w.,]*\d)(?! ?x ?\d)")
_THREAD_ALONE: Final = lazy_regex(
    r"\s*(?:(?:please|now|use|take|make|change|switch|put|it|them|the|all|holes?|screws?|bolts?|threads?|for|of|to|into|with|a|tapped|clearance|should|be) )*"
    r"(?P<new>M ?\d{1,2}(?:[.,]\d)?)(?: (?:please|instead|clearance|tapped|holes?|screws?|bolts?|threads?|everywhere))*[.!]?\s*",
    re.IGNORECASE,
)
"""A message that is a thread and nothing else: use M8 instead."""
_WITHOUT: Final = lazy_regex(
    r"\s*(?:please )?(?:remove|delete|drop|omit|leave out|without|no)(?: (?:the|all|its|any|of))* (?P<what>holes?|keyways?)(?: please)?[.!]?\s*",
    re.IGNORECASE,
)
_JOINED: Final = lazy_regex(
    r"(?:,|\bwith|\band|\bhas|\bhaving|\bplus)(?: an?)?\s*\Z", re.IGNORECASE
)
"""Ahead of what is taken away, and taken away with it."""


def redesignated(text: str, said: str) -> tuple[str, str]:
    """The text with the one designation of a sort that a message gives anew, and what is left of it."""
    if _ADDED.search(said):
        return text, said
    for pattern in _CLASSES:
        before = {_plain(one) for one in pattern.findall(text)}
        after = list(dict.fromkeys(pattern.findall(said)))
        if len(before) == 1 and len(after) == 1 and _plain(after[0]) not in before:
            text, said = pattern.sub(after[0], text), pattern.sub("", said)
    alone = _THREAD_ALONE.fullmatch(said)
    if alone and len({_plain(one) for one in _THREAD.findall(text)}) == 1:
        return _THREAD.sub(alone["new"], text), ""
    return text, said


def without_features(text: str, said: str) -> tuple[str, str]:
    """The text without the holes or the keyway of a part that a message takes away."""
    match = _WITHOUT.fullmatch(said)
    if match is None:
        return text, said
    if match["what"].casefold().startswith("key"):
        places = [one.span() for one in KEYWAY.finditer(text)]
    else:
        places = [(start, end) for _, start, end in wishes_in(text)]
    for start, end in reversed(places):
        text = f"{_JOINED.sub('', text[:start].rstrip())}{text[end:]}"
    return (text, "") if places else (text, said)


def _plain(designation: str) -> str:
    return re.sub(r"[ -]", "", designation).casefold()
