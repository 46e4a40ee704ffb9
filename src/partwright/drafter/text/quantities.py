"""The subject of a figure, told by the words next to it."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, Literal

import msgspec

from partwright.drafter.catalogue import QuantityRow, quantity_rows
from partwright.drafter.drafts import RequirementType, VerificationMethod
from partwright.drafter.text.figures import StatedFigure
from partwright.drafter.text.words import TextSpan, stem, words_of
from partwright.kit.patterns import lazy_regex


class Quantity(msgspec.Struct, frozen=True):
    """A physical quantity of a product, and how a requirement about it reads."""

    key: str
    dimensions: tuple[str, ...]
    name: str
    say: str
    sense: Literal["least", "most", "is"]
    requirement_type: RequirementType
    verification: VerificationMethod
    topics: tuple[str, ...]
    is_default: bool
    cues: re.Pattern[str] | None


_CUE_END: Final = r"(?!\w| (?:brac(?:es?|ing)|struts?|cups?)\b)"
"""Behind a cue, what makes it the name of a part: a diagonal brace, a suction cup."""


@cache
def quantities() -> Mapping[str, Quantity]:
    """The catalogue of quantities by key."""
    return {key: _quantity(key, row) for key, row in quantity_rows().items()}


def _quantity(key: str, row: QuantityRow) -> Quantity:
    pattern = "|".join(re.escape(c) for c in sorted(row.cues, key=len, reverse=True))
    return Quantity(
        key=key,
        dimensions=row.dim,
        name=row.name,
        say=row.say,
        sense=row.sense,
        requirement_type=row.type,
        verification=row.verify,
        topics=row.topics,
        is_default=row.default,
        cues=re.compile(rf"(?<!\w)(?:{pattern}){_CUE_END}", re.IGNORECASE) if row.cues else None,
    )


@cache
def _of_dimension(dimension: str) -> tuple[Quantity, ...]:
    return tuple(q for q in quantities().values() if dimension in q.dimensions)


_MOBILE: Final = lazy_regex(
    r"batter|charg|fl[iy]|solar|runtime|run time|autonom|cordless|endurance|laufzeit|akku|portable|standby|hour",
    re.IGNORECASE,
)
_WINGED: Final = lazy_regex(
    r"propell|rotor|drone|copter|turbine|impeller|\bfan\b|windmill|uav|aircraft|plane",
    re.IGNORECASE,
)
_DEEP: Final = 3000.0
"""Millimetres from which a depth in metres is of water, not of the product."""
_BORE: Final = 60.0
"""Millimetres below which what is said of a hose or cable is its width."""
_COARSE: Final = 50.0
"""Millimetres above which what is said of a filter is its own size: a 10 inch cartridge."""
_TOO_FOREIGN: Final = 6
_THIN_ONES: Final = frozenset({"width", "dimension", "length", "height"})
_SIDES: Final = frozenset({"length", "width", "depth", "height"})
"""Of the room a machine works in, where they are said of it: build height."""
_SHEET: Final = 60.0
_OF_SHEET: Final = lazy_regex(
    r"\s*(?:mild |stainless |galvani[sz]ed |thick |baltic |birch |beech |poplar |marine |oak |pine |spruce |larch |walnut |ash |cedar )*(?:steel|alumini?um|sheet|plywood|chipboard|particle ?board|mdf|plate|brass|acrylic|glass)"
    r"\b(?! (?:tub|rod|bar|pipe|shaft|wire|ball|leg|pin))",
    re.IGNORECASE,
)
_WOODS: Final = "wood|oak|beech|ash|pine|spruce|larch|birch|walnut|maple|cherry|bamboo"
_OF_WOOD: Final = lazy_regex(
    r" ?(?:thick |solid |planed |rough |oiled |massive )*"
    rf"(?:{_WOODS}|timber|fir|cedar|poplar|teak)(?: wood| timber| boards?| planks?)?(?= ?(?:$|[,.;)]|\b(?:and|with|for|that|which)\b))",
    re.IGNORECASE,
)
"""Behind a thickness of what all is made of: made of 18 mm larch."""
_MADE_OF: Final = lazy_regex(
    r"(?<!legs )(?<!leg )(?<!posts )(?<!post )(?<!rungs )(?<!bars )(?<!poles )(?<!pole )(?<!rods )\b(?:of|from|in) $",
    re.IGNORECASE,
)
"""Ahead of it; of legs it would be how thick they are across."""
_SHEET_OF: Final = lazy_regex(
    r"\b(?:steel|alumini?um|sheet|plywood|chipboard|particle ?board|mdf|plates?|brass|acrylic|planks?|boards?|panels?"
    rf"|{_WOODS})(?: of)? $",
    re.IGNORECASE,
)
"""Ahead of a thickness that stands alone: steel 5 mm."""
_THICK: Final = 15.0
_SAID_THICK: Final = (("thick",), ("thickness",))
_WALL_ASIDE: Final = lazy_regex(
    r"\bwall (?!thick)[a-z][^,;.]*,(?:(?!thick|sheet|plate|walls)[^;.])*$", re.IGNORECASE
)
"""A wall that the thing hangs on, with a comma before the figure: wall hook, 60 mm."""
_OF_LONG: Final = lazy_regex(
    r"\b(?:arm|leg|mast|pole|post|handle|rail|beam|boom|lever|spout)s? of $", re.IGNORECASE
)
"""Ahead of the length of a long part: arms of 35 cm."""
_OF_POLE: Final = lazy_regex(r"\b(?:mast|pole|post)s? of $", re.IGNORECASE)
"""Ahead of a length or, where that is short, of how thick such a part is."""
_OF_STOCK: Final = lazy_regex(
    r" (?:(?:square|round|carbon|steel|alumini?um) ){0,2}(?:tub|pipe|rod|bar\b|profile)",
    re.IGNORECASE,
)
"""Behind what is the width of such a part: arms of 16 mm tube."""
_PLATE_OF: Final = lazy_regex(r"\b(?:plate|sheet|board|panel|top)s? of $", re.IGNORECASE)
_THICK_LEG: Final = lazy_regex(r"\b(?:square|round|turned|thick) legs? of $", re.IGNORECASE)
_LONG_THINGS: Final = (("mast",), ("pole",), ("post",), ("boom",), ("column",), ("tower",))
"""Right behind their length, whatever they are made of: a 3 m mast of steel tube."""
_MEANT_FOR: Final = lazy_regex(r"\bfor (?:up to |about )?$", re.IGNORECASE)
"""Ahead of what a product carries: a weight bench for 200 kg."""
_AT_LEVEL: Final = lazy_regex(
    r"\b(?:seat|top|worktop|tabletop|surface|saddle|deck|board|handles?|handlebars?|push bar)(?: is| (?:shall|should|must|will) be| to be)? at (?:a height of )?$",
    re.IGNORECASE,
)
"""Ahead of how high a surface lies: seat at 740 mm."""
_AFTER: Final = 44
_BEFORE: Final = 64
_STOP: Final = lazy_regex(r"[,;:()\n]|\.(?=\s|$)")
_HARD_STOP: Final = lazy_regex(r"[;()\n]|[.,](?=\s|$)|\b(?:and|but|while)\b")


def with_quantities(
    text: str, figures: Sequence[StatedFigure], spans: Sequence[TextSpan]
) -> list[StatedFigure]:
    """The figures, each with its quantity and the words around it."""
    told: list[StatedFigure] = []
    is_mobile = bool(_MOBILE.search(text))
    is_winged = bool(_WINGED.search(text))
    sentence = 0
    for place, figure in enumerate(figures):
        while sentence < len(spans) - 1 and spans[sentence].end <= figure.start:
            sentence += 1
        span = spans[sentence] if spans else TextSpan(0, len(text))
        floor = figures[place - 1].end if place else 0
        ceiling = figures[place + 1].start if place + 1 < len(figures) else len(text)
        before = text[max(span.start, figure.start - _BEFORE) : figure.start]
        after = text[figure.end : min(span.end, ceiling, figure.end + _AFTER)]
        own = len(before) - max(0, figure.start - max(floor, span.start))
        read = _told(figure, before, after, max(0, own))
        is_of_wood = figure.high <= _SHEET and _OF_WOOD.match(after)
        is_section = bool(_OF_STOCK.match(after) or _THICK_LEG.search(before) or is_of_wood)
        read = _by_sense(read, before, is_winged=is_winged, is_section=is_section)
        if read.quantity == "cycle time" and is_mobile and figure.unit in ("h", "days"):
            read = msgspec.structs.replace(read, quantity="runtime")
        if read.quantity == "runtime" and not is_mobile:
            read = msgspec.structs.replace(read, quantity="process time")
        told.append(_of_sheet(read, before, after))
    return told


def _by_sense(
    figure: StatedFigure, before: str, *, is_winged: bool, is_section: bool
) -> StatedFigure:
    """The figure with another quantity where the nearest word cannot be what it is of."""
    instead = ""
    if figure.unit == "nm":
        instead = "wavelength"
    elif _is_of_long(figure, before) and not is_section:
        instead = "diameter" if _is_across(figure, before) else "length"
    elif figure.quantity == "mass" and _MEANT_FOR.search(before):
        instead = "load"
    elif figure.dimension == "length" and _AT_LEVEL.search(before):
        instead = "height"
    elif figure.quantity == "cable length" and figure.high < _BORE:
        is_hose = bool({"hose", "pipe", "tube", "schlauch"} & set(figure.about))
        instead = "pipe size" if is_hose else "diameter"
    elif figure.quantity in _SIDES and not figure.is_size and figure.about[:1] == ("build",):
        instead = "stroke"
    elif (
        figure.quantity == "thickness"
        and figure.high > _THICK
        and figure.about[:1] not in _SAID_THICK
        and _WALL_ASIDE.search(before)
    ):
        instead = "dimension"
    elif figure.quantity == "depth" and figure.unit == "m" and figure.low >= _DEEP:
        instead = "water depth"
    elif (figure.quantity == "head" and "cup" in figure.about) or (
        (figure.quantity == "propeller diameter" and not is_winged)
        or (figure.quantity == "particle" and figure.low > _COARSE)
    ):
        instead = "dimension"
    return msgspec.structs.replace(figure, quantity=instead) if instead else figure


def _is_of_long(figure: StatedFigure, before: str) -> bool:
    """Whether a length is that of a long part: arms of 35 cm, a 3 m mast of tube."""
    if figure.dimension != "length" or figure.is_size or figure.about[:1] == ("diameter",):
        return False
    is_ahead = figure.quantity == "pipe size" and figure.about[:1] in _LONG_THINGS
    return is_ahead or bool(_OF_LONG.search(before))


def _is_across(figure: StatedFigure, before: str) -> bool:
    """Whether it is how thick a pole is, too short for how long: a pole of 48.3 mm."""
    return figure.high <= _BORE and bool(_OF_POLE.search(before))


def _of_sheet(figure: StatedFigure, before: str, after: str) -> StatedFigure:
    """3 mm steel, or steel 3 mm: how thick it is."""
    if figure.quantity == "adjustment" and _PLATE_OF.search(before):
        return msgspec.structs.replace(figure, quantity="thickness")
    is_thin = figure.quantity in _THIN_ONES and not figure.is_size and figure.high <= _SHEET
    is_behind = _SHEET_OF.search(before) and (not after.strip() or after.lstrip()[0] in ",.;)")
    is_made_of = _MADE_OF.search(before) and _OF_WOOD.match(after)
    if is_thin and (_OF_SHEET.match(after) or is_behind or is_made_of):
        return msgspec.structs.replace(figure, quantity="thickness")
    return figure


def _told(figure: StatedFigure, before: str, after: str, own: int) -> StatedFigure:
    """The figure with its quantity; from `own` on, what stands before it belongs to no other."""
    cut = _STOP.search(after)
    close = after[: cut.start()] if cut else after
    quantity = _of_size(before, close) if figure.quantity == "size" else figure.quantity
    quantity = (
        quantity
        or _own_weight(figure, before, close)
        or _nearest(figure, _OF_WALL.sub("____", before), _OF_WALL.sub("____", close), own)
    )
    last = list(_HARD_STOP.finditer(before))
    tail = before[max(own, last[-1].end() if last else 0) :]
    ends = _HARD_STOP.search(close)
    reach = close[: ends.start()] if ends else close
    behind = [stem(w.lower) for w in words_of(reach) if w.lower[0].isalpha()][:5]
    ahead = [stem(w.lower) for w in reversed(words_of(tail)) if w.lower[0].isalpha()][:5]
    # The size of a plate with something is that of the plate: a top plate 250 x 200 mm with holes.
    is_ahead = figure.is_size and behind[:1] == ["with"] and ahead[:1] == ["plate"]
    about = ahead + behind if is_ahead else behind + ahead
    return msgspec.structs.replace(figure, quantity=quantity, about=tuple(about))


_OF_WALL: Final = lazy_regex(
    r"\bwall(?=[- ]?(?:mount|hung|fix|bracket|shel[fv]|cabinet|lamp|light|rack|holder|mast|arm|clock))",
    re.IGNORECASE,
)
"""Where the product hangs, which is no wall of it whose thickness would be told."""


_TRAVELS: Final = lazy_regex(
    r"\b(?:travel|stroke|build volume|work(?:ing)? area|work(?:ing)? envelope|range of motion)"
    r"(?: of| is)?[ :=]*$",
    re.IGNORECASE,
)
_ALONE: Final = lazy_regex(
    r"(?:^|[,;(\n])\s*(?:and )?(?:under|below|less than|not more than|no more than|<|max\.?|at most)\s*$",
    re.IGNORECASE,
)


_TRAVELLED: Final = lazy_regex(
    r"\s*(?:of )?(?:travel|stroke|build volume|work(?:ing)? (?:area|envelope)|verfahrweg)\b",
    re.IGNORECASE,
)


def _of_size(before: str, after: str) -> str:
    """The quantity that a size of several sides gives: the travel, or the whole."""
    return "stroke" if _TRAVELS.search(before) or _TRAVELLED.match(after) else "size"


def _own_weight(figure: StatedFigure, before: str, close: str) -> str:
    """A mass between commas with a ceiling and nothing else is the product's own."""
    is_alone = figure.dimension == "mass" and not close.strip() and _ALONE.search(before)
    return "mass" if is_alone else ""


