"""Additions of the text to a structure: named components, counts, materials, and exclusions."""

import copy
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from partwright.drafter.brief.traits import is_of_parts, traits_of
from partwright.drafter.catalogue import (
    ComponentRow,
    components,
    materials,
    properties,
    word_list,
)
from partwright.drafter.drafts import PartType
from partwright.drafter.recipes.evaluation import Evaluation
from partwright.drafter.recipes.nodes import NAMED, RecipeNode
from partwright.drafter.structures.recognition import alikes, described_so, note_manner, same_part
from partwright.drafter.text.brief import DesignBrief, PartMention
from partwright.drafter.text.component_figures import threads_ahead, usual_number
from partwright.drafter.text.counts import is_thing, is_trait
from partwright.drafter.text.figures import StatedFigure
from partwright.drafter.text.words import stems

_NEAR: Final = 40
_ADJACENT: Final = 4
_PARTS: Final = re.compile(r"[,;.(]|\band\b")
_WITH: Final = re.compile(r"\b(?:with|has|having|plus)\b")
"""Between the size of a product and what it has: a box 200 x 150 x 40 mm with an antenna."""
_TAIL: Final = re.compile(r",| \d")
"""Where sizes begin in a part's name."""
_MOST_COUNTED: Final = 200
_TYPES: Final[Mapping[str, PartType]] = {
    "buy": "Purchase",
    "make": "Manufacture",
    "software": "Software",
}


def add_named(brief: DesignBrief, root: RecipeNode, evaluation: Evaluation) -> None:
    """See that every component the text names stands in the tree, as often as it says."""
    for mention in {m.key: m for m in reversed(brief.components)}.values():
        row = components()[mention.key]
        number = count_of(brief, mention)
        present = list(_named(root, row)) or described_so(root, mention)
        for node in present:
            node.component = node.component or mention.key
        if present and set(stems(mention.words)) <= set(brief.title):
            continue
        if present:
            _name_type(present[0], mention)
            is_done = bool(set(stems(mention.words)) & evaluation.counted)
            _apply(root, present, 0 if is_done else number, figures_near(brief, mention))
            continue
        if _is_drive(root, row, mention):
            continue
        if evaluation.draws(mention.words):
            continue
        near = [f.written for f in figures_near(brief, mention)]
        if mention.key in _CONTAINERS and _is_drawn_so(root, near):
            continue
        if not brief.kind and not present and set(stems(mention.words)) <= set(brief.title):
            continue
        for node in _made(brief, row, mention, evaluation):
            node.quantity = (number or usual_number(mention)) * node.quantity
            _place(root, node, row.group)
    _add_counted(brief, root, evaluation)
    _add_listed(brief, root, evaluation)


_MOTOR: Final = re.compile(
    r"^(?:(?:DC|brushless|electric|worm|geared|stepper|servo) )*(?:gear)?motor\b", re.IGNORECASE
)


def _is_drive(root: RecipeNode, row: ComponentRow, mention: PartMention) -> bool:
    """Whether a motor named is the recipe's own, which then takes its sort."""
    if "motor" not in row.topics:
        return False
    for node in root.leaves():
        if {"motor", "drive"} <= node.topics and _MOTOR.match(node.name):
            node.name = _MOTOR.sub(row.name, node.name)
            node.component = mention.key
            return True
    return False


def count_of(brief: DesignBrief, mention: PartMention) -> int:
    """The number of the component that the text asks for, 0 where it does not say."""
    words = set(stems(mention.words))
    for count in reversed(brief.counts):
        if is_trait(count):
            continue
        if words & {count.noun} or words <= set(count.words):
            return count.number
    return 0


def figures_near(brief: DesignBrief, mention: PartMention) -> list[StatedFigure]:
    """The figures that speak of the component: next to it, or with its word next to them."""
    words = set(stems(mention.words))
    found: list[StatedFigure] = []
    for figure in brief.figures:
        gap = max(mention.start - figure.end, figure.start - mention.end)
        between = brief.text[min(figure.end, mention.end) : max(figure.start, mention.start)]
        is_way = figure.bound == "range" and figure.dimension == "length"
        if is_way or not 0 <= gap <= _NEAR or _PARTS.search(between):
            continue
        if figure.is_size and figure.end <= mention.start and _WITH.search(between):
            continue
        if gap <= _ADJACENT or words & set(figure.about[:3]):
            found.append(figure)
    return found[:3]


def _named(root: RecipeNode, row: ComponentRow) -> Iterator[RecipeNode]:
    """The nodes that are the component by their name."""
    phrases = [set(stems(p)) for p in [*row.words, row.name]]
    alike = {word for p in phrases if len(p) == 1 for word in alikes(next(iter(p)))}
    for node in root.walk():
        if node is root:
            continue
        is_named = any(p and p <= set(stems(node.name)) for p in phrases)
        if is_named or alike & _called(node):
            yield node


_SHEETS: Final = frozenset({"panel", "board", "plate", "sheet"})


def _called(node: RecipeNode) -> set[str]:
    """The words that call the node; a deck panel is the deck."""
    head = _head(node)
    return set(head if head and head[-1] in _SHEETS else head[-1:])


