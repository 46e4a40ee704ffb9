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


def asked_page(page: int | None, limit: int | None, *, most: int = LARGEST_PAGE) -> Paging | None:
    """The page that is asked for; None where the list is wanted as a whole."""
    if page is None and limit is None:
        return None
    return Paging(page or 1, min(limit or 20, most))


class WholeQuery(msgspec.Struct, rename="camel", kw_only=True):
    """A list that is complete unless `page` or `limit` asks for a page of it."""

    page: Annotated[int, Meta(ge=1, le=1_000_000_000)] | None = None
    limit: Annotated[int, Meta(ge=1)] | None = None

    def paging(self) -> Paging | None:
        return asked_page(self.page, self.limit)


class SortedPageQuery(PageQuery, rename="camel", kw_only=True):
    """A page, and `sort=<field>:<asc|desc>` with several keys separated by commas."""

    sort: str = ""

    def sorts(self) -> tuple[Sort, ...]:
        """The keys in order; a field that comes again decides nothing any more."""
        keys = [_key(part) for part in self.sort.split(",") if part.strip()]
        firsts = {key.field: key for key in reversed(keys)}
        return tuple(key for key in keys if firsts[key.field] is key)


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
