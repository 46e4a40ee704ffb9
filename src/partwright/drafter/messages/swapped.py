"""Messages that put one thing, material or sort of hole in the place of another, or ask to mirror; pure."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from partwright.cad.language.standards import tables
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.messages.kept_holes import unmoved
from partwright.drafter.parts.name_sizes import number
from partwright.drafter.parts.stated_features import wishes_in
from partwright.drafter.structures.compared_parts import CALLED_ALSO
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.lexicon import component_words, material_words
from partwright.drafter.text.numbers import FIGURE, NUMBER_WORDS, numbered
from partwright.drafter.text.replacing import BY, INSTEAD, REPLACE
from partwright.drafter.text.translation import in_english
from partwright.drafter.text.words import normalised, stem, stems
from partwright.kit.patterns import lazy_regex

_MOST: Final = 8
_COUNT: Final = "|".join(word for word, value in NUMBER_WORDS.items() if value >= 1)
_PUT: Final = lazy_regex(
    rf"\b(?P<verb>{REPLACE})(?: from)?(?: (?:the|all|its|my|our))*(?: material from)? (?P<old>[a-z-]{{2,30}}(?: [a-z-]{{2,30}}){{0,2}}?)"
    rf" {BY} (?P<own>(?:an?|the|{_COUNT}|\d{{1,2}}) )?(?P<new>[a-z-]{{2,30}}(?: (?!and\b|but\b|please\b|instead\b)[a-z-]{{2,30}}){{0,3}})\b(?! ?\d)",
    re.IGNORECASE,
)
"""Change oak to walnut, replace the handle with a knob."""
_SIZE: Final = rf"(?:(?:M ?\d{{1,2}}|{FIGURE} ?mm) )?"
_MANNER: Final = (
    "levelling|leveling|adjustable|swivel|fixed|locking|lockable|rubber|machine|non-slip"
)
_ONE: Final = rf"(?:(?P<own>an?|the|{_COUNT}|\d{{1,2}}) )?(?P<new>{_SIZE}(?:(?:{_MANNER}) ){{0,2}}[a-z-]{{2,20}})"
_OLD: Final = rf"(?:(?:the|its|all|these|those) )?(?:{_SIZE}(?:{_COUNT}|\d{{1,2}}) )?(?P<old>{_SIZE}(?:(?:{_MANNER}) ){{0,2}}[a-z-]{{2,20}})"
_THINGS: Final = tuple(
    lazy_regex(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?P<verb>{REPLACE}) {_OLD} {BY} {_ONE}\b(?: of)?(?P<size> {FIGURE} ?mm\b(?! ?x)(?: (?:high|tall|wide|diameter|in diameter))?)?",
        rf"(?:\b(?:(?:i|we) (?:want|need|prefer)|use|take|put it on|put|make it) )?(?:\b(?:with|on) )?\b{_ONE} (?:{INSTEAD}) (?:on )?{_OLD}\b",
        rf"\b{_OLD} (?:should|must|shall|to|are to) (?:be|become) (?:replaced (?:by|with) )?{_ONE}\b",
        rf"\b(?:no|without|not on) {_OLD},? (?:but |and )?(?:(?:on|with|use|take) )?{_ONE}\b(?=(?: please)?\s*(?:[.,;!\n]|$))",
    )
)
"""One sort of part in the place of another: feet instead of castors, castors should be feet."""
_MIRRORED: Final = lazy_regex(
    r"(?:\A|(?<=[.;,!\n])|(?<=\band)|(?<=\bthen))\s*(?:(?:please|now|also|can you|could you) )*"
    r"(?P<said>mirror (?:(?:the|this|that|its|both|all|left|right) )*[a-z]{2,20}(?: (?:left to right|to the \w+(?: side)?|vertically|horizontally|about [a-z ]{1,20}))?)",
    re.IGNORECASE,
)
"""The verb ahead of what is to be mirrored; glass is asked for otherwise."""
_TAP: Final = lazy_regex(
    rf"\s*(?:please )?(?:(?:make|tap|thread|cut|change|turn) )?(?:(?:the|all|both|its|of|them|(?:{_COUNT})|\d{{1,2}}) )*(?:holes? )?"
    r"(?:(?:should|must|shall|to|be|become|are|is|will|need|have|get|with|into|as|an?) )*(?P<tapped>(?:tapped|threaded) )?(?P<thread>M ?\d{1,2}(?:[.,]\d)?)(?P<more> (?:tapped|threaded|threads?|tapped holes?|threaded holes?))?(?:,? (?:and )?(?P<deep>\d{1,3}(?:[.,]\d)? ?mm deep))?(?: please)?[.!]?\s*",
    re.IGNORECASE,
)
"""A message that says of the holes that they are to be tapped, and to which thread."""
_SIZED: Final = lazy_regex(
    rf"(?:\u00d8 ?)?\b(?:M ?\d{{1,2}}(?:[.,]\d)?(?! ?x)|{FIGURE} ?mm)(?: (?:clearance|through|diameter|dia))*|\u00d8 ?{FIGURE}",
    re.IGNORECASE,
)


_TAPPED: Final = lazy_regex(
    r"\bM ?(\d{1,2}(?:[.,]\d)?) (?:tapped|threaded)(?: holes?)?\b"
    r"|\b(?:tap|tapped|threaded)(?: (?:the|all|four|holes?|to|with|for|out))* M ?(\d{1,2}(?:[.,]\d)?)(?![\w.,]*\d)",
    re.IGNORECASE,
)

Standing = Callable[[str], Callable[[str], int]]
"""How many of a thing the structure of a text has."""


class SwapAsked(NamedTuple):
    """A thing that is to give way, and one that is to take its place."""

    words: str
    old: str
    new: str


def retapped(text: str, said: str) -> tuple[str, str]:
    """The text with its one sort of holes tapped to the thread that a message tells."""
    match = _TAP.fullmatch(said)
    if match is None or not (
        match["tapped"] or match["more"] or re.match(r"\s*(?:please )?(?:tap|thread)\b", said)
    ):
        return text, said
    told = re.search(rf"\b(?:\d{{1,2}}|{_COUNT})(?= holes?\b)", said, re.IGNORECASE)
    count = numbered(told.group()) if told else 0
    found = list(wishes_in(text))
    places = [(s, e) for wish, s, e in found if len(found) == 1 or wish.number == count]
    if len(places) != 1:
        return text, said
    start, end = places[0]
    wish = text[start:end]
    size = _SIZED.search(wish)
    if size is None:
        return text, said
    thread = match["thread"].replace(" ", "").upper()
    rest = f"{wish[: size.start()]}{wish[size.end() :]}"
    rest = re.sub(
        r"\b(?:clearance|through|tapped|threaded) |(?: of)? (?=holes?\b)",
        " ",
        rest,
        flags=re.IGNORECASE,
    )
    rest = re.sub(
        r"\b(holes?)(?: of)?(?= |$)", rf"{thread} tapped \1", rest, count=1, flags=re.IGNORECASE
    )
    if match["deep"]:
        rest = re.sub(r"\bholes?\b", rf"\g<0> {match['deep']}", rest, count=1, flags=re.IGNORECASE)
    rest = re.sub(r" {2,}", " ", rest)
    return f"{text[:start]}{rest}{text[end:]}", ""


def resunk(text: str, said: str) -> tuple[str, str]:
    """The text with its one sort of holes sunk for the heads of screws, as a message tells."""
    match = _SINK.fullmatch(said)
    found = list(wishes_in(text)) if match else []
    if match is None or len(found) != 1:
        return text, said
    _, start, end = found[0]
    wish = text[start:end]
    sort = "counterbored" if match["bore"] else "countersunk"
    if match["thread"]:
        wish = _SIZED.sub(match["thread"].replace(" ", "").upper(), wish, count=1)
    wish = re.sub(r"\bholes?\b", rf"{sort} \g<0>", wish, count=1, flags=re.IGNORECASE)
    return f"{text[:start]}{wish}{text[end:]}", ""


_SINK: Final = lazy_regex(
    r"\s*(?:please )?(?:countersink|(?P<bore>counterbore)) (?:(?:the|all|both|its|of|them|four|two) )*(?:holes?|them)"
    r"(?: (?:for|to suit|to take) (?P<thread>M ?\d{1,2})(?: (?:countersunk |flat head |socket |cap )*(?:screws?|heads?|bolts?))?)?[.!]?\s*",
    re.IGNORECASE,
)
"""A message that says of the holes that they are to take the heads of screws."""


def swapped(text: str, said: str, standing: Standing) -> tuple[str, str]:
    """Things and materials that the text has, and that a message puts others in the place of."""
    text, said = _with_parts(text, said, standing)
    for match in islice(_PUT.finditer(said), _MOST):
        old, new, known = match["old"], match["new"], material_words()
        are_stuff = [bool(known.intersection(stems(one))) for one in (old, new)]
        if are_stuff[0] != are_stuff[1] or not (are_stuff[0] or _is_thing(match)):
            continue
        before = (
            "" if are_stuff[0] or not match["own"] else rf"(?:(?:an?|the|{_COUNT}|\d{{1,2}}) )?"
        )
        pattern = re.compile(
            rf"(?<!stainless )(?<!spring )\b{before}{re.escape(old)}\b", re.IGNORECASE
        )
        own = match["own"] or ""
        own = "a " if own.casefold() == "the " else own
        put = new if are_stuff[0] else f"{own}{new}"
        made = pattern.sub(put, text)
        if not are_stuff[0] and standing(made if made != text else f"{text}, {put}")(_noun(old)):
            # It would stand beside the other one: nothing is done, and that is told.
            said = said.replace(match.group(), "", 1)
        elif made != text:
            text, said = made, said.replace(match.group(), "", 1)
    return text, said


def _with_parts(text: str, said: str, standing: Standing) -> tuple[str, str]:
    """Parts that recipes know by name, in the place of others; as many as there were of those."""
    for match in _of_parts(said):
        said = said.replace(match.group(), "", 1)
        old, number = _noun(match["old"]), standing(text)(_noun(match["old"]))
        own, size = _counted(match["own"] or ""), match.groupdict().get("size") or ""
        pattern = _standing_in(match["old"])
        for found in pattern.finditer(text):
            own = own or _counted(found["count"] or "")
        if not own and number > 1 and match["new"].endswith(("s", "feet")):
            own = f"{_WRITTEN.get(number, number)} "
        put = f"{own}{match['new']}{size}"
        made = pattern.sub(put, text)
        made = made if made != text else f"{text.rstrip(' .')}, {put}"
        ways = (made, _ROLLING.sub("", made))
        text = next((one for one in ways if not standing(one)(old)), text)
    return text, said


_ROLLING: Final = lazy_regex(r"\b(?:rolling|wheeled|mobile) (?=[a-z])", re.IGNORECASE)
"""What stands on castors by its name."""


_WRITTEN: Final = {value: word for word, value in reversed(NUMBER_WORDS.items()) if value >= 1}
"""Numbers as words, since 4 feet are a length."""


def _counted(own: str) -> str:
    return "" if own.casefold() in ("", "a", "an", "the") else f"{own} "


def _standing_in(old: str) -> re.Pattern[str]:
    """A pattern of what a text says of a part: how many, how large, and its name."""
    large = rf"{FIGURE} ?mm"
    return re.compile(
        rf"(?:\b(?P<count>{_COUNT}|\d{{1,2}}) (?:x )?)?(?:\b{large} )?(?:\b(?:{_MANNER}) )*\b{re.escape(_bare(old))}\b"
        rf"(?:(?: of)?(?: diameter)? {large}\b(?! ?x)(?: (?:high|diameter|in diameter))?)?",
        re.IGNORECASE,
    )


def _bare(words: str) -> str:
    """The noun without its size and manner."""
    return words.rsplit(maxsplit=1)[-1]


def _of_parts(said: str) -> Iterator[re.Match[str]]:
    """The exchanges of parts that recipes know by name."""
    for pattern in _THINGS:
        for match in islice(pattern.finditer(said), _MOST):
            old, new = _noun(match["old"]), _noun(match["new"])
            if old != new and {old, new} <= component_words():
                yield match


def _noun(words: str) -> str:
    return stem(words.rsplit(maxsplit=1)[-1].casefold())


def _is_thing(match: re.Match[str]) -> bool:
    """Whether a thing takes the place of another one, rather than a figure or a manner that of the first."""
    old, new = _noun(match["old"]), _noun(match["new"])
    is_named = bool(match["own"]) or match["verb"].casefold() in ("replace", "swap", "exchange")
    return is_named and old != new and new not in ("one", "other", "it") and old not in _NO_THINGS


_NO_THINGS: Final = frozenset(stems(
    "material colour color finish shape height width length depth thickness diameter size it this that them everything number style"
))  # fmt: skip


def mirrored(text: str, said: str) -> tuple[str, str]:
    """The text with left and right exchanged where a message asks for the mirror image of all of it.

    What is mirrored otherwise is told and not done; the words that ask are taken out, since they
    are of no mirror.
    """
    whole = _OTHER_HAND.search(said)
    if whole is None:
        return text, _MIRRORED.sub("", said)
    made = _HAND.sub(lambda one: one[1] + _OTHER[one[2].casefold()], text)
    return made, _OTHER_HAND.sub("", said)


_OTHER: Final = {"left": "right", "right": "left"}
_HAND: Final = lazy_regex(r"(\b)(left|right)\b(?! ?angle)", re.IGNORECASE)
_WHOLE: Final = r"(?:it|this|that|all|everything|the (?:part|plate|bracket|design|whole|product|thing|cabinet|desk|bench))"
_OTHER_HAND: Final = lazy_regex(
    rf"(?:\b(?:please|now|also|we need|i need|make|give me|draw|as|an?|the|its|it) ){{0,6}}\b(?P<said>mirror(?:ed)? (?:image|version|copy)(?: of {_WHOLE})?|(?:left|right|opposite|other)[ -]hand(?:ed)?(?: (?:version|variant|part|one|execution)|(?= please|\s*[.!]?\s*\Z))"
    rf"|mirror {_WHOLE}\b(?! (?:\w+ )?(?:about|vertically))(?: (?:left to right|horizontally|please))?|mirrored(?= please|\s*[.!]?\s*\Z)|spiegelbildlich|gespiegelt)",
    re.IGNORECASE,
)
"""The whole as its mirror image: left-hand version, mirror it."""


def unswapped(brief: DesignBrief, root: BomNodeDraft) -> Iterator[tuple[str, str]]:
    """Give each mirroring asked for, and each thing that still stands where another was asked for."""
    said = [
        normalised(in_english(one, beside=brief.description)) for one in brief.messages[-_MOST:]
    ]
    for one in said:
        whole = _OTHER_HAND.search(one)
        if whole and not _HAND.search(brief.description):
            yield whole["said"], "nothing told stands left or right, so that the part is as before: say what is to stand on which side"  # fmt: skip
        for match in islice(() if whole else _MIRRORED.finditer(one), _MOST):
            yield match["said"], "nothing is mirrored by words: say what is to stand on which side"
    yield from _untapped(said, root)
    figures = [name for node in root.walk() if node.form for name in node.form.parameters]
    for match in filter(None, map(_FOR_HOLES.search, said)):
        if match.group() in brief.text and any(name.startswith("hole_") for name in figures):
            yield match.group(), "the part still has its holes beside the slots"
    yield from unmoved(said, brief.text)
    if root.gap == "product" or not root.children:
        return
    names = [set(stems(node.name)) for node in root.walk() if node is not root]
    for swap in _asked(said):
        if any(set(stems(swap.old)) <= one for one in names):
            yield swap.words, f"the structure still has its {swap.old}"
        elif not any({swap.new, *CALLED_ALSO.get(swap.new, ())} & one for one in names):
            yield swap.words, f"the structure has no {swap.new}"


_FOR_HOLES: Final = lazy_regex(
    rf"\bslots?\b[^,.;]{{0,30}}? {INSTEAD}(?: of)?(?: the)? holes?\b|\b{REPLACE} (?:the )?holes? {BY} [^,;]{{0,20}}\bslots?\b",
    re.IGNORECASE,
)


def _untapped(said: Sequence[str], root: BomNodeDraft) -> Iterator[tuple[str, str]]:
    """The threads to which messages have holes tapped, and of which no part has a core hole."""
    figures = {v for node in root.walk() if node.form for v in node.form.parameters.values()}
    for at, one in enumerate(said):
        for match in islice(_TAPPED.finditer(one), _MOST):
            core = tables.tapping_hole(number(match[1] or match[2]))
            is_later = re.search(r"\bholes?\b|\bM ?\d", " ".join(said[at + 1 :]))
            if core not in figures and figures and not is_later:
                yield match.group(), f"no part has a hole of {core:g} mm, the core of this thread"


def _asked(said: Sequence[str]) -> Iterator[SwapAsked]:
    for at, one in enumerate(said):
        later = set(stems(" ".join(said[at + 1 :])))
        for match in _of_parts(one):
            old, new = _noun(match["old"]), _noun(match["new"])
            if not later & {old, new}:
                yield SwapAsked(match.group(), _bare(match["old"]), new)
        for match in islice(_PUT.finditer(one), _MOST):
            old, new = _noun(match["old"]), _noun(match["new"])
            stuff = material_words().intersection(stems(f"{match['old']} {match['new']}"))
            known = {old, new} <= component_words()
            if _is_thing(match) and not (stuff or known or later & {old, new}):
                yield SwapAsked(match.group(), match["old"], new)
