"""Variants added to a family: parts made from its fields, and parts that become variants."""

from collections.abc import Mapping, Sequence

import msgspec

from partwright.classification.service import read_rules
from partwright.identity.model import Actor
from partwright.identity.permissions import may
from partwright.items import access as item_access
from partwright.items.access import (
    SharedCommits,
    branch_to_write,
    ensure_on_branch,
    lifecycles_for,
    open_for_edit,
)
from partwright.items.creation_service import NewItem, create_items
from partwright.items.families import (
    attributes_of_family,
    count_variants,
    family_stands,
    read_variants,
)
from partwright.items.item_input import ItemInput
from partwright.items.number_service import taken_numbers
from partwright.items.wire import FieldChange, encode_changes, field_changes
from partwright.kit.db import Transaction
from partwright.kit.errors import DuplicateItemNumber, InvalidInput
from partwright.kit.ids import BranchId, ItemId, RelationshipId, new_id
from partwright.programs.access import check_program_writable
from partwright.variants.model import (
    AddedVariants,
    CannotBecomeVariant,
    NotAFamily,
    VariantInput,
    VariantsInput,
)
from partwright.variants.rules import (
    PART,
    attributes_of,
    check_bounds,
    check_values,
    encode_attributes,
    new_columns,
    suffixed_numbers,
)
from partwright.variants.service import variant_row
from partwright.versioning import access as branch_access
from partwright.versioning import queries as version_queries
from partwright.versioning.commits import BOM_LINE, OpenCommit, hold_commit_order
from partwright.versioning.model import Branch, RelationshipRow, ShownVersion, number_key

LONGEST_NUMBER = 100


class _Family(msgspec.Struct, frozen=True):
    """A family to which variants are added, on a branch."""

    version: ShownVersion
    differing: list[str]
    branch: Branch
    present: list[ShownVersion]


async def add_variants(
    tx: Transaction,
    actor: Actor,
    item_id: ItemId,
    body: VariantsInput,
    *,
    branch_id: BranchId | None,
) -> AddedVariants:
    """Make variants of a family, and let parts become some, all or none."""
    await hold_commit_order(tx)
    family = await _opened(tx, actor, item_id, branch_id)
    count = await count_variants(tx, family.version, family.branch.view)
    check_bounds(variants=count + len(body.variants))
    places = dict(enumerate(body.variants))
    new = {place: sent for place, sent in places.items() if sent.id is None}
    adopted = {place: sent for place, sent in places.items() if sent.id is not None}
    async with SharedCommits(tx, actor, body.commit_message) as commits:
        commit = await commits.on(family.branch)
        rows = await _adopt(tx, actor, family, adopted, commits)
        own = attributes_of(family.version)
        held = [
            attributes_of(rows[place]) if place in rows else own | sent.attributes
            for place, sent in places.items()
        ]
        check_values([attributes_of(one) for one in family.present], held, family.differing)
        rows |= await _make(tx, actor, family, new, commit)
    return AddedVariants([variant_row(rows[place], family.differing) for place in places])


async def _opened(
    tx: Transaction, actor: Actor, item_id: ItemId, branch_id: BranchId | None
) -> _Family:
    view = None
    if branch_id is not None:
        view = (await branch_access.access_branch(tx, actor, branch_id)).view
    version = await item_access.access_item(tx, actor, item_id, view=view)
    item_access.check_item_type(version, PART)
    differing = attributes_of_family(version)
    if differing is None:
        raise NotAFamily(version.item_number)
    await check_program_writable(tx, actor, version.program_id)
    branch = await branch_to_write(
        tx,
        actor,
        item_type=PART.name,
        design_id=version.design_id,
        branch_id=branch_id or version.branch_id,
    )
    present = await read_variants(tx, actor, version, branch.view)
    return _Family(version, differing, branch, present)


