"""A sentence that asks for one part: which part it is, with exactly the figures and features named."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from partwright.cad.language import catalogue, validator
from partwright.cad.language.feature import Parameter
from partwright.cad.language.flat import spec_of
from partwright.cad.language.standards import tables
from partwright.cad.model import NotDrawn
from partwright.drafter.catalogue import SinglePartRow, single_part_rows
from partwright.drafter.drafts import PartForm, PartType
from partwright.drafter.part_sentences.added_screws import SCREW, AddedScrews, placed, screws_named
from partwright.drafter.part_sentences.around_shafts import (
    AroundShaft,
    around_in,
    with_grooves,
    with_splines,
)
from partwright.drafter.part_sentences.bored_parts import with_bores
from partwright.drafter.part_sentences.drawn_parts import (
    DRAWN,
    SCREWED_DOWN,
    WORKED,
    drawn,
    with_thread,
)
from partwright.drafter.part_sentences.flats_and_vees import (
    TURNED,
    TurnedExtras,
    extras_in,
    with_extras,
)
from partwright.drafter.part_sentences.motor_plates import around_motor, motor_holes
from partwright.drafter.part_sentences.own_figures import own_figures
from partwright.drafter.part_sentences.part_notes import notes_of, undrawn_features
from partwright.drafter.part_sentences.part_sides import along, in_order, of_sheet
from partwright.drafter.part_sentences.shaft_ends import worked_ends
from partwright.drafter.part_sentences.shaft_steps import stepped
from partwright.drafter.part_sentences.sleeves import sides_of_sleeve, with_worked_mouths
from partwright.drafter.part_sentences.tapers import without_tapers
from partwright.drafter.part_sentences.threaded_parts import TAPPED, core_bores, hexagonal
from partwright.drafter.parts import parameters, stated_features
from partwright.drafter.parts.hole_places import HoleWish
from partwright.drafter.parts.name_sizes import NameSizes, sizes_in
from partwright.drafter.parts.placed_holes import (
    block_with_edge_holes,
    unread_sites_of_cuts,
    unread_sites_of_holes,
)
from partwright.drafter.parts.stated_features import StatedFeatures
from partwright.drafter.structures.bought_alone import LED_ON, bought, is_sized
from partwright.drafter.structures.named_parts import named_part
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.conversions import with_units
from partwright.drafter.text.part_wording import (
    SET_SCREW,
    plain_wording,
)
from partwright.kit.patterns import lazy_regex

_FEATURE: Final = frozenset((
    "hole", "bore", "keyway", "keyseat", "chamfer", "fillet", "slot", "corner", "thread", "teeth", "tooth", "edge", "groove", "countersink", "leg",
    "side", "end", "pitch", "circle", "pcd", "face", "hub", "step", "tapped", "diameter", "radius", "surface", "finish", "bend", "center", "centre",
    "middle", "m", "module", "modul", "helix", "angle", "belt", "chain", "fin", "countersunk", "width", "thickness",
    "window", "lobe", "flute", "collar", "base", "web", "coil", "port", "arm", "stem", "shank", "bar", "tip", "ball", "eye",
))  # fmt: skip
"""Stems of what is a feature of a part and no part beside it."""
_KINDS_OF_PARTS: Final = frozenset(
    {"", "bracket", "pillow block", "pulley block", "shelf", "heat sink part", "wall hook"}
)
"""Kinds of products that may be a single part as well."""
_WITHIN: Final = {
    "spring": frozenset({"hook", "loop", "eye", "eyelet", "wire", "leg"}),
    "flanged": frozenset({"flange"}),
    "tube": frozenset({"cap"}),
    "cap": frozenset({"pipe", "tube"}),
    "pillow": frozenset({"bearing", "plate"}),
    "support": frozenset({"bearing", "plate"}),
    "funnel": frozenset({"spout", "rim"}),
    "clevis": frozenset({"fork", "pin", "lugs", "ears"}),
    "fork": frozenset({"pin"}),
    "knob": frozenset({"insert"}),
    "lever": frozenset({"boss"}),
    "box": frozenset({"wall", "top"}),
    "block": frozenset({"g1", "g3"}),
    "manifold": frozenset({"g1", "g3"}),
    "coupling": frozenset({"claws", "claw", "jaws", "spider"}),
    "bellows": frozenset(
        {
            "wall",
            "fold",
            "folds",
            "convolution",
            "convolutions",
            "outer",
            "inner",
            "cuff",
            "cuffs",
            "pleats",
        }
    ),
    "gaiter": frozenset(
        {
            "wall",
            "fold",
            "folds",
            "convolution",
            "convolutions",
            "outer",
            "inner",
            "cuff",
            "cuffs",
            "pleats",
        }
    ),
    "extrusion": frozenset({"slot", "slots", "core"}),
    "sleeve": frozenset({"groove", "cord"}),
    "pulley": frozenset({"flange"}),
}
"""By a word of a part's name, what is a piece of it or tells a size: the hooks of a spring."""
_BRACED: Final = lazy_regex(
    r"\b(?:gussets?|ribs?|ribbed|braces?|struts?|reinforced)\b", re.IGNORECASE
)
_OTHERWISE_BENT: Final = lazy_regex(r"\b[UZ][- ]|\bu-shaped|\bz-shaped|\boffset\b", re.IGNORECASE)
"""A bracket that is no L, of which no form with a brace is known."""
_COVERS: Final = lazy_regex(r"\A\W*(?:[\w-]+ ){0,2}(?:cap|cover|lid|plug)\b", re.IGNORECASE)
"""What has a bore only where one is told."""
_FEW: Final = 4
_WHOLE: Final = 3
_USUAL_HELIX: Final = 15.0
_SCREWED: Final = frozenset({"plate", "disc", "l_bracket", "u_bracket", "flange"})


