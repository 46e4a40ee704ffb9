"""Changes of items that follow from an edit of a structure that has become items; pure."""

from collections.abc import Iterator, Mapping
from decimal import Decimal

import msgspec

from partwright.design_engine.artifacts import Artifacts
from partwright.design_engine.plan import MaterializationPlan, PlannedItem, plan
from partwright.drafter.drafts import BomNodeDraft


class RevisedLine(msgspec.Struct, frozen=True):
    """A BOM line by the items at its ends, or by the places in the plan of those to be made."""

    parent: str | int
    child: str | int


class RevisedPart(msgspec.Struct, frozen=True):
    """A part whose draft has changed, and what the draft was."""

    item: PlannedItem
    draft: BomNodeDraft
    before: BomNodeDraft


class RevisionPlan(msgspec.Struct, frozen=True, kw_only=True):
    """Items to be made and edited, lines to be added, changed and removed."""

    planned: MaterializationPlan
    ids: Mapping[int, str]
    """By place in the plan the items that are there."""
    edited: tuple[RevisedPart, ...]
    added: Mapping[RevisedLine, Decimal]
    changed: Mapping[RevisedLine, Decimal]
    removed: tuple[RevisedLine, ...]

    @property
    def newborn(self) -> list[PlannedItem]:
        """The parts that are items for the first time."""
        return [item for item in self.planned.items if item.key not in self.ids]

    @property
    def is_empty(self) -> bool:
        return not (self.newborn or self.edited or self.added or self.changed or self.removed)


def revision(before: Artifacts, after: Artifacts) -> RevisionPlan:
    """The difference of two states of a materialised structure; requirements are the same."""
    was, planned = plan(before), plan(after)
    result = before.materialization_result
    created = () if result is None else result.created_items
    of_old = _ids(
        was, {one: item.item_id for item in created for one in item.temp_ids or (item.temp_id,)}, {}
    )
    old_names = {of_old[item.key]: item for item in was.items if item.key in of_old}
    of_node = {
        temp_id: of_old[item.key]
        for item in was.items
        if item.key in of_old
        for temp_id in item.temp_ids
    }
    ids = _ids(planned, of_node, {one: item.name for one, item in old_names.items()})
    edited = tuple(
        RevisedPart(item, item.draft, old.draft)
        for item in planned.items
        if item.key in ids
        and item.is_new
        and (old := old_names.get(ids[item.key])) is not None
        and isinstance(item.draft, BomNodeDraft)
        and isinstance(old.draft, BomNodeDraft)
        and _fields(item.draft) != _fields(old.draft)
    )
    lines, old_lines = dict(_lines(planned, ids)), dict(_lines(was, of_old))
    return RevisionPlan(
        planned=planned,
        ids=ids,
        edited=edited,
        added={line: number for line, number in lines.items() if line not in old_lines},
        changed={
            line: number for line, number in lines.items() if old_lines.get(line, number) != number
        },
        removed=tuple(line for line in old_lines if line not in lines),
    )


def _ids(
    planned: MaterializationPlan, of_node: Mapping[str, str], names: Mapping[str, str]
) -> dict[int, str]:
    """By place the items that drafts became; of several that were one the one of its name is it."""
    found = {item.key: item.existing_item_id for item in planned.items if item.existing_item_id}
    taken: set[str] = set()
    for is_named in (True, False):
        for item in planned.items:
            own = [of_node[one] for one in item.temp_ids if one in of_node]
            free = [one for one in own if one not in taken]
            if item.key in found or not free:
                continue
            if not is_named or names.get(free[0], item.name) == item.name:
                found[item.key] = free[0]
                taken.add(free[0])
    return found


def _fields(draft: BomNodeDraft) -> tuple[object, ...]:
    """The fields that an item has of its draft."""
    price = (draft.cost, draft.cost_currency, draft.lead_time_days)
    return (draft.name, draft.description, draft.part_type, draft.material, *price)


def _lines(
    planned: MaterializationPlan, ids: Mapping[int, str]
) -> Iterator[tuple[RevisedLine, Decimal]]:
    for line in planned.lines:
        parent, child = ids.get(line.parent, line.parent), ids.get(line.child, line.child)
        yield RevisedLine(parent, child), line.quantity


def with_stale_assemblies(before: Artifacts, after: Artifacts) -> Artifacts:
    """The artifacts in which assemblies that hold other parts than before wait to be composed."""
    if before.bom is None or after.bom is None:
        return after
    was = {node.temp_id: _children(node) for node in before.bom.root_assembly.walk()}

    def renewed(node: BomNodeDraft) -> tuple[BomNodeDraft, bool]:
        below = [renewed(child) for child in node.children]
        is_stale = was.get(node.temp_id) != _children(node) or any(stale for _, stale in below)
        composed = node.assembly_composition
        if is_stale and composed is not None and composed.status == "complete":
            composed = msgspec.structs.replace(composed, status="pending")
        children = tuple(child for child, _ in below)
        fresh = msgspec.structs.replace(node, children=children, assembly_composition=composed)
        return fresh, is_stale

    root, _ = renewed(after.bom.root_assembly)
    bom = msgspec.structs.replace(after.bom, root_assembly=root)
    return msgspec.structs.replace(after, bom=bom)


def _children(node: BomNodeDraft) -> list[tuple[str, Decimal]]:
    return [(child.temp_id, child.quantity) for child in node.children]
