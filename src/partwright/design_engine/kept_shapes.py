"""Forms and layouts beside an edit: what stays of a node sent without them, what goes with its parts; pure."""

import re
from collections.abc import Collection
from typing import Final

import msgspec

from partwright.drafter import layout
from partwright.drafter.drafts import AssemblyLayout, BomNodeDraft, PartForm

_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)?")


def kept_form(present: BomNodeDraft | None, name: str, *, has_children: bool) -> PartForm | None:
    """The form that stands, unless the new name tells other figures or parts stand below it now."""
    if present is None or has_children:
        return None
    is_as_named = _NUMBER.findall(present.name) == _NUMBER.findall(name)
    return present.form if is_as_named else None


def kept_layout(present: BomNodeDraft | None, node: BomNodeDraft) -> AssemblyLayout | None:
    """The layout that stands, of an assembly that is one still, without what is fewer now."""
    if present is None or present.layout is None or not node.children:
        return None
    numbers = {child.temp_id: child.quantity for child in node.children}
    left = (
        one
        for one in present.layout.placements
        if one.instance <= numbers.get(one.temp_id, one.instance)
    )
    return msgspec.structs.replace(present.layout, placements=tuple(left))


def with_layout(
    node: BomNodeDraft, placed: AssemblyLayout | None, standing: Collection[str]
) -> BomNodeDraft:
    """The node with its layout, without the places of the standing parts that were taken away."""
    if placed is None:
        return node
    gone = set(standing) - {child.temp_id for child in node.children}
    left = layout.without(msgspec.structs.replace(placed, joints=()), gone)
    below = set(standing) - {one.temp_id for one in node.walk()}
    joints = layout.without(AssemblyLayout(joints=placed.joints), below).joints
    return msgspec.structs.replace(node, layout=msgspec.structs.replace(left, joints=joints))


def missing(
    temp_id: str, instance: int, node: BomNodeDraft, standing: Collection[tuple[str, int]]
) -> str:
    """The words for a place of a part that the assembly has not; what was composed before may stay."""
    amounts = {one.temp_id: max(1, int(one.quantity)) for one in node.children}
    amount = amounts.get(temp_id, 0)
    if (temp_id, instance) in standing or 1 <= instance <= amount or not node.is_new:
        return ""
    if amount == 0:
        return f"{node.name} has no part {temp_id!r}"
    return f"{node.name} has {amount} of {temp_id!r}, and no number {instance}"
