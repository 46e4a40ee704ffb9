"""Modules of gears, which texts give without a unit: module 2, m = 1.5; pure."""

import re
from typing import Final

from partwright.drafter.text.figures import StatedFigure

_MODULE: Final = re.compile(
    r"(?:\b(?:module?|modul|módulo|modulo)(?: of| is|:)? ?|\bm ?= ?|模数 ?)(\d{1,2}(?:[.,]\d{1,2})?)(?![\w.,]*\w)",
    re.IGNORECASE,
)


def modules_said(text: str) -> list[StatedFigure]:
    """Every module, in millimetres."""
    return [
        StatedFigure(
            dimension="length",
            unit="mm",
            values=(float(match[1].replace(",", ".")),),
            start=match.start(1),
            end=match.end(1),
            written=match.group(),
            quantity="dimension",
        )
        for match in _MODULE.finditer(text)
        if float(match[1].replace(",", ".")) > 0
    ]
