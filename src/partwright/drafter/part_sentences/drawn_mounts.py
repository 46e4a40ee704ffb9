"""Single parts that others are mounted by: pillow blocks, flat T-brackets; pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from partwright.cad.language.flat import flat, spec_of
from partwright.cad.language.standards import tables
from partwright.drafter.part_sentences.drawn_text import drawn_text, metric_thread
from partwright.drafter.parts.hole_places import HoleWish
from partwright.drafter.parts.name_sizes import number, sizes_in
from partwright.drafter.parts.stated_features import features_of
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.numbers import FIGURE, figure_said
from partwright.kit.patterns import lazy_regex

_N: Final = f"({FIGURE})"
_BEARING: Final = lazy_regex(r"\b(6[0-4]\d\d|62\d|60\d)(?=\b|[ -]?(?:2RS|ZZ|2Z))")
_BASE: Final = lazy_regex(
    rf"\b(?:base|foot)(?: plate)?(?: of)? {_N}(?: ?mm)? x {_N}(?: ?mm)?(?: x {_N})?", re.IGNORECASE
)
_WALL: Final = 8.0
"""Round the seat of a bearing."""


def pillow_block(brief: DesignBrief) -> Mapping[str, float]:
    """A block on a foot: the seat of a bearing or the bore for a shaft, its height, its two holes."""
    text = drawn_text(brief)
    bearing, base = _BEARING.search(text), _BASE.search(text)
    row = tables.BEARINGS.get(bearing[1]) if bearing else None
    named = sizes_in(_BASE.sub(" ; ", text)).named
    shaft = figure_said(
        rf"\b(?:shafts?|journals?)(?: of| diameter)* (?:diameter )?{_N}|{_N} ?mm (?:diameter )?(?:shaft|journal|bore)\b",
        text.replace("shaft height", "height"),
    )
    bore = row[1] if row else named.get("bore", shaft or named.get("diameter", 30.0))
    high = figure_said(
        rf"\b(?:shaft|cent(?:re|er)|axis|bore)(?: line)? height(?: of)? {_N}|\bheight(?: of)? {_N}|{_N} ?mm (?:shaft|cent(?:re|er)) height",
        text,
    )
    figures = {"bore": bore} | ({"height": high} if high else {})
    group = sizes_in(_BASE.sub(" ; ", text)).group
    over = group[2] if len(group) == _SIDES and group[2] > high > 0 else 0.0
    outer = named.get(
        "outer_diameter", 2 * (over - high) if over else bore + 2 * _WALL if row else 0.0
    )
    if outer or high:
        figures["outer_diameter"] = min(outer or 1.8 * bore, 2 * high or outer)
    if base:
        sides = [float(one.replace(",", ".")) for one in base.groups() if one]
        figures |= dict(zip(("length", "width", "thickness"), sides, strict=False))
    elif group := sizes_in(text).group:
        figures |= dict(zip(("length", "width"), group, strict=False))
    return figures | _hole_of_foot(text)


def _hole_of_foot(text: str) -> dict[str, float]:
    """The holes of the foot: by their size, or for the screws that are named."""
    thread = metric_thread(text, 0.0)
    size = figure_said(
        rf"{_N} ?mm (?:\w+ )?holes?\b|\bholes?(?: of)? (?:diameter )?{_N} ?mm", text
    ) or (tables.clearance_hole(thread) if thread else 0.0)
    apart = figure_said(rf"{_N} ?mm (?:apart|spacing|centres|centers)\b", text)
    return ({"hole_diameter": size} if size else {}) | ({"hole_spacing": apart} if apart else {})


_BAR: Final = lazy_regex(
    rf"\b(?:(?:top|cross|upper|head) )?(?:bar|cross ?piece|head|crossbar|flange|top)(?: of)? {_N}(?: ?mm)? x {_N}",
    re.IGNORECASE,
)
_STEM: Final = lazy_regex(
    rf"\b(?:stem|leg|web|upright)(?: of)? {_N}(?: ?mm)? x {_N}", re.IGNORECASE
)
_SIDES: Final = 3


def t_plate(brief: DesignBrief) -> Mapping[str, float]:
    """A bar and a stem below it, with holes along both."""
    text = drawn_text(brief)
    wanted = features_of(text)
    bar, stem = _BAR.search(text), _STEM.search(text)
    sizes = sizes_in(_STEM.sub(" ; ", _BAR.sub(" ; ", wanted.text)))
    group, named = sizes.group, sizes.named
    figures: dict[str, float] = {}
    if bar:
        figures |= {"length": number(bar[1]), "bar_width": number(bar[2])}
    if stem:
        figures |= {"stem_width": number(stem[2])}
        figures["height"] = number(stem[1]) + figures.get("bar_width", number(stem[2]))
    if not bar and group:
        figures |= dict(zip(("length", "height"), group, strict=False))
        wide = named.get("width", group[2] if len(group) == _SIDES else 0.0)
        figures |= {"bar_width": wide, "stem_width": wide} if wide else {}
    thick = named.get("thickness", next(iter(sizes.lone), 0.0))
    figures |= {"thickness": thick} if thick else {}
    return figures | _holes_of_t(figures, wanted.holes)


def _holes_of_t(figures: Mapping[str, float], wishes: Sequence[HoleWish]) -> dict[str, float]:
    """Of one kind half of the holes along the bar, half along the stem, an odd one in the bar; of two one in each."""
    if not wishes:
        return {}
    whole = flat(spec_of(name="", method="t_plate", parameters=figures))
    wish, other = wishes[0], wishes[-1]
    below = wish.number // 2
    if len(wishes) > 1:
        below, wish = other.number, wish._replace(number=wish.number + other.number)
    ahead, free = wish.number - below, whole["height"] - whole["bar_width"]
    edge, foot = whole["bar_width"] / 2, whole["stem_width"] / 2
    along = (whole["length"] - 2 * edge) / max(ahead - 1, 1)
    up = (free - foot) / max(below, 1)
    return _row(1, wish, ("x", ahead, along), 0.0) | (
        _row(2, other, ("y", below, up), foot + (below - 1) * up / 2 - free / 2) if below else {}
    )


def _row(face: int, wish: HoleWish, way: tuple[str, int, float], middle: float) -> dict[str, float]:
    """Holes in one row on the bar (1) or the stem (2)."""
    axis, count, apart = way
    place = {"y": round(middle, 3)} if middle else {}
    own = {"diameter": wish.diameter, "face": float(face - 1), **place}
    if wish.countersink:
        own["countersink_diameter"] = wish.countersink
    if count == 1:
        return {f"hole_{face}.{name}": value for name, value in own.items()}
    other = "y" if axis == "x" else "x"
    own |= {
        f"count_{axis}": float(count),
        f"count_{other}": 1.0,
        f"spacing_{axis}": round(apart, 3),
    }
    return {f"hole_grid_{face}.{name}": value for name, value in own.items()}


_LUGS: Final = r"(?:lugs?|ears?|cheeks?|forks?|legs?|flanges?|arms?)"


def clevis_bracket(brief: DesignBrief) -> Mapping[str, float]:
    """A base with two lugs: their thickness, height and gap, the pin across, the holes in the base."""
    text = drawn_text(brief)
    plate = _BASE.search(text)
    rest = _BASE.sub(" ; ", text) if plate else text
    own = {
        "lug_thickness": rf"\b{_LUGS}(?: of)?,? {_N} ?mm thick\b|\b{_LUGS} {_N} ?(?:mm )?x|{_N} ?mm (?:thick )?{_LUGS}\b",
        "lug_height": rf"\b{_LUGS}\b[^;]*?{_N}(?: ?mm)? (?:high|tall)\b|\b{_LUGS} {_N} ?mm (?:high|tall)",
        "lug_width": rf"\b{_LUGS}\b[^;]*?{_N}(?: ?mm)? wide\b",
        "gap": rf"\b(?:gap|slot|clevis|opening|distance|spacing)(?: width)?(?: between (?:the )?{_LUGS})?(?: of)? {_N} ?mm|{_N} ?mm (?:wide )?(?:gap|slot|opening|apart|between)\b",
        "pin_diameter": rf"\b(?:pin|cross|pivot)(?: hole| bore)?(?: of)?(?: diameter)? {_N} ?mm|{_N} ?mm (?:diameter )?(?:pin|cross|pivot)\b|\b(?:for an?|hole for) {_N} ?mm (?:pin|bolt|axle)",
    }
    figures = {name: size for name, words in own.items() if (size := figure_said(words, rest))}
    group = sizes_in(text).group
    sides = [number(one) for one in plate.groups() if one] if plate else list(group)
    figures |= dict(zip(("length", "width", "thickness"), sides, strict=False))
    if axis := figure_said(_PIN_HEIGHT, rest):
        wide = figures.setdefault("lug_width", min(2.5 * figures.get("pin_diameter", 0.0), figures.get("width", axis)))  # fmt: skip
        figures["lug_height"] = axis + wide / 2
    holes = features_of(_GAP_OF_LUGS.sub(" ", rest)).holes
    wish = next((one for one in holes if one.diameter != figures.get("pin_diameter")), None)
    return figures | ({} if wish is None else _holes_of_base(wish))


_GAP_OF_LUGS: Final = lazy_regex(
    rf"\b{_LUGS}\b[^,;]*?{FIGURE} ?mm (?:wide )?(?:gap|slot|opening|apart|between)\b", re.IGNORECASE
)
"""How far the lugs are apart, which holes of the base are not."""
_PIN_HEIGHT: Final = rf"{_N} ?mm (?:above|over) (?:the |its )?(?:base|foot|plate)\b|\b(?:pin|axis|cent(?:re|er)(?: line)?) height(?: of)? {_N} ?mm"
"""From the upper side of the base to the middle of the pin."""


def _holes_of_base(wish: HoleWish) -> dict[str, float]:
    """Two or four holes beside the lugs."""
    x, y = wish.spacing
    rows = {"hole_spacing_y": 0.0} if wish.number == _PAIR else {"hole_spacing_y": y} if y else {}
    return {"hole_diameter": wish.diameter} | ({"hole_spacing_x": x} if x else {}) | rows


_PAIR: Final = 2

MOUNTS: Final = {"clevis_bracket": clevis_bracket, "pillow_block": pillow_block, "t_plate": t_plate}
"""By the key of the single part, what gives it all its figures."""
