"""Edits of drafts by a model: it adds, changes and removes its own, never the user's; pure."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

import msgspec

from partwright.design_engine import artifact_input
from partwright.design_engine.artifacts import Artifacts, BomDraft
from partwright.drafter.drafts import BomNodeDraft, RequirementDraft


class EditRefused(Exception):
    """Reason in words for the model why its change does not fit the drafts."""


def add_requirements(
    artifacts: Artifacts, drafts: Sequence[RequirementDraft], *, gone: Collection[str] = ()
) -> Artifacts:
    """Add requirements; one with the tempId of a model's earlier one takes its place.

    `gone` are tempIds that the user has removed.
    """
    standing = {draft.temp_id: draft for draft in artifacts.requirements}
    for draft in drafts:
        _check_free(draft.temp_id, standing.get(draft.temp_id), gone)
        standing[draft.temp_id] = draft
    if len(standing) > artifact_input.MOST_REQUIREMENTS:
        raise EditRefused(f"There are more than {artifact_input.MOST_REQUIREMENTS} requirements")
    return msgspec.structs.replace(artifacts, requirements=tuple(standing.values()))


def change_requirement(artifacts: Artifacts, temp_id: str, changes: dict[str, Any]) -> Artifacts:
    present = _requirement(artifacts, temp_id)
    changed = msgspec.structs.replace(present, **changes)
    requirements = tuple(changed if r is present else r for r in artifacts.requirements)
    return msgspec.structs.replace(artifacts, requirements=requirements)


def remove_requirements(artifacts: Artifacts, temp_ids: Collection[str]) -> Artifacts:
    for temp_id in temp_ids:
        _requirement(artifacts, temp_id)
    left = tuple(r for r in artifacts.requirements if r.temp_id not in temp_ids)
    return msgspec.structs.replace(artifacts, requirements=left)


def _requirement(artifacts: Artifacts, temp_id: str) -> RequirementDraft:
    for draft in artifacts.requirements:
        if draft.temp_id == temp_id:
            return _models(draft)
    raise EditRefused(f"There is no requirement {temp_id!r}")


class NewNode(msgspec.Struct, frozen=True):
    """A node and the parent that it goes under; None for the root."""

    parent: str | None
    node: BomNodeDraft


def add_nodes(
    artifacts: Artifacts, placed: Sequence[NewNode], *, gone: Collection[str] = ()
) -> Artifacts:
    """Add nodes, parents before their children; a model's earlier one keeps its place and children."""
    root = artifacts.bom.root_assembly if artifacts.bom is not None else None
    requirements = {draft.temp_id for draft in artifacts.requirements}
    for one in placed:
        _check_references(one.node, requirements)
        root = _with_node(root, one, gone)
    if root is None:
        raise EditRefused("No part was given")
    if sum(1 for _ in root.walk()) > artifact_input.MOST_NODES:
        raise EditRefused(f"The structure has more than {artifact_input.MOST_NODES} parts")
    return _with_root(artifacts, root)


def _with_node(root: BomNodeDraft | None, placed: NewNode, gone: Collection[str]) -> BomNodeDraft:
    node = placed.node
    present = None if root is None else find(root, node.temp_id)
    _check_free(node.temp_id, present, gone)
    if root is None:
        if placed.parent is not None:
            raise EditRefused(
                f"There is no part {placed.parent!r}; begin with the root, without a parent"
            )
        return node
    if present is not None:
        kept = msgspec.structs.replace(
            node,
            children=present.children,
            cad_generation=present.cad_generation,
            assembly_composition=present.assembly_composition,
        )
        return _replace(root, node.temp_id, lambda _: kept)
    if placed.parent is None:
        raise EditRefused(f"There is a root already: {root.temp_id!r}; name a parent")
    above = _way_to(root, placed.parent)
    if not above:
        raise EditRefused(f"There is no part {placed.parent!r} to put {node.name!r} under")
    if len(above) >= artifact_input.DEEPEST:
        raise EditRefused("The structure is too deep")
    existing = [one.existing_item_id for one in above if not one.is_new]
    if not node.is_new and node.existing_item_id in existing:
        raise EditRefused(f"{node.name!r} would contain itself")
    return _replace(
        root,
        placed.parent,
        lambda parent: msgspec.structs.replace(parent, children=(*parent.children, node)),
    )


