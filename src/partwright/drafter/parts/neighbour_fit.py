"""Sizes that follow from the neighbours: lids fit enclosures, shafts fit bearings; pure."""

from collections.abc import Callable
from typing import Final

from partwright.cad.language import catalogue
from partwright.cad.language.standards import tables
from partwright.cad.language.standards.families import StandardSize
from partwright.cad.model import STANDARD, NotDrawn
from partwright.drafter.parts import parameters, standards
from partwright.drafter.parts.neighbours import NeighbourFigures
from partwright.drafter.parts.part_context import ChosenForm, NeighbourPart, PartContext

Figures = dict[str, float]
Fit = Callable[[Figures, NeighbourFigures], str | None]
"""Sets figures that are not given, and says what they were taken from."""

_ENCLOSURES: Final = ("enclosure", "housing", "box")
_ON_SHAFTS: Final = {
    "gear", "sprocket", "timing_pulley", "v_pulley", "wheel", "bladed_wheel", "propeller", "knob", "arm", "bushing", "flange",
}  # fmt: skip

# The leading figure of a part as a share of the product's largest length.
_SHARES: Final = {
    "plate": 0.7, "disc": 0.4, "box": 0.3, "enclosure": 0.9, "lid": 0.9, "housing": 0.8,
    "frame": 0.8, "l_bracket": 0.25, "u_bracket": 0.3, "tube": 0.6, "rod": 0.5, "shaft": 0.7,
    "cone": 0.3, "cup": 0.4, "dome": 0.3, "wheel": 0.4, "bladed_wheel": 0.4, "propeller": 0.4, "pcb": 0.6,
    "heat_sink": 0.3, "arm": 0.4, "grip": 0.4, "slot_profile": 0.8, "square_tube": 0.8,
    "angle_profile": 0.8, "u_profile": 0.8, "t_profile": 0.8, "i_profile": 0.9, "z_profile": 0.8,
}  # fmt: skip

# The width of slender parts as a share of their length, and its limits in mm.
_SECTIONS: Final = {
    "rod": ("diameter", 0.08, 2.0, 25.0),
    "tube": ("outer_diameter", 0.08, 6.0, 50.0),
    **dict.fromkeys(
        ("square_tube", "angle_profile", "u_profile", "t_profile", "i_profile", "z_profile"),
        ("width", 0.08, 8.0, 80.0),
    ),
}


def fitted(
    node: PartContext, chosen: ChosenForm, placed: tuple[NeighbourPart, ...]
) -> ChosenForm | NotDrawn:
    """The choice with what its neighbours and the product decide."""
    around = NeighbourFigures(node, placed)
    if chosen.method.startswith(STANDARD):
        return _standard(chosen, around)
    method = _by_company(chosen.method, around)
    figures = dict(chosen.figures)
    notes = list(chosen.notes)
    for fit in _FITS.get(method, ()):
        note = fit(figures, around)
        if note:
            notes.append(note)
    note = _scaled(method, figures, around) or _assumed(method, figures)
    _slender(method, figures)
    if note:
        notes.append(note)
    return ChosenForm(method, figures, tuple(notes))


def _by_company(method: str, around: NeighbourFigures) -> str:
    """A housing with bearings or gears in it has bores; any other is an enclosure."""
    word = around.node.name.casefold()
    turning = around.bearing() or around.first("gear", "shaft")
    if method == "enclosure" and turning and ("housing" in word or "gehäuse" in word):
        return "housing"
    return method


def _slender(method: str, figures: Figures) -> None:
    """A section in proportion to the length, where only that is known."""
    across, share, least, most = _SECTIONS.get(method, ("", 0.0, 0.0, 0.0))
    if across and across not in figures and "length" in figures:
        figures[across] = round(min(max(figures["length"] * share, least), most), 1)


def _scaled(method: str, figures: Figures, around: NeighbourFigures) -> str | None:
    """The leading figure from the product's size, where nothing else gives one."""
    leading, extent = parameters.leading(method), around.extent()
    if leading in figures or extent is None or method not in _SHARES:
        return None
    parameter = _parameter(method, leading)
    if parameter is None:
        return None
    value = float(round(min(max(extent * _SHARES[method], 8.0), parameter)))
    figures[leading] = value
    return f"no size is stated; {leading} {value:g} mm follows from the whole, {extent:g} mm"


