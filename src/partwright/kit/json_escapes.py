"""Escapes of a JSON text that stand for half a character."""

import re
from typing import Final

from partwright.kit.patterns import lazy_regex

_ESCAPES: Final = lazy_regex(
    rb"""\\(?: u[dD][89abAB][0-9a-fA-F]{2} \\u[dD][c-fC-F][0-9a-fA-F]{2}
          | (?P<half> u[dD][89a-fA-F][0-9a-fA-F]{2} )
          | . )""",
    re.VERBOSE | re.DOTALL,
)
"""An escape; `half` of a surrogate pair is no character, and nothing that holds it can be sent."""


def halves_as_nul(text: bytes) -> bytes:
    """The JSON with a NUL, which no field takes either, for each half of a surrogate pair."""
    if b"\\ud" not in text and b"\\uD" not in text:
        return text
    return _ESCAPES.sub(lambda found: b"\\u0000" if found["half"] else found[0], text)
