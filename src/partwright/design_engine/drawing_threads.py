"""Threads and tolerances of a part's sizes, as its rationale and its name tell them; pure."""

import re
from collections.abc import Mapping
from typing import Final

from partwright.cad.language.standards import tables
from partwright.cad.model import PartSpec
from partwright.drafter.text.part_wording import PIPE_CORES

_CORE: Final = re.compile(r"\bM(\d+(?:\.\d+)?)(?: x (\d+(?:\.\d+)?))? is drawn as its core hole\b")

_PIPE_CORE: Final = re.compile(r"\bG (\d(?:/\d)?) is drawn as its core hole\b")


def threads_by_core(rationale: str) -> dict[float, str]:
    """The threads that a part has as holes of their cores, by the diameters of those."""
    pipes = {PIPE_CORES[one[1]]: f"G {one[1]}" for one in _PIPE_CORE.finditer(rationale)}
    return pipes | {
        round(float(one[1]) - float(one[2]), 2)
        if one[2]
        else tables.tapping_hole(float(one[1])): one.group().partition(" is ")[0]
        for one in _CORE.finditer(rationale)
    }


_NAMED_THREAD: Final = re.compile(r"\bM(\d+(?:\.\d+)?)(?: ?x ?(\d(?:\.\d+)?))?(?![\d.])")
_TAPPED: Final = frozenset({"spacer", "knob", "bushing"})


def threads_named(spec: PartSpec) -> dict[float, str]:
    """The thread in the name of what is tapped by its nature: a stand-off M4."""
    if spec.method not in _TAPPED:
        return {}
    named = _NAMED_THREAD.finditer(spec.name)
    return {round(tables.tapping_hole(float(one[1])), 2): f"M{one[1]}" for one in named}


_PLAIN: Final = re.compile(r"\b(\d+) holes of (\d+(?:\.\d+)?) mm are plain\b")


def plain_holes(rationale: str) -> set[tuple[int, float]]:
    """The numbers and diameters of holes that are as wide as the core of a thread, and have none."""
    return {(int(one[1]), float(one[2])) for one in _PLAIN.finditer(rationale)}


def fits_of(rationale: str) -> Mapping[float, str]:
    """The letters and numbers of tolerances by the diameters that have them."""
    found = _FITTED.finditer(rationale)
    return {round(float(one[1].replace(",", ".")), 2): one[2] for one in found}


_FITTED: Final = re.compile(
    r"(?<![\w.,])(\d+(?:[.,]\d+)?) ([a-zA-Z]{1,2}\d{1,2}) is drawn at its nominal size"
)
"""Diameters with the letter and number of their tolerance, of which the form has the size alone."""


_THREAD: Final = re.compile(r"\bThe thread (\S.*?) is not drawn\b")


def outer_threads(rationale: str) -> list[str]:
    """The threads that a part has outside, with their lengths."""
    return [one[1] for one in _THREAD.finditer(rationale)]


_METRIC: Final = re.compile(r"M(\d+(?:\.\d+)?)(?: x \d+(?:\.\d+)?)?")


def threads_by_width(rationale: str) -> dict[float, str]:
    """The threads that a part has outside by their diameters."""
    found = map(_METRIC.match, outer_threads(rationale))
    return {float(one[1]): one[0] for one in found if one}
