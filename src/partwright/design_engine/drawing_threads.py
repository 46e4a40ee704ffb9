"""Threads and tolerances of a part's sizes, as its rationale and its name tell them; pure."""

import re
from collections.abc import Mapping
from typing import Final

from partwright.cad.language.standards import tables
from partwright.cad.model import PartSpec
from partwright.drafter.text.part_wording import PIPE_CORES

_CORE: Final = re.compile(r"\bM(\d+(?:\.\d+)?)(?: x (\d+(?:\.\d+)?))? is drawn as its core hole\b")

_PIPE_CORE: Final = re.compile(r"\b(?:G (\d(?:/\d)?)|(\d(?:/\d)? NPT)) is drawn as its core hole\b")


def threads_by_core(rationale: str) -> dict[float, str]:
    """The threads that a part has as holes of their cores, by the diameters of those."""
    pipes = {
        PIPE_CORES[one[1] or one[2]]: one[2] or f"G {one[1]}"
        for one in _PIPE_CORE.finditer(rationale)
    }
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


def nominal(thread: str) -> float:
    """The diameter that a thread is called by; 0 without one."""
    metric = _METRIC.match(thread)
    if metric:
        return float(metric[1])
    return _PIPES.get(thread.removeprefix("G ").removesuffix(" NPT").strip(), 0.0)


_PIPES: Final = {"1/8": 9.73, "1/4": 13.16, "3/8": 16.66, "1/2": 20.96, "3/4": 26.44, "1": 33.25}
"""Outside diameters of pipe threads (ISO 228-1)."""


def core_of(thread: str) -> float:
    """The core diameter of a thread outside (ISO 724); 0 where the words are of none."""
    metric = _METRIC.match(thread)
    if metric is None:
        return 0.0
    across = float(metric[1])
    pitch = float(metric[2]) if metric[2] else tables.COARSE.get(across, across * 0.15)
    return round(across - 1.2269 * pitch, 3)


def roughness_in(text: str) -> str:
    """The roughness that a text tells of its surfaces; empty where it tells none."""
    said = _ROUGHNESS.search(text)
    return f"{said[1].capitalize()} {said[2].replace(',', '.')}" if said else ""


_ROUGHNESS: Final = re.compile(r"\b(R[az]) ?[=:]? ?(\d+(?:[.,]\d+)?)(?!\d)", re.IGNORECASE)
_PLAIN: Final = re.compile(r"\b(\d+) holes of (\d+(?:\.\d+)?) mm are plain\b")


def plain_holes(rationale: str) -> set[tuple[int, float]]:
    """The numbers and diameters of holes that are as wide as the core of a thread, and have none."""
    return {(int(one[1]), float(one[2])) for one in _PLAIN.finditer(rationale)}


def fits_of(rationale: str) -> Mapping[float, str]:
    """The letters and numbers of tolerances by the diameters that have them."""
    found = _FITTED.finditer(rationale)
    return {round(float(one[1].replace(",", ".")), 2): one[2] for one in found}


_FITTED: Final = re.compile(
    r"(?<![\w.,])(\d+(?:[.,]\d+)?)(?: ?mm)? ?([a-zA-Z]{1,2}\d{1,2}) is drawn at its nominal size"
)
"""Diameters with the letter and number of their tolerance, of which the form has the size alone."""


_THREAD: Final = re.compile(r"\bThe thread (\S.*?) is not drawn\b")


def outer_threads(rationale: str) -> list[str]:
    """The threads that a part has outside, with their lengths."""
    return [one[1] for one in _THREAD.finditer(rationale)]


_METRIC: Final = re.compile(r"M(\d+(?:\.\d+)?)(?: x (\d+(?:\.\d+)?))?")


def threads_by_width(rationale: str) -> dict[float, str]:
    """The threads that a part has outside by their diameters."""
    found = map(_METRIC.match, outer_threads(rationale))
    return {float(one[1]): one[0] for one in found if one}
