"""The brief read from a description: the product, its figures and counts, its conditions."""

import re
from collections.abc import Mapping, Sequence

import msgspec

from partwright.drafter.text.counts import is_of_whole
from partwright.drafter.text.figures import StatedCount, StatedFigure
from partwright.drafter.text.shapes import ShapeMention
from partwright.drafter.text.words import TextSpan, TextWord, stem, words_of
from partwright.kit.patterns import lazy_regex

_PARTED = 30
"""Letters that a comma counts for between a count and the part that has it."""
_PARTING = lazy_regex(r"[,;]| and ")
_FAR = 80
"""Letters from which a count is no longer said of a part."""
_NO_OWNER = frozenset(
    {"with", "and", "of", "has", "having", "each", "module", "gear", "gears", "mm"}
)
"""Words behind a comma and before a count that name nothing else to have it."""
_TOOTHED = ("spline", "shaft", "pinion", "wheel", "sprocket", "pulley", "rack", "worm", "belt")
"""Stems of other things that may have what is counted."""


class PartMention(msgspec.Struct, frozen=True):
    """A component, material or property that the text names."""

    key: str
    start: int
    end: int
    number: int = 0
    """How many, 0 where the text does not count them."""
    words: str = ""
    """As the text has it."""


class BriefClause(msgspec.Struct, frozen=True):
    """A statement about the product that is not a figure."""

    text: str
    start: int
    end: int
    priority: str


class DesignBrief(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that was read out of a description, the answers and the user's messages."""

    description: str
    text: str
    """Description, answers and messages in one typography; all places below point into it."""
    sentences: tuple[TextSpan, ...]
    name: str
    """The product as one would call it."""
    title: tuple[str, ...]
    """Stems of the product's name, its head last."""
    kind: str
    """Key of the product kind, empty where none fits."""
    figures: tuple[StatedFigure, ...] = ()
    counts: tuple[StatedCount, ...] = ()
    components: tuple[PartMention, ...] = ()
    parts: tuple[PartMention, ...] = ()
    """Parts that a list in the text names and the catalogue of components does not know."""
    materials: tuple[PartMention, ...] = ()
    properties: tuple[PartMention, ...] = ()
    shapes: tuple[ShapeMention, ...] = ()
    """Words of shape, and what they are said of."""
    clauses: tuple[BriefClause, ...] = ()
    functions: tuple[str, ...] = ()
    """What it does, where no kind fits: keys of the catalogue of functions."""
    denied: frozenset[str] = frozenset()
    """Stems of what it must not have."""
    denials: tuple[tuple[TextSpan, frozenset[str]], ...] = ()
    """Where it says so, and the stems there."""
    settled: Mapping[str, str] = {}
    """Answers by the id of their question."""
    messages: Sequence[str] = ()
    told_from: int = 0
    """Where the first message begins in the text; its length where there is none."""
    supply: str = ""
    """Where its energy comes from: mains, battery, usb, dc, solar, air, hydraulic, hand, none."""

    def has(self, prop: str) -> bool:
        """Whether the text states the property (key of `properties.toml`)."""
        return any(m.key == prop for m in self.properties)

    def given(self, quantity: str) -> StatedFigure | None:
        """The figure for the quantity, the user's latest word before the description's first."""
        fitting = [f for f in self.figures if f.quantity == quantity]
        later = [f for f in fitting if f.origin]
        if later:
            return later[-1]
        return fitting[0] if fitting else None

    def counted(self, noun: str) -> int:
        """The number of the thing that the text asks for; 0 where it does not say."""
        for count in reversed(self.counts):
            if noun in (count.noun, " ".join(count.words[-2:])):
                return count.number
        for count in self.counts:
            # Three drawers, of a three drawer cabinet.
            if count.words[-2:-1] == (noun,) and not is_of_whole(self.text, count):
                return count.number
        return next((m.number for m in self.components if m.key == noun and m.number), 0)

    def counted_of(self, noun: str, parts: Sequence[str]) -> int:
        """The number of the noun that the text gives the first part, and nothing else nearer to it.

        The teeth of the sun gear, not those of its planets or of a spline; 0 where the text does not say.
        """
        said = [word for word in words_of(self.text) if stem(word.lower) in (*parts, *_TOOTHED)]
        numbers: list[tuple[int, int]] = []
        for count in self.counts if said else ():
            if noun not in count.words:
                continue
            for place in ((count.start, count.end), *count.places):
                apart, part = min((self._apart(place, w), stem(w.lower)) for w in said)
                if part == parts[0] and apart < _FAR:
                    numbers.append((apart, count.number))
        return min(numbers, default=(0, 0))[1]

    def _apart(self, place: tuple[int, int], word: TextWord) -> int:
        """The distance of a word from a count in letters, further where something parts them."""
        start, end = place
        between = self.text[min(end, word.end) : max(start, word.start)]
        clauses = re.split(r"[,;]", between)
        if word.end <= start and len(clauses) > 1:
            own = re.findall(r"[^\W\d_]+", clauses[-1].casefold())
            if not _NO_OWNER.issuperset(own):
                return _FAR
        return len(between) + _PARTED * len(_PARTING.findall(between))
