"""Items for an actor, or a refusal."""

from collections.abc import Sequence

from partwright.identity.model import Actor
from partwright.identity.permissions import Action
from partwright.item_types import TYPES, ItemType
from partwright.items import queries as item_queries
from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value, row_maker
from partwright.kit.errors import ItemLocked, ItemNotFound, NotFound, PermissionDenied
from partwright.kit.ids import ItemId
from partwright.programs.visibility import visibility_params
from partwright.versioning import queries as version_queries
from partwright.versioning.model import BranchView, ItemVersion, ShownVersion


async def access_item(
    snapshot: Snapshot,
    actor: Actor,
    item_id: ItemId,
    *,
    view: BranchView | None = None,
    action: Action = "read",
) -> ShownVersion:
    """The item as the view shows it, or on its own line where no view is named.

    ItemNotFound when unknown, deleted there or invisible; PermissionDenied without the permission
    `<type>.<action>`.
    """
    params: dict[str, Value] = {}
    if view is None:
        sql = version_queries.ITEM
    else:
        sql = version_queries.ITEM_IN_VIEW
        params = dict(view.params)
    found = await snapshot.one(
        ShownVersion, sql, item_id=item_id, **params, **visibility_params(actor)
    )
    if found is None and view is None:
        sql = item_queries.RELEASED_AS
        found = await snapshot.one(ShownVersion, sql, item_id=item_id, **visibility_params(actor))
    if found is None:
        raise ItemNotFound.by_id(item_id)
    actor.require(TYPES[found.type].may("read"))
    if action != "read":
        actor.require(TYPES[found.type].may(action))
    return found


async def access_items(
    snapshot: Snapshot, actor: Actor, item_ids: Sequence[str], view: BranchView | None
) -> dict[str, ShownVersion]:
    """Items by any of their ids, as the view shows them or each on its own line.

    What is not seen is left out; whether the actor may read the types is for the caller to say.
    """
    params: dict[str, Value] = {}
    sql = item_queries.ITEMS if view is None else item_queries.ITEMS_ON_MAIN
    if view is not None and not view.is_main_now:
        sql = item_queries.ITEMS_IN_VIEW
        params |= view.params
    ids = list(dict.fromkeys(item_ids))
    return dict(await snapshot.all(_named, sql, item_ids=ids, **params, **visibility_params(actor)))


_to_version = row_maker(ShownVersion)


def _named(sent: str, *columns: object) -> tuple[str, ShownVersion]:
    return sent, _to_version(columns)


def check_unlocked(actor: Actor, version: ShownVersion) -> None:
    """ItemLocked when somebody else holds the item's lock."""
    if version.locked_by is not None and version.locked_by != actor.id:
        raise ItemLocked.by(
            version.locked_by_name or "", holder=version.locked_by, since=version.locked_at or ""
        )


async def name_of_user(snapshot: Snapshot, user_id: str) -> str:
    """What the user is called; NotFound when they do not exist."""
    name = await snapshot.one(str, item_queries.USER_NAME, user_id=user_id)
    if name is None:
        raise NotFound.of("User", user_id)
    return name


def readable_types(actor: Actor) -> list[str] | None:
    """The item types whose permission the actor holds; None for all of them."""
    readable = [name for name, type in TYPES.items() if actor.may(type.may("read"))]
    return None if len(readable) == len(TYPES) else readable


def check_permission(actor: Actor, item_type: str, actions: tuple[Action, ...]) -> None:
    """PermissionDenied unless one of the actions is permitted on the type."""
    permissions = [TYPES[item_type].may(action) for action in actions]
    if not any(actor.may(permission) for permission in permissions):
        raise PermissionDenied(f"This requires the permission {' or '.join(permissions)}")


def check_item_type(version: ItemVersion, item_type: ItemType | None) -> None:
    """ItemNotFound when the path is of another type, as `/api/parts/<a document>` is."""
    if item_type is not None and version.type != item_type.name:
        raise ItemNotFound.by_id(version.item_id)
