"""The letters and numbers of revisions, by scheme; pure.

ASME Y14.35 leaves out the letters that are taken for digits or for each other.
"""

import re

from partwright.settings import RevisionScheme

NONE = "-"
"""The revision of what was never released."""

_ALPHA = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LETTERS: dict[str, str] = {
    "alpha": _ALPHA,
    "asme": "".join(letter for letter in _ALPHA if letter not in "IOQSXZ"),
}
_LAST_PART = re.compile(r"([A-Za-z]+|[0-9]+)([^A-Za-z0-9]*)\Z")


def first_revision(scheme: RevisionScheme) -> str:
    """The revision of the first release."""
    return "1" if scheme == "numeric" else "A"


def next_revision(revision: str, scheme: RevisionScheme) -> str:
    """The revision after one, whoever gave it: its last letters or digits count up.

    `A` is followed by `B`, `Z` by `AA`, `09` by `10`, `P-2` by `P-3`.
    """
    if revision == NONE:
        return first_revision(scheme)
    found = _LAST_PART.search(revision)
    if found is None:
        return f"{revision}{first_revision(scheme)}"
    part, rest = found.groups()
    counted = (
        str(int(part) + 1).zfill(len(part)) if part.isdigit() else _letters_after(part, scheme)
    )
    return revision[: found.start()] + counted + rest


def _letters_after(text: str, scheme: RevisionScheme) -> str:
    """Count up in the scheme's letters; a letter that the scheme lacks moves to its next one."""
    letters = _LETTERS.get(scheme, _ALPHA)
    counted: list[str] = []
    carry = True
    for letter in reversed(text.upper()):
        if not carry:
            counted.append(letter)
            continue
        higher = next((one for one in letters if one > letter), None)
        carry = higher is None
        counted.append(letters[0] if higher is None else higher)
    if carry:
        counted.append(letters[0])
    result = "".join(reversed(counted))
    return result.lower() if text.islower() else result
