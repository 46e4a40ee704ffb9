"""Tables as PDF documents, set by typst; what they show is data to the template, never source."""

import sys
from collections.abc import Sequence
from importlib.resources import as_file, files
from pathlib import Path

import msgspec
import typst

from partwright.cli.console import CommandFailed

LANDSCAPE_FROM = 6
"""Columns that are too many for an upright page."""


class PdfColumn(msgspec.Struct, frozen=True):
    """The head of a column."""

    label: str
    right: bool = False
    """Whether its cells stand at the right, as numbers do."""
    wide: bool = False
    """Whether it takes the room that the others leave, and breaks its texts."""


class PdfTable(msgspec.Struct, frozen=True):
    """A document of one table."""

    title: str
    subtitle: str
    columns: Sequence[PdfColumn]
    rows: Sequence[Sequence[str]]

    @property
    def landscape(self) -> bool:
        return len(self.columns) >= LANDSCAPE_FROM


def write_pdf(table: PdfTable, target: Path) -> None:
    """Write the document; Stop when the file cannot be written."""
    data = msgspec.structs.asdict(table) | {"landscape": table.landscape}
    with as_file(files("partwright.cli").joinpath("templates", "table.typ")) as template:
        pdf = typst.compile(str(template), sys_inputs={"data": msgspec.json.encode(data).decode()})
    assert isinstance(pdf, bytes)
    write(pdf, target)


def write(content: bytes, target: Path) -> None:
    """Write a file; Stop with the system's reason."""
    try:
        target.write_bytes(content)
    except OSError as error:
        raise CommandFailed(f"{target} cannot be written: {error.strerror}") from error


def show(content: bytes) -> None:
    """Write to standard output exactly these bytes, whatever the terminal's encoding."""
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
