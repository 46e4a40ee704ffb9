"""Tells a mass of the product itself from one that it carries, where no word says which."""

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from partwright.drafter.catalogue import LimitsRow, kinds, limits, word_list
from partwright.drafter.text.figures import StatedFigure
from partwright.drafter.text.words import TextWord, stem
from partwright.kit.patterns import lazy_regex

_NEXT: Final = 12
"""Characters between the product's name and a mass that is its own."""
_BARE: Final = lazy_regex(r"(?:^|[,;(\n])\s*(?:only |about |ca\.? )?$")
_OF_IT: Final = lazy_regex(r"\b(?:of|with)\s*(?:only |about |ca\.? )?$", re.IGNORECASE)
_MOST: Final = lazy_regex(r"\bmax(?:\.|imum)?\s*$", re.IGNORECASE)
_PRESSING: Final = lazy_regex(r"given force = [^\n]*<-[^\n]*\bload\b")
"""In the recipe of what presses with so many kilograms: an arbor press 500 kg."""
_USUAL: Final = 5
"""Products weigh seldom more than this part of the most that is built of their kind."""
_HEAVY: Final = frozenset({"load", "seat", "lifting"})
_CARRIERS: Final = frozenset(
    stem(word)
    for word in (
        *(
            "cart",
            "trailer",
            "wagon",
            "trolley",
            "dolly",
            "barrow",
            "wheelbarrow",
            "sled",
            "carrier",
        ),
        *("hoist", "crane", "jack", "winch", "lift", "hook", "shackle", "pallet", "rack", "shelf"),
    )
)
"""Names of products of no known kind that are told by what they carry: a boat trailer, 350 kg."""


def with_own_masses(
    text: str, figures: list[StatedFigure], kind: str, phrase: Sequence[TextWord]
) -> list[StatedFigure]:
    """A mass said without a word is the product's own where such a product carries nothing.

    Of one that carries, where what it carries is told beside it: 1.3 kg, load 8 kg.
    """
    ranges = _ranges(kind, phrase)
    figures = [_too_light(text, _of_base(figure, kind), ranges) for figure in figures]
    figures = _least_of_several(text, figures)
    row = kinds().get(kind)
    if row is not None and _HEAVY & set(row.traits) and not row.bare_mass:
        figures = [_carried(text, figure, ranges) for figure in figures]
        figures = [_of_the_product(text, figure, kind, phrase) for figure in figures]
        if not any(_is_load_for_sure(text, f) for f in figures):
            return figures
        return [
            msgspec.structs.replace(f, quantity="mass")
            if _is_load(f) and not f.origin and _stands_alone(text, f)
            else f
            for f in figures
        ]
    carries = {stem(word.lower) for word in phrase[-1:]} & _CARRIERS
    if carries if row is None else _PRESSING.search(row.tree):
        return figures
    begins, ends = (phrase[0].start, phrase[-1].end) if phrase else (0, 0)
    return [
        msgspec.structs.replace(f, quantity="mass")
        if f.quantity == "load"
        and f.dimension == "mass"
        and f.unit != "t"
        and not f.origin
        and (
            _stands_alone(text, f)
            or (f.end <= begins and begins - f.end < _NEXT)
            or (0 <= f.start - ends < _NEXT and _is_link(text[ends : f.start]))
        )
        else f
        for f in figures
    ]


def _of_base(figure: StatedFigure, kind: str) -> StatedFigure:
    """The mass that a base or a counterweight has rather than bears: a lamp with a base of 2 kg."""
    row = kinds().get(kind)
    near = [word for word in figure.about if word not in _SMALL][:1]
    if not _is_load(figure) or not near:
        return figure
    is_base = near[0] in _BASES and row is not None and f"mass@{near[0]}" in row.tree
    is_weight = near[0] in word_list("weights")
    return msgspec.structs.replace(figure, quantity="mass") if is_base or is_weight else figure


_BASES: Final = frozenset({"base", "foot"})
_SMALL: Final = frozenset(
    {"of", "a", "an", "the", "with", "about", "weighted", "heavy", "solid", "cast", "iron", "steel"}
)


