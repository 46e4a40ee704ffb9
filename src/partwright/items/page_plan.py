"""Plans for one page of a list: counted first, then along an index or among what matches.

What matches is counted from numbers that are kept, or from the search index. The count decides
the way: of many items the first are soon met along the index of the order, few are gathered and
sorted, and a page behind the middle is read from the other end.
"""

import msgspec

from partwright.items import queries as item_queries
from partwright.items.queries import AccessPath, ItemCount, ItemFilters
from partwright.kit.db import Snapshot
from partwright.kit.db.base import Value
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
        sql = item_queries.count_statement(search.filters, in_view=False)
    counted = await snapshot.one(ItemCount, sql, **search.params)
    if counted is None or paging.offset >= counted.total:
        return Page([], counted.total if counted else 0, paging)
    cut = _cut(search.order, paging, counted.total)
    way = _way(search, cut, counted)
    filters = search.filters
    if way is AccessPath.WALKED:
        filters = tuple("scanned" if name == "indexed" else name for name in filters)
    sql = item_queries.list_statement(filters, cut.order, in_view=False, way=way)
    return Page(await _read(snapshot, sql, cut, search.params), counted.total, paging)


async def _read(
    snapshot: Snapshot, sql: str, cut: _Slice, params: dict[str, Value]
) -> list[ShownVersion]:
    rows = await snapshot.all(ShownVersion, sql, limit=cut.limit, offset=cut.offset, **params)
    return rows[::-1] if cut.is_turned else rows


def _cut(order: tuple[str, ...], paging: PageRequest, total: int) -> _Slice:
    """The page's rows, from the end that is nearer."""
    limit = min(paging.limit, total - paging.offset)
    behind = total - paging.offset - limit
    turned = item_queries.reversed_order(order)
    if turned is None or behind >= paging.offset:
        return _Slice(order, paging.offset, paging.limit)
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
    if not item_queries.has_order_index(cut.order) or ("design" in search.filters and by_age):
        # A design's items stand in the order of their age, in an index of their own.
        return AccessPath.ANY
    step = _STEP if _NARROW.issuperset(search.filters) else _ROW
    walked = (cut.offset + cut.limit) * counted.rows / counted.total * step
    is_scanned = "scanned" in search.filters or not all(isinstance(f, str) for f in search.filters)
    gathered = counted.rows if is_scanned else counted.total * _ROW
    return AccessPath.GATHERED if gathered < walked else AccessPath.WALKED
