"""Codes made from names, and dates that fit together; pure."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import count

from partwright.kit.errors import InvalidInput

CODE_LENGTH = 50
_CODE = re.compile(r"[A-Z0-9-]{1,50}\Z")
_WRITTEN_OUT = {"Þ": "TH", "Ð": "D", "Ŋ": "NG"}
_LATIN = re.compile(r"LATIN CAPITAL (?:LETTER|LIGATURE) ([A-Z]{1,2})\b")


def as_code(text: str) -> str | None:
    """The text as a code, small letters made capitals, or None for what is none."""
    # Looked at first: the capitals of some letters beyond ASCII are within it.
    code = text.strip().upper() if text.isascii() else ""
    return code if _CODE.match(code) else None


def code_of(name: str, *, otherwise: str) -> str:
    """The code that a name suggests; `otherwise` when it has no letter or digit that fits."""
    plain = unicodedata.normalize("NFKD", name.casefold()).upper()
    spelt = "".join(_spelt(c) for c in plain if not unicodedata.combining(c))
    code = re.sub("[^A-Z0-9]+", "-", spelt).strip("-")
    return code[:CODE_LENGTH].rstrip("-") or otherwise


def _spelt(letter: str) -> str:
    """A Latin letter beyond ASCII by those of its Unicode name: `Ø` is O, `Æ` is AE."""
    if letter.isascii():
        return letter
    named = _LATIN.match(unicodedata.name(letter, ""))
    return _WRITTEN_OUT.get(letter) or (named[1] if named else " ")


def code_candidates(code: str) -> Iterator[str]:
    """The code, and then the code with the numbers from 2 on."""
    yield code
    for number in count(2):
        suffix = f"-{number}"
        yield code[: CODE_LENGTH - len(suffix)].rstrip("-") + suffix


def program_search_text(code: str, name: str) -> str:
    """Code and name as search compares them: by Unicode's full case folding."""
    return f"{code}\n{name}".casefold()


def check_program_dates(start: str | None, target_end: str | None) -> None:
    """InvalidInput when the end comes before the start."""
    if start is not None and target_end is not None and target_end < start:
        raise InvalidInput.field("targetEndDate", "is before startDate")
