"""The wording of single parts read as plain sizes: fits, inch threads, grids, corners; pure."""

import re
from typing import Final

from partwright.drafter.text.numbers import COUNT, FIGURE
from partwright.drafter.text.units import BEHIND_INCHES
from partwright.kit.patterns import lazy_regex
from partwright.kit.units import MM_PER_INCH

_N: Final = FIGURE
_LETTERS: Final = r"(?:js|JS|[defghjkmnprstDEFGHJKNPS])"
FIT: Final = lazy_regex(
    rf"(?<![\w.,])(?P<n>{_N})(?: ?mm)? ?(?P<fit>{_LETTERS}(?:[5-9]|1[0-2]))(?!\w)(?! ?mm)"
)
"""A size with the letter and number of its tolerance: 20 h6, 50 H7."""
_BARE_ROUND: Final = lazy_regex(
    rf"(\bdiameter {_N})(?![.,]?\d)(?=\s*(?:[,;)]|$|(?:on|with|at|and|for|in(?!{BEHIND_INCHES})|through|thru|hole|holes|bore|bores)\b))",
    re.IGNORECASE,
)
"""A diameter without a unit: six holes Ø9 on a circle."""
_FIT_AHEAD: Final = lazy_regex(
    rf"(?<![\w.,])(?P<fit>{_LETTERS}(?:[5-9]|1[0-2])) (?=bore|hole|shaft|diameter|fit\b)"
)
UNIFIED: Final = lazy_regex(
    r"(?<![\w./-])(?:#(?P<number>\d{1,2})|(?P<over>\d{1,2})/(?P<under>2|4|8|16))[\"”]?-(?P<turns>\d{2})(?: ?UN[CFJR]*)?(?![\w-])"
)
"""An inch thread with its turns in an inch: 1/4-20, #10-32 UNF."""
_TAPPED: Final = lazy_regex(r"\b(?:tapped|threaded|thread)\b", re.IGNORECASE)
_LOOSE: Final = 1.06
"""Of a clearance hole, its width by that of the screw."""
_NUMBERED: Final = (1.524, 0.3302)
"""The diameter of a screw #0, and by how much the next number is thicker, in millimetres."""
_GRID: Final = lazy_regex(
    r"\b(?:grid|array|matrix|pattern) of (\d{1,3}) (?:by|x) (\d{1,3})\b(?! ?(?:mm|cm|x|in\b|\"))"
    r"|\b(?:grid|array|matrix|pattern|raster):? (\d{1,2}) (?:by|x) (\d{1,2})\b(?! ?(?:mm|cm|x|in\b|\"))"
    r"|(?<![\d.,] x )(?<![\d.,])\b(\d{1,3}) (?:by|x) (\d{1,3}) (?:grid|array|matrix|(?:hole )?pattern|holes)\b(?! of \d+ x)",
    re.IGNORECASE,
)
LATTICE: Final = lazy_regex(r"\blattice (\d{1,3})/(\d{1,3})\b")
"""As a grid is written once it is read: no size and no distance."""
_HOLED: Final = lazy_regex(r"\bholes?\b", re.IGNORECASE)
_THREAD: Final = r"M\d{1,2}(?:[.,]\d)?"
_FOR_SCREWS: Final = lazy_regex(
    rf"\bfor ({COUNT}) ({_THREAD}) (?:(?!and\b)[a-z-]+ ){{0,2}}(?:screws?|bolts?)\b",
    re.IGNORECASE,
)
"""Screws that go through the part: for four M5 screws."""
_SPOKEN_CORNERS: Final = lazy_regex(
    r"\b(holes?) (?:in|at|near) (?:all |the |its |each |every )*(?:(?:four|4) )?corners?\b",
    re.IGNORECASE,
)


