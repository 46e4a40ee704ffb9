"""The columns that the import understands, by kind; each is declared in one place."""

from collections.abc import Mapping

from partwright.imports.sheets.fields.document_columns import DOCUMENT_COLUMNS
from partwright.imports.sheets.fields.import_column import ImportColumn
from partwright.imports.sheets.fields.issue_columns import ISSUE_COLUMNS
from partwright.imports.sheets.fields.line_columns import LINE_COLUMNS
from partwright.imports.sheets.fields.part_columns import PART_COLUMNS, SOURCE_COLUMNS

COLUMNS: Mapping[str, tuple[ImportColumn, ...]] = {
    "parts": (*PART_COLUMNS, *SOURCE_COLUMNS, *LINE_COLUMNS),
    "documents": DOCUMENT_COLUMNS,
    "issues": ISSUE_COLUMNS,
}
"""Plural of the kind to its columns, in the order in which they are given away."""

_ALL = [column for columns in COLUMNS.values() for column in columns]
NAMING = frozenset(column.target for column in _ALL if column.is_naming)
"""What columns become whose filled cell tells that a row is a thing."""
OF_SOURCES: Mapping[str, str] = {c.target: c.field for c in _ALL if c.is_of_source}
"""What columns become that tell of a source, and which word of it they tell."""
PRICES = frozenset(column.target for column in _ALL if column.is_price)