def _apply(
    root: RecipeNode, present: Sequence[RecipeNode], number: int, figures: Sequence[StatedFigure]
) -> None:
    main = present[0]
    if number > 1 and all(_total(root, n) != number and str(number) not in n.name for n in present):
        _set_total(root, main, number)
    for figure in figures:
        if figure.written not in main.name and figure.written.replace(" ", "") not in main.name:
            main.given = main.given | {figure.written}


_TYPE: Final = re.compile(r"([a-z]+) ?\d+\w*", re.IGNORECASE)


def _name_type(node: RecipeNode, mention: PartMention) -> None:
    """Put the type that the text names (ESP32, NEMA 17) into the part's name, in place of another."""
    named = _TYPE.search(mention.words)
    if named is None or mention.words.casefold() in node.name.casefold():
        return
    other = re.search(rf"\b{re.escape(named[1])} ?\d+\b", node.name, re.IGNORECASE)
    if other is not None and node.form is not None:
        # It is drawn with the sizes of the other type, which the words would hide.
        return
    if other is None:
        node.name = f"{node.name}, {mention.words}"
    else:
        size = named.group()
        head = node.name[: other.end()].replace(other.group(), size)
        node.name = head if other.group() != size else node.name


def _total(root: RecipeNode, wanted: RecipeNode) -> int:
    """The number of the node in the whole product."""
    path = _path(root, wanted)
    return math.prod(node.quantity for node in path)


def _path(root: RecipeNode, wanted: RecipeNode) -> list[RecipeNode]:
    if root is wanted:
        return [root]
    for child in root.children:
        below = _path(child, wanted)
        if below:
            return [root, *below]
    return []


def _set_total(root: RecipeNode, node: RecipeNode, number: int) -> None:
    """Let the product have so many of the node; what its assemblies do not share out stands beside them."""
    if node.is_drawn:
        return
    path = _path(root, node)
    around = math.prod(n.quantity for n in path[:-1])
    if number % around == 0:
        node.quantity = number // around
        return
    left = number - around * node.quantity
    if left > 0:
        beside = copy.copy(node)
        beside.quantity, beside.children = left, []
        beside.why = "The further ones that the description counts."
        root.children.append(beside)


def _made(
    brief: DesignBrief, row: ComponentRow, mention: PartMention, evaluation: Evaluation
) -> list[RecipeNode]:
    if row.use:
        nodes = evaluation.module(row.use)
    else:
        near = [
            *threads_ahead(brief.text, mention),
            *(f.written for f in figures_near(brief, mention)),
        ]
        name = row.name + (", " + ", ".join(near) if near else "")
        nodes = [
            RecipeNode(
                name=name,
                part_type=_TYPES[row.kind],
                material=row.material,
                topics=frozenset(row.topics),
                given=frozenset(near),
            )
        ]
    for node in nodes:
        _name_type(node, mention)
        node.component = mention.key
        node.why = node.why or f"{NAMED}: “{mention.words}”."
        node.confidence = 0.85
    return nodes


def _place(root: RecipeNode, node: RecipeNode, group: str) -> None:
    """Put the node into the assembly of its group, which is made where it is missing."""
    if not group:
        root.children.append(node)
        return
    wanted = set(stems(group))
    for child in root.children:
        if child.children and wanted & (set(stems(child.name)) | child.topics):
            child.children.append(node)
            return
    for assembly in root.children:
        for child in assembly.children:
            if child.children and wanted & set(stems(child.name)):
                child.children.append(node)
                return
    root.children.append(
        RecipeNode(
            name=group[:1].upper() + group[1:],
            part_type="Manufacture",
            why=f"Groups what the description names beside the {root.name.lower()}'s usual parts.",
            topics=node.topics,
            children=[node],
        )
    )


def add_properties(brief: DesignBrief, root: RecipeNode, evaluation: Evaluation) -> None:
    """Add what a stated property needs where nothing in the tree serves it yet."""
    told = [m for m in brief.properties if is_of_parts(brief, m)]
    drawn = [set(stems(node.name)) for node in root.leaves() if node.form is not None]
    met = {m.key for m in told if any(set(stems(m.words)) <= name for name in drawn)}
    for key in dict.fromkeys(m.key for m in told if m.key not in met):
        row = properties()[key]
        wanted = set(row.part)
        if wanted and not any(wanted & node.topics for node in root.walk()):
            own = evaluation.module(row.use)
            heads = [_head(node) for node in own]
            _drop(root, lambda n, of=heads: _LISTED in n.topics and _head(n) in of)
            if key in word_list("seen properties"):
                next(iter(own[0].leaves())).why += f" {NAMED}."
            root.children += own


_LISTED: Final = "listed"
"""A topic of what the text names and nothing knows better."""
_IN_PIECES: Final = frozenset(stems("two three four five six section segment piece part stage"))
"""What tells how many pieces a part comes in, and not which it is: four-section legs."""


