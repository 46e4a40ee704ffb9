"""The product kinds of the catalogue, and which of them a description means."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from partwright.drafter.catalogue import functions, kinds, materials, word_list
from partwright.drafter.text.figures import StatedCount, StatedFigure
from partwright.drafter.text.lexicon import LexiconToken, PhraseHit, Phrases, phrases_of
from partwright.drafter.text.tooth_counts import teeth_of
from partwright.drafter.text.words import stem
from partwright.drafter.text.words import stems as stems_of


@cache
def _phrases() -> Phrases:
    return phrases_of(kinds())


def spelled(name: Sequence[str]) -> str:
    """The kind that just these words together are called; empty for none."""
    return _phrases().meaning(name)


def kind_of(title: Sequence[str], stems: Sequence[str], told: Sequence[str]) -> str:
    """The kind that the product's name ends in, or one it contains and that says so itself.

    Of a product with a name that says nothing: a kind that the text spells out in two words, else
    the kind that does what the text says first.
    """
    by_head = headed(title, stems)
    if by_head is not None:
        return by_head
    hits = [h for h in _found(title) if stemmed(kinds()[h.key].unlike).isdisjoint(title)]
    if _is_accessory(title):
        return ""
    leading = [h for h in hits if kinds()[h.key].leads]
    if leading:
        return leading[0].key
    opening = [
        h
        for h in _found(stems[: len(title) + 4])
        if h.length > 1
        and stemmed(kinds()[h.key].unlike).isdisjoint(title)
        and not _is_held(h, title, stems)
    ]
    if opening:
        return opening[0].key
    if title and title[-1] == "tool":
        return "hand tool"
    if title and title[-1] not in word_list("vague"):
        return ""
    return _of_a_vague_name(title, hits, stems, told)


def _is_accessory(title: Sequence[str]) -> bool:
    """Whether the name ends in what goes with the product it names: a scooter charger dock."""
    heads = [word for word in title[-2:] if word not in word_list("vague tails")]
    return bool(heads) and heads[-1] in stemmed(tuple(word_list("accessories")))


_GEARED: Final = "gear pair"
_PAIR: Final = 2


def _of_gears(title: Sequence[str], counts: Sequence[StatedCount]) -> str:
    """The kind of gears that the text gives two numbers of teeth; empty for others."""
    row = kinds().get(_GEARED)
    is_gear = title[-1:] in (("gear",), ("pinion",))
    if row is None or not is_gear or not stemmed(row.unlike).isdisjoint(title):
        return ""
    is_other = any(one.noun in ("gear", "pinion") and one.number != _PAIR for one in counts)
    return _GEARED if len(teeth_of(counts)) == _PAIR and not is_other else ""


def kind_told(
    title: Sequence[str], stems: Sequence[str], told: Sequence[str], counts: Sequence[StatedCount]
) -> str:
    """The kind by its name, else by what the text counts."""
    key = kind_of(title, stems, told) or _of_gears(title, counts)
    row = kinds().get(key)
    others = row.becomes.items() if row else ()
    return next((k for k, words in others if not stemmed(words).isdisjoint(stems)), key)


def is_larger_than_said(key: str, text: str) -> bool:
    """Whether a size said alone is not of the whole: of a work area, or of a body with a pole above it."""
    row = kinds().get(key)
    if row is None:
        return False
    return row.works_on_size or stands_beyond(key, text)


def stands_beyond(key: str, text: str) -> bool:
    """Whether parts that the text names stand out beyond the size that it says of the body."""
    row = kinds().get(key)
    return row is not None and not stemmed(row.beyond).isdisjoint(stems_of(text))


def headed(title: Sequence[str], stems: Sequence[str]) -> str | None:
    """The kind of the name's last words; empty where the rest of the name makes it another product."""
    end = len(title)
    is_stood = len(title) > 1 and _STOOD_ON.issuperset(title[:-1])
    if is_stood and (meant := _spelled_behind(title[-1:], stems)):
        return meant
    while end > _COUNTED and title[end - 2] in _NUMBERS and title[end - 1] in _COUNTED_TRAITS:
        end -= _COUNTED
    while end > 0:
        for first in range(end):
            key = _phrases().meaning(title[first:end])
            if key:
                is_bare = all(_qualifies(word) for word in title[:first])
                behind = _spelled_behind(title[first:end], stems) if is_bare else ""
                if behind:
                    return behind
                is_other = is_other_product(key, title[:first], title[first:end], stems)
                return "" if is_other else key
        if title[end - 1] not in word_list("vague tails") | stemmed(tuple(word_list("trailing"))):
            break
        end -= 1
    if title and all(_qualifies(word) for word in title[:-1]):
        return _spelled_behind(title[-1:], stems) or None
    return None


