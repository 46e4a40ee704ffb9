"""Spreadsheets to start from: one header line and one line of examples."""

import csv
import io

from partwright.imports.sheets.fields.column_table import COLUMNS
from partwright.imports.sheets.fields.kinds import ImportKind


def headers(kind: ImportKind) -> dict[str, str]:
    """The headers that people use for the fields of the kind, by field."""
    return {column.field: column.header for column in COLUMNS[kind.plural] if column.header}


def as_csv(kind: ImportKind) -> bytes:
    """The kind's template: CRLF line ends (RFC 4180), UTF-8 without a byte-order mark."""
    shown = [column for column in COLUMNS[kind.plural] if column.example is not None]
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([column.header for column in shown])
    writer.writerow([column.example for column in shown])
    return text.getvalue().encode()
