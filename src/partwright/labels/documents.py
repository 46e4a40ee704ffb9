"""Labels set by typst; what they show is data to the template, never source.

Calls block and belong into a thread.
"""

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from partwright.kit.typesetting import set_document
from partwright.labels.barcodes import barcode, fits_barcode, qr_code
from partwright.labels.model import PAPERS, Label, LabelFormat, Paper

_PIXELS_PER_INCH = 300
"""The resolution of label printers."""


def set_labels(labels: Sequence[Label], paper: Paper, format_: LabelFormat) -> bytes:
    """The labels as a document, or the first page of them as a picture."""
    with TemporaryDirectory(prefix="partwright-labels-") as name:
        folder = Path(name)
        drawn = [_drawn(folder, number, label) for number, label in enumerate(labels)]
        size = PAPERS[paper]
        data: dict[str, Any] = {
            "paper": {
                "pageWidth": size.page_width,
                "pageHeight": size.page_height,
                "width": size.width,
                "height": size.height,
                "columns": size.columns,
                "rows": size.rows,
                "top": size.top,
                "left": size.left,
            },
            "labels": drawn,
        }
        (folder / "data.json").write_bytes(msgspec.json.encode(data))
        template = files("partwright.labels").joinpath("templates", "labels.typ")
        source = folder / "labels.typ"
        source.write_bytes(template.read_bytes())
        return set_document(source, format_=format_, pixels_per_inch=_PIXELS_PER_INCH)


def _drawn(folder: Path, number: int, label: Label) -> dict[str, str | None]:
    (folder / f"{number}.svg").write_bytes(qr_code(label.address))
    has_bars = fits_barcode(label.code)
    if has_bars:
        (folder / f"{number}-bars.svg").write_bytes(barcode(label.code))
    return {
        "title": label.title,
        "name": label.name,
        "note": label.note,
        "qr": f"{number}.svg",
        "bars": f"{number}-bars.svg" if has_bars else None,
    }
