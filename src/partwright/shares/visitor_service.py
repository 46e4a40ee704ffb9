"""Answers to visitors of a share: its page, its bill of materials, its files, all of it in one ZIP."""

from collections.abc import Callable
from typing import Any

from partwright.kit.errors import NotAuthenticated
from partwright.kit.ids import FileId
from partwright.packages.model import PackedItem
from partwright.packages.routes import bom_files
from partwright.packages.service import (
    MEDIA_TYPES,
    BomFormat,
    bom_file,
    bom_file_name,
    package,
    package_name,
)
from partwright.shares.model import ShareNotFound, VisitAction
from partwright.shares.page import POLICY, notice_page, visitor_page
from partwright.shares.visit_service import OpenShare, PasswordNeeded, open_share
from partwright.shares.wording import ENGLISH, Wording, asked_wording
from partwright.web.download_stream import DownloadStream
from partwright.web.plain_responses import HtmlPage, PlainError, PlainJson
from partwright.web.request import Request

_PRIVATE = {
    "Cache-Control": "private, no-store",
    "Content-Security-Policy": POLICY,
    "X-Robots-Tag": "noindex",
}
_ASK = {"WWW-Authenticate": 'Basic realm="Share", charset="UTF-8"'}
Answer = HtmlPage | PlainJson | PlainError | DownloadStream


async def answer_visit(
    request: Request,
    secret: str,
    action: VisitAction,
    make: Callable[[OpenShare], Answer],
    *,
    file_id: str | None = None,
) -> Answer:
    """The share that the visitor asked for; the browser's question for the password where one is missing."""
    try:
        return make(await open_share(request, secret, action, file_id=file_id))
    except PasswordNeeded:
        headers = {**_PRIVATE, **_ASK}
        if not reads_pages(request):
            return PlainError(NotAuthenticated(ENGLISH.locked), request.request_id, headers)
        wording = _wording(request)
        return HtmlPage(notice_page(wording.locked, wording), headers, status=401)
    except ShareNotFound:
        if not reads_pages(request):
            raise
        wording = _wording(request)
        return HtmlPage(notice_page(wording.ended, wording), _PRIVATE, status=404)


def reads_pages(request: Request) -> bool:
    """Whether a person's browser asks; programs name JSON, or no type at all."""
    return "text/html" in (request.header("accept") or "")


def _wording(request: Request) -> Wording:
    return asked_wording(request.header("accept-language"))


def answer_page(request: Request, secret: str, found: OpenShare) -> Answer:
    """The page, or the same as JSON."""
    if reads_pages(request):
        page = visitor_page(found, _wording(request), path=f"/share/{secret}")
        return HtmlPage(page, _PRIVATE)
    table = found.contents.table
    lines = [
        {column.name: cell for column, cell in zip(table.columns, row, strict=True)}
        for row in table.rows
    ]
    files = [shown for item in found.contents.items for shown in _files(found, item)]
    return PlainJson(
        {
            "item": table.item,
            "expiresAt": found.share.expires_at,
            "sharedBy": found.share.creator,
            "note": found.share.note,
            "lines": lines,
            "files": files,
        },
        _PRIVATE,
    )


def _files(found: OpenShare, item: PackedItem) -> list[dict[str, Any]]:
    return [
        {
            "id": found.contents.sources[file.path].id,
            "itemNumber": item.item_number,
            "fileName": file.file_name,
            "size": file.size,
            "sha256": file.sha256,
        }
        for file in item.files
    ]


def answer_bom(request: Request, kind: BomFormat, found: OpenShare) -> Answer:
    """The bill of materials as a file of the kind."""
    table = found.contents.table
    return DownloadStream(
        bom_file(bom_files(request, found.actor), table, kind),
        media_type=MEDIA_TYPES[kind],
        file_name=bom_file_name(table, kind),
        sent=request.services.metrics.bytes_out.inc,
    )


def answer_package(request: Request, found: OpenShare) -> Answer:
    """All that the share shows in one ZIP."""
    files = bom_files(request, found.actor)
    return DownloadStream(
        package(files, found.contents, found.query),
        media_type="application/zip",
        file_name=package_name(found.contents.table),
        sent=request.services.metrics.bytes_out.inc,
    )


def answer_file(request: Request, file_id: FileId, found: OpenShare) -> Answer:
    """The bytes of one of its files."""
    file = next(file for file in found.contents.sources.values() if file.id == file_id).shown
    return DownloadStream(
        request.services.contents.read(file.content),
        media_type=file.mime_type,
        file_name=file.original_file_name,
        sent=request.services.metrics.bytes_out.inc,
        size=file.size,
    )
