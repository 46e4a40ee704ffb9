"""Opening a file of parts by its ending."""

from pathlib import Path

from partwright.imports.sheets.delimited import open_delimited
from partwright.imports.sheets.json_files import open_json
from partwright.imports.sheets.refusals import FileNotReadable, UnknownFileKind
from partwright.imports.sheets.rows import SheetTable
from partwright.imports.sheets.urdf_files import open_urdf
from partwright.imports.sheets.workbooks import open_workbook

DELIMITED = (".csv", ".tsv", ".tab", ".txt")
WORKBOOKS = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
JSON = (".json", ".jsonl", ".ndjson")
URDF = (".urdf",)
ENDINGS = (*DELIMITED, *WORKBOOKS, *JSON, *URDF)


def open_table(
    path: Path, *, sheet: str | None = None, header_row: int | None = None
) -> SheetTable:
    """The table in the file; `sheet` names a sheet of a workbook and has no meaning elsewhere.

    Refuses files that are missing, of an unknown kind, damaged, or without a usable header.
    """
    kind = path.suffix.lower()
    if kind not in ENDINGS:
        endings = " ".join(ENDINGS)
        raise UnknownFileKind(f'"{path.name}" has an unknown ending; understood are {endings}')
    try:
        with path.open("rb") as stream:
            stream.read(1)
    except OSError as error:
        raise FileNotReadable(f"{path}: {error.strerror or error}") from error
    if kind in WORKBOOKS:
        return open_workbook(path, sheet, header_row)
    if kind in URDF:
        return open_urdf(path)
    return open_json(path) if kind in JSON else open_delimited(path, header_row)
