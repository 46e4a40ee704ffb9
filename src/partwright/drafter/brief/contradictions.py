"""Figures of a description that contradict each other or that no product can have; pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import pi, prod
from typing import Final

import msgspec

from partwright.drafter.brief.drawn_ranges import beyond_drawn
from partwright.drafter.brief.flat_walls import flat_wall_contradictions
from partwright.drafter.brief.gear_contradictions import gear_contradictions
from partwright.drafter.brief.part_contradictions import is_across, part_contradictions
from partwright.drafter.catalogue import LimitsRow, limits, word_list
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.figures import StatedFigure
from partwright.drafter.text.numbers import COUNT
from partwright.drafter.text.surroundings import is_for, is_held
from partwright.drafter.text.units import unit_at
from partwright.drafter.text.words import stems
from partwright.kit.patterns import lazy_regex

_ONE_VALUE: Final = frozenset({"height", "mass", "ratio", "size", "battery voltage"})
"""Quantities of which the whole has one value."""
_SAME: Final = 0.01
_ABSOLUTE_ZERO: Final = -273.15
_SECTION: Final = 2
"""Sides of a size that may be those of a section."""
_NEAR: Final = 3
"""Words beside a size that tell what it is of."""
_WHOLE: Final = 100.0
_MM3_PER_LITRE: Final = 1e6
_TUNGSTEN: Final = 19.3
"""Kilograms of a litre; nothing that products are made of is heavier."""
_OF_WHOLE: Final = frozenset(
    {"high", "tall", "height", "of", "total", "overall", "full", "the", "a"}
    | {"weigh", "weighing", "weight", "mass", "than", "more"}
)
_SHAFTS: Final = frozenset({"shaft", "axle", "spindle", "pin", "arbor", "pulley"})
_WALLS: Final = frozenset({"wall", "walled"})
_INSIDE: Final = frozenset({"build", "work", "working", "inner", "inside", "interior", "internal"})
_CUTS: Final = frozenset({"slot", "hole", "keyway", "pocket", "groove", "cutout", "window"})
"""What is cut into the whole: its size is not that of the whole."""
_WITHIN: Final = frozenset(
    {"top", "tabletop", "seat", "plate", "board", "panel", "door", "shelf", "screen", "base"}
    | {"lid", "tray", "deck", "drawer"}
)
"""Parts of which a size may be told: it is not that of the whole."""
_ZERO_RATIO: Final = lazy_regex(r"(?<![\w.:,])(?:0+ ?: ?\d+|\d+ ?: ?0+)(?![\w:.,])")


_WEIGHTLESS: Final = lazy_regex(
    r"\b(?:weigh(?:s|ing)? (?:nothing|zero)\b(?! (?:more|less|over|above|beyond|but|like|near|close|compared|in comparison|other|else|extra)\b)"
    r"|(?:is|be|completely|fully) weightless\b|without (?:any )?mass(?=\s*(?:$|[.,;:!?)\n]|and\b|or\b)))",
    re.IGNORECASE,
)
_NUMBER_BELOW: Final = lazy_regex(
    r"(?<![\w.,)-])(?<!\d )(?:(?:minus|negative) |(?<=with )[-−]|(?<=has )[-−]|(?<=have )[-−])"
    rf"(?P<number>{COUNT}) (?!degrees?\b)[a-z]{{3,}}s\b",
    re.IGNORECASE,
)
"""Fewer than no parts: minus three legs. A hyphen behind a blank begins a list as well."""


def contradictions(brief: DesignBrief) -> Iterator[str]:
    """The statements of the text that contradict each other, and those no product can meet."""
    figures = [_of_whole(_behind_part(brief, f), brief.title[-1:]) for f in brief.figures]
    is_stepped = "step" in {*brief.title} | {w.removesuffix("ped") for w in brief.title}
    # A stepped shaft has a length and a diameter for each step.
    has_steps = is_stepped and not _SHAFTS.isdisjoint(brief.title)
    told = [
        *_twice(() if has_steps else figures),
        *part_contradictions(brief),
        *gear_contradictions(brief),
        *flat_wall_contradictions(brief),
    ]
    yield from dict.fromkeys(told)
    yield from _beside_size([f for f in figures if not is_for(brief.text, f.start)])
    yield from _parts_above(figures)
    yield from _capacity(brief, figures)
    for figure in figures:
        if why := _impossible(brief, figure, figures):
            yield f"{figure.written}: {why}"
    if match := _ZERO_RATIO.search(brief.text) if "ratio" in brief.text.casefold() else None:
        yield f"{match.group()}: a ratio has no zero"
    for match in _NUMBER_BELOW.finditer(brief.text):
        if unit_at(brief.text, match.end("number")) is None:
            yield f"{match.group()}: a number of parts is not below zero"
    if match := _WEIGHTLESS.search(brief.text):
        yield f"{match.group()}: a thing has a mass"
    yield from beyond_drawn(brief)
    row = limits().get(brief.kind)
    if row is not None:
        yield from _beyond(brief, figures, row)


def _twice(figures: Sequence[StatedFigure]) -> Iterator[str]:
    for quantity in sorted(_ONE_VALUE):
        said = [f for f in figures if f.quantity == quantity and not is_of_a_part(f)]
        for one, other in pairwise(f for f in said if not is_across(f)):
            if _are_two(one, other) or _is_beyond(one, other) or _is_beyond(other, one):
                yield f"the {quantity} is {one.written} and {other.written}"


def _are_two(one: StatedFigure, other: StatedFigure) -> bool:
    """Whether two figures that are meant exactly differ."""
    is_exact = one.bound in ("none", "about") and other.bound in ("none", "about")
    return is_exact and len(one.values) == len(other.values) and _differ(one, other)


def _is_beyond(figure: StatedFigure, limit: StatedFigure) -> bool:
    """Whether an exact figure passes what another one says of the same at most, or at least."""
    if figure.bound != "none":
        return False
    if limit.bound == "most":
        return figure.low > limit.high * (1 + _SAME)
    return limit.bound == "least" and figure.high < limit.low * (1 - _SAME)


def is_of_a_part(figure: StatedFigure) -> bool:
    """Whether the words next to a figure name a part: seat height, 300 mm high handle."""
    about = figure.about[1:2] if figure.about[:1] == ("height",) else figure.about[:1]
    if about in (("high",), ("tall",)) and set(figure.about[1:3]) & word_list("side parts"):
        return True
    return len(figure.about) > 1 and bool(about) and about[0] not in _OF_WHOLE


def is_of_named_part(figure: StatedFigure, title: Sequence[str]) -> bool:
    """Whether it is that of a gusset, or a message tells it of a part: rails 100 mm high."""
    is_told = figure.origin.startswith("message")
    parts = _UPRIGHT_PARTS | word_list("side parts") if is_told else _BRACES
    return bool({*figure.about[:2]} & parts - {*title})


def of_part_before(
    text: str, figures: Iterable[StatedFigure], title: Sequence[str]
) -> list[StatedFigure]:
    """The figures; a side told right behind another of a part is of the same: drawer 400 wide, 150 high."""
    made: list[StatedFigure] = []
    for figure in figures:
        before = made[-1] if made else None
        if (
            before is not None
            and set(figure.about) <= _SIDES
            and before.origin == figure.origin != ""
            and is_of_named_part(before, title)
            and _NEXT_SIDE.fullmatch(text[before.end : figure.start])
        ):
            about = (*figure.about[:1], *before.about[1:2])
            made.append(msgspec.structs.replace(figure, about=about))
        else:
            made.append(figure)
    return made


_SIDES: Final = frozenset({"wide", "high", "deep", "long", "thick", "tall"})
_NEXT_SIDE: Final = lazy_regex(
    r"(?: (?:wide|high|deep|long|thick|tall))?(?:,| and|, and)? ", re.IGNORECASE
)


def replaces(later: StatedFigure, figure: StatedFigure, title: Sequence[str]) -> bool:
    """Whether what was said later goes in the place of the figure: not that of a part in that of the whole."""
    if not later.origin or later.origin == figure.origin:
        return False
    noun = later.quantity.partition(" ")[0]
    is_same = noun in later.about and noun in figure.about
    if is_same or later.about[:2] == figure.about[:2]:
        return True
    is_aside = is_of_named_part(later, title) and not {*later.about[:2]} <= {*figure.about}
    return not (is_of_a_part(later) or is_aside)


def _differ(one: StatedFigure, other: StatedFigure) -> bool:
    pairs = zip(one.values, other.values, strict=True)
    return any(abs(a - b) > _SAME * max(abs(a), abs(b)) for a, b in pairs)


def _behind_part(brief: DesignBrief, figure: StatedFigure) -> StatedFigure:
    """The figure, of the part right ahead of it whatever stands behind it: top 1200 x 500 spruce."""
    near = brief.text[max(0, figure.start - _AHEAD) : figure.start]
    ahead = stems(near)[-1:]
    is_part = bool(ahead) and ahead[0] in _UPRIGHT_PARTS and ahead[0] not in brief.title
    if is_part and figure.quantity == "height" and not _LISTED.search(near):
        return msgspec.structs.replace(figure, about=(*ahead, *figure.about))
    if figure.quantity != "size" or _WITHIN.isdisjoint(ahead) or figure.about[:1] == ahead:
        return figure
    return msgspec.structs.replace(figure, about=(*ahead, *figure.about))


_BRACES: Final = frozenset({"gusset"})
_AHEAD: Final = 16
_UPRIGHT_PARTS: Final = frozenset(
    {
        "board",
        "back",
        "backboard",
        "upstand",
        "panel",
        "leg",
        "lip",
        "rim",
        "railing",
        "rail",
        "fence",
        "skirt",
    }
)
"""Parts whose height stands behind their word: back board 300 mm high."""
_LISTED: Final = lazy_regex(r"[,;.:]\s*$")


def _of_whole(figure: StatedFigure, name: Sequence[str]) -> StatedFigure:
    """The figure; the size beside the name of a product such as a tray is that of the whole."""
    if figure.quantity != "size" or figure.about[:1] != tuple(name) or _WITHIN.isdisjoint(name):
        return figure
    return msgspec.structs.replace(figure, about=("overall", *figure.about[1:]))


def _size(figures: Sequence[StatedFigure], sides: int = 2) -> StatedFigure | None:
    """The size of the whole, of so many sides at least."""
    return next(
        (
            f
            for f in figures
            if f.quantity == "size" and len(f.values) >= sides and not _INSIDE & set(f.about[:2])
            if _CUTS.isdisjoint(f.about)
            if _WITHIN.isdisjoint(f.about[:1])
        ),
        None,
    )


def _beside_size(figures: Sequence[StatedFigure]) -> Iterator[str]:
    size = _size(figures, 3)
    if size is None or len(size.values) != 3:
        return
    for figure in figures:
        is_whole = figure.quantity == "height" and not figure.is_size and not is_of_a_part(figure)
        if is_whole and all(abs(figure.high - side) > _SAME * side for side in size.values):
            yield f"the size is {size.written} and the height {figure.written}"


def _parts_above(figures: Sequence[StatedFigure]) -> Iterator[str]:
    """A seat that is higher than its chair."""
    heights = [f for f in figures if f.quantity == "height" and not f.is_size]
    whole = next((f for f in heights if not is_of_a_part(f)), None)
    if whole is None:
        return
    for figure in heights:
        is_seat = figure.about[:2] in (("seat", "height"), ("height", "seat"))
        if is_seat and figure.low > whole.high * (1 + _SAME):
            yield f"the seat is {figure.written} high and the whole {whole.written}"


def _capacity(brief: DesignBrief, figures: Sequence[StatedFigure]) -> Iterator[str]:
    """More litres than the outside has, and an inside larger than the outside."""
    size, room = _size(figures, 3), 0.0
    if size is not None:
        room, told = prod(size.values), size.written
    else:
        across, high = brief.given("diameter"), brief.given("height")
        if across is None or high is None or is_of_a_part(high):
            return
        room, told = pi / 4 * across.high**2 * high.high, f"{across.written} by {high.written}"
    for figure in figures:
        is_held_in = figure.dimension == "volume" and figure.quantity in ("volume", "batch")
        if is_held_in and figure.low * _MM3_PER_LITRE > room * (1 + _SAME):
            yield f"{figure.written} do not fit into {told}, which are {room / _MM3_PER_LITRE:.3g} l"
    for figure in figures:
        is_inner = figure.dimension == "length" and bool(_INSIDE & set(figure.about[:2]))
        if size is not None and is_inner and len(figure.values) == 3 and figure is not size:
            inner, outer = sorted(figure.values), sorted(size.values)
            if any(a > b * (1 + _SAME) for a, b in zip(inner, outer, strict=True)):
                yield f"{figure.written} inside is larger than {size.written} outside"


def _impossible(brief: DesignBrief, figure: StatedFigure, figures: Sequence[StatedFigure]) -> str:
    if figure.dimension == "temperature" and figure.low < _ABSOLUTE_ZERO:
        return "nothing is colder than absolute zero"
    if figure.quantity == "efficiency" and figure.high > _WHOLE:
        return "an efficiency cannot be above 100 %"
    is_nothing = figure.high == 0 and figure.dimension in ("length", "mass")
    if is_nothing or figure.is_below_nothing:
        return "expected more than 0"
    is_place = brief.text.startswith(" from ", figure.end)
    if figure.quantity == "thickness" and not (figure.is_size or is_place):
        return _too_thick(figure, figures)
    size = _size(figures, 3)
    if figure.quantity == "mass" and size is not None and not is_of_a_part(figure):
        heaviest = prod(size.values) / _MM3_PER_LITRE * _TUNGSTEN
        if figure.low > heaviest and not is_held(brief.text, size.start):
            return f"{size.written} of tungsten weigh {heaviest:.3g} kg"
    return ""


def _too_thick(figure: StatedFigure, figures: Sequence[StatedFigure]) -> str:
    size = _size(figures)
    if size is not None and _WALLS & set(figure.about) and 2 * figure.high >= size.low:
        return f"two walls leave no room in {size.written}"
    if size is not None and figure.high > size.high:
        return f"thicker than the whole of {size.written}"
    height = next((f for f in figures if f.quantity == "height" and not is_of_a_part(f)), None)
    if height is not None and not height.is_size and figure.high >= height.high:
        return f"thicker than the whole is high, {height.written}"
    return ""


def _beyond(brief: DesignBrief, figures: Sequence[StatedFigure], row: LimitsRow) -> Iterator[str]:
    """The figures beyond the widest range that is built of the kind."""
    yield from _overloaded(brief, row)
    for figure in figures:
        is_other = is_for(brief.text, figure.start) or is_held(brief.text, figure.start)
        if figure.bound == "within" or (is_other and figure.quantity != "load"):
            continue
        told, span = _span_of(figure, row)
        if span is None:
            continue
        low, high = span
        if figure.high < low or (figure.low > high and figure.bound != "most"):
            article = "an" if brief.kind[0] in "aeiou" else "a"
            span_told = told.format(f"{low:g} to {high:g}")
            yield f"{figure.written}: {article} {brief.kind} {span_told}"


def _overloaded(brief: DesignBrief, row: LimitsRow) -> Iterator[str]:
    """A load that a product of so little mass cannot carry."""
    mass, load = brief.given("mass"), brief.given("load")
    if not row.carries or mass is None or load is None or mass.bound == "least":
        return
    is_kilograms = mass.dimension == load.dimension == "mass"
    if is_kilograms and load.low > mass.high * row.carries:
        told = f"carries at most {row.carries:g} times what it weighs"
        yield f"{mass.written} and {load.written}: a {brief.kind} {told}"


def _is_whole_size(figure: StatedFigure) -> bool:
    """Whether a size is not that of a part beside it: legs 80 x 80 mm."""
    is_beside = word_list("side parts") & set(figure.about[: _NEAR + 1])
    return len(figure.values) > _SECTION or not (is_beside or is_across(figure))


def _span_of(figure: StatedFigure, row: LimitsRow) -> tuple[str, tuple[float, float] | None]:
    """A sentence on the side of the whole that a figure is of, and the range that it may be in."""
    if figure.dimension == "length":
        if figure.quantity == "height" and not is_of_a_part(figure):
            return "is {} mm high", row.height or row.longest
        is_side = figure.quantity in ("size", "length", "width", "reach") and (
            _is_whole_size(figure) if figure.is_size else not is_of_a_part(figure)
        )
        return "is {} mm long", row.longest if is_side else None
    if figure.dimension == "mass" and figure.quantity == "mass":
        return "weighs {} kg", row.mass
    if figure.dimension == "mass" and figure.quantity == "load":
        return "carries {} kg", row.load
    return "", None
