"""Families of parts and their variants, as a view shows them."""

import msgspec

from partwright.identity.model import Actor
from partwright.items import family_queries
from partwright.kit.db import Snapshot
from partwright.kit.errors import ErrorDetail, StateConflict
from partwright.kit.ids import MasterId
from partwright.programs.access import visibility_params
from partwright.versioning.model import BranchView, ItemVersion, ShownVersion

_names = msgspec.json.Decoder(list[str])


class FamilyInUse(StateConflict):
    """A family with variants stays what it is."""

    def __init__(self, number: str, variants: list[str], *, hidden: int) -> None:
        named = ", ".join(variants)
        if hidden:
            named += " and " * bool(variants) + f"{hidden} that you cannot see"
        super().__init__(
            f"{number} still has the variants {named}",
            details=[ErrorDetail("variants", variant) for variant in variants],
        )


def attributes_of_family(version: ItemVersion) -> list[str] | None:
    """The attributes by which the variants differ; None for a part that is not a family."""
    text = version.variant_attributes
    return None if text is None else _names.decode(text)


async def read_variants(
    snapshot: Snapshot, actor: Actor, family: ItemVersion, view: BranchView
) -> list[ShownVersion]:
    """The variants that the actor sees, by number."""
    sql, params = family_queries.VARIANTS, visibility_params(actor)
    if not view.is_main_now:
        sql = family_queries.VARIANTS_IN_VIEW
        params = {**params, **view.params}
    return await snapshot.all(ShownVersion, sql, family_id=family.master_id, **params)


async def count_variants(snapshot: Snapshot, family: ItemVersion, view: BranchView) -> int:
    """The number of variants, seen or not."""
    sql, params = family_queries.COUNT_VARIANTS, {"family_id": family.master_id}
    if not view.is_main_now:
        sql = family_queries.COUNT_VARIANTS_IN_VIEW
        params = {**params, **view.params}
    return await snapshot.one(int, sql, **params) or 0


async def find_family(
    snapshot: Snapshot, actor: Actor, family_id: MasterId, view: BranchView
) -> ShownVersion | None:
    """The family of a variant, where the actor sees it."""
    sql, params = family_queries.FAMILY, visibility_params(actor)
    if not view.is_main_now:
        sql = family_queries.FAMILY_IN_VIEW
        params = {**params, **view.params}
    return await snapshot.one(ShownVersion, sql, family_id=family_id, **params)


async def family_stands(snapshot: Snapshot, family_id: MasterId, view: BranchView) -> bool:
    """Whether it is there and still a family, also where nobody may tell the actor of it."""
    sql, params = family_queries.STANDS_AS_FAMILY, view.params
    return await snapshot.one(str, sql, family_id=family_id, **params) is not None


async def check_without_variants(
    snapshot: Snapshot, actor: Actor, version: ItemVersion, view: BranchView
) -> None:
    """FamilyInUse while there are variants, whether or not the actor sees them."""
    if version.variant_attributes is None:
        return
    sql, params = family_queries.JUDGED_VARIANTS, visibility_params(actor)
    if not view.is_main_now:
        sql = family_queries.JUDGED_VARIANTS_IN_VIEW
        params = {**params, **view.params}
    found = await snapshot.all(
        family_queries.JudgedVariant, sql, family_id=version.master_id, **params
    )
    if found:
        seen = [variant.number for variant in found if variant.is_visible]
        raise FamilyInUse(version.item_number, seen, hidden=len(found) - len(seen))
