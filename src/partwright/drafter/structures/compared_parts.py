"""A structure as stated facts are compared with it: its parts with words, numbers and figures; pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

import msgspec

from partwright.cad.language.standards import tables
from partwright.cad.model import Vector
from partwright.drafter import layout
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.layout_expressions import ExpressionProblem, dimensions
from partwright.drafter.part_sentences.belt_pulleys import RIMS
from partwright.drafter.part_sentences.shaft_reliefs import whole_steps
from partwright.drafter.structures.placed_parts import around, own_box, placed_parts
from partwright.drafter.structures.recognition import alikes
from partwright.drafter.text.words import stems
from partwright.kit.patterns import lazy_regex

_NUMBER: Final = lazy_regex(r"(?<![\w.])\d+(?:\.\d+)?")
CALLED_ALSO: Final[Mapping[str, tuple[str, ...]]] = {
    "tier": ("board", "deck", "shelf"), "level": ("board", "deck", "shelf"),
    "shelf": ("board", "deck"), "board": ("shelf", "slat"), "plank": ("slat", "board"),
    "caster": ("castor",), "castor": ("wheel",), "wheel": ("castor",), "tread": ("step",),
    "rung": ("step",), "prop": ("propeller",), "nozzle": ("extruder",), "knob": ("handle",), "manhole": ("manway", "manhole"), "box": ("housing",), "flange": ("collar",),
    "flanged": ("flange",), "threaded": ("thread",), "picket": ("bar", "pale", "slat"), "baluster": ("bar",), "tripod": ("leg",),
    "drum": ("roller", "pulley"), "pole": ("mast", "post"), "mast": ("pole",),
}  # fmt: skip
"""What texts call a part, and what recipes call it."""
_TAIL: Final = lazy_regex(r",| \d| with\b| of\b| for\b")
"""Where sizes and additions begin in a part's name."""


WINDOWS: Final = ("cutout", "window", "opening", "aperture", "pocket", "recess")
"""Words for what is cut into a flat part as a rectangle."""


class ComparedPart(msgspec.Struct, frozen=True):
    """A part or group as it is compared: its words, how many there are, what it measures."""

    stems: tuple[str, ...]
    number: int
    head: str
    """The last word of its name, before sizes and additions."""
    material: str
    materials: tuple[str, ...]
    """Its own, or those of all parts of a group."""
    is_leaf: bool
    is_made: bool
    method: str = ""
    sides: tuple[float, ...] = ()
    figures: Mapping[str, float] = {}
    written: tuple[float, ...] = ()
    """The numbers of its name."""

    def is_flattened(self, shape: str) -> bool:
        """Whether flats make an end of the part hexagonal or square: a hexagon head."""
        named = (v for name, v in self.figures.items() if re.fullmatch(r"flats_\d+\.count", name))
        return _BY_FLATS.get(shape) in set(named)


_BY_FLATS: Final = {"hexagonal": 6, "square": 4}


class ComparedStructure:
    """The parts of a structure with their figures."""

    def __init__(self, root: BomNodeDraft, box: Vector | None) -> None:
        self.box = box
        self.name = root.name
        self.dimensions = _skeleton(root)
        self.parts = list(_parts(root))
        self.is_drawn = any(part.method for part in self.parts)
        self.sides = (*(box or ()), *_made_sides(root))
        """Of the whole, and of it without what is bought and stands out: glands, handles."""

    def named(self, noun: str) -> list[ComparedPart]:
        """The parts that a noun names, or another word for the same."""
        same = {noun, *alikes(noun), *CALLED_ALSO.get(noun, ())}
        return [part for part in self.parts if same & set(part.stems)]

    def values(self, parts: Sequence[ComparedPart]) -> set[float]:
        return {
            value
            for part in parts
            for value in (*part.sides, *part.figures.values(), *part.written)
        }


_STAND_OUT: Final = frozenset({"lug", "ear", "tab"})
"""Words for what a stated size does not count in."""


def _made_sides(root: BomNodeDraft) -> tuple[float, ...]:
    made = {
        node.temp_id
        for node in root.walk()
        if node.part_type == "Manufacture" and not _STAND_OUT & set(stems(node.name))
    }
    placed = placed_parts(root)
    boxes = [part.box for part in placed if part.temp_id in made]
    if not boxes:
        return ()
    own, whole = around(boxes), around([part.box for part in placed])
    # Above the floor stands what is made also where castors are bought.
    return (*own.size, own.high[2] - whole.low[2])


