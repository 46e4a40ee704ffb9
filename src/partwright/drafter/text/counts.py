"""Counts of things that a text asks for."""

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from partwright.cad.materials import PAINTS
from partwright.drafter.catalogue import word_list
from partwright.drafter.text.figures import StatedCount, StatedFigure, bare_numbers
from partwright.drafter.text.gear_modules import is_module
from partwright.drafter.text.numbers import NUMBER_WORDS, WrittenNumber
from partwright.drafter.text.product_name import STOP_WORDS, is_noun
from partwright.drafter.text.tooth_counts import TEETH, with_tooth_counts
from partwright.drafter.text.words import TextWord, stem, words_of
from partwright.kit.patterns import lazy_regex

_TIMES: Final = lazy_regex(r"\s?x\s", re.IGNORECASE)
_SIDE: Final = lazy_regex(r"\d ?x ?$")
"""Before the second side of a size without a unit."""
_PLACE: Final = lazy_regex(r"\b(?:at|on|to|from|near) $", re.IGNORECASE)
"""Before an end that is a place: a lamp at one end."""
_ROWS: Final = lazy_regex(r"(?<![\dx.,] )(?<![\d.,x])(\d{1,2}) ?x ?$")
"""Before the columns of what stands in rows: 7 x 3 compartments."""
_IN_ROWS: Final = frozenset(
    {"compartment", "cell", "pocket", "bottle", "drawer", "slot", "key", "pixel", "led", "bin"}
)
_NOT_COUNTED: Final = word_list("not parts")
_TRAITS: Final = (["axis"], ["stage"], ["speed"], ["phase"], ["tier"])
"""Traits that stand before the noun they qualify: dual axis tracker."""
_PACKS: Final = frozenset({"pair", "set", "row", "piece", "bag", "kind", "stack"})
_MOST_COUNTS: Final = 80
_REACH: Final = 70
_MOST: Final = 10_000
_PAIRED: Final = frozenset(map(stem, (
    "scissors", "pliers", "glasses", "tweezers", "tongs", "shears", "goggles", "pincers", "nippers", "snips",
    "trousers", "binoculars", "secateurs", "spectacles", "sunglasses", "compasses", "dividers", "calipers",
)))  # fmt: skip
"""What is called a pair and is one."""
_PASSED_OVER: Final = frozenset(
    {"-", "them", "these", "those", "which", "whom", "davon", "darunter", "dont", "thereof"}
)
"""Words for what was counted before: two of them braked."""
_COLOURS: Final = frozenset({*PAINTS, "gray", "diameter", "dia"})
"""Behind what is counted, how it is painted, as some languages have it, or its size: three brackets black."""
_THREAD: Final = lazy_regex(r"M\d+(?:\.\d)?")
"""Behind what is counted, its size: 3 cable glands M16."""


def counts_of(text: str, figures: Sequence[StatedFigure]) -> list[StatedCount]:
    """Whole numbers with the noun they count; figures between (two 12 V motors) are passed over."""
    found: dict[tuple[int, tuple[str, ...]], StatedCount] = {}
    for number in bare_numbers(text, figures):
        if not 1 <= number.value <= _MOST or (number.value == 1 and not number.spelled):
            continue
        if _is_of_a_name(text, number):
            continue
        times = _TIMES.match(text, number.end)
        if times and text[times.end() : times.end() + 1].isdigit():
            continue
        start = times.end() if times else number.end
        piped = _PIPED.match(text, start)
        start = piped.end() if piped else start
        rows = _ROWS.search(text, max(0, number.start - 8), number.start)
        nouns = _phrase(text, start, figures)
        is_trait = nouns[:1] in _TRAITS or not _SHAPED.isdisjoint(nouns[:1])
        is_trait = is_trait or _is_of_qualifying_pieces(text, number, start, nouns)
        if text[start : start + 1] == "-" or is_trait:
            nouns = [TEETH] if nouns[:1] == ["tooth"] else nouns[:1]
        if _is_side_or_place(
            text[max(0, number.start - 6) : number.start], nouns, has_rows=bool(rows)
        ):
            continue
        if nouns and not _is_one(text, number, nouns):
            end = _end_of(text, start, len(nouns), figures)
            first = rows.start() if rows else number.start
            total = int(number.value) * (int(rows[1]) if rows else 1)
            count = StatedCount(total, nouns[-1], tuple(nouns), first, end)
            same = found.get((count.number, count.words))
            found[count.number, count.words] = count if same is None else also_at(same, first, end)
        if len(found) >= _MOST_COUNTS:
            break
    lettered = _LETTERED.search(text)
    if lettered and not any(c.noun == "axis" for c in found.values()):
        axes = StatedCount(
            3 if lettered[1] else 2, "axis", ("axis",), lettered.start(), lettered.end()
        )
        found[axes.number, axes.words] = axes
    return list(found.values())


