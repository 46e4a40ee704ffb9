"""Drives that a text states, held against what the structure is driven by; pure."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from partwright.drafter.catalogue import kinds
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.surroundings import is_for, is_object
from partwright.drafter.text.words import stem
from partwright.kit.patterns import lazy_regex


class _Drive(NamedTuple):
    said: re.Pattern[str]
    shown: re.Pattern[str]
    """Names of parts of which one at least is there in what is driven so."""


_THINGS: Final = (
    r"(?!(?:[ -][\w.,-]+){0,3}[ -](?:tyres?|tires?|wheels?|castors?)\b)(?![ -](?:cans?|tanks?|canisters?|pumps?|stations?|hoses?|lines?|fittings?|couplings?|caps?"
    r"|cushions?|oil|tools?|proof|resistant|valves?|manifold|trap|containers?|cylinders?|tubes?|tubing|nuts?|guitars?|bass|piano|height)\b)"
)
"""What is made for the stuff or has the word in its own name, rather than driven by it."""
_BY: Final = r"(?:[- ](?:powered|driven|operated|engined?|motor|drive|version|type|model))?"
_ALONE: Final = r"(?=\s*(?:[,;.:)\n]|\Z|\d))"
_FREE: Final = (
    _Drive(
        lazy_regex(rf"\b(?:petrol|gasoline|diesel){_BY}\b{_THINGS}", re.IGNORECASE),
        lazy_regex(r"\bengine|petrol|gasoline|fuel|diesel", re.IGNORECASE),
    ),
    _Drive(
        lazy_regex(
            rf"\b(?:pneumatic(?:ally)?|compressed[- ]air|air[- ](?:powered|driven|operated)){_BY}\b{_THINGS}",
            re.IGNORECASE,
        ),
        lazy_regex(r"pneumatic|\bair\b|\bvane|bellows|diaphragm|suction|compress", re.IGNORECASE),
    ),
    _Drive(
        lazy_regex(rf"\bhydraulic(?:ally)?{_BY}\b{_THINGS}", re.IGNORECASE),
        lazy_regex(r"hydraulic|\boil\b|cylinder|piston|\bram\b", re.IGNORECASE),
    ),
)
"""Drives that are meant wherever the text says them."""
_ELECTRIC: Final = _Drive(
    lazy_regex(
        rf"\b(?:electric(?:al)?|motori[sz]ed|cordless|(?:battery|mains)(?:[- ](?:powered|operated|driven)|{_ALONE})){_BY}\b{_THINGS}",
        re.IGNORECASE,
    ),
    lazy_regex(
        r"(?<!vane )(?<!air )(?<!hydraulic )(?<!pneumatic )\b(?:motor(?! (?:housing|hood|mount|plate|cover|bulkhead|bracket))|gearmotor|servo|heat(?!-treat| sink)|LED|lamp|light|actuator|coil|electr(?!ode|ical tape)|circuit|display|pickup"
        r"|sensor|magnet|firmware|solenoid|stepper|speaker|camera|laser)",
        re.IGNORECASE,
    ),
)
_ADJUSTED: Final = _Drive(
    lazy_regex(
        r"\b(?:electric(?:ally)?|motori[sz]ed)[ -](?:height[ -])?(?:adjust\w*|lift\w*|tilt\w*|driven|operated|powered)",
        re.IGNORECASE,
    ),
    _ELECTRIC.shown,
)
"""What is done by current, wherever the text says it."""
_MANUAL: Final = lazy_regex(
    r"\b(?:manual(?:ly)?|hand)(?:[- ](?:powered|driven|operated|cranked|version|type|model))"
    r"|\bmanual\b(?![ -](?:override|mode|release|reset|valve|focus|control|feed|adjust))",
    re.IGNORECASE,
)
_ENGINE: Final = lazy_regex(r"\b(?:motor|engine)\b(?! (?:plate|mount|bracket))", re.IGNORECASE)


def undriven(brief: DesignBrief, root: BomNodeDraft) -> Iterator[tuple[str, str]]:
    """The drives that the text states and the structure has not, or has another in place of."""
    if brief.kind not in kinds() or not root.children:
        return
    names = [node.name for node in root.walk() if node is not root]
    for words, drive in _stated(brief):
        if not any(drive.shown.search(name) for name in names):
            yield words, f"nothing of the structure is driven by it: {words.lower()}"
    motor = next((name for name in names if _ENGINE.search(name)), "")
    if motor and (words := _as_qualifier(brief, _MANUAL)):
        yield words, f"the structure is driven by a motor: {motor}"


def _stated(brief: DesignBrief) -> Iterator[tuple[str, _Drive]]:
    for drive in (*_FREE, _ADJUSTED):
        found = drive.said.finditer(brief.text)
        if words := next((m.group() for m in found if _is_own(brief, m)), ""):
            yield words, drive
    if words := _as_qualifier(brief, _ELECTRIC.said):
        yield words, _ELECTRIC


def _is_own(brief: DesignBrief, match: re.Match[str]) -> bool:
    """Whether the text says it of the product and does not deny it."""
    is_denied = stem(match.group().split()[0].lower()) in brief.denied
    is_other = is_for(brief.text, match.start()) or is_object(brief.text, match.start())
    return not is_denied and not is_other


_NAMED_IN: Final = 60
_BETWEEN: Final = lazy_regex(r"(?:^|[,;(]|\bversion:?) *$")


def _as_qualifier(brief: DesignBrief, said: re.Pattern[str]) -> str:
    """The words where they stand in the product's name, or alone between commas."""
    named = _end_of_name(brief.text, brief.title)
    for match in said.finditer(brief.text):
        is_alone = bool(_BETWEEN.search(brief.text[: match.start()])) and bool(
            re.match(_ALONE, brief.text[match.end() :])
        )
        if (match.end() <= named or is_alone) and _is_own(brief, match):
            return match.group()
    return ""


def _end_of_name(text: str, title: Sequence[str]) -> int:
    """The place at which the product's name ends: its last word ahead of the first comma."""
    ahead = re.split(r"[,;:.\n]", text[:_NAMED_IN], maxsplit=1)[0]
    found = [
        m for m in re.finditer(r"[\w-]+", ahead) if title and stem(m.group().lower()) == title[-1]
    ]
    return found[-1].end() if found else 0
