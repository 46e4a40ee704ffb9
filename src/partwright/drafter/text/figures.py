"""Figures of a text: values with units, ranges, tolerances, sizes, ratios and counts."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal

import msgspec

from partwright.drafter.text.bare_sizes import is_bare_length, is_bare_size
from partwright.drafter.text.designations import DESIGNATION, vesa_patterns
from partwright.drafter.text.line_dashes import without_dash
from partwright.drafter.text.numbers import MULTIPLES, Stretches, WrittenNumber, numbers
from partwright.drafter.text.ratios import ratios_in
from partwright.drafter.text.units import SIGNED, Unit, unit_at, unit_named, unit_of_sign

Bound = Literal["none", "least", "most", "about", "range", "within"]
"""At least, at most, roughly, from-to, plus or minus."""


class StatedFigure(msgspec.Struct, frozen=True):
    """A value (or a size of several) as the text gives it, reckoned in the dimension's own unit."""

    dimension: str
    unit: str
    values: tuple[float, ...]
    """Reckoned: one value, two ends of a range, or the sides of a size."""
    start: int
    end: int
    written: str
    """As shown to people: the figures and units of the text, in one typography."""
    bound: Bound = "none"
    tolerance: float = 0.0
    is_size: bool = False
    quantity: str = ""
    """What it speaks of (`data/quantities.toml`), empty while unknown."""
    about: tuple[str, ...] = ()
    """Stems of the words around it, nearest first."""
    origin: str = ""
    """Empty for the description; else the question or message it comes from."""

    @property
    def low(self) -> float:
        """The smallest value meant."""
        return min(self.values)

    @property
    def high(self) -> float:
        """The largest value meant."""
        return max(self.values)

    @property
    def is_below_nothing(self) -> bool:
        """Whether no thing can have it: a tank of -5 l."""
        return self.high < 0 and self.dimension not in SIGNED


_TO: Final = re.compile(r"[ ]?(?:-|to|bis|through|till|until|/-|and|\.\.\.)[ ]?(?=[+\-\d])")
_BY: Final = re.compile(r"[ ]?(?:x|by|mal)[ ](?=\d)")
_TOLERANCE: Final = re.compile(r"[ ]?(?:±|\+/-|\+-)[ ]?")
_LEAST: Final = re.compile(
    r"(?:at least|minimum(?: of)?|min|minimal|no less than|not less than|more than|over|above|≥|>=|>|from"
    r"|exceeds?|exceeding|mindestens|mind|greater than|at minimum|minimum \w+ of|or more|upwards of)\s*(?:of|is|:)?\s*$",
    re.IGNORECASE,
)
_MOST: Final = re.compile(
    r"(?:at most|maximum(?: of)?|max\.?|maximal|no more than|not more than|less than|under|below|≤|<=|<|up to"
    r"|not exceed(?:ing)?|within|limited to|bis zu|höchstens|not heavier than|no heavier than|lighter than"
    r"|shorter than|smaller than|never exceeds?|cheaper than|maximum \w+ of|as much as)\s*(?:of|is|:|about|a|an)?\s*$",
    re.IGNORECASE,
)
_NOT_MORE: Final = re.compile(
    r"(?:not|never|cannot|can't|mustn't|shouldn't|no) (?:[a-z]+ ){0,3}"
    r"(?:more|heavier|longer|higher|taller|wider|larger|bigger|over|above|exceed\w*)"
    r"(?: than)?(?: about| a)? ?$",
    re.IGNORECASE,
)
"""Ahead of a limit that is denied to be passed: must not weigh more than."""
_ABOUT: Final = re.compile(
    r"(?:about|approximately|approx|roughly|around|circa|ca|nearly|some|etwa|ungefähr|~|≈)\s*$",
    re.IGNORECASE,
)
_OR_MORE: Final = re.compile(
    r"\s*(?:or more|minimum|min\b|or better|\+(?=\s|$)(?! ?\d)|and above|and up)", re.IGNORECASE
)
_OR_LESS: Final = re.compile(
    r"\s*(?:or less|maximum|max\b|at most|or lighter|or under)", re.IGNORECASE
)
_SIGN: Final = re.compile(r"([€$£])[ ]?$")
_LOOK_BACK: Final = 28
_SENTENCE: Final = 48

