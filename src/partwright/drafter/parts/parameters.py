"""From sizes in text to the figures of a feature; pure."""

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, pi
from typing import Final

from partwright.cad.language import catalogue
from partwright.cad.language.features.gears import root_diameter
from partwright.drafter.parts.name_sizes import NameSizes
from partwright.drafter.parts.part_context import ChosenForm

_SECTION: Final = (("width", "height"), ("width", "height", "thickness"))

# A figure that a feature does not have by this name is one of these.
_OTHER_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "diameter": ("diameter", "outer_diameter", "bottom_diameter", "diameter_1", "size"),
    "outer_diameter": ("outer_diameter", "diameter", "bottom_diameter", "diameter_1"),
    "inner_diameter": ("inner_diameter", "bore"),
    "bore": ("bore", "inner_diameter", "bore_1", "bore_diameter"),
    "shaft_diameter": ("shaft_diameter", "bore", "inner_diameter"),
    "length": ("length", "distance", "span", "free_length", "length_1", "body_length", "height", "width"),
    "height": ("height", "length", "body_length", "thickness", "width"),
    "width": ("width", "thickness", "length"),
    "depth": ("depth", "width", "height"),
    "thickness": ("thickness", "wall", "height", "cord", "web_thickness"),
    "wall": ("wall", "thickness"),
    "free_length": ("free_length", "length"),
    "bolt_count": ("bolt_count",),
    "bend_radius": ("bend_radius", "inner_radius"),
    "radius": ("corner_radius", "inner_radius", "bend_radius"),
    "angle": ("angle",),
    "size": ("size",),
    "pitch": ("pitch",),
}  # fmt: skip

_ROUND_INSTEAD: Final = {
    "plate": "disc",
    "box": "rod",
    "enclosure": "cup",
    "lid": "disc",
    "heat_sink": "disc",
    "frame": "ring",
    "pcb": "disc",
    "envelope_box": "envelope_cylinder",
    "square_tube": "tube",
    "housing": "cup",
}
"""What a part is made as when its sizes say that it is round."""

_THIN: Final = frozenset({"plate", "frame", "disc", "ring"})
"""Methods of which a single small length is the thickness."""

_SLENDER: Final = {
    "rod": "diameter",
    "tube": "outer_diameter",
    "square_tube": "width",
    "slot_profile": "size",
    "envelope_box": "width",
    **dict.fromkeys(("angle_profile", "u_profile", "t_profile", "i_profile", "z_profile"), "width"),
}
"""Methods of which two lengths without names are the section and the length."""


def figured(method: str, sizes: NameSizes) -> ChosenForm:
    """The method and the figures that sizes mean for it; round sizes may change the method."""
    named = dict(sizes.named)
    if method in _ROUND_INSTEAD and _says_round(method, sizes):
        method = _ROUND_INSTEAD[method]
    method = _by_size(method, sizes)
    _threaded(method, sizes, named)
    _from_group(method, sizes, named)
    _three_ways(method, named)
    feature = catalogue.FEATURES[method]
    known = {parameter.name: parameter for parameter in feature.parameters}
    figures: dict[str, float] = {}
    later: dict[str, float] = {}
    for name, value in named.items():
        if name in known:
            figures[name] = value
        else:
            later[name] = value
    for name, value in later.items():
        target = _target(name, value, known, figures)
        if target:
            figures[target] = value
    _derived(method, named, figures)
    _lone(method, sizes, known, figures)
    return ChosenForm(method, figures)


def _by_size(method: str, sizes: NameSizes) -> str:
    """Sizes that say that a part is of another form than its word."""
    if len(sizes.group) != 3:
        return method
    first, second, third = sizes.group
    if (method == "lid" and third > 20) or (method == "plate" and "wall" in sizes.named):
        return "enclosure"
    if method == "clamp":
        return "box"
    if method == "cup":
        return "enclosure"
    if method == "flange" and second > 0.8 * first:
        return "plate"
    if method == "tube" and second > 0.3 * first and third <= 0.3 * first:
        return "square_tube"
    return method


def _threaded(method: str, sizes: NameSizes, named: dict[str, float]) -> None:
    """A thread as the diameter of what is turned, or the hole of what is screwed on."""
    if sizes.thread is None:
        return
    diameter, length = sizes.thread
    if method in {"rod", "shaft"}:
        named.setdefault("diameter", diameter)
    elif method in {"knob", "bushing", "disc"}:
        named.setdefault("bore", diameter)
    elif method == "spacer":
        named.setdefault("inner_diameter", diameter)
        named.setdefault("outer_diameter", diameter * 2)
    if length and method in {"rod", "shaft", "spacer"}:
        named.setdefault("length", length)


def _target(
    name: str, value: float, known: Mapping[str, object], taken: Mapping[str, float]
) -> str | None:
    if name == "radius" and "diameter" in known and "corner_radius" not in known:
        return None
    free = (other for other in _OTHER_NAMES.get(name, ()) if other in known and other not in taken)
    return next(free, None)


