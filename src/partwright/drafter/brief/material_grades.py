"""Grades of metals as a text writes them, behind the metal or ahead of it; pure."""

import re
from typing import Final

from partwright.drafter.catalogue import materials
from partwright.drafter.text.brief import DesignBrief, PartMention
from partwright.kit.patterns import lazy_regex

GRADE: Final = lazy_regex(
    r"[ ,(]*(?:AISI |type |grade |EN )?(1\.\d{4}|30[34]L?|316L?|321|4[123]0|416|(?:EN )?AW-\d{4}(?:[ -]T\d+)?|[2567]\d{3}[ -]T\d+|2024|5083|5754|6005|6060|6061|6063|6082|7075"
    r"|S(?:235|275|355|460|690)\w{0,4})\b(?!\s*(?:[x×*]\s*\d|by\s+\d|(?:mm|cm|m|in|kg|g|Nm?|l)\b))"
)
"""No grade is the first side of a size: birch plywood, 420 x 380 mm."""
_NUMBERED: Final = lazy_regex(r"1\.4\d{3}")
"""A stainless steel by its number alone."""
_USUAL_NAMES: Final = {
    "303": "1.4305", "304": "1.4301", "304L": "1.4307", "316": "1.4401", "316L": "1.4404", "321": "1.4541",
    "410": "1.4006", "416": "1.4005", "420": "1.4021", "430": "1.4016",
}  # fmt: skip
_AHEAD: Final = lazy_regex(r"\b(303|30[24]L?|316L?|321|4[123]0|416)[ -]$")


def grade_of(brief: DesignBrief, mention: PartMention) -> str:
    """The grade of a material named: the one written behind it, else the usual one."""
    usual = materials()[mention.key].grade
    if _NUMBERED.fullmatch(mention.words):
        return f"Stainless steel {mention.words}"
    ahead = _AHEAD.search(brief.text[: mention.start]) if "stainless" in mention.key else None
    said = GRADE.match(brief.text, mention.end) or ahead
    if said is None:
        return usual
    grade = _USUAL_NAMES.get(said[1], said[1])
    if grade.startswith("1."):
        return f"Stainless steel {grade}" if grade.startswith("1.4") else f"Steel {grade}"
    if grade.startswith("S"):
        return f"Steel {grade}"
    grade = re.sub(r"-(?=T\d)", " ", grade)
    return grade if grade.startswith("EN") else "EN AW-" + grade.removeprefix("AW-")
