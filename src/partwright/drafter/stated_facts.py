"""What a text states of sizes, counts, shapes and materials, held against a structure; pure.

Every fact that the structure does not keep is told with the words of the text: nothing that was
said is dropped in silence.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final, Literal

import msgspec

from partwright.cad import materials
from partwright.cad.model import Vector
from partwright.drafter import layout
from partwright.drafter.catalogue import table, word_list
from partwright.drafter.drafts import BomNodeDraft, DraftStruct
from partwright.drafter.layout_expressions import ExpressionProblem, dimensions
from partwright.drafter.materials import grade_of
from partwright.drafter.placed_parts import own_box
from partwright.drafter.recognition import alikes
from partwright.drafter.text.brief import DesignBrief, PartMention
from partwright.drafter.text.counts import is_trait
from partwright.drafter.text.figures import StatedCount, StatedFigure
from partwright.drafter.text.quantities import quantities
from partwright.drafter.text.shapes import ShapeMention
from partwright.drafter.text.surroundings import is_for, is_held
from partwright.drafter.text.words import stem, stems
from partwright.drafter.wording import made_of, thing_of

TOLERANCE_MM: Final = 0.1
_ROUGH: Final = 0.15
"""The part by which a figure that the text calls rough may be missed."""
_LARGE: Final = 0.45
"""The part of the whole from which a body may carry the shape that the text gives the whole."""
_DRAWN: Final = frozenset({
    "size", "length", "width", "height", "depth", "diameter", "bore", "thickness", "stroke",
    "opening", "reach", "wheel diameter", "propeller diameter", "wheelbase", "pitch", "dimension",
})  # fmt: skip
_OF_WHOLE: Final = frozenset({"size", "length", "width", "height", "depth", "diameter"})
_NUMBER: Final = re.compile(r"(?<![\w.])\d+(?:\.\d+)?")
_ROUND: Final = frozenset(
    {"disc", "ring", "rod", "tube", "flange", "cup", "dome", "sphere", "oval"}
)
_TAIL: Final = re.compile(r",| \d| with\b| of\b")
_LONG: Final = 6
_PARTED: Final = re.compile(r"[,;:.]")
_EQUAL: Final = 0.5


class UnkeptFact(DraftStruct, frozen=True, kw_only=True):
    """Something stated that the structure does not keep."""

    kind: Literal["size", "count", "shape", "material"]
    words: str
    """As the text has it."""
    why: str
    """What the structure has instead."""


class _Part(msgspec.Struct, frozen=True):
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


def unkept(brief: DesignBrief, root: BomNodeDraft, box: Vector | None = None) -> list[UnkeptFact]:
    """Everything that the text states and the structure, of this box, does not keep."""
    held = _Structure(root, box)
    found = [
        *_sizes(brief, held), *_counts(brief, held), *_shapes(brief, held), *_materials(brief, held)
    ]  # fmt: skip
    return list({(one.kind, one.words): one for one in found}.values())


class _Structure:
    """The parts of a structure with their figures."""

    def __init__(self, root: BomNodeDraft, box: Vector | None) -> None:
        self.box = box
        self.name = root.name
        self.dimensions = _skeleton(root)
        self.parts = list(_parts(root))
        self.is_drawn = any(part.method for part in self.parts)

    def named(self, noun: str) -> list[_Part]:
        """The parts that a noun names, or another word for the same."""
        same = {noun, *alikes(noun)}
        return [part for part in self.parts if same & set(part.stems)]

    def values(self, parts: Sequence[_Part]) -> set[float]:
        return {
            value
            for part in parts
            for value in (*part.sides, *part.figures.values(), *part.written)
        }


def _skeleton(root: BomNodeDraft) -> Mapping[str, float]:
    try:
        return {} if root.layout is None else dimensions(root.layout.dimensions)
    except ExpressionProblem:
        return {}


def _parts(root: BomNodeDraft) -> Iterator[_Part]:
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


def _part(node: BomNodeDraft, number: int, names: Mapping[str, float]) -> _Part:
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
    elif cad is not None and cad.status == "complete":
        method, figures = cad.method or "", dict(cad.parameters or {})
        sides = tuple(cad.bounding_box_mm or ())
    return _Part(
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


def _sizes(brief: DesignBrief, held: _Structure) -> Iterator[UnkeptFact]:
    for figure in brief.figures:
        if figure.dimension != "length" or figure.quantity not in _DRAWN:
            continue
        if is_for(brief.text, figure.start) or figure.bound == "within":
            continue
        missed = _missed(brief, figure, held)
        if missed and (held.is_drawn or held.box is not None):
            yield UnkeptFact(
                kind="size", words=_around(brief, figure.start, figure.end), why=missed
            )


def _missed(brief: DesignBrief, figure: StatedFigure, held: _Structure) -> str:
    """Why a size is not kept; empty where it is."""
    noun = stem(thing_of(brief, figure, quantities()[figure.quantity]))
    named = held.named(noun) if noun else []
    is_whole = figure.quantity in _OF_WHOLE and not noun and _is_of_whole(brief, figure)
    is_whole = is_whole and not is_held(brief.text, figure.start)
    if is_whole and held.box is not None and figure.origin == "":
        sides = held.box[2:] if figure.quantity == "height" else held.box
        if all(_is_among(value, sides, figure) for value in figure.values):
            return ""
        if figure.quantity == "diameter" and _is_large_round(figure, held):
            return ""
        told = " x ".join(f"{side:.5g}" for side in held.box)
        return f"the whole is {told} mm"
    everywhere = held.values(held.parts) | set(held.dimensions.values())
    everywhere |= set(held.box or ())
    for values in (held.values(named), everywhere):
        if all(_is_among(value, tuple(values), figure) for value in figure.values):
            return ""
    return f"no figure of {noun or 'a part'} is {figure.written}"


def _is_of_whole(brief: DesignBrief, figure: StatedFigure) -> bool:
    """Whether the words around a figure name no part: nothing but its quantity or the product."""
    quantity = quantities()[figure.quantity]
    own = {*brief.title, *stems(quantity.name), *word_list("general")}
    own |= {"wide", "tall", "height", "depth", "width", "length", "diameter", "and", "a", "it"}
    if brief.text[: figure.start].endswith("at "):
        return False
    near = [word for word in figure.about[:2] if word not in own]
    if not near or (figure.quantity in ("height", "depth", "width") and not figure.is_size):
        return not (near and figure.quantity == "width")
    return False if figure.is_size else near[0] in ("with", "of", "in", "for", "on")


def _is_large_round(figure: StatedFigure, held: _Structure) -> bool:
    return any(
        abs(figure.high - side) <= TOLERANCE_MM
        for part in held.parts
        for side in part.sides
        if held.box and side >= _LARGE * max(held.box[:2])
    )


def _is_among(value: float, found: Sequence[float], figure: StatedFigure) -> bool:
    match figure.bound:
        case "most":
            return any(one <= value + TOLERANCE_MM for one in found)
        case "least":
            return any(one >= value - TOLERANCE_MM for one in found)
        case "about":
            return any(abs(one - value) <= value * _ROUGH for one in found)
        case _:
            return any(abs(one - value) <= TOLERANCE_MM for one in found)


def _counts(brief: DesignBrief, held: _Structure) -> Iterator[UnkeptFact]:
    for count in brief.counts:
        if count.noun in word_list("not parts") or is_for(brief.text, count.start):
            continue
        if brief.title and count.noun == brief.title[-1] and not is_trait(count):
            continue
        missed = _miscounted(count, held)
        if missed:
            words = " ".join(brief.text[count.start : count.end].split())
            yield UnkeptFact(
                kind="count", words=words or f"{count.number} {count.noun}", why=missed
            )


def _miscounted(count: StatedCount, held: _Structure) -> str:
    nouns = [_plain(word) for word in count.words if len(word) > 1] or [count.noun]
    for name, value in held.dimensions.items():
        if {stem(piece) for piece in name.split("_")} & set(nouns) and value == count.number:
            return ""
    if count.noun == "hole" and held.is_drawn:
        holes = {_holes(part) for part in held.parts}
        return "" if count.number in holes else f"the parts have {max(holes, default=0)}"
    whole = [part for part in held.parts if set(nouns) <= set(part.stems)]
    if len(nouns) > 1 and count.number == sum(part.number for part in whole if part.is_leaf):
        return ""
    for noun in reversed(nouns):
        named = held.named(noun)
        if not named:
            continue
        named = [part for part in named if part.head == noun] or named
        numbers = {part.number for part in named}
        numbers.add(sum(part.number for part in named if part.is_leaf and part.head == noun))
        if count.number in numbers:
            return ""
        if noun == nouns[-1]:
            return f"the structure has {max(numbers)}"
    if is_trait(count):
        return f"nothing of the structure follows from {count.number} {count.noun}"
    return f"the structure has no {count.noun}"


def _plain(word: str) -> str:
    """The noun of an adjective: three-legged has legs."""
    if len(word) < _LONG or not word.endswith("ed"):
        return word
    base = word.removesuffix("ed")
    return base[:-1] if base[-1] == base[-2] else base


def _holes(part: _Part) -> int:
    """How many holes the operations of a part make."""
    number = 0.0
    for name in {one.partition(".")[0] for one in part.figures if one.startswith("hole")}:
        own = {k.partition(".")[2]: v for k, v in part.figures.items() if k.startswith(f"{name}.")}
        if name.startswith("hole_grid"):
            number += own.get("count_x", 2) * own.get("count_y", 2)
        else:
            number += own.get("count", 4) if name.startswith("hole_circle") else 1
    return round(number)


def _shapes(brief: DesignBrief, held: _Structure) -> Iterator[UnkeptFact]:
    if not held.is_drawn:
        return
    for mention in brief.shapes:
        if is_for(brief.text, mention.start):
            continue
        parts = _shaped(brief, mention, held)
        if not any(_has_shape(part, mention.key) for part in parts):
            thing = mention.things[0] if mention.things else held.name
            words = _around(brief, mention.start, mention.end)
            yield UnkeptFact(
                kind="shape", words=words, why=f"{thing} is not {mention.words.lower()}"
            )


def _shaped(brief: DesignBrief, mention: ShapeMention, held: _Structure) -> list[_Part]:
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


def _has_shape(part: _Part, key: str) -> bool:
    row = table("shapes.toml")[key]
    if part.method in str(row["methods"]).split():
        return True
    sides = part.sides
    if row.get("sides"):
        return part.figures.get("sides") == row["sides"]
    if row.get("box") == "square" and part.method in _ROUND:
        return False
    if row.get("box") == "square" and len(sides) == 3:
        return any(abs(a - b) <= _EQUAL for a, b in ((sides[0], sides[1]), (sides[0], sides[2])))
    corner = part.figures.get("corner_radius", 0.0)
    return key in ("round", "oval") and len(sides) == 3 and corner >= 0.45 * min(sides[:2])


def _materials(brief: DesignBrief, held: _Structure) -> Iterator[UnkeptFact]:
    for mention in brief.materials:
        if is_for(brief.text, mention.start) or _is_of_a_word(brief, mention):
            continue
        grade = grade_of(brief, mention)
        noun = stem(made_of(brief, mention))
        named = held.named(noun) if noun else []
        parts = named or held.parts
        if not any(_is_of(part, grade, mention.key) for part in parts):
            instead = next((part.material for part in parts if part.material), "not given")
            words = _around(brief, mention.start, mention.end)
            yield UnkeptFact(
                kind="material", words=words, why=f"{noun or 'the body'} is of {instead}"
            )


def _is_of(part: _Part, grade: str, key: str) -> bool:
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


def _is_of_a_word(brief: DesignBrief, mention: PartMention) -> bool:
    return bool(_compounds().match(brief.text, mention.end))


def _around(brief: DesignBrief, start: int, end: int) -> str:
    """The words of the text, from the word before to the words behind."""
    text = brief.text
    first = text.rfind(" ", 0, max(0, start - 1)) + 1
    if _PARTED.search(text[first:start]):
        first = start
    behind = re.match(r"[^,;.:\n]{0,24}", text[end:])
    last = end + (behind.end() if behind else 0)
    if last < len(text) and text[last : last + 1].isalnum():
        last = text.rfind(" ", end, last) if " " in text[end:last] else end
    return " ".join(text[first:last].split()).strip(" ,;.:")
