"""Sizes said in short: a clamp 300 mm reach 120, arms of 250 + 200 mm, a hole grid at 100 mm; pure."""

import re
from typing import Final

from partwright.kit.patterns import lazy_regex

_REACH: Final = lazy_regex(
    r"(?<=[\d.]) ?(?P<unit>mm|cm) (?P<name>reach|throat(?: depth)?|projection|ausladung|portée|alcance) (?P<figure>\d+)(?: ?(?:mm|cm))?(?![\w.,-]*\d| ?(?:kg|g|t|n|kn|m|l|in)\b| ?[x×])",
    re.IGNORECASE,
)
"""F-clamp 300 mm reach 120: what stands behind the word is the reach."""
_ARMS: Final = lazy_regex(
    r"\b(?:arm|link|bras|brazo)(?:s|e|en|)(?: lengths?)?(?: of|:)? (?P<first>\d+)(?: ?mm)? ?\+ ?(?P<second>\d+) ?mm\b",
    re.IGNORECASE,
)
"""SCARA robot, arms 250 + 200 mm."""
_SAID: Final = lazy_regex(r"\b(?:reach|reichweite|portée|alcance)\b", re.IGNORECASE)


_GRID: Final = lazy_regex(
    r"\b(?P<holes>hole )?(?P<name>grid|raster|pattern) (?:at|every|on|each|of) (?=\d+ ?mm\b)",
    re.IGNORECASE,
)
"""A 28 mm hole grid at 100 mm: the distance of the holes, no place of the grid."""


_WITH_FLANGE: Final = lazy_regex(
    r"\b(?P<name>(?:bush(?:ing)?|sleeve)\b)(?P<rest>[^;.]*?(?:[.]\d[^;.]*?)*)[, ]+with (?:a )?(?:flange|collar|bund)(?= (?:diameter |of )?\d)",
    re.IGNORECASE,
)
"""A bushing 20 x 26 x 30 with flange 32 x 3: the flange is a piece of it."""


_FOCAL_RATIO: Final = lazy_regex(
    r"(?<![\d.,])(?P<aperture>\d{1,5}(?:[.,]\d{1,3})?) ?mm,? f ?/ ?(?P<ratio>\d{1,2}(?:[.,]\d)?)\b",
    re.IGNORECASE,
)
"""Of a telescope: a 200 mm f/6 mirror, whose focal length is six times its diameter."""
_TELESCOPE: Final = lazy_regex(r"telescop|dobson|newton|refractor|reflector", re.IGNORECASE)
_FOCAL_LENGTH: Final = lazy_regex(r"\bfocal length\b", re.IGNORECASE)


def _with_focal_length(text: str) -> str:
    """The text with the focal length of its telescope instead of the ratio."""
    found = _FOCAL_RATIO.search(text)
    if found is None or not _TELESCOPE.search(text):
        return text
    aperture, ratio = (float(found[name].replace(",", ".")) for name in ("aperture", "ratio"))
    short = f"{text[: found.start()]}{found['aperture']} mm{text[found.end() :]}"
    said = "" if _FOCAL_LENGTH.search(text) else f", focal length {aperture * ratio:g} mm"
    return short.rstrip(" .") + said


_ROOM: Final = r"(?:build|print(?:ing)?|work(?:ing)?|volume|space|envelope|chamber|interior|cavity)"
_CUBE: Final = lazy_regex(
    rf"(?P<ahead>\b{_ROOM}(?: volume| space| area)?(?: of|:)? (?:a )?)?(?<![\w.,])"
    rf"(?P<edge>\d+(?:\.\d+)?) ?(?P<unit>mm|cm|m)[ -](?:cube|cubic|cubical)(?P<behind> {_ROOM})?\b",
    re.IGNORECASE,
)
"""A 350 mm cube build volume: all three sides of the room in a machine."""


def _sides(match: re.Match[str]) -> str:
    if not match["ahead"] and not match["behind"]:
        return match[0]
    sides = " x ".join([match["edge"]] * 3)
    return f"{match['ahead'] or ''}{sides} {match['unit']}{match['behind'] or ''}"


_TEETH: Final = lazy_regex(
    r"(?P<first>\b\d{1,3} (?:teeth|tooth) (?:on|at|for|in) (?:the |its )?(?:[a-z]+ )?[a-z]+,? and \d{1,3})(?= (?:on|at|for|in) )",
    re.IGNORECASE,
)
"""20 teeth on the pinion and 70 on the wheel."""
_SHAFTS: Final = lazy_regex(
    r"\bshafts (?:of )?(?:diameter )?(?P<first>\d+)(?: ?mm)? and (?P<second>\d+) ?mm\b",
    re.IGNORECASE,
)
_REDUCES: Final = lazy_regex(
    r"\b(?:gear ?box|gear unit|reducer|reduction|getriebe|réducteur|reductor)", re.IGNORECASE
)
"""What has an input shaft, and a thicker one for the output."""
_PORTS: Final = lazy_regex(
    r"\b(?P<name>flange|port|connection|nozzle)s (?P<first>DN ?\d+)(?: and |/| x )(?P<second>DN ?\d+)\b",
    re.IGNORECASE,
)
_PUMPS: Final = lazy_regex(r"\b\w*(?:pump|pumpe|pompe|bomba)s?\b", re.IGNORECASE)


def _of_both_sides(text: str) -> str:
    """The text with each of two shafts or ports named, where it gives their sizes together."""

    def shafts(match: re.Match[str]) -> str:
        thin, thick = sorted((int(match["first"]), int(match["second"])))
        return f"input shaft {thin} mm and output shaft {thick} mm"

    def ports(match: re.Match[str]) -> str:
        narrow, wide = sorted(
            (match["first"], match["second"]), key=lambda one: int(one[2:].strip())
        )
        return f"suction {match['name']} {wide} and delivery {match['name']} {narrow}"

    text = _SHAFTS.sub(shafts, text) if _REDUCES.search(text) else text
    return _PORTS.sub(ports, text) if _PUMPS.search(text) else text


def in_full(text: str) -> str:
    """The text with each figure at a name of its own."""
    text = _with_focal_length(text)
    text = _of_both_sides(_TEETH.sub(r"\g<first> teeth", _CUBE.sub(_sides, text)))
    text = _WITH_FLANGE.sub(r"flanged \g<name>\g<rest>, flange", text)
    text = _GRID.sub(
        lambda one: f"{'holes in a ' if one['holes'] else ''}{one['name'].lower()} of ", text
    )
    text = _REACH.sub(r" \g<unit>, \g<name> \g<figure> \g<unit>", text)

    def both(match: re.Match[str]) -> str:
        first, second = int(match["first"]), int(match["second"])
        reach = "" if _SAID.search(text) else f"reach {first + second} mm, "
        return f"{reach}first arm {first} mm, second arm {second} mm"

    return _ARMS.sub(both, text)
