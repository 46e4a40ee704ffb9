"""Coverage of requirements by parts; what no part serves is left uncovered."""

from collections.abc import Sequence
from typing import Final

import msgspec

from partwright.drafter.catalogue import components, properties
from partwright.drafter.drafts import RequirementDraft
from partwright.drafter.recipes.nodes import RecipeNode
from partwright.drafter.structures.recognition import alikes
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.figures import figures_of
from partwright.drafter.text.lexicon import phrases, tokens_of
from partwright.drafter.text.quantities import quantities, with_quantities
from partwright.drafter.text.words import normalised, sentences, stems
from partwright.drafter.verification.needs import DesignNeed, needs_of

_WHOLE: Final = frozenset({"mass", "cost", "noise", "life", "environment", "overall"})
"""Topics that the product as a whole has to meet."""
_AKIN: Final = {
    "pressure": ("pneumatic", "hydraulic", "fluid"),
    "seal": ("enclosure",),
    "fluid": ("pumping", "container"),
    "runtime": ("battery", "power"),
    "motion": ("drive",),
    "position": ("control", "sensing"),
    "safety": ("guard", "estop", "protection"),
    "speed": ("motor", "drive"),
    "wheel": ("motion",),
}
"""Topics of parts that serve a requirement where none has its own."""
_MOST: Final = 5


def links_of(
    brief: DesignBrief, requirements: Sequence[RequirementDraft], root: RecipeNode
) -> dict[int, list[str]]:
    """By the identity of a node, the tempIds of the requirements that it serves."""
    known = {need.name.casefold(): need for need in needs_of(brief)}
    links: dict[int, list[str]] = {}
    for requirement in requirements:
        need = known.get(requirement.name.casefold()) or _read(requirement)
        for node in _serving(need, root):
            links.setdefault(id(node), []).append(requirement.temp_id)
    return links


def _read(requirement: RequirementDraft) -> DesignNeed:
    """The need that a requirement of the user's own speaks of."""
    text = normalised(f"{requirement.name}. {requirement.description}")
    topics: set[str] = set()
    for figure in with_quantities(text, figures_of(text), sentences(text)):
        topics |= set(quantities()[figure.quantity].topics)
    tokens = tokens_of(text)
    named = phrases("components").find(tokens)
    topics.update(*(components()[hit.key].topics for hit in named))
    topics.update(*(properties()[hit.key].topics for hit in phrases("properties").find(tokens)))
    words = frozenset(t.stem for t in tokens if len(t.stem) > 3)
    return DesignNeed(
        name=requirement.name,
        description=requirement.description,
        topics=frozenset(topics),
        words=words,
        component=named[0].key if named else "",
    )


def _serving(need: DesignNeed, root: RecipeNode) -> list[RecipeNode]:
    if not root.children:
        return [root]
    nodes = list(root.walk())
    named = [n for n in nodes if need.component and n.component == need.component]
    if named:
        return named[:_MOST]
    scored = [(score, n) for n in nodes if n is not root and (score := _score(need, n)) > 0]
    best = max((score for score, _ in scored), default=0)
    chosen = [n for score, n in scored if score >= max(1, best)]
    instead = need.instead or frozenset(a for t in need.topics for a in _AKIN.get(t, ()))
    if not chosen and instead - need.topics:
        other = msgspec.structs.replace(need, topics=instead, instead=instead)
        return _serving(other, root)
    chosen = _without_parents(chosen)[:_MOST]
    if need.topics & _WHOLE and not (need.topics - _WHOLE and chosen):
        return [root]
    return chosen


def _score(need: DesignNeed, node: RecipeNode) -> int:
    """Two for a topic shared, three for each word of the name, topics of assemblies counting more."""
    said = stems(node.name)
    words = len(need.words & {word for one in said for word in (one, *alikes(one))})
    topics = len(need.topics & node.topics)
    return 3 * min(words, 2) + 2 * topics


def _without_parents(nodes: list[RecipeNode]) -> list[RecipeNode]:
    """Of an assembly and its parts, the assembly where most of its parts serve, else the parts."""
    chosen = {id(n) for n in nodes}
    kept: list[RecipeNode] = []
    dropped: set[int] = set()
    for node in nodes:
        inside = [c for c in node.children if id(c) in chosen]
        if node.children and inside and len(inside) * 2 >= len(node.children):
            dropped |= {id(d) for c in node.children for d in c.walk()}
        elif inside:
            continue
        if id(node) not in dropped:
            kept.append(node)
    return kept
