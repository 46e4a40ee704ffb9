"""Messages that take back the message before them, or give its figure anew; pure."""

import re
from collections.abc import Sequence
from typing import Final

from partwright.drafter.text.numbers import FIGURE
from partwright.drafter.text.translation import in_english
from partwright.drafter.text.words import normalised
from partwright.kit.patterns import lazy_regex

_N: Final = FIGURE
_UNIT: Final = r"mm|cm|m|kg|g|V|W|kW|Ah|l|bar|rpm|inch|in"
_LEAD: Final = r"(?:(?:please|no|ok|okay|sorry|oops|hm|well|wait|can you|could you|let's|lets|i want to)\b[,.!:; ]*)*"
_OF_LAST: Final = (
    r"(?: (?:the |my )?(?:last|latest|previous|that) (?:change|message|edit|step|one))?"
)
_UNDONE: Final = lazy_regex(
    rf"\s*{_LEAD}(?:(?:undo|revert|take back|cancel|discard|scrap)(?: (?:that|this|it))?{_OF_LAST}"
    r"|(?:go |change it |put it |set it )?back to (?:what it was(?: before)?|how it was(?: before)?|the (?:previous|last) (?:version|state|one)|before)"
    rf"|(?:forget|never ?mind)(?: (?:that|this|it){_OF_LAST}|{_OF_LAST}))(?: again)?(?: please)?[.! ]*",
    re.IGNORECASE,
)
"""The whole message takes back the one before it."""
_ANEW: Final = lazy_regex(
    rf"\s*(?:{_LEAD}(?:actually|rather|correction|i meant|i mean|better|make (?:it|that)|should be|it should be|it must be|no|sorry|oops|wait)\b[,.:!; ]*)+"
    rf"(?P<n>{_N}) ?(?P<u>{_UNIT})(?: (?:please|instead|then|rather|better|actually))*[.! ]*",
    re.IGNORECASE,
)
"""A figure alone, which another one before it gives way to."""
_BY: Final = lazy_regex(
    r"\b(?:by|more|longer|shorter|higher|lower|wider|thicker|thinner)\b", re.IGNORECASE
)
"""Words with which a figure is a difference, which the text no longer shows."""


def without_undone(messages: Sequence[str], beside: str) -> list[str]:
    """The messages without those that a later one takes back, and without what takes them back."""
    kept = list[str]()
    for message in messages:
        if kept and _UNDONE.fullmatch(normalised(in_english(message, beside=beside))):
            kept.pop()
        else:
            kept.append(message)
    return kept


def with_figure_corrected(
    text: str, kept: Sequence[str], before: str, said: str
) -> tuple[str, list[str], str]:
    """The text and the messages kept with the figure that a message gives anew: actually 6 mm.

    The figure of the message before goes first, else the only one of that unit in the text.
    """
    match, messages = _ANEW.fullmatch(said), list(kept)
    if match is None:
        return text, messages, said
    figure = re.compile(rf"(?<![\w.,-])(?<!x )(?P<n>{_N}) ?{match['u']}\b(?! ?x)", re.IGNORECASE)
    of_last = {one["n"] for one in figure.finditer(before)}
    if len(of_last) == 1:
        old = re.compile(rf"(?<![\w.,-]){re.escape(of_last.pop())}(?= ?{match['u']}\b)")
        if messages and len(old.findall(messages[-1])) == 1:
            messages[-1] = old.sub(match["n"], messages[-1])
            return text, messages, ""
        if len(old.findall(text)) == 1 and not _BY.search(before):
            return old.sub(match["n"], text), messages, ""
    found = list(figure.finditer(text))
    if before or len(found) != 1:
        return text, messages, said
    start, end = found[0].span("n")
    return f"{text[:start]}{match['n']}{text[end:]}", messages, ""
