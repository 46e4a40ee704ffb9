"""Parts that a text forbids, taken out of a structure."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final

from partwright.drafter.catalogue import components, word_list
from partwright.drafter.recipes.nodes import RecipeNode
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.words import stems
from partwright.kit.patterns import lazy_regex


@cache
def _forbiddable() -> frozenset[str]:
    """Words of parts that may be left out when the text forbids them."""
    heads = {stems(p)[-1] for row in components().values() for p in row.words}
    return frozenset(heads | {"screw", "bolt", "glue", "adhesive", "packaging", "manual", "label"})


def prune_denied(brief: DesignBrief, root: RecipeNode) -> None:
    """Take out what the text forbids; screws give way to snap fits and adhesive."""
    parts = (brief.denied & _forbiddable()) - _told_apart(brief)
    alone = (brief.denied & _said_alone(brief)) - _told_apart(brief) - parts
    _prune(root, frozenset(), _said_in_two_words(brief))
    denied = parts | alone
    if not denied:
        return
    if denied & {"screw", "bolt"} and not brief.denied & {"visible", "exposed", "protruding"}:
        _replace_screws(root)
    _prune(root, parts - {"screw", "bolt"}, alone - {"screw", "bolt"})


def _said_alone(brief: DesignBrief) -> frozenset[str]:
    """Nouns denied by themselves: no sponge."""
    items = (
        [w for w in stems(item) if w.isalpha() and w not in _PLAIN]
        for span, _ in brief.denials
        for item in _ITEMS.split(brief.text[span.start : span.end])
    )
    alone = (words[:-1] if len(words) == _PAIR and words[-1] in _FLAT else words for words in items)
    return frozenset(words[0] for words in alone if len(words) == 1) - _CARRYING


def _said_in_two_words(brief: DesignBrief) -> frozenset[str]:
    """Nouns denied with the word that tells which one: no brass wool."""
    items = (
        [w for w in stems(item) if w.isalpha() and w not in _PLAIN]
        for span, _ in brief.denials
        for item in _ITEMS.split(brief.text[span.start : span.end])
    )
    return frozenset(" ".join(words) for words in items if len(words) == _PAIR)


def _told_apart(brief: DesignBrief) -> frozenset[str]:
    """Nouns denied only with a word that tells one such part from another: no swivel base."""
    apart: set[str] = set()
    for span, _ in brief.denials:
        for item in _ITEMS.split(brief.text[span.start : span.end]):
            words = [w for w in stems(item) if w.isalpha() and w not in _PLAIN]
            if len(words) > 1 and not set(words[:-1]) & _forbiddable():
                apart.add(words[-1])
    return frozenset(apart & (_TOLD_APART | _FLAT))


_PAIR: Final = 2
_CARRYING: Final = frozenset(
    {"leg", "frame", "base", "body", "top", "seat", "shaft", "housing", "column", "post"}
)
"""What a product does not stand without."""
_ITEMS: Final = lazy_regex(r",|/|\b(?:and|or|nor)\b", re.IGNORECASE)
_ASIDE: Final = lazy_regex(r",| (?:for|with|of|to)\b| (?=\d)")
"""Behind the noun of a part's name."""
_FLAT: Final = frozenset({"panel", "sheet"})
"""What only tells that the thing ahead of it is flat: without a back, the back panel."""
_HOLDING: Final = frozenset({"tray", "case", "pouch", "bag", "cup", "holder"})
"""What is of no use without the thing that it is for: the tray of a sponge."""
_PLAIN: Final = frozenset({
    "no", "not", "without", "any", "a", "an", "the", "ohne", "kein", "sans", "sin", "never", "avoid", "extra",
    "drop", "remove", "delete", "omit", "skip", "leave", "take", "out", "off", "away", "its", "please", "get", "rid", "of",
})  # fmt: skip
_TOLD_APART: Final = frozenset(
    {"base", "jaw", "plate", "arm", "leg", "frame", "top", "head", "body"}
)
"""Nouns of parts that a product has more than one sort of."""


_TAKEN_OUT: Final = lazy_regex(
    r"\s*(?:remove|delete|omit|drop|skip|leave out|take (?:out|off|away)|get rid of)\b",
    re.IGNORECASE,
)


def still_there(brief: DesignBrief, shown: Callable[[str], object]) -> Iterator[tuple[str, str]]:
    """Give what a message takes out and the structure shows all the same."""
    for span, _ in brief.denials:
        said = brief.text[span.start : span.end]
        if span.start < brief.told_from or not _TAKEN_OUT.match(said):
            continue
        words = [one for one in stems(said) if one.isalpha() and one not in _PLAIN]
        words = words[:-1] if len(words) == _PAIR and words[-1] in _FLAT else words
        if words and shown(words[-1]):
            yield said, f"it stays: the structure shows a {words[-1]} all the same"


def _prune(node: RecipeNode, parts: frozenset[str], alone: frozenset[str]) -> None:
    kept: list[RecipeNode] = []
    for child in node.children:
        had_parts = bool(child.children)
        if _is_denied(child, parts, alone):
            continue
        _prune(child, parts, alone)
        if child.children or not had_parts:
            kept.append(child)
    if kept or node.part_type != "Manufacture":
        node.children = kept


def _is_denied(node: RecipeNode, parts: frozenset[str], alone: frozenset[str]) -> bool:
    """Whether the thing itself is forbidden; a holder of it, or `for` it, is another thing.

    Of a word that is no known part only the head noun counts: no heat forbids no heat sink.
    """
    name = _ASIDE.split(node.name.casefold(), maxsplit=1)[0]
    words = stems(name)
    told = [word for word in words if word.isalpha() and word not in word_list("little")]
    heads = told[-2:] if _holds(told) or (told[-1:] and told[-1] in _FLAT) else told[-1:]
    whole = told[-3:-1] if _holds(told) else told[-2:]
    return bool(parts & set(words)) or bool(alone & {*heads, " ".join(whole), " ".join(told[-2:])})


def _holds(told: Sequence[str]) -> bool:
    return bool(told) and told[-1] in _HOLDING


def _replace_screws(root: RecipeNode) -> None:
    for node in root.walk():
        screws = [c for c in node.children if not c.children and _is_fastener(c)]
        if screws and node.part_type == "Manufacture":
            node.children = [c for c in node.children if c not in screws]
            node.children.append(
                RecipeNode(
                    name="Snap-fit joint set",
                    part_type="Manufacture",
                    material="POM-C",
                    why="Joins without screws, as the description asks.",
                    topics=frozenset({"fasten"}),
                    confidence=0.6,
                )
            )


def _is_fastener(node: RecipeNode) -> bool:
    return bool({"screw", "bolt", "nut", "washer"} & set(stems(node.name)))
