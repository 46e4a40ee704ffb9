"""Spreadsheets to start from: one header line and one line of examples."""

import csv
import io

import msgspec

from partwright.imports.kinds import DOCUMENTS, ISSUES, PARTS, Kind


class Template(msgspec.Struct, frozen=True):
    """A template's headers and example; a header is what people call a field."""

    headers: tuple[str, ...]
    example: tuple[str, ...]


_TEMPLATES = {
    PARTS.plural: Template(
        (
            "Item Number",
            "Name",
            "Revision",
            "Description",
            "Type",
            "Material",
            "Weight",
            "Weight Unit",
            "Cost",
            "Currency",
            "Lead Time (Days)",
        ),
        (
            "EXAMPLE-0001",
            "Motor bracket",
            "-",
            "Holds the drive motor",
            "Manufacture",
            "Aluminium 6061",
            "0.25",
            "kg",
            "12.50",
            "USD",
            "14",
        ),
    ),
    DOCUMENTS.plural: Template(
        (
            "Document Number",
            "Name",
            "Description",
            "Document Type",
            "File Name",
            "MIME Type",
            "Revision",
        ),
        (
            "EXAMPLE-0001",
            "Motor bracket drawing",
            "Dimensions and tolerances",
            "Drawing",
            "motor-bracket.pdf",
            "application/pdf",
            "-",
        ),
    ),
    ISSUES.plural: Template(
        (
            "Issue Number",
            "Title",
            "Description",
            "Severity",
            "Priority",
            "Category",
            "Reported Date",
            "Resolution",
            "Root Cause",
        ),
        (
            "EXAMPLE-0001",
            "Bracket cracks",
            "The bracket cracks at the inner radius after 500 hours",
            "High",
            "Medium",
            "Quality",
            "2026-11-21",
            "Enlarge the inner radius to 3 mm",
            "Stress concentration at the sharp radius",
        ),
    ),
}


def as_csv(kind: Kind) -> bytes:
    """The kind's template: CRLF line ends (RFC 4180), UTF-8 without a byte-order mark."""
    template = _TEMPLATES[kind.plural]
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(template.headers)
    writer.writerow(template.example)
    return text.getvalue().encode()
