"""Figures beyond what the recipe of a kind draws: told, and not bent in silence; pure."""

from collections.abc import Iterator

from partwright.drafter.catalogue import kinds
from partwright.drafter.text.brief import DesignBrief


def beyond_drawn(brief: DesignBrief) -> Iterator[str]:
    """The counts and figures of the text that its kind is not drawn with."""
    row = kinds().get(brief.kind)
    if row is None:
        return
    article = "an" if brief.kind[0] in "aeiou" else "a"
    for key, (low, high) in row.drawn.items():
        span = f"{low:g} to {high:g}"
        if key.startswith("#"):
            noun = key.removeprefix("#")
            for count in brief.counts:
                if count.noun == noun and not low <= count.number <= high:
                    said = " ".join(brief.text[count.start : count.end].split())
                    yield f"{said}: {article} {brief.kind} is drawn with {span}"
            continue
        figure = brief.given(key)
        if figure is not None and not low <= figure.high <= high:
            yield f"{figure.written}: {article} {brief.kind} is drawn with {key} {span}"
