"""Places in a part of the holes that a sentence asks for; pure."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from partwright.cad.language.flat import flat, spec_of
from partwright.drafter.parts.edge_places import Sides, offsets
from partwright.drafter.parts.hole_sites import Site

_GAP: Final = 0.2
_BORED: Final = frozenset(
    {"gear", "sprocket", "timing_pulley", "v_pulley", "wheel", "disc", "flange", "knob", "sphere"}
)

_INSETS: Final = (2.0, 1.6, 1.2)
"""From the rim to the middles of holes, by their width, where the text does not say."""
_FURTHER: Final = (3.5, 5.0, 7.0)
"""The same of holes whose corners others have taken."""
_SQUARE: Final = 4
_NEAREST: Final = 1.6
"""Between the middles of holes in one row, by their width; nearer ones stand in two."""
_FRONT: Final = 3
"""The first face of a block along its length."""
_ENDS: Final = ("bore_1", "bore_2")
"""The holes at the ends of a lever."""

Figures = dict[str, float]


class HoleWish(NamedTuple):
    """Holes of one size as the sentence asks for them."""

    number: int
    diameter: float
    countersink: float = 0.0
    counterbore: tuple[float, float] = (0.0, 0.0)
    depth: float = 0.0
    circle: float = 0.0
    spacing: tuple[float, float] = (0.0, 0.0)
    is_central: bool = False
    is_each: bool = False
    """In each leg or at each end."""
    grid: tuple[int, int] = (0, 0)
    """Columns and rows, where the text says so."""
    inset: float = 0.0
    """From the edges to the middle of the holes."""
    is_at_free_edge: bool = False
    """Whether that is told of the free edge of a leg alone."""
    turned: float = 0.0
    """Degrees about the circle to the first of them."""
    along: str = ""
    """The side of a block along which they go: length or width."""
    note: str = ""
    sides: Sides = ()
    """Distances from named edges, of a single one."""
    face: int = -1
    """The face they are in, where that is known."""
    faces: tuple[int, ...] = ()
    """The faces that share them or have each as many."""
    site: Site | None = None
    """Where they are by the words of the text."""
    aside: tuple[str, float] | None = None
    """Along which axis, and how far from the middle of their face they stand."""
    is_through: bool = False
    """Said to go through, whatever the depth of its neighbours."""
    is_radial: bool = False
    """Across the axis of a turned part."""
    is_row: bool = False
    from_end: tuple[float, str] | None = None
    """How far from which end of a turned part."""


def arranged(
    method: str, figures: Mapping[str, float], wish: HoleWish, group: int
) -> Iterator[Figures]:
    """Arrangements of the holes, the likeliest first."""
    if (
        method == "flange"
        and not (wish.is_central or wish.depth or wish.countersink or wish.counterbore[0])
        and (wish.circle or wish.number >= 3)
    ):
        bolts = {"bolt_count": float(wish.number), "bolt_hole": wish.diameter}
        yield bolts | ({"bolt_circle": wish.circle} if wish.circle else {})
    if method == "clamp" or (wish.is_central and wish.number == 1):
        yield from _in_the_middle(method, figures, wish, group)
        yield _single(wish, group, max(wish.face, 0))
        return
    if wish.circle:
        yield _named(
            wish,
            f"hole_circle_{group}",
            {
                "count": float(wish.number),
                "circle_diameter": wish.circle,
                **({"start_angle": wish.turned} if wish.turned else {}),
                **({"face": float(wish.face)} if wish.face > 0 else {}),
            },
        )
        return
    if method == "arm" and wish.number <= len(_ENDS) and not wish.spacing[0]:
        free = [name for name in _ENDS if name not in figures]
        if len(free) >= wish.number:
            yield dict.fromkeys(free[: wish.number], wish.diameter)
    if wish.number == 1 and method in _BORED and "bore" not in figures:
        is_blind = method == "knob" and wish.depth
        yield {"bore": wish.diameter} | ({"bore_depth": wish.depth} if is_blind else {})
    faces = _faces(method, wish)
    made = list(_laid_out(method, figures, wish, group, faces))
    yield from sorted(made, key=lambda one: _is_tight(one, wish))
    yield from _beside_other_holes(method, figures, wish, group, faces)


def _laid_out(
    method: str, figures: Mapping[str, float], wish: HoleWish, group: int, faces: tuple[int, ...]
) -> Iterator[Figures]:
    """The holes in rows on their faces, the furthest from the rim first."""
    per_face = wish.number if wish.is_each else wish.number // len(faces)
    turned = [wish.grid, *([wish.grid[::-1]] if wish.grid[0] != wish.grid[1] else [])]
    for grid, inset in ((g, i) for g in turned for i in _INSETS):
        made: Figures = {}
        for place, face in enumerate(faces):
            lead = group * 10 + place if len(faces) > 1 else group
            own = wish._replace(grid=grid)
            made |= _on_face(method, figures, own, per_face, face, lead, inset)
        yield made


def _is_tight(made: Mapping[str, float], wish: HoleWish) -> bool:
    """Whether holes would stand with hardly anything between them."""
    apart = [value for name, value in made.items() if ".spacing_" in name]
    return min(apart, default=_ROOMY * wish.diameter) < _ROOMY * wish.diameter


_ROOMY: Final = 1.25
"""Between the middles of holes, by their width, at least."""


def _arranged_in_one_row(
    method: str, figures: Mapping[str, float], wish: HoleWish, group: int, faces: tuple[int, ...]
) -> Iterator[Figures]:
    """Several holes so far apart that they are no rectangle: four, 100 mm apart, along a channel."""
    if not wish.spacing[0] or wish.grid[0] or len(faces) != 1 or wish.number < _SQUARE - 1:
        return
    for grid in ((wish.number, 1), (1, wish.number)):
        own = wish._replace(grid=grid)
        yield _on_face(method, figures, own, wish.number, faces[0], group, 1.0)


def _along_two_sides(
    method: str, figures: Mapping[str, float], wish: HoleWish, group: int, faces: tuple[int, ...]
) -> Iterator[Figures]:
    """Six holes or more in two rows, where the distances are of the outermost: 6 holes on 180 x 130."""
    columns, (x, y) = wish.number // 2, wish.spacing
    if x == y or wish.grid[0] or len(faces) != 1 or wish.number < _SIX or wish.number % 2:
        return
    ways = (((columns, 2), (x / (columns - 1), y)), ((2, columns), (x, y / (columns - 1))))
    for grid, apart in ways if x >= y else ways[::-1]:
        own = wish._replace(grid=grid, spacing=apart)
        yield _on_face(method, figures, own, wish.number, faces[0], group, 1.0)


_SIX: Final = 6


def _beside_other_holes(
    method: str, figures: Mapping[str, float], wish: HoleWish, group: int, faces: tuple[int, ...]
) -> Iterator[Figures]:
    """Several holes in one row, further in, or in a row off the middle, which others have taken."""
    yield from _arranged_in_one_row(method, figures, wish, group, faces)
    yield from _along_two_sides(method, figures, wish, group, faces)
    if wish.number == 1 or len(faces) != 1:
        return
    face = faces[0]
    lead = f"hole_grid_{group}"
    if wish.number >= _SQUARE and not wish.spacing[0]:
        yield from (_on_face(method, figures, wish, wish.number, face, group, one) for one in _FURTHER)  # fmt: skip
    row = _on_face(method, figures, wish, wish.number, face, group, _INSETS[0])
    x, y = _room(method, figures, face)
    side, room = ("y", y) if row.get(f"{lead}.count_y") == 1 else ("x", x)
    for part in (4, -4, 3, -3):
        yield row | {f"{lead}.{side}": round(-room / part, 3)}


def _in_the_middle(
    method: str, figures: Mapping[str, float], wish: HoleWish, group: int
) -> Iterator[Figures]:
    """A bore; of a clamp the hole for its screw, with ears as large as that needs."""
    if method != "clamp":
        if (wish.depth or wish.counterbore[0]) and method != "knob":
            yield _single(wish, group, max(wish.face, 0))
            # A flange has a bore unless it is told to have none, and its hub is on the other side.
            plain = {"bore": 0.0} if method == "flange" else {}
            yield from (plain | _single(wish, group, face) for face in (1, 2) if plain)
        yield {"bore": wish.diameter}
        yield {"inner_diameter": wish.diameter}
        return
    room = {"width": 2.5 * wish.diameter, "ear_length": 2.2 * wish.diameter}
    free = {name: value for name, value in room.items() if name not in figures}
    yield {"hole_diameter": wish.diameter}
    yield {"hole_diameter": wish.diameter} | free


_BY_SIDE: Final = {"length": 1, "width": 4}
"""The face of a block from which a hole along a side begins."""


def _faces(method: str, wish: HoleWish) -> tuple[int, ...]:
    """The faces that share the holes."""
    if wish.faces or wish.face >= 0:
        return wish.faces or (wish.face,)
    if method == "box" and wish.along:
        return (_BY_SIDE[wish.along],)
    if method in ("u_bracket", "u_profile") and wish.is_each:
        return (1, 2)
    if method == "angle_profile" and wish.is_each:
        return (0, 1)
    # Two that are so far apart are in one leg.
    is_pair = wish.number == 2 and wish.spacing[0] > 0
    is_shared = wish.is_each or (wish.number % 2 == 0 and not is_pair)
    return (0, 1) if method in ("l_bracket", "z_bracket") and is_shared else (0,)


def _single(wish: HoleWish, group: int, face: int) -> Figures:
    return _named(wish, f"hole_{group}", {"face": float(face)})


def _named(wish: HoleWish, lead: str, more: Figures) -> Figures:
    own: Figures = {"diameter": wish.diameter}
    if wish.countersink:
        own["countersink_diameter"] = wish.countersink
    if wish.counterbore[0]:
        own["counterbore_diameter"], own["counterbore_depth"] = wish.counterbore
    if wish.depth:
        own["depth"] = wish.depth
    return {f"{lead}.{name}": value for name, value in (own | more).items()}


def _on_face(
    method: str, figures: Mapping[str, float], wish: HoleWish, count: int, face: int, lead: int,
    inset: float,
) -> Figures:  # fmt: skip
    """Holes in rows near the corners of a face, or as far apart as the text says."""
    if count <= 1 or (wish.is_at_free_edge and method in _LEGGED):
        return _told_exactly(method, figures, wish, count, face, lead)
    x, y = _room(method, figures, face)
    free = [
        max(side - 2 * inset * max(wish.diameter, wish.countersink / 1.6), 0.1) for side in (x, y)
    ]
    is_crowded = max(free) / (count - 1) < _NEAREST * wish.diameter
    is_deep = min(free) > 1.5 * wish.diameter
    across = 2 if count % 2 == 0 and count > 2 and (is_deep or is_crowded) else 1
    along = count // across
    if free[0] < free[1]:
        columns, rows = across, along
    else:
        columns, rows = along, across
    if wish.grid[0]:
        columns, rows = wish.grid
    if wish.aside and not wish.grid[0]:
        columns, rows = (1, count) if wish.aside[0] == "x" else (count, 1)
    if wish.inset:
        free = [max(side - 2 * wish.inset, 0.1) for side in (x, y)]
    apart = [free[0] / max(columns - 1, 1), free[1] / max(rows - 1, 1)]
    if wish.spacing[0]:
        apart = list(wish.spacing)
    more = {"count_x": float(columns), "count_y": float(rows), "face": float(face)}
    if columns > 1:
        more["spacing_x"] = round(apart[0], 3)
    if rows > 1:
        more["spacing_y"] = round(apart[1], 3)
    if wish.aside:
        more[wish.aside[0]] = wish.aside[1]
    return _named(wish, f"hole_grid_{lead}", more)


def _told_exactly(
    method: str, figures: Mapping[str, float], wish: HoleWish, count: int, face: int, lead: int
) -> Figures:
    """A single hole where the text has it, else in the middle; several in a row along the free edge of a leg.

    That row goes across the base of a bracket, and is level on what is upright.
    """
    x, y = _room(method, figures, face)
    away = round(((y if face else x) + _GAP) / 2 - wish.inset, 3)
    row, side, across = ("x", "y", x) if face else ("y", "x", y)
    if count <= 1:
        own = offsets(method, figures, wish.sides, face=face)
        if wish.is_at_free_edge and method in _LEGGED:
            own = {side: away}
        if face and method in _LEGGED and (top := dict(wish.sides).get("top")):
            own = {"y": round(((x if method == "u_bracket" else y) + _GAP) / 2 - top, 3)}
        own = own or (dict([wish.aside]) if wish.aside else {})
        return _single(wish, lead, face) | {f"hole_{lead}.{name}": v for name, v in own.items()}
    apart = wish.spacing[0] or max(across - 2 * _INSETS[0] * wish.diameter, 0.1) / (count - 1)
    counts = {f"count_{row}": float(count), f"count_{side}": 1.0, "face": float(face)}
    return _named(
        wish, f"hole_grid_{lead}", counts | {f"spacing_{row}": round(apart, 3), side: away}
    )


_LEGGED: Final = frozenset({"l_bracket", "u_bracket"})


def _room(method: str, figures: Mapping[str, float], face: int) -> tuple[float, float]:
    whole = flat(spec_of(name="", method=method, parameters=figures))
    if method in ("l_bracket", "u_bracket"):
        bend = whole["thickness"] + whole["inner_radius"]
        long = whole["height"] if face else whole["length"]
        free = long - bend * (1 if face or method == "l_bracket" else 2) - _GAP
        return (whole["width"], free) if face and method == "l_bracket" else (free, whole["width"])
    if method == "z_bracket":
        leg = whole["upper_leg" if face else "lower_leg"]
        return leg - whole["thickness"] - _GAP, whole["width"]
    if method in ("angle_profile", "u_profile"):
        leg = whole["height"] if face else whole["width"]
        webs = 2 if method == "u_profile" and not face else 1
        return whole["length"], leg - webs * whole["thickness"]
    if method == "box" and face:
        return (whole["width"] if face < _FRONT else whole["length"]), whole["height"]
    across = whole.get("diameter", whole.get("outer_diameter", 0.0)) * 0.7
    return whole.get("length", across) or across, whole.get("width", across) or across