def _is_side_or_place(ahead: str, nouns: Sequence[str], *, has_rows: bool) -> bool:
    """Whether a number is the second side of a size, or says at which end a thing is."""
    if _SIDE.search(ahead) and not (has_rows and _IN_ROWS & set(nouns)):
        return True
    return nouns[-1:] == ["end"] and _PLACE.search(ahead) is not None


_PIPED: Final = lazy_regex(r" ?(?:G|Rp?|NPT) ?\d{1,2}(?:/\d{1,2})?\"?(?= [a-z])")
"""The pipe thread of what is counted behind it: four G1/2 ports."""
_PIECES: Final = frozenset({
    "blade", "vane", "spoke", "flute", "lobe", "groove", "step", "pole", "digit", "tooth", "rib", "way",
})  # fmt: skip
"""Of which one thing has several: a 5 blade closed impeller, a 4 step pulley."""


def _is_of_qualifying_pieces(
    text: str, number: WrittenNumber, start: int, nouns: Sequence[str]
) -> bool:
    """Whether several pieces, said in the singular, qualify the one thing behind them."""
    if number.value < 2 or len(nouns) < 2 or nouns[0] not in _PIECES:
        return False
    if nouns[0] == "tooth":
        # Of pulleys each has so many: 20 and 60 tooth pulleys.
        return True
    words = [word.lower for word in words_of(text, start, start + _REACH)[: len(nouns)]]
    return bool(words) and words[0] == nouns[0] and words[-1] == stem(words[-1])


def named_and_counted(
    text: str, phrase: list[TextWord], figures: Sequence[StatedFigure]
) -> tuple[list[TextWord], list[StatedCount]]:
    """The counts, and a product's name without the number of them: stools, of `Two stools`."""
    counts = with_tooth_counts(text, counts_of(text, figures))
    while len(phrase) > 1 and (phrase[-1].lower in _OF_A_SIDE or is_module(text, phrase[-1])):
        phrase = phrase[:-1]
    if len(phrase) < 2:
        return phrase, counts
    own = [one for one in counts if one.noun == stem(phrase[-1].lower)]
    spans = [(one.start, one.end) for one in own if is_of_whole(text, one)]
    is_times = phrase[0].lower in ("x", "×") and any(a < phrase[0].start < b for a, b in spans)
    begins = is_times or phrase[0].start in dict(spans) or _is_half(text, phrase[0])
    return phrase[1:] if begins else phrase, counts


def _is_half(text: str, word: TextWord) -> bool:
    """Whether the number that belongs to a word stands ahead of it: legged, of `3 legged stool`."""
    is_one = word.lower in _SHAPED or [word.lower] in _TRAITS
    return is_one and bool(_NUMBERED.search(text, max(0, word.start - 4), word.start))


def is_of_whole(text: str, count: StatedCount) -> bool:
    """Whether a count is of the noun, as in `two oak stools`, and not of what qualifies it.

    A cabinet is one in `three drawer cabinet`, and so is a pump in `two-stage pump`.
    """
    said = text[count.start : count.end]
    between = set(count.words[:-1])
    if _HYPHENED.match(said) or not _SHAPED.isdisjoint(between):
        return False
    last = said.split()[-1].lower()
    is_plural = stem(last) != last
    return is_plural or bool(_MULTIPLIED.match(said)) or between <= word_list("describing")


_OF_A_SIDE: Final = frozenset({"outer", "inner", "outside", "inside"})
"""Behind a name, the side whose diameter follows: flange outer diameter 80 mm."""
_NUMBERED: Final = lazy_regex(r"\d[ -]$")
_MULTIPLIED: Final = lazy_regex(r"(?:\d+ ?|\w+ )[x×] ", re.IGNORECASE)
_HYPHENED: Final = lazy_regex(r"\w+-")
_SHAPED: Final = frozenset({"legged", "wheeled", "sided", "tiered", "bladed"})


def also_at(count: StatedCount, start: int, end: int) -> StatedCount:
    """The count with one more place of the text that has it."""
    return msgspec.structs.replace(count, places=(*count.places, (start, end)))


_GLUED: Final = lazy_regex(r"(?!x(?![^\W\d_]))[^\W\d_]")
_BEARINGS: Final = lazy_regex(
    r"(?:60\d|6[2-9]\d|6[0-4]\d{2}) (?:[a-z-]+ )?bearings?\b|\d{1,2} [mh]\d{1,2} x \d",
    re.IGNORECASE,
)
"""A bearing by its number, a pin by its size: 608 bearings, 8 m6 x 30."""
_STUFF: Final = lazy_regex(r"\b(?:stainless|steel|inox|aisi|grade|alumini?um) $", re.IGNORECASE)
"""Ahead of the number of a grade: stainless 304."""
_RATED: Final = lazy_regex(r"[ -]?([^\W\d_]+)(?!-[^\W\d_]{3})")


