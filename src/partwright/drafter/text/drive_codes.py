"""Drives that a text designates by their codes: a ball screw 1605, rails MGN12, a motor NEMA 23."""

import re
from collections.abc import Mapping
from typing import Final

_SCREW: Final = re.compile(
    r"\b(?:(?:ball|lead|feed)[ -]?(?:screws?|spindles?)|SFU|SFS)[ -]?(?:SFU ?|SFS ?)?"
    r"(?!00)(\d{2})(?!00)(\d{2})\b"
    r"(?![.,]\d|[ -]?(?:mm|cm|m|rpm|U/min|k?N|Nm|W|k?g|lbs?|inch(?:es)?|pieces|pcs|turns|hours|h)\b)",
    re.IGNORECASE,
)
_NEMA: Final = re.compile(r"\bNEMA[ -]?(\d{1,2})\b", re.IGNORECASE)
_RAIL: Final = re.compile(r"\b((?:MGN|HGR|HGW|SBR|EGR|HSR)) ?-?(\d{1,2})[CHR]?\b", re.IGNORECASE)


def drive_codes(text: str) -> Mapping[str, float | int | str | bool]:
    """Diameter and pitch of the screw in mm, size and name of the rails, size of the stepper by NEMA.

    0 and empty where not said.
    """
    screw, rail, motor = _SCREW.search(text), _RAIL.search(text), _NEMA.search(text)
    return {
        "screw_diameter": float(screw[1]) if screw else 0.0,
        "screw_pitch": float(screw[2]) if screw else 0.0,
        "rail_size": float(rail[2]) if rail else 0.0,
        "nema": int(motor[1]) if motor else 0,
        "rail_name": f"{rail[1].upper()}{rail[2]}, " if rail else "",
    }


def screws_at(text: str) -> list[tuple[int, int]]:
    """First and last place of each designation of a screw."""
    return [match.span() for match in _SCREW.finditer(text)]