_STOOD_ON: Final = frozenset(
    {"bench", "desk", "table", "wall", "floor", "benchtop", "desktop", "tabletop"}
)
"""Ahead of a noun these tell where it stands: a bench stand for a soldering iron."""


def _spelled_behind(head: Sequence[str], stems: Sequence[str]) -> str:
    """The kind that what stands behind the head spells: a stand for a tablet, a chest of drawers."""
    content = _behind(head[-1], ("of",), stems[: len(head) + _NEAR])[:1]
    of_it = _phrases().meaning((*head, "of", *content)) if content else ""
    if of_it:
        return of_it
    purpose = _behind(head[-1], _HOLDS, stems[: len(head) + _NEAR])
    purpose = purpose or _done_to(head, stems)
    ends = range(1, len(purpose) + 1)
    runs = (purpose[first:end] for end in ends for first in range(end))
    meant = (_phrases().meaning((*run, *head)) for run in runs)
    return next((key for key in meant if key), "")


def _done_to(head: Sequence[str], stems: Sequence[str]) -> Sequence[str]:
    """The words of a clause right behind the head: a dispenser that hands out tablets."""
    for place, word in enumerate(stems[:_NEAR]):
        if word == head[-1] and stems[place + 1 : place + 2] and stems[place + 1] in _RELATIVES:
            clause = stems[place + 2 : place + 2 + _NEAR]
            return [one for one in clause if one not in _ARTICLES and one not in word_list("stop")]
    return ()


def _of_a_vague_name(
    title: Sequence[str], hits: Sequence[PhraseHit], stems: Sequence[str], told: Sequence[str]
) -> str:
    if hits:
        return hits[-1].key
    in_words = [h for h in _found(stems[:80]) if h.length > 1 and not _is_held(h, title, stems)]
    if in_words:
        return in_words[0].key
    if len(title) > 1 or len(told) >= _SEVERAL:
        return ""
    doing = (functions()[f].kind for f in told)
    return next((kind for kind in doing if kind), "")


def _is_held(hit: PhraseHit, title: Sequence[str], stems: Sequence[str]) -> bool:
    """Whether the name of another thing ends ahead of the hit: an elevator with a rack and pinion."""
    is_named = len(title) > 1 or (bool(title) and title[-1] not in word_list("vague"))
    return is_named and not _HELD.isdisjoint(stems[: hit.first])


def is_other_product(
    key: str, before: Sequence[str], head: Sequence[str], stems: Sequence[str]
) -> bool:
    """Whether what qualifies a kind's name makes another product of it: a heat pump, a test tube rack."""
    row = kinds()[key]
    opening = stems[: len(before) + len(head) + _NEAR]
    purpose = _behind(head[-1], ("for",), opening)
    told = (*before, *head, *_behind(head[-1], _OF_IT, opening))
    if not stemmed(row.unlike).isdisjoint(told):
        return True
    if len(head) > 1 or head[0] not in stemmed(row.broad):
        return False
    plain = stemmed(row.plain)
    telling = [word for word in before if not _qualifies(word)]
    meant = [word for word in purpose if not _qualifies(word)]
    is_for_other = bool(meant) and plain.isdisjoint(meant)
    return is_for_other or not plain.issuperset(telling)


def _behind(head: str, links: tuple[str, ...], opening: Sequence[str]) -> list[str]:
    """The nouns behind a word such as `for` right after the head: a stand for a microscope."""
    for place, word in enumerate(opening):
        if word == head and place + 1 < len(opening) and opening[place + 1] in links:
            said = opening[place + 2 :]
            behind = [w for w in said if w not in _ARTICLES and not w[:1].isdigit()]
            while behind and (behind[0] in _UNITS or behind[0] == "x"):
                behind = behind[1:]
            ending = (
                n
                for n, w in enumerate(behind)
                if w in word_list("stop") or w in _UNITS or not w[0].isalpha()
            )
            end = next(ending, len(behind))
            return behind[: min(end, _NOUNS)]
    return []