def _parameter(method: str, name: str) -> float | None:
    parameters = catalogue.FEATURES[method].parameters
    return next((parameter.high for parameter in parameters if parameter.name == name), None)


def _assumed(method: str, figures: Figures) -> str | None:
    leading = parameters.leading(method)
    if leading in figures or _parameter(method, leading) is None:
        return None
    value = catalogue.FEATURES[method].resolve(figures)[leading]
    return f"no size is stated; {leading} {value:g} mm is assumed"


def _lid(figures: Figures, around: NeighbourFigures) -> str | None:
    enclosure = around.first("enclosure", "housing")
    if enclosure is None:
        return None
    taken = {"length", "width"} - figures.keys()
    for name in ("length", "width", "wall", "corner_radius"):
        figures.setdefault(name, enclosure[name])
    figures.setdefault("thickness", enclosure["wall"])
    return "it takes its outline from the enclosure" if taken else None


def _enclosure(figures: Figures, around: NeighbourFigures) -> str | None:
    if "length" in figures:
        return None
    lid = around.first("lid")
    if lid and any("length" in n.spec.parameters for n, _ in around.of("lid") if n.spec):
        for name in ("length", "width", "wall", "corner_radius"):
            figures.setdefault(name, lid[name])
        return "it takes its outline from the lid"
    inside = [
        (
            max(figure["length"], figure["width"]),
            min(figure["length"], figure["width"]),
            figure.get("height", figure.get("thickness", 0.0)),
        )
        for _, figure in around.of("pcb", "envelope_box")
    ]
    if not inside:
        return None
    wall = figures.setdefault("wall", 2.0)
    figures["length"] = round(max(entry[0] for entry in inside) + 2 * wall + 12)
    figures.setdefault("width", round(max(entry[1] for entry in inside) + 2 * wall + 12))
    figures.setdefault("height", round(sum(entry[2] for entry in inside) + wall + 18))
    return "it is made large enough for what it holds"


def _pcb(figures: Figures, around: NeighbourFigures) -> str | None:
    enclosure = around.first("enclosure", "box")
    if "length" in figures or enclosure is None:
        return None
    wall = enclosure.get("wall", 2.0)
    figures["length"] = round(enclosure["length"] - 2 * wall - 12, 1)
    figures.setdefault("width", round(enclosure["width"] - 2 * wall - 12, 1))
    if min(figures["length"], figures["width"]) < 10:
        del figures["length"], figures["width"]
        return None
    return "it is made to fit the enclosure"


def _shaft_diameter(around: NeighbourFigures, *, at_end: bool) -> float | None:
    """The seat on the shaft beside it: at its end, or the widest; else the motor's shaft."""
    shaft = around.first("shaft")
    if shaft:
        steps = [shaft[f"diameter_{n}"] for n in range(1, 9) if shaft[f"length_{n}"]]
        return steps[-1] if at_end else max(steps)
    rod = around.first("rod")
    if rod:
        return rod["diameter"]
    bearing = around.bearing()
    if bearing:
        return bearing["bore"]
    motor = around.first("envelope_motor")
    return motor["shaft_diameter"] if motor else None


def _bore(name: str, *, at_end: bool) -> Fit:
    def fit(figures: Figures, around: NeighbourFigures) -> str | None:
        diameter = None if name in figures else _shaft_diameter(around, at_end=at_end)
        if diameter is None:
            return None
        figures[name] = diameter
        return f"its bore of {diameter:g} mm fits the shaft beside it"

    return fit


def _gear_bore(figures: Figures, around: NeighbourFigures) -> str | None:
    values = catalogue.FEATURES["gear"].resolve(figures)
    diameter = _shaft_diameter(around, at_end=False)
    limit = parameters.widest_bore(values.module, values.teeth)
    if "bore" in figures or diameter is None or diameter > limit:
        return None
    figures["bore"] = diameter
    return f"its bore of {diameter:g} mm fits the shaft beside it"


