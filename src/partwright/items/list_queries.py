"""Lists of items: filtered, searched, sorted, counted and paged in SQL."""

from collections.abc import Collection, Sequence
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from partwright.identity.model import Actor
from partwright.item_types import TYPES, ItemType
from partwright.items import access as item_access
from partwright.items import order_queries, page_plan, wire
from partwright.items import queries as item_queries
from partwright.items.attribute_names import check_attribute_names
from partwright.items.field_queries import FIELDS, FIELDS_OF
from partwright.items.page_plan import ItemSelection
from partwright.items.queries import ItemFilters
from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
from partwright.kit.errors import InvalidInput, ItemNotFound
from partwright.kit.field_problems import one_of, shown
from partwright.kit.fields import Uuid
from partwright.kit.filters import FieldFilter, ListField, split_values
from partwright.kit.ids import CommitId, DesignId, ItemId, ProgramId
from partwright.kit.like_patterns import like_anywhere
from partwright.kit.list_conditions import field_tests, filter_params, order_params
from partwright.kit.lists import check_list_order
from partwright.kit.operands import FieldKind
from partwright.kit.pages import Page
from partwright.programs import access as program_access
from partwright.programs.access import visibility_params
from partwright.versioning import access as branch_access
from partwright.versioning.access import access_design
from partwright.versioning.model import MAIN, BranchView, ShownVersion, number_key
from partwright.web.parameters import FilteredQuery, single_branch

INDEXED = 3
"""From so many characters on, SQLite's trigram index finds a text; shorter ones are scanned."""

SearchText = Annotated[str, Meta(max_length=1000)]
"""Longer than number and name together; SQLite refuses endless patterns."""


class ItemListQuery(FilteredQuery, rename="camel", kw_only=True):
    """Filters of a list of items of all types."""

    fields: ClassVar = FIELDS
    search: SearchText | None = None
    branch_id: Uuid | None = None
    branch: Uuid | None = None
    commit_id: Uuid | None = None


class ItemPageQuery(ItemListQuery, rename="camel", kw_only=True):
    """A page of a list of items: as they are, or as of a commit, whose pages no write moves."""

    at: Annotated[str, Meta(max_length=20)] | None = None
    """`newest`, or the number that the answer to it gave in `meta.at`."""

    def commit_number(self) -> int | None:
        """The number that was sent, if any; InvalidInput."""
        if self.at is None or self.at == NEWEST:
            return None
        if not (self.at.isascii() and self.at.isdecimal()):
            expected = f"expected {NEWEST} or the number of a commit"
            raise InvalidInput.field("at", f"{expected}, got {shown(self.at)}")
        return int(self.at)


NEWEST = "newest"


def list_query_of(item_type: ItemType) -> type[ItemPageQuery]:
    """The filters of a list of one type: the fields are those of the type."""

    class TypeListQuery(ItemPageQuery, rename="camel", kw_only=True):
        fields: ClassVar = FIELDS_OF[item_type.name]

    return TypeListQuery


class FacetQuery(ItemListQuery, rename="camel", kw_only=True):
    """The fields whose values are counted, and what the items are narrowed down to."""

    field: Annotated[str, Meta(min_length=1, max_length=1000)]


async def list_items(
    snapshot: Snapshot,
    actor: Actor,
    wanted: ItemListQuery,
    *,
    item_type: str | None = None,
    only: Sequence[ItemId] | None = None,
) -> Page[ShownVersion]:
    """A page of the items, of one type or of some ids, that the actor may see in the view."""
    view = await _requested_view(snapshot, actor, wanted)
    at = None
    if isinstance(wanted, ItemPageQuery) and wanted.at is not None:
        view, at = await branch_access.pin_pages(snapshot, view, wanted.commit_number())
    order = tuple(
        f"{sort.field} {'DESC' if sort.descending else 'ASC'}"
        for sort in check_list_order(wanted.sorts(), wanted.fields)
    )
    found = await _narrowed(snapshot, actor, wanted, view, item_type, only)
    params = found.params | order_params(order_queries.item_order(order))
    search = ItemSelection(found.filters, order, params)
    page_of = page_plan.page_on_main if view.is_main_now else page_plan.page_in_view
    page = await page_of(snapshot, search, wanted.paging())
    await _check_attributes(snapshot, actor, wanted, is_empty=not page.total)
    return page if at is None else msgspec.structs.replace(page, at=at)


