"""Plan of a materialisation: items, BOM lines and traces; pure."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

import msgspec

from partwright.design_engine.artifacts import Artifacts
from partwright.design_engine.issues import leaf_key
from partwright.drafter.drafts import BomNodeDraft, RequirementDraft

STEP = 10
"""Between find numbers."""


class PlannedItem(msgspec.Struct, frozen=True, kw_only=True):
    """An item that is made, or an existing one that is reused; `key` is its place in the plan."""

    key: int
    type: str
    name: str
    temp_ids: tuple[str, ...]
    """All drafts that it stands for, the first one first."""
    existing_item_id: str | None
    draft: RequirementDraft | BomNodeDraft

    @property
    def is_new(self) -> bool:
        return self.existing_item_id is None


class PlannedBomLine(msgspec.Struct, frozen=True):
    """A BOM line between two items of the plan."""

    parent: int
    child: int
    quantity: Decimal
    find_number: int


class PlannedTrace(msgspec.Struct, frozen=True):
    """A requirement and a part that meets it."""

    requirement: int
    part: int


class MaterializationPlan(msgspec.Struct, frozen=True):
    """Everything, requirements first and then parts, children before their parents."""

    items: tuple[PlannedItem, ...]
    lines: tuple[PlannedBomLine, ...]
    traces: tuple[PlannedTrace, ...]


def plan(artifacts: Artifacts) -> MaterializationPlan:
    """The plan of drafts that have a structure."""
    assert artifacts.bom is not None
    return _Planning(artifacts).plan(artifacts.bom.root_assembly)


class _Planning:
    def __init__(self, artifacts: Artifacts) -> None:
        self._requirements = artifacts.requirements
        self._items: list[PlannedItem] = []
        self._keys: dict[Any, int] = {}
        """Of what is one item however often it is drafted."""
        self._of_node: dict[str, int] = {}

    def plan(self, root: BomNodeDraft) -> MaterializationPlan:
        of_requirement = {
            draft.temp_id: self._add("Requirement", draft, None) for draft in self._requirements
        }
        for node in _children_first(root):
            self._of_node[node.temp_id] = self._part(node)
        traces = [
            PlannedTrace(of_requirement[temp_id], self._of_node[node.temp_id])
            for node in root.walk()
            for temp_id in node.requirement_temp_ids
            if temp_id in of_requirement
        ]
        lines = tuple(self._lines(root))
        return MaterializationPlan(tuple(self._items), lines, tuple(dict.fromkeys(traces)))

    def _part(self, node: BomNodeDraft) -> int:
        """The place of the node's item; existing parts and equal leaves are one item each."""
        existing = None if node.is_new else (node.existing_item_id or "").lower()
        identity: Any = node.temp_id
        if existing is not None:
            identity = ("existing", existing)
        elif not node.children:
            identity = ("leaf", *leaf_key(node))
        key = self._keys.get(identity)
        if key is None:
            key = self._keys[identity] = self._add("Part", node, existing)
        else:
            item = self._items[key]
            temp_ids = (*item.temp_ids, node.temp_id)
            self._items[key] = msgspec.structs.replace(item, temp_ids=temp_ids)
        return key

    def _add(self, type: str, draft: RequirementDraft | BomNodeDraft, existing: str | None) -> int:
        key = len(self._items)
        self._items.append(
            PlannedItem(
                key=key,
                type=type,
                name=draft.name,
                temp_ids=(draft.temp_id,),
                existing_item_id=existing,
                draft=draft,
            )
        )
        return key

    def _lines(self, root: BomNodeDraft) -> Iterator[PlannedBomLine]:
        """One line for each child of an item; of an item drafted twice the first one counts."""
        done: set[int] = set()
        for node in root.walk():
            parent = self._of_node[node.temp_id]
            if not node.children or parent in done:
                continue
            done.add(parent)
            quantities: dict[int, Decimal] = {}
            for child in node.children:
                key = self._of_node[child.temp_id]
                quantities[key] = quantities.get(key, Decimal(0)) + child.quantity
            for place, (child_key, quantity) in enumerate(quantities.items(), start=1):
                yield PlannedBomLine(parent, child_key, quantity, place * STEP)


def _children_first(root: BomNodeDraft) -> Sequence[BomNodeDraft]:
    found: list[BomNodeDraft] = []
    pending = [root]
    while pending:
        node = pending.pop()
        found.append(node)
        pending.extend(node.children)
    return found[::-1]