def _gear_teeth(figures: Figures, around: NeighbourFigures) -> str | None:
    """Module and ratio from the gear it meshes with."""
    others = [values for _, values in around.of("gear", "rack", "ring_gear")]
    if others and "module" not in figures:
        figures["module"] = others[0]["module"]
    name = around.node.name.casefold()
    small = any(
        word in name for word in ("pinion", "ritzel", "sun", "sonnen", "small", "drive gear")
    )
    if "teeth" in figures:
        return None
    ratio = around.ratio()
    if small:
        figures["teeth"] = 20.0
    elif ratio and others:
        figures["teeth"] = float(min(max(round(20 * ratio), 12), 200))
        return f"its teeth follow from the ratio {ratio:g} with a pinion of 20"
    return None


def _shaft(figures: Figures, around: NeighbourFigures) -> str | None:
    """Seats for bearings at both ends, and between them the shaft proper."""
    bearing = around.bearing()
    if bearing is None or any(f"length_{number}" in figures for number in range(2, 9)):
        return None
    seat = bearing["bore"]
    length = figures.get("length_1", seat * 8)
    middle = figures.get("diameter_1", 0.0)
    if middle <= seat:
        middle = round(seat * 1.25)
    end = bearing["width"] + 1
    if length < 3 * end or middle > bearing["outer_diameter"] * 0.8:
        figures.setdefault("diameter_1", seat)
        return f"its diameter fits the bearing's bore of {seat:g} mm"
    figures |= {
        "diameter_1": seat,
        "length_1": end,
        "diameter_2": middle,
        "length_2": length - 2 * end,
        "diameter_3": seat,
        "length_3": end,
    }
    return f"its ends are seats for the bearings of bore {seat:g} mm"


def _housing(figures: Figures, around: NeighbourFigures) -> str | None:
    """Bores for the bearings, and walls in which the bores have room."""
    bearing = around.bearing()
    note = None
    if bearing and "bore_diameter" not in figures:
        figures["bore_diameter"] = bearing["outer_diameter"]
        note = f"its bores of {bearing['outer_diameter']:g} mm hold the bearings"
    outer = figures.get("bore_diameter")
    if outer is None:
        return None
    if "length" not in figures:
        figures["length"] = max(outer * 3, 60.0)
        figures.setdefault("width", max(outer * 2.4, 50.0))
        figures.setdefault("height", max(outer * 2.2, 45.0))
    if "boss_diameter" not in figures:
        values = catalogue.FEATURES["housing"].resolve(figures)
        room = 2 * min(values.bore_height - values.wall, values.height - values.bore_height - 0.5)
        room = min(room, values.width - 2 * max(values.corner_radius, values.wall) - 0.5)
        figures["boss_diameter"] = round(min(outer * 1.3, outer + 20, room), 3)
    return note


def _coupling(figures: Figures, around: NeighbourFigures) -> str | None:
    """A hub or coupling has more flesh round its bore than a bushing."""
    name = around.node.name.casefold()
    inner = figures.get("inner_diameter")
    if inner and any(word in name for word in ("coupling", "kupplung", "hub", "nabe")):
        figures.setdefault("outer_diameter", round(2.2 * inner, 2))
        figures.setdefault("length", round(2.8 * inner, 2))
    return None


def _outline(figures: Figures, around: NeighbourFigures) -> str | None:
    """A gasket as large as what it seals."""
    flange = around.first("flange", "cup")
    if flange is None or "outer_diameter" in figures:
        return None
    figures["outer_diameter"] = flange["outer_diameter"]
    return "it is as wide as the flange beside it"


def _frame(figures: Figures, around: NeighbourFigures) -> str | None:
    enclosure = around.first("enclosure", "lid", "housing")
    if enclosure is None or "length" in figures:
        return None
    figures |= {name: enclosure[name] for name in ("length", "width", "corner_radius")}
    figures.setdefault("border", max(enclosure["wall"], 1.0))
    return "it takes its outline from the enclosure"


