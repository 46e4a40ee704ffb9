"""Forms and places that a model gives to what has become items already; pure."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from partwright.design_engine import draft_edits, layout_measures
from partwright.design_engine.artifacts import Artifacts
from partwright.design_engine.draft_edits import EditRefused
from partwright.design_engine.shape_changes import with_new_shapes
from partwright.design_engine.stages import Work
from partwright.drafter.drafts import AssemblyLayout, BomNodeDraft
from partwright.drafter.layout_expressions import ExpressionProblem

Changes = Mapping[str, Any] | Callable[[BomNodeDraft], Mapping[str, Any]]
_MOST_TOLD = 8


def shaped(artifacts: Artifacts, temp_id: str, changes: Changes) -> Artifacts:
    """The artifacts with a node's form or layout changed; what hangs on it waits to be made anew."""
    present = None
    if artifacts.bom is not None:
        present = draft_edits.find(artifacts.bom.root_assembly, temp_id)
    if present is None:
        raise EditRefused(f"There is no part {temp_id!r}")
    given = changes(present) if callable(changes) else changes
    if "form" in given and (present.children or not present.is_new):
        what = "an assembly" if present.children else "reused with the solid that it has"
        raise EditRefused(f"{present.name!r} is {what}; forms are for new parts")
    if "layout" in given and not present.children:
        raise EditRefused(f"{present.name!r} is a part; only assemblies have a layout")
    after = draft_edits.change_node(artifacts, temp_id, dict(given))
    if after.bom is None:
        return after
    try:
        root = with_new_shapes(after.bom.root_assembly, artifacts)
    except ExpressionProblem as problem:
        raise EditRefused(f"The form or the layout does not work: {problem}") from problem
    return msgspec.structs.replace(
        after, bom=msgspec.structs.replace(after.bom, root_assembly=root)
    )


def joined(present: AssemblyLayout | None, added: AssemblyLayout) -> AssemblyLayout:
    """A layout with new dimensions, placements and mates in the place of those for the same."""
    if present is None:
        return added
    placed = {(one.temp_id, one.instance) for one in added.placements}
    mated = {one.a for one in added.mates}
    named = {one.name for one in added.joints}
    placed_ids = {one.temp_id for one in added.placements}
    kept = [
        one
        for one in present.placements
        if (one.temp_id, one.instance) not in placed and one.temp_id not in mated
    ]
    mates = [one for one in present.mates if one.a not in mated | placed_ids]
    return AssemblyLayout(
        dimensions={**present.dimensions, **added.dimensions},
        placements=(*kept, *added.placements),
        mates=(*mates, *added.mates),
        joints=(*(one for one in present.joints if one.name not in named), *added.joints),
    )


def unshaped(artifacts: Artifacts, work: Work) -> list[str]:
    """The parts and assemblies that a model has still to shape or place before its stage may end."""
    measures = layout_measures.measured(artifacts)
    found = list(measures.problems)
    if work == "cad":
        found += [f"{name} has no form" for name in measures.without_form]
    else:
        found += [f"{', '.join(names[:5])} touch nothing else" for names in measures.islands]
    return found[:_MOST_TOLD]


def told(artifacts: Artifacts) -> list[dict[str, Any]]:
    """Every node as a model reads it: names, form, layout, and what its solid measures."""
    return [_told(node) for node in artifacts.nodes()]


def _told(node: BomNodeDraft) -> dict[str, Any]:
    shown: dict[str, Any] = {"tempId": node.temp_id, "name": node.name, "material": node.material}
    shown |= {
        "quantity": float(node.quantity),
        "children": [child.temp_id for child in node.children],
    }
    shown |= {"form": msgspec.to_builtins(node.form), "layout": msgspec.to_builtins(node.layout)}
    cad = node.cad_generation
    if cad is not None:
        shown["solid"] = {"status": cad.status, "error": cad.error}
        shown["solid"] |= {"boxMm": cad.bounding_box_mm, "massKg": cad.mass_kg}
    return {name: value for name, value in shown.items() if value not in (None, [], {})}
