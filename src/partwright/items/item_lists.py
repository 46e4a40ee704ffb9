"""Lists of items: filtered, searched, sorted, counted and paged in SQL."""

from typing import Annotated, Literal

from msgspec import Meta

from partwright.identity.model import Actor
from partwright.items import access, page_plan, queries
from partwright.items.page_plan import ItemQuery
from partwright.items.types.part import PartType
from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
from partwright.kit.fields import Uuid
from partwright.kit.ids import CommitId, DesignId
from partwright.kit.lists import check_order, like_anywhere
from partwright.kit.pages import Page
from partwright.programs import access as programs
from partwright.programs.visibility import visibility_params
from partwright.versioning import access as lines
from partwright.versioning.access import access_design
from partwright.versioning.model import BranchView, ShownVersion
from partwright.web.parameters import SortedPageQuery, single_branch

INDEXED = 3
"""From so many characters on, SQLite's trigram index finds a text; shorter ones are scanned."""

SearchText = Annotated[str, Meta(max_length=1000)]
"""Longer than number and name together; SQLite refuses endless patterns."""
TypeName = Literal["Part", "Document", "ChangeOrder", "Requirement", "Task", "Issue"]


class ItemListQuery(SortedPageQuery, rename="camel", kw_only=True):
    """What a list of items is narrowed down to."""

    type: TypeName | None = None
    state: str | None = None
    design_id: Uuid | None = None
    program_id: Uuid | None = None
    search: SearchText | None = None
    part_type: PartType | None = None
    branch_id: Uuid | None = None
    branch: Uuid | None = None
    commit_id: Uuid | None = None


async def list_items(snapshot: Snapshot, actor: Actor, wanted: ItemListQuery) -> Page[ShownVersion]:
    """A page of the items that the actor may see in the view."""
    paging = wanted.paging()
    view = await lines.access_view(
        snapshot,
        actor,
        branch_id=single_branch(wanted.branch_id, wanted.branch),
        commit_id=None if wanted.commit_id is None else CommitId(wanted.commit_id),
    )
    filters, params = _filters(actor, wanted, view)
    await _check_places(snapshot, actor, wanted)
    order = tuple(
        f"{s.field} {'DESC' if s.descending else 'ASC'}"
        for s in check_order(wanted.sorts(), queries.SORTS)
    )
    search = ItemQuery(filters, order, params | view.params)
    if view.is_main_now:
        return await page_plan.page_on_main(snapshot, search, paging)
    return await page_plan.page_in_view(snapshot, search, paging)


async def _check_places(snapshot: Snapshot, actor: Actor, wanted: ItemListQuery) -> None:
    """NotFound for a design or program that is unknown or invisible."""
    if wanted.design_id is not None:
        await access_design(snapshot, actor, DesignId(wanted.design_id))
    if wanted.program_id is not None:
        await programs.access_program(snapshot, actor, wanted.program_id)


def _filters(
    actor: Actor, wanted: ItemListQuery, view: BranchView
) -> tuple[tuple[str, ...], dict[str, Value]]:
    """The names of the conditions that are needed, and their parameters."""
    design_id = wanted.design_id or view.design_id
    given: dict[str, dict[str, Value]] = {}
    if wanted.type is not None:
        given["type"] = {"type": wanted.type}
    if wanted.state is not None:
        given["state"] = {"state": wanted.state}
    if wanted.part_type is not None:
        given["part_type"] = {"part_type": wanted.part_type}
    if design_id is not None:
        given["design"] = {"design_id": design_id}
    if wanted.program_id is not None:
        given["program"] = {"program_id": wanted.program_id}
    readable = access.readable_types(actor)
    if readable is not None:
        given["types"] = {"types": readable}
    if not actor.sees_all:
        given["seer"] = visibility_params(actor)
    given |= _text(wanted.search, main_now=view.is_main_now)
    return tuple(given), {k: v for params in given.values() for k, v in params.items()}


def _text(text: str | None, *, main_now: bool) -> dict[str, dict[str, Value]]:
    folded = (text or "").strip().casefold()
    if not folded:
        return {}
    pattern: dict[str, Value] = {"pattern": like_anywhere(folded)}
    if len(folded) < INDEXED or not main_now:
        return {"scanned": pattern}
    # A phrase of trigrams is a substring; quotes inside it are doubled.
    return {"indexed": pattern | {"phrase": '"' + folded.replace('"', '""') + '"'}}