_STANDS: Final = re.compile(r"\b(?:with|on|has|and|of|add|adds|plus) $", re.IGNORECASE)
"""Ahead of feet that are counted and not measured: with four feet."""
_LISTED: Final = re.compile(r"[a-z], ?$", re.IGNORECASE)
_LISTED_BEHIND: Final = re.compile(r"\s*(?:$|[,.;]|\d[\d.]* ?mm\b)")
_FEET: Final = (3, 6)  # Listed between commas they are stood on: six hooks, four feet.
_PRESSED: Final = re.compile(
    r"pressur|pneumat|hydraul|compress|\bair\b|water|\bgas\b|valve|pump|\btank", re.IGNORECASE
)


def figures_of(text: str) -> list[StatedFigure]:
    """Every value with a unit, every size and every ratio, in order; bare numbers are left out."""
    masked = [m.span() for m in DESIGNATION.finditer(text)]
    ratios = [*_patterns(text), *_ratios(text, masked), *_nominal(text)]
    masked += [(r.start, r.end) for r in ratios]
    found: list[StatedFigure] = list(ratios)
    chain = [without_dash(text, one) for one in numbers(text, masked)]
    place = 0
    while place < len(chain):
        figure, used = _figure_from(text, chain[place : place + 4])
        if figure is not None:
            found.append(figure)
        place += used
    return sorted(found, key=lambda f: f.start)


def _ratios(text: str, masked: list[tuple[int, int]]) -> Iterator[StatedFigure]:
    for start, end, value in ratios_in(text):
        if not any(s < end and start < e for s, e in masked):
            written = text[start:end].replace(" ", "")
            yield StatedFigure("ratio", ":", (value,), start, end, written, quantity="ratio")


_NOMINAL: Final = re.compile(r"\b(DN|PN)\s?(\d{1,4})\b")


def _nominal(text: str) -> Iterator[StatedFigure]:
    """DN 25 and PN 16: a nominal width in mm, a nominal pressure in bar."""
    for match in _NOMINAL.finditer(text):
        is_width = match[1] == "DN"
        yield StatedFigure(
            dimension="length" if is_width else "pressure",
            unit="mm" if is_width else "bar",
            values=(float(match[2]),),
            start=match.start(),
            end=match.end(),
            written=f"{match[1]} {match[2]}",
            quantity="pipe size" if is_width else "pressure",
        )


def _patterns(text: str) -> Iterator[StatedFigure]:
    """VESA 200 x 100: the spacing of the screws, across and up."""
    for pattern in vesa_patterns(text):
        yield StatedFigure(
            dimension="length",
            unit="mm",
            values=pattern.sides,
            start=pattern.start,
            end=pattern.end,
            written=text[pattern.start : pattern.end],
            is_size=True,
            quantity="vesa",
        )


def _figure_from(text: str, chain: Sequence[WrittenNumber]) -> tuple[StatedFigure | None, int]:
    """The figure that begins with the first number, and how many numbers it takes up."""
    for reads in (_size, _range, _with_tolerance, _single):
        figure, used = reads(text, chain)
        if figure is not None:
            return figure, used
    return None, 1


def _size(text: str, chain: Sequence[WrittenNumber]) -> tuple[StatedFigure | None, int]:
    """200 x 120 x 6 mm, 200 mm by 120 mm."""
    sides: list[tuple[WrittenNumber, Unit | None]] = []
    end = 0
    for number in chain[:3]:
        if sides:
            joint = _BY.match(text, end)
            if joint is None or joint.end() != number.start:
                break
        unit = unit_at(text, number.end)
        sides.append((number, unit[0] if unit else None))
        end = unit[1] if unit else number.end
    named = [u for _, u in sides if u is not None]
    if len(sides) < 2 or any(u.dimension != "length" for u in named):
        return None, 0
    if not named and len(sides) < 3 and not is_bare_size(text, [n for n, _ in sides], end):
        return None, 0
    if _is_diagonals(text, sides, named):
        return None, 0
    return _sized(text, sides, named, end), len(sides)


def _is_diagonals(
    text: str, sides: Sequence[tuple[WrittenNumber, Unit | None]], named: Sequence[Unit]
) -> bool:
    """Whether so many screens are meant rather than a size: 2 x 27 inch."""
    (first, own), (second, _), *more = sides
    is_few = own is None and not more and first.value in (2, 3, 4) and _SCREENS.search(text)
    return bool(is_few) and all(u.symbol in _INCHES for u in named) and second.value >= _SCREEN


