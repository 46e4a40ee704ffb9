"""The materials that a text asks for, given to the parts it means."""

import re
from collections.abc import Collection, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from partwright.drafter.brief.material_grades import GRADE, grade_of
from partwright.drafter.brief.wording import made_of
from partwright.drafter.catalogue import materials
from partwright.drafter.recipes.nodes import RecipeNode
from partwright.drafter.structures.compared_parts import CALLED_ALSO
from partwright.drafter.structures.hollow_sections import make_hollow, make_solid
from partwright.drafter.structures.recognition import alikes, called_so
from partwright.drafter.text.brief import DesignBrief, PartMention
from partwright.drafter.text.surroundings import is_for
from partwright.drafter.text.words import stem, stems, words_of


def use_materials(brief: DesignBrief, root: RecipeNode) -> None:
    """Give made parts the material that the text asks for: of the part it names, else of the body."""
    own: set[int] = set()
    for mention in materials_meant(brief):
        if is_for(brief.text, mention.start):
            continue
        grade = grade_of(brief, mention)
        is_name = _names_the_product(brief, mention)
        targets = [] if is_name else _meant(brief, root, mention)
        if _family_of(grade) == _WOOD:
            targets = [n for n in targets if _NOT_OF_WOOD.isdisjoint(stems(n.name))] or targets
        for node in targets:
            is_bought_plain = node.part_type == "Purchase" and node.form is not None
            if not node.children and (node.part_type == "Manufacture" or is_bought_plain):
                _give(brief, root, node, mention)
                own.add(id(node))
        is_alone = not root.children and root.form is not None
        thing = () if is_name or is_alone else stems(made_of(brief, mention))
        if not targets and (not thing or set(thing) & _BODIES):
            _use_for_body(brief, root, mention, own, is_told=bool(thing), is_all=is_name)
            if not thing:
                _frame_of_metal(brief, root, mention)
    _solid_of_wood(root)


_BODIES: Final = frozenset({
    "body", "frame", "housing", "case", "casing", "shell", "enclosure", "structure", "chassis",
    "construction", "panel", "part", "board", "plate", "sheet", "tube", "bar", "beam", "post",
})  # fmt: skip
"""Words for the body of a product, or for what it is cut from."""


def materials_meant(brief: DesignBrief) -> list[PartMention]:
    """The materials named, without wood in general where the text names its sort,
    and without what is the grade of one ahead: the 316 of stainless steel 316.

    A material that a message gives the whole goes before one of its family that stood there first.
    """
    sorts = [one for one in brief.materials if materials()[one.key].family == _WOOD != one.key]
    parts = {made_of(brief, one) for one in sorts}
    meant = [
        one
        for one in brief.materials
        if one.key != _WOOD or not sorts or _is_apart(brief, one, parts)
    ]
    graded = [
        (one.end, found.end()) for one in meant if (found := GRADE.match(brief.text, one.end))
    ]
    meant = [one for one in meant if not any(a <= one.start < b for a, b in graded)]
    meant = [one for one in meant if not _is_called_on(one, meant)]
    meant = [one for one in meant if one.key != _SHEET or not _is_told_closer(brief, meant)]
    meant = [one for one in meant if not _INSTRUMENTS.search(brief.text[: one.end][-_NAME:])]
    meant = [one for one in meant if not _WORKED.match(brief.text, one.start)]
    if all(one.start < brief.told_from for one in meant):
        return meant
    whole = [one for one in meant if set(stems(made_of(brief, one))) <= set(brief.title)]
    later = {materials()[one.key].family for one in whole if one.start >= brief.told_from}
    first = [one for one in whole if one.start < brief.told_from]
    return [one for one in meant if one not in first or materials()[one.key].family not in later]


def _is_called_on(one: PartMention, others: Sequence[PartMention]) -> bool:
    """Whether the grade of the metal stands right behind its word, which it tells better: steel C45."""
    return any(
        other.start == one.end + 1
        and other.key != one.key
        and not (one.words[0].isdigit() and "stainless" in other.key)
        and materials()[other.key].family == materials()[one.key].family == "metal"
        for other in others
    )


def _is_told_closer(brief: DesignBrief, others: Sequence[PartMention]) -> bool:
    """Whether the text tells the metal of its sheets: sheet metal bracket, 2 mm stainless."""
    return brief.kind in _SINGLE and any(
        one.key != _SHEET and materials()[one.key].family == "metal" for one in others
    )


def _is_apart(brief: DesignBrief, wood: PartMention, others: Collection[str]) -> bool:
    """Whether wood in general is said of another part than its sorts: a timber frame, a maple top."""
    part = "whole" if _names_the_product(brief, wood) else made_of(brief, wood)
    return bool(part) and "" not in others and part not in others


