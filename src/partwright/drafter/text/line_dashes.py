"""Dashes that begin the lines of a list, told from those of figures below zero; pure."""

from typing import Final

import msgspec

from partwright.drafter.text.numbers import WrittenNumber
from partwright.drafter.text.units import SIGNED, unit_at

_DASHES: Final = ("-", "−", "–")


def without_dash(text: str, number: WrittenNumber) -> WrittenNumber:
    """The number above zero where its dash begins a line and nothing of its kind is below zero.

    Of `Table:`, `-800 mm long`, the length; a line `-20 °C` is left as it is.
    """
    if number.value >= 0 or not text.startswith(_DASHES, number.start):
        return number
    line = text.rfind("\n", 0, number.start) + 1
    if line == 0 or text[line : number.start].strip():
        return number
    unit = unit_at(text, number.end)
    if unit is None or unit[0].dimension in SIGNED:
        return number
    return msgspec.structs.replace(number, value=-number.value, start=number.start + 1)