_INCHES: Final = frozenset({"in", "inch", '"'})
_SCREEN: Final = 10  # Inches from which what is counted is a screen: boards are 2 x 4 inch.
_SCREENS: Final = re.compile(
    r"screen|monitor|display|\btvs?\b|television|\bl[ce]d\b", re.IGNORECASE
)
"""Without these a size is meant: a grinder for belts of 2 x 72 inch."""


def _sized(
    text: str, sides: Sequence[tuple[WrittenNumber, Unit | None]], named: Sequence[Unit], end: int
) -> StatedFigure | None:
    """The size of these sides; a side without a unit has the last one's, or millimetres."""
    common = named[-1] if named else unit_named("mm")
    values = tuple((u or common).reckoned(n.value) for n, u in sides)
    if min(values) <= 0:
        return None
    start = sides[0][0].start
    shown = " x ".join(f"{n.value:g}" for n, _ in sides) + f" {common.symbol}"
    return StatedFigure(
        dimension="length",
        unit=common.symbol,
        values=values,
        start=start,
        end=end,
        written=text[start:end] if len({u.symbol for u in named}) > 1 else shown,
        is_size=True,
        quantity="size",
        bound="none" if _FROM.search(text, 0, start) else _bound(text, start, end),
    )


_FROM: Final = re.compile(r"\bfrom $", re.IGNORECASE)
"""Ahead of the size of what something is made of: legs from 45 x 45 mm pine."""


def _are_stood_on(text: str, number: WrittenNumber, end: int) -> bool:
    """Whether feet are counted and not measured."""
    is_listed = _LISTED.search(text, 0, number.start) and _LISTED_BEHIND.match(text, end)
    is_few = _FEET[0] <= number.value <= _FEET[1]
    return bool(_STANDS.search(text, 0, number.start) or (is_few and is_listed))


def _range(text: str, chain: Sequence[WrittenNumber]) -> tuple[StatedFigure | None, int]:
    """12-24 V, -20 to +60 °C, between 5 and 10 bar."""
    if len(chain) < 2 or chain[0].spelled != chain[1].spelled:
        return None, 0
    first, second = chain[0], chain[1]
    own = unit_at(text, first.end)
    after = own[1] if own else first.end
    joint = _TO.match(text, after)
    if joint is None or not joint.end() <= second.start <= joint.end() + 1:
        return None, 0
    if (
        "and" in joint.group()
        and "between" not in text[max(0, first.start - 12) : first.start].casefold()
    ):
        return None, 0
    end = unit_at(text, second.end)
    sign = _SIGN.search(text, max(0, first.start - 2), first.start)
    unit = end[0] if end else unit_of_sign(sign[1]) if sign else None
    if unit is None or (own and own[0].dimension != unit.dimension):
        return None, 0
    values = ((own[0] if own else unit).reckoned(first.value), unit.reckoned(second.value))
    if values[0] >= values[1]:
        return None, 0
    low = f"{first.value:g}" + (f" {own[0].symbol}" if own and own[0].symbol != unit.symbol else "")
    figure = StatedFigure(
        dimension=unit.dimension,
        unit=unit.symbol,
        values=values,
        start=first.start,
        end=end[1] if end else second.end,
        written=_shown(f"{low} to {second.value:g}", unit),
        bound="range",
    )
    return figure, 2


def _with_tolerance(text: str, chain: Sequence[WrittenNumber]) -> tuple[StatedFigure | None, int]:
    """50 ± 0.5 mm, and ± 0.05 mm alone."""
    first = chain[0]
    before = text[max(0, first.start - 4) : first.start].rstrip()
    if before.endswith(("±", "+/-", "+-")):
        unit = unit_at(text, first.end)
        if unit is None:
            return None, 0
        value = unit[0].reckoned(first.value)
        shown = _shown(f"±{abs(first.value):g}", unit[0])
        return _one(unit[0], abs(value), first.start, unit[1], shown, "within"), 1
    own = unit_at(text, first.end)
    joint = _TOLERANCE.match(text, own[1] if own else first.end)
    if joint is None or len(chain) < 2 or joint.end() != chain[1].start:
        return None, 0
    last = unit_at(text, chain[1].end)
    unit = own or last
    if unit is None:
        return None, 0
    spread = (last or unit)[0]
    end = last[1] if last else chain[1].end
    if spread.dimension == "percent" and unit[0].dimension != "percent":
        tolerance = abs(unit[0].reckoned(first.value)) * chain[1].value / 100
    else:
        tolerance = spread.reckoned(chain[1].value)
    shown = text[first.start : end].strip()
    figure = _one(unit[0], unit[0].reckoned(first.value), first.start, end, shown, "none")
    return msgspec.structs.replace(figure, tolerance=tolerance), 2


