"""Undercuts of a shaft beside its shoulders, by their sizes or their standard, as steps of their own; pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from partwright.drafter.parts.name_sizes import number
from partwright.drafter.text.numbers import FIGURE
from partwright.kit.patterns import lazy_regex

Figures = dict[str, float]
_N: Final = FIGURE
_MOST_STEPS: Final = 8
_THIN: Final = 8.0
_SHALLOW: Final = 1.2


class ShaftRelief(NamedTuple):
    """An undercut, beside every shoulder or the first."""

    width: float
    depth: float
    is_everywhere: bool


UNDERCUT: Final = lazy_regex(
    rf"\b(?:(?:with |an? )*(?:DIN ?509 )?(?:undercuts?|relief grooves?|thread relief|freistich)(?: to| per| nach)?(?: DIN ?509)?(?:[ -]*(?P<form>[EF]) ?(?P<r>{FIGURE}) ?x ?(?P<t>{FIGURE})"
    rf"|,? (?:of )?(?P<w>{FIGURE})(?: ?mm)?(?: wide)?,? ?(?:x|by|and) ?(?P<d>{FIGURE})(?: ?mm)?(?: deep)?)?)|\bDIN ?509(?:[ -]*(?P<form2>[EF]) ?(?P<r2>{FIGURE}) ?x ?(?P<t2>{FIGURE}))?",
    re.IGNORECASE,
)
"""A relief cut beside a shoulder, by its sizes or by its form, radius and depth."""
_RELIEFS: Final = {
    (0.2, 0.1): 1.0, (0.4, 0.2): 2.0, (0.6, 0.2): 2.0, (0.6, 0.3): 2.5, (0.8, 0.3): 2.5, (1.0, 0.2): 2.5, (1.0, 0.4): 4.0,
    (1.2, 0.2): 2.5, (1.2, 0.4): 4.0, (1.6, 0.3): 4.0, (2.5, 0.4): 5.0, (4.0, 0.5): 7.0,
}  # fmt: skip
"""Widths of undercuts by radius and depth (DIN 509)."""


def _relief_of(match: re.Match[str]) -> tuple[float, float]:
    """The width and depth of an undercut; those of E 0.6 x 0.3 where nothing is told."""
    if match["w"]:
        return number(match["w"]), number(match["d"])
    radius, deep = match["r"] or match["r2"], match["t"] or match["t2"]
    if not radius:
        return 2.5, 0.3
    wide = _RELIEFS.get((number(radius), number(deep)), max(2.0, 3 * number(radius)))
    return wide, number(deep)


_BESIDE: Final = lazy_regex(
    rf"(?<=;) ,? ?(?:beside|at|against|next to|behind|before|on) (?:the |an? |its |each |every |all |both )*(?:shoulders?|collars?|bearing seats?|seats?)(?: of)?(?: diameter)?(?: {_N} ?mm)?",
    re.IGNORECASE,
)
"""Where an undercut is, behind what is left of its words."""
_ALL: Final = lazy_regex(r"\b(?:both|each|every|all|two)\b|undercuts\b|grooves\b", re.IGNORECASE)
_NEAR: Final = 24


def reliefs_in(text: str) -> tuple[str, tuple[ShaftRelief, ...]]:
    """The text without its undercuts, and these."""
    found: list[ShaftRelief] = []
    for match in UNDERCUT.finditer(text):
        around = text[max(0, match.start() - 6) : match.end() + _NEAR]
        found.append(ShaftRelief(*_relief_of(match), bool(_ALL.search(around))))
    if not found:
        return text, ()
    return _BESIDE.sub(" ; ", UNDERCUT.sub(" ; ", text)), tuple(found)


def relieved(figures: Figures, wanted: tuple[ShaftRelief, ...]) -> tuple[Figures, list[str]]:
    """The shaft with a short thin step on the thinner side of its shoulders, and what has none."""
    steps = _steps_of(figures)
    left: list[str] = []
    for one in wanted:
        made = _with_relief(steps, one)
        if len(made) == len(steps) or len(made) > _MOST_STEPS:
            left.append("the undercut, for which the shaft has no shoulder")
        else:
            steps = made
    rest = {name: value for name, value in figures.items() if not _STEP.fullmatch(name)}
    own: Figures = {}
    for at, (across, long) in enumerate(steps, 1):
        own |= {f"diameter_{at}": round(across, 4), f"length_{at}": round(long, 4)}
    return (own | rest if wanted else figures), left


_STEP: Final = lazy_regex(r"(?:diameter|length)_\d")


def _steps_of(figures: Mapping[str, float]) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for at in range(1, _MOST_STEPS + 1):
        across, long = figures.get(f"diameter_{at}", 0.0), figures.get(f"length_{at}", 0.0)
        if not across or not long:
            break
        found.append((across, long))
    return found


def _with_relief(
    steps: list[tuple[float, float]], relief: ShaftRelief
) -> list[tuple[float, float]]:
    made = list(steps[:1])
    is_done = False
    for across, long in steps[1:]:
        before, before_long = made[-1]
        wide, deep = relief.width, 2 * relief.depth
        if is_done and not relief.is_everywhere:
            made.append((across, long))
        elif before < across and before_long > wide + 1 and before > deep:
            made[-1:] = [(before, before_long - wide), (before - deep, wide), (across, long)]
            is_done = True
        elif before > across and long > wide + 1 and across > deep:
            made += [(across - deep, wide), (across, long - wide)]
            is_done = True
        else:
            made.append((across, long))
    return made


def _undercuts(steps: Sequence[tuple[float, float]]) -> Iterator[tuple[int, int]]:
    """The short thin steps beside shoulders by their index, and that of the step they are of."""
    for at in range(1, len(steps) - 1):
        (before, _), (thin, long), (after, _) = steps[at - 1 : at + 2]
        if long <= _THIN and thin < min(before, after) <= thin + 2 * _SHALLOW and before != after:
            yield at, at - 1 if before < after else at + 1


def has_relief(figures: Mapping[str, float | str]) -> bool:
    """Whether a shaft is undercut beside a shoulder."""
    numbers = {name: value for name, value in figures.items() if isinstance(value, int | float)}
    return next(_undercuts(_steps_of(numbers)), None) is not None


def whole_steps(figures: Mapping[str, float]) -> Figures:
    """The lengths of undercut steps with what is cut."""
    steps = _steps_of(figures)
    long: Figures = {}
    for thin, own in _undercuts(steps):
        name = f"whole_{own + 1}"
        long[name] = long.get(name, steps[own][1]) + steps[thin][1]
    return long