_WOOD: Final = "wood"
_SHEET: Final = "sheet metal"
_SINGLE: Final = frozenset({"", "bracket"})
"""Kinds of products that may be one part."""
_INSTRUMENTS: Final = re.compile(
    r"\b(?:level|sight|gauge|magnifying|looking|measuring|drinking|wine|hour|spy)[ -]glass$",
    re.IGNORECASE,
)
"""Things that are called glass and name no material of the product."""
_WORKED: Final = re.compile(
    r"(?:concrete|cement) mixer|(?:wood|metal|plastic|paper|glass)[ -](?:shredder|chipper|splitter|detector|lathe"
    r"|stove|cutter|crusher|bender|turning)|(?:copper|steel|stainless steel|alumini?um|brass) (?:tube|pipe) (?:bend|cutt)er",
    re.IGNORECASE,
)
"""Materials that the product works on by its name: a concrete mixer."""


_SAID_OF_PARTS: Final = re.compile(r"[,;]")
"""Between the first figure and a material that is said of parts called as the product is: shelves."""


def _names_the_product(brief: DesignBrief, mention: PartMention) -> bool:
    """Whether the product's own name stands behind the material: a wooden step stool."""
    if any(_SAID_OF_PARTS.search(brief.text, one.end, mention.start) for one in brief.figures[:1]):
        return False
    following = tuple(stems(brief.text[mention.end : mention.end + _NAME]))
    ends = (brief.title[-n:] for n in range(1, len(brief.title) + 1))
    return any(end == following[: len(end)] for end in ends)


def _meant(brief: DesignBrief, root: RecipeNode, mention: PartMention) -> list[RecipeNode]:
    """The parts that the word after the material names."""
    if _ON_TOP.match(brief.text, mention.end) and (above := _called(root, "top")):
        return above
    following = stems(brief.text[mention.end : mention.end + 40].split(",")[0].split(".")[0])[:3]
    for place, word in enumerate(following):
        if word in ("and", "or", "with", "for", "that", "in", "on", "standing"):
            break
        if brief.title and word in brief.title:
            break
        if not word.isalpha() or word in ("x", "mm", "cm"):
            continue
        if built := _built_up(root, word):
            return built
        grade = materials()[mention.key].grade
        if found := called_so(root, _called(root, word), following[:place], grade):
            bearing = [n for n in root.leaves() if word in stems(n.name)]
            return _parts_of_whole_name(brief, mention, word, bearing) or found
        group = [n for n in root.walk() if n is not root and n.children and word in stems(n.name)]
        if group:
            return [leaf for leaf in group[0].leaves() if leaf.part_type == "Manufacture"]
    return _parts_named_ahead(brief, root, mention)


def _parts_named_ahead(
    brief: DesignBrief, root: RecipeNode, mention: PartMention
) -> list[RecipeNode]:
    """The parts that the words ahead of the material name: drawer fronts in walnut."""
    thing = stems(made_of(brief, mention))
    if thing and (built := _built_up(root, thing[0])):
        return built
    found = [n for n in root.leaves() if thing and set(thing) <= set(stems(n.name))]
    if thing:
        plain = [n for n in found if not (_FITTINGS - {*thing}) & set(stems(n.name))]
        found = _parts_of_whole_name(brief, mention, thing[-1], found) or plain or found
        found = found or _called(root, thing[-1])
    return _of_that_side(brief, mention, thing, found)


def _parts_of_whole_name(
    brief: DesignBrief, mention: PartMention, word: str, found: list[RecipeNode]
) -> list[RecipeNode]:
    """Those of the parts whose name goes on as the text does: the fronts of drawers alone."""
    near = brief.text[max(0, mention.start - _NAME) : mention.end + _NAME]
    said = [stem(one.lower) for one in words_of(near)]
    pairs = {pair for pair in pairwise(said) if pair[0] == word}
    return [n for n in found if pairs & set(pairwise(stems(n.name)))]


def _built_up(root: RecipeNode, word: str) -> list[RecipeNode]:
    """The made parts of what a frame is built of, without what lies on it: its shelf, a drawer."""
    groups = [n for n in root.children if n.children and stems(n.name)[:1] == (word,)]
    if word not in _BUILT_UP or not groups:
        return []
    made = [leaf for leaf in groups[0].leaves() if leaf.part_type == "Manufacture"]
    return [n for n in made if not _LYING & set(stems(n.name)) and "grip" not in n.topics]


