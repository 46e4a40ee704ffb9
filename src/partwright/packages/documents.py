"""Tables as PDF documents, set by typst; what they show is data to the template, never source.

Calls block and belong into a thread.
"""

from collections.abc import Mapping
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from partwright.kit.errors import UnprocessableInput
from partwright.kit.ids import ItemId
from partwright.kit.typesetting import set_document
from partwright.packages.bom_table import LONGEST_DOCUMENT, BomTable
from partwright.packages.columns import THUMBNAIL
from partwright.packages.document_columns import shown_columns

_LANDSCAPE_FROM = 6
"""Columns that are too many for an upright page."""
_PIXELS_PER_INCH = 96


class TooLongForPaper(UnprocessableInput):
    """A table of which nobody would read the pages."""

    def __init__(self, rows: int) -> None:
        super().__init__(
            f"The BOM has {rows} lines and a PDF takes up to {LONGEST_DOCUMENT}; export a workbook instead"
        )


def check_length(table: BomTable) -> None:
    """TooLongForPaper for what is too long for a document."""
    if len(table.rows) > LONGEST_DOCUMENT:
        raise TooLongForPaper(len(table.rows))


def write_document(
    table: BomTable, path: Path, pictures: Mapping[ItemId, bytes], *, made: str
) -> None:
    """The table as a document; pictures are PNG or SVG, `made` says when and for whom."""
    with TemporaryDirectory(dir=path.parent) as folder:
        names = _write_pictures(Path(folder), pictures)
        data = _data(table, names, made)
        Path(folder, "data.json").write_bytes(msgspec.json.encode(data))
        template = files("partwright.packages").joinpath("templates", "bom.typ")
        with as_file(template) as source:
            Path(folder, "bom.typ").write_bytes(source.read_bytes())
        path.write_bytes(set_document(Path(folder, "bom.typ")))


def _write_pictures(folder: Path, pictures: Mapping[ItemId, bytes]) -> dict[ItemId, str]:
    names: dict[ItemId, str] = {}
    for number, (item_id, picture) in enumerate(pictures.items()):
        kind = "png" if picture.startswith(b"\x89PNG") else "svg"
        names[item_id] = f"{number}.{kind}"
        (folder / names[item_id]).write_bytes(picture)
    return names


def _data(table: BomTable, names: Mapping[ItemId, str], made: str) -> dict[str, Any]:
    top = table.item
    revision = "" if top.revision == "-" else f", revision {top.revision}"
    columns = shown_columns(table)
    names_of = [shown.column.name for shown in columns]
    left_out = " Lines that you are not allowed to see are left out." if table.incomplete else ""
    return {
        "title": f"{top.item_number}{revision}",
        "name": top.name,
        "subtitle": f"{top.state}. {made}.{left_out}",
        "landscape": len(columns) >= _LANDSCAPE_FROM,
        "columns": [
            {"label": c.label, "right": c.column.is_number, "wide": c.column.is_wide}
            for c in columns
        ],
        "pictures": names_of.index(THUMBNAIL) if THUMBNAIL in names_of else None,
        "rows": [
            {
                "level": level,
                "picture": names.get(item_id),
                "cells": [column.texts[place] for column in columns],
            }
            for place, (item_id, level) in enumerate(zip(table.items, table.levels, strict=True))
        ],
    }


def drawn_as_png(svg: bytes, *, pixels: int) -> bytes:
    """An SVG drawing as a PNG of a width, for what shows no SVG."""
    width = pixels * 72 / _PIXELS_PER_INCH
    with TemporaryDirectory() as folder:
        Path(folder, "drawing.svg").write_bytes(svg)
        source = Path(folder, "page.typ")
        source.write_text(
            f"#set page(width: {width}pt, height: auto, margin: 0pt)\n"
            f'#image("drawing.svg", width: {width}pt)\n'
        )
        return set_document(source, format_="png", pixels_per_inch=_PIXELS_PER_INCH)
