"""Opening a file of parts by its ending."""

import re
from collections.abc import Sequence
from pathlib import Path

from partwright.imports.sheets.formats.delimited import open_delimited
from partwright.imports.sheets.formats.json_files import open_json, open_yaml
from partwright.imports.sheets.formats.markup_tables import open_markup
from partwright.imports.sheets.formats.step_files import open_step
from partwright.imports.sheets.formats.urdf_files import open_urdf
from partwright.imports.sheets.formats.workbooks import list_sheets, open_workbook
from partwright.imports.sheets.records.grid import TablePlace, column_number
from partwright.imports.sheets.records.refusals import (
    FileNotReadable,
    SheetNotFound,
    UnknownFileKind,
)
from partwright.imports.sheets.records.rows import SheetTable
from partwright.kit.patterns import lazy_regex

DELIMITED = (".csv", ".tsv", ".tab", ".txt", ".md", ".bom")
WORKBOOKS = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
JSON = (".json", ".jsonl", ".ndjson")
YAML = (".yaml", ".yml")
URDF = (".urdf",)
STEP = (".step", ".stp")
MARKUP = (".html", ".htm", ".xml")
ENDINGS = (*DELIMITED, *WORKBOOKS, *MARKUP, *JSON, *YAML, *URDF, *STEP)
_START = 4096
_WORKBOOK = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_MARKUP = lazy_regex(
    rb"\A\W*(?:<!doctype html|<html|<table|<\?xml|<\?mso-application)", re.IGNORECASE
)


_CORNER = lazy_regex(r"(.*)!\$?([A-Za-z]{1,2})\$?([0-9]{1,6})")
"""A sheet and the cell where its table begins, as spreadsheets write it."""


def open_table(
    path: Path, *, sheet: str | None = None, header_row: int | None = None
) -> SheetTable:
    """The table in the file; `sheet` names a sheet of a workbook, `Parts!D2` a corner on one.

    Other files have no sheets; in them `!D2` is the corner.

    Refuses files that are missing, of an unknown kind, damaged, or without a usable header.
    """
    kind = path.suffix.lower()
    sheet, place = _place_of(sheet, header_row)
    if kind not in ENDINGS:
        found = f'"{kind}" is an unknown ending' if kind else "the file's name has no ending"
        raise UnknownFileKind(f"{found}; expected one of {' '.join(ENDINGS)}")
    try:
        with path.open("rb") as stream:
            start = stream.read(_START)
    except OSError as error:
        raise FileNotReadable(f"{path}: {error.strerror or error}") from error
    is_workbook = start.startswith(_WORKBOOK) and kind in (*WORKBOOKS, *DELIMITED, *MARKUP)
    if sheet is not None and not is_workbook and kind not in WORKBOOKS:
        told = f'only workbooks have sheets; leave "{sheet}" out, or name a corner of this file as "!D2"'
        raise SheetNotFound(told, ())
    if kind in (*WORKBOOKS, *DELIMITED, *MARKUP):
        if is_workbook:
            return open_workbook(path, sheet, place)
        if kind in MARKUP or _MARKUP.search(start):
            return open_markup(path, place)
        # What other programs call .xls is often text.
        is_text = kind in DELIMITED or (
            kind == ".xls" and b"\t" in start and b"\0\0\0" not in start
        )
        return open_delimited(path, place) if is_text else open_workbook(path, sheet, place)
    if kind in STEP:
        return open_step(path)
    if kind in URDF:
        return open_urdf(path)
    return open_yaml(path) if kind in YAML else open_json(path)


def sheets_to_read(path: Path, wanted: Sequence[str]) -> tuple[str | None, ...]:
    """The sheets of a workbook that were asked for by name, or all lists of the file.

    None stands for the file as it is read without naming a sheet.
    """
    with path.open("rb") as stream:
        is_workbook = stream.read(_START).startswith(_WORKBOOK)
    if wanted:
        if not is_workbook:
            raise SheetNotFound("the file is not a workbook, which alone has sheets", ())
        return tuple({name.strip().casefold(): name.strip() for name in wanted}.values())
    listed = list_sheets(path) if is_workbook else ()
    return listed if len(listed) > 1 else (None,)


def _place_of(sheet: str | None, header_row: int | None) -> tuple[str | None, TablePlace]:
    """The name of the sheet, and where on it the table is asked for."""
    match = _CORNER.fullmatch(sheet.strip()) if sheet else None
    if match is None:
        return sheet, TablePlace(header_row)
    return match[1].strip("'") or None, TablePlace(int(match[3]), column_number(match[2]))