_SIZED: Final = lazy_regex(
    r"\d{4,5} (?:brushless |bldc |outrunner |alumini?um |alu |slotted |t-slot )*"
    r"(?:motors?|stators?|cells?|profiles?|extrusions?)\b"
    r"|(?:[23468]0|45|90){2} (?:alumini?um |alu |v-slot |t-slot )*(?:frame|structure|rails?|beams?|v-slot|t-slot)\b",
    re.IGNORECASE,
)
"""A motor, a cell or a profile by the size in its name: 2212 motors, 18650 cells, 4040 profiles."""


def _is_of_a_name(text: str, number: WrittenNumber) -> bool:
    """Whether the number is part of a grade or a rating and counts nothing: 316L, 4S, 920 KV."""
    if number.spelled:
        return False
    if _STUFF.search(text, max(0, number.start - 12), number.start):
        return True
    if _BEARINGS.match(text, number.start) or _SIZED.match(text, number.start):
        return True
    if _is_behind_a_count(text, number) or _ALLOY.match(text, number.start):
        return True
    unit = _RATED.match(text, number.end)
    is_rated = unit is not None and unit[1].casefold() in word_list("ratings")
    return is_rated or bool(_GLUED.match(text, number.end))


_ALLOY: Final = lazy_regex(
    r"[1-8]\d{3}(?:[ -]T\d{1,3})? (?:series )?(?:alumini?um|alloy|steel|stainless)\b"
    r"|(?:30[1-9]|31[0-7]|321|347|4[1-4]0|904)[A-Z]{0,2} (?:grade )?(?:stainless|inox)\b",
    re.IGNORECASE,
)
"""An alloy by its number: fingers of 7075 aluminium, a tank of 304 stainless steel."""
_COUNTED: Final = lazy_regex(
    rf"(?:^|[\s,(])(?:\d{{1,2}}|a|an|{'|'.join(NUMBER_WORDS)}) $", re.IGNORECASE
)
_MODEL: Final = 1000
"""Numbers from which what stands behind a count names a model: six 2212 motors."""


def _is_behind_a_count(text: str, number: WrittenNumber) -> bool:
    before = text[max(0, number.start - 12) : number.start]
    return number.value >= _MODEL and _COUNTED.search(before) is not None


_LETTERED: Final = lazy_regex(r"(?<!Core )(?<!core )\bX[-/ ]?Y([-/ ]?Z)?\b")
"""An XY table has two axes."""


def _end_of(text: str, start: int, pieces: int, figures: Sequence[StatedFigure]) -> int:
    """The end of the phrase of so many stems."""
    left = pieces
    for word in words_of(text, start, min(len(text), start + 90)):
        if any(f.start <= word.start < f.end for f in figures):
            continue
        if word.lower[0].isalpha() and word.lower != "of" and stem(word.lower) not in _PACKS:
            left -= len([p for p in word.lower.split("-") if p])
        if left <= 0:
            return word.end
    return start


def is_trait(count: StatedCount) -> bool:
    """Whether it tells how the product is built or works (3-axis, two stages), without being a part."""
    return count.noun in word_list("count traits")


def is_thing(count: StatedCount) -> bool:
    """Whether what is counted is a thing that could be a part."""
    return count.noun not in _NOT_COUNTED and not is_trait(count)


def _is_one(text: str, number: WrittenNumber, nouns: list[str]) -> bool:
    """Whether a pair is one thing: a pair of scissors."""
    return text.startswith(("pair", "Pair"), number.start) and not _PAIRED.isdisjoint(nouns[-1:])


def _ends(text: str, word: TextWord, phrase: list[str]) -> bool:
    """Whether a noun phrase ends ahead of the word."""
    is_stop = word.lower in STOP_WORDS and not (phrase and is_noun(text, word))
    return is_stop or not word.lower[0].isalpha()


def _phrase(text: str, start: int, figures: Sequence[StatedFigure]) -> list[str]:
    """The stems of the noun phrase that follows, four words at most."""
    phrase: list[str] = []
    was_number = False
    line = text.find("\n", start, start + _REACH)
    for word in words_of(text, start, line if line >= 0 else min(len(text), start + _REACH)):
        if any(f.start <= word.start < f.end for f in figures):
            if phrase and not all(stem(p) in word_list("describing") for p in phrase):
                break
            phrase.clear()
            continue
        if not phrase and word.lower in _PASSED_OVER:
            continue
        is_number = word.text[0].isdigit() or (was_number and word.lower in word_list("ratings"))
        was_number = word.text[0].isdigit()
        if is_number and not phrase:
            continue
        if word.lower == "of" and (not phrase or phrase[-1] in _PACKS):
            phrase.clear()
            continue
        if _ends(text, word, phrase) or is_module(text, word):
            break
        if phrase and (_THREAD.match(word.text) or word.lower in _COLOURS):
            break
        phrase += [stem(piece) for piece in word.lower.split("-") if piece]
        if len(phrase) >= 4:
            break
    return phrase