_BORED: Final = ("timing_pulley", "sprocket", "v_pulley", "wheel", "bladed_wheel", "propeller", "knob")  # fmt: skip
_FITS: Final[dict[str, tuple[Fit, ...]]] = {
    "lid": (_lid,),
    "enclosure": (_enclosure,),
    "pcb": (_pcb,),
    "shaft": (_shaft,),
    "housing": (_housing,),
    "gear": (_gear_teeth, _gear_bore),
    **dict.fromkeys(_BORED, (_bore("bore", at_end=True),)),
    "bushing": (_bore("inner_diameter", at_end=False), _coupling),
    "ring": (_outline,),
    "frame": (_frame,),
}


def _standard(chosen: ChosenForm, around: NeighbourFigures) -> ChosenForm | NotDrawn:
    """A standard part whose size its name leaves open, sized by its neighbours."""
    rest = chosen.method.removeprefix(STANDARD)
    if rest not in _SIZED:
        return chosen
    given, note = _SIZED[rest](rest, chosen.figures, around)
    return ChosenForm(standards.method(given), dict(given.figures), (*chosen.notes, note))


def _sized_thread(
    standard: str, figures: Figures, around: NeighbourFigures
) -> tuple[StandardSize, str]:
    diameter, note = _thread(standard, figures, around)
    sized = {"diameter": diameter}
    if standards.needs_length(standard):
        length = figures.get("length")
        if length is None:
            length = standards.nominal_length(max(3 * diameter, _grip(around) + diameter))
            note += f"; length {length:g} mm is assumed"
        row = tables.SCREWS.get(standard, {}).get(diameter)
        sized["length"] = max(length, row["shortest"]) if row else length
    return StandardSize(standard, sized), note


def _thread(standard: str, figures: Figures, around: NeighbourFigures) -> tuple[float, str]:
    if "diameter" in figures:
        return figures["diameter"], f"its name states the size {figures['diameter']:g}"
    if standard in {*tables.CIRCLIPS}:
        diameter = _shaft_diameter(around, at_end=True) or 10.0
        return standards.nearest_size(standard, diameter), "its size follows from the shaft"
    screws = around.screws()
    if screws:
        diameter = screws[0][1]["diameter"]
        return standards.nearest_size(
            standard, diameter
        ), "its size is that of the screws beside it"
    motor = around.first("envelope_motor")
    if motor and motor["hole_diameter"]:
        near = standards.nearest_size(standard, motor["hole_diameter"])
        return near, "its size is that of the motor's holes"
    extent = around.extent() or 150.0
    size = 3.0 if extent < 120 else 4.0 if extent < 300 else 6.0 if extent < 900 else 8.0
    return standards.nearest_size(standard, size), f"no size is stated; M{size:g} is assumed"


def _grip(around: NeighbourFigures) -> float:
    """The thickness in mm of the flat parts beside a screw, as far as one screw would go."""
    thick = sorted(
        figures.get("thickness", 0.0)
        for _, figures in around.of(
            "plate", "lid", "l_bracket", "u_bracket", "disc", "pcb", "flange"
        )
    )
    return sum(thick[:2])


def _sized_bearing(_: str, __: Figures, around: NeighbourFigures) -> tuple[StandardSize, str]:
    diameter = _shaft_diameter(around, at_end=True)
    if diameter is None:
        return standards.bearing("608", "2RS"), "no size is stated; 608 is assumed"
    return standards.bearing_for(
        diameter
    ), f"its bore is the nearest to the shaft's {diameter:g} mm"


def _sized_key(_: str, __: Figures, around: NeighbourFigures) -> tuple[StandardSize, str]:
    diameter = _shaft_diameter(around, at_end=False) or 20.0
    row = tables.key_for(diameter) or tables.KEYS[0]
    figures = {
        "width": row["width"],
        "height": row["height"],
        "length": standards.nominal_length(row["width"] * 4),
        "straight": 0.0,
    }
    return StandardSize("DIN 6885", figures), f"the key for a shaft of {diameter:g} mm"


_SIZED: Final = {
    **dict.fromkeys(
        (
            *tables.SCREWS,
            *tables.NUTS,
            *tables.WASHERS,
            *tables.CIRCLIPS,
            *tables.INSERTS,
            "ISO 2338",
            "ISO 8734",
            "DIN 976",
        ),
        _sized_thread,
    ),
    "ISO 15": _sized_bearing,
    "DIN 6885": _sized_key,
}
"""For a standard without sizes: what sizes it."""