def change_node(artifacts: Artifacts, temp_id: str, changes: dict[str, Any]) -> Artifacts:
    root = _root(artifacts)
    present = find(root, temp_id)
    if present is None:
        raise EditRefused(f"There is no part {temp_id!r}")
    changed = msgspec.structs.replace(_models(present), **changes)
    _check_references(changed, {draft.temp_id for draft in artifacts.requirements})
    return _with_root(artifacts, _replace(root, temp_id, lambda _: changed))


def remove_node(artifacts: Artifacts, temp_id: str) -> Artifacts:
    """Take a node out with everything below it, unless something there is the user's."""
    root = _root(artifacts)
    present = find(root, temp_id)
    if present is None:
        raise EditRefused(f"There is no part {temp_id!r}")
    for node in present.walk():
        _models(node)
    if present is root:
        return msgspec.structs.replace(artifacts, bom=None)
    return _with_root(artifacts, _without(root, temp_id))


def link(artifacts: Artifacts, requirement: str, temp_ids: Sequence[str]) -> Artifacts:
    """Say that nodes of the model's meet a requirement."""
    if requirement not in {draft.temp_id for draft in artifacts.requirements}:
        raise EditRefused(f"There is no requirement {requirement!r}")
    root = _root(artifacts)
    for temp_id in temp_ids:
        present = find(root, temp_id)
        if present is None:
            raise EditRefused(f"There is no part {temp_id!r}")
        _models(present)
        root = _replace(root, temp_id, lambda node: _linked(node, requirement))
    return _with_root(artifacts, root)


def _linked(node: BomNodeDraft, requirement: str) -> BomNodeDraft:
    met = tuple(dict.fromkeys((*node.requirement_temp_ids, requirement)))
    return msgspec.structs.replace(node, requirement_temp_ids=met)


def find(root: BomNodeDraft, temp_id: str) -> BomNodeDraft | None:
    return next((node for node in root.walk() if node.temp_id == temp_id), None)


def _way_to(root: BomNodeDraft, temp_id: str) -> list[BomNodeDraft]:
    """The nodes from the root to the one named, or nothing."""
    if root.temp_id == temp_id:
        return [root]
    for child in root.children:
        below = _way_to(child, temp_id)
        if below:
            return [root, *below]
    return []


def _replace(
    root: BomNodeDraft, temp_id: str, change: Callable[[BomNodeDraft], BomNodeDraft]
) -> BomNodeDraft:
    if root.temp_id == temp_id:
        return change(root)
    children = tuple(_replace(child, temp_id, change) for child in root.children)
    if all(after is before for after, before in zip(children, root.children, strict=True)):
        return root
    return msgspec.structs.replace(root, children=children)


def _without(root: BomNodeDraft, temp_id: str) -> BomNodeDraft:
    children = tuple(_without(c, temp_id) for c in root.children if c.temp_id != temp_id)
    return msgspec.structs.replace(root, children=children)


def _root(artifacts: Artifacts) -> BomNodeDraft:
    if artifacts.bom is None:
        raise EditRefused("There is no structure yet")
    return artifacts.bom.root_assembly


def _with_root(artifacts: Artifacts, root: BomNodeDraft) -> Artifacts:
    bom = artifacts.bom or BomDraft(root_assembly=root)
    return msgspec.structs.replace(artifacts, bom=msgspec.structs.replace(bom, root_assembly=root))


def _check_free(
    temp_id: str, present: RequirementDraft | BomNodeDraft | None, gone: Collection[str]
) -> None:
    if present is not None:
        _models(present)
    elif temp_id in gone:
        raise EditRefused(f"The user has removed {temp_id!r}; leave it out")


def _models(draft: Any) -> Any:
    """The draft if it is a model's."""
    if draft.source == "user":
        raise EditRefused(
            f"{draft.temp_id!r} ({draft.name}) belongs to the user and cannot be changed"
        )
    return draft


def _check_references(node: BomNodeDraft, requirements: Collection[str]) -> None:
    unknown = [one for one in node.requirement_temp_ids if one not in requirements]
    if unknown:
        raise EditRefused(
            f"{node.name!r} names requirements that do not exist: {', '.join(unknown)}"
        )
