"""Shared volume of two bodies, judged: intended, as a drawn thread or fit, or a mistake."""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from partwright.cad.assembly.model import IntendedFit
from partwright.cad.job_types import BodyOverlap

Verdict = Literal["thread", "fit", "clash"]

_MARGIN = 1.1
"""How much more than reckoned a fit may share: chamfers and points of screws differ."""
_SPECK = 1.0
"""And mm³ besides."""


class JudgedOverlap(msgspec.Struct, frozen=True):
    """Two instances that claim the same space, and whether they are meant to."""

    a: str
    b: str
    volume_mm3: float
    verdict: Verdict


def judge(overlaps: Iterable[BodyOverlap], fits: Sequence[IntendedFit]) -> list[JudgedOverlap]:
    """A thread or fit explains the ring of its own volume; anything more is a clash."""
    meant = {frozenset((str(fit.a), str(fit.b))): fit for fit in fits}
    found: list[JudgedOverlap] = []
    for overlap in overlaps:
        fit = meant.get(frozenset((overlap.a, overlap.b)))
        is_meant = fit is not None and overlap.volume_mm3 <= _MARGIN * fit.volume_mm3 + _SPECK
        verdict: Verdict = fit.kind if fit is not None and is_meant else "clash"
        found.append(JudgedOverlap(overlap.a, overlap.b, overlap.volume_mm3, verdict))
    return found
