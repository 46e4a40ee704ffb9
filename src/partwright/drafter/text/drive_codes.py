"""Drives that a text designates by their codes: a ball screw 1605, rails MGN12, a motor NEMA 23."""

import re
from collections.abc import Mapping
from typing import Final

from partwright.kit.patterns import lazy_regex

_SCREW: Final = lazy_regex(
    r"\b(?:(?:ball|lead|feed)[ -]?(?:screws?|spindles?)|SFU|SFS)[ -]?(?:SFU ?|SFS ?)?"
    r"(?!00)(\d{2})(?: ?x ?(?=\d{1,2}\b)|(?=\d{2}\b)(?!00))(\d{1,2})\b"
    r"(?![.,]\d|[ -]?(?:mm|cm|m|rpm|U/min|k?N|Nm|W|k?g|lbs?|inch(?:es)?|pieces|pcs|turns|hours|h)\b)",
    re.IGNORECASE,
)
_AHEAD: Final = lazy_regex(
    r"(?<![\w.,x])(?!00)(\d{2}) ?x ?(\d{1,2})(?: ?mm)? (?:ball|lead)[ -]?screws?\b", re.IGNORECASE
)
"""The same ahead of the word: a 16x5 ball screw."""
_ACROSS: Final = lazy_regex(
    r"\b(?:screw|spindle) diameter(?: of)?:? (\d{1,2}) ?mm|(?<![\d.,x])(\d{1,2}) ?mm (?:ball|lead|trapezoidal) ?screw",
    re.IGNORECASE,
)
_LEAD: Final = lazy_regex(
    r"\b(?:(?:screw )?lead|(?:screw|thread) pitch)(?: of)?:? (\d{1,2}) ?mm|(?<![\d.,x])(\d{1,2}) ?mm (?:lead|pitch)\b(?! ?screw)",
    re.IGNORECASE,
)
_THREAD: Final = lazy_regex(r"\bTr ?(\d{1,2}) ?x ?(\d{1,2})\b", re.IGNORECASE)
NEMA: Final = r"NEMA[ -]?\d{1,2}"
"""A size of stepper motors, as part of a pattern."""
_NEMA: Final = lazy_regex(rf"\b{NEMA}\b", re.IGNORECASE)
_SPINDLE: Final = lazy_regex(
    r"\bM(\d{1,2}) (?:\w+ )?(?:spindle|screw|forcing)\b|\b(?:spindle|forcing screw|clamp|puller)(?: of|,)? M(\d{1,2})\b(?! (?:holes?|bolts?|nuts?|screws?|x))",
    re.IGNORECASE,
)
"""The metric thread of what presses or pulls."""
_RAIL: Final = lazy_regex(r"\b((?:MGN|HGR|HGW|SBR|EGR|HSR)) ?-?(\d{1,2})[CHR]?\b", re.IGNORECASE)


_KV: Final = lazy_regex(r"(?<![\w.,])([1-9]\d{1,4}) ?KV\b(?! ?A\b)", re.IGNORECASE)
"""The turns of a brushless motor by each volt: 920 KV."""
CELL_GROUPS: Final = lazy_regex(r"(?<![\w.])([1-9]\d?)(?:S(?:([1-9]\d?)P)?|s(?:([1-9]\d?)p))(?!\w)")
"""Cells of a battery in series, and how many rows of them are parallel: 12S, 10S4P."""


def motor_sizes(text: str) -> list[int]:
    """The sizes of stepper motors that the text names, in its order."""
    return [int(match[0][4:].strip(" -")) for match in _NEMA.finditer(text)]


def drive_codes(text: str) -> Mapping[str, float | int | str | bool]:
    """Diameter and pitch in mm of screw and trapezoidal thread, rails, stepper by NEMA, cells.

    0 and empty where not said.
    """
    screw, rail = _SCREW.search(text) or _AHEAD.search(text), _RAIL.search(text)
    across, lead = _ACROSS.search(text), _LEAD.search(text)
    thread, spindle = _THREAD.search(text), _SPINDLE.search(text)
    cells, turns = CELL_GROUPS.search(text), _KV.search(text)
    return {
        "motor_kv": f" {turns[1]} KV" if turns else "",
        "cells_in_series": int(cells[1]) if cells else 0,
        "cells_in_parallel": rows_of_cells(text),
        "thread_diameter": float(thread[1]) if thread else 0.0,
        "spindle_thread": float(spindle[1] or spindle[2]) if spindle else 0.0,
        "thread_pitch": float(thread[2]) if thread else 0.0,
        "screw_diameter": _first(screw, across, 1),
        "screw_pitch": _first(screw, lead, 2),
        "rail_size": float(rail[2]) if rail else 0.0,
        "nema": next(iter(motor_sizes(text)), 0),
        "rail_name": f"{rail[1].upper()}{rail[2]}, " if rail else "",
    }


def rows_of_cells(text: str) -> int:
    """The rows of cells that are parallel, 4 of 10S4P; 0 where not said."""
    cells = CELL_GROUPS.search(text)
    return int(cells[2] or cells[3] or 0) if cells else 0


def _first(code: re.Match[str] | None, told: re.Match[str] | None, group: int) -> float:
    """The figure of the code, else of the words."""
    if code is not None:
        return float(code[group])
    return float(told[1] or told[2]) if told is not None else 0.0


def screws_at(text: str) -> list[tuple[int, int]]:
    """First and last place of each designation of a screw."""
    return [match.span() for code in (_SCREW, _AHEAD) for match in code.finditer(text)]
