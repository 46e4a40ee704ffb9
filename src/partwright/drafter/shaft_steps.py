"""Steps of a shaft as a sentence has them, in millimetres; pure."""

import re
from collections.abc import Mapping
from typing import Final

from partwright.cad.language.features.turned import MOST_STEPS

_STEP: Final = re.compile(
    r"(\d+(?:[.,]\d+)?) ?mm(?: (?:diameter|dia))?(?: for| over| x|,)? ?(?:a length of )?(\d+(?:[.,]\d+)?) ?mm(?: long)?"
    r"|diameter (\d+(?:[.,]\d+)?)(?: ?mm)?(?: for| over| x|,) ?(\d+(?:[.,]\d+)?) ?mm"
    r"|(\d+(?:[.,]\d+)?) ?mm x (\d+(?:[.,]\d+)?)(?=,|;| and| then|\.?$)"
    r"|\b(?:head|shank|shoulder|journal|seat|spigot|neck|step|collar|section)(?: of)? (\d+(?:[.,]\d+)?)(?: ?mm)? x (\d+(?:[.,]\d+)?) ?mm"
    r"|\bM ?(\d{1,2})(?: thread| end| stud)?,? (\d+(?:[.,]\d+)?) ?mm long",
    re.IGNORECASE,
)


def steps_of(text: str, figures: Mapping[str, float]) -> dict[str, float]:
    """The diameters and lengths of the steps, numbered from 1; empty where there are none."""
    return _equal_steps(text, figures) or _steps(text)


_BORED: Final = re.compile(
    r"\bbores?(?: diameter)?(?: of)? \d[\d.,]* ?mm|\d[\d.,]* ?mm bores?\b", re.IGNORECASE
)


def _steps(text: str) -> dict[str, float]:
    """The steps of a shaft, one after the other."""
    found: dict[str, float] = {}
    for number, match in enumerate(_STEP.finditer(_BORED.sub(";", text)), 1):
        diameter, length = (one for one in match.groups() if one)
        found[f"diameter_{number}"] = float(diameter.replace(",", "."))
        found[f"length_{number}"] = float(length.replace(",", "."))
    return found if len(found) <= 2 * MOST_STEPS else {}


_HOLLOW: Final = re.compile(r"\bhollow\b|\btube\b", re.IGNORECASE)
_TUBE: Final = 2
"""Diameters of a hollow shaft: outside and inside."""
_SLASHED: Final = re.compile(r"(?<![\d/.])(\d+(?:[.,]\d+)?(?: ?/ ?\d+(?:[.,]\d+)?){1,15}) ?mm")
"""Without an end, each number would be looked at with all behind it."""


def _equal_steps(text: str, figures: Mapping[str, float]) -> dict[str, float]:
    """40/35/30 mm over one length: the steps are as long as each other."""
    slashed, length = _SLASHED.search(text), figures.get("length_1", figures.get("length", 0.0))
    if slashed is None or not length:
        return {}
    across = [float(one.replace(",", ".")) for one in slashed[1].split("/")]
    if len(across) == _TUBE and _HOLLOW.search(text):
        return {"diameter_1": max(across), "length_1": length, "bore": min(across)}
    if len(across) > MOST_STEPS:
        return {}
    steps = {f"diameter_{number}": one for number, one in enumerate(across, 1)}
    return steps | {
        f"length_{number}": length / len(across) for number in range(1, len(across) + 1)
    }
