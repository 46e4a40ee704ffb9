"""Functions of a product of no known kind, by the words that tell them."""

import re
from collections.abc import Sequence
from typing import Final

from partwright.drafter.text.brief import PartMention
from partwright.drafter.text.lexicon import LexiconToken, phrases
from partwright.drafter.text.words import stem


def functions_of(found: Sequence[PartMention], text: str, title: Sequence[str]) -> tuple[str, ...]:
    """The functions of the product by its verbs and nouns, in the order of the text; its name first."""
    own = [m.key for m in found if not _is_of_another_thing(m, text, title)]
    return tuple(dict.fromkeys([*_agent(title), *own]))


def _is_of_another_thing(mention: PartMention, text: str, title: Sequence[str]) -> bool:
    """Whether a word qualifies the product's name, or names what it is for: a test tube rack, for rolls."""
    word = mention.words.casefold()
    if word.endswith("ing"):
        return False
    if stem(word) in title[:-1] and stem(word) != title[-1]:
        return True
    return _FOR.search(text[max(0, mention.start - 40) : mention.start]) is not None


_FOR: Final = re.compile(r"\b(?:for|of) (?:(?:an?|the|one|two|\d+) )?(?:[a-z-]+ )?$", re.IGNORECASE)


def _agent(title: Sequence[str]) -> list[str]:
    """The function in a name such as `turner`, `slicer`, `crusher`."""
    head = title[-1] if title else ""
    if not head.endswith(("er", "or")) or len(head) < 5:
        return []
    verbs = [head[:-2], head[:-1], head[:-3]]
    hits = phrases("functions").find([LexiconToken(verb, n, n + 1) for n, verb in enumerate(verbs)])
    return [hits[0].key] if hits else []
