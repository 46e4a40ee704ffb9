"""The built-in drafter: what it understands, asks, requires and structures; no language model.

Everything is a function of its arguments: the same words give the same draft.
"""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Final

import msgspec

from partwright.drafter.brief.brief_reading import understand as _understand
from partwright.drafter.catalogue import kinds
from partwright.drafter.drafts import (
    AssemblyLayout,
    BomNodeDraft,
    FoundPart,
    LayoutJoint,
    LayoutPlacement,
    RequirementDraft,
)
from partwright.drafter.messages.amendments import amended
from partwright.drafter.messages.corrected import without_undone
from partwright.drafter.recipes.nodes import RecipeNode, RecipePlace
from partwright.drafter.structures.compared_parts import CALLED_ALSO, ComparedStructure
from partwright.drafter.structures.pieces_wanted import pieces_wanted
from partwright.drafter.structures.reuse import queries_of, reuse
from partwright.drafter.structures.single_parts import single_part
from partwright.drafter.structures.structure import tree_of
from partwright.drafter.structures.unknown_products import told_of
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.drawing_style import with_noun
from partwright.drafter.verification.coverage import links_of
from partwright.drafter.verification.needs import needs_of
from partwright.drafter.verification.questions import DrafterQuestion, questions_of
from partwright.kit.patterns import lazy_regex

__all__ = [
    "DesignBrief",
    "DrafterQuestion",
    "questions",
    "requirements",
    "searches",
    "structure",
    "summary",
    "understand",
]


def understand(
    description: str, answers: Mapping[str, str], messages: Sequence[str]
) -> DesignBrief:
    """Read the description, the answers by question id, and the user's later messages."""
    said, messages = with_noun(description), without_undone(messages, description)
    if not messages:
        brief = _of_part(_understand(said, answers, messages))
        return (
            brief
            if said == description
            else msgspec.structs.replace(brief, description=description)
        )
    text, rest = amended(said, messages, _standing, _spacing)
    brief = _of_part(_understand(text, answers, rest))
    return msgspec.structs.replace(brief, description=description, messages=tuple(messages))


def _of_part(brief: DesignBrief) -> DesignBrief:
    """The brief of no kind of product where its words are those of one part: a toothed rack is no shelf."""
    if brief.kind in ("", "bracket") or single_part(brief) is None:
        return brief
    alone = msgspec.structs.replace(brief, kind="")
    return brief if single_part(alone) is None else alone


def _standing(text: str) -> Callable[[str], int]:
    """Give what tells how many of a thing the structure of a text has."""
    root = structure(_understand(text, {}, []), [], {})
    held = ComparedStructure(root, None)

    def count(noun: str) -> int:
        same = (noun, *CALLED_ALSO.get(noun, ()))
        return max((_sum_of(held, one) for one in same), default=0)

    return count


def _spacing(text: str) -> tuple[float, ...]:
    """Give the distances in the one pattern of holes of the part that a text asks for."""
    single = single_part(_understand(text, {}, []))
    if single is None:
        return ()
    figures = single.form.parameters
    patterns = [one for one in figures if _PATTERN.fullmatch(one)]
    if len(patterns) != 1:
        return ()
    wanted = ("hole_grid_1.spacing_x", "hole_grid_1.spacing_y")
    return tuple(float(figures[name]) for name in wanted if name in figures)


_PATTERN: Final = lazy_regex(r"hole_(?:grid|circle)_\d+\.diameter")


def _sum_of(held: ComparedStructure, head: str) -> int:
    return sum(part.number for part in held.parts if part.is_leaf and part.head == head)


def questions(brief: DesignBrief) -> list[DrafterQuestion]:
    """The questions whose answers are missing and decide the design; ask the first, then understand again."""
    return questions_of(brief)


def requirements(brief: DesignBrief) -> list[RequirementDraft]:
    """The requirements that the brief states and those that follow from the product's nature."""
    return [need.draft(number) for number, need in enumerate(needs_of(brief), 1)]


def searches(brief: DesignBrief, requirements: Sequence[RequirementDraft]) -> list[str]:
    """Queries for parts of the library that the structure could use."""
    del requirements
    return queries_of(tree_of(brief).leaves())


def structure(
    brief: DesignBrief,
    requirements: Sequence[RequirementDraft],
    found: Mapping[str, Sequence[FoundPart]],
) -> BomNodeDraft:
    """The multi-level structure, linked to the requirements and to existing parts."""
    root = tree_of(brief)
    links = links_of(brief, requirements, root)
    reused = reuse(root, found)
    return _draft(root, "bom-0", links, reused, is_root=True)


