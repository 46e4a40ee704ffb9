"""Responses of routes, and their bytes."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from partwright.kit.pages import Page

T = TypeVar("T")

_encoder = msgspec.json.Encoder(decimal_format="number")
encode = _encoder.encode


class PageMeta(msgspec.Struct, rename="camel"):
    """The page's place in its list."""

    total: int
    page: int
    limit: int
    total_pages: int


class SuccessMessage(msgspec.Struct):
    """The answer of a deed that makes no record."""

    success: bool = True
    message: str | UnsetType = UNSET


class DataResponse:
    """One response: its status, its data, and the tag of what it shows."""

    __slots__ = ("data", "encoded", "etag", "is_fleeting", "meta", "repeats", "status")

    def __init__(
        self,
        data: Any,
        *,
        status: int = 200,
        etag: str | None = None,
        meta: PageMeta | None = None,
        repeats: bool = False,
        is_fleeting: bool = False,
    ) -> None:
        self.data = data
        self.status = status
        self.etag = etag
        self.meta = meta
        self.repeats = repeats
        """Whether the keys of the data stand beside `data` as well."""
        self.is_fleeting = is_fleeting
        """Whether it follows from more than the database, such as the time."""
        self.encoded: bytes | None = None
        """The body, where it is kept."""

    def body(self) -> bytes:
        if self.encoded is not None:
            return self.encoded
        encoded = encode(self.data)
        data = b'{"data":' + encoded
        if self.repeats:
            return data + b"," + encoded[1:]
        if self.meta is None:
            return data + b"}"
        return data + b',"meta":' + encode(self.meta) + b"}"


class DryRun:
    """A response whose transaction is taken back: what it tells was tried, and nothing is kept."""

    __slots__ = ("response",)

    def __init__(self, response: DataResponse) -> None:
        self.response = response


class GeneratedFile:
    """A file made on the spot, to be saved by the client."""

    __slots__ = ("content", "file_name", "media_type")

    def __init__(self, content: bytes, *, media_type: str, file_name: str) -> None:
        self.content = content
        self.media_type = media_type
        self.file_name = file_name


def created_response(data: Any, *, etag: str | None = None) -> DataResponse:
    return DataResponse(data, status=201, etag=etag)


def page_response(name: str, page: Page[Any]) -> DataResponse:
    """`data.<name>` with total, page and limit, and the same as `meta`; a whole list with total."""
    if page.is_whole:
        return list_response(name, page.rows)
    meta = PageMeta(page.total, page.paging.page, page.paging.limit, page.total_pages)
    data: Mapping[str, Any] = {
        name: page.rows,
        "total": page.total,
        "page": page.paging.page,
        "limit": page.paging.limit,
    }
    return DataResponse(data, meta=meta)


def list_response(name: str, rows: Sequence[Any]) -> DataResponse:
    """A list that is complete."""
    return DataResponse({name: rows, "total": len(rows)})