def _qualifies(word: str) -> bool:
    return (
        word in stemmed(tuple(word_list("qualifying")))
        or word[:1].isdigit()
        or word.endswith(_MANNERS)
        or word in stemmed(tuple(word_list("describing")))
        or word in _material_words()
    )


@cache
def _material_words() -> frozenset[str]:
    return frozenset(
        w
        for row in materials().values()
        for said in row.words
        if " " not in said
        for w in stems_of(said)
    )


@cache
def stemmed(words: tuple[str, ...]) -> frozenset[str]:
    """The stems of a list's words."""
    return frozenset(stem(word) for word in words)


_NUMBERS = frozenset({"single", "one", "two", "three", "four", "five", "six", "double", "twin"})
_COUNTED_TRAITS = frozenset({
    "stage", "legged", "tier", "phase", "speed", "door", "drawer", "shelf", "leg", "compartment",
})  # fmt: skip
"""Behind a number these tell of what stands ahead of both: gearbox two-stage, cabinet two doors."""
_COUNTED = 2
_MANNERS = ("able", "ible", "proof", "less", "-mount", "-mounted")
_OF_IT = ("for", "of", "with", "für", "mit", "pour", "para")
"""Before what a product is for or has, in names that nothing else tells the language of."""
_HELD = frozenset({"with", "for"})
"""Behind them stand parts of a product and what it is for, and not its name."""
_HOLDS = ("for", "holding", "carrying", "storing")
_RELATIVES = frozenset({"that", "which", "to"})
_ARTICLES = frozenset({"a", "an", "the", "my", "our", "one", "two", "three", "four", "your", "all"})
_UNITS = frozenset(
    [
        "l",
        "min",
        "mm",
        "cm",
        "m",
        "kg",
        "g",
        "t",
        "v",
        "w",
        "kw",
        "bar",
        "mbar",
        "pa",
        "n",
        "nm",
        "rpm",
        "h",
        "s",
        "hz",
        "inch",
    ]
)
_NEAR = 9
_NOUNS = 3

_MAINS_VOLTS = 90


def fitting(key: str, figures: Sequence[StatedFigure], supply: str) -> str:
    """The kind, or its smaller relation where mass, size, voltage or supply rule its scale out.

    Empty where there is no such relation: then the functions make the product.
    """
    row = kinds().get(key)
    if row is None or not row.smaller:
        return key
    is_small = any(
        (f.quantity == "mass" and f.high < row.least_mass)
        or (f.quantity in ("size", "length", "height") and f.high < row.least_size)
        or (f.quantity == "battery voltage" and f.high < _MAINS_VOLTS)
        for f in figures
    )
    return row.smaller if is_small or supply in ("battery", "usb") else key


def of_wood(key: str, wood: Sequence[str], stems: Sequence[str], supply: str) -> str:
    """The kind, or the one without a drive that it is in wood: a toy car of beech.

    A toy of which nothing tells a drive or a material is the plain one too.
    """
    row = kinds().get(key)
    if row is None or not row.wooden or supply not in ("", "none", "hand"):
        return key
    is_other = not stemmed(kinds()[row.wooden].unlike).isdisjoint(stems)
    if is_other or not _DRIVEN.isdisjoint(stems):
        return key
    families = {materials()[one].family for one in wood}
    is_plain = "toy" in stems and not wood and _NOT_OF_WOOD.isdisjoint(stems)
    return row.wooden if "wood" in families or is_plain else key


_DRIVEN = stemmed((
    "rc", "remote", "radio", "controlled", "motor", "battery", "motorised", "motorized", "electric",
    "speed", "servo", "bluetooth", "wifi", "programmable", "robot", "arduino",
))  # fmt: skip
"""Stems of what drives a toy."""
_NOT_OF_WOOD = stemmed((
    "tin", "metal", "plastic", "sheet", "rubber", "printed", "led", "light", "lights", "sound", "app", "spring",
    "phone", "clockwork", "wind-up", "solar",
))  # fmt: skip
"""Stems that tell of a toy that it is not the plain wooden one."""
_SEVERAL = 3
"""A product of so many functions is built of their modules rather than as a kind of one."""


def _found(stems: Sequence[str]) -> list[PhraseHit]:
    return _phrases().find([LexiconToken(word, n, n + 1) for n, word in enumerate(stems)])
