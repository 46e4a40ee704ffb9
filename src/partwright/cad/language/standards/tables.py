"""The dimensions of standard parts, read once from the tables beside this module."""

import csv
from importlib.resources import files
from typing import Final

Row = dict[str, float]
Table = dict[str, dict[float, Row]]
"""Standard, size (thread or nominal diameter), dimensions in mm by the names of the columns."""


def _lines(name: str) -> list[dict[str, str]]:
    text = files("partwright.cad.language.standards").joinpath("data", name).read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


def _table(name: str) -> Table:
    table: Table = {}
    for line in _lines(name):
        standard, size = line.pop("standard"), float(line.pop("size"))
        row = {column: float(value) for column, value in line.items()}
        table.setdefault(standard, {})[size] = row
    return table


SCREWS: Final = _table("screws.csv")
NUTS: Final = _table("nuts.csv")
WASHERS: Final = _table("washers.csv")
CIRCLIPS: Final = _table("circlips.csv")
FLANGES: Final = _table("flanges.csv")
"""Flanges by their pressure, PN 16, and their nominal width (EN 1092-1)."""

BEARINGS: Final[dict[str, tuple[float, float, float]]] = {
    line["number"]: (float(line["bore"]), float(line["outer"]), float(line["width"]))
    for line in _lines("bearings.csv")
}
"""Bore, outer diameter and width of deep groove ball bearings (ISO 15)."""

KEYS: Final[list[Row]] = [
    {column: float(value) for column, value in line.items()} for line in _lines("keys.csv")
]
"""Parallel keys (DIN 6885-1) for ranges of shaft diameters."""

INSERTS: Final[Table] = {
    "heat-set insert": {
        size: {"outer": outer, "length": length}
        for size, outer, length in (
            (2.0, 3.6, 4.0),
            (2.5, 4.6, 5.7),
            (3.0, 4.6, 5.7),
            (4.0, 6.3, 8.1),
            (5.0, 7.1, 9.5),
            (6.0, 8.7, 12.7),
            (8.0, 10.1, 12.7),
        )
    }
}

COARSE: Final[dict[float, float]] = {
    1.6: 0.35, 2.0: 0.4, 2.5: 0.45, 3.0: 0.5, 3.5: 0.6, 4.0: 0.7, 5.0: 0.8, 6.0: 1.0, 7.0: 1.0,
    8.0: 1.25, 10.0: 1.5, 12.0: 1.75, 14.0: 2.0, 16.0: 2.0, 18.0: 2.5, 20.0: 2.5, 22.0: 2.5,
    24.0: 3.0, 27.0: 3.0, 30.0: 3.5, 33.0: 3.5, 36.0: 4.0,
}  # fmt: skip
"""Pitch of the coarse metric threads (ISO 261)."""

_MEDIUM_HOLES: Final[dict[float, float]] = {
    1.6: 1.8, 2.0: 2.4, 2.5: 2.9, 3.0: 3.4, 3.5: 3.9, 4.0: 4.5, 5.0: 5.5, 6.0: 6.6, 7.0: 7.6,
    8.0: 9.0, 10.0: 11.0, 12.0: 13.5, 14.0: 15.5, 16.0: 17.5, 18.0: 20.0, 20.0: 22.0, 22.0: 24.0,
    24.0: 26.0, 27.0: 30.0, 30.0: 33.0, 33.0: 36.0, 36.0: 39.0,
}  # fmt: skip


def clearance_hole(thread: float) -> float:
    """The medium clearance hole of a screw (ISO 273); for odd sizes a tenth more."""
    return _MEDIUM_HOLES.get(thread, round(thread * 1.1, 2))


_COUNTERBORES: Final[dict[float, tuple[float, float]]] = {
    3.0: (6.5, 3.4), 4.0: (8.0, 4.4), 5.0: (10.0, 5.4), 6.0: (11.0, 6.4), 8.0: (15.0, 8.6),
    10.0: (18.0, 10.6), 12.0: (20.0, 12.6), 14.0: (24.0, 14.6), 16.0: (26.0, 16.6),
    20.0: (33.0, 20.6), 24.0: (40.0, 24.8),
}  # fmt: skip
"""Diameter and depth for the heads of cylinder screws (DIN 974-1, row 1)."""


def counterbore(thread: float) -> tuple[float, float]:
    """Diameter and depth of the counterbore for a cylinder screw; for odd sizes two threads and one."""
    return _COUNTERBORES.get(thread, (round(2 * thread, 2), thread))


def thread_through(hole: float) -> float:
    """The metric thread that a hole is the clearance of; without one nine tenths of it."""
    near = min(_MEDIUM_HOLES, key=lambda thread: abs(_MEDIUM_HOLES[thread] - hole))
    return near if abs(_MEDIUM_HOLES[near] - hole) <= near / 20 else round(hole * 0.9, 2)


def tapping_hole(thread: float) -> float:
    """The core hole of a coarse thread: its diameter less the pitch."""
    return round(thread - COARSE.get(thread, thread * 0.15), 2)


_KEYWAYS: Final = {row["width"]: (row["shaft_depth"], row["hub_depth"]) for row in KEYS}


def keyway_in_shaft(width: float) -> float:
    """The depth of a keyway in the shaft by the width of its key (DIN 6885-1); for others 0.6 widths."""
    return _KEYWAYS.get(width, (0.6 * width, 0.0))[0]


def keyway_in_hub(width: float) -> float:
    """The depth of a keyway in the hub by the width of its key (DIN 6885-1); for others 0.45 widths."""
    return _KEYWAYS.get(width, (0.0, 0.45 * width))[1]


def key_for(shaft: float) -> Row | None:
    """The parallel key of a shaft diameter."""
    return next((row for row in KEYS if row["shaft_from"] < shaft <= row["shaft_to"]), None)
