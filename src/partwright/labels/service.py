"""Labels of items and places: what stands on each."""

from urllib.parse import quote

from partwright.identity.model import Actor
from partwright.items import access as item_access
from partwright.kit.db import Snapshot
from partwright.kit.errors import InvalidInput, NotFound
from partwright.labels.model import MOST, Label, LabelsInput
from partwright.versioning.model import BranchView, ItemVersion

_LONGEST_NAME = 90
"""Characters that fit beside the code."""


def item_label(version: ItemVersion, address: str) -> Label:
    """The label of an item; its QR code opens the item's page."""
    revision = "" if version.revision == "-" else f"Rev. {version.revision}"
    note = " · ".join(filter(None, (revision, version.state, version.location)))
    path = "changes" if version.type == "ChangeOrder" else "items"
    return Label(
        title=version.item_number,
        name=_shortened(version.name),
        note=note,
        address=f"{address}/{path}/{quote(version.item_number, safe='')}",
        code=version.item_number,
    )


def _shortened(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1].rstrip()}…"


def location_label(location: str, address: str) -> Label:
    """The label of a place of storage; its QR code opens the list of what is there."""
    return Label(
        title=location,
        name="",
        note="",
        address=f"{address}/parts?location={quote(location, safe='')}",
        code=location,
    )


async def read_labels(
    snapshot: Snapshot,
    actor: Actor,
    body: LabelsInput,
    address: str,
    *,
    view: BranchView | None = None,
) -> list[Label]:
    """The labels, items first; NotFound where the actor sees one of the items not."""
    found = await item_access.access_items(snapshot, actor, body.items, view)
    labels: list[Label] = []
    for item_id in body.items:
        if item_id not in found:
            raise NotFound.of("Item", item_id)
        item_access.check_permission(actor, found[item_id].type, ("read",))
        labels.append(item_label(found[item_id], address))
    labels += [location_label(location, address) for location in body.locations]
    if not labels:
        raise InvalidInput.field("items", "expected at least one item or location")
    if len(labels) * body.copies > MOST:
        raise InvalidInput.field("copies", f"expected at most {MOST} labels in all")
    return [label for label in labels for _ in range(body.copies)]
