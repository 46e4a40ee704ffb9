"""Which form each drafted part gets: chosen by the rules, or set by the user; pure."""

from collections.abc import Iterator, Mapping

import msgspec

from partwright.cad.choice.context import Neighbour, Node
from partwright.cad.choice.rules import choose
from partwright.cad.language import catalogue, validator
from partwright.cad.language.flat import changed, flat, spec_of
from partwright.cad.model import PartSpec, Refusal
from partwright.design_engine.drafts import Artifacts, BomNodeDraft


class Part(msgspec.Struct, frozen=True):
    """A leaf of the structure that is an item of its own, with all nodes that became it."""

    node: BomNodeDraft
    temp_ids: tuple[str, ...]
    item_id: str
    item_number: str


def parts_of(artifacts: Artifacts) -> list[Part]:
    """The parts that materialising made, in the order of the structure."""
    nodes = {node.temp_id: node for node in artifacts.nodes()}
    result = artifacts.materialization_result
    found: list[Part] = []
    for item in result.created_items if result is not None else ():
        temp_ids = tuple(t for t in (item.temp_ids or (item.temp_id,)) if t in nodes)
        if item.item_type == "Part" and temp_ids and not nodes[temp_ids[0]].children:
            found.append(Part(nodes[temp_ids[0]], temp_ids, item.item_id, item.item_number))
    return found


def reused(artifacts: Artifacts) -> list[str]:
    """The tempIds of leaves that stand for parts that were there before."""
    return [n.temp_id for n in artifacts.nodes() if not n.children and not n.is_new]


def form_of(artifacts: Artifacts, part: Part) -> PartSpec | Refusal:
    """The form of a part: as it was made or drafted with its present figures, else by the rules."""
    drafted = part.node.cad_generation
    if drafted is not None and drafted.method:
        kept = spec_of(
            name=part.node.name,
            method=drafted.method,
            parameters=_known(drafted.method, drafted.parameters),
            material=part.node.material or "",
        )
        wrong = validator.problems(kept)
        if not wrong:
            return kept
        if drafted.status != "pending" or drafted.parameters:
            told = "; ".join(f"{p.parameter}: {p.message}".lstrip(": ") for p in wrong)
            return Refusal(f"its parameters do not fit together: {told}")
    chosen = choose(context_of(artifacts, part))
    if isinstance(chosen, Refusal) or drafted is None or not drafted.parameters:
        return chosen
    wanted = changed(chosen, drafted.parameters)
    return chosen if validator.problems(wanted) else wanted


def _known(method: str, parameters: Mapping[str, float]) -> Mapping[str, float]:
    """Figures as JSON kept them, without those that are no number of the feature's."""
    feature = catalogue.feature_of(method)
    return {} if isinstance(feature, Refusal) else parameters


def figures_of(spec: PartSpec) -> dict[str, float]:
    """What the wire shows of a form: all its figures by flat names."""
    return flat(spec)


def context_of(artifacts: Artifacts, part: Part) -> Node:
    """What the rules are told of a part: its own words, its neighbours, what it is for."""
    node = part.node
    parent = _parent_of(artifacts, node.temp_id)
    wanted = set(node.requirement_temp_ids)
    return Node(
        name=node.name,
        part_type=node.part_type,
        material=node.material or "",
        rationale=node.rationale,
        description=node.description,
        quantity=float(node.quantity),
        parent="" if parent is None else parent.name,
        product=artifacts.description,
        neighbours=() if parent is None else tuple(_neighbours(parent, node)),
        requirements=tuple(
            f"{draft.name}. {draft.description}"
            for draft in artifacts.requirements
            if draft.temp_id in wanted
        ),
    )


def _parent_of(artifacts: Artifacts, temp_id: str) -> BomNodeDraft | None:
    return next(
        (n for n in artifacts.nodes() if any(c.temp_id == temp_id for c in n.children)), None
    )


def _neighbours(parent: BomNodeDraft, node: BomNodeDraft) -> Iterator[Neighbour]:
    for child in parent.children:
        if child.temp_id != node.temp_id and not child.children:
            yield Neighbour(
                name=child.name,
                part_type=child.part_type,
                material=child.material or "",
                rationale=child.rationale,
                quantity=float(child.quantity),
                spec=_settled(child),
            )


def _settled(node: BomNodeDraft) -> PartSpec | None:
    """The form that a neighbour has already."""
    drafted = node.cad_generation
    if drafted is None or not drafted.method:
        return None
    spec = spec_of(
        name=node.name,
        method=drafted.method,
        parameters=_known(drafted.method, drafted.parameters),
        material=node.material or "",
    )
    return None if validator.problems(spec) else spec