def _skeleton(root: BomNodeDraft) -> Mapping[str, float]:
    try:
        return {} if root.layout is None else dimensions(root.layout.dimensions)
    except ExpressionProblem:
        return {}


def _parts(root: BomNodeDraft) -> Iterator[ComparedPart]:
    try:
        names = layout.dimensions_below(root)
    except ExpressionProblem:
        names = {}
    pending = [(root, 1)]
    while pending:
        node, around = pending.pop()
        number = around * int(node.quantity)
        pending += [(child, number) for child in node.children]
        if node is not root or not node.children:
            yield _part(node, number, names.get(node.temp_id, {}))


def _outlined(method: str, figures: Mapping[str, float]) -> dict[str, float]:
    """The diameters of a turned outline, or the edges of an extruded one."""
    if method == "revolution":
        return {f"across_{n}": 2 * v for n, v in figures.items() if n.startswith("r_")}
    if method == "shaft":
        return whole_steps(figures)
    if method != "extrusion":
        return {}
    corners = range(1, int(figures.get("corners", 0)))
    apart = {
        f"across_{one}": abs(figures[f"x_{one}"] - figures[f"x_{one + 2}"])
        for one in corners
        if f"x_{one + 2}" in figures
    }
    apart |= {
        f"level_{one}_{other}": abs(figures[f"x_{one}"] - figures[f"x_{other}"])
        for one, other in combinations(range(1, int(figures.get("corners", 0)) + 1), 2)
        if figures.get(f"y_{one}") == figures.get(f"y_{other}") and f"x_{other}" in figures
    }
    return apart | {
        f"edge_{side}_{n}": abs(figures[f"{side}_{n + 1}"] - figures[f"{side}_{n}"])
        for side in ("x", "y")
        for n in corners
        if f"{side}_{n + 1}" in figures and f"{side}_{n}" in figures
    }


def _part(node: BomNodeDraft, number: int, names: Mapping[str, float]) -> ComparedPart:
    form, cad = node.form, node.cad_generation
    figures: Mapping[str, float] = {}
    method, sides = "", ()
    if form is not None:
        method = form.method
        box = own_box(node.name, form, names)
        sides = () if box is None else box.size
        try:
            figures = layout.parameters_of(form, names)
        except ExpressionProblem:
            figures = {}
        if {"outer_diameter", "inner_diameter"} <= figures.keys():
            wall = (figures["outer_diameter"] - figures["inner_diameter"]) / 2
            figures = {"wall": wall, **figures}
        figures = {**_outlined(method, figures), **_spans(figures), **figures}
        figures = {**_measured_otherwise(figures), **_between(method, figures), **figures}
    elif cad is not None and cad.status == "complete":
        method, figures = cad.method or "", dict(cad.parameters or {})
        sides = tuple(cad.bounding_box_mm or ())
    return ComparedPart(
        stems=stems(node.name),
        head=next((w for w in reversed(stems(_TAIL.split(node.name)[0])) if w.isalpha()), ""),
        materials=tuple(leaf.material or "" for leaf in node.walk() if not leaf.children),
        number=number,
        material=node.material or "",
        is_leaf=not node.children,
        is_made=node.part_type == "Manufacture",
        method=method,
        sides=sides,
        figures=figures,
        written=tuple(float(one) for one in _NUMBER.findall(node.name)),
    )


def _spans(figures: Mapping[str, float]) -> Mapping[str, float]:
    """From the first to the last hole of a row of three or more: 6 holes on 180 x 130."""
    counts = {n: v for n, v in figures.items() if ".count_" in n and v > _FOOT}
    apart = {n: figures.get(n.replace("count", "spacing"), 0.0) for n in counts}
    return {n.replace("count", "over"): (counts[n] - 1) * apart[n] for n in counts}


def _from_tops(figures: Mapping[str, float]) -> dict[str, float]:
    """From the free edges of upright legs to the single holes in them."""
    if not {"height", "thickness"} <= figures.keys():
        return {}
    bend = figures["thickness"] + figures.get("inner_radius", figures["thickness"] / 2)
    return {
        f"{name}_top": round((figures["height"] - bend) / 2 - at, 3)
        for name, at in figures.items()
        if name.startswith("hole_") and name.endswith(".y") and figures.get(f"{name[:-2]}.face")
    }


