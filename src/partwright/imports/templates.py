"""Spreadsheets to start from: one header line and one line of examples."""

import csv
import io

import msgspec


class Template(msgspec.Struct, frozen=True):
    """A template's file name, headers and example."""

    name: str
    headers: tuple[str, ...]
    example: tuple[str, ...]

    @property
    def file_name(self) -> str:
        return f"{self.name}-import-template.csv"


PARTS = Template(
    "parts",
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
)


def as_csv(template: Template) -> bytes:
    """The template as CSV: CRLF line ends (RFC 4180), UTF-8 without a byte-order mark."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(template.headers)
    writer.writerow(template.example)
    return text.getvalue().encode()
