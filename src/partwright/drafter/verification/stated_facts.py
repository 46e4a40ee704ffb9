"""Stated sizes, counts, shapes and materials of a text, held against a structure; pure.

Every fact that the structure does not keep is told with the words of the text.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Final, Literal

from partwright.cad import materials
from partwright.cad.model import Vector
from partwright.drafter.brief.kinds import is_larger_than_said
from partwright.drafter.brief.material_grades import grade_of
from partwright.drafter.brief.stated_words import unbuilt, unnamed_designations, unscrewed
from partwright.drafter.brief.things_listed import things_listed
from partwright.drafter.brief.wording import thing_of, words_around
from partwright.drafter.catalogue import shapes, word_list
from partwright.drafter.drafts import BomNodeDraft, DraftStruct
from partwright.drafter.messages.swapped import unswapped
from partwright.drafter.structures.colours import unpainted
from partwright.drafter.structures.compared_parts import ComparedPart, ComparedStructure, holes_of
from partwright.drafter.structures.exclusions import still_there
from partwright.drafter.structures.materials import materials_meant, part_meant
from partwright.drafter.structures.stated_holes import is_hole
from partwright.drafter.structures.voltages import missed_voltage, stated_voltage
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.counts import is_trait
from partwright.drafter.text.figures import StatedFigure
from partwright.drafter.text.quantities import quantities
from partwright.drafter.text.shapes import ShapeMention
from partwright.drafter.text.surroundings import is_for, is_held, is_put_away
from partwright.drafter.text.words import stem, stems
from partwright.drafter.verification.stated_counts import is_in_pieces, miscounted
from partwright.drafter.verification.stated_drives import undriven

TOLERANCE_MM: Final = 0.1
_ROUGH: Final = 0.15
"""The part by which a figure that the text calls rough may be missed."""
_LARGE: Final = 0.45
"""The part of the whole from which a body may carry the shape that the text gives the whole."""
_DRAWN: Final = frozenset({
    "size", "length", "width", "height", "depth", "diameter", "bore", "thickness", "stroke",
    "opening", "throat", "reach", "wheel diameter", "propeller diameter", "wheelbase", "pitch", "vesa", "section", "dimension",
    "centre distance", "pipe size",
})  # fmt: skip
_OF_WHOLE: Final = frozenset({"size", "length", "width", "height", "depth", "diameter"})
_ROUND: Final = frozenset(
    {"disc", "ring", "rod", "tube", "flange", "cup", "dome", "sphere", "oval", "slotted_nut"}
)
_POINTS: Final = frozenset({"centre", "center", "axle", "spindle", "jaw", "throat", "mouth"})
"""What a height or width is measured to or between rather than that of the whole."""
_OPENINGS: Final = frozenset({"window", "opening", "cutout", "cut-out", "aperture"})
"""What is round and a hole of the part rather than a part: a round window."""
_MADE_OF: Final = frozenset({"tube", "tubing"})
"""What a frame is made of, where pipes and fittings go by their nominal size."""
_EQUAL: Final = 0.5
_AT_EDGES: Final = r" from (?:the |each |both |all |its |long |short |other |open |closed |far |near |one )*(?:edge|side|rim|end|left|right|top|bottom|upper|lower|front|rear)"
_FROM_EDGE: Final = re.compile(rf"{_AT_EDGES}|(?: ?mm)? (?:above|over|below) ", re.IGNORECASE)
_PLACES: Final = frozenset({"corner", "end", "edge"})
"""What is counted of a single part and tells where something is: chamfers on both ends."""


class UnkeptFact(DraftStruct, frozen=True, kw_only=True):
    """Something stated that the structure does not keep."""

    kind: Literal["size", "count", "shape", "material", "voltage", "part"]
    words: str
    """As the text has it."""
    why: str
    """The fact of the structure in its place."""


def unkept(brief: DesignBrief, root: BomNodeDraft, box: Vector | None = None) -> list[UnkeptFact]:
    """Everything that the text states and the structure, of this box, does not keep."""
    held = ComparedStructure(root, box)
    found = [
        *_sizes(brief, held), *_counts(brief, held), *_shapes(brief, held), *_materials(brief, held),
        *_voltage(brief, root), *_parts(brief, root, held), *_words(brief, root, held),
    ]  # fmt: skip
    return list({(one.kind, one.words): one for one in found}.values())


def _parts(brief: DesignBrief, root: BomNodeDraft, held: ComparedStructure) -> Iterator[UnkeptFact]:
    """The things listed behind `with` of which the structure has none."""
    if not brief.kind or not root.children:
        return
    for words, noun in things_listed(brief):
        if not any(held.named(word) for word in stems(words)):
            yield UnkeptFact(kind="part", words=words, why=f"the structure has no {noun}")


def _words(brief: DesignBrief, root: BomNodeDraft, held: ComparedStructure) -> Iterator[UnkeptFact]:
    """Colours, designations and manners of building."""
    for mention, why in unpainted(brief, root):
        words = words_around(brief, mention.start, mention.end)
        yield UnkeptFact(kind="material", words=words, why=why)
    for words, why in (
        *unnamed_designations(brief, root), *unscrewed(brief, root), *unbuilt(brief, root),
        *unswapped(brief, root), *still_there(brief, held.named), *undriven(brief, root),
    ):  # fmt: skip
        yield UnkeptFact(kind="part", words=words, why=why)


def _voltage(brief: DesignBrief, root: BomNodeDraft) -> Iterator[UnkeptFact]:
    """The supply voltage where no part is for it."""
    figure = stated_voltage(brief)
    if figure is None or not root.children:
        return
    if missed := missed_voltage(figure, (node.name for node in root.walk())):
        words = words_around(brief, figure.start, figure.end)
        yield UnkeptFact(kind="voltage", words=words, why=missed)


def is_side_of(stated: float, root: BomNodeDraft, box: Vector) -> bool:
    """Whether a side is that of the whole, or of it without what stands out."""
    held = ComparedStructure(root, box)
    return any(abs(stated - side) <= TOLERANCE_MM for side in held.sides)


def is_section_of(
    sides: Sequence[float], brief: DesignBrief, root: BomNodeDraft, box: Vector
) -> bool:
    """Whether the sides are those across a long body of which the text states the length."""
    held = ComparedStructure(root, box)
    sizes = [f for f in brief.figures if f.is_size and f.values == tuple(sides)]
    return any(_is_section(brief, one, held) for one in sizes)


def _sizes(brief: DesignBrief, held: ComparedStructure) -> Iterator[UnkeptFact]:
    is_alone = len(held.parts) == 1
    for figure in brief.figures:
        is_drawn = figure.quantity in _DRAWN or (is_alone and held.is_drawn)
        if figure.dimension != "length" or not is_drawn:
            continue
        is_told_anew = figure.origin.startswith("message") and is_alone
        if (is_for(brief.text, figure.start) and not is_told_anew) or figure.bound == "within":
            continue
        is_of_pipe = figure.quantity == "pipe size" and _MADE_OF.isdisjoint(figure.about[:2])
        if is_of_pipe or is_put_away(brief.text, figure.start, figure.end):
            continue
        if _is_of_what_it_serves(brief, figure, held):
            continue
        is_hole_size = "hole" in figure.about[:1] and figure.quantity == "bore" and not _FROM_EDGE.match(brief.text, figure.end)  # fmt: skip
        missed = (_undrilled if is_hole_size else _missed)(brief, figure, held)
        missed = missed if figure.quantity != "vesa" or held.named("vesa") else "no part has these holes"  # fmt: skip
        if missed and (held.is_drawn or held.box is not None):
            yield UnkeptFact(
                kind="size", words=words_around(brief, figure.start, figure.end), why=missed
            )


def _is_of_what_it_serves(
    brief: DesignBrief, figure: StatedFigure, held: ComparedStructure
) -> bool:
    """Whether a size is of what the product is for by its name: the monitors of a monitor arm."""
    noun = next(iter(figure.about), "")
    return noun in brief.title[:-1] and noun != brief.title[-1] and not held.named(noun)


def _missed(brief: DesignBrief, figure: StatedFigure, held: ComparedStructure) -> str:
    """The reason why a size is not kept; empty where it is."""
    noun = stem(thing_of(brief, figure, quantities()[figure.quantity]))
    named = held.named(noun) if noun else []
    is_whole = figure.quantity in _OF_WHOLE and not noun and _is_of_whole(brief, figure)
    is_whole = is_whole and not is_held(brief.text, figure.start)
    is_whole = is_whole and not _is_of_named(brief, figure, held)
    is_worked = figure.is_size or figure.high in held.dimensions.values()
    is_whole = is_whole and not (is_worked and is_larger_than_said(brief.kind, brief.text))
    if is_whole and held.box is not None and figure.origin == "":
        sides = (held.box[2], *held.sides[5:]) if figure.quantity == "height" else held.sides
        if all(_is_among(value, sides, figure) for value in figure.values):
            return ""
        if figure.quantity == "diameter" and _is_large_round(figure, held):
            return ""
        if len(held.parts) == 1 and _is_figured_so(figure, held):
            return ""
        if _is_section(brief, figure, held):
            return ""
        if figure.quantity == "length" and not figure.is_size and _is_large(figure, held):
            return ""
        told = " x ".join(f"{side:.5g}" for side in held.box)
        return f"the whole is {told} mm"
    # What another part happens to measure does not keep the figure of a part that is named.
    own = held.values(named)
    everywhere = (own or held.values(held.parts)) | set(held.dimensions.values())
    everywhere |= set(held.box or ())
    is_bore = figure.quantity == "bore" and not _FROM_EDGE.match(brief.text, figure.end)
    everywhere = _across(held) if is_bore and held.is_drawn else everywhere
    if figure.quantity == "size" and not own and _are_of_no_one(figure, held):
        everywhere = set[float]()
    for values in (own, everywhere):
        if all(_is_among(value, tuple(values), figure) for value in figure.values):
            return ""
    return f"no figure of {noun or 'a part'} is {figure.written}"


def _are_of_no_one(figure: StatedFigure, held: ComparedStructure) -> bool:
    """Whether no part has both sides of a section: 40 of one and 80 of another are no 40 x 80."""
    if len(figure.values) != 2:
        return False
    each = [held.values([part]) for part in held.parts]
    each += [set(held.dimensions.values()), set(held.box or ())]
    return not any(all(_is_among(v, tuple(own), figure) for v in figure.values) for own in each)


def _is_of_named(brief: DesignBrief, figure: StatedFigure, held: ComparedStructure) -> bool:
    """Whether a size is of a part that the product's name tells of: a frame of 40 x 40 profile."""
    noun = next(iter(figure.about), "")
    return figure.is_size and noun in brief.title[:-1] and bool(held.named(noun))