_BUILT_UP: Final = frozenset({"frame", "chassis", "carcass", "housing"})
"""Nouns of groups of parts: the frame of a workbench is its legs and rails, not a frame in a drawer."""
_LYING: Final = frozenset({"shelf", "board", "deck", "panel", "top", "tray", "drawer", "castor"})


def part_meant(brief: DesignBrief, mention: PartMention) -> str:
    """The part that a material is named for, a board on top being the top; empty for the product."""
    return "top" if _ON_TOP.match(brief.text, mention.end) else made_of(brief, mention)


_ON_TOP: Final = re.compile(
    r" (?:board|plate|panel|sheet|slab)(?: of)?(?: \d{1,4}(?:[.,]\d{1,2})? ?(?:mm|cm))?(?: thick)? on (?:the )?top\b",
    re.IGNORECASE,
)
"""Behind a material, where its board lies: MDF board 19 mm on top."""


def _of_that_side(
    brief: DesignBrief, mention: PartMention, thing: Sequence[str], found: list[RecipeNode]
) -> list[RecipeNode]:
    """Those of the parts that the word ahead of the thing tells from the others: the back panel."""
    ahead = stems(brief.text[max(0, mention.start - _NAME) : mention.start])
    places = [n for n in range(1, len(ahead)) if (ahead[n],) == tuple(thing)]
    if not places:
        return found
    return [n for n in found if ahead[places[-1] - 1] in stems(n.name)] or found


def _called(root: RecipeNode, word: str) -> list[RecipeNode]:
    """The made parts of that name, else those of another word for it, else the plain bought ones."""
    for words in ({word}, {*alikes(word), *CALLED_ALSO.get(word, ())}):
        named = [n for n in root.leaves() if words & set(stems(n.name))]
        named = [n for n in named if word in stems(n.name) or not _BEARS & set(stems(n.name))]
        plain = [n for n in named if not (_FITTINGS - words) & set(stems(n.name))]
        if made := [n for n in plain or named if n.part_type == "Manufacture"]:
            return made
    named = [n for n in root.leaves() if word in stems(n.name)[:2] and n.form is not None]
    return [n for n in named if n.material and not (n.form and n.form.method.startswith(_NO_STUFF))]


_BEARS: Final = frozenset({"member", "bearer", "rail", "bracket", "support"})
"""Behind another word for a part, what bears it rather than it: a shelf member is no board."""
_FITTINGS: Final = frozenset({"handle", "hinge", "knob", "latch", "lock", "pull"})
"""What is on a part of that name and of another material: the handle of a door of glass."""
_NO_STUFF: Final = ("standard:", "envelope")
"""What is bought as it is, of what it is made of."""
_BODY: Final = frozenset({"structure", "enclosure", "body", "load", "container", "shade"})


def _use_for_body(
    brief: DesignBrief,
    root: RecipeNode,
    mention: PartMention,
    apart: Collection[int],
    *,
    is_told: bool,
    is_all: bool,
) -> None:
    """The parts of the body that may well be of this family take the grade, but those apart.

    Shafts are none where the text means housing, frame or casing, nor is a lid of glass a second material.
    """
    families = {row.grade: row.family for row in materials().values()}
    grade, family = grade_of(brief, mention), materials()[mention.key].family
    meant = [m for m in materials_meant(brief) if is_told or not made_of(brief, m)]
    others = {grade_of(brief, m) for m in meant}
    is_one_of_several = len(others | {grade}) > 1 and not is_all
    leaves = [node for node in root.leaves() if id(node) not in apart]
    made = [node for node in leaves if node.part_type == "Manufacture"]
    usual = {node.material for node in made if node.topics & _BODY and node.form is not None}
    for node in made:
        if not node.topics & _BODY and node.material not in usual:
            continue
        if is_told and "shaft" in node.topics:
            continue
        own = families.get(node.material or "", _family_of(node.material or ""))
        if own in ("rubber", "textile", "glass", "paper", "electronics"):
            continue
        if is_one_of_several and (own != family or _is_settled(brief, node, mention)):
            continue
        if family == _WOOD and own == "metal" and _NOT_OF_WOOD & set(stems(node.name)):
            continue
        if _LAMINATE in grade and own == "metal" and _NOT_LAID & set(stems(node.name)):
            continue
        if family == "wood" and own == "plastic" and "container" in node.topics:
            continue
        if family == "wood" and not brief.kind and not node.topics & {"body", "enclosure"}:
            continue
        _give(brief, root, node, mention)