async def _adopt(
    tx: Transaction,
    actor: Actor,
    family: _Family,
    sent: Mapping[int, VariantInput],
    commits: SharedCommits,
) -> dict[int, ShownVersion]:
    """Parts that become variants, with the values that are sent."""
    found: dict[int, ShownVersion] = {}
    branch_id = None if family.branch.is_main else family.branch.id
    for place, one in sent.items():
        if one.item_number is not None or one.name is not None:
            raise InvalidInput.field("variants", "a part keeps its number and its name")
        async with open_for_edit(
            tx,
            actor,
            ItemId(one.id or ""),
            branch_id=branch_id,
            item_type=PART,
            commits=commits,
        ) as work:
            before = work.version
            await _check_adoptable(tx, before, family)
            attributes = encode_attributes(attributes_of(before) | one.attributes)
            rules = await read_rules(tx, [before.program_id])
            rules.check({"attributes": attributes}, before)
            row = await ensure_on_branch(tx, work)
            family_id = family.version.master_id
            row = msgspec.structs.replace(row, attributes=attributes, family_id=family_id)
            (row,) = await work.commit.replace_items([row])
            told = {"family": FieldChange(None, family.version.item_number)}
            changes = encode_changes(told | field_changes(before, row))
            work.commit.note(row, "Updated", changes=changes)
        found[place] = row
    return found


async def _check_adoptable(tx: Transaction, version: ShownVersion, family: _Family) -> None:
    """Refuse families, variants whose family stands, and parts seen by who may not see it."""
    number = version.item_number
    if version.variant_attributes is not None:
        raise CannotBecomeVariant(f"{number} is a family, and cannot become a variant")
    if version.family_id is not None and await family_stands(
        tx, version.family_id, family.branch.view
    ):
        raise CannotBecomeVariant(f"{number} is a variant already, and cannot become a variant")
    if family.version.program_id not in (None, version.program_id):
        raise CannotBecomeVariant(
            f"{number} is outside of the family's program, and cannot become a variant"
        )


async def _make(
    tx: Transaction,
    actor: Actor,
    family: _Family,
    sent: Mapping[int, VariantInput],
    commit: OpenCommit,
) -> dict[int, ShownVersion]:
    """New variants: numbered after the family, with its fields and its BOM lines."""
    if not sent:
        return {}
    actor.require(PART.may("create"))
    version = family.version
    lines = await _lines(tx, actor, family)
    check_bounds(lines=len(lines) * len(sent))
    numbers = await _numbers(tx, family, [one.item_number for one in sent.values()])
    new = [
        NewItem(
            item_type=PART,
            draft=ItemInput(columns=new_columns(version, one, family.differing, number)),
            design_id=version.design_id,
            program_id=version.program_id,
        )
        for one, number in zip(sent.values(), numbers, strict=True)
    ]
    made = await create_items(tx, commit, new, await lifecycles_for(tx, []))
    made.check_attributes()
    for duplicate in made.duplicates.values():
        raise DuplicateItemNumber.of(duplicate.number)
    rows = [made.created[place] for place in range(len(sent))]
    await _copy_lines(commit, rows, lines)
    return dict(zip(sent, rows, strict=True))


async def _numbers(tx: Transaction, family: _Family, wanted: Sequence[str | None]) -> list[str]:
    """The numbers of new variants: those that are wanted, else the next of the family's."""
    own = {number_key(number) for number in wanted if number}
    open_places = sum(not number for number in wanted)
    found: list[str] = []
    count, step = 0, len(family.present) + open_places
    while len(found) < open_places:
        block = suffixed_numbers(family.version.item_number, count, many=step)
        if len(block[-1]) > LONGEST_NUMBER:
            problem = f"is required: {block[-1]} has more than {LONGEST_NUMBER} characters"
            raise InvalidInput.field("variants.itemNumber", problem)
        used = own | await taken_numbers(tx, block)
        found += [number for number in block if number_key(number) not in used]
        count, step = count + step, step * 2
    return [number or found.pop(0) for number in wanted]


async def _lines(tx: Transaction, actor: Actor, family: _Family) -> list[RelationshipRow]:
    """The BOM lines of the family, which its new variants get as well."""
    lines = await tx.all(
        RelationshipRow,
        version_queries.RELATIONSHIPS_IN_VIEW,
        item_ids=[family.version.item_id],
        **family.branch.view.params,
    )
    lines = [line for line in lines if line.type == BOM_LINE]
    if lines:
        actor.require(may("relationships", "create"))
    return lines


async def _copy_lines(
    commit: OpenCommit, rows: Sequence[ShownVersion], lines: Sequence[RelationshipRow]
) -> None:
    """Give new variants the BOM lines of their family."""
    copies = [
        msgspec.structs.replace(
            line,
            id=RelationshipId(new_id()),
            parent_item_id=row.item_id,
            parent_master_id=row.master_id,
            branch_id=row.branch_id,
        )
        for row in rows
        for line in lines
    ]
    if copies:
        await commit.add_relationships(copies)