OUTER_OF: Final[dict[str, tuple[str, str, float]]] = {
    "tube": ("outer_diameter", "inner_diameter", 1.25),
    "elbow": ("outer_diameter", "inner_diameter", 1.25),
    "ring": ("outer_diameter", "inner_diameter", 1.6),
    "spacer": ("outer_diameter", "inner_diameter", 1.8),
    "disc": ("diameter", "bore", 3.0),
    "flange": ("outer_diameter", "bore", 3.0),
    "cup": ("outer_diameter", "bore", 3.0),
    "wheel": ("diameter", "bore", 6.0),
    "v_pulley": ("diameter", "bore", 4.0),
    "knob": ("diameter", "bore", 4.0),
    "bladed_wheel": ("diameter", "bore", 12.0),
    "propeller": ("diameter", "bore", 40.0),
    "sphere": ("diameter", "bore", 2.5),
    "arm": ("width", "bore_1", 2.2),
}
"""The outside of a part of which only the inside is known, and its usual ratio to that."""


def _says_round(method: str, sizes: NameSizes) -> bool:
    named = sizes.named
    round_one = sizes.round and len(sizes.group) == 2
    has = {"diameter", "outer_diameter"} & named.keys() or (
        "inner_diameter" in named and method in {"enclosure", "lid"}
    )
    return round_one or bool(has and len(sizes.group) < 2 and "length" not in named)


def _from_group(method: str, sizes: NameSizes, named: dict[str, float]) -> None:
    if not sizes.group:
        return
    values = list(sizes.group)
    if method in {"ring", "bushing"}:
        _smaller_inside(method, values)
    for name, value in zip(_names(method, sizes, values), values, strict=False):
        named.setdefault(name, value)


def _names(method: str, sizes: NameSizes, values: list[float]) -> Sequence[str]:
    """The names of the figures of a group."""
    if method in {"l_bracket", "u_bracket"} and len(values) == 3:
        return _bracket(values)
    if method in {"tube", "elbow"}:
        return _tube(values)
    if method == "slot_profile" and values[1] < values[0]:
        # Only square ones are made; the smaller side is one of them.
        return ("_", "size", "length")
    if method == "plate" and _flat_bar(sizes):
        return ("width", "thickness")
    if method == "shaft" and values[1] < values[0]:
        # A screw is written by its diameter and its pitch.
        return ("diameter",)
    if method == "enclosure" and len(values) == 3 and values[2] < 2.5:
        return ("length", "width", "wall")
    if method == "spring" and len(values) == 3 and values[0] > values[1]:
        return ("outer_diameter", "wire_diameter", "free_length")
    if method == "envelope_cylinder" and len(values) == 3:
        return ("diameter", "width", "length")
    meant = catalogue.FEATURES[method].sizes
    if meant is None and len(values) == 3:
        return _section(values)
    two, three = meant or _SECTION
    return three if len(values) == 3 and three else two


def _section(values: list[float]) -> Sequence[str]:
    """A profile by width, height and thickness, by its section and length, or length first."""
    first, second, third = values
    if third <= 0.3 * second:
        return ("width", "height", "thickness")
    if first >= 3 * second:
        return ("length", "width", "height")
    return ("width", "height", "length")


def _flat_bar(sizes: NameSizes) -> bool:
    """`30 x 3 mm, 600 mm`: width and thickness of a bar that is longer."""
    if len(sizes.group) != 2 or sizes.round or sizes.group[1] > 0.35 * sizes.group[0]:
        return False
    if sizes.group[1] <= 0.1 * sizes.group[0]:
        return True
    length = max((*sizes.lone, sizes.named.get("length", 0.0)))
    return length > sizes.group[0]


def _smaller_inside(method: str, values: list[float]) -> None:
    """Of the first two figures of a ring the smaller is the hole, whatever comes first."""
    values[:2] = sorted(values[:2], reverse=method == "ring")


def _bracket(values: list[float]) -> list[str]:
    thin = min(values)
    if thin > 0.35 * sorted(values)[1]:
        return ["length", "width", "height"]
    names = ["length", "height"]
    names.insert(values.index(thin), "thickness")
    return names


def _tube(values: list[float]) -> list[str]:
    second = "wall" if values[1] <= 0.3 * values[0] else "inner_diameter"
    if len(values) == 2:
        return ["outer_diameter", second if values[1] < values[0] else "length"]
    return ["outer_diameter", second, "length"]