def _draft(
    node: RecipeNode,
    temp_id: str,
    links: Mapping[int, Sequence[str]],
    reused: Mapping[int, FoundPart],
    *,
    is_root: bool = False,
) -> BomNodeDraft:
    existing = reused.get(id(node))
    below = "bom" if is_root else temp_id
    ids = [f"{below}-{number}" for number, _ in enumerate(node.children, 1)]
    return BomNodeDraft(
        temp_id=temp_id,
        name=existing.name if existing else node.name,
        is_new=existing is None,
        existing_item_id=existing.item_id if existing else None,
        quantity=Decimal(node.quantity),
        unit_of_measure=node.unit,
        children=tuple(
            _draft(child, own, links, reused) for own, child in zip(ids, node.children, strict=True)
        ),
        requirement_temp_ids=tuple(dict.fromkeys(links.get(id(node), ()))),
        part_type=node.part_type,
        material=(existing.material if existing else None) or node.material,
        rationale=_rationale(node, existing),
        confidence=round(min(0.95, node.confidence + (0.1 if existing else 0.0)), 2),
        source="ai",
        gap=node.gap,
        form=node.form,
        layout=_layout(node, ids, _joints(node, ids) if is_root else ()),
    )


def _layout(
    node: RecipeNode, ids: Sequence[str], joints: Sequence[LayoutJoint]
) -> AssemblyLayout | None:
    """The places that the recipe gives; a group without one stands where its parts say."""
    if not node.children or not any(one.form or one.places for one in node.walk()):
        return None
    placements = [
        LayoutPlacement(
            temp_id=temp_id,
            instance=instance,
            translation_mm=place.translation,
            rotation_deg=place.rotation,
        )
        for temp_id, child in zip(ids, node.children, strict=True)
        for instance, place in enumerate(child.places or _own_place(child), 1)
    ]
    return AssemblyLayout(
        dimensions=dict(node.dimensions), placements=tuple(placements), joints=tuple(joints)
    )


def _joints(root: RecipeNode, ids: Sequence[str]) -> list[LayoutJoint]:
    """The joints of the product, parts of one name together; groups stand where their parts say."""
    found: dict[str, LayoutJoint] = {}
    pending = list(zip(ids, root.children, strict=True))
    while pending:
        temp_id, node = pending.pop(0)
        pending += [(f"{temp_id}-{number}", child) for number, child in enumerate(node.children, 1)]
        for one in node.joints:
            moved = f"{temp_id}#{one.instance}" if one.instance else temp_id
            before = found[one.name].moves if one.name in found else ()
            found[one.name] = LayoutJoint(
                name=one.name,
                type=one.type,
                moves=(*before, moved),
                axis=one.axis,
                origin_mm=one.origin,
                low=one.low,
                high=one.high,
            )
    return list(found.values())


def _own_place(node: RecipeNode) -> tuple[RecipePlace, ...]:
    is_drawn = any(one.form is not None for one in node.walk())
    return (RecipePlace((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),) if is_drawn else ()


def _rationale(node: RecipeNode, existing: FoundPart | None) -> str:
    pieces = [node.why or _usual(node)]
    if existing is not None:
        pieces.append(f"Reuses {existing.item_number}, which is the same ({node.name}).")
    if node.given:
        pieces.append(f"From the description: {', '.join(sorted(node.given))}.")
    if node.assumed:
        pieces.append(f"Assumed: {', '.join(sorted(node.assumed))}.")
    return " ".join(p if p.endswith((".", "”")) else f"{p}." for p in pieces if p)


def _usual(node: RecipeNode) -> str:
    """The usual reason for such a part, where its recipe says nothing more special."""
    if node.part_type == "Software":
        return "Runs on the controller"
    if node.children:
        return f"Groups the {len(node.children)} parts of this function"
    if node.part_type == "Purchase":
        return "Bought to its standard or catalogue designation"
    return "Made to drawing"


def summary(stage: str, brief: DesignBrief, count: int) -> str:
    """The result of a stage, in a sentence or two for the stream."""
    product = brief.name or "the product"
    kind = kinds().get(brief.kind)
    single = single_part(brief)
    known = told_of(brief)
    if single is not None:
        known = f"read as one part: {single.name}"
    elif kind is not None:
        known = f"read as: {brief.kind}"
    if stage == "requirements_drafting":
        return f"{count} requirements for {product} ({known}), {len(brief.figures)} of them from figures of the text."
    wanted = pieces_wanted(brief)
    pieces = "" if wanted is None else f" {wanted.number} are wanted; the structure is of one."
    return (
        f"A structure of {count} nodes for {product} ({known})."
        f" Sizes that the text does not give are assumed and say so.{pieces}"
    )