def _between(method: str, figures: Mapping[str, float]) -> Mapping[str, float]:
    """Distances between the surfaces of a form, as people tell them: the inside of a U, a shank."""
    if method == "u_bracket" and {"length", "thickness"} <= figures.keys():
        return {
            "inside": figures["length"] - 2 * figures["thickness"],
            **_from_tops(figures),
        }
    if method == "l_bracket":
        return _from_tops(figures)
    if method == "eye_bolt" and {"length", "outer_diameter"} <= figures.keys():
        return {"shank": figures["length"] - figures["outer_diameter"] / 2}
    if method == "shaft":
        return dict(_around_shaft(figures))
    if method == "bent_bar" and {"diameter", "bend_radius"} <= figures.keys():
        inside = 2 * round(figures["bend_radius"], 1) - figures["diameter"]
        return {"inside": inside, "inside_radius": inside / 2}
    if method == "disc" and "hole_1.x" in figures:
        return {"offset": figures["hole_1.x"]}
    if method == "revolution":
        radii = [value for name, value in figures.items() if name.startswith("r_")]
        ends = [value for name, value in figures.items() if name.startswith("z_")]
        return {
            f"step_{number}": round(abs(one - other), 4)
            for number, (one, other) in enumerate((*combinations(radii, 2), *combinations(ends, 2)))
        }
    return {}


