"""Finding a drafted part among those the library has."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from partwright.cad import materials
from partwright.drafter.catalogue import word_list
from partwright.drafter.drafts import FoundPart
from partwright.drafter.recipes.nodes import RecipeNode
from partwright.drafter.text.figures import figures_of
from partwright.drafter.text.words import normalised, stem, words_of
from partwright.kit.patterns import lazy_regex

_THREAD: Final = lazy_regex(
    r"\bM ?(\d{1,2}(?:[.,]\d)?)(?:\s?x\s?(\d{1,3}(?:[.,]\d)?))?(?!\w)", re.IGNORECASE
)
_STANDARD: Final = lazy_regex(
    r"\b(DIN(?: EN)?(?: ISO)?|EN ISO|EN|ISO)[ -]?(\d{3,5})\b", re.IGNORECASE
)
_BEARING: Final = lazy_regex(
    r"\b(6[0-9]{2,3}|62[0-9]{2})(?:[ -]?(?:2RS1?|ZZ|2Z|2RSR))?\b", re.IGNORECASE
)
_EQUIVALENT: Final = {"912": "4762", "933": "4017", "931": "4014", "125": "7089", "934": "4032", "985": "7040", "7991": "10642", "7985": "14583"}  # fmt: skip
"""DIN numbers of fasteners and the ISO standards that took their place."""
_USABLE: Final = frozenset({"obsolete", "superseded", "cancelled", "canceled"})
_MOST: Final = 24


def queries_of(nodes: Iterable[RecipeNode]) -> list[str]:
    """Short queries for the parts worth looking for: designations first, then kinds of bought parts."""
    queries: dict[str, None] = {}
    for node in nodes:
        if node.part_type != "Purchase":
            continue
        for query in _queries(node.name):
            queries.setdefault(query)
    return list(queries)[:_MOST]


def _queries(name: str) -> list[str]:
    thread = _THREAD.search(name)
    if thread and thread[2]:
        return [f"M{thread[1]}x{thread[2]}"]
    bearing = _BEARING.search(name) if "bearing" in name.casefold() else None
    if bearing:
        return [bearing[1]]
    head = re.split(r"[,(0-9]", name)[0].strip()
    return [" ".join(head.split()[:3])] if head else []


def reuse(root: RecipeNode, found: Mapping[str, Sequence[FoundPart]]) -> dict[int, FoundPart]:
    """By the identity of a leaf, the existing part that is the same."""
    parts = list({p.item_id: p for group in found.values() for p in group}.values())
    parts = [p for p in parts if p.state.casefold() not in _USABLE]
    chosen: dict[int, FoundPart] = {}
    for node in root.leaves():
        if node is root:
            continue
        for part in parts:
            if is_same(node, part):
                chosen[id(node)] = part
                break
    return chosen


def is_same(node: RecipeNode, part: FoundPart) -> bool:
    """Whether the existing part is what was drafted: by designation, else by name and figures."""
    if part.part_type and part.part_type != node.part_type:
        return False
    theirs = f"{part.name} {part.description or ''}"
    mine = _designation(node.name)
    if mine:
        other = _designation(theirs)
        if not _is_thread(mine) or (mine == other and mine[0]):
            return mine == other
        # A thread by itself is no designation: a clamp screw M8 of 70 mm is not one of 80 mm.
        if node.name.casefold().strip() == part.name.casefold().strip():
            return True
        is_kind = mine[1:] == other[1:] and _same_kind(node.name, theirs)
        return is_kind and bool(mine[0] or mine[2] or _figures_agree(node.name, theirs))
    paint = materials.paint_of(node.material or "")
    if paint and paint not in (materials.paint_of(part.material or ""), materials.paint_of(theirs)):
        return False
    if node.name.casefold().strip() == part.name.casefold().strip():
        return not (node.material and part.material) or _same_material(node.material, part.material)
    return _same_kind(node.name, part.name) and _figures_agree(node.name, theirs)


def _designation(text: str) -> tuple[str, ...]:
    """Standard, thread and length; or the bearing's code."""
    text = normalised(text)
    if "bearing" in text.casefold() or "lager" in text.casefold():
        bearing = _BEARING.search(text)
        return ("bearing", bearing[1]) if bearing else ()
    thread = _THREAD.search(text)
    standard = _STANDARD.search(text)
    number = _EQUIVALENT.get(standard[2], standard[2]) if standard else ""
    if thread:
        return (number, thread[1].replace(",", "."), (thread[2] or "").replace(",", "."))
    size = re.search(r"ISO 7089 - (\d{1,2})", text)
    return ("7089", size[1], "") if size else ()


def _is_thread(designation: tuple[str, ...]) -> bool:
    return len(designation) == 3


_LITTLE: Final = word_list("little")


def _core(name: str) -> set[str]:
    """The words of the name before any figure or comma, without the little ones."""
    head = re.split(r"[,(]|\d", name)[0]
    return {
        stem(w.lower) for w in words_of(head.replace("-", " ")) if w.lower[0].isalpha()
    } - _LITTLE


def _same_kind(mine: str, theirs: str) -> bool:
    """All the words of one name's core stand in the other, two at least unless they are all."""
    own = _core(mine)
    other = {stem(w.lower) for w in words_of(theirs.replace("-", " ")) if w.lower[0].isalpha()}
    return bool(own) and own <= other and len(own) >= min(2, len(_core(theirs)))


def _figures_agree(mine: str, theirs: str) -> bool:
    """Every figure of the drafted name stands in the other within 2 %."""
    offered = figures_of(normalised(theirs))
    for figure in figures_of(normalised(mine)):
        fitting = [
            f
            for f in offered
            if f.dimension == figure.dimension and len(f.values) == len(figure.values)
        ]
        if not any(
            all(abs(a - b) <= 0.02 * abs(b) for a, b in zip(f.values, figure.values, strict=True))
            for f in fitting
        ):
            return False
    return True


def _same_material(mine: str, theirs: str) -> bool:
    return bool(set(mine.casefold().split()) & set(theirs.casefold().split()))
