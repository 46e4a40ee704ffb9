"""Differences of two structures, line by line down both; pure."""

from decimal import Decimal
from typing import Any

import msgspec

from partwright.items.wire import FieldChange, ItemSummary
from partwright.kit.decimals import decimal_number
from partwright.kit.memory import give_up, sort_in_pieces
from partwright.relationships.structure import ItemStructure
from partwright.relationships.structure_links import StructureLink

ROOT = ""
"""Stands for the roots, which are compared whatever items they are, unless one contains the other."""


class BomLineChange(msgspec.Struct, frozen=True, gc=False):
    """A line that came, went, or holds other values."""

    item: ItemSummary
    parent: ItemSummary
    changes: dict[str, FieldChange]


class MovedLine(msgspec.Struct, rename={"source": "from", "target": "to"}, frozen=True, gc=False):
    """A child that went from one parent to another, and what else changed of its line."""

    item: ItemSummary
    source: ItemSummary
    target: ItemSummary
    changes: dict[str, FieldChange]


class StructureComparison(msgspec.Struct, frozen=True):
    added: list[BomLineChange]
    removed: list[BomLineChange]
    changed: list[BomLineChange]
    moved: list[MovedLine]
    incomplete: bool
    """Whether something was left out that the caller may not see."""


class _ComparedLine(msgspec.Struct, frozen=True, gc=False):
    link: StructureLink
    parent: ItemSummary


_Lines = dict[tuple[str, str], _ComparedLine]


def compare_structures(before: ItemStructure, after: ItemStructure) -> StructureComparison:
    """The lines of two structures matched by parent and child, whatever their revisions."""
    nested = _contains(before, after) or _contains(after, before)
    old, new = _lines(before, nested=nested), _lines(after, nested=nested)
    gone = {key: line for key, line in old.items() if key not in new}
    come = {key: line for key, line in new.items() if key not in old}
    moved = _moved(gone, come)
    changed = [
        BomLineChange(new[key].link.summary(), new[key].parent, changes)
        for key, line in old.items()
        if key in new and (changes := _changes(line.link, new[key].link))
    ]
    compared = StructureComparison(
        added=_sorted([_change(line, come=True) for line in come.values()]),
        removed=_sorted([_change(line, come=False) for line in gone.values()]),
        changed=_sorted(changed),
        moved=moved,
        incomplete=any(s.incomplete or s.truncated for s in (before, after)),
    )
    give_up(gone, come, old, new)
    return compared


def _contains(whole: ItemStructure, part: ItemStructure) -> bool:
    """Whether the part's root stands somewhere below the whole's."""
    master_id = part.root.master_id
    return any(link.item.master_id == master_id for links in whole.links.values() for link in links)


def _lines(found: ItemStructure, *, nested: bool) -> _Lines:
    masters = {found.root.item_id: (found.root.master_id if nested else ROOT, found.top)}
    for links in found.links.values():
        assemblies = [link for link in links if link.item_id in found.links]
        masters.update({link.item_id: (link.master_id, link.summary()) for link in assemblies})
    return {
        (masters[near][0], link.item.master_id): _ComparedLine(link, masters[near][1])
        for near, links in found.links.items()
        for link in links
    }


def _moved(gone: _Lines, come: _Lines) -> list[MovedLine]:
    """Take out of both the lines whose child went from one parent to another."""
    moved: list[MovedLine] = []
    arrivals: dict[str, list[tuple[str, str]]] = {}
    arrived_at, left_from = list(come), list(gone)
    sort_in_pieces(arrived_at, key=lambda k: come[k].parent.item_number)
    sort_in_pieces(
        left_from, key=lambda k: (gone[k].link.item.item_number, gone[k].parent.item_number)
    )
    for key in arrived_at:
        arrivals.setdefault(key[1], []).append(key)
    for key in left_from:
        if arrivals.get(key[1]):
            left, arrived = gone.pop(key), come.pop(arrivals[key[1]].pop(0))
            changes = _changes(left.link, arrived.link)
            moved.append(MovedLine(arrived.link.summary(), left.parent, arrived.parent, changes))
    give_up(arrivals)
    return moved


_COMPARED = ("quantity", "findNumber", "referenceDesignator", "revision")


def _values(link: StructureLink) -> dict[str, Any]:
    values: tuple[Decimal, Any, Any, Any]
    values = (
        decimal_number(link.quantity),
        link.find_number,
        link.reference_designator,
        link.item.revision,
    )
    return dict(zip(_COMPARED, values, strict=True))


def _changes(before: StructureLink, after: StructureLink) -> dict[str, FieldChange]:
    old, new = _values(before), _values(after)
    return {key: FieldChange(old[key], new[key]) for key in _COMPARED if old[key] != new[key]}


def _change(line: _ComparedLine, *, come: bool) -> BomLineChange:
    values = _values(line.link)
    changes = {
        key: FieldChange(None, value) if come else FieldChange(value, None)
        for key, value in values.items()
        if value is not None
    }
    return BomLineChange(line.link.summary(), line.parent, changes)


def _sorted(lines: list[BomLineChange]) -> list[BomLineChange]:
    sort_in_pieces(lines, key=lambda line: (line.parent.item_number, line.item.item_number))
    return lines