def _is_link(between: str) -> bool:
    """Whether nothing but `of` stands between the name and its mass: kettlebell 24 kg."""
    return not between.strip() or _OF_IT.search(between) is not None


def _ranges(kind: str, phrase: Sequence[TextWord]) -> LimitsRow | None:
    """The ranges of such a product, of its own name first: a bookcase is no shelf of a wall."""
    head = stem(phrase[-1].lower) if phrase else ""
    return limits().get(kind) and limits().get(head, limits()[kind])


def _too_light(text: str, figure: StatedFigure, row: LimitsRow | None) -> StatedFigure:
    """A bare mass below what anything of the kind is built to carry is its own."""
    if row is None or row.load is None or not _is_load(figure) or not _stands_alone(text, figure):
        return figure
    is_own = figure.high < max(row.load[0], row.own) and not figure.origin
    return msgspec.structs.replace(figure, quantity="mass") if is_own else figure


def _of_the_product(
    text: str, figure: StatedFigure, kind: str, phrase: Sequence[TextWord]
) -> StatedFigure:
    """A mass right behind the name, `a table of 30 kg`, where such a product may well weigh that."""
    row = limits().get(kind)
    if row is None or not _is_load(figure) or figure.origin or not phrase:
        return figure
    if figure.unit == "t" or "lifting" in kinds()[kind].traits:
        return figure
    end = phrase[-1].end
    between = text[end : figure.start]
    is_next = not between.strip() and figure.high <= row.own
    is_behind = 0 <= figure.start - end < _NEXT and (is_next or _OF_IT.search(between))
    is_likely = row.mass[0] <= figure.high <= row.mass[1] / _USUAL
    return msgspec.structs.replace(figure, quantity="mass") if is_behind and is_likely else figure


def _least_of_several(text: str, figures: list[StatedFigure]) -> list[StatedFigure]:
    """Of two masses without a word the product has the small one and bears the large one: hoist, 500 kg, 9 kg."""
    bare = [f for f in figures if _is_load(f) and not f.origin and _stands_alone(text, f)]
    if len(bare) != _A_PAIR or any(f.quantity == "mass" for f in figures):
        return figures
    least, most = sorted(bare, key=lambda figure: figure.high)
    if least.high * _APART > most.high:
        return figures
    return [msgspec.structs.replace(f, quantity="mass") if f is least else f for f in figures]


_A_PAIR: Final = 2
_APART: Final = 3
"""So many times its own mass bears what says both."""


def _is_load_for_sure(text: str, figure: StatedFigure) -> bool:
    is_mass = figure.dimension == "mass"
    return figure.quantity == "load" and not (is_mass and _stands_alone(text, figure))


def _is_load(figure: StatedFigure) -> bool:
    return figure.quantity == "load" and figure.dimension == "mass"


def _carried(text: str, figure: StatedFigure, row: LimitsRow | None) -> StatedFigure:
    """The load that such a product bears at most, where the text says `max 80 kg` and nothing else."""
    least = 0.0 if row is None or row.load is None else row.load[0]
    own = row.own if row is not None and row.load and _is_by_itself(text, figure) else 0.0
    is_too_light = figure.high < max(least, own)
    is_most = figure.quantity == "mass" and figure.dimension == "mass" and not is_too_light
    if is_most and _MOST.search(text[max(0, figure.start - 12) : figure.start]):
        return msgspec.structs.replace(figure, quantity="load")
    return figure


def _is_by_itself(text: str, figure: StatedFigure) -> bool:
    """Whether no word behind the figure tells of what it is the most: max 24 kg per shelf."""
    return re.match(r"\s*(?:[,;.)\n]|$)", text[figure.end : figure.end + 12]) is not None


def _stands_alone(text: str, figure: StatedFigure) -> bool:
    """Whether the figure stands between commas by itself."""
    before = _BARE.search(text[max(0, figure.start - 12) : figure.start])
    return bool(
        before
        and re.match(
            r"\s*(?:max(?:imum|\.)?\s*)?(?:[,;.)\n]|$)", text[figure.end : figure.end + 12]
        )
    )
