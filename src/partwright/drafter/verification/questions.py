"""Questions about missing facts that decide the design."""

from collections.abc import Iterator
from typing import Final

import msgspec

from partwright.drafter.brief.brief_reading import ANSWER
from partwright.drafter.brief.contradictions import contradictions
from partwright.drafter.brief.traits import UNPOWERED, supply_of
from partwright.drafter.catalogue import functions, kinds
from partwright.drafter.structures.single_parts import single_part
from partwright.drafter.structures.unknown_products import (
    CODE,
    UNKNOWN,
    is_immaterial,
    is_named,
    told_of,
)
from partwright.drafter.text.brief import DesignBrief

MOST: Final = 3
PARTS: Final = f"{ANSWER}parts"


class DrafterQuestion(msgspec.Struct, frozen=True):
    """A question to the user; an answer in any words is taken."""

    question_id: str
    stage: str
    question: str
    options: tuple[str, ...] = ()


def questions_of(brief: DesignBrief) -> list[DrafterQuestion]:
    """The questions that are open, the most important first, three at most over a session."""
    left = MOST - len([key for key in brief.settled if key.startswith(ANSWER)])
    asked = [q for q in _wanted(brief) if q.question_id not in brief.settled]
    return asked[: max(0, left)]


def _of_unknown(brief: DesignBrief) -> DrafterQuestion:
    """The question on a product that no recipe knows, or on what is no thing."""
    text = (
        f"{told_of(brief)} ({CODE}). Which thing do you mean?"
        if is_immaterial(brief)
        else f"{UNKNOWN} ({CODE}): {brief.name}. Which parts is it made of, and what are their main sizes?"
    )
    return DrafterQuestion(PARTS, "requirements_drafting", text)


def _wanted(brief: DesignBrief) -> Iterator[DrafterQuestion]:
    if told := next(contradictions(brief), ""):
        yield DrafterQuestion(
            f"{ANSWER}figures",
            "requirements_drafting",
            f"These figures cannot be right: {told}. Which did you mean?",
        )
    if single_part(brief) is not None:
        return
    kind = kinds().get(brief.kind)
    if kind is None and brief.name and (not brief.functions or is_named(brief)):
        yield _of_unknown(brief)
        return
    if kind is None and not (brief.functions or brief.components or brief.figures):
        yield DrafterQuestion(
            f"{ANSWER}purpose",
            "requirements_drafting",
            "What should the product do, and for whom? One sentence with its main figures is enough.",
        )
        return
    rows = [kind] if kind else [functions()[f] for f in brief.functions]
    for row in rows:
        for line in row.asks:
            keys, question, options = (f.strip() for f in (line + " | ").split("|")[:3])
            names = [k.strip() for k in keys.split(",")]
            if not any(_is_told(brief, name) for name in names):
                yield DrafterQuestion(
                    ANSWER + names[0].replace(" ", "-"),
                    "requirements_drafting",
                    question,
                    tuple(o.strip() for o in options.split(";") if o.strip()),
                )


_SIZES: Final = frozenset({"length", "width", "height", "depth"})


def _is_told(brief: DesignBrief, name: str) -> bool:
    """Whether the text gives the figure, the count, or for `supply` the source of energy."""
    if name == "supply":
        return bool(brief.supply)
    if name.endswith("power") and supply_of(brief) in UNPOWERED:
        return True
    if name.startswith("#"):
        return bool(brief.counted(name[1:]))
    if name in _SIZES and brief.given("size") is not None:
        return True
    return brief.given(name) is not None