def _single(text: str, chain: Sequence[WrittenNumber]) -> tuple[StatedFigure | None, int]:
    number = chain[0]
    end = number.end
    found = unit_at(text, number.end)
    sign = _SIGN.search(text, max(0, number.start - 2), number.start)
    if found is not None:
        unit, end = found
        if number.spelled and unit.symbol == "ft" and _are_stood_on(text, number, end):
            return None, 0
        if text[number.end : end].strip() == "bars" and not _PRESSED.search(text):
            return None, 0
    elif sign is not None and (currency := unit_of_sign(sign[1])) is not None:
        unit = currency
    elif is_bare_length(text, number):
        unit = unit_named("mm")
    else:
        return None, 0
    start = number.start - (len(sign.group()) if sign else 0)
    value = unit.reckoned(number.value)
    if number.spelled and text[start:end].casefold() == "one second":
        return None, 0
    figure = _one(
        unit, value, start, end, _shown(f"{number.value:.12g}", unit), _bound(text, start, end)
    )
    return figure, 1


def _one(
    unit: Unit, value: float, start: int, end: int, written: str, bound: Bound
) -> StatedFigure:
    return StatedFigure(
        dimension=unit.dimension,
        unit=unit.symbol,
        values=(value,),
        start=start,
        end=end,
        written=written,
        bound=bound,
    )


def _shown(value: str, unit: Unit) -> str:
    return f"{value}{unit.symbol}" if unit.symbol in ("%", "°") else f"{value} {unit.symbol}"


def _bound(text: str, start: int, end: int) -> Bound:
    before = text[max(0, start - _LOOK_BACK) : start].rstrip(" \n(")
    if _ABOUT.search(before):
        before = _ABOUT.sub("", before).rstrip()
        is_about = True
    else:
        is_about = False
    if _NOT_MORE.search(text[max(0, start - _SENTENCE) : start]):
        return "most"
    if _OR_MORE.match(text, end) or _LEAST.search(before):
        return "least"
    if _OR_LESS.match(text, end) or _MOST.search(before):
        return "most"
    return "about" if is_about else "none"


class StatedCount(msgspec.Struct, frozen=True):
    """A whole number of something: four brushless motors, 3-axis, 2x M5."""

    number: int
    noun: str
    """Stem of the word counted."""
    words: tuple[str, ...]
    """Stems of the whole phrase, the counted word last."""
    start: int
    end: int
    places: tuple[tuple[int, int], ...] = ()
    """Where else the text has the same number of the same: 18 teeth of the sun, and of a planet."""


_MULTIPLE: Final = re.compile(
    r"\b(" + "|".join(MULTIPLES) + r")(?:[ -](?:of )?)(?=[^\W\d_])", re.IGNORECASE
)


def bare_numbers(text: str, found: Sequence[StatedFigure]) -> list[WrittenNumber]:
    """Whole positive numbers that no figure takes up, multiples like `pair of` included."""
    masked = [m.span() for m in DESIGNATION.finditer(text)] + [(f.start, f.end) for f in found]
    left_out = Stretches(masked)
    plain = [
        n
        for n in numbers(text, masked)
        if n.value == int(n.value) and 0 < n.value <= 100_000 and not left_out.touch(n.start, n.end)
    ]
    taken = Stretches([*masked, *((n.start, n.end) for n in plain)])
    for match in _MULTIPLE.finditer(text):
        if not taken.touch(match.start(1), match.end(1)):
            value = MULTIPLES[match[1].casefold()]
            plain.append(WrittenNumber(value, match.start(1), match.end(1), spelled=True))
    return sorted(plain, key=lambda n: n.start)
