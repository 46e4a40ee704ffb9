"""The number of the product that a text wants: a pair of sawhorses, six chairs; pure."""

from typing import Final

from partwright.drafter.catalogue import kinds
from partwright.drafter.recipes.modules import lines_of
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.figures import StatedCount
from partwright.drafter.text.words import stem, words_of

_MOST_WANTED: Final = 999


def pieces_wanted(brief: DesignBrief) -> StatedCount | None:
    """The count of the product itself; None where it says how many parts the one has."""
    if not brief.title:
        return None
    head = brief.title[-1]
    found = (one for one in brief.counts if one.noun == head and 1 < one.number <= _MOST_WANTED)
    count = next(found, None)
    if count is None or _is_of_recipe(brief, head) or _is_named_before(brief, head, count):
        return None
    return count


def _is_named_before(brief: DesignBrief, head: str, count: StatedCount) -> bool:
    """Whether the product is named ahead of the count, which is then of what it holds."""
    return any(stem(word.lower) == head for word in words_of(brief.text, 0, count.start))


def _is_of_recipe(brief: DesignBrief, head: str) -> bool:
    """Whether the kind itself counts them: the tables of a nest of tables."""
    row = kinds().get(brief.kind)
    if row is None:
        return False
    lines = lines_of(kinds()[row.like].tree if row.like else row.tree)
    counted = (noun for line in lines if line.verb == "count" for noun in line.arguments)
    return any(head == stem(noun.partition("@")[0]) for noun in counted)
