"""Plans for one page of a list: counted first, then along an index or among what matches.

What matches is counted from numbers that are kept, or from the search index. The count decides
the way: of many items the first are soon met along the index of the order, few are gathered and
sorted, and a page behind the middle is read from the other end.
"""

import msgspec

from partwright.item_types import TYPES
from partwright.items import order_queries
from partwright.items import queries as item_queries
from partwright.items.field_queries import FIELDS
from partwright.items.queries import AccessPath, HeldValue, ItemCount, ItemFilters
from partwright.items.sort_key_queries import KeyRange, key_ranges, name_of
from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
from partwright.kit.filters import ListField
from partwright.kit.pages import Page, PageRequest
from partwright.versioning.model import ShownVersion


class ItemSelection(msgspec.Struct, frozen=True):
    """Filters and order of the wanted items."""

    filters: ItemFilters
    order: tuple[str, ...]
    params: dict[str, Value]


class _Slice(msgspec.Struct, frozen=True):
    """A run of rows in an order."""

    order: tuple[str, ...]
    offset: int
    limit: int
    is_turned: bool = False


async def page_in_view(
    snapshot: Snapshot, search: ItemSelection, paging: PageRequest
) -> Page[ShownVersion]:
    """The page of what a branch or a commit shows."""
    sql = item_queries.list_statement(search.filters, search.order, in_view=True)
    cut = _Slice(search.order, paging.offset, paging.limit)
    rows = await _read(snapshot, sql, cut, search.params)
    if len(rows) < paging.limit and (rows or paging.page == 1):
        return Page(rows, paging.offset + len(rows), paging)
    sql = item_queries.count_statement(search.filters, in_view=True)
    counted = await snapshot.one(ItemCount, sql, **search.params)
    return Page(rows, counted.total if counted else 0, paging)


async def page_on_main(
    snapshot: Snapshot, search: ItemSelection, paging: PageRequest
) -> Page[ShownVersion]:
    """The page of what main shows now."""
    if item_queries.COUNTED.issuperset(search.filters):
        sql = item_queries.kept_count_statement(search.filters)
    else:
        search = await _found_by_keys(snapshot, search)
        sql = item_queries.count_statement(search.filters, in_view=False)
    counted = await snapshot.one(ItemCount, sql, **search.params)
    if counted is None or paging.offset >= counted.total:
        return Page([], counted.total if counted else 0, paging)
    if _has_runs(search):
        rows = await _read_runs(snapshot, search, paging, counted)
    else:
        cut = _cut(search.order, paging.offset, paging.limit, counted.total)
        rows = await _read_cut(snapshot, search, cut, counted)
    return Page(rows, counted.total, paging)


_SMALL = frozenset({"design", "design_among", "only", "indexed"})
"""Filters that leave few items by an index of their own."""
_FEW = 10_000
"""Keys that are looked up sooner than all rows are read; an attribute's are in any number."""


async def _found_by_keys(snapshot: Snapshot, search: ItemSelection) -> ItemSelection:
    """The same search, with the ranges of keys by which its tests are answered sooner."""
    if not _SMALL.isdisjoint(each for each in search.filters if isinstance(each, str)):
        return search
    ranges = key_ranges(each for each in search.filters if isinstance(each, tuple))
    if len(ranges) == 1 and ranges[0].is_attribute:
        # Whatever lies in it is looked up.
        return msgspec.structs.replace(search, filters=(*search.filters, *ranges))
    held = {
        each: await snapshot.one(int, each.probe, most=_FEW, **search.params) for each in ranges
    }
    wanted = [each for each in ranges if each.is_attribute or (held[each] or 0) < _FEW]
    # The shortest one leaves so few that the others would only have to be looked up as well.
    found = tuple(sorted(wanted, key=lambda each: held[each] or 0)[:1])
    return msgspec.structs.replace(search, filters=(*search.filters, *found))


def _has_runs(search: ItemSelection) -> bool:
    """Whether the order is one of runs whose lengths are kept."""
    by_run = search.order[0].partition(" ")[0] in item_queries.RUNS and len(search.order) == 1
    return by_run and item_queries.COUNTED.issuperset(search.filters)


async def _read_runs(
    snapshot: Snapshot, search: ItemSelection, paging: PageRequest, counted: ItemCount
) -> list[ShownVersion]:
    """The page of an order by a field of few values: each value's items stand by their masters."""
    name, _, way = search.order[0].partition(" ")
    sql = item_queries.runs_statement(search.filters, name)
    held = await snapshot.all(HeldValue, sql, **search.params)
    states = await snapshot.all(str, item_queries.STATES) if name == "partType" else []
    # Without a value is last, either way.
    runs = sorted(held, key=lambda run: run.value or "", reverse=way == "DESC")
    runs.sort(key=lambda run: run.value is None)
    rows: list[ShownVersion] = []
    before = 0
    for run in runs:
        offset = max(paging.offset - before, 0)
        limit = min(paging.limit - len(rows), run.count - offset)
        before += run.count
        if limit > 0:
            part = _narrowed(search, name, run.value, f"masterId {way}", states)
            total = msgspec.structs.replace(counted, total=run.count)
            cut = _cut(part.order, offset, limit, run.count)
            rows += await _read_cut(snapshot, part, cut, total)
    return rows


