"""Numbers that are said to be approximate: `~8.00`, `ca. 25`, `(approx. $3)`."""

import re

from partwright.kit.patterns import lazy_regex

_SAYS_ABOUT = (
    # Behind a figure it stands between the two ends of a range: `$10~20`.
    r"(?<![0-9])(?<![0-9] )(?:[~≈～]|(?:ca|circa|approx|about|env|environ|etwa|约|約)(?:\.|\b|(?=[0-9])))\s*"
    r"(?=[0-9]|\s[$€£¥]|(?<=[~≈])[$€£¥])"
)
_ABOUT = lazy_regex(_SAYS_ABOUT, re.IGNORECASE)
_ABOUT_IN_BRACKETS = lazy_regex(rf"\({_SAYS_ABOUT}[^()]*\)\Z", re.IGNORECASE)


def without_about(text: str) -> str:
    """The text without a word that says that its number is approximate."""
    plain = text.strip()
    return _ABOUT.sub("", plain[1:-1] if _ABOUT_IN_BRACKETS.match(plain) else plain)