_WIDTHS: Final = ("diameter", "bore", "_1", "_2", "keyway_width", "keyway_depth", "counterbore_depth")  # fmt: skip


def _across(held: ComparedStructure) -> set[float]:
    """The diameters and bores of all parts, which alone can be those of a shaft or a hole."""
    named = (one for part in held.parts for one in part.figures.items())
    told = (pair for part in held.parts for pair in pairwise(part.stems))
    bores = {float(size) for word, size in told if word == "bore" and size.isdecimal()}
    return bores | {value for name, value in named if name.endswith(_WIDTHS)}


def _undrilled(brief: DesignBrief, figure: StatedFigure, held: ComparedStructure) -> str:
    """The reason why the size of a hole is not kept."""
    if not held.is_drawn:
        return _missed(brief, figure, held)
    figures = (one for part in held.parts for one in part.figures.items())
    if any(is_hole(name, value, figure.high) for name, value in figures):
        return ""
    return f"no part has a hole of {figure.written}"


def _is_of_whole(brief: DesignBrief, figure: StatedFigure) -> bool:
    """Whether the words around a figure name no part: nothing but its quantity or the product."""
    quantity = quantities()[figure.quantity]
    own = {*brief.title, *stems(quantity.name), *word_list("general")}
    own |= {"wide", "tall", "height", "depth", "width", "length", "diameter", "and", "a", "it"}
    if brief.text[: figure.start].endswith(("at ", "on ")):
        return False
    near = [word for word in figure.about[:2] if word not in own]
    if _POINTS & set(near):
        return False
    if not near or (figure.quantity in ("height", "depth", "width") and not figure.is_size):
        return not (near and figure.quantity == "width")
    return False if figure.is_size else near[0] in ("with", "of", "in", "for", "on")


