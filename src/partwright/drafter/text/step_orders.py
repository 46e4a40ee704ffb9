"""Steps, ends, slots and grids of parts in the order that the rest reads them in; pure."""

import re
from typing import Final

from partwright.drafter.text.numbers import COUNT, FIGURE, figure_value
from partwright.kit.patterns import lazy_regex

_N: Final = FIGURE
_MM: Final = r"(?: ?mm)?"
_FIT: Final = r"(?:js|[defghjkmnprst])(?:[5-9]|1[0-2])"
_FIT_BEHIND: Final = lazy_regex(
    rf"\b(?P<d>diameter {_N}{_MM}) x (?P<l>{_N}{_MM}(?: long)?),? (?P<fit>{_FIT})(?![\w/])"
)
"""The tolerance of a diameter behind the length: diameter 22 x 160 g6."""
_BOTH_SIDES: Final = lazy_regex(
    rf"\b(?P<a>diameter {_N}{_MM}(?: ?{_FIT})?) x (?P<al>{_N}{_MM})(?: long)? (?:in|at) the (?:middle|cent(?:re|er)),? (?:and |with )?(?:an? )?"
    rf"(?P<b>diameter {_N}{_MM}(?: ?{_FIT})?) x (?P<bl>{_N}{_MM})(?: long)?,? (?:(?:at|on|to) )?(?:both|each|either) (?:sides?|ends?)\b",
    re.IGNORECASE,
)
"""A shaft told from its middle: diameter 36 x 80 in the middle, diameter 20 x 35 both sides."""
_LONG_SLOTS: Final = lazy_regex(
    rf"(?<![\w.,])(?P<count>{COUNT}) (?:diameter )?(?P<w>{_N}){_MM}(?: wide)? (?P<noun>slots?),? (?P<l>{_N}){_MM} long\b",
    re.IGNORECASE,
)
"""Four 9 slots 20 long."""
_IN_HEAD: Final = lazy_regex(
    rf"\b(?P<m>M ?\d{{1,2}}) (?:internal|inner|female|tapped|threaded) (?:threads?|holes?),? (?:x )?(?P<n>{_N}){_MM} deep,? (?:in|into|at|on|from) the head(?: (?:side|end|face))?\b",
    re.IGNORECASE,
)
_GRID_OF: Final = lazy_regex(
    rf"(?<![\d.,] x )(?<![\d.,])\b(?P<x>\d{{1,2}}) (?:x|by) (?P<y>\d{{1,2}}) (?:grid|array|matrix|pattern) of (?P<hole>M ?\d{{1,2}}|(?:diameter )?{_N}{_MM})(?P<sort>(?: (?:tapped|threaded|clearance|through|reamed|dowel|plain))*) holes(?:,? (?:at|on|with) (?:an? )?(?P<p>{_N}){_MM}(?: x (?P<q>{_N}){_MM})? (?:pitch|spacing|cent(?:re|er)s|grid))?",
    re.IGNORECASE,
)
"""A grid ahead of its holes: 5 x 5 grid of M8 holes at 40 mm pitch."""


_BEARING_BORE: Final = lazy_regex(
    rf"\b(?P<d>diameter {_N}{_MM}(?: ?[A-Z]{{1,2}}\d{{1,2}})?) (?:bearing|through|main|stepped) (?P<noun>bores?)\b",
    re.IGNORECASE,
)
_PIECES: Final = lazy_regex(
    rf"\bdiameter (?P<a>{_N}){_MM} x (?P<al>{_N}){_MM} (?:flange|collar|head|rim),? (?:and |with )?(?:an? )?diameter (?P<b>{_N}){_MM}(?P<fit> ?{_FIT})? x (?P<bl>{_N}){_MM}(?: long)? (?:body|barrel|shank|sleeve)\b"
    rf"|\bdiameter (?P<b2>{_N}){_MM}(?P<fit2> ?{_FIT})? x (?P<bl2>{_N}){_MM}(?: long)? (?:body|barrel|shank|sleeve),? (?:and |with )?(?:an? )?diameter (?P<a2>{_N}){_MM} x (?P<al2>{_N}){_MM} (?:flange|collar|head|rim)\b",
    re.IGNORECASE,
)
"""A sleeve by its two pieces: diameter 30 x 5 flange, diameter 20 x 25 body."""
_PITCH_WIDTH: Final = lazy_regex(rf"\b(?:d ?w|dp|datum diameter|effective diameter|reference diameter)\b ?=? ?(?:diameter )?(?P<n>{_N}){_MM}(?=\s*(?:[,;]|\.?\Z|\n))", re.IGNORECASE)  # fmt: skip
_BELTS: Final = lazy_regex(r"(?<![\w.,])(?P<n>[1-9]) ?x (?P<s>(?:SP|XP)[ZABC])\b(?! grooves)")
_GALLERY: Final = lazy_regex(
    r"(?<=[\"\dm]) (?:(?:through|main|common|supply|central) )*(?:gallery|galleries|cross[- ]?drilling)\b(?! of\b| diameter| \d)",
    re.IGNORECASE,
)


def with_steps_in_order(text: str) -> str:
    """The text with the steps of shafts from one end to the other, and figures behind what they are of."""
    text = _FIT_BEHIND.sub(r"\g<d> \g<fit> x \g<l>", text)
    text = _BOTH_SIDES.sub(r"\g<b> x \g<bl>, \g<a> x \g<al>, \g<b> x \g<bl>", text)
    text = _LONG_SLOTS.sub(r"\g<count> \g<noun> \g<w> x \g<l> mm", text)
    text = _IN_HEAD.sub(r"\g<m> tapped hole \g<n> mm deep in the back", text)
    text = _GALLERY.sub(" hole", _BEARING_BORE.sub(r"\g<noun> \g<d>", text))
    text = _BELTS.sub(r"\g<n> \g<s> grooves", _PITCH_WIDTH.sub(r"pitch diameter \g<n> mm", text))
    return _GRID_OF.sub(_grid, _PIECES.sub(_sleeve, text))


def _sleeve(match: re.Match[str]) -> str:
    """The outside of the sleeve, its length over both, and the collar."""
    said = match.groupdict()
    wide, thick, across, fit, long = (
        said[one] or said[f"{one}2"] or "" for one in ("a", "al", "b", "fit", "bl")
    )
    over = figure_value(long) + figure_value(thick)
    return f"outer diameter {across}{fit or ' mm'}, length {over:g} mm, with collar {wide} x {thick} mm"


def _grid(match: re.Match[str]) -> str:
    columns, rows = int(match["x"]), int(match["y"])
    apart = f", spacing {match['p']} mm x {match['q'] or match['p']} mm" if match["p"] else ""
    hole = match["hole"] if match["hole"][0].casefold() == "m" else f"{match['hole']} mm"
    sort = match["sort"] or ""
    return f"{columns * rows} {hole}{sort} holes, grid of {columns} x {rows}{apart}"
