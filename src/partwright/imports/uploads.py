"""An uploaded sheet, read before the transaction that writes it begins: no writer waits for a parser."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from weakref import WeakKeyDictionary

from partwright.imports.mapping_service import read_kept_mappings
from partwright.imports.option_input import ImportOptions, read_form
from partwright.imports.sheets.kept_mappings import KeptMapping
from partwright.imports.sheets.kinds import ImportKind
from partwright.imports.sheets.refusals import SheetRefusal
from partwright.imports.sheets.sheet_reader import SheetReading, read_sheet
from partwright.imports.writer import PRODUCT
from partwright.kit.contents import ContentStore, StoredContent
from partwright.kit.errors import ErrorDetail, InvalidImport
from partwright.kit.field_problems import shown
from partwright.kit.fields import RawObject
from partwright.web.forms import MultipartForm
from partwright.web.request import Request

_readers = ThreadPoolExecutor(2, thread_name_prefix="sheet-reader")
"""Of their own, so that sheets which take long keep nobody else waiting."""


class UploadReading(NamedTuple):
    """A sheet that was understood, and what the form says of it."""

    file_name: str
    reading: SheetReading
    options: ImportOptions


_readings: WeakKeyDictionary[MultipartForm, UploadReading] = WeakKeyDictionary()


def reading_of(form: MultipartForm) -> UploadReading:
    """What was read of the form before."""
    return _readings[form]


async def read_upload(
    request: Request, body: RawObject, form: MultipartForm | None, *, kind: ImportKind
) -> None:
    """Understand the sheet of a form; rows of a body are read by who writes them."""
    del body
    if form is None:
        return
    file, options = read_form(form, kind)
    request.actor.require(kind.item_type.may("create"))
    if options.update:
        request.actor.require(kind.item_type.may("update"))
    folder = form.lasting.enter_context(TemporaryDirectory(prefix="partwright-import-"))
    path = Path(folder) / f"upload{Path(file.file_name).suffix.lower()}"
    await _fetch_to(request.services.contents, file.content, path)
    async with request.services.database.snapshot() as snapshot:
        kept = await read_kept_mappings(snapshot, kind.plural)
    if options.template:
        kept = [_named(kept, options.template)]
    loop = asyncio.get_running_loop()
    reading = await loop.run_in_executor(_readers, _read, path, kind, options, kept)
    _readings[form] = UploadReading(file.file_name, reading, options)


def _named(kept: Sequence[KeptMapping], name: str) -> KeptMapping:
    found = next((one for one in kept if one.name.casefold() == name.casefold()), None)
    if found is None:
        known = ", ".join(one.name for one in kept[:20]) or "none"
        detail = ErrorDetail("template", f"there is no mapping {shown(name)}; there are: {known}")
        raise InvalidImport(detail.message, details=[detail])
    return found


async def _fetch_to(store: ContentStore, content: StoredContent, path: Path) -> None:
    """Write the bytes of the store into a file."""
    with path.open("wb") as stream:
        async for block in store.read(content):
            await asyncio.to_thread(stream.write, block)


def _read(
    path: Path, kind: ImportKind, options: ImportOptions, kept: Sequence[KeptMapping]
) -> SheetReading:
    try:
        return read_sheet(
            path,
            kind=kind,
            mapping=options.mapping,
            kept=kept,
            template=options.template,
            sheet=options.sheet,
            parent=options.parent or (PRODUCT if options.product else ""),
            default_parent=PRODUCT,
            decimal_mark=options.decimal_mark,
            share=options.share,
            header_row=options.header_row,
            currency=options.currency,
            weight_unit=options.weight_unit,
        )
    except SheetRefusal as refusal:
        detail = ErrorDetail("file", f"{refusal} ({refusal.code})")
        raise InvalidImport(str(refusal), details=[detail]) from refusal