SET_SCREW: Final = lazy_regex(
    r"\b(?:M ?\d+ )?(?:grub|set) ?screws?(?: M ?\d+)?(?: x \d+)?", re.IGNORECASE
)
"""Holds a wheel on its shaft, and stands within its hub."""
BELT: Final = lazy_regex(r"\b(HTD|GT) (\d{1,2}M?)\b")
"""The pitch of a belt apart from its name, whose M is no metre: HTD 5M."""
_MIDDLE_BORE: Final = lazy_regex(
    rf"\b({_N} ?mm) (?:(?:central|centre|center|middle) bore|bore in the (?:centre|center|middle))\b",
    re.IGNORECASE,
)
_SQUARE: Final = lazy_regex(
    rf"(?<![\w.,])(?<! x )(?P<n>{_N}) ?(?P<u>mm|cm|in|inch|inches)[ -]square(?=\s*(?:[,;.)]|$|(?:with|by|and|of|plate|sheet|in)\b))",
    re.IGNORECASE,
)
"""A plate so wide and so long: 200 mm square."""
_THREADED_NUMBER: Final = lazy_regex(
    rf"\b({COUNT}) (tapped|threaded) ({_THREAD})\b(?! ?(?:x \d|\w* ?holes?\b))",
    re.IGNORECASE,
)
"""Tapped holes that are called by their thread alone: 4 tapped M6."""
_EACH_AHEAD: Final = lazy_regex(
    rf"\b(?P<each>each|both) (?P<leg>legs?|flanges?|arms?|ends?|sides?) (?:with|has|having|carr(?:ies|ying)) (?P<holes>(?:{COUNT})\b(?:[^,;.]|[.,]\d)*?\bholes?)\b",
    re.IGNORECASE,
)
"""Holes behind what they are in: each leg with two 7 mm holes."""
_THROUGH_BOTH: Final = lazy_regex(
    r"\b(holes?|bores?)((?: of)?(?: [\d.,]+ ?mm)?) (?:through|in|across) both (legs|flanges|arms|sides|ears|walls)\b",
    re.IGNORECASE,
)
_PORTS: Final = lazy_regex(
    rf"\b({COUNT}) (?:G ?(1/8|1/4|3/8|1/2|3/4|1)[\"”]?|((?:1/8|1/4|3/8|1/2|3/4|1)[\"”]?[ -]?NPTF?)) (?:ports?|threaded holes?|tapped holes?|threads?|outlets?|inlets?)\b",
    re.IGNORECASE,
)
PIPE_CORES: Final = {
    "1/8": 8.8, "1/4": 11.8, "3/8": 15.25, "1/2": 19.0, "3/4": 24.5, "1": 30.75,
    "1/8 NPT": 8.5, "1/4 NPT": 11.1, "3/8 NPT": 14.5, "1/2 NPT": 18.0, "3/4 NPT": 23.0, "1 NPT": 29.0,
}  # fmt: skip
"""Core holes of pipe threads (ISO 228-1, ASME B1.20.1)."""
_ALONG: Final = r"(?:lengthwise|lengthways|end[- ]to[- ]end|crosswise|(?:through|along) (?:the |its )?(?:whole |full )?(?:length|width)|(?:through|in|into|from) (?:the |its |one )?(?:long |short )?(?:sides?|front|ends?)\b)"
"""Words for a bore that does not go in from above."""
_LONG_BORE: Final = lazy_regex(
    rf"\b({_N} ?mm) (?:(?:main|through|supply|gallery|common|central) )*bore(?= {_ALONG})"
    rf"|\b(?:(?:main|through|supply|gallery|common|central) )*bore (?:of |diameter )*({_N} ?mm)(?=,? {_ALONG})",
    re.IGNORECASE,
)
_DEEP_BORE: Final = lazy_regex(
    rf"\b({_N}) ?mm (?:central |blind )?bore,? ({_N}) ?mm deep\b|\bbore ({_N})(?: ?mm)?(?:,| x)? ({_N})(?: ?mm)? deep\b",
    re.IGNORECASE,
)
"""A bore that ends within its part."""
_OPENING: Final = r"(?:round|circular) (?:window|opening|cut-?out|aperture)"
_ROUND_OPENING: Final = lazy_regex(
    rf"(?:\b(?:an?|one) )?\b{_OPENING}(?: of)?(?: diameter)? (?P<a>{_N}) ?mm(?: (?:in )?diameter)?"
    rf"|(?<![\w.,])(?P<b>{_N}) ?mm {_OPENING}",
    re.IGNORECASE,
)


def plain_wording(text: str) -> str:
    """The text with fits left out, inch threads as hole sizes, and holes in corners counted."""
    text = BELT.sub(r"\1\2", text)
    text = _MIDDLE_BORE.sub(r"\1 central hole", text)
    text = _SQUARE.sub(r"\g<n> x \g<n> \g<u>", text)
    text = _THREADED_NUMBER.sub(r"\1 \3 \2 holes", text)
    text = _ROUND_OPENING.sub(lambda one: f"central hole {one['a'] or one['b']} mm", text)
    text = _BARE_ROUND.sub(r"\1 mm", text)
    text = _FIT_AHEAD.sub("", FIT.sub(r"\g<n> mm", text))
    text = _EACH_AHEAD.sub(r"\g<holes> in \g<each> \g<leg>", text)
    text = _THROUGH_BOTH.sub(r"\1\2 in each leg", text)
    text = _LONG_BORE.sub(lambda one: f"{one[1] or one[2]} hole", text)
    text = _PORTS.sub(lambda one: f"{one[1]} {PIPE_CORES[_pipe(one)]} mm holes", text)
    text = _DEEP_BORE.sub(
        lambda one: f"central hole {one[1] or one[3]} mm {one[2] or one[4]} mm deep", text
    )
    text = _GRID.sub(
        lambda one: f"lattice {one[1] or one[3] or one[5]}/{one[2] or one[4] or one[6]}", text
    )
    text = UNIFIED.sub(lambda match: _hole(match, text), text)
    if not _HOLED.search(text):
        text = _FOR_SCREWS.sub(r", \1 holes for \2", text)
    return _SPOKEN_CORNERS.sub(r"\1 4 in corners", text)


def fits_in(text: str) -> list[str]:
    """The sizes with fits that a text names, as it has them."""
    return [match.group() for match in FIT.finditer(text)]


def inch_threads_in(text: str) -> list[str]:
    """The inch threads that a text names."""
    return [match.group() for match in UNIFIED.finditer(text)]


def grid_in(text: str) -> tuple[int, int]:
    """The columns and rows of holes in a grid; zeros where the text has none."""
    match = LATTICE.search(text)
    return (0, 0) if match is None else (int(match[1]), int(match[2]))


def _hole(match: re.Match[str], text: str) -> str:
    """The hole of the thread in millimetres: its core where it is tapped, else for clearance."""
    first, step = _NUMBERED
    across = (
        first + step * int(match["number"])
        if match["number"]
        else MM_PER_INCH * int(match["over"]) / int(match["under"])
    )
    near = text[max(0, match.start() - 12) : match.end() + 12]
    is_tapped = _TAPPED.search(near) is not None
    size = across - MM_PER_INCH / int(match["turns"]) if is_tapped else across * _LOOSE
    return f"{size:.2f} mm"


def pipe_threads_in(text: str) -> list[str]:
    """The sizes of pipe threads whose ports are drawn as core holes: 1/2, of four G1/2 ports."""
    return list(dict.fromkeys(map(_pipe, _PORTS.finditer(text))))


def _pipe(match: re.Match[str]) -> str:
    """The size of a pipe thread as the table of cores has it: 1/4, 1/4 NPT."""
    return match[2] or f"{re.split('[^0-9/]', match[3])[0]} NPT"