async def select_for_export(
    snapshot: Snapshot, actor: Actor, wanted: ItemListQuery, *, at: int | None
) -> tuple[ItemSelection, int]:
    """The items of a list as of one commit, in no order, and the commit's number."""
    view = await _requested_view(snapshot, actor, wanted)
    pinned, number = await branch_access.pin_view(snapshot, view, at)
    found = await _narrowed(snapshot, actor, wanted, pinned, None)
    await check_attribute_names(snapshot, actor, [each.field for each in wanted.filters])
    return ItemSelection(found.filters, (), found.params), number


async def _check_attributes(
    snapshot: Snapshot, actor: Actor, wanted: ItemListQuery, *, is_empty: bool
) -> None:
    """InvalidInput for filters and orders by attributes that exist nowhere.

    What is found by an attribute shows that it exists, so that filters cost nothing then. Items
    without an attribute are found whether or not others have it.
    """
    if wanted.commit_id is not None:
        return
    doubted = [sort.field for sort in wanted.sorts()]
    if is_empty:
        doubted += [each.field for each in wanted.filters if each.test != "absent"]
    await check_attribute_names(snapshot, actor, doubted)


class Facet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value of a field and how many items have it; people by their names as well."""

    value: Any
    count: int
    label: str | None = None


MOST_FACETS = 10
MOST_VALUES = 200
"""Values of a facet, the commonest first."""


async def count_facets(
    snapshot: Snapshot, actor: Actor, wanted: FacetQuery
) -> dict[str, list[Facet]]:
    """The number of items of a list that have each value of some fields."""
    names = [name for name in split_values(wanted.field) if name]
    fields = {name: _facet_field(wanted, name) for name in names}
    if not 1 <= len(fields) <= MOST_FACETS:
        raise InvalidInput.field("field", f"expected 1 to {MOST_FACETS} fields")
    view = await _requested_view(snapshot, actor, wanted)
    found = await _narrowed(snapshot, actor, wanted, view, None)
    await _check_attributes(snapshot, actor, wanted, is_empty=True)
    kept = view.is_main_now and item_queries.COUNTED.issuperset(found.filters)
    facets: dict[str, list[Facet]] = {}
    for name, field in fields.items():
        params = found.params | {"limit": MOST_VALUES}
        if kept and name in item_queries.FACETS_KEPT:
            sql = item_queries.kept_facet_statement(found.filters, name)
        else:
            sql = item_queries.facet_statement(found.filters, field, in_view=not view.is_main_now)
            params |= {} if field.attribute is None else {"facet_name": field.attribute}
        rows = await snapshot.all(item_queries.FacetRow, sql, **params)
        facets[name] = [Facet(_as_shown(field, row.value), row.count, row.label) for row in rows]
    if wanted.commit_id is None:
        # A value that was found shows that the attribute exists.
        doubted = [name for name, found in facets.items() if all(f.value is None for f in found)]
        await check_attribute_names(snapshot, actor, doubted)
    return facets


def _facet_field(wanted: FacetQuery, name: str) -> ListField:
    field = wanted.fields.find(name)
    if field is None:
        expected = one_of(tuple(wanted.fields.names))
        raise InvalidInput.field("field", f"expected {expected}, got {shown(name)}")
    return field


def _as_shown(field: ListField, value: str | int | None) -> Any:
    """The value as items show it."""
    if value is not None and field.kind is FieldKind.BOOLEAN:
        return bool(value)
    shape = wire.SHAPES.get(field.kind)
    return value if value is None or shape is None else shape(value)


async def item_by_number(
    snapshot: Snapshot, actor: Actor, number: str, view: BranchView | None
) -> ShownVersion:
    """The item with the number, whatever its letter case, as the view shows it.

    Without a view it is the one on main, or else where it stands. ItemNotFound otherwise.
    """
    key = number_key(number.strip())
    ids = await snapshot.all(ItemId, item_queries.IDS_BY_NUMBER, number_key=key)
    found = await item_access.access_items(snapshot, actor, ids[:1], view or MAIN)
    if view is None and not found:
        found = await item_access.access_items(snapshot, actor, ids, None)
    elif view is not None and not view.is_main_now:
        found = await _as_numbered_then(snapshot, actor, key, view, found) or found
    for version in found.values():
        actor.require(TYPES[version.type].may("read"))
        return version
    raise ItemNotFound.by_id(number)


async def _as_numbered_then(
    snapshot: Snapshot, actor: Actor, key: str, view: BranchView, found: dict[str, ShownVersion]
) -> dict[str, ShownVersion]:
    """The item that had the number where the view looks, unless it is the one that was found.

    One that was renumbered or deleted since no longer has the key, and another may have it now.
    """
    if any(number_key(version.item_number) == key for version in found.values()):
        return found
    scope = "library" if view.design_id is None else "design"
    sql = item_queries.NUMBERED_IN_VIEW[scope]
    ids = await snapshot.all(ItemId, sql, number_key=key, **view.params)
    return await item_access.access_items(snapshot, actor, ids, view)


async def _requested_view(snapshot: Snapshot, actor: Actor, wanted: ItemListQuery) -> BranchView:
    return await branch_access.access_view(
        snapshot,
        actor,
        branch_id=single_branch(wanted.branch_id, wanted.branch),
        commit_id=None if wanted.commit_id is None else CommitId(wanted.commit_id),
    )


class _Narrowed(msgspec.Struct):
    """The conditions that are needed, and their parameters."""

    filters: ItemFilters
    params: dict[str, Value]


async def _narrowed(
    snapshot: Snapshot,
    actor: Actor,
    wanted: ItemListQuery,
    view: BranchView,
    item_type: str | None,
    only: Sequence[ItemId] | None = None,
) -> _Narrowed:
    """The conditions that leave the items that are wanted, readable, and in a place that the actor sees."""
    await _check_places(snapshot, actor, wanted)
    given: dict[str, dict[str, Value]] = {}
    given |= {} if item_type is None else {"type": {"type": item_type}}
    given |= {} if only is None else {"only": {"only": list[str](only)}}
    if view.design_id is not None and not wanted.values("designId"):
        given["design"] = {"design_id": view.design_id}
    readable = item_access.readable_types(actor)
    if readable is not None:
        given["types"] = {"types": readable}
    if not actor.sees_all:
        given["seer"] = visibility_params(actor)
    given |= _text(wanted.search, main_now=view.is_main_now)
    others: list[FieldFilter] = []
    for each in _as_looked_at(wanted.filters, view):
        name = _NAMED.get(each.field)
        if each.field == "state" and each.test in ("reads", "reads_among") and view.is_main_now:
            given |= _among("state", await _states(snapshot, each.values))
        elif name is not None and each.test in ("is", "among"):
            if name not in given:
                given |= _among(name, each.values)
        else:
            others.append(each)
    if view.is_main_now and "indexed" not in given:
        given |= _indexed(others)
    params = {k: v for values in given.values() for k, v in values.items()}
    params |= filter_params(wanted.fields, others) | view.params
    return _Narrowed((*given, *field_tests(wanted.fields, tuple(others))), params)


def _as_looked_at(filters: Sequence[FieldFilter], view: BranchView) -> Sequence[FieldFilter]:
    """The filters; off main row by row where an index would find what has a number now."""
    if view.is_main_now:
        return filters
    return [
        msgspec.structs.replace(each, test="reads_among") if each.test == "found" else each
        for each in filters
    ]


_NAMED = {
    "type": "type",
    "designId": "design",
    "programId": "program",
    "partType": "part_type",
}
"""Field -> the filter that indexes and kept counts answer."""
_PARAMS = {"design": "design_id", "program": "program_id"}


def _among(name: str, values: Sequence[str]) -> dict[str, dict[str, Value]]:
    """The named filter of one value, or that of several."""
    if len(values) == 1:
        return {name: {_PARAMS.get(name, name): values[0]}}
    return {f"{name}_among": {f"{name}_among": list(values)}}


async def _states(snapshot: Snapshot, folded: Collection[str]) -> list[str]:
    """The states of items on main that read as these, whatever their letter case."""
    known = await snapshot.all(str, item_queries.STATES)
    return [state for state in known if state.casefold() in folded]


def _indexed(filters: Sequence[FieldFilter]) -> dict[str, dict[str, Value]]:
    """The search index where it finds what some filter asks of the number or the name."""
    for each in filters:
        if each.field in ("itemNumber", "name") and each.test in ("reads", "like"):
            (folded,) = each.values
            if len(folded) >= INDEXED and folded == folded.strip():
                return _text(folded, main_now=True)
    return {}


async def _check_places(snapshot: Snapshot, actor: Actor, wanted: ItemListQuery) -> None:
    """NotFound for a design or program that is unknown or invisible."""
    for design_id in wanted.values("designId"):
        await access_design(snapshot, actor, DesignId(design_id))
    for program_id in wanted.values("programId"):
        await program_access.access_program(snapshot, actor, ProgramId(program_id))


def _text(text: str | None, *, main_now: bool) -> dict[str, dict[str, Value]]:
    folded = (text or "").strip().casefold()
    if not folded:
        return {}
    pattern: dict[str, Value] = {"pattern": like_anywhere(folded)}
    if len(folded) < INDEXED or not main_now:
        return {"scanned": pattern}
    # A phrase of trigrams is a substring; quotes inside it are doubled.
    return {"indexed": pattern | {"phrase": '"' + folded.replace('"', '""') + '"'}}
