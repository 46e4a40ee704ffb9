"""Wrench flats, hexagons and squares at ends, and V-grooves that a sentence asks of a turned part; pure."""

import re
from collections.abc import Iterator, Mapping
from math import cos, pi, radians, tan
from typing import Final, NamedTuple

from partwright.cad.language import catalogue
from partwright.cad.language.feature import TurnedStep
from partwright.cad.language.flat import flat, spec_of
from partwright.cad.model import NotDrawn
from partwright.drafter.parts.name_sizes import number
from partwright.drafter.parts.stated_features import fits
from partwright.drafter.text.numbers import COUNT, FIGURE
from partwright.kit.patterns import lazy_regex

Figures = dict[str, float]
_N: Final = FIGURE
_MM: Final = r"(?: ?mm)?"
_AF: Final = r"(?:,? ?(?:across(?: (?:the )?flats)?|a/?f|apart)\b)"
_LONG: Final = rf"(?:(?:,? ?x |,? )(?P<l>{_N}){_MM}(?: (?:long|wide|high|deep))?(?![\w.,]*\d)(?! ?(?:mm )?(?:from|diameter|holes?|bores?|x )))?"
_WHERE: Final = rf"(?:,? (?:(?P<from>{_N}){_MM} from (?:the |one |an? )?end|(?:at|on|in) (?P<end>(?:one|both|each|the other|the|an?) ends?|the (?:middle|cent(?:re|er)))))?"
_FLATS: Final = lazy_regex(
    rf"(?:\b(?P<count>{COUNT}) )?\b(?:(?:opposed|opposite|parallel|wrench|spanner|key) )*flats? ?,? ?(?:of )?(?:a/?f |sw ?)?(?P<n>{_N}){_MM}{_AF}?{_LONG}{_WHERE}"
    rf"|(?<![\w.,])(?P<n2>{_N}){_MM},? ?(?:across (?:the )?flats|a/?f) (?:wrench |spanner )?flats?{_LONG.replace('<l>', '<l2>')}{_WHERE.replace('<from>', '<from2>').replace('<end>', '<end2>')}",
    re.IGNORECASE,
)
"""Two wrench flats 17 AF x 10, 12 mm from the end."""
_SHAPED: Final = r"(?P<shape{0}>hex(?:agon(?:al)?)?|square[d]?)"
_PIECE: Final = r"(?:ends?|head|drive|stub|tang|section|spigot)"
_ENDED: Final = lazy_regex(
    rf"\b(?:an? )?{_SHAPED.format('')} (?P<piece>{_PIECE}) ?,? (?:of )?(?:a/?f |sw ?)?(?P<n>{_N}){_MM}{_AF}?{_LONG}{_WHERE}"
    rf"|(?<![\w.,])(?P<n2>{_N}){_MM}{_AF}? {_SHAPED.format('2')}(?: (?P<piece2>{_PIECE}))?{_LONG.replace('<l>', '<l2>')}{_WHERE.replace('<from>', '<from2>').replace('<end>', '<end2>')}",
    re.IGNORECASE,
)
"""A hexagon end 17 AF x 20; 12 mm square end 15 long."""
_SINGLE: Final = lazy_regex(
    rf"\b(?:an? |one )?(?:single )?(?:D[- ]?(?:cut|flat|shape)?|flat),? (?P<n>{_N}){_MM} deep(?:(?:,? x |,? )(?P<l>{_N}){_MM}(?: (?:long|wide))?)?{_WHERE}",
)
"""The flat of a D: a flat 1 mm deep, 15 long."""
_VEE: Final = lazy_regex(
    rf"(?:\b(?P<count>{COUNT}) )?(?:(?P<a0>{_N}) ?(?:°|deg(?:rees?)?) )?(?:(?P<w0>{_N}) ?mm(?: wide)? )?\b(?:v|vee)[- ]?(?:shaped )?grooves?\b"
    rf"(?P<rest>(?:[ ,]*(?:(?:of|with|and|an?|in the|at the|around the|all round) ?)*(?:{_N} ?(?:°|deg(?:rees?)?\b)(?: included)?(?: angle)?|{_N}{_MM} (?:wide|deep|in width|in depth)|(?:width|depth)(?: of)? {_N}{_MM}|{_N} x {_N}{_MM}|{_N}{_MM} from (?:the |one |each )?ends?|middle|circumference|rim|centre|center))*)",
    re.IGNORECASE,
)
_ANGLE: Final = lazy_regex(rf"({_N}) ?(?:°|deg)", re.IGNORECASE)
_WIDE: Final = lazy_regex(rf"({_N}){_MM} (?:wide|in width)|width(?: of)? ({_N})|({_N}) x {_N}", re.IGNORECASE)  # fmt: skip
_DEEP: Final = lazy_regex(rf"({_N}){_MM} (?:deep|in depth)|depth(?: of)? ({_N})|{_N} x ({_N})", re.IGNORECASE)  # fmt: skip
_FROM_END: Final = lazy_regex(rf"({_N}){_MM} from", re.IGNORECASE)
_RIGHT: Final = 90.0
_SIDES: Final = {"hex": 6.0, "squ": 4.0}


