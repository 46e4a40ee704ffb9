"""Words for where holes, slots and windows of a part are, as its faces and sides; pure."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from partwright.cad.language.flat import flat, spec_of
from partwright.drafter.parts.name_sizes import number
from partwright.drafter.text.numbers import FIGURE
from partwright.kit.patterns import lazy_regex

Figures = Mapping[str, float]
_N: Final = FIGURE
_WAYS: Final = (
    r"left|right|top|upper|bottom|lower|front|rear|back|long(?:er)?|short(?:er)?|narrow(?:er)?|wide(?:r)?|horizontal"
    r"|vertical|upright|other|opposite|end|side|large(?:r)?|small(?:er)?"
)
_NOUNS: Final = r"edge|side|face|end|leg|flange|arm|wall|base|web|floor|rim|circumference|periphery"
SITE: Final = lazy_regex(
    rf"\b(?P<prep>in|into|on|onto|at|through|across|near|along) (?:to )?(?P<each>(?:(?:the|its|one|an?|each|both|all|either|every) )*)"
    rf"(?:(?:(?P<way>{_WAYS})(?:[ -]hand)?|(?P<size>{_N})(?: ?mm)?) (?P<noun>{_NOUNS})s?\b|(?P<alone>{_WAYS}|(?:{_NOUNS})s?)\b)",
    re.IGNORECASE,
)
_EACH: Final = lazy_regex(r"\b(?:each|both|either|every)\b", re.IGNORECASE)
_INTO: Final = frozenset({"in", "into", "through", "across"})
_FLAT: Final = frozenset({"plate", "pcb", "lid"})
_ROUND: Final = frozenset({"disc", "ring", "flange", "oval", "arm", "polygon", "cup"})
_DEFAULT: Final = frozenset({"face", "top", "floor", "base", "upper", "plate", "flange"})
"""Words for the main face, which every part has its holes in."""
_SMALL: Final = ("short", "narrow", "small")
_LARGE: Final = ("long", "wide", "large")
_SAME_MM: Final = 0.1
_SIDES: Final = frozenset({"left", "right", "front", "back", "rear"})
_CLEAR: Final = 1.6
"""Half widths from the rim to the middle of what is near it, at least."""


class Site(NamedTuple):
    """Place of a feature, as the text has it."""

    words: str
    way: str
    """Which of several: left, long, upright."""
    noun: str
    """What of the part: an edge, a leg; empty where only the side is told."""
    size: float
    prep: str
    is_each: bool

    @property
    def is_into(self) -> bool:
        """Whether it goes into that face rather than being near it."""
        return self.prep in _INTO


def first_site_in(text: str) -> Site | None:
    """The first words of a stretch of text that tell where something is."""
    match = SITE.search(text)
    if match is None:
        return None
    alone = (match["alone"] or "").casefold()
    is_noun = bool(re.fullmatch(rf"(?:{_NOUNS})s?", alone)) and alone != "side"
    way = (match["way"] or ("" if is_noun else alone)).casefold()
    noun = (match["noun"] or (alone if is_noun or alone == "side" else "")).casefold()
    if noun != "base":
        noun = noun.removesuffix("s")
    return Site(
        match.group(),
        way.removesuffix("er") if way.startswith((*_SMALL, *_LARGE)) else way,
        noun,
        number(match["size"]) if match["size"] else 0.0,
        match["prep"].casefold(),
        bool(_EACH.search(match["each"])),
    )


def faces_meant_by(method: str, figures: Figures, site: Site) -> tuple[int, ...] | None:
    """The faces that the words mean; none where it is the main one, None where that is not known."""
    whole = flat(spec_of(name="", method=method, parameters=figures))
    match method:
        case "l_bracket" | "angle_profile":
            return _faces_of_angle(method, whole, site)
        case "u_bracket" | "u_profile":
            return _faces_of_channel(site)
        case "z_bracket":
            return _face_by_its_word(site, {"upper": 1, "top": 1, "lower": 0, "bottom": 0, "base": 0, "web": 2})  # fmt: skip
        case "box":
            return _faces_of_block(whole, site)
        case "enclosure":
            return _faces_of_enclosure(whole, site)
        case "square_tube":
            return _faces_of_tube(whole, site)
        case _:
            return _faces_of_others(method, site)


def _faces_of_angle(method: str, whole: Figures, site: Site) -> tuple[int, ...] | None:
    first, second = ("length", "height") if method == "l_bracket" else ("width", "height")
    if site.is_each:
        return (0, 1)
    if site.size:
        near = [at for at, one in enumerate((first, second)) if abs(whole[one] - site.size) < _SAME_MM]  # fmt: skip
        return (near[0],) if near else None
    if site.way.startswith(_LARGE):
        return (int(whole[second] > whole[first]),)
    if site.way.startswith(_SMALL):
        return (int(whole[second] <= whole[first]),)
    return _face_by_its_word(
        site,
        {"horizontal": 0, "bottom": 0, "lower": 0, "base": 0, "vertical": 1, "upright": 1, "back": 1, "other": 1, "wall": 1}
        | {"web": 1, "leg": 0, "flange": 0, "arm": 0, "face": 0, "side": 0},
    )  # fmt: skip


def _faces_of_channel(site: Site) -> tuple[int, ...] | None:
    if site.is_each and site.noun in ("side", "flange", "leg", "wall", "arm"):
        return (1, 2)
    return _face_by_its_word(
        site,
        {"base": 0, "web": 0, "back": 0, "bottom": 0, "floor": 0, "left": 2, "right": 1, "other": 2}
        | {"side": 1, "flange": 1, "leg": 1, "wall": 1, "arm": 1},
    )


def _faces_of_block(whole: Figures, site: Site) -> tuple[int, ...] | None:
    """Of a block the top, or the upright faces: right, left, back, front."""
    is_long = whole["length"] >= whole["width"]
    if site.size:
        # Through the side of 60 mm: along what measures so much.
        along = next((n for n in ("length", "width", "height") if abs(whole[n] - site.size) < _SAME_MM), "")  # fmt: skip
        return {"length": (1,), "width": (4,), "height": ()}.get(along)
    if site.way.startswith(_LARGE):
        return (4,) if is_long else (1,)
    is_end = site.noun == "end" and site.way not in _SIDES
    if site.way.startswith(_SMALL) or is_end or site.way == "end":
        found = 1 if is_long else 4
        return (found, 2 if found == 1 else 3) if site.is_each else (found,)
    if site.is_each and site.noun in ("side", "edge"):
        return (1, 2)
    return _face_by_its_word(
        site,
        {"right": 1, "left": 2, "back": 3, "rear": 3, "front": 4, "bottom": 4 if site.noun == "edge" else -1, "lower": 4}
        | {"edge": 4, "side": 4, "rim": 4, "face": -1, "top": 3 if site.noun == "edge" else -1, "upper": -1},
    )  # fmt: skip


def _faces_of_enclosure(whole: Figures, site: Site) -> tuple[int, ...] | None:
    """The floor, and the walls: front, right, back, left."""
    is_long = whole["length"] >= whole["width"]
    if site.way.startswith(_LARGE):
        return (1,) if is_long else (2,)
    is_end = site.noun == "end" and site.way not in _SIDES
    if site.way.startswith(_SMALL) or is_end:
        found = (2, 4) if is_long else (1, 3)
        return found if site.is_each else found[:1]
    if site.is_each and site.noun in ("side", "wall"):
        return (2, 4)
    return _face_by_its_word(
        site,
        {"front": 1, "right": 2, "back": 3, "rear": 3, "left": 4, "floor": 0, "bottom": 0, "base": 0}
        | {"side": 1, "wall": 1, "face": 1},
    )  # fmt: skip


def _faces_of_tube(whole: Figures, site: Site) -> tuple[int, ...] | None:
    if site.noun not in ("wall", "side", "face", "leg"):
        return None
    is_wide = whole["width"] >= whole["height"]
    first = 0
    if site.way.startswith((*_LARGE, *_SMALL)):
        first = 0 if is_wide == site.way.startswith(_LARGE) else 2
    return (first, first + 1) if site.is_each else (first,)


def _faces_of_others(method: str, site: Site) -> tuple[int, ...] | None:
    is_main = (site.noun or site.way) in _DEFAULT and site.way in ("", *_DEFAULT)
    if method in ("rod", "shaft", "revolution"):
        if site.noun not in ("end", "face", ""):
            return None
        far = site.way in ("other", "opposite", "back", "rear", "bottom", "lower")
        return (1,) if far else (0,) if site.noun and site.way in ("", "end") else None
    return () if is_main else None


def _face_by_its_word(site: Site, known: Mapping[str, int]) -> tuple[int, ...] | None:
    """The face by the word that tells which, else by what it is; less than 0 stands for the main one."""
    if site.way and site.way not in known:
        return None
    found = known.get(site.way or site.noun)
    if found is None:
        return None
    return () if found < 0 else (found,)


def is_in_edge(site: Site | None) -> bool:
    """Whether a hole of a plate goes into its narrow side."""
    if site is None or not site.is_into:
        return False
    is_side = site.noun in ("side", "face", "end")
    return site.noun in ("edge", "rim") or (is_side and site.way.startswith(("narrow", "end", "side")))  # fmt: skip


_PLACES: Final = {
    "left": ("x", -1), "right": ("x", 1), "top": ("y", 1), "upper": ("y", 1), "bottom": ("y", -1), "lower": ("y", -1),
    "rear": ("y", 1), "back": ("y", 1), "front": ("y", -1), "short": ("x", 1), "long": ("y", -1), "": ("x", 1),
    "other": ("x", -1), "opposite": ("x", -1), "end": ("x", 1),
}  # fmt: skip


def distance_aside(
    method: str, figures: Figures, site: Site, width: float
) -> tuple[str, float] | None:
    """The axis and distance from the middle of what is near one side of a flat part; assumed."""
    if method not in _FLAT | {"box"} or site.noun not in ("", "side", "edge", "end"):
        return None
    if not site.way and site.noun != "end":
        return None
    if (
        site.way in _DEFAULT
        and not site.noun
        and site.prep in ("on", "onto", "in", "into", "through")
    ):
        return None
    way = _PLACES.get(site.way)
    whole = flat(spec_of(name="", method=method, parameters=figures))
    half = whole.get("length" if way and way[0] == "x" else "width", 0.0) / 2
    if way is None or half <= _CLEAR * width:
        return None
    return way[0], round(way[1] * min(max(half / 2, half - 2 * width), half - _CLEAR * width), 3)
