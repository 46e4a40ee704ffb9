"""Families and their variants: read in any view, begun and ended as one commit."""

from collections.abc import Sequence

import msgspec

from partwright.identity.model import Actor
from partwright.items import access as item_access
from partwright.items.access import ensure_on_branch, open_for_edit
from partwright.items.families import (
    attributes_of_family,
    check_without_variants,
    find_family,
    read_variants,
)
from partwright.items.wire import FieldChange, encode_changes
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.etag import IfMatch, etag
from partwright.kit.ids import BranchId, ItemId
from partwright.relationships.single_service import item_summary, structure_view
from partwright.variants.model import (
    CannotBecomeFamily,
    FamilyInput,
    NotAVariant,
    VariantRow,
    VariantTable,
)
from partwright.variants.rules import PART, attributes_of
from partwright.versioning.model import BranchView, ItemVersion, ShownVersion


async def read_variant_table(
    snapshot: Snapshot, actor: Actor, item_id: ItemId, *, view: BranchView | None
) -> VariantTable:
    """The family that the part is or has, with its variants, in the view."""
    version = await item_access.access_item(snapshot, actor, item_id, view=view)
    item_access.check_item_type(version, PART)
    seen = await structure_view(snapshot, actor, version, view)
    return await variant_table(snapshot, actor, version, seen)


async def variant_table(
    snapshot: Snapshot, actor: Actor, version: ShownVersion, view: BranchView
) -> VariantTable:
    family: ShownVersion | None = version
    if version.family_id is not None:
        family = await find_family(snapshot, actor, version.family_id, view)
    differing = attributes_of_family(family) if family is not None else None
    if family is None or differing is None:
        return VariantTable(None, [], [])
    variants = await read_variants(snapshot, actor, family, view)
    rows = [variant_row(variant, differing) for variant in variants]
    return VariantTable(item_summary(family), differing, rows)


def variant_row(variant: ItemVersion, differing: Sequence[str]) -> VariantRow:
    """A variant with its values of the attributes by which the family's variants differ."""
    attributes = attributes_of(variant)
    return VariantRow(
        variant.item_id,
        variant.item_number,
        variant.name,
        variant.revision,
        variant.state,
        {name: attributes.get(name) for name in differing},
    )


async def replace_family(
    tx: Transaction,
    actor: Actor,
    item_id: ItemId,
    body: FamilyInput,
    *,
    branch_id: BranchId | None,
    match: IfMatch,
) -> VariantTable:
    """Say by which attributes a part's variants differ; what does not change makes no commit."""
    async with open_for_edit(
        tx, actor, item_id, branch_id=branch_id, message=body.commit_message, item_type=PART
    ) as work:
        present, view = work.version, work.branch.view
        match.check(etag(await variant_table(tx, actor, present, view)))
        before, after = attributes_of_family(present), body.attributes
        if present.family_id is not None and after is not None:
            raise CannotBecomeFamily(present.item_number)
        if after is None:
            await check_without_variants(tx, actor, present, view)
        if after != before:
            row = await ensure_on_branch(tx, work)
            text = None if after is None else msgspec.json.encode(after).decode()
            row = msgspec.structs.replace(row, variant_attributes=text)
            await work.commit.replace_items([row])
            told = {"variantAttributes": FieldChange(before, after)}
            work.commit.note(row, "Updated", changes=encode_changes(told))
            present = row
        return await variant_table(tx, actor, present, view)


async def leave_family(
    tx: Transaction,
    actor: Actor,
    item_id: ItemId,
    *,
    branch_id: BranchId | None,
    match: IfMatch,
    message: str | None,
) -> VariantTable:
    """Let a variant be a part like others; its attributes stay."""
    async with open_for_edit(
        tx, actor, item_id, branch_id=branch_id, message=message, item_type=PART
    ) as work:
        present, view = work.version, work.branch.view
        match.check(etag(await variant_table(tx, actor, present, view)))
        if present.family_id is None:
            raise NotAVariant(present.item_number)
        family = await find_family(tx, actor, present.family_id, view)
        row = await ensure_on_branch(tx, work)
        row = msgspec.structs.replace(row, family_id=None)
        await work.commit.replace_items([row])
        told = {"family": FieldChange(family and family.item_number, None)}
        work.commit.note(row, "Updated", changes=encode_changes(told))
        return await variant_table(tx, actor, row, view)
