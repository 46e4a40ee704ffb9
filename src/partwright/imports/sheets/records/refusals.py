"""Refusals of a file as a whole; problems of single rows are values (`rows.Problem`).

SheetRefusal
├── FileNotReadable      missing, a folder, or without permission
├── UnknownFileKind      an ending that no reader takes
├── UnknownEncoding      bytes that are none of the understood encodings
├── BrokenFile           damaged, protected or malformed content
├── UnterminatedQuote    a quoted cell that never ends
├── OverlongCell         a cell that is longer than any text can be
├── OverlongRow          a row with more columns than any list has
├── SheetNotFound        no sheet of that name, or only empty sheets
├── NoHeader             nothing in the file, or nothing that names columns
├── DuplicateHeaders     two columns of the name of one field
└── MappingRefused       a mapping that names unknown headers or fields
    └── NoNameColumn     nothing that could serve as the parts' name
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar

_SHOWN, _MOST_SHOWN = 40, 12
"""Characters of a header, and headers, that a refusal shows."""


class SheetRefusal(Exception):
    """A file, or the way it is to be read, that cannot be used; the message says what to change."""

    code: ClassVar[str] = "SHEET_REFUSED"
    headers: Sequence[str] = ()
    """The columns of which a mapping has to say what they are."""


class FileNotReadable(SheetRefusal):
    code = "FILE_NOT_READABLE"


class UnknownFileKind(SheetRefusal):
    code = "UNKNOWN_FILE_KIND"


class UnknownEncoding(SheetRefusal):
    code = "UNKNOWN_ENCODING"


class BrokenFile(SheetRefusal):
    code = "BROKEN_FILE"


class UnterminatedQuote(SheetRefusal):
    code = "UNTERMINATED_QUOTE"

    def __init__(self, row_number: int) -> None:
        super().__init__(f"a quoted cell that begins in row {row_number} never ends")
        self.row_number = row_number


class OverlongCell(SheetRefusal):
    code = "OVERLONG_CELL"

    def __init__(self, row_number: int) -> None:
        super().__init__(
            f"a cell that begins in row {row_number} has millions of characters;"
            " its closing quote may be missing"
        )
        self.row_number = row_number


class OverlongRow(SheetRefusal):
    code = "OVERLONG_ROW"

    def __init__(self, row_number: int) -> None:
        super().__init__(
            f"the row in line {row_number} has thousands of columns, or no end within"
            " millions of characters"
        )
        self.row_number = row_number


class SheetNotFound(SheetRefusal):
    code = "SHEET_NOT_FOUND"

    def __init__(self, message: str, sheets: Iterable[str]) -> None:
        self.sheets = tuple(sheets)
        named = f"; the sheets are: {', '.join(self.sheets)}" if self.sheets else ""
        super().__init__(f"{message}{named}")


class NoHeader(SheetRefusal):
    code = "NO_HEADER"


class DuplicateHeaders(SheetRefusal):
    code = "DUPLICATE_HEADERS"

    def __init__(self, headers: Iterable[str]) -> None:
        self.headers = tuple(headers)
        names = ", ".join(f'"{header}"' for header in self.headers)
        super().__init__(f"more than one column may be meant: {names}; name them in a mapping")


class MappingRefused(SheetRefusal):
    code = "MAPPING_REFUSED"


class NoNameColumn(MappingRefused):
    code = "NO_NAME_COLUMN"

    def __init__(self, headers: Sequence[str]) -> None:
        self.headers = tuple(headers)
        named = ", ".join(header[:_SHOWN] for header in headers[:_MOST_SHOWN])
        super().__init__(
            f"no column is a name, a description or an item number ({named});"
            " say which is in a mapping, or put a header above the first row"
        )
