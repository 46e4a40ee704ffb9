"""The form of each drafted part: chosen by the rules, or set by the user; pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from partwright.cad.language import validator
from partwright.cad.language.flat import changed, flat, spec_of
from partwright.cad.model import NotDrawn, ParameterProblem, PartSpec
from partwright.design_engine.artifacts import Artifacts
from partwright.drafter import layout
from partwright.drafter.drafts import BomNodeDraft
from partwright.drafter.parts.part_context import NeighbourPart, PartContext
from partwright.drafter.parts.rules import choose_form

MOST_NEIGHBOURS = 50
"""Neighbours of a part that its form is fitted to."""


class PartToMake(msgspec.Struct, frozen=True):
    """A leaf of the structure that is an item of its own, with all nodes that became it."""

    node: BomNodeDraft
    temp_ids: tuple[str, ...]
    item_id: str
    item_number: str


def parts_to_make(artifacts: Artifacts) -> list[PartToMake]:
    """The parts that materialising made, in the order of the structure."""
    nodes = {node.temp_id: node for node in artifacts.nodes()}
    result = artifacts.materialization_result
    found: list[PartToMake] = []
    for item in result.created_items if result is not None else ():
        temp_ids = tuple(t for t in (item.temp_ids or (item.temp_id,)) if t in nodes)
        if item.item_type == "Part" and temp_ids and not nodes[temp_ids[0]].children:
            speaking = _speaking([nodes[temp_id] for temp_id in temp_ids])
            found.append(PartToMake(speaking, temp_ids, item.item_id, item.item_number))
    return found


def _speaking(nodes: Sequence[BomNodeDraft]) -> BomNodeDraft:
    """Of the nodes of one part the one whose figures the user has set, else the first."""
    for node in nodes:
        cad = node.cad_generation
        if cad is not None and cad.status == "pending" and cad.parameters:
            return node
    return nodes[0]


def specs_of(artifacts: Artifacts, parts: Sequence[PartToMake]) -> list[PartSpec | NotDrawn]:
    """The forms of some parts: as made or drafted with the present figures, else by the rules."""
    places, drafted = _places(artifacts), _drafted_forms(artifacts)
    return [_form(artifacts, part, places, drafted.get(part.node.temp_id)) for part in parts]


def _form(
    artifacts: Artifacts, part: PartToMake, places: "_Places", form: PartSpec | NotDrawn | None
) -> PartSpec | NotDrawn:
    node = part.node
    drafted = node.cad_generation
    given: Mapping[str, float] = {} if drafted is None else drafted.parameters
    if drafted is not None and drafted.method:
        kept = _spec(node, drafted.method, given)
        if not validator.problems(kept):
            return kept
    chosen = form or choose_form(_context(artifacts, node, places))
    if drafted is not None and drafted.method and given:
        is_other = isinstance(chosen, NotDrawn) or chosen.method != drafted.method
        wrong = validator.problems(_spec(node, drafted.method, given))
        if is_other and wrong:
            return NotDrawn(f"its parameters do not fit together: {told(wrong)}")
    if isinstance(chosen, NotDrawn) or not given:
        return chosen
    # A user may give one figure of many; the rules go on to give the others.
    wanted = changed(chosen, given)
    wrong = validator.problems(wanted)
    return NotDrawn(f"its parameters do not fit together: {told(wrong)}") if wrong else wanted


def _drafted_forms(artifacts: Artifacts) -> dict[str, PartSpec | NotDrawn]:
    """By tempId the forms that are drafted with the parts; names say the others."""
    if artifacts.bom is None:
        return {}
    root = artifacts.bom.root_assembly
    found: dict[str, PartSpec | NotDrawn] = {}
    try:
        names = layout.dimensions_below(root)
    except layout.ExpressionProblem as problem:
        refusal = NotDrawn(f"its assembly's layout does not work: {problem}")
        return {node.temp_id: refusal for node in root.walk() if node.form is not None}
    for node in root.walk():
        if node.form is None:
            continue
        try:
            figures = layout.parameters_of(node.form, names[node.temp_id])
        except layout.ExpressionProblem as problem:
            found[node.temp_id] = NotDrawn(f"its form does not work: {problem}")
            continue
        spec = _spec(node, node.form.method, figures)
        wrong = validator.problems(spec)
        found[node.temp_id] = NotDrawn(f"its form does not work: {told(wrong)}") if wrong else spec
    return found


def told(problems: Iterable[ParameterProblem]) -> str:
    """The problems with figures, in one line."""
    return "; ".join(f"{p.parameter}: {p.message}".lstrip(": ") for p in problems)


def figures_of(spec: PartSpec) -> dict[str, float]:
    """The figures of a form as the wire shows them: all by flat names."""
    return flat(spec)


def _spec(node: BomNodeDraft, method: str, parameters: Mapping[str, float]) -> PartSpec:
    return spec_of(
        name=node.name, method=method, parameters=parameters, material=node.material or ""
    )


def spec_as_made(node: BomNodeDraft) -> PartSpec | None:
    """The form that a part has, if it can be built."""
    drafted = node.cad_generation
    if drafted is None or not drafted.method:
        return None
    spec = _spec(node, drafted.method, drafted.parameters)
    return None if validator.problems(spec) else spec


class _Among(NamedTuple):
    """Surroundings of a leaf: its assembly, and the leaves there, itself among them."""

    parent: BomNodeDraft
    leaves: Sequence[NeighbourPart]
    own: int


_Places = Mapping[str, _Among]


def _places(artifacts: Artifacts) -> _Places:
    found: dict[str, _Among] = {}
    for parent in artifacts.nodes():
        leaves = [child for child in parent.children if not child.children]
        neighbours = [_neighbour(leaf) for leaf in leaves]
        for own, leaf in enumerate(leaves):
            found[leaf.temp_id] = _Among(parent, neighbours, own)
    return found


def _neighbour(leaf: BomNodeDraft) -> NeighbourPart:
    return NeighbourPart(
        name=leaf.name,
        part_type=leaf.part_type,
        material=leaf.material or "",
        rationale=leaf.rationale,
        quantity=float(leaf.quantity),
        spec=spec_as_made(leaf),
    )


def _context(artifacts: Artifacts, node: BomNodeDraft, places: _Places) -> PartContext:
    """The context of a part for the rules: its own words, its neighbours, what it is for."""
    among = places.get(node.temp_id)
    wanted = set(node.requirement_temp_ids)
    return PartContext(
        name=node.name,
        part_type=node.part_type,
        material=node.material or "",
        rationale=node.rationale,
        description=node.description,
        quantity=float(node.quantity),
        parent="" if among is None else among.parent.name,
        product=artifacts.description,
        neighbours=() if among is None else _neighbours(among),
        requirements=tuple(
            f"{draft.name}. {draft.description}"
            for draft in artifacts.requirements
            if draft.temp_id in wanted
        ),
    )


def _neighbours(among: _Among) -> tuple[NeighbourPart, ...]:
    """The leaves beside one; of very many those that are listed next to it."""
    first = max(0, min(among.own - MOST_NEIGHBOURS // 2, len(among.leaves) - MOST_NEIGHBOURS))
    near = enumerate(among.leaves[first : first + MOST_NEIGHBOURS], start=first)
    return tuple(one for place, one in near if place != among.own)
