"""Query parameters that many lists share."""

from collections.abc import Collection, Mapping
from typing import Annotated, ClassVar, Protocol

import msgspec
from msgspec import Meta

from partwright.kit.errors import InvalidInput
from partwright.kit.fields import ShortText, Uuid
from partwright.kit.filters import FieldFilters, FieldTable, read_filters
from partwright.kit.ids import BranchId
from partwright.kit.pages import WHOLE, PageRequest, SortKey

LARGEST_PAGE = 100

PageNumber = Annotated[int, Meta(ge=1, le=1_000_000_000)]
PageSize = Annotated[int, Meta(ge=1)]
MOST_SORT_KEYS = 20
"""Fields of one order; databases take some hundred to two thousand."""


class PageQuery(msgspec.Struct, rename="camel", kw_only=True):
    """Page of a list: `page` from 1, `limit` rows (more than 100 are cut to 100)."""

    page: PageNumber = 1
    limit: PageSize = 20

    def paging(self) -> PageRequest:
        return PageRequest(self.page, min(self.limit, LARGEST_PAGE))


def requested_page(page: int | None, limit: int | None, *, most: int = LARGEST_PAGE) -> PageRequest:
    """The page that is asked for, or else the list as a whole."""
    if page is None and limit is None:
        return WHOLE
    return PageRequest(page or 1, min(limit or 20, most))


class OptionalPageQuery(msgspec.Struct, rename="camel", kw_only=True):
    """A list that is complete unless `page` or `limit` asks for a page of it."""

    page: PageNumber | None = None
    limit: PageSize | None = None

    def paging(self) -> PageRequest:
        return requested_page(self.page, self.limit)


class SortedPageQuery(PageQuery, rename="camel", kw_only=True):
    """A page, and `sort=<field>:<asc|desc>` with several keys separated by commas."""

    sort: str = ""

    def sorts(self) -> tuple[SortKey, ...]:
        """The keys in order; a field that comes again decides nothing any more."""
        keys = [_key(part) for part in self.sort.split(",") if part.strip()]
        firsts = {key.field: key for key in reversed(keys)}
        if len(firsts) > MOST_SORT_KEYS:
            problem = f"expected at most {MOST_SORT_KEYS} fields, got {len(firsts)}"
            raise InvalidInput.field("sort", problem)
        return tuple(key for key in keys if firsts[key.field] is key)


class FilteredQuery(SortedPageQuery, rename="camel", kw_only=True):
    """A page of a list that is narrowed down by any of its fields, by `kit.filters`."""

    fields: ClassVar[FieldTable]
    unsent: ClassVar = frozenset({"filters"})
    """What is made of the parameters that are no attributes of the class."""
    filters: FieldFilters = ()

    @classmethod
    def read_others(
        cls, others: Mapping[str, str], known: Collection[str]
    ) -> dict[str, FieldFilters]:
        """The filters; InvalidInput for what is no field, and for values that do not fit."""
        return {"filters": read_filters(others, cls.fields, others=known)}

    def values(self, field: str) -> tuple[str, ...]:
        """The values that a field is to equal one of."""
        return tuple(v for each in self.filters if each.field == field for v in each.values)


def single_branch(
    branch_id: str | None, branch: str | None, *, besides: BranchId | None = None
) -> BranchId | None:
    """The branch of two names for it, and of another place that may name it; InvalidInput where they differ."""
    if branch_id is not None and branch not in (None, branch_id):
        raise InvalidInput.field("branch", "contradicts branchId")
    named = branch_id or branch
    if named is not None and besides not in (None, named):
        raise InvalidInput.field("branchId", "contradicts the other branch that was given")
    return besides if named is None else BranchId(named)


class BranchParameters(msgspec.Struct, rename="camel", kw_only=True):
    """Name of a branch; `branch` means the same as `branchId`."""

    branch_id: Uuid | None = None
    branch: Uuid | None = None


class NamesBranch(Protocol):
    """A query or a body that has the two names of a branch, whatever else it has."""

    branch_id: Uuid | None
    branch: Uuid | None


def named_branch(*places: NamesBranch) -> BranchId | None:
    """The branch that query and body together name."""
    named = None
    for place in places:
        named = single_branch(place.branch_id, place.branch, besides=named)
    return named


class RemovalInput(BranchParameters, rename="camel", kw_only=True):
    """Branch to remove something on, and why."""

    commit_message: ShortText | None = None


REMOVAL_EXAMPLE = {"commitMessage": "Not needed any more"}
"""A body of the kind."""


class ViewQuery(BranchParameters, rename="camel", kw_only=True):
    """Place to read: on a branch (`branch` means the same) or at a commit, else on main."""

    commit_id: Uuid | None = None

    @property
    def names_none(self) -> bool:
        return self.branch_id is None and self.branch is None and self.commit_id is None


class ViewPageQuery(ViewQuery, rename="camel", kw_only=True):
    """A page of what is read on a branch, at a commit, or on main."""

    page: PageNumber = 1
    limit: PageSize = 20

    def paging(self) -> PageRequest:
        return PageRequest(self.page, min(self.limit, LARGEST_PAGE))


def _key(text: str) -> SortKey:
    field, _, direction = text.strip().partition(":")
    if direction not in ("", "asc", "desc"):
        raise InvalidInput.field("sort", f"expected asc or desc, got {direction!r}")
    return SortKey(field, descending=direction == "desc")