def _three_ways(method: str, named: dict[str, float]) -> None:
    """`600 wide, 400 deep, 720 high`: the larger way along x, where no length is named."""
    if "depth" in named and "width" in named and "length" not in named:
        named["length"], named["width"] = named["width"], named.pop("depth")
    if method == "arm" and "length" in named and "distance" not in named:
        width = named.get("width", named["length"] / 5)
        named["distance"] = max(named.pop("length") - width, 0.1)
    if method == "lid" and named.get("thickness", 0.0) > 6 and "wall" in named:
        # A lid as high as its walls: the height is that of plate and lip.
        height, named["thickness"] = named["thickness"], named["wall"]
        named["lip_height"] = max(height - named["wall"], 0.0)
    if method in {"shaft", "rod"} and "shaft_diameter" in named:
        named.setdefault("diameter", named.pop("shaft_diameter"))
        named.pop("shaft_diameter", None)
    if "radius" in named and "diameter" not in named and method in {"disc", "rod", "dome", "wheel"}:
        named["diameter"] = 2 * named.pop("radius")


def _derived(method: str, named: Mapping[str, float], figures: dict[str, float]) -> None:
    """Figures that follow from others by arithmetic: walls of tubes, modules of gears."""
    wall = named.get("wall", named.get("thickness"))
    tip = named.get("tip_diameter", named.get("diameter", named.get("outer_diameter")))
    if method in {"gear", "timing_pulley"}:
        _toothed(method, named, tip, figures)
    elif method == "dome" and "height" in figures:
        figures["height"] = min(figures["height"], round(figures.get("diameter", 60.0) / 2, 4))
    elif method in {"tube", "elbow"} and wall and "inner_diameter" not in figures:
        figures.setdefault("outer_diameter", named.get("diameter", 20.0))
        figures["inner_diameter"] = round(figures["outer_diameter"] - 2 * wall, 4)
    elif method == "clamp" and "outer_diameter" in named and "inner_diameter" in figures:
        figures.setdefault(
            "thickness", max((named["outer_diameter"] - figures["inner_diameter"]) / 2, 0.5)
        )
    elif method == "cup" and "inner_diameter" in named and "outer_diameter" not in figures:
        wall = figures.setdefault("wall", max(1.0, named["inner_diameter"] / 25))
        figures["outer_diameter"] = round(named["inner_diameter"] + 2 * wall, 4)
        if "bore" not in named:
            figures.pop("bore", None)
    _outside(method, wall, figures)


def _outside(method: str, wall: float | None, figures: dict[str, float]) -> None:
    """The outer diameter of a part of which only the inner one is known."""
    outer, inner, ratio = OUTER_OF.get(method, ("", "", 0.0))
    if not figures.get(inner) or outer in figures:
        return
    walled = wall and method in {"tube", "elbow"}
    size = figures[inner] + 2 * wall if walled and wall else figures[inner] * ratio
    figures[outer] = round(size, 4)


def _toothed(
    method: str, named: Mapping[str, float], tip: float | None, figures: dict[str, float]
) -> None:
    if method == "timing_pulley":
        if "belt_pitch" in named:
            figures.setdefault("pitch", named["belt_pitch"])
        if tip and "teeth" not in figures:
            # The belt runs 0.127 pitches outside the teeth.
            figures["teeth"] = float(max(10, round(pi * (tip / figures.get("pitch", 2.0) + 0.254))))
    elif tip:
        _gear_of(tip, figures)
    elif "bore" in figures and not {"module", "teeth"} & figures.keys():
        # Twice the bore at the roots of 24 teeth, in modules that gears are made in.
        figures["module"] = max(1.0, ceil(figures["bore"] * 2 / 21.5 * 2) / 2)


def _gear_of(tip: float, figures: dict[str, float]) -> None:
    if "teeth" in figures and "module" not in figures:
        figures["module"] = round(tip / (figures["teeth"] + 2), 4)
    elif "teeth" not in figures:
        module = figures.setdefault("module", max(0.5, round(tip / 26 * 2) / 2))
        figures["teeth"] = float(min(max(8, round(tip / module - 2)), 200))


def _lone(method: str, sizes: NameSizes, known: Iterable[str], figures: dict[str, float]) -> None:
    leading = catalogue.FEATURES[method].leading
    values = [value for value in sizes.lone if value > 0]
    if not values:
        return
    if method == "spring" and values[0] < 3:
        leading = "wire_diameter"
    elif method in _THIN and len(values) == 1 and values[0] <= 6:
        leading = "thickness"
    elif method in _SLENDER and len(values) > 1:
        figures.setdefault(_SLENDER[method], min(values))
        values = [max(values)]
    if method == "cable":
        figures.setdefault("length", max(values))
        if len(values) > 1:
            figures.setdefault("diameter", min(values))
    elif leading in known and leading not in figures:
        figures[leading] = values.pop(0)
    elif method in {"gear", "timing_pulley"} and "teeth" not in figures and not sizes.group:
        derived = {"tip_diameter": values[0]}
        _derived(method, derived, figures)


def leading(method: str) -> str:
    """The figure that says most of a method's size."""
    return catalogue.FEATURES[method].leading


def widest_bore(module: float, teeth: float) -> float:
    """The largest bore of a gear: a wall of a module and a half below the roots."""
    values = catalogue.FEATURES["gear"].resolve({"module": module, "teeth": teeth})
    return root_diameter(values) - 3 * module