TURNED: Final = frozenset({"shaft", "rod", "tube", "bushing", "ring", "disc", "flange"})


class StatedFlats(NamedTuple):
    """Flats as the sentence has them."""

    number: float
    across: float = 0.0
    deep: float = 0.0
    """Of a single one, from the rim."""
    long: float = 0.0
    place: float = 0.0
    """From the end to the first of it."""
    ends: str = ""
    is_head: bool = False
    words: str = ""


class StatedVee(NamedTuple):
    """A V-groove as the sentence has it; what is not told is 0."""

    width: float
    depth: float
    angle: float
    place: float
    number: int
    words: str


class TurnedExtras(NamedTuple):
    """Flats and V-grooves, and the text without the words that say so."""

    text: str
    flats: tuple[StatedFlats, ...] = ()
    vees: tuple[StatedVee, ...] = ()


def extras_in(text: str) -> TurnedExtras:
    """The flats and V-grooves of a text."""
    flats: list[StatedFlats] = []
    vees: list[StatedVee] = []
    for vee in [*map(_vee, _VEE.finditer(text))]:
        if vee.width or not vees:
            vees = [*(one for one in vees if one.width), vee]
        if vee.width:
            text = text.replace(vee.words, " ; ", 1)
    for pattern, is_single in ((_SINGLE, True), (_ENDED, False), (_FLATS, False)):
        for match in pattern.finditer(text):
            found = _stated(match, is_single=is_single)
            if found is None:
                continue
            flats.append(found)
            text = text.replace(match.group(), " ; ", 1)
    return TurnedExtras(text, tuple(flats), tuple(vees))


def _group(match: re.Match[str], name: str) -> str:
    own = match.groupdict()
    return own.get(name) or own.get(f"{name}2") or ""


def _stated(match: re.Match[str], *, is_single: bool) -> StatedFlats | None:
    size, long, place = (_group(match, name) for name in ("n", "l", "from"))
    shape, end = _group(match, "shape"), _group(match, "end")
    if is_single:
        return StatedFlats(
            1.0, deep=number(size), long=number(long or "0"), place=number(place or "0"),
            ends=end, words=match.group().strip(),
        )  # fmt: skip
    if shape and not (_group(match, "piece") or long or end):
        return None
    said = _group(match, "count")
    count = _SIDES.get(shape[:3].lower(), number(said) if said else 2.0)
    is_head = _group(match, "piece").lower() == "head"
    return StatedFlats(
        count, number(size), long=number(long or "0"), place=number(place or "0"), ends=end,
        is_head=is_head, words=match.group().strip(),
    )  # fmt: skip


def _vee(match: re.Match[str]) -> StatedVee:
    rest = match["rest"] or ""

    def said(pattern: re.Pattern[str]) -> float:
        found = pattern.search(rest)
        return number(next(one for one in found.groups() if one)) if found else 0.0

    angle = number(match["a0"] or "0") or said(_ANGLE) or _RIGHT
    wide, deep = number(match["w0"] or "0") or said(_WIDE), said(_DEEP)
    slope = tan(radians(angle / 2))
    if wide and not deep:
        deep = wide / 2 / slope
    elif deep and not wide:
        wide = 2 * deep * slope
    counted = int(number(match["count"])) if match["count"] else 1
    return StatedVee(wide, deep, angle, said(_FROM_END), counted, match.group().strip())


def with_extras(
    method: str, figures: Mapping[str, float], wanted: TurnedExtras
) -> tuple[str, Figures, list[str]]:
    """The part with its flats and V-grooves, and in words those that have no room."""
    made, left = dict(figures), list[str]()
    if (wanted.flats or wanted.vees) and method in _SLEEVES and "sides" not in made:
        method = "tube" if "collar_diameter" not in made else method
    for number_of, vee in enumerate(wanted.vees, 1):
        fitting = next(
            (one for one in _grooved(method, made, vee, number_of) if fits(method, one)), None
        )
        made = fitting or made
        left += [] if fitting else [f"“{vee.words}”"]
    for number_of, one in enumerate(wanted.flats, 1):
        fitting = next(
            (way for way in _flattened(method, made, one, number_of) if fits(method, way)), None
        )
        made = fitting or made
        left += [] if fitting else [f"“{one.words}”"]
    return method, made, left


_SLEEVES: Final = frozenset({"bushing", "spacer", "ring"})


def _steps(method: str, figures: Mapping[str, float]) -> tuple[TurnedStep, ...]:
    feature = catalogue.feature_of(method)
    if isinstance(feature, NotDrawn) or not fits(method, figures):
        return ()
    whole = flat(spec_of(name="", method=method, parameters=figures))
    own = {one.name: whole[one.name] for one in feature.parameters}
    return feature.steps(feature.resolve(own))


