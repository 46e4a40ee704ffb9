"""Places of operations on a face, and the area that they take; pure."""

from math import cos, radians, sin, sqrt

import msgspec

from partwright.cad.language.feature import ParameterValues, WorkFace
from partwright.cad.language.operations import OperationKind
from partwright.cad.language.plane import Capsule, turned

_LETTER_WIDTH = 0.95
"""Of a letter's height; wider than any letter of the fonts in use, so that the text fits."""

LONGEST_TEXT = 40


class OperationPlace(msgspec.Struct, frozen=True):
    """The middle of one shape on its face, and how it is turned there (degrees)."""

    x: float
    y: float
    angle: float


def places(kind: OperationKind, v: ParameterValues) -> list[OperationPlace]:
    """The places of an operation, in the order in which its holes are numbered."""
    own = v.get("angle", 0.0)
    if kind.arrangement == "grid":
        columns, rows = int(v.count_x), int(v.count_y)
        return [
            OperationPlace(
                v.x + (column - (columns - 1) / 2) * v.spacing_x,
                v.y + (row - (rows - 1) / 2) * v.spacing_y,
                own,
            )
            for row in range(rows)
            for column in range(columns)
        ]
    if kind.arrangement == "circle":
        steps = [v.start_angle + 360 * number / v.count for number in range(int(v.count))]
        radius = v.circle_diameter / 2
        return [
            OperationPlace(
                v.x + radius * cos(radians(step)), v.y + radius * sin(radians(step)), own + step
            )
            for step in steps
        ]
    return [OperationPlace(v.x, v.y, own)]


def ground(
    kind: OperationKind, v: ParameterValues, place: OperationPlace, text: str = ""
) -> Capsule:
    """The area that one shape covers of its face; for rectangles a little more."""
    at = (place.x, place.y)
    if kind.shape == "hole":
        widest = max(v.diameter, v.counterbore_diameter, v.countersink_diameter)
        return Capsule(at, at, widest / 2)
    if kind.shape == "boss":
        return Capsule(at, at, v.diameter / 2)
    if kind.shape == "slot":
        return _along(place, v.length - v.width, v.width / 2)
    long, short = _rectangle(kind, v, text)
    if short > long:
        place, long, short = OperationPlace(place.x, place.y, place.angle + 90), short, long
    return _along(place, long - short, short / sqrt(2))


def text_box(v: ParameterValues, text: str) -> tuple[float, float]:
    """The room that is kept for engraved text: width and height."""
    return v.size * _LETTER_WIDTH * len(engraved(text)), v.size * 1.4


def engraved(name: str) -> str:
    """The part of a name that is engraved: the letters that every font has, not endlessly many."""
    plain = "".join(c if c.isascii() and c.isprintable() else " " for c in name)
    return " ".join(plain.split())[:LONGEST_TEXT].strip()


def depth(kind: OperationKind, v: ParameterValues, face: WorkFace) -> float:
    """The depth in mm to which a shape is cut below its face."""
    return v.depth or face.thickness


def _rectangle(kind: OperationKind, v: ParameterValues, text: str) -> tuple[float, float]:
    if kind.shape == "rib":
        return v.length, v.thickness
    if kind.shape == "text":
        return text_box(v, text)
    return v.length, v.width


def _along(place: OperationPlace, length: float, radius: float) -> Capsule:
    dx, dy = turned((length / 2, 0.0), place.angle)
    return Capsule((place.x - dx, place.y - dy), (place.x + dx, place.y + dy), radius)
