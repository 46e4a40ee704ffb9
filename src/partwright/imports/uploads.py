"""Sheets and bodies of imports, read before the transaction that writes them: no writer waits for a parser."""

import asyncio
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from partwright.cad_files.content_copy import copy_content
from partwright.imports.body import ImportBody, as_json, read_body
from partwright.imports.body_keys import reads_as_file
from partwright.imports.file_parsers import FileParsers
from partwright.imports.import_job import LONG_BYTES, LONG_LINES, LONG_UNPACKED, MOST_WAITED
from partwright.imports.mapping_service import read_kept_mappings
from partwright.imports.option_input import ImportOptions, read_form
from partwright.imports.prepared_file import PreparedFile
from partwright.imports.record_service import ROWS_FILE
from partwright.imports.service import check_may_import
from partwright.imports.sheets.fields.kinds import ImportKind
from partwright.imports.sheets.formats.files import sheets_to_read
from partwright.imports.sheets.mapping.kept_mappings import KeptMapping
from partwright.imports.sheets.records.refusals import NoHeader, NoNameColumn, SheetRefusal
from partwright.imports.sheets.records.rows import RowRemark, SheetTable
from partwright.imports.sheets.sheet_reader import SheetReading, read_sheet
from partwright.imports.sheets.tables.other_tables import holds_no_parts
from partwright.imports.writer import PRODUCT
from partwright.kit.contents import ContentStore, StoredContent
from partwright.kit.db import Database
from partwright.kit.errors import ErrorDetail, InvalidImport
from partwright.kit.field_problems import shown
from partwright.kit.fields import RawObject
from partwright.web.forms import MultipartForm, UploadedFile
from partwright.web.request import Request


class UploadReading(NamedTuple):
    """A sheet that was understood, and what the form says of it."""

    file: UploadedFile
    prepared: Sequence[PreparedFile] | None
    """Its sheets that are imported; None where a job is to read them."""
    options: ImportOptions


class BodyReading(NamedTuple):
    """Rows of a JSON body, whose frame is sound."""

    body: ImportBody
    prepared: Sequence[PreparedFile] | None
    """Them as a sheet that was understood, where options ask for that."""


_MOST_COLUMNS = 100
"""Of a refused sheet, as many are named."""

_readings: WeakKeyDictionary[Request, UploadReading | BodyReading] = WeakKeyDictionary()


def reading_of(request: Request) -> UploadReading | BodyReading:
    """The reading of what the request sent, which came before."""
    return _readings[request]


async def read_upload(
    request: Request, body: RawObject, form: MultipartForm | None, *, kind: ImportKind
) -> None:
    """Understand the sheet of a form, or the body."""
    if form is None:
        _readings[request] = await _read_rows(request, body, kind)
    else:
        _readings[request] = await _read_form(request, form, kind)


async def _read_form(request: Request, form: MultipartForm, kind: ImportKind) -> UploadReading:
    file, options = read_form(form, kind)
    check_may_import(request.actor, kind, update=options.update)
    times = 1 if options.background is None else MOST_WAITED
    if options.background or await _is_long(request.services.contents, file.content, times):
        return UploadReading(file, None, options)
    services = request.services
    prepared = await prepare_sheets(
        services.database,
        services.contents,
        services.of(FileParsers),
        file.content,
        file.file_name,
        _lasting_folder(request),
        kind,
        options,
    )
    return UploadReading(file, prepared, options)


async def _read_rows(request: Request, raw: RawObject, kind: ImportKind) -> BodyReading:
    check_may_import(request.actor, kind, update=False)
    body = read_body(raw, kind)
    if not reads_as_file(raw, kind):
        return BodyReading(body, None)
    check_may_import(request.actor, kind, update=body.options.update)
    services = request.services
    path = _lasting_folder(request) / ROWS_FILE
    await asyncio.to_thread(path.write_bytes, as_json(body.rows, body.lines))
    try:
        prepared = await _prepare(
            services.database, services.of(FileParsers), path, ROWS_FILE, kind, body.options
        )
    except InvalidImport as invalid:
        raise _of_rows(invalid) from invalid
    return BodyReading(body, prepared)


def _of_rows(invalid: InvalidImport) -> InvalidImport:
    """The refusal of the file as one of the rows, which the sender did not send as a file."""
    details = [d for d in invalid.details if isinstance(d, ErrorDetail)]
    told = [ErrorDetail("rows" if d.field == "file" else d.field, d.message) for d in details]
    return InvalidImport(invalid.message, details=told)


def _lasting_folder(request: Request) -> Path:
    """A folder that goes when the request is answered."""
    folder = TemporaryDirectory(prefix="partwright-import-")
    return Path(request.lasting.enter_context(folder))


async def _is_long(contents: ContentStore, content: StoredContent, times: int) -> bool:
    """Whether to read and write the file would keep a request for long, or so many times as long."""
    if content.size > times * LONG_BYTES:
        return True
    async with aclosing(contents.read(content)) as blocks:
        whole = b"".join([block async for block in blocks])
    return whole.count(b"\n") > times * LONG_LINES or _unpacked_size(whole) > times * LONG_UNPACKED