class SinglePart(msgspec.Struct, frozen=True):
    """A part as the sentence asks for it."""

    name: str
    form: PartForm
    material: str
    part_type: PartType = "Manufacture"
    notes: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    """Features that the text asks for and the body has no room for."""
    screws: AddedScrews | None = None
    undrawn: tuple[str, ...] = ()
    """What the text asks for and no form of the part shows."""


def single_part(brief: DesignBrief) -> SinglePart | None:
    """The one part that the text asks for; None where it asks for a product."""
    is_braced = brief.kind == "bracket" and _is_braced(brief)
    if is_braced or _has_others(brief):
        return None
    text = LED_ON.sub(r"\2 \1\3", brief.text.strip(), count=1)
    found = named_part(brief)
    row = single_part_rows()[found[0]] if found else None
    if brief.kind not in (*_KINDS_OF_PARTS, *(row.kinds if row else ())):
        return None
    if found is None or row is None or LED_ON.match(brief.text.strip()) or is_sized(text):
        return _standard(brief, text)
    key, name = found[0], _threaded_name(*found, brief)
    if not _is_meant(brief, row):
        return None
    around, extras, wanted = _read(key, row.method, text)
    figures, off, wanted = _shaped(key, brief, wanted)
    method, figures, unsplined = with_splines(row.method, figures, around)
    method, figures, unflat = with_extras(method, figures, extras)
    added, wanted = _with_holes_of_screws(brief, method, wanted)
    method, figures, wanted = _prepared(key, method, figures, wanted, brief)
    figures, unmade = stated_features.with_features(method, figures, wanted)
    figures, ungrooved, told = with_grooves(figures, around)
    left = [*off, *unsplined, *unflat, *unmade, *ungrooved]
    is_made = not validator.problems(spec_of(name=name, method=method, parameters=figures))
    if not is_made and (brief.kind or not figures):
        return None
    notes = (*notes_of(key, text, wanted, left, figures), *told)
    form = PartForm(method=method, parameters={n: round(v, 4) for n, v in figures.items()})
    screws = placed(name, method, figures, added) if added else None
    if added and screws is None:
        return None
    undrawn = (
        *undrawn_features(key, method, text),
        *around.undrawn,
        *_unread_sites(method, figures, wanted),
    )
    return SinglePart(
        name, form, _stuff(brief, row), "Manufacture", notes, tuple(left), screws, undrawn
    )


def _read(key: str, method: str, text: str) -> tuple[AroundShaft, TurnedExtras, StatedFeatures]:
    """Read grooves and splines, flats, and all other features that the text asks for."""
    around = around_in(with_units(plain_wording(text)), method)
    extras = extras_in(around.text) if method in TURNED else TurnedExtras(around.text)
    return around, extras, stated_features.features_of(without_tapers(key, extras.text))


def _prepared(
    key: str, method: str, figures: dict[str, float], wanted: StatedFeatures, brief: DesignBrief
) -> tuple[str, dict[str, float], StatedFeatures]:
    """The body as its features need it, and these with the holes of a motor, ports and bores."""
    figures, motors = around_motor(method, figures, brief.text), motor_holes(method, brief.text)
    method, figures, wanted = with_worked_mouths(method, figures, wanted)
    method, figures = block_with_edge_holes(method, figures, wanted.holes)
    wanted = wanted._replace(holes=(*wanted.holes, *motors))
    return method, figures, with_bores(key, method, figures, wanted)


