"""Mappings that administrators keep: which role, and which place in a program, a group brings."""

from collections.abc import Collection, Sequence

import msgspec

from partwright.accounts import group_queries, rules
from partwright.accounts.group_queries import GivenRole, MappingRow
from partwright.identity import access as identity_access
from partwright.identity import queries as identity_queries
from partwright.identity.model import Actor, RoleRef
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import InvalidInput, NotFound, PermissionDenied, StateConflict
from partwright.kit.fields import Name, Uuid
from partwright.kit.ids import RoleId, UserId, new_id
from partwright.kit.lists import page_of_rows
from partwright.kit.pages import Page, PageRequest
from partwright.programs import access as program_access
from partwright.programs import group_memberships
from partwright.programs.group_memberships import ProgramPlace
from partwright.programs.model import Role as ProgramRole

MOST_MAPPINGS = 1_000
MOST_CLAIMED = 10_000
"""Groups of one person that a provider may name."""
LONGEST_GROUP = 500


class MappedProgram(msgspec.Struct, frozen=True):
    """A place in a program."""

    id: str
    code: str
    role: str


class GroupMapping(msgspec.Struct, frozen=True, rename="camel"):
    """Rights that a group of the directory, or of the OpenID provider, brings its members."""

    id: str
    group: str
    role: RoleRef | None
    program: MappedProgram | None
    created_at: str


class NewGroupMapping(msgspec.Struct, rename="camel"):
    """A mapping to be made: a group with a role, or with a place in a program."""

    group: Name
    role_id: Uuid | None = None
    program_id: Uuid | None = None
    program_role: ProgramRole = "viewer"


def group_key(name: str) -> str:
    """The unique form of a group's name."""
    return name.strip().casefold()


async def page_of_mappings(snapshot: Snapshot, *, paging: PageRequest) -> Page[GroupMapping]:
    """The mappings, by group."""
    found = await page_of_rows(
        snapshot,
        MappingRow,
        group_queries.MAPPINGS,
        group_queries.MAPPING_COUNT,
        params={},
        paging=paging,
    )
    return found.map(_shown)


async def create_mapping(tx: Transaction, actor: Actor, new: NewGroupMapping) -> GroupMapping:
    """Make a mapping; who is in the group gets what it brings at once."""
    _check_administers(actor)
    if (new.role_id is None) == (new.program_id is None):
        raise InvalidInput.field("roleId", "expected either roleId or programId")
    if new.role_id is not None:
        await identity_access.role(tx, RoleId(new.role_id))
    if new.program_id is not None:
        await program_access.access_program(tx, actor, new.program_id)
    await identity_access.serialize_rights_changes(tx)
    if (await tx.one(int, group_queries.MAPPING_COUNT) or 0) >= MOST_MAPPINGS:
        raise StateConflict(
            f"The limit of {MOST_MAPPINGS} group mappings is reached; delete some first"
        )
    mapping_id = new_id()
    made = await tx.run(
        group_queries.INSERT_MAPPING,
        id=mapping_id,
        group_name=new.group,
        group_key=group_key(new.group),
        role_id=new.role_id,
        program_id=new.program_id,
        program_role=new.program_role if new.program_id is not None else None,
        now=clock.now(),
        created_by=actor.id,
    )
    if not made:
        raise StateConflict(f"The group {new.group} is already mapped to this")
    await follow(tx, await _users_of(tx, new.group))
    return await _mapping(tx, mapping_id)


async def delete_mapping(tx: Transaction, actor: Actor, mapping_id: str) -> None:
    """End a mapping; what it brought is taken from who has it by this group alone."""
    _check_administers(actor)
    await identity_access.serialize_rights_changes(tx)
    present = await _mapping(tx, mapping_id)
    await tx.run(group_queries.DELETE_MAPPING, id=mapping_id)
    await follow(tx, await _users_of(tx, present.group))


async def claim_groups(tx: Transaction, user_id: UserId, groups: Collection[str]) -> None:
    """Keep which groups the provider says that a person is in, and follow them."""
    keys = sorted({group_key(group) for group in groups if len(group) <= LONGEST_GROUP})
    await tx.run(group_queries.FORGET_CLAIMS, user_id=user_id)
    await tx.run(group_queries.CLAIM_GROUPS, user_id=user_id, group_keys=keys[:MOST_CLAIMED])
    await follow(tx, [user_id])


async def follow(tx: Transaction, user_ids: Sequence[str]) -> None:
    """Give users what their groups bring, and take what groups gave and no group brings any more.

    LastAdministrator where nobody else would be one.
    """
    if not user_ids:
        return
    await identity_access.serialize_rights_changes(tx)
    ids = list(user_ids)
    missing, ended = [
        await tx.all(GivenRole, statement, user_ids=ids)
        for statement in (group_queries.MISSING_ROLES, group_queries.ENDED_ROLES)
    ]
    for statement, roles in (
        (identity_queries.GIVE_ROLE, missing),
        (group_queries.NOTE_ROLE, missing),
        (identity_queries.DROP_ROLE, ended),
        (group_queries.FORGET_ROLE, ended),
    ):
        await tx.run_many(statement, [msgspec.structs.asdict(role) for role in roles])
    await _follow_programs(tx, ids)
    if ended:
        await identity_access.check_administered(tx)


async def _follow_programs(tx: Transaction, user_ids: list[str]) -> None:
    """The same for places in programs; who is a member by another hand stays as they are."""
    missing, changed, ended = [
        await tx.all(ProgramPlace, statement, user_ids=user_ids)
        for statement in (
            group_queries.MISSING_PLACES,
            group_queries.CHANGED_PLACES,
            group_queries.ENDED_PLACES,
        )
    ]
    await group_memberships.give_places(tx, missing)
    await group_memberships.change_places(tx, changed)
    await group_memberships.take_places(tx, ended)
    for statement, places in (
        (group_queries.NOTE_PLACE, missing),
        (group_queries.FORGET_PLACE, ended),
    ):
        rows = [{"user_id": place.user_id, "program_id": place.program_id} for place in places]
        await tx.run_many(statement, rows)


async def _users_of(tx: Transaction, group: str) -> list[str]:
    return await tx.all(str, group_queries.USERS_OF_GROUP, group_key=group_key(group))


async def _mapping(snapshot: Snapshot, mapping_id: str) -> GroupMapping:
    row = await snapshot.one(MappingRow, group_queries.MAPPING, id=mapping_id)
    if row is None:
        raise NotFound.of("Group mapping", mapping_id)
    return _shown(row)


def _check_administers(actor: Actor) -> None:
    if not rules.is_full_administrator(actor):
        raise PermissionDenied("Only administrators can change group mappings")


def _shown(row: MappingRow) -> GroupMapping:
    return GroupMapping(
        id=row.id,
        group=row.group,
        role=None if row.role_id is None else RoleRef(row.role_id, str(row.role_name)),
        program=None
        if row.program_id is None
        else MappedProgram(row.program_id, str(row.program_code), str(row.program_role)),
        created_at=row.created_at,
    )
