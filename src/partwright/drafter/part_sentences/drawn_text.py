"""The text of a single part as the functions that draw it read it; pure."""

from typing import Final

from partwright.drafter.parts.name_sizes import number
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.conversions import with_units
from partwright.drafter.text.part_wording import plain_wording
from partwright.kit.patterns import lazy_regex

METRIC: Final = lazy_regex(r"(?<![\w.])M ?(\d{1,2}(?:[.,]\d)?)\b")


def drawn_text(brief: DesignBrief) -> str:
    """The text in plain wording, with a unit to each figure."""
    return with_units(plain_wording(brief.text))


def metric_thread(text: str, usual: float) -> float:
    """The diameter of the first metric thread, or the usual one."""
    match = METRIC.search(text)
    return number(match[1]) if match else usual
