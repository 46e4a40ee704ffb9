"""Spreadsheets to start from: one header line and one line of examples."""

import csv
import io

from partwright.imports.kinds import DOCUMENTS, ISSUES, PARTS, ImportKind

Template = dict[str, tuple[str, str]]
"""Field to its header, which is what people call it, and an example."""

_TEMPLATES: dict[str, Template] = {
    PARTS.plural: {
        "itemNumber": ("Item Number", "EXAMPLE-0001"),
        "name": ("Name", "Motor bracket"),
        "revision": ("Revision", "-"),
        "description": ("Description", "Holds the drive motor"),
        "partType": ("Type", "Manufacture"),
        "material": ("Material", "Aluminium 6061"),
        "weight": ("Weight", "0.25"),
        "weightUnit": ("Weight Unit", "kg"),
        "cost": ("Cost", "12.50"),
        "costCurrency": ("Currency", "USD"),
        "leadTimeDays": ("Lead Time (Days)", "14"),
    },
    DOCUMENTS.plural: {
        "itemNumber": ("Document Number", "EXAMPLE-0001"),
        "name": ("Name", "Motor bracket drawing"),
        "description": ("Description", "Dimensions and tolerances"),
        "docType": ("Document Type", "Drawing"),
        "fileName": ("File Name", "motor-bracket.pdf"),
        "mimeType": ("MIME Type", "application/pdf"),
        "revision": ("Revision", "-"),
    },
    ISSUES.plural: {
        "itemNumber": ("Issue Number", "EXAMPLE-0001"),
        "name": ("Title", "Bracket cracks"),
        "description": (
            "Description",
            "The bracket cracks at the inner radius after 500 hours",
        ),
        "severity": ("Severity", "High"),
        "priority": ("Priority", "Medium"),
        "category": ("Category", "Quality"),
        "reportedDate": ("Reported Date", "2026-11-21"),
        "resolution": ("Resolution", "Enlarge the inner radius to 3 mm"),
        "rootCause": ("Root Cause", "Stress concentration at the sharp radius"),
    },
}


def headers(kind: ImportKind) -> dict[str, str]:
    """What people call the fields of the kind's template, by field."""
    return {field: header for field, (header, _) in _TEMPLATES[kind.plural].items()}


def as_csv(kind: ImportKind) -> bytes:
    """The kind's template: CRLF line ends (RFC 4180), UTF-8 without a byte-order mark."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerows(zip(*_TEMPLATES[kind.plural].values(), strict=True))
    return text.getvalue().encode()
