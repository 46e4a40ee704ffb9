"""Designators with what people note behind them: that they are left out, or how many they are."""

import re
from decimal import Decimal

from partwright.imports.sheets.cell_values.designators import read_repeated
from partwright.imports.sheets.cell_values.not_placed import LEFT_OUT_NOTE
from partwright.imports.sheets.records.rows import ReadRow
from partwright.kit.patterns import lazy_regex

_COUNTED = lazy_regex(
    r"(\S.{0,200}?)\s*\((?:([0-9]{1,4})\s*[x×]|[x×]\s*([0-9]{1,4}))\)", re.IGNORECASE
)
_BOXED_NAME = lazy_regex(
    r"\((?!(?:OPT|TBD|TBC|NA|ALT|TOP|BOT|PCB|YES|NO|ON|OFF|ALL|ANY|NEW|OLD|SEE|X)\))([A-Z]{1,3})\)"
)
"""A designator without a number, as `(SW)`; not a word such as `(TOP)`."""
_MOST_TOLD = 10
_ONLY_NOTED = lazy_regex(r"\(([^\W\d_][^()\d]{0,80})\)")


def read_noted_places(text: str, row: ReadRow) -> tuple[str, ...]:
    """The designators of a row, without their notes; raises NotUnderstood.

    `Rg (8x)` counts eight where nothing else does, and `(optional)` alone is a remark.
    """
    whole = row.quantity is not None and row.quantity == row.quantity.to_integral_value()
    quantity = int(row.quantity) if row.quantity is not None and whole else None
    plain = LEFT_OUT_NOTE.sub("", text).strip()
    if boxed := _BOXED_NAME.fullmatch(plain):
        return (boxed[1],)
    if only := _ONLY_NOTED.fullmatch(plain):
        row.remark = "; ".join(filter(None, (row.remark, only[1])))
        return ()
    if counted := _COUNTED.fullmatch(plain):
        plain, quantity = counted[1], int(counted[2] or counted[3])
        if row.quantity is None:
            row.quantity = Decimal(quantity)
    names, repeated = read_repeated(plain, quantity=quantity)
    if repeated:
        listed = (
            f"{', '.join(repeated[:_MOST_TOLD])}{' and more' if len(repeated) > _MOST_TOLD else ''}"
        )
        row.note(
            "DESIGNATOR_REPEATED", f"{listed} stands several times in the row; it is taken once"
        )
    return names
