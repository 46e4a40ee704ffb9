"""Names of manufacturers and suppliers, told from links and sentences that stand in their place."""

import re
from collections.abc import Sequence

_LINK = re.compile(r"(?:[a-z][a-z0-9+.-]*://|www\.)\S|\S+\.[a-z]{2,6}/\S", re.IGNORECASE)
_LONGEST = 60
_MOST_WORDS = 8


def is_link(text: str) -> bool:
    """Whether the text is an address in the web, or begins with one."""
    return bool(_LINK.match(text.strip()))


def names_company(text: str) -> bool:
    """Whether the text may be the name of a company: no link, and no sentence."""
    plain = text.strip()
    return not is_link(plain) and len(plain) <= _LONGEST and len(plain.split()) <= _MOST_WORDS


_MAKE_OR_BUY = frozenset(
    [
        "make",
        "made",
        "makes",
        "buy",
        "bought",
        "purchase",
        "purchased",
        "manufacture",
        "manufactured",
        "inhouse",
        "in-house",
        "self-made",
        "kaufteil",
        "eigenfertigung",
        "zukauf",
        "fertigung",
        "achat",
        "fabrication",
        "compra",
        "fabricado",
    ]
)


def are_companies(values: Sequence[str]) -> bool:
    """Whether at least half of the values may be names of companies, and do not say make or buy."""
    first = [re.split(r"[\s/(,;]+", text.strip().casefold())[0] for text in values]
    if values and 2 * sum(word in _MAKE_OR_BUY for word in first) > len(values):
        return False
    return 2 * sum(map(names_company, values)) >= len(values)
