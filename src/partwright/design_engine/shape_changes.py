"""Solids and compositions that a user's new forms and layouts make stale; pure."""

import re
from typing import Final

import msgspec

from partwright.design_engine.artifacts import Artifacts
from partwright.drafter import layout
from partwright.drafter.drafts import BomNodeDraft

_FIGURE: Final = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])")
"""A number that stands by itself in a name."""


def with_new_shapes(root: BomNodeDraft, present: Artifacts) -> BomNodeDraft:
    """The structure in which parts whose figures came out anew wait for a new solid."""
    if present.bom is None:
        return root
    before, after = _shapes(present.bom.root_assembly), _shapes(root)
    anew = {temp_id for temp_id in after if before.get(temp_id) != after[temp_id]}
    moved = _moved(present.bom.root_assembly, root)

    names = {node.temp_id: node.name for node in present.nodes()}

    def renewed(node: BomNodeDraft) -> BomNodeDraft:
        cad, composed = node.cad_generation, node.assembly_composition
        name = node.name
        if cad is None and node.temp_id in anew and names.get(node.temp_id) == name:
            name = _renamed(name, before.get(node.temp_id), after[node.temp_id])
        if cad is not None and node.temp_id in anew and node.temp_id in before:
            cad = msgspec.structs.replace(cad, status="pending", method=None, parameters={})
        if composed is not None and node.temp_id in moved:
            composed = msgspec.structs.replace(composed, status="pending")
        return msgspec.structs.replace(
            node,
            name=name,
            cad_generation=cad,
            assembly_composition=composed,
            children=tuple(renewed(child) for child in node.children),
        )

    return renewed(root)


def _renamed(
    name: str, before: tuple[str, dict[str, float]] | None, after: tuple[str, dict[str, float]]
) -> str:
    """The name of a part that is not made yet, with its new figures in place of the old ones."""
    if before is None or before[0] != after[0]:
        return name
    news: dict[str, set[str]] = {}
    for figure, old in before[1].items():
        news.setdefault(f"{old:g}", set()).add(f"{after[1].get(figure, old):g}")
    told = {old: next(iter(new)) for old, new in news.items() if len(new) == 1}
    return _FIGURE.sub(lambda match: told.get(match.group(), match.group()), name)


def _moved(before: BomNodeDraft, after: BomNodeDraft) -> set[str]:
    """The assemblies of which the layout, or that of one above them, is another."""
    layouts = {node.temp_id: node.layout for node in before.walk()}
    found: set[str] = set()
    pending = [(after, False)]
    while pending:
        node, is_moved = pending.pop()
        is_moved = is_moved or layouts.get(node.temp_id) != node.layout
        if is_moved:
            found.add(node.temp_id)
        pending.extend((child, is_moved) for child in node.children)
    return found


def _shapes(root: BomNodeDraft) -> dict[str, tuple[str, dict[str, float]]]:
    """By tempId the method and the figures of the forms that are given."""
    names = layout.dimensions_below(root)
    return {
        node.temp_id: (node.form.method, layout.parameters_of(node.form, names[node.temp_id]))
        for node in root.walk()
        if node.form is not None
    }
