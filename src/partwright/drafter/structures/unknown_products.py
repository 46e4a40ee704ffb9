"""A product that no recipe knows: its own nouns as parts, said to be no more than that."""

import re
from typing import Final

from partwright.drafter.catalogue import functions, word_list
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.recipes.nodes import NAMED, RecipeNode
from partwright.drafter.structures.recognition import describes
from partwright.drafter.text.brief import DesignBrief, PartMention
from partwright.drafter.text.counts import is_thing
from partwright.drafter.text.part_lists import articled_parts, listed_parts
from partwright.drafter.text.quantities import quantities
from partwright.drafter.text.words import stems

UNKNOWN: Final = "I do not know this product"
"""Said of such a product in its rationale and in the summary."""
CODE: Final = "UNKNOWN_PRODUCT"
CONFIDENCE: Final = 0.3
PARTS_ONLY: Final = (
    "The parts that such a product has; their forms and places are not known here, so nothing can be"
    " seen yet: give forms and a layout, or set a language model (setting `model`)."
)
"""The rationale of a kind without a layout."""
NOT_KNOWN: Final = (
    "it is not known how such a product is put together, and its parts are not just stacked; give its"
    " parts places (`layout`), or set a language model (setting `model`)"
)
HELP: Final = (
    "only what the text names is listed; for more, name its parts with sizes, or set a language model"
    " (setting `model`)"
)

NO_THING: Final = (
    "names no thing that is built of parts; the design engine drafts things that are made and put together,"
    " such as a device, a machine or a piece of furniture"
)


def is_a_heap(root: BomNodeDraft) -> bool:
    """Whether nothing says how the product is put together: its parts could only be piled up.

    True of what its drafter says it does not know, until somebody gives an assembly a layout.
    """
    is_by_name = root.source == "ai" and root.gap is not None
    return is_by_name and not any(node.layout is not None for node in root.walk())


def told_of(brief: DesignBrief) -> str:
    """The sentence on a product that no recipe knows: what would help, or that it is no thing at all."""
    if is_immaterial(brief):
        return f"{UNKNOWN}: {brief.title[-1]} {NO_THING}"
    return f"{UNKNOWN}: {HELP}"


def is_immaterial(brief: DesignBrief) -> bool:
    """Whether the name's head is software, writing or a dish: nothing that is built of parts."""
    is_sized = any(f.dimension in ("length", "mass") for f in brief.figures)
    is_built = is_sized or brief.materials or brief.components
    is_word = bool(brief.title) and brief.title[-1] in word_list("immaterial")
    return is_word and not (is_built and brief.title[-1] in word_list("signs"))


def is_named(brief: DesignBrief) -> bool:
    """Whether the name qualifies a noun and so says which thing it is: a concrete mixer."""
    return len(brief.title) > 1 and brief.title[-1] not in word_list("vague")


def parts_named(brief: DesignBrief) -> list[RecipeNode]:
    """The nouns of the text as parts: what it lists and what it counts."""
    covered = [*brief.components, *brief.parts]
    listed = listed_parts(brief.text, brief.figures, covered, takes_any=True)
    listed += articled_parts(brief.text, brief.figures, [*covered, *listed])
    listed = [part for part in listed if _is_thing(part)]
    nodes = [_node(part.words, max(1, part.number), part) for part in listed]
    taken = {word for node in nodes for word in stems(node.name)}
    taken |= {word for part in covered for word in stems(part.words)}
    for count in brief.counts:
        said = brief.text[count.start : count.end].split()[1:]
        is_new = said and not {*count.words} & taken
        if is_new and is_thing(count) and count.noun not in brief.title:
            nodes.append(_node(" ".join(said), count.number, None))
    return nodes


_SIDES: Final = frozenset(
    {"width", "height", "length", "depth", "diameter", "thickness", "weight", "force"}
)


def _is_thing(part: PartMention) -> bool:
    """Whether a listed word names a part, rather than a figure, a material or a manner."""
    words = [word for word in stems(part.words) if word.isalpha()]
    if words and words[-1] in _SIDES:
        return False
    figured = {word for key in quantities() for word in stems(key)}
    return not all(word in figured or describes(word) for word in words)


def functions_told(brief: DesignBrief) -> list[str]:
    """The functions that a verb of the text tells; a noun alone says nothing of what it does."""
    found: list[str] = []
    for key in brief.functions:
        words = "|".join(re.escape(word) for word in functions()[key].words)
        told = rf"\b(?:that|which|to|and|or|must|shall|should|can|will|for|,)\s+(?:{words})(?:e?s|ing)?\b"
        is_agent = brief.title[-1:] and brief.title[-1].endswith(("er", "or"))
        if re.search(told, brief.text, re.IGNORECASE) or (is_agent and key == brief.functions[0]):
            found.append(key)
    return found


def _node(words: str, quantity: int, part: PartMention | None) -> RecipeNode:
    said = words if part is None else part.words
    return RecipeNode(
        name=words[:1].upper() + words[1:],
        part_type="Manufacture",
        quantity=quantity,
        topics=frozenset({"listed"}),
        why=f"{NAMED}: “{said}”.",
        component=said,
        confidence=CONFIDENCE,
    )