def _nearest(figure: StatedFigure, before: str, after: str, own: int) -> str:
    """The quantity whose cue stands nearest; of cues as near, the longest."""
    best: tuple[float, str] | None = None
    for quantity in _of_dimension(figure.dimension):
        distance = _distance(quantity, before, after, own)
        if distance is not None and (best is None or distance < best[0]):
            best = (distance, quantity.key)
    if figure.dimension == "time" and figure.low > _YEAR and (not best or best[1] == "runtime"):
        return "life"
    if best is not None:
        return best[1]
    if figure.dimension == "time" and _FOR.search(before):
        return "runtime"
    return _by_nature(figure, before, after)


def _distance(quantity: Quantity, before: str, after: str, own: int) -> float | None:
    if quantity.cues is None:
        return None
    found: list[float] = []
    following = quantity.cues.search(after)
    leads_on = following is not None and (
        _LEADS_ON.fullmatch(after, following.end())
        or (_CLAUSE.match(after) and not after[following.end() :].strip())
        or (_NAMED_AHEAD.search(before) and after[following.end() :] == " ")
    )
    if following is not None and not leads_on:
        gap = after[: following.start()]
        found.append(len(gap.split()) + len(gap) * 0.01 - len(following.group()) * 0.02)
    for preceding in quantity.cues.finditer(before):
        gap = before[preceding.end() :]
        if quantity.key in _OF_PARTS and _OTHER_PART.search(gap):
            continue
        is_others = preceding.start() < own or (
            own > 0 and "," in gap and not before[own : preceding.start()].strip()
        )
        foreign = (4 if "," in gap else 0) + (3 if is_others else 0)
        if foreign > _TOO_FOREIGN:
            continue
        weight = len(gap.split()) * 0.8 + foreign + 0.4
        found.append(weight + len(gap) * 0.01 - len(preceding.group()) * 0.02)
    return min(found) if found else None


