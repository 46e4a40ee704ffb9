"""Holes where the words of a text have them; pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from partwright.drafter.parts.cross_holes import crossing_arrangements, goes_across_axis
from partwright.drafter.parts.edge_places import WindowWish
from partwright.drafter.parts.hole_places import Figures, HoleWish, arranged
from partwright.drafter.parts.hole_sites import distance_aside, faces_meant_by, is_in_edge
from partwright.drafter.parts.stated_slots import SlotWish
from partwright.drafter.text.part_wording import PIPE_CORES

_ENDS: Final = frozenset({"plate", "box", "lid", "pcb"})
_EDGED: Final = frozenset({"plate"})


def arrangements_at_site(
    method: str, figures: Mapping[str, float], wish: HoleWish, group: int
) -> Iterator[Figures]:
    """Arrangements of the holes at the place that the text tells, the likeliest first."""
    if goes_across_axis(method, figures, wish):
        yield from crossing_arrangements(method, figures, wish, group)
        return
    yield from arranged(method, figures, with_site_applied(method, figures, wish), group)


def with_site_applied(method: str, figures: Mapping[str, float], wish: HoleWish) -> HoleWish:
    """The holes with the faces or the side that their words mean, as far as these are known."""
    site = wish.site
    if site is None or wish.face >= 0:
        return _near_both_ends(method, figures, wish)
    is_port = method == "box" and wish.diameter in PIPE_CORES.values()
    if method in _ENDS and site.noun == "end" and site.is_each and not (site.is_into or is_port):
        number = wish.number * 2
        return wish._replace(number=number, is_each=False, grid=(2, wish.number))
    wish = _near_both_ends(method, figures, wish)
    faces = faces_meant_by(method, figures, site)
    if faces and (method != "box" or site.is_into or site.noun in ("face", "end")):
        is_each = len(faces) > 1 and (site.is_each or wish.is_each)
        face = faces[0] if len(faces) == 1 else -1
        return wish._replace(face=face, faces=faces, is_each=is_each, along="")
    if wish.sides or (wish.spacing[1] and wish.inset):
        return wish
    return wish._replace(aside=distance_aside(method, figures, site, wish.diameter))


def _near_both_ends(method: str, figures: Mapping[str, float], wish: HoleWish) -> HoleWish:
    """One hole so far from each end of what is long, as two."""
    long = figures.get("length", 0.0)
    if wish.from_end is None or method not in _LONG:
        return wish
    if wish.from_end[1] != "both":
        return _from_one_end(long, wish, *wish.from_end)
    if wish.number > 1:
        return wish
    return wish._replace(number=2, grid=(2, 1), spacing=(long - 2 * wish.from_end[0], 0.0))


def _from_one_end(long: float, wish: HoleWish, away: float, which: str) -> HoleWish:
    """One hole so far from one end, or a row of holes that begins there."""
    if wish.sides or (wish.number > 1 and not wish.spacing[0]):
        return wish
    middle = away + (wish.number - 1) * wish.spacing[0] / 2
    aside = ("x", round((middle - long / 2) * (-1 if which == "upper" else 1), 4))
    return wish._replace(aside=aside, grid=(wish.number, 1) if wish.number > 1 else wish.grid)


_LONG: Final = frozenset({"plate", "square_tube", "box", "u_profile", "angle_profile"})


def unread_sites_of_holes(
    method: str, figures: Mapping[str, float], holes: Sequence[HoleWish]
) -> list[str]:
    """The words for places that no face or side of the part is known by."""
    found: list[str] = []
    for wish in holes:
        if wish.site is None or wish.along or wish.circle or wish.sides or wish.face >= 0:
            continue
        if goes_across_axis(method, figures, wish) or wish.inset:
            continue
        own = with_site_applied(method, figures, wish)
        is_read = own.faces or own.aside or own.number != wish.number
        if not is_read and faces_meant_by(method, figures, wish.site) is None:
            found.append(
                f"“{wish.site.words}”: the holes of {wish.diameter:g} mm are in its main face"
            )
    return list(dict.fromkeys(found))


def unread_sites_of_cuts(
    method: str, figures: Figures, wanted: Sequence[WindowWish | SlotWish]
) -> list[str]:
    """The same of slots and windows, which stand in the middle of their face."""
    found: list[str] = []
    for wish in wanted:
        site = wish.site
        if site is None or (isinstance(wish, WindowWish) and wish.sides) or site.is_each:
            continue
        if faces_meant_by(method, figures, site) is None and not distance_aside(
            method, figures, site, wish.length / 2
        ):
            found.append(
                f"“{site.words}”: the cut of {wish.length:g} x {wish.width:g} mm is in the middle of its main face"
            )
    return found


def block_with_edge_holes(
    method: str, figures: Mapping[str, float], holes: Sequence[HoleWish]
) -> tuple[str, Figures]:
    """A plate with holes in its edges as a block, which has faces there."""
    edges = [one for one in holes if is_in_edge(one.site)]
    thick = figures.get("thickness", 0.0)
    if method not in _EDGED or not edges or any(one.diameter >= thick for one in edges):
        return method, dict(figures)
    rest = {name: value for name, value in figures.items() if name != "thickness"}
    return "box", rest | {"height": thick}
