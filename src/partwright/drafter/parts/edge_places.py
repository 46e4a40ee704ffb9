"""Places told from the edges of a part, and the windows and pockets that a sentence asks for; pure."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from partwright.cad.language.flat import flat, spec_of
from partwright.drafter.parts.hole_sites import (
    SITE,
    Site,
    distance_aside,
    faces_meant_by,
    first_site_in,
)
from partwright.drafter.parts.name_sizes import number
from partwright.drafter.text.numbers import COUNT, FIGURE, first_figure
from partwright.kit.patterns import lazy_regex

_N: Final = FIGURE
Figures = dict[str, float]
Sides = tuple[tuple[str, float], ...]
"""Distances from edges by their side: left, right, bottom, top."""
_SIDES: Final = {
    "left": "left", "right": "right", "bottom": "bottom", "lower": "bottom", "front": "bottom", "top": "top",
    "upper": "top", "rear": "top", "back": "top",
}  # fmt: skip
FROM_EDGE: Final = lazy_regex(
    rf"(?:,|\band|\bat|\bplaced|\blocated)?\s*\b(?P<n>{_N}) ?(?:mm )?(?:up |in |away )?from (?:the |its )?(?P<side>{'|'.join(_SIDES)})(?:[ -]hand)?(?: (?:edge|side|end|face)s?)?\b",
    re.IGNORECASE,
)
_FLAT: Final = frozenset({"plate", "box", "enclosure", "lid", "pcb"})
_SORT: Final = (
    r"cut-?outs?|windows?|apertures?|openings?|pockets?|recess(?:es)?|(?:rectangular|square) holes?"
)
_WINDOW: Final = lazy_regex(
    rf"(?:\b(?P<count>{COUNT}) (?:x )?)?(?P<before>(?<![\w.,]){_N}(?: ?mm)? x {_N}(?: ?mm)?(?: x {_N}(?: ?mm)?)?(?: deep)? )?"
    rf"(?P<sorts>(?:\b(?:rectangular|square|central|centred|centered|milled|blind|shallow|through) )*)\b(?P<sort>{_SORT})\b"
    rf"(?P<rest>(?:(?! and (?:an?|one|two|three|four|\d) )(?:[^,;.\n]|[.,](?=\d)))*(?:, ?{_N} ?mm deep)?)",
    re.IGNORECASE,
)
_PAIR: Final = lazy_regex(rf"(?<![\w.,])({_N})(?: ?mm)? x ({_N})(?: ?mm)?(?: x ({_N})(?: ?mm)?)?")
_SQUARE: Final = lazy_regex(rf"(?<![\w.,])({_N}) ?mm\b(?! ?(?:deep|from|apart|x|corner|radius))")
DEEP: Final = lazy_regex(rf"({_N}) ?(?:mm )?deep|\bdepth(?: of)? ({_N})", re.IGNORECASE)
_ROUNDED: Final = lazy_regex(rf"\bR ?({_N})\b|({_N}) ?mm (?:corner )?radi(?:us|i)|\bradius ({_N})", re.IGNORECASE)  # fmt: skip
_APART: Final = lazy_regex(rf"({_N}) ?mm (?:apart|spacing|pitch|centres|centers)", re.IGNORECASE)
_BLIND: Final = ("pocket", "recess")


class WindowWish(NamedTuple):
    """A rectangular window, or a pocket of some depth."""

    number: int
    length: float
    width: float
    depth: float
    radius: float
    sides: Sides
    spacing: float = 0.0
    is_blind: bool = False
    """A pocket whose depth may not be told."""
    site: Site | None = None
    """Where it is by the words of the text."""


def sides_in(text: str) -> Sides:
    """The distances from named edges that a text tells."""
    return tuple((_SIDES[m["side"].casefold()], number(m["n"])) for m in FROM_EDGE.finditer(text))


def with_edges_joined(text: str) -> str:
    """Two distances from edges as one stretch: 30 mm from the left and 20 mm from the bottom edge."""
    text = re.sub(
        rf",(?= ?{_N} ?(?:mm )?from (?:the |its )?(?:{'|'.join(_SIDES)})\b)",
        "",
        text,
        flags=re.IGNORECASE,
    )
    return re.sub(
        rf"(from (?:the |its )?(?:{'|'.join(_SIDES)})(?: (?:edge|side|end))?)(?: and|,(?: and)?) (?={_N} ?(?:mm )?from (?:the |its )?(?:{'|'.join(_SIDES)})\b)",
        r"\1 ",
        text,
        flags=re.IGNORECASE,
    )


def offsets(
    method: str, figures: Mapping[str, float], sides: Sides, half: tuple[float, float] = (0.0, 0.0), face: int = 0,
) -> Figures:  # fmt: skip
    """The middle of what stands so far from the edges; of nothing else than a flat part."""
    if not sides or method not in _FLAT:
        return {}
    whole = flat(spec_of(name="", method=method, parameters=figures))
    long, wide = whole.get("length", 0.0) / 2, whole.get("width", 0.0) / 2
    if face and "height" in whole:
        is_end = face in ((1, 2) if method == "box" else (2, 4))
        long, wide = wide if is_end else long, whole["height"] / 2
    ways = {
        "left": ("x", -1, long - half[0]), "right": ("x", 1, long - half[0]),
        "bottom": ("y", -1, wide - half[1]), "top": ("y", 1, wide - half[1]),
    }  # fmt: skip
    return {ways[side][0]: round(ways[side][1] * (ways[side][2] - away), 4) for side, away in sides}


def windows_in(text: str) -> tuple[list[WindowWish], str]:
    """The windows and pockets of a text, and the text without them."""
    found: list[WindowWish] = []
    kept = text
    for match in _WINDOW.finditer(text):
        wish = _wish(match)
        if wish is not None:
            found.append(wish)
            kept = kept.replace(match.group(), " ; ", 1)
    return found, kept


def _wish(match: re.Match[str]) -> WindowWish | None:
    rest, sort = match["rest"], f"{match['sorts']}{match['sort']}".casefold()
    sides = sides_in(rest)
    plain = FROM_EDGE.sub(" ; ", rest)
    pair = _PAIR.search(match["before"] or "") or _PAIR.search(plain)
    square = _SQUARE.search(plain) if "square" in sort and not pair else None
    if not pair and not square:
        return None
    long, wide = (
        (number(pair[1]), number(pair[2])) if pair else (number(square[1]),) * 2 if square else (0.0, 0.0)
    )  # fmt: skip
    said = f"{match['before'] or ''} {plain}"
    depth = number(pair[3]) if pair and pair[3] else first_figure(DEEP, said)
    radius = first_figure(_ROUNDED, plain)
    return WindowWish(
        int(number(match["count"] or "1")), long, wide, depth, radius, sides,
        first_figure(_APART, plain), match["sort"].casefold().startswith(_BLIND), first_site_in(plain),
    )  # fmt: skip


def words_of_windows(text: str) -> Iterator[tuple[int, int]]:
    """The places of words that tell where windows and pockets are."""
    for match in _WINDOW.finditer(text):
        for pattern in (SITE, FROM_EDGE) if _wish(match) is not None else ():
            yield from (
                one.span() for one in pattern.finditer(text, match.start("rest"), match.end())
            )


def cut_windows(
    method: str, figures: Mapping[str, float], wishes: list[WindowWish]
) -> Iterator[tuple[Figures, str]]:
    """The windows as operations of the part, and what each is called."""
    whole = flat(spec_of(name="", method=method, parameters=figures))
    thick = whole.get("thickness", whole.get("height", 0.0))
    for at, wish in enumerate(wishes, 1):
        told = f"a {'pocket' if wish.depth else 'cutout'} of {wish.length:g} x {wish.width:g} mm"
        deep = wish.depth or (thick / 2 if wish.is_blind else 0.0)
        own = {"length": wish.length, "width": wish.width, "corner_radius": wish.radius}
        own |= {"depth": deep} if deep and deep < thick else {}
        lead = f"pocket_{at}"
        if wish.number > 1:
            lead = f"pocket_grid_{at}"
            apart = wish.spacing or round(whole.get("length", 0.0) / wish.number, 3)
            own |= {"count_x": float(wish.number), "count_y": 1.0, "spacing_x": apart}
        faces = faces_meant_by(method, figures, wish.site) if wish.site else ()
        half = (wish.length / 2, wish.width / 2)
        own |= offsets(method, figures, wish.sides, half, faces[0] if faces else 0)
        own |= {"face": float(faces[0])} if faces else {}
        if wish.site and not faces and not wish.sides:
            near = distance_aside(method, figures, wish.site, wish.length / 2)
            own |= dict([near]) if near else {}
        yield {f"{lead}.{name}": value for name, value in own.items()}, told
