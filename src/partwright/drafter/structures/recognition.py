"""Statements of the text about a part of the recipe: its length, its diameter, its manner."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from partwright.drafter.brief.wording import thing_of
from partwright.drafter.catalogue import same_parts, word_list
from partwright.drafter.recipes.expressions import shown
from partwright.drafter.recipes.nodes import NAMED, RecipeNode
from partwright.drafter.text.brief import DesignBrief, PartMention
from partwright.drafter.text.figures import StatedFigure
from partwright.drafter.text.lexicon import material_words
from partwright.drafter.text.quantities import quantities
from partwright.drafter.text.words import stem, stems
from partwright.kit.patterns import lazy_regex

_TELLS_MANNER: Final = lazy_regex(r"(?:able|ible|ed|ing|less|proof|ic|ive|ish|en)$")
_SIZES: Final = lazy_regex(r"(?<![\w.])\d+(?:\.\d+)?(?: x \d+(?:\.\d+)?)* mm")
_LONG: Final = lazy_regex(r"(?<![\w.])\d+(?:\.\d+)?(?= mm (?:long|high))")
_LAST: Final = lazy_regex(r"(?<=mm, )\d+(?:\.\d+)?(?= mm$)")
_ACROSS: Final = lazy_regex(
    r"(?<=[ ,]diameter )(?<!inner diameter )(?<!outer diameter )\d+(?:\.\d+)?"
)
_SIDES: Final = lazy_regex(r"(?<![\w.])(\d+(?:\.\d+)?)((?: x \d+(?:\.\d+)?){1,2})(?= mm)")
_STOCK: Final = frozenset(
    {"plate", "sheet", "tube", "tubing", "pipe", "bar", "rod", "profile", "section"}
)
"""Behind a material, what a part is cut from: a steel plate top."""
_FIRST: Final = 7
"""Words of a name among which its noun stands, with its first figures."""
_COMPOUND: Final = 7
"""Letters from which a word may be two of a name together: tabletop."""
_WIDTHS: Final = ("diameter", "bore")


def same_part(root: RecipeNode, part: PartMention) -> list[RecipeNode]:
    """The nodes that a listed part is: of its head noun, where what stands before only describes it."""
    *before, head = part.key.split()
    heads = {head, *alikes(head)}
    if not material_words().isdisjoint(before):
        before = [word for word in before if word not in _STOCK]
    found: list[RecipeNode] = []
    for node in root.walk():
        own = stems(node.name)
        is_headed = not heads.isdisjoint(own[:_FIRST]) or (
            len(head) >= _COMPOUND and head in "".join(own[:3])
        )
        if node is root or not is_headed:
            continue
        if all(word in own or describes(word) for word in before):
            found.append(node)
    return found


_CLOSER: Final = frozenset(stems("threaded main central"))
"""Words ahead of a component that do not make it another, as a padded seat is."""


def described_so(root: RecipeNode, mention: PartMention) -> list[RecipeNode]:
    """The drawn nodes that a component named only describes closer: a threaded one is the spindle."""
    *before, head = stems(mention.words)
    if not before or not _CLOSER.issuperset(before):
        return []
    same = same_part(root, msgspec.structs.replace(mention, key=head))
    return [node for node in same if node.form is not None]


def alikes(word: str) -> frozenset[str]:
    """Other words for the same part: a tank may be called a vessel."""
    return frozenset(w for group in same_parts() if word in group for w in group if w != word)


def describes(word: str) -> bool:
    """Whether the word tells how a thing is, not which: foldable, steel, long."""
    return (
        bool(_TELLS_MANNER.search(word))
        or word in word_list("describing")
        or word in material_words()
    )


def called_so(
    root: RecipeNode, found: list[RecipeNode], ahead: Sequence[str], grade: str
) -> list[RecipeNode]:
    """The parts of that noun and the nouns ahead of it, else what is of the grade: a base plate is no shield plate."""
    nouns = {one for one in ahead if one.isalpha() and one not in _STOCK and not describes(one)}
    if not nouns or any(nouns & set(stems(node.name)) for node in found):
        return found
    same = [node for node in root.leaves() if (node.material or "").startswith(grade)]
    return same or found


def note_manner(nodes: Sequence[RecipeNode], part: PartMention) -> None:
    """Say at the part what the text says of it."""
    if part.words and " " in part.words:
        nodes[0].why = f"{nodes[0].why} {NAMED}: “{part.words}”.".strip()
    nodes[0].component = nodes[0].component or part.words


def use_sizes(brief: DesignBrief, root: RecipeNode) -> None:
    """Give the parts of the recipe the sizes that the text says of them by name."""
    for figure in brief.figures:
        if figure.dimension != "length" or figure.is_size or len(figure.values) > 1:
            continue
        thing = stem(thing_of(brief, figure, quantities()[figure.quantity]).lower())
        if thing and thing not in word_list("named by size"):
            for node in _of_thing(root, thing):
                _resize(node, figure)


def _of_thing(root: RecipeNode, thing: str) -> Iterator[RecipeNode]:
    for node in root.leaves():
        head = stems(_SIZES.sub("", node.name).split(",")[0])
        if node.part_type != "Software" and node.form is None and thing in head[:3]:
            yield node


def _resize(node: RecipeNode, figure: StatedFigure) -> None:
    value = shown(figure.high)
    if re.search(rf"(?<![\w.]){re.escape(value)}(?![\w.])", node.name):
        return
    patterns = (_ACROSS,) if figure.quantity in _WIDTHS else (_LONG, _LAST, _ACROSS)
    if figure.quantity == "thickness":
        patterns = ()
    for pattern in patterns:
        if pattern.search(node.name):
            node.name = pattern.sub(value, node.name, count=1)
            break
    else:
        if figure.quantity in _WIDTHS or not _SIDES.search(node.name):
            return
        node.name = _SIDES.sub(lambda m: _side(m, figure, value), node.name, count=1)
    node.given = node.given | {figure.written}
    node.assumed = frozenset()


def _side(match: re.Match[str], figure: StatedFigure, value: str) -> str:
    """The size with its first side, or its last one where the figure tells the thickness."""
    if figure.quantity == "thickness":
        return f"{match[1]}{match[2].rpartition(' x ')[0]} x {value}"
    return f"{value}{match[2]}"