def _frame_of_metal(brief: DesignBrief, root: RecipeNode, metal: PartMention) -> None:
    """Make what bears the rest of the metal, where the text says both of the whole: a table of oak and steel."""
    made = [node for node in root.leaves() if node.part_type == "Manufacture"]
    others = [one for one in materials_meant(brief) if one.key != metal.key]
    is_beside_wood = any(
        materials()[one.key].family == _WOOD and not stems(made_of(brief, one)) for one in others
    )
    if materials()[metal.key].family != "metal" or not is_beside_wood:
        return
    if any(f"material {metal.key}" in node.topics for node in made):
        return
    for node in made:
        if _BEARING & set(stems(node.name)) and _family_of(node.material or "") == _WOOD:
            _give(brief, root, node, metal)


_BEARING: Final = frozenset({
    "leg", "column", "post", "rail", "bearer", "tie", "upright", "foot", "base", "stretcher", "brace", "frame", "member",
    "beam", "support", "trestle", "apron", "head",
})  # fmt: skip
"""Words of parts that bear tops, seats and boards."""


def _solid_of_wood(root: RecipeNode) -> None:
    """Give the section of a bar to every drawn tube that has become wood: there are none of wood."""
    for node in root.leaves():
        if node.part_type == "Manufacture" and _family_of(node.material or "") == "wood":
            make_solid(node)


def _is_settled(brief: DesignBrief, node: RecipeNode, mention: PartMention) -> bool:
    """Whether the text named a material for this part ahead of the one for the rest."""
    is_named = any(topic.startswith("material ") for topic in node.topics)
    return is_named and mention.start < brief.told_from


_NAME: Final = 60
"""Characters in which the product's name may end."""
_NOT_OF_WOOD: Final = frozenset({
    "casting", "ball", "release", "bracket", "clamp", "lock", "hinge", "pin", "shaft", "column", "spring", "wheel",
    "hairpin", "wire", "member", "profile", "castor", "caster", "fork",
})  # fmt: skip
"""Words of parts that stay of metal where the product is of wood."""
_LAMINATE: Final = "CFRP"
_NOT_LAID: Final = frozenset(
    {"casting", "ball", "release", "clamp", "lock", "hinge", "pin", "fork", "yoke"}
)
"""Words of parts that are cast or turned where tubes and plates are of carbon fibre."""
_CAST: Final = "EN-GJ"  # cast iron is no tube


def _wall(brief: DesignBrief) -> float:
    """The wall of the tube that the text says it is built of, in millimetres; 0 where it does not say."""
    section = brief.given("section")
    return section.values[-1] if section is not None else 0.0


def _give(brief: DesignBrief, root: RecipeNode, node: RecipeNode, mention: PartMention) -> None:
    """Make the part of the material named, and keep that the text gave it."""
    _make_of(root, node, grade_of(brief, mention), _wall(brief))
    node.given = node.given | {mention.words.lower()}
    node.topics = node.topics | {f"material {mention.key}"}


def _make_of(root: RecipeNode, node: RecipeNode, grade: str, wall: float) -> None:
    """Another material; bars of wood become tubes with that wall where it is a metal."""
    was_wood = _family_of(node.material or "") == "wood"
    node.material = grade
    if was_wood and _family_of(grade) == "metal" and not grade.startswith(_CAST):
        make_hollow(root, node, wall)
    if not was_wood and _family_of(grade) == "wood" and node.part_type == "Manufacture":
        make_solid(node)


def has_metal(root: RecipeNode, word: str) -> bool:
    """Whether the drawn parts of that name, a table's top, are of metal."""
    named = [n for n in root.leaves() if n.form is not None and word in stems(n.name)]
    return bool(named) and all(_family_of(n.material or "") == "metal" for n in named)


def _family_of(material: str) -> str:
    words = material.casefold()
    if words in (families := _families()):
        return families[words]
    for family, marks in _FAMILIES:
        if any(mark in words for mark in marks):
            return family
    return ""


@cache
def _families() -> dict[str, str]:
    return {row.grade.casefold(): row.family for row in materials().values()}


_FAMILIES: Final = (
    ("metal", ("steel", "en aw", "en-gj", "brass", "s235", "s355", "c45", "1.4", "dc01", "bronze")),
    ("wood", ("oak", "beech", "plywood", "larch", "mdf", "pine", "wood")),
    ("rubber", ("epdm", "nbr", "rubber", "silicone", "fkm", "foam", "pu ", "tpu")),
    ("electronics", ("fr4", "fr-4", "copper")),
    ("paper", ("paper", "cardboard", "polyester film", "label")),
    ("glass", ("glass",)),
    ("textile", ("fabric", "textile", "webbing", "polyester")),
)