def _unread_sites(method: str, figures: dict[str, float], wanted: StatedFeatures) -> list[str]:
    """The words for places of holes, slots and windows that no face of the part is known by."""
    cuts = (*wanted.windows, *([wanted.slots] if wanted.slots else []))
    return [
        *unread_sites_of_holes(method, figures, wanted.holes),
        *unread_sites_of_cuts(method, figures, cuts),
    ]


def _with_holes_of_screws(
    brief: DesignBrief, method: str, wanted: StatedFeatures
) -> tuple[tuple[int, float] | None, StatedFeatures]:
    """The screws that the text adds to the part, and its features with the holes for them."""
    added = None if SET_SCREW.search(brief.text) or method == "clamp" else screws_named(brief)
    if not added or wanted.holes or method not in _SCREWED:
        return added, wanted
    hole = HoleWish(added[0], tables.clearance_hole(added[1]))
    return added, wanted._replace(holes=(hole,))


_PRINTED: Final = lazy_regex(r"\bprinted\b(?! circuit)", re.IGNORECASE)
"""Said of what is made of plastic unless a material is told."""


def _stuff(brief: DesignBrief, row: SinglePartRow) -> str:
    return "PLA" if _PRINTED.search(brief.text) else row.material


def _is_braced(brief: DesignBrief) -> bool:
    """Whether it is a bracket with a gusset beside it, which is a part of its own."""
    return bool(_BRACED.search(brief.text)) and not _OTHERWISE_BENT.match(brief.name)


def _threaded_name(key: str, name: str, brief: DesignBrief) -> str:
    """The name with the thread, of what is drawn to it or tapped."""
    is_tapped = single_part_rows()[key].method == "knob" and TAPPED.search(brief.text)
    is_named = key in DRAWN and key not in SCREWED_DOWN
    return with_thread(name, brief.text) if is_named or is_tapped else name


def _shaped(
    key: str, brief: DesignBrief, wanted: StatedFeatures
) -> tuple[dict[str, float], list[str], StatedFeatures]:
    """The figures of the body, what of it is left out, and the features that remain to be made."""
    if key not in DRAWN:
        return _turned(key, brief, wanted), [], wanted
    figures, off = drawn(key, brief)
    return figures, off, wanted if key in WORKED else StatedFeatures(wanted.text)


def _turned(key: str, brief: DesignBrief, wanted: StatedFeatures) -> dict[str, float]:
    """The figures of the body by the rules of its method, with steps, flats and threads."""
    row = single_part_rows()[key]
    figures = stepped(_figures(key, row, wanted), wanted.text, row.method)
    figures |= hexagonal(brief, row.method)
    figures |= core_bores(row.method, figures, brief.text)
    return figures | worked_ends(row.method, figures, brief.text, wanted)


def _has_others(brief: DesignBrief) -> bool:
    """Whether the text names parts beside the one, or something that makes it a product."""
    names = {*brief.title, *re.findall(r"[a-z]+", brief.name.casefold())}
    for mention in (*brief.components, *brief.parts):
        words = set(mention.key.replace("-", " ").split()) | set(
            re.findall(r"[a-z]+", mention.words.casefold())
        )
        if _GROOVED.match(brief.text, mention.end):
            continue
        if SCREW.search(mention.words) or SET_SCREW.search(mention.words):
            continue
        if any(name in names and words & within for name, within in _WITHIN.items()):
            continue
        if not words & _FEATURE and not words & names:
            return True
    if brief.supply == "mains" and not _POWERED.search(brief.text):
        return False
    if brief.supply in ("hydraulic", "pneumatic") and names & {"manifold", "block", "fitting"}:
        return False
    return bool(brief.supply) and brief.supply not in ("hand", "none")


_GROOVED: Final = lazy_regex(
    r"[ -]?(?:rings?[ -]|(?:face|radial|piston) )?(?:grooves?|seats?|seatings?|shoulders?|journals?|bores?|fits?|recess(?:es)?|pockets?|spigots?|registers?|housings? bores?)\b",
    re.IGNORECASE,
)
"""Behind what a groove or a seat is for, which is no part of this one: an O-ring groove, a bearing shoulder."""
_POWERED: Final = lazy_regex(r"\bmains\b|\d ?V\b|\bpower|\belectr|\boutlet\b", re.IGNORECASE)
"""Words of a supply; a main bore and a socket are none."""