_OF_PARTS: Final = frozenset({"wheel diameter", "propeller diameter", "display size"})
"""Quantities whose cues are parts, of which no figure of the next part in a list is."""
_OTHER_PART: Final = lazy_regex(
    r",[^,]*\b(?:plate|leg|frame|top|base|board|beam|column|post|tube|rod|bar|panel|sheet|jaw|handle|lever|arm)s?"
    r"(?: of)?\s*$",
    re.IGNORECASE,
)
"""Another part right ahead of the figure: four wheels, side plates 10 mm."""
# "15 m/s in wind of 8 m/s": the word belongs to the figure that follows.
_CLAUSE: Final = lazy_regex(r"\s*(?:that|which)\b", re.IGNORECASE)
"""Ahead of a verb that is said of the figure behind it: a jaw of 125 mm that opens 150 mm."""
_NAMED_AHEAD: Final = lazy_regex(
    r"\b(?:width|length|height|depth|thickness|diameter|bore|od|id|wall|pitch|radius)(?: of|:)? $",
    re.IGNORECASE,
)
"""Right ahead of a figure its name, so that a name behind it is of the next: width 20 bore 15."""
_LEADS_ON: Final = lazy_regex(r"\s*(?:of|:|=|is|at|from|up to)\s*")
_FOR: Final = lazy_regex(r"\bfor(?: at least| up to| about)?\s*$", re.IGNORECASE)
_YEAR: Final = 31_000_000
_OWN_WEIGHT: Final = ("most", "about")
_CARRIES: Final = lazy_regex(
    r"\b(?:up to|as much as|bis zu|max(?:imum|imal)?|for [a-z -]{2,40}(?:of|under|below))\s*$",
    re.IGNORECASE,
)


def _by_nature(figure: StatedFigure, before: str, after: str) -> str:
    """Without a cue: what the dimension, the bound and the size of the value suggest."""
    low = figure.low
    match figure.dimension:
        case "mass" if figure.bound in _OWN_WEIGHT and not _CARRIES.search(before):
            return "load" if re.match(r"[ -][a-z]", after) else "mass"
        case "length" if figure.bound == "within" and low < 2:
            return "accuracy"
        case "temperature" if figure.bound == "range" and low <= 10:
            return "operating temperature"
        case "voltage" if low >= 90:
            return "voltage"
        case "frequency" if low in (50.0, 60.0):
            return "mains frequency"
        case _:
            options = _of_dimension(figure.dimension)
            return next((q.key for q in options if q.is_default), options[0].key)
