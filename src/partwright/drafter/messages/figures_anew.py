"""Messages that give one figure of a text anew without naming the old one: a 76 mm pipe instead; pure."""

import re
from typing import Final

from partwright.drafter.parts.stated_features import wishes_in
from partwright.drafter.text.lexicon import material_words
from partwright.drafter.text.numbers import FIGURE
from partwright.drafter.text.replacing import BY, INSTEAD, REPLACE
from partwright.drafter.text.words import stem, stems
from partwright.kit.patterns import lazy_regex

_N: Final = FIGURE
_CUT_TO: Final = lazy_regex(
    rf"\b(?:cut|shorten|trim|lengthen|extend|stretch|saw)(?: (?:it|this|that|them|down|off|back|the|whole|bar|tube|pipe|profile|shaft|rod|part|length)){{0,4}} to (?:a length of )?(?P<n>{_N}) ?(?P<u>mm|cm|m)?(?: long| in length)?(?=\s*(?:[.,;!\n]|please|and\b|\Z))",
    re.IGNORECASE,
)
_BARE_SIDE: Final = lazy_regex(
    rf"(?P<lead>\bmake (?:it|this|that) )(?P<n>{_N})(?= (?:long|wide|high|tall|deep|thick)\b)",
    re.IGNORECASE,
)
_FOR: Final = lazy_regex(
    rf"\b(?:(?:make|change) it )?(?P<for>for|to (?:suit|fit))(?: an?| the)? (?:diameter )?(?P<n>{_N}) ?mm (?P<noun>[a-z]{{3,20}})(?: instead\b(?! of))?",
    re.IGNORECASE,
)
_INSTEAD: Final = lazy_regex(
    rf"(?<![\w.,])(?P<n>{_N}) ?mm (?P<noun>[a-z]{{3,20}}(?: steel)?) instead\b(?! of)",
    re.IGNORECASE,
)
_OTHERS: Final = lazy_regex(
    r"\b(?:add|another|second|more|extra|additional|further|also|beside)\b", re.IGNORECASE
)


def sides_spelled(said: str) -> str:
    """A message that cuts to a length, or tells a side without its unit, as one that tells the side."""
    said = _CUT_TO.sub(lambda one: f"make it {one['n']} {one['u'] or 'mm'} long", said)
    return _BARE_SIDE.sub(r"\g<lead>\g<n> mm", said)


def refigured(text: str, said: str) -> tuple[str, str]:
    """The text with another figure of what it is for, or of the one thing that a message calls the same."""
    if _OTHERS.search(said):
        return text, said
    for pattern in (_FOR, _INSTEAD):
        match = pattern.search(said)
        if match is None:
            continue
        stuff = bool(material_words().intersection(stems(match["noun"])))
        made = _with(text, match["n"], match["noun"], is_stuff=stuff)
        if made is not None:
            text = made
            rest = f"{match['noun']} " if stuff else ""
            said = f"{said[: match.start()]}{rest}{said[match.end() :]}"
    return text, said


def _with(text: str, value: str, noun: str, *, is_stuff: bool) -> str | None:
    """The text with the figure of the one such thing it has; of sheet the thickness."""
    behind = rf"thick\b|(?:sheet|{'|'.join(map(re.escape, sorted(_stuffs(text))))})\b"
    called = _ROUND if stem(noun.casefold()) in _PIPES else re.escape(stem(noun.casefold()))
    own = behind if is_stuff else rf"(?:[a-z]+ )?{called}[a-z]{{0,2}}\b"
    found = list(re.finditer(rf"(?<![\w.,])(?<!x ){_N}(?= ?mm (?:{own}))", text, re.IGNORECASE))
    if len(found) != 1:
        return None
    return f"{text[: found[0].start()]}{value}{text[found[0].end() :]}"


_PIPES: Final = frozenset({"pipe", "tube", "conduit", "hose", "pole"})
_ROUND: Final = f"(?:{'|'.join(sorted(_PIPES))})"
"""What a clamp is for, by whichever word."""


def _stuffs(text: str) -> set[str]:
    """The words of materials that the text has."""
    known = material_words()
    words = {word.casefold() for word in re.findall(r"[^\W\d_]{3,}", text)}
    return {word for word in words if known.intersection(stems(word))} | {"sheet"}


_SIZE: Final = rf"(?: of)?(?: (?P<size>{_N}(?: ?mm)? ?x ?{_N})(?: ?mm)?)?"
_SLOTTED: Final = lazy_regex(
    rf"\b{REPLACE}(?: (?:the|all|both|its|two|three|four))* holes? {BY} (?:an? )?slots?{_SIZE}"
    rf"|\b(?:(?:use|make|put|cut) )?(?:an? )?slots?{_SIZE.replace('size', 'size2')} {INSTEAD}(?: the)? holes?"
    rf"|\bslots?{_SIZE.replace('size', 'size3')} instead of (?:the )?holes?",
    re.IGNORECASE,
)
_DIAMETER: Final = lazy_regex(rf"(?:\bM ?\d{{1,2}}|(?:\bdiameter )?{_N} ?mm)(?! (?:apart|from|spacing|pitch))")  # fmt: skip


def slotted(text: str, said: str) -> tuple[str, str]:
    """The text with slots in the place of its one sort of several holes, or of its only one."""
    match = _SLOTTED.search(said)
    found = [(wish, start, end) for wish, start, end in wishes_in(text)] if match else []
    several = [one for one in found if one[0].number > 1] or found
    if match is None or len(several) != 1:
        return text, said
    wish, start, end = several[0]
    told = match["size"] or match["size2"] or match["size3"]
    size = told or f"{wish.diameter:g} x {2 * wish.diameter:g}"
    words = _DIAMETER.sub("", text[start:end], count=1)
    words = re.sub(r"\b(?:clearance|through|tapped|threaded|of|diameter) ", "", words)
    words = re.sub(r"\bholes?\b", f"slots {size} mm", words, count=1, flags=re.IGNORECASE)
    made = f"{text[:start]}{' '.join(words.split())}{text[end:]}"
    return made, f"{said[: match.start()]}{said[match.end() :]}"