def _is_meant(brief: DesignBrief, row: SinglePartRow) -> bool:
    if row.needs and not re.search(row.needs, brief.text, re.IGNORECASE):
        return False
    if any(brief.given(quantity) for quantity in row.unless):
        return False
    if row.unlike and re.search(rf"\b(?:{row.unlike})\b", brief.name, re.IGNORECASE):
        return False
    has_count = any({"tooth", "teeth"} & set(count.words) for count in brief.counts)
    return (
        has_count
        or any(f.dimension == "length" for f in brief.figures)
        or bool(re.search(r"\bDI?N ?\d|\bK?M ?\d", brief.text))
        or bool(motor_holes(row.method, brief.text))
    )


def _figures(key: str, row: SinglePartRow, wanted: StatedFeatures) -> dict[str, float]:
    """The figures of the body by what names them, then by the order in which they stand."""
    method = row.method
    sizes = sizes_in(
        _PITCH_WIDTH.sub("diameter", wanted.text) if method == "v_pulley" else wanted.text
    )
    named = along(key, sizes.named, sizes.group)
    order: Mapping[int, Sequence[str]] = {3: row.group, 2: sides_of_sleeve(row, named, wanted)}
    order = of_sheet(order, sizes.group, named)
    is_whole = len(sizes.group) == _WHOLE
    for name, value in zip(order.get(len(sizes.group), ()), sizes.group, strict=False):
        # What says otherwise of a body whose three sides are told is of something in it.
        named[name] = value if is_whole else named.get(name, value)
    spare = sizes.lone[_first_lone(row, sizes, named) :]
    figures = dict(
        parameters.figured(method, NameSizes(named, (), sizes.round, sizes.thread)).figures
    )
    known = {parameter.name for parameter in _parameters(method)}
    if row.also and (other := row.also[0]) in named and (own := row.also[1]) not in figures:
        figures[own] = named[other]
    free = [n for n in row.lone if n not in figures and _own(n, method) in known]
    for name, value in zip(free, spare, strict=False):
        figures.setdefault(_own(name, method), value)
    if method == "flange" and _BLIND.search(wanted.text):
        figures["bore"] = 0.0
    if method == "flange" and _COVERS.search(wanted.text):
        figures.setdefault("bore", 0.0)
    if "helical" in wanted.text.casefold() and "helix_angle" in known:
        figures.setdefault("helix_angle", _USUAL_HELIX)
    if "turns" in known and (coils := _COILS.search(wanted.text)):
        figures["turns"] = float(coils[1].replace(",", "."))
    figures = own_figures(key, wanted.text, figures, named)
    if not {"inner_diameter", "outer_diameter"} <= sizes.named.keys():
        figures = in_order(figures)
    if "cube" in wanted.text.casefold() and "length" in figures:
        figures |= {"width": figures["length"], "height": figures["length"]}
    return figures


def _first_lone(row: SinglePartRow, sizes: NameSizes, named: dict[str, float]) -> int:
    """The plain length of a disc with a named bore is its diameter, which its bore does not tell.

    Gives how many of the plain lengths that takes.
    """
    first, inside = (*row.lone, "")[0], named.get("bore", named.get("inner_diameter", 0.0))
    if not first.endswith("diameter") or not inside or first in named or not sizes.lone:
        return 0
    if (
        sizes.lone[0] > inside
        and not sizes.group
        and not {"diameter", "outer_diameter"} & named.keys()
    ):
        named[first] = sizes.lone[0]
        return 1
    return 0


_BLIND: Final = lazy_regex(
    r"\b(?:blind|blank|solid)(?![ -](?:\w+ )?(?:tapped|threaded|hole|bore|thread|rivet))",
    re.IGNORECASE,
)
"""Of a flange without a bore, and not of its holes."""
_PITCH_WIDTH: Final = lazy_regex(r"\b(?:pitch|datum|reference|effective) diameter\b", re.IGNORECASE)
_COILS: Final = lazy_regex(
    r"(\d+(?:[.,]\d+)?) (?:active |total )?(?:coils?|turns?|windings?|windungen|spires|espiras)\b",
    re.IGNORECASE,
)


def _own(name: str, method: str) -> str:
    return f"{name}_1" if method == "shaft" and name in ("diameter", "length") else name


def _parameters(method: str) -> tuple[Parameter, ...]:
    feature = catalogue.feature_of(method)
    return () if isinstance(feature, NotDrawn) else feature.parameters


def _standard(brief: DesignBrief, text: str) -> SinglePart | None:
    """A standard part that the text designates as a whole."""
    made = bought(brief, text)
    return None if made is None else SinglePart(made.name, made.form, made.material, "Purchase")
