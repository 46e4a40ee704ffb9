"""For how many pieces a text says that a price is: `Pack of 100`, `per 50 pcs`, `each`."""

import re
from collections.abc import Sequence

from partwright.kit.patterns import lazy_regex

_PACK = r"(?:pack(?:age|et|ung)?|pkg|pkt|bag|box|lot|kit|bundle|set|beutel|karton|paquet|sachet|bolsa|paquete|confezione)s?"
_PIECES = (
    r"(?:pcs?|pieces?|pc\.|st(?:k|ück)?|stuks|units?|ea|p(?:iè|ie)ces|uds?|unidades|pezzi|szt)\.?"
)
_OF = lazy_regex(
    rf"(?:(?:price\s+)?(?:per|je|pro|für|pour|par|por|/)\s*)?(?:{_PACK}\s*(?:of|à|a|de|von|di|mit|with|[x×/,:(])?\s*)"
    rf"([1-9][0-9]{{0,5}})(?:\s*{_PIECES})?\)?"
    rf"|(?:price\s+)?(?:per|je|pro|für|pour|par|por|/)\s*([1-9][0-9]{{0,5}})(?:\s*{_PIECES})?"
    rf"|([1-9][0-9]{{0,5}})\s*(?:{_PIECES}\s*(?:/|per|in)\s*(?:a\s+)?)?(?:{_PACK}|{_PIECES})",
    re.IGNORECASE,
)
_ONE = lazy_regex(
    r"(?:(?:per|je|pro|par|por|/)\s*)?(?:each|one|unit|piece|pc|ea|stk|stück|pièce|unidad|pezzo)\.?",
    re.IGNORECASE,
)
_WITHIN = lazy_regex(
    rf"(?<!\w){_PACK}\s+(?:of|à|de|von|di)\s+([1-9][0-9]{{0,5}})\b"
    rf"|(?<![\w.,])([1-9][0-9]{{0,5}})[\s-]?(?:pcs?|pieces?|stk|stück)?\s?(?:/|per|-)\s?pack\b"
    rf"|(?<![\w.,])([1-9][0-9]{{0,5}})[\s-]pack\b",
    re.IGNORECASE,
)
_LONGEST = 60
_LONGEST_NAME = 300


def pieces_of(text: str) -> int | None:
    """The number of pieces that the price beside a cell is for; None where the cell says nothing."""
    plain = text.strip()
    if len(plain) > _LONGEST:
        return None
    if match := _OF.fullmatch(plain):
        return int(match[1] or match[2] or match[3])
    return 1 if _ONE.fullmatch(plain) else None


def say_pieces(values: Sequence[str]) -> bool:
    """Whether nearly all cells say for how many pieces a price is, and none is a price."""
    told = sum(pieces_of(text) is not None for text in values)
    return bool(values) and 10 * told >= 9 * len(values)


def pack_within(text: str) -> int:
    """The number of pieces in the pack that a name speaks of, as `Nut M3, pack of 50`; 0 for none."""
    match = _WITHIN.search(text[:_LONGEST_NAME])
    return int(match[1] or match[2] or match[3]) if match else 0
