"""The digest of what a change holds: what is voted on, and what alone may be released."""

import hashlib
from collections.abc import Iterable

import msgspec

from partwright.change_orders.model import AffectedItem, WorkflowInstance
from partwright.kit.db import Snapshot
from partwright.kit.ids import MasterId
from partwright.merging.item_states import ItemStates, read_item_states
from partwright.versioning.model import Branch, BranchView

_encoder = msgspec.json.Encoder(order="sorted")


async def content_digest(
    snapshot: Snapshot,
    lines: Iterable[Branch],
    entries: list[AffectedItem],
    instance: WorkflowInstance | None,
) -> str:
    """SHA-256 over the affected items with their fields, BOM lines and files, as the change has them.

    What the change's branch has no row of is released as main holds it, and so it is digested. The
    review marks and comments of the list are no content; the states and transitions that lead to
    the release are.
    """
    told: list[object] = [] if instance is None else [instance.states, instance.transitions]
    by_branch = {line.id: line.view for line in lines}
    masters: dict[BranchView, list[str]] = {}
    for entry in entries:
        view = BranchView()
        if entry.branch_id is not None and (entry.working_copy_id or entry.is_removed):
            view = by_branch.get(entry.branch_id, view)
        masters.setdefault(view, []).append(entry.master_id)
    contents = [
        (await read_item_states(snapshot, view, wanted)) for view, wanted in masters.items()
    ]
    for entry in sorted(entries, key=lambda one: one.master_id):
        held = next(
            (_held(found, entry) for found in contents if entry.master_id in found.rows), None
        )
        told.append([entry.master_id, entry.change_action, entry.force, held])
    return hashlib.sha256(_encoder.encode(told)).hexdigest()


def _held(found: ItemStates, entry: AffectedItem) -> object:
    content = found.content(MasterId(entry.master_id))
    if content is None:
        return None
    lines = sorted((*key, *values) for key, values in content.lines.items())
    return [dict(content.fields), lines, sorted(content.files.items())]
