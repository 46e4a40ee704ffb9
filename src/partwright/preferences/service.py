"""Saved views and preferences read and changed."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Raw

from partwright.identity.model import Actor
from partwright.kit import clock
from partwright.kit.db import ConstraintViolated, Snapshot, Transaction
from partwright.kit.db.base import Value
from partwright.kit.db.violations import refusal_for_violation
from partwright.kit.errors import InvalidInput, NotFound, PermissionDenied
from partwright.kit.etag import IfMatch, etag
from partwright.kit.fields import PartialUpdate
from partwright.kit.ids import new_id
from partwright.kit.lists import page_of_rows
from partwright.kit.pages import Page
from partwright.preferences import queries
from partwright.preferences.model import (
    MOST_VIEWS,
    Language,
    PreferencesInput,
    SavedView,
    SavedViewEdit,
    SavedViewInput,
    TooManyViews,
    UserPreferences,
    ViewId,
    ViewNameTaken,
    check_mail,
    language_of,
    user_ref,
)
from partwright.web.parameters import OptionalPageQuery


class ViewsQuery(OptionalPageQuery, rename="camel", kw_only=True):
    """The views of one page of the web application, or of all."""

    of_page: str | None = msgspec.field(default=None, name="of")


def _view(*columns: Any) -> SavedView:
    (view_id, name, page, query, shown, is_shared, owner, owner_name, made, changed) = columns
    return SavedView(
        view_id,
        name,
        page,
        query,
        msgspec.json.decode(shown, type=list[str]),
        bool(is_shared),
        user_ref(owner, owner_name),
        made,
        changed,
    )


def _seer(actor: Actor) -> dict[str, Value]:
    """The people whose views are shown; an account without any right is a guest's, who sees nobody's."""
    return {"seer": actor.id, "sees_shared": bool(actor.permissions)}


async def list_saved_views(snapshot: Snapshot, actor: Actor, wanted: ViewsQuery) -> Page[SavedView]:
    """The actor's own views and the shared ones, by name."""
    params = {**_seer(actor), "page": wanted.of_page or ""}
    return await page_of_rows(
        snapshot,
        _view,
        queries.VIEWS,
        queries.COUNT_VIEWS,
        params=params,
        paging=wanted.paging(),
    )


async def access_saved_view(snapshot: Snapshot, actor: Actor, view_id: ViewId) -> SavedView:
    """A view that the actor sees; NotFound otherwise."""
    found = await snapshot.one(_view, queries.VIEW, id=view_id, **_seer(actor))
    if found is None:
        raise NotFound.of("View", view_id)
    return found


async def create_saved_view(tx: Transaction, actor: Actor, new: SavedViewInput) -> SavedView:
    """Save a view; ViewNameTaken, or TooManyViews at the limit."""
    _check_sharing(actor, new)
    view_id = ViewId(new_id())
    row = _row(new)
    try:
        made = await tx.run(
            queries.INSERT_VIEW,
            id=view_id,
            owner_id=actor.id,
            now=clock.now(),
            most=MOST_VIEWS,
            **row,
        )
    except ConstraintViolated as violation:
        raise _taken(violation, new.name, new.page) from violation
    if not made:
        raise TooManyViews
    return await access_saved_view(tx, actor, view_id)


async def update_saved_view(
    tx: Transaction,
    actor: Actor,
    view_id: ViewId,
    body: PartialUpdate[SavedViewEdit],
    *,
    match: IfMatch,
) -> SavedView:
    """Change a view of the actor's own; administrators change shared ones, too."""
    present = await _view_to_change(tx, actor, view_id, match)
    after = body.applied_to(present)
    if after is present:
        return present
    _check_sharing(actor, after)
    try:
        await tx.run(queries.UPDATE_VIEW, id=view_id, now=clock.now(), **_row(after))
    except ConstraintViolated as violation:
        raise _taken(violation, after.name, after.page) from violation
    if after.owner.id != actor.id and not after.is_shared:
        return after
    return await access_saved_view(tx, actor, view_id)


async def delete_saved_view(
    tx: Transaction, actor: Actor, view_id: ViewId, *, match: IfMatch
) -> None:
    """Delete a view of the actor's own; administrators delete shared ones, too."""
    await _view_to_change(tx, actor, view_id, match)
    await tx.run(queries.DELETE_VIEW, id=view_id)


async def _view_to_change(
    tx: Transaction, actor: Actor, view_id: ViewId, match: IfMatch
) -> SavedView:
    await tx.run(queries.TAKE_VIEW, id=view_id)
    view = await access_saved_view(tx, actor, view_id)
    if view.owner.id != actor.id and not actor.is_administrator:
        raise PermissionDenied(f"This view belongs to {view.owner.name}")
    match.check(etag(view))
    return view


def _check_sharing(actor: Actor, view: SavedViewInput | SavedView) -> None:
    """PermissionDenied where a guest, whose account has no right, would show a view to everybody."""
    if view.is_shared and not actor.permissions:
        raise PermissionDenied("An account without roles cannot share a view")


def _row(view: SavedViewInput | SavedView) -> Mapping[str, str | bool]:
    return {
        "name": view.name,
        "page": view.page,
        "query": view.query,
        "columns": msgspec.json.encode(view.columns).decode(),
        "is_shared": view.is_shared,
    }


def _taken(violation: ConstraintViolated, name: str, page: str) -> Exception:
    return refusal_for_violation(violation, {"saved_views_name": lambda: ViewNameTaken(name, page)})


async def read_preferences(snapshot: Snapshot, actor: Actor) -> UserPreferences:
    content = await snapshot.one(str, queries.PREFERENCES, user_id=actor.id)
    return UserPreferences(Raw((content or "{}").encode()))


async def read_language(snapshot: Snapshot, actor: Actor) -> Language:
    """The language that the actor reads."""
    kept = await snapshot.one(str, queries.PREFERENCES, user_id=actor.id)
    return language_of(kept or "{}")


async def replace_preferences(
    tx: Transaction, actor: Actor, new: PreferencesInput, *, match: IfMatch
) -> UserPreferences:
    """Keep other preferences from now on; PreconditionFailed when they are not the ones meant."""
    content = await tx.one(str, queries.TAKE_PREFERENCES, user_id=actor.id, now=clock.now())
    match.check(etag(UserPreferences(Raw((content or "{}").encode()))))
    try:
        text = bytes(new.preferences).decode()
    except UnicodeDecodeError:
        raise InvalidInput.field("preferences", "is not text in UTF-8") from None
    check_mail(content or "{}", text)
    await tx.run(queries.UPDATE_PREFERENCES, user_id=actor.id, content=text)
    return UserPreferences(Raw(text.encode()))