def _is_large(figure: StatedFigure, held: ComparedStructure) -> bool:
    """Whether the body that makes up the whole is so long: the bar of a clamp."""
    least = _LARGE * max(held.box or (0.0,))
    return any(
        least <= side and abs(figure.high - side) <= TOLERANCE_MM
        for part in held.parts
        for side in part.sides
    )


def _is_section(brief: DesignBrief, figure: StatedFigure, held: ComparedStructure) -> bool:
    """Whether a size beside a length is that of the long body across: a duct 40 x 60 mm, 2 m long."""
    long = brief.given("length")
    if long is None or long.is_size or not figure.is_size or len(figure.values) != 2:
        return False
    bodies = [p for p in held.parts if any(_is_among(long.high, (s,), long) for s in p.sides)]
    return any(all(_is_among(v, p.sides, figure) for v in figure.values) for p in bodies)


def _is_figured_so(figure: StatedFigure, held: ComparedStructure) -> bool:
    """Whether the one part has these figures: a tube 40 x 40 x 3 mm."""
    values = tuple(held.values(held.parts))
    return all(_is_among(value, values, figure) for value in figure.values)


def _is_large_round(figure: StatedFigure, held: ComparedStructure) -> bool:
    return any(
        abs(figure.high - side) <= TOLERANCE_MM
        for part in held.parts
        for side in (*part.sides, part.figures.get("inner_diameter", 0.0))
        if held.box and (side >= _LARGE * max(held.box[:2]) or part.stems[:1] == ("vessel",))
    )