def _narrowed(
    search: ItemSelection, name: str, value: str | None, order: str, states: list[str]
) -> ItemSelection:
    """The items that have one value of a field; `states` are those that there are, for a part's type."""
    column = item_queries.RUNS[name]
    if value is None:
        field = FIELDS.find(name)
        assert field is not None
        without: ItemFilters = (*search.filters, (field, "absent"))
        return ItemSelection(without, (order,), search.params)
    filters, params = search.filters, search.params
    if column not in filters:
        filters, params = (*filters, column), params | {column: value}
    # The index of what is counted stands type by type, and of parts' types state by state.
    if name != "type" and not {"type", "type_among"} & set(filters):
        filters, params = (*filters, "type_among"), params | {"type_among": list(TYPES)}
    if name == "partType" and not {"state", "state_among"} & set(filters):
        filters, params = (*filters, "state_among"), params | {"state_among": states}
    return ItemSelection(filters, (order,), params)


async def _read_cut(
    snapshot: Snapshot, search: ItemSelection, cut: _Slice, counted: ItemCount
) -> list[ShownVersion]:
    way = _way(search, cut, counted)
    filters = search.filters
    if way is not AccessPath.WALKED:
        sql = item_queries.list_statement(filters, cut.order, in_view=False, way=way)
        return await _read(snapshot, sql, cut, search.params)
    filters = tuple(
        "scanned" if each == "indexed" else each
        for each in filters
        if not isinstance(each, KeyRange)
    )
    (field, _), *others = order_queries.item_order(cut.order)
    if field.has_gaps:
        most = min(cut.limit, counted.total - cut.offset)
        return await _read_around_gaps(snapshot, search, (filters, field), cut, most)
    if not others and name_of(field, "s0") is not None:
        sql = item_queries.keyed_statement(filters, cut.order)
    else:
        sql = item_queries.list_statement(filters, cut.order, in_view=False, way=way)
    return await _read(snapshot, sql, cut, search.params)


async def _read_around_gaps(
    snapshot: Snapshot,
    search: ItemSelection,
    where: tuple[ItemFilters, ListField],
    cut: _Slice,
    most: int,
) -> list[ShownVersion]:
    """Along the keys of what has a value, and then by their masters those that have none."""
    filters, field = where
    sql = item_queries.keyed_statement(filters, cut.order)
    rows = await _read(snapshot, sql, cut, search.params)
    if len(rows) >= most:
        return rows
    offset = 0
    if not rows and cut.offset:
        sql = item_queries.keyed_count_statement(filters, cut.order)
        offset = cut.offset - (await snapshot.one(int, sql, **search.params) or 0)
    without: ItemFilters = (*filters, (field, "absent"))
    sql = item_queries.list_statement(without, cut.order, in_view=False, way=AccessPath.WALKED)
    rest = _Slice(cut.order, offset, most - len(rows))
    # The further test is the last one, and its parameters are named by its place.
    place = sum(isinstance(each, tuple) for each in filters)
    params = search.params | {f"f{place}_name": field.attribute}
    return rows + await _read(snapshot, sql, rest, params)


async def _read(
    snapshot: Snapshot, sql: str, cut: _Slice, params: dict[str, Value]
) -> list[ShownVersion]:
    rows = await snapshot.all(ShownVersion, sql, limit=cut.limit, offset=cut.offset, **params)
    return rows[::-1] if cut.is_turned else rows


def _cut(order: tuple[str, ...], offset: int, most: int, total: int) -> _Slice:
    """The page's rows, from the end that is nearer."""
    limit = min(most, total - offset)
    behind = total - offset - limit
    turned = order_queries.reversed_order(order)
    if turned is None or behind >= offset:
        return _Slice(order, offset, most)
    return _Slice(turned, behind, limit, is_turned=True)


_STEP = 1
"""What it costs to look at a row of an index; the unit of the following."""
_ROW = 8
"""To fetch a row of the table."""
_NARROW = frozenset(
    {"type", "types", "state", "program", "seer", "type_among", "state_among", "program_among"}
)
"""The filters that the indexes of an order answer by themselves."""


def _way(search: ItemSelection, cut: _Slice, counted: ItemCount) -> AccessPath:
    """The cheaper way, where the order has an index to walk along."""
    by_age = cut.order[0].startswith("createdAt ")
    if not order_queries.has_order_index(cut.order) or ("design" in search.filters and by_age):
        # A design's items stand in the order of their age, in an index of their own.
        return AccessPath.ANY
    is_covered = order_queries.has_covering_index(cut.order) and _NARROW.issuperset(search.filters)
    step = _STEP if is_covered else _ROW
    walked = (cut.offset + cut.limit) * counted.rows / counted.total * step
    has_tests = any(isinstance(each, tuple) for each in search.filters)
    has_keys = any(isinstance(each, KeyRange) for each in search.filters)
    is_scanned = "scanned" in search.filters or (has_tests and not has_keys)
    gathered = counted.rows if is_scanned else counted.total * _ROW
    return AccessPath.GATHERED if gathered < walked else AccessPath.WALKED