def _add_listed(brief: DesignBrief, root: RecipeNode, evaluation: Evaluation) -> None:
    """Parts that the text lists (with a tool tray, two hooks) and that no catalogue knows better."""
    stuffs = {word for row in materials().values() for word in row.words}
    for part in brief.parts:
        if part.key in stuffs:
            continue
        if same := same_part(root, part):
            note_manner(same, part)
            _count_present(root, part)
            continue
        own = set(part.key.split()) - _IN_PIECES
        own = {"housing"} if own - stuffs == {"box"} else own
        if own and any(own <= set(stems(node.name)) for node in root.walk()):
            _count_present(root, part)
            continue
        if evaluation.draws(part.words):
            continue
        is_bought = stems(part.words)[-1] in word_list("bought parts")
        near = [f.written for f in figures_near(brief, part)]
        if part.key in _PLAIN_STOCK and _is_drawn_so(root, near):
            continue
        name = part.words[:1].upper() + part.words[1:] + (", " + ", ".join(near) if near else "")
        _place(
            root,
            RecipeNode(
                name=name,
                part_type="Purchase" if is_bought else "Manufacture",
                material=None if is_bought else _usual_material(root),
                quantity=max(1, part.number),
                topics=frozenset({_LISTED}),
                why=f"{NAMED}: “{part.words}”.",
                given=frozenset(near),
                component=part.words,
                confidence=0.7,
            ),
            "",
        )


def _count_present(root: RecipeNode, part: PartMention) -> None:
    present = [
        n for n in root.walk() if n is not root and set(part.key.split()) <= set(stems(n.name))
    ]
    if present and part.number > 1:
        _apply(root, present, part.number, [])


def _usual_material(root: RecipeNode) -> str:
    """The material most of the made parts have."""
    grades = [n.material for n in root.leaves() if n.part_type == "Manufacture" and n.material]
    return max(sorted(set(grades)), key=grades.count) if grades else "EN AW-6082 T6"


_PLAIN_STOCK: Final = frozenset(stems("plate board panel sheet slab tube tubing pipe hose"))
"""Words by which texts call a top or a shelf, or the hose of a pump, as well."""
_CONTAINERS: Final = frozenset({"tank"})
"""Components by whose words texts call any container: the tray of a wheelbarrow."""


def _is_drawn_so(root: RecipeNode, figures: Sequence[str]) -> bool:
    """Whether a drawn part has taken all these figures of the text, so that it is what they are of."""
    taken = [node.given for node in root.leaves() if node.form is not None]
    return bool(figures) and any(
        all(any(said.endswith(f" {one}") for said in given) for one in figures) for given in taken
    )


def _add_counted(brief: DesignBrief, root: RecipeNode, evaluation: Evaluation) -> None:
    """Things that the text counts and the tree has: as many as it says."""
    for count in brief.counts:
        if not is_thing(count) or count.number > _MOST_COUNTED:
            continue
        if {count.noun, " ".join(count.words[-2:])} & evaluation.counted:
            continue
        present = [n for n in root.walk() if n is not root and count.noun in _head(n)]
        is_met = any(_total(root, n) == count.number for n in present)
        is_met |= sum(_total(root, n) for n in present) == count.number
        if present and not is_met and len(present) < count.number:
            _set_total(root, present[0], count.number)
            present[0].given = present[0].given | {f"{count.number} x {' '.join(count.words)}"}


def _head(node: RecipeNode) -> tuple[str, ...]:
    """The stems of what the node is, without its sizes and additions."""
    return stems(_TAIL.split(node.name, maxsplit=1)[0])[-2:]


_ELECTRIC: Final = frozenset(
    {"motor", "electronics", "mains", "battery", "wireless", "estop", "charging", "current"}
)


def take_out_electrics(brief: DesignBrief, root: RecipeNode, evaluation: Evaluation) -> None:
    """A product without current has no motors, boards and cells: a crank or lever drives it."""
    had_drive = any("motor" in node.topics for node in root.leaves())
    _drop(root, lambda node: bool(node.topics & _ELECTRIC) or _is_lit(node))
    drives = any({"grip", "drive"} <= node.topics for node in root.walk())
    is_toy = brief.has("child") or "toy" in traits_of(brief)
    if had_drive and not drives and not is_toy and "moving" in traits_of(brief):
        root.children += evaluation.module("hand drive")


_LIT: Final = re.compile(r"\bLEDs?\b|\bdisplay module|terminal block|\bfoil\b", re.IGNORECASE)


def _is_lit(node: RecipeNode) -> bool:
    """Whether the part needs current by what it is."""
    return node.part_type == "Software" or bool(_LIT.search(node.name))


def _drop(node: RecipeNode, is_unwanted: Callable[[RecipeNode], bool]) -> None:
    """Take out the leaves that are unwanted, and the assemblies that become empty."""
    kept: list[RecipeNode] = []
    for child in node.children:
        had_parts = bool(child.children)
        _drop(child, is_unwanted)
        is_idle = had_parts and all(leaf.topics <= {"fasten"} for leaf in child.leaves())
        if not is_idle and (child.children or (not had_parts and not is_unwanted(child))):
            kept.append(child)
    node.children = kept
