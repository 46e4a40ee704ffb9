"""Threads in the ends of turned parts and holes across them, as a sentence asks for them; pure."""

from collections.abc import Mapping

from partwright.cad.language import validator
from partwright.cad.language.flat import flat, spec_of
from partwright.cad.model import NotDrawn, PartSpec
from partwright.drafter.parts import feature_changes
from partwright.drafter.parts.stated_features import StatedFeatures

_TURNED = frozenset({"shaft", "rod"})


def worked_ends(
    method: str, figures: Mapping[str, float], text: str, wanted: StatedFeatures
) -> dict[str, float]:
    """The figures of the threads and holes; none where they do not fit."""
    found: dict[str, float] = {}
    threads = feature_changes.end_threads(text) if method in _TURNED else None
    if threads is not None and threads[0] < _thinnest(method, figures):
        size, deep, is_both = threads
        found |= feature_changes.ends_tapped(size, deep, is_both=is_both)
    if method in _TURNED and not any(one.is_radial for one in wanted.holes):
        found |= feature_changes.across(text, _length(method, figures))
    whole = spec_of(name="", method=method, parameters={**figures, **found})
    return {} if validator.problems(whole) else found


def _thinnest(method: str, figures: Mapping[str, float]) -> float:
    """The smallest diameter, on which a thread as large can but be outside."""
    values = flat(spec_of(name="", method=method, parameters=figures))
    return min(
        value
        for name, value in values.items()
        if name == "diameter" or (name.startswith("diameter_") and values[f"length_{name[9:]}"])
    )


def _length(method: str, figures: Mapping[str, float]) -> float:
    whole: PartSpec | NotDrawn = spec_of(name="", method=method, parameters=figures)
    values = flat(whole)
    return sum(value for name, value in values.items() if name.startswith("length"))
