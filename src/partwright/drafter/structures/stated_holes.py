"""Holes that a text asks of a product for which its recipe has no place of its own."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from partwright.cad.language import validator
from partwright.cad.language.flat import spec_of
from partwright.drafter import layout
from partwright.drafter.drafts import PartForm
from partwright.drafter.layout_expressions import ExpressionProblem, dimensions
from partwright.drafter.parts.hole_places import HoleWish
from partwright.drafter.parts.stated_features import wishes_in
from partwright.drafter.recipes.nodes import RecipeNode
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.surroundings import is_for
from partwright.drafter.text.words import stems
from partwright.kit.patterns import lazy_regex

_FLAT: Final = ("plate", "disc", "box", "l_bracket")
"""Methods of parts that a hole goes into, the likeliest first."""
_HOLE: Final = lazy_regex(r"^(?:cross_|bolt_)?hole|bore|^inner_diameter$|^pin_diameter$|pilot")
_SAME_MM: Final = 0.1
_FIRST: Final = 30
"""Number of the first such hole; recipes have fewer of their own."""
_NUMBERED: Final = lazy_regex(r"hole_(\d+)\.")
_MOST: Final = 12
_IN: Final = lazy_regex(
    r"\b(?:in|at|on|through) (?:the |its |each )?([a-z -]{3,30})", re.IGNORECASE
)


def is_hole(name: str, value: float, wanted: float) -> bool:
    """Whether a figure of a form is that of a hole so wide."""
    return bool(_HOLE.search(name)) and abs(value - wanted) <= _SAME_MM


def use_holes(brief: DesignBrief, root: RecipeNode) -> None:
    """Drill the holes asked for where no part has such ones."""
    if not root.is_drawn:
        return
    try:
        names = dimensions(root.dimensions)
    except ExpressionProblem:
        return
    for wish, start, end in wishes_in(brief.text):
        drawn = [(leaf, _figures(leaf, names)) for leaf in root.leaves() if leaf.form]
        found = (is_hole(key, v, wish.diameter) for _, all_ in drawn for key, v in all_.items())
        if wish.number > _MOST or is_for(brief.text, start) or any(found):
            continue
        for leaf, figures in _targets(brief.text[start : end + 40], drawn):
            if _drilled(leaf, figures, wish):
                break


def _figures(leaf: RecipeNode, names: Mapping[str, float]) -> Mapping[str, float]:
    try:
        return {} if leaf.form is None else layout.parameters_of(leaf.form, names)
    except ExpressionProblem:
        return {}


def _targets(
    words: str, drawn: list[tuple[RecipeNode, Mapping[str, float]]]
) -> list[tuple[RecipeNode, Mapping[str, float]]]:
    """The part that the text names, then flat ones, the largest first."""
    match = _IN.search(words)
    named = set(stems(match[1])) if match else set[str]()
    flat = [one for one in drawn if one[0].form and one[0].form.method in _FLAT]

    def rank(one: tuple[RecipeNode, Mapping[str, float]]) -> tuple[int, int, float]:
        leaf, figures = one
        sides = sorted(figures.get(k, 0.0) for k in ("length", "width", "diameter", "height"))
        method = leaf.form.method if leaf.form else ""
        area = sides[-1] * max(sides[-2], 1.0)
        return -len(named & set(stems(leaf.name))), _FLAT.index(method), -area

    return sorted(flat, key=rank)


def _drilled(leaf: RecipeNode, figures: Mapping[str, float], wish: HoleWish) -> bool:
    """The part with the holes, at the first place where it can have them."""
    if leaf.form is None:
        return False
    taken = [int(m[1]) for key in leaf.form.parameters if (m := _NUMBERED.match(key))]
    first = max([_FIRST - 1, *taken]) + 1
    for more in _arranged(figures, wish, first):
        spec = spec_of(name="", method=leaf.form.method, parameters={**figures, **more})
        if not validator.problems(spec):
            parameters = {**leaf.form.parameters, **more}
            leaf.form = PartForm(method=leaf.form.method, parameters=parameters)
            leaf.why = f"{leaf.why} With {wish.number} hole{'s' * (wish.number > 1)} of"
            leaf.why += f" {wish.diameter:g} mm as asked for; where is assumed."
            leaf.given = leaf.given | {f"hole {wish.diameter:g} mm"}
            return True
    return False


def _arranged(
    figures: Mapping[str, float], wish: HoleWish, first: int
) -> Iterator[dict[str, float]]:
    """Places along the middle, then nearer to the side."""
    long = figures.get("length") or figures.get("diameter", 0.0) * 0.7
    wide = figures.get("width") or figures.get("diameter", 0.0) * 0.7
    for aside in (0.0, 0.25, -0.25):
        places = _row(wish, long)
        yield {
            f"hole_{first + number}.{key}": value
            for number, x in enumerate(places)
            for key, value in _hole(wish, x, aside * wide)
        }


def _row(wish: HoleWish, long: float) -> list[float]:
    if wish.number == 1:
        return [0.0]
    pitch = wish.spacing[0] or long * 0.7 / (wish.number - 1)
    return [(number - (wish.number - 1) / 2) * pitch for number in range(wish.number)]


def _hole(wish: HoleWish, x: float, y: float) -> Iterator[tuple[str, float]]:
    yield from (("diameter", wish.diameter), ("x", round(x, 3)), ("y", round(y, 3)))
    if wish.depth:
        yield "depth", wish.depth
    if wish.countersink:
        yield "countersink_diameter", wish.countersink