def _around_shaft(figures: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    """Diameters at the bottom of grooves and splines, and how far they and keyways are from either end."""
    long = sum(v for name, v in figures.items() if name.startswith("length_"))
    yield "groove_count", float(sum(1 for name in figures if re.fullmatch(r"groove_\d+\.z", name)))
    for name, deep in figures.items():
        lead, _, side = name.partition(".")
        if side == "z" and lead.startswith("keyway"):
            half = figures.get(f"{lead}.length", 0.0) / 2
            yield f"{lead}.from_start", round(deep - half, 3)
            yield f"{lead}.from_end", round(long - deep - half, 3)
        if side == "z" and lead.startswith("cross_hole"):
            yield f"{lead}.from_end", round((long or figures.get("length", 0.0)) - deep, 3)
        if side == "z" and lead.startswith("flats"):
            half, whole = figures.get(f"{lead}.length", 0.0) / 2, long or figures.get("length", 0.0)
            yield f"{lead}.from_end", round(whole - deep - half, 3)
            yield f"{lead}.from_start", round(deep - half, 3)
            yield f"{lead}.deep", round(_widest(figures) - figures.get(f"{lead}.across", 0.0), 3)
        if side != "depth" or not lead.startswith(("groove", "spline")):
            continue
        for at, across in enumerate(v for n, v in figures.items() if n.startswith("diameter_")):
            yield f"{lead}.bottom_{at}", round(across - 2 * deep, 3)
        yield f"{lead}.from_end", round(long - figures.get(f"{lead}.z", 0.0), 3)


def _from_free_edges(figures: Mapping[str, float]) -> Mapping[str, float]:
    """Distances of holes in the legs of a bracket from the free edges of these."""
    thick, told = figures.get("thickness", 0.0), dict[str, float]()
    bend = thick + figures.get("inner_radius", thick)
    for name, value in figures.items():
        lead, _, side = name.partition(".")
        leg = figures.get("height" if figures.get(f"{lead}.face") else "length", 0.0)
        if side in ("x", "y") and leg > bend:
            told[f"{lead}.from_free_edge"] = round((leg - bend) / 2 - value, 3)
    return told


def _widest(figures: Mapping[str, float]) -> float:
    """The largest diameter of a turned part."""
    return max((v for n, v in figures.items() if "." not in n and "diameter" in n), default=0.0)


def _measured_otherwise(figures: Mapping[str, float]) -> Mapping[str, float]:
    """Figures that follow from those of a form, as people also tell them."""
    told: dict[str, float] = {}
    if {"outer_diameter", "wire_diameter"} <= figures.keys():
        told["mean_diameter"] = figures["outer_diameter"] - figures["wire_diameter"]
        told["inner_diameter"] = told["mean_diameter"] - figures["wire_diameter"]
    if {"outer_diameter", "wall", "height"} <= figures.keys():
        told["inner_diameter"] = figures["outer_diameter"] - 2 * figures["wall"]
    if {"height", "base_thickness", "fin_count"} <= figures.keys():
        told["fin_height"] = figures["height"] - figures["base_thickness"]
    if {"lug_height", "lug_width"} <= figures.keys():
        told["pin_height"] = figures["lug_height"] - figures["lug_width"] / 2
    rim = RIMS.get(figures.get("groove_width", 0.0))
    if rim is not None and "diameter" in figures:
        told["pitch_diameter"] = figures["diameter"] - 2 * rim
    widths = {value for name, value in figures.items() if name == "keyway_1.width"}
    heights = [row["height"] for row in tables.KEYS if row.get("width") in widths]
    told |= {"key_height": heights[0]} if heights else {}
    told |= _from_edges(figures)
    told |= _from_free_edges(figures)
    for name, apart in figures.items():
        grid, _, side = name.partition(".spacing_")
        long = figures.get("length" if side == "x" else "width", 0.0)
        if side and figures.get(f"{grid}.count_{side}", 2.0) == 2.0 and long > apart:
            told[f"{grid}.inset_{side}"] = round((long - apart) / 2, 4)
    return told


def _from_edges(figures: Mapping[str, float]) -> dict[str, float]:
    """Distances of single holes and windows from the edges of their part, and how many windows there are."""
    told: dict[str, float] = {}
    own = [
        lead
        for lead, _, side in (name.partition(".") for name in figures)
        if side == "length" and lead.startswith("pocket")
    ]
    number = sum(
        figures.get(f"{lead}.count_x", 1) * figures.get(f"{lead}.count_y", 1) for lead in own
    )
    told |= {f"{word}_count": number for word in WINDOWS if number}
    told |= _slot_count(figures)
    for name, at in figures.items():
        lead, _, axis = name.rpartition(".")
        side = {"x": "length", "y": "width"}.get(axis, "")
        if side and figures.get(f"{lead}.face", 0.0) and "height" in figures:
            is_end = figures[f"{lead}.face"] in _ENDS.get("wall" in figures, ())
            side = "height" if axis == "y" else "width" if is_end else "length"
        is_row = lead.startswith("hole_grid")
        if not lead or not side or side not in figures or not (at or is_row):
            continue
        half = figures.get(f"{lead}.{side}", 0.0) / 2 if lead.startswith("pocket") else 0.0
        if is_row:
            number = figures.get(f"{lead}.count_{axis}", 1.0)
            half = (number - 1) * figures.get(f"{lead}.spacing_{axis}", 0.0) / 2
        told[f"{name}_near"] = round(figures[side] / 2 - abs(at) - half, 4)
        told[f"{name}_far"] = round(figures[side] / 2 + abs(at) - half, 4)
    return told


_ENDS: Final = {False: (1.0, 2.0), True: (2.0, 4.0)}
"""The upright faces across the length: of a block, and of a box with walls."""


def _slot_count(figures: Mapping[str, float]) -> dict[str, float]:
    """The number of slots, whether they stand in a row or in a grid."""
    grids = {one.partition(".")[0] for one in figures if re.match(r"slot_\w+\.length$", one)}
    number = sum(
        figures.get(f"{one}.count_x", 1) * figures.get(f"{one}.count_y", 1) for one in grids
    )
    return {"slot_count": number} if number else {}


def holes_of(part: ComparedPart) -> int:
    """The number of holes that the operations of a part make."""
    return round(part.figures.get("bolt_count", 0.0)) + sum(holes_by_kind(part))


_FOOT: Final = 2
"""Holes in the foot of a pillow block, and on either side of the lugs of a clevis bracket."""
_APART: Final = frozenset({"hole_spacing", "hole_spacing_x", "hole_spacing_y"})


def holes_by_kind(part: ComparedPart) -> list[int]:
    """The number of holes that each operation of a part makes."""
    numbers: list[int] = []
    if bolts := part.figures.get("bolt_count"):
        numbers.append(round(bolts))
    for name in {one.partition(".")[0] for one in part.figures if one.startswith("hole")} - _APART:
        own = {k.partition(".")[2]: v for k, v in part.figures.items() if k.startswith(f"{name}.")}
        if name.startswith("hole_grid"):
            numbers.append(round(own.get("count_x", 2) * own.get("count_y", 2)))
        elif name.startswith("hole_circle"):
            numbers.append(round(own.get("count", 4)))
        else:
            own_number = _FOOT if "bore" in part.figures and name == "hole_diameter" else 1
            if "lug_height" in part.figures:
                own_number = _FOOT if part.figures.get("hole_spacing_y") == 0 else 2 * _FOOT
            numbers.append(round(part.figures.get("ears", own_number)))
    return numbers