def _unpacked_size(content: bytes) -> int:
    """The bytes that the parts of a packed workbook say they hold; 0 for other files."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            return sum(part.file_size for part in archive.infolist())
    except (zipfile.BadZipFile, OSError, RuntimeError, ValueError):
        return 0


async def prepare_sheets(
    database: Database,
    contents: ContentStore,
    parsers: FileParsers,
    content: StoredContent,
    file_name: str,
    folder: Path,
    kind: ImportKind,
    options: ImportOptions,
) -> list[PreparedFile]:
    """Understand a file of the vault, and work out its rows; the folder must last as long."""
    path = folder / f"upload{Path(file_name).suffix.lower()}"
    await copy_content(contents.read(content), path)
    return await _prepare(database, parsers, path, file_name, kind, options)


async def _prepare(
    database: Database,
    parsers: FileParsers,
    path: Path,
    file_name: str,
    kind: ImportKind,
    options: ImportOptions,
) -> list[PreparedFile]:
    kept = await _kept(database, kind, options)
    loop, readers = asyncio.get_running_loop(), parsers.readers
    sheet, prepared = options.sheet, list[PreparedFile]()
    skipped: dict[str, SheetRefusal] = {}
    try:
        table = await parsers.tabulate(path)
        sheets: Sequence[str | None] = (sheet,)
        if options.sheets is not None:
            sheets = await loop.run_in_executor(readers, sheets_to_read, path, options.sheets)
        for sheet in sheets:
            one = msgspec.structs.replace(options, sheet=sheet)
            try:
                reading = await loop.run_in_executor(readers, _read, path, table, kind, one, kept)
                _see_parts(sheet, reading, is_one_of_all=options.sheets == () and len(sheets) > 1)
            except (NoNameColumn, NoHeader) as refusal:
                # Of all sheets some are summaries and notes; who names a sheet wants it read.
                if options.sheets or len(sheets) == 1:
                    raise
                skipped[str(sheet)] = refusal
                continue
            prepare = partial(
                PreparedFile,
                file_name,
                reading,
                path.parent,
                sheet=sheet if len(sheets) > 1 else None,
                whole_parents=options.replace_lines,
            )
            prepared.append(await loop.run_in_executor(readers, prepare))
    except SheetRefusal as refusal:
        raise _refused(refusal, sheet if options.sheets is not None else None) from refusal
    return _with_skipped(prepared, skipped)


def _see_parts(sheet: str | None, reading: SheetReading, *, is_one_of_all: bool) -> None:
    """Refuse a sheet such as `Revisions`, of those that nobody asked for by name."""
    counted = reading.plan.quantities or reading.plan.designators
    if is_one_of_all and sheet and holds_no_parts(sheet, are_counted=counted is not None):
        raise NoHeader("it is called as tables of other things are, and counts no parts")


async def _kept(
    database: Database, kind: ImportKind, options: ImportOptions
) -> Sequence[KeptMapping]:
    """The mappings that are kept on the server, or the one that is asked for."""
    async with database.snapshot() as snapshot:
        kept = await read_kept_mappings(snapshot, kind.plural)
    return [_named(kept, options.template)] if options.template else kept


def _with_skipped(
    prepared: list[PreparedFile], skipped: Mapping[str, SheetRefusal]
) -> list[PreparedFile]:
    """The sheets that are read, the first of which tells of those that name no parts."""
    if not prepared:
        for name, refusal in skipped.items():
            raise _refused(refusal, name) from refusal
    told = [
        RowRemark(0, f'sheet "{name}" is not read: {refusal}', "OTHER_TABLE")
        for name, refusal in skipped.items()
    ]
    if told:
        first = prepared[0]
        first.reading = replace(first.reading, doubts=(*first.reading.doubts, *told))
    return prepared


def _refused(refusal: SheetRefusal, sheet: str | None) -> InvalidImport:
    named = f'sheet "{sheet}": ' if sheet else ""
    open_columns = [
        ErrorDetail(f"mapping.{header}", "may be mapped to a field")
        for header in refusal.headers[:_MOST_COLUMNS]
    ]
    detail = ErrorDetail("file", f"{named}{refusal} ({refusal.code})")
    return InvalidImport(f"{named}{refusal}", details=[detail, *open_columns])


def _named(kept: Sequence[KeptMapping], name: str) -> KeptMapping:
    found = next((one for one in kept if one.name.casefold() == name.casefold()), None)
    if found is None:
        known = ", ".join(one.name for one in kept[:20]) or "none"
        detail = ErrorDetail("template", f"there is no mapping {shown(name)}; there are: {known}")
        raise InvalidImport(detail.message, details=[detail])
    return found


def _read(
    path: Path,
    table: SheetTable | None,
    kind: ImportKind,
    options: ImportOptions,
    kept: Sequence[KeptMapping],
) -> SheetReading:
    return read_sheet(
        path,
        kind=kind,
        mapping=options.mapping,
        kept=kept,
        template=options.template,
        repairs=options.repairs,
        sheet=options.sheet,
        parent=options.parent or (PRODUCT if options.product else ""),
        default_parent=PRODUCT,
        decimal_mark=options.decimal_mark,
        share=options.share,
        header_row=options.header_row,
        currency=options.currency,
        weight_unit=options.weight_unit,
        table=table,
    )
