"""Searches by POST (RFC 7644, section 3.4.3): for users, for groups, or for both at once."""

from typing import Annotated

import msgspec
from msgspec import Meta

from partwright.directory import group_service, user_service
from partwright.directory.errors import invalid_value
from partwright.directory.patches import Resource
from partwright.directory.schemas import LARGEST_PAGE
from partwright.directory.user_service import FoundResources
from partwright.kit.db import Snapshot

Names = Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=100)]


class WantedResources(msgspec.Struct, rename="camel", kw_only=True):
    """Resources that are searched, and their attributes that are returned."""

    filter: Annotated[str, Meta(max_length=2000)] | None = None
    start_index: int = 1
    count: int = LARGEST_PAGE
    attributes: Names = msgspec.field(default_factory=list[str])
    excluded_attributes: Names = msgspec.field(default_factory=list[str])


def read_wanted(body: Resource) -> WantedResources:
    """The search of a body; keys of null are left out, others are passed over."""
    given = {key: value for key, value in body.items() if value is not None}
    try:
        return msgspec.convert(given, WantedResources)
    except msgspec.ValidationError as error:
        raise invalid_value(str(error)) from error


async def search_both(
    snapshot: Snapshot,
    wanted: str | None,
    *,
    start: int,
    count: int,
    base: str,
    with_members: bool,
) -> FoundResources:
    """Users, and behind the last of them groups; each lacks what only the others have."""
    users = await user_service.find_users(
        snapshot, wanted, start=start, count=count, base=base, asks_for_all=True
    )
    groups = await group_service.find_groups(
        snapshot,
        wanted,
        start=max(start - users.total, 1),
        count=count - len(users.resources),
        base=base,
        with_members=with_members,
        asks_for_all=True,
    )
    return FoundResources(users.resources + groups.resources, users.total + groups.total)
