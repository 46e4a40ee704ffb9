"""The colours that a text asks for, given to the parts it means as the end of their material."""

import re
from collections.abc import Iterator
from typing import Final

from partwright.cad import materials
from partwright.drafter.catalogue import word_list
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.recipes.nodes import RecipeNode
from partwright.drafter.text.brief import DesignBrief, PartMention
from partwright.drafter.text.lexicon import material_words
from partwright.drafter.text.surroundings import is_for
from partwright.drafter.text.words import stems
from partwright.kit.patterns import lazy_regex

_Node = RecipeNode | BomNodeDraft

_KEY: Final = "color"
_BODY: Final = frozenset({"enclosure", "structure", "shade", "body", "container"})
_HIDDEN: Final = frozenset({"bearing", "gear", "shaft", "electronics", "fasten", "seal"})
_NEXT: Final = 40
_PARTED: Final = lazy_regex(r"[,;:.()]|\b(?:and|or|with|for|on|in|of|at|to)\b", re.IGNORECASE)
_CLAUSE: Final = 60
_SHORTEST: Final = 3
"""Letters of a noun; units have fewer."""
_PARTED_OFF: Final = lazy_regex(r"[,;:.()](?!\d)|\b(?:and|or|with|for)\b", re.IGNORECASE)
_NO_COLOUR: Final = lazy_regex(
    r"[ -](?:water|wine|oak|walnut|cherry|brass|bronze|noise|light|hat|board|box|gold"
    r"|juicers?|juice|solder\w*|emergency|bottles?|walls? (?:behind|around)|button|led|leds|signal|laser|lamp|lens|line|band|wire|key|keys)\b",
    re.IGNORECASE,
)
"""Behind a word of colour, what is called so and has it by itself."""
_HAS: Final = lazy_regex(
    r"\b(?:with|has|having|plus|and)(?: (?:an?|the|one|two|three|four|six|\d{1,2}|small|large|big))* $",
    re.IGNORECASE,
)
"""Ahead of the colour of something beside the whole."""
_WHOLE: Final = frozenset(stems(
    "body frame housing case casing shell finish coating paint lacquer varnish color colour surface part metal structure exterior"
    " outside inside enclosure powder matt matte gloss painted coated lacquered anodised anodized finished look"
))  # fmt: skip
"""Words behind a colour that say nothing of another thing."""
_LIKE: Final = {"gray": "grey"}


def colours_meant(brief: DesignBrief) -> Iterator[PartMention]:
    """The colours that are said of the product or of its parts."""
    for one in brief.properties:
        is_other = is_for(brief.text, one.start) or _NO_COLOUR.match(brief.text, one.end)
        if one.key == _KEY and not is_other and colour_of(one) is not None:
            yield one


def colour_of(mention: PartMention) -> str | None:
    """The word for the colour as materials have it."""
    word = mention.words.casefold()
    word = _LIKE.get(word, word)
    return word if word in materials.PAINTS else None


def use_colours(brief: DesignBrief, root: RecipeNode) -> None:
    """Paint the made parts that stand behind or ahead of a colour, else those of the body."""
    painted: set[int] = set()
    for mention in sorted(colours_meant(brief), key=lambda one: not _named(brief, root, one)):
        named = [one for one in _named(brief, root, mention) if isinstance(one, RecipeNode)]
        is_whole = not named and not _is_of_another(brief, mention)
        body = _body(root) if is_whole else []
        targets = [leaf for leaf in named or body if id(leaf) not in painted]
        for leaf in targets:
            painted.add(id(leaf))
            leaf.material = f"{leaf.material}, {colour_of(mention)}" if leaf.material else None
            leaf.given = leaf.given | {mention.words.lower()}


def _body(root: RecipeNode) -> list[RecipeNode]:
    made = [leaf for leaf in root.leaves() if leaf.part_type == "Manufacture" and leaf.material]
    body = [one for one in made if one.topics & _BODY and not one.topics & _HIDDEN]
    return [one for one in body or made if _is_paintable(one.material or "")]


def _is_paintable(material: str) -> bool:
    known = materials.named(material)
    return known is None or known.kind not in ("glass", "acrylic", "paper", "copper")


def _named(brief: DesignBrief, root: _Node, mention: PartMention) -> list[_Node]:
    """The parts that the text gives the colour: white top, legs 60 x 60 mm painted black."""
    behind = _PARTED.split(brief.text[mention.end : mention.end + _NEXT])[0]
    words = [word for word in stems(behind) if word.isalpha() and word not in material_words()][:3]
    ahead = _PARTED_OFF.split(brief.text[max(0, mention.start - _CLAUSE) : mention.start])[-1]
    words += [word for word in reversed(stems(ahead)) if word.isalpha()]
    for word in (one for one in words if len(one) >= _SHORTEST):
        if brief.title and word in brief.title:
            return []
        if word in material_words() or word in word_list("general"):
            continue
        if made := _made(root, word):
            return made
    return []


def _made(root: _Node, word: str) -> list[_Node]:
    """The made parts that the word names, or that stand in the group it names."""
    found: dict[int, _Node] = {}
    has_group = False
    for node in root.walk():
        if node is not root and word in stems(node.name):
            found[id(node)] = node
            if node.children and not has_group:
                has_group = True
                for leaf in node.walk():
                    found[id(leaf)] = leaf
    return [
        leaf
        for leaf in found.values()
        if not leaf.children and leaf.part_type == "Manufacture" and leaf.material
    ]


def _is_of_another(brief: DesignBrief, mention: PartMention) -> bool:
    """Whether the colour is that of a thing which is no part: with a red lever."""
    if not _HAS.search(brief.text, max(0, mention.start - _NEXT), mention.start):
        return False
    behind = _PARTED.split(brief.text[mention.end : mention.end + _NEXT])[0]
    words = {word for word in stems(behind) if word.isalpha()} - material_words()
    return bool(words) and not words & (_WHOLE | {*brief.title})


def unpainted(brief: DesignBrief, root: BomNodeDraft) -> Iterator[tuple[PartMention, str]]:
    """The colours of the text that no part has, and the reason."""
    worn = {materials.paint_of(node.material or "") for node in root.walk()}
    for mention in colours_meant(brief):
        colour = colour_of(mention)
        if colour not in worn:
            yield mention, f"no part is {mention.words.lower()}"
            continue
        named = _named(brief, root, mention)
        if named and not any(materials.paint_of(leaf.material or "") == colour for leaf in named):
            yield mention, f"{named[0].name} is of {named[0].material}"