def _grooved(method: str, made: Figures, vee: StatedVee, group: int) -> Iterator[Figures]:
    """The groove on the widest step, from its end or in its middle; several spread over it."""
    steps = _steps(method, made)
    if not steps or not vee.width:
        return
    step = max(steps, key=lambda one: one.diameter)
    long = step.high - step.low
    places = [step.low + long * (2 * at + 1) / (2 * vee.number) for at in range(vee.number)]
    if vee.place:
        places = [steps[-1].high - vee.place, *([vee.place] if vee.number > 1 else [])]
    lead = f"groove_{group}"
    named = [lead, *(f"groove_{group * 10 + at}" for at in range(1, len(places)))]
    own = dict(made)
    for name, z in zip(named, places, strict=True):
        own |= {
            f"{name}.width": round(vee.width, 3), f"{name}.depth": round(vee.depth, 3),
            f"{name}.z": round(z, 3), f"{name}.angle": vee.angle,
        }  # fmt: skip
    yield own


def _flattened(method: str, made: Figures, said: StatedFlats, group: int) -> Iterator[Figures]:
    """The flats at the end, or so far from it; a head with more room than the part is a step of its own."""
    corners = said.across / cos(pi / said.number) if said.number > _PAIR else said.across
    steps = _steps(method, made)
    if not steps:
        return
    if said.number > _PAIR and corners > steps[-1].diameter + _MORE:
        yield from _headed(method, made, said, group, round(corners, 3))
        return
    if "cent" in said.ends.lower() or "middle" in said.ends.lower():
        yield from _in_the_middle(made, steps, said, group)
        return
    own = dict(made)
    is_both = said.ends.lower().startswith(("both", "each"))
    for at, step in enumerate(_steps_meant(steps, said, is_both=is_both)):
        usual = 1.2 * (said.across or step.diameter)
        long = min(said.long or usual, step.high - step.low)
        is_low = (is_both and at == 1) or step is not steps[-1]
        z = step.low + said.place + long / 2 if is_low else step.high - said.place - long / 2
        own |= _flats(f"flats_{group * 10 + at if is_both else group}", said, step, (long, z))
    yield own


def _steps_meant(
    steps: tuple[TurnedStep, ...], said: StatedFlats, *, is_both: bool
) -> list[TurnedStep]:
    """The steps that have the flats: at the ends told, else the one that they leave the most of."""
    if is_both:
        return [steps[-1], steps[0]]
    fitting = [one for one in steps if one.diameter > said.across]
    if said.ends or said.is_head or not said.across or not fitting:
        return [steps[-1]]
    return [min(fitting, key=lambda one: one.diameter)]


def _flats(
    lead: str, said: StatedFlats, step: TurnedStep, at: tuple[float, float]
) -> dict[str, float]:
    """The figures of flats on a step, by their length and middle."""
    return {
        f"{lead}.count": said.number,
        f"{lead}.across": round(said.across or step.diameter - said.deep, 3),
        f"{lead}.length": round(at[0], 3),
        f"{lead}.z": round(at[1], 3),
    }


def _in_the_middle(
    made: Figures, steps: tuple[TurnedStep, ...], said: StatedFlats, group: int
) -> Iterator[Figures]:
    """The flats half way along the part, or along the step that is wide enough for them."""
    middle = steps[-1].high / 2
    held = [one for one in steps if one.low < middle < one.high and one.diameter > said.across]
    fitting = held or [one for one in steps if one.diameter > said.across]
    for step in fitting[:1]:
        z = middle if held else (step.low + step.high) / 2
        long = min(said.long or said.across, step.high - step.low)
        yield made | _flats(f"flats_{group}", said, step, (long, z))


_PAIR: Final = 2
_MORE: Final = 0.3


def _headed(
    method: str, made: Figures, said: StatedFlats, group: int, corners: float
) -> Iterator[Figures]:
    """A shaft with a step ahead of it that is as wide as the corners; the length of an end is that of the whole."""
    if method != "shaft":
        return
    long = said.long or round(0.6 * said.across, 1)
    steps = [(one.diameter, one.high - one.low) for one in _steps(method, made)]
    if not said.is_head and steps:
        steps[0] = (steps[0][0], steps[0][1] - long)
    rest = {
        name: value + (long if name.endswith(".z") and said.is_head else 0.0)
        for name, value in made.items()
        if not name.startswith(("diameter_", "length_"))
    }
    for at, (across, along) in enumerate([(corners, long), *steps], 1):
        rest |= {f"diameter_{at}": across, f"length_{at}": round(along, 4)}
    lead = f"flats_{group}"
    yield rest | {
        f"{lead}.count": said.number, f"{lead}.across": said.across, f"{lead}.length": long,
        f"{lead}.z": round(long / 2, 3),
    }  # fmt: skip