def _is_among(value: float, found: Sequence[float], figure: StatedFigure) -> bool:
    match figure.bound:
        case "most":
            return any(one <= value + TOLERANCE_MM for one in found)
        case "least":
            return any(one >= value - TOLERANCE_MM for one in found)
        case "range":
            low, high = figure.low - TOLERANCE_MM, figure.high + TOLERANCE_MM
            return any(low <= one <= high for one in found)
        case "about":
            return any(abs(one - value) <= value * _ROUGH for one in found)
        case _:
            return any(abs(one - value) <= TOLERANCE_MM for one in found)


def _counts(brief: DesignBrief, held: ComparedStructure) -> Iterator[UnkeptFact]:
    all_holes = sum(count.number for count in brief.counts if count.noun == "hole")
    has_all = all_holes in {holes_of(part) for part in held.parts}
    for count in brief.counts:
        is_drilled = count.noun == "hole" and has_all
        if is_drilled or count.noun in word_list("not parts") or is_for(brief.text, count.start):
            continue
        if _PLACES & {*count.words, count.noun} and len(held.parts) == 1:
            continue
        if brief.title and count.noun == brief.title[-1] and not is_trait(count):
            continue
        missed = "" if is_in_pieces(brief.text, count, held) else miscounted(count, held)
        if missed:
            words = " ".join(brief.text[count.start : count.end].split())
            yield UnkeptFact(
                kind="count", words=words or f"{count.number} {count.noun}", why=missed
            )


def _shapes(brief: DesignBrief, held: ComparedStructure) -> Iterator[UnkeptFact]:
    if not held.is_drawn:
        return
    for mention in brief.shapes:
        if is_for(brief.text, mention.start):
            continue
        if _OPENINGS & set(mention.things[:1]) and any(holes_of(part) for part in held.parts):
            continue
        parts = _shaped(brief, mention, held)
        if not any(_has_shape(part, mention.key) for part in parts):
            thing = mention.things[0] if mention.things else held.name
            words = words_around(brief, mention.start, mention.end)
            yield UnkeptFact(
                kind="shape", words=words, why=f"{thing} is not {mention.words.lower()}"
            )


def _shaped(
    brief: DesignBrief, mention: ShapeMention, held: ComparedStructure
) -> list[ComparedPart]:
    """The parts that may carry the shape: those the nouns name, else the large ones."""
    for noun in mention.things:
        if noun in brief.title:
            break
        if named := held.named(noun):
            return named
    if held.box is None:
        return [part for part in held.parts if part.is_leaf]
    least = _LARGE * max(held.box[:2])
    return [part for part in held.parts if part.is_leaf and max((*part.sides, 0)) >= least]


def _has_shape(part: ComparedPart, key: str) -> bool:
    row = shapes()[key]
    if part.method in row.methods or part.is_flattened(key):
        return True
    sides = part.sides
    if row.sides:
        return row.sides in (part.figures.get("sides"), part.figures.get("corners"))
    if row.box == "square" and part.method in _ROUND:
        return False
    if row.box == "square" and len(sides) == 3:
        return any(abs(a - b) <= _EQUAL for a, b in ((sides[0], sides[1]), (sides[0], sides[2])))
    corner = part.figures.get("corner_radius", 0.0)
    return key in ("round", "oval") and len(sides) == 3 and corner >= 0.45 * min(sides[:2])


def _materials(brief: DesignBrief, held: ComparedStructure) -> Iterator[UnkeptFact]:
    for mention in materials_meant(brief):
        if is_for(brief.text, mention.start) or _compounds().match(brief.text, mention.end):
            continue
        grade = grade_of(brief, mention)
        noun = stem(part_meant(brief, mention))
        named = held.named(noun) if noun else []
        is_whole = not noun or noun in brief.title
        made = [part for part in held.parts if is_whole and part.is_made and part.is_leaf]
        parts = named or made or held.parts
        if not any(_is_of(part, grade, mention.key) for part in parts):
            shown = [part.material for part in parts if part.material and part.method]
            instead = next(iter(shown or [p.material for p in parts if p.material]), "not given")
            words = words_around(brief, mention.start, mention.end)
            yield UnkeptFact(
                kind="material", words=words, why=f"{noun or 'the body'} is of {instead}"
            )


def _is_of(part: ComparedPart, grade: str, key: str) -> bool:
    return any(_is_the(material.casefold(), grade, key) for material in part.materials)


def _is_the(own: str, grade: str, key: str) -> bool:
    if not own:
        return False
    if own == grade.casefold() or key in own:
        return True
    has = materials.named(own)
    asked = (materials.named(key), materials.named(grade))
    return has is not None and has.kind in {one.kind for one in asked if one is not None}


@cache
def _compounds() -> re.Pattern[str]:
    return re.compile(r"[ -](?:wool|brush|plate thickness|core|workpieces?|tips?)\b", re.IGNORECASE)
