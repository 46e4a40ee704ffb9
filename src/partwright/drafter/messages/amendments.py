"""Later words that change what was said before: instead of, longer by, two more; pure.

Such words mean something only beside the text before them. They are carried out in it, and what is
left of the message is read as ever.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import Final, NamedTuple

from partwright.drafter.brief.material_grades import GRADE
from partwright.drafter.messages.corrected import with_figure_corrected
from partwright.drafter.messages.figures_anew import refigured, sides_spelled, slotted
from partwright.drafter.messages.kept_holes import Spacing, with_holes_kept
from partwright.drafter.messages.redesignated import redesignated, without_features
from partwright.drafter.messages.sides_given import (
    is_beside,
    length_in,
    of_named_part,
    place_to_grow,
    resized,
    sided,
    title_of,
)
from partwright.drafter.messages.swapped import mirrored, resunk, retapped, swapped
from partwright.drafter.parts.name_sizes import sizes_in
from partwright.drafter.structures.compared_parts import CALLED_ALSO
from partwright.drafter.text.counts import counts_of
from partwright.drafter.text.drive_codes import NEMA
from partwright.drafter.text.figures import StatedCount, StatedFigure, figures_of
from partwright.drafter.text.lexicon import material_words
from partwright.drafter.text.numbers import FIGURE, NUMBER_WORDS, numbered
from partwright.drafter.text.quantities import with_quantities
from partwright.drafter.text.replacing import BY, INSTEAD, REPLACE
from partwright.drafter.text.scaling import SideWords, scaled_sides
from partwright.drafter.text.translation import in_english
from partwright.drafter.text.words import normalised, sentences, stem, stems
from partwright.kit.patterns import lazy_regex

_N: Final = FIGURE
_WORDS: Final = "|".join(word for word, value in NUMBER_WORDS.items() if value >= 1)
_UNIT: Final = r"mm|cm|m|kg|g|N|Nm|V|W|kW|Ah|l|bar|rpm|inch|in|\""
_TOKEN: Final = rf"(?:M\d{{1,2}}(?:[.,]\d)?|{NEMA}|{_N}(?: ?(?:{_UNIT}))?|{_WORDS})(?![\w.,]*\w)"
_EXCHANGE: Final = lazy_regex(
    rf"(?<![\w.,])(?P<new>{_TOKEN})(?P<noun>[^,.;\n\d]{{0,40}}?) {INSTEAD}(?: the)? (?P<old>{_TOKEN})"
    rf"(?P<more>(?: (?!and\b|but\b)[a-z-]+){{0,3}})",
    re.IGNORECASE,
)
_REPLACE: Final = lazy_regex(
    rf"\b{REPLACE}(?: the| all)? (?P<old>{_TOKEN})(?P<noun>(?: [a-z-]+){{0,3}}?) {BY}(?: an?)? (?P<new>{_TOKEN})"
    rf"(?P<more>(?: (?!and\b|but\b)[a-z-]+){{0,3}})",
    re.IGNORECASE,
)
_SIDES: Final[dict[str, tuple[str, int]]] = {
    "longer": ("length", 1), "shorter": ("length", -1), "higher": ("height", 1), "taller": ("height", 1),
    "lower": ("height", -1), "wider": ("width", 1), "narrower": ("width", -1), "deeper": ("depth", 1),
    "shallower": ("depth", -1), "thicker": ("thickness", 1), "thinner": ("thickness", -1),
}  # fmt: skip
_WAYS: Final = {
    "increase": 1, "raise": 1, "extend": 1, "lengthen": 1, "widen": 1, "heighten": 1, "deepen": 1,
    "reduce": -1, "decrease": -1, "shorten": -1, "narrow": -1, "cut": -1, "lower": -1,
}  # fmt: skip
_OF_VERB: Final = {
    "lengthen": "length",
    "shorten": "length",
    "widen": "width",
    "narrow": "width",
    "heighten": "height",
}
COMPARED: Final = frozenset(_SIDES)
"""Words that ask for more or less of a side: thicker, longer."""
_COMPARED: Final = "|".join(_SIDES)
_BY: Final = lazy_regex(
    rf"(?P<subject>(?:\b(?:make|the|it|all|its|and|please|should be|must be|to be)\b ?|[a-z]{{1,30}} (?={_N}|{_COMPARED})){{0,5}})"
    rf"(?:(?P<n>{_N}) ?(?P<u>mm|cm|m|inch)? (?P<word>{_COMPARED})\b(?! than)"
    rf"|(?P<word2>{_COMPARED}) by (?P<n2>{_N}) ?(?P<u2>mm|cm|m|inch)?(?!\w))",
    re.IGNORECASE,
)
_VERB: Final = lazy_regex(
    rf"\b(?P<verb>{'|'.join(_WAYS)})\w* (?P<subject>(?:(?:the|its|it|overall|total|of) ?|[a-z]{{1,30}} ?(?=length|width|height|depth|thickness)){{0,5}})"
    rf"(?P<side>length|width|height|depth|thickness)?(?: of (?:the )?(?P<whose>[a-z]+))? ?by (?P<n>{_N}) ?(?P<u>mm|cm|m|inch)?(?!\w)",
    re.IGNORECASE,
)
_PLAIN: Final = frozenset({
    "make", "the", "it", "all", "its", "and", "please", "should", "must", "be", "to", "overall",
    "total", "of", "es", "sie", "le", "la", "lo", "el",
})  # fmt: skip
_LEGS: Final = frozenset({"leg", "post", "upright"})
"""What a product stands on: longer ones make it as much higher."""
_ALSO: Final = {"length": ("length", "width"), "width": ("width", "length"), "depth": ("depth",)}
_MORE: Final = lazy_regex(
    rf"\b(?:(?P<add>add|plus)(?: me)? )?(?P<n>\d{{1,3}}|{_WORDS}|another|an? extra|an? additional|an? further|a second|(?<=\badd )an?)"
    rf" (?P<more>(?:more|further|additional|extra) )?(?P<noun>[a-z]+(?: [a-z]+)?)\b",
    re.IGNORECASE,
)
_WHICH: Final = (
    r"(?:first|second|third|fourth|fifth|last|top|topmost|upper|middle|lower|bottom|left|right)"
)
_FEWER: Final = lazy_regex(
    rf"\b(?:(?:remove|drop|delete|omit|take (?:away|out|off)) )?(?P<n>\d{{1,3}}|{_WORDS})"
    rf" (?:(?P<less>fewer|less) (?P<noun>[a-z]+)|(?P<noun2>[a-z]+) (?:fewer|less))\b"
    rf"|\b(?:remove|drop|delete|omit|take (?:away|out|off)) (?P<n3>\d{{1,3}}|{_WORDS}|an?|(?:the |its )?{_WHICH})(?: of the(?: \w+)??)? (?P<noun3>[a-z]+)\b",
    re.IGNORECASE,
)
_ONE_MORE: Final = lazy_regex(
    rf"another|an?(?: |$)|a second|(?:the |its )?{_WHICH}$", re.IGNORECASE
)
_NEAR: Final = 26
_MOST: Final = 40
_MOST_CHANGES: Final = 8
"""Changes of one message that are carried out."""
_MOST_COUNTED: Final = 500

Standing = Callable[[str], int]
"""How many of a thing, told by its stem, the structure of the text has; 0 where it has none."""


class AmendedText(NamedTuple):
    """The description as later words left it, and what of the messages is still to be read."""

    description: str
    messages: list[str]


_ADDED: Final = lazy_regex(
    r"(\b(?:add|weld|put|fit|attach|include)(?: (?:in|on|me))? an? [a-z]+(?: [a-z]+)?), (?=\d)",
    re.IGNORECASE,
)
"""What is added, and its own size behind a comma."""


def amended(
    description: str,
    messages: Sequence[str],
    standing: Callable[[str], Standing],
    spacing: Callable[[str], Spacing] = lambda _: (),
) -> AmendedText:
    """Carry out the messages that change what the text before them says, one after the other."""
    text, kept, is_changed, last = normalised(in_english(description)), list[str](), False, ""
    for message in messages[-_MOST:]:
        said = normalised(in_english(message, beside=description))
        before, (text, kept, rest), last = text, with_figure_corrected(text, kept, last, said), said
        text, rest = mirrored(text, sides_spelled(_ADDED.sub(r"\1 ", rest)))
        text, rest = slotted(*refigured(*with_holes_kept(text, rest, spacing)))
        text, rest = swapped(*resunk(*retapped(text, rest)), standing)
        text, rest = _restuffed(*without_features(*redesignated(text, rest)))
        text, rest = _exchanged(text, rest)
        text, rest = _lengthened(*of_named_part(*sided(text, rest)))
        text, rest = _counted(text, rest, standing)
        text = _renamed(text, rest)
        is_changed = is_changed or text != before
        kept.append(message if rest == said else rest)
    return AmendedText(text if is_changed else description, [*messages[:-_MOST], *kept])


def _exchanged(text: str, said: str) -> tuple[str, str]:
    """Figures, threads and counts that go in the place of others."""
    for pattern in (_EXCHANGE, _REPLACE):
        for match in islice(pattern.finditer(said), _MOST_CHANGES):
            nouns = set(stems(f"{match['noun']} {match['more']}"))
            lead = "" if nouns or pattern is _REPLACE else _lead(said[: match.start()][-_NEAR:])
            place = (
                re.search(rf"\b{lead}{re.escape(match['old'])}(?![\d.,]*\w)", text)
                if lead
                else None
            )
            if place is None:
                made = _put(text, match["old"], match["new"], nouns)
            else:
                made = f"{text[: place.start()]}{lead}{match['new']}{text[place.end() :]}"
            words = " ".join(f"{match['new']} {match['noun']} {match['more']}".split())
            text = text if made is None else made
            whole = f"{lead}{match.group()}"
            said = said.replace(whole, "" if made is not None else f"{lead}{words}", 1)
    return text, said


def _lead(before: str) -> str:
    """The noun that a figure follows, with its space: module 3."""
    match = re.search(r"\b[a-z]{3,} $", before, re.IGNORECASE)
    return match.group() if match else ""


_STUFF: Final = lazy_regex(
    r"(?<!\w)(?:(?:make|made|it|all|everything|of|from|out|in|use|please|take) ){0,5}(?P<new>[a-z][^,.;\n]{1,40}?)"
    rf" {INSTEAD}(?: the)? (?P<old>[a-z]+(?: [a-z]+)?)",
    re.IGNORECASE,
)


def _restuffed(text: str, said: str) -> tuple[str, str]:
    """A material of the text that gives way to another: aluminium instead of oak."""
    for match in islice(_STUFF.finditer(said), _MOST_CHANGES):
        new, known = match["new"], material_words()
        first, _, second = match["old"].partition(" ")
        old = match["old"] if second and stem(second) in known else first
        if not known.intersection(stems(new)) or not known.intersection(stems(old)):
            continue
        told = rf"(?<!stainless )(?<!spring )\b{re.escape(old)}\b(?:{GRADE.pattern}| C\d\d\w?\b)?"
        made = re.sub(told, new, text, flags=re.IGNORECASE)
        if made != text:
            end = match.start("old") + len(old)
            text, said = made, said.replace(said[match.start() : end], "", 1)
    return text, said


def _put(text: str, old: str, new: str, nouns: set[str]) -> str | None:
    """The text with the new figure in the place of the old one; None where it has no such."""
    if old[:1] in "Mm" and old[1:2].isdigit():
        made = re.sub(rf"\b{re.escape(old)}(?![\d.,]*\d)", new, text)
        return made if made != text else None
    number, unit = _split(old)
    value, own = _split(new)
    found = [
        one
        for one in re.finditer(rf"(?<![\w.,-]){re.escape(number)}(?![\d.,]*\d)(?! ?x \d)", text)
        if not unit or re.match(rf" ?{re.escape(unit)}\b", text[one.end() :])
    ]
    near = [one for one in found if nouns & set(stems(_around(text, one)))]
    if len(found) != 1 and len(near) != 1:
        return None
    place = found[0] if len(found) == 1 else near[0]
    end = place.end()
    if own and unit and (behind := re.match(rf" ?{re.escape(unit)}\b", text[end:])):
        end, value = end + behind.end(), f"{value} {own}"
    return text[: place.start()] + value + text[end:]


def _split(token: str) -> tuple[str, str]:
    match = re.fullmatch(rf"({_N}) ?({_UNIT})", token)
    return (match[1], match[2]) if match else (token, "")


def _around(text: str, place: re.Match[str]) -> str:
    return text[max(0, place.start() - _NEAR) : place.end() + _NEAR]


def _scaled(text: str, said: str) -> tuple[str, str]:
    """Sides that become so many times as long."""
    for one in islice(scaled_sides(said, _SIDE_WORDS), _MOST_CHANGES):
        made = _grown(text, one.side, lambda v, f=one.factor: v * (f - 1), _subject(one.subject))
        if made is not None and one.words in said:
            text, said = made, said.replace(one.words, "", 1)
    return text, said


_SIDE_WORDS: Final = SideWords(_SIDES, _WAYS, _OF_VERB)
Change = Callable[[float], float]
"""By how much a value becomes larger."""


def _lengthened(text: str, said: str) -> tuple[str, str]:
    """Sides that become longer or shorter by so much; what cannot be reckoned keeps its words alone."""
    text, said = _scaled(text, said)
    for match, side, delta, subject in islice(_changes(said), _MOST_CHANGES):
        made = _grown(text, side, lambda _, delta=delta: delta, subject)
        words = (
            ""
            if made is not None
            else re.sub(rf"(?:by )?{_N} ?(?:mm|cm|m|inch)?", "", match.group())
        )
        text = text if made is None else made
        said = said.replace(match.group(), words, 1)
    return text, said


def _changes(said: str) -> Iterator[tuple[re.Match[str], str, float, str]]:
    for match in _BY.finditer(said):
        side, way = _SIDES[(match["word"] or match["word2"]).casefold()]
        amount = length_in(match["n"] or match["n2"], match["u"] or match["u2"])
        yield match, side, way * amount, _subject(match["subject"])
    for match in _VERB.finditer(said):
        verb = match["verb"].casefold()
        side = (match["side"] or _OF_VERB.get(verb, "")).casefold()
        if side:
            subject = _subject(f"{match['subject']} {match['whose'] or ''}")
            yield match, side, _WAYS[verb] * length_in(match["n"], match["u"]), subject


def _subject(words: str) -> str:
    named = [one for one in stems(words) if one not in _PLAIN and one.isalpha()]
    return named[-1] if named else ""


def _grown(text: str, side: str, change: Change, subject: str) -> str | None:
    figures = with_quantities(text, figures_of(text), sentences(text))
    is_whole = not subject or subject in title_of(text)
    own = [f for f in figures if subject and subject in f.about[:3] and not f.is_size]
    own = [f for f in own if f.quantity in (side, "dimension", *_ALSO.get(side, ()))]
    if not is_whole and own:
        return resized(text, own[0], 0, change(own[0].values[0]))
    if not is_whole and subject in _LEGS and side in ("length", "height"):
        side, is_whole = "height", True
    return _grown_whole(text, figures, side, change) if is_whole else None


def _grown_whole(
    text: str, figures: Sequence[StatedFigure], side: str, change: Change
) -> str | None:
    title = title_of(text)
    for quantity in _ALSO.get(side, (side,)):
        own = [one for one in figures if one.quantity == quantity and not one.is_size]
        for figure in own:
            if len(figure.values) == 1 and not is_beside(figure, title):
                return resized(text, figure, 0, change(figure.values[0]))
        if own and quantity == side:
            return None
        for figure in figures:
            place = place_to_grow(text, figure, quantity)
            if place is not None and quantity == side:
                return resized(text, figure, place, change(figure.values[place]))
    return None


def _counted(text: str, said: str, standing: Callable[[str], Standing]) -> tuple[str, str]:
    """Two more of something, one less; and another number of what was counted before."""
    for match in islice(chain(_MORE.finditer(said), _FEWER.finditer(said)), _MOST_CHANGES):
        groups = match.groupdict()
        is_less = "less" in groups
        told = match["n"] or match["n3"] if is_less else match["n"]
        is_more = groups.get("add") or groups.get("more") or _ONE_MORE.match(told)
        said_noun = match["noun"] or groups.get("noun2") or groups.get("noun3") or ""
        noun = stem(said_noun.split()[-1].casefold())
        number = _number(told)
        if not number or not (is_more or is_less):
            continue
        if told.casefold() in ("a", "an") and not is_less and noun not in stems(text):
            # What only the recipe has is there as it is asked for.
            continue
        before = _count_in(text, noun)
        stood = before.number if before else standing(text)(noun)
        total = stood - number if is_less else stood + number
        if not stood or not 0 < total < _MOST_COUNTED:
            continue
        if before is not None:
            text = _recounted(text, before, total)
        said = said.replace(match.group(), "" if before else f"{total} {said_noun}", 1)
    told = counts_of(said, figures_of(said))[:_MOST_CHANGES]
    for count in told:
        before = _count_in(text, count.noun)
        total = sum(one.number for one in told if one.noun == count.noun)
        if before is not None and before.number != total and not is_part_of(said, count):
            text = _recounted(text, before, total)
    return text, said


def is_part_of(said: str, count: StatedCount) -> bool:
    """Whether what is counted is only some of all: two of them, two more."""
    words = said[max(0, count.start - 12) : count.end].casefold()
    return (
        re.search(r"\b(?:add|more|of them|extra|additional|further|per|each)\b", words) is not None
    )


def _number(word: str) -> int:
    return 1 if _ONE_MORE.match(word) else numbered(word)


def _count_in(text: str, noun: str) -> StatedCount | None:
    """The count of the thing, or of what is called otherwise, that the text has."""
    same = (noun, *CALLED_ALSO.get(noun, ()))
    counts = counts_of(text, figures_of(text))
    return next((c for word in same for c in counts if c.noun == word and not c.places), None)


def _recounted(text: str, count: StatedCount, number: int) -> str:
    told = re.match(r"\w+", text[count.start :])
    return (
        text if told is None else f"{text[: count.start]}{number}{text[count.start + told.end() :]}"
    )


def _renamed(text: str, said: str) -> str:
    """Figures of a single part by their names: bore 15 mm, of a gear with a bore of 12 mm."""
    before, after = sizes_in(text).named, sizes_in(said).named
    for name, value in after.items():
        old = before.get(name)
        words = {stem(word) for word in name.split("_")}
        is_once = sum(text.casefold().count(word[:5]) for word in words) <= len(words)
        if old is None or old == value or name not in _NAMES or not is_once:
            continue
        made = _put(text, f"{old:g}", f"{value:g}", words)
        text = text if made is None else made
    return text


_NAMES: Final = frozenset(
    {
        "bore",
        "teeth",
        "module",
        "wire_diameter",
        "turns",
        "outer_diameter",
        "inner_diameter",
        "bolt_circle",
    }
)
"""Figures that one part has once."""
