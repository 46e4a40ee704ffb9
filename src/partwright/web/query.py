"""Query parameters that many lists share."""

from typing import Annotated

import msgspec
from msgspec import Meta

from partwright.kit.errors import Invalid
from partwright.kit.fields import Uuid
from partwright.kit.paging import Paging, Sort

LARGEST_PAGE = 100


class PageQuery(msgspec.Struct, rename="camel", kw_only=True):
    """Which page of a list: `page` from 1, `limit` rows (more than 100 are cut to 100)."""

    page: Annotated[int, Meta(ge=1, le=1_000_000_000)] = 1
    limit: Annotated[int, Meta(ge=1)] = 20

    def paging(self) -> Paging:
        return Paging(self.page, min(self.limit, LARGEST_PAGE))


class SortedPageQuery(PageQuery, rename="camel", kw_only=True):
    """A page, and `sort=<field>:<asc|desc>` with several keys separated by commas."""

    sort: str = ""

    def sorts(self) -> tuple[Sort, ...]:
        return tuple(_key(part) for part in self.sort.split(",") if part.strip())


class ViewQuery(msgspec.Struct, rename="camel", kw_only=True):
    """Where to read: on a branch (`branch` means the same) or at a commit, else on main."""

    branch_id: Uuid | None = None
    branch: Uuid | None = None
    commit_id: Uuid | None = None

    @property
    def names_none(self) -> bool:
        return self.branch_id is None and self.branch is None and self.commit_id is None


class ViewPageQuery(ViewQuery, rename="camel", kw_only=True):
    """A page of what is read on a branch, at a commit, or on main."""

    page: Annotated[int, Meta(ge=1, le=1_000_000_000)] = 1
    limit: Annotated[int, Meta(ge=1)] = 20

    def paging(self) -> Paging:
        return Paging(self.page, min(self.limit, LARGEST_PAGE))


def _key(text: str) -> Sort:
    field, _, direction = text.strip().partition(":")
    if direction not in ("", "asc", "desc"):
        raise Invalid.field("sort", f"{direction!r} is no direction; asc or desc is")
    return Sort(field, descending=direction == "desc")
