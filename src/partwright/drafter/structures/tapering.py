"""Legs that grow thinner towards the floor, where the text calls them tapered."""

from typing import Final

from partwright.drafter.drafts import Figure, PartForm
from partwright.drafter.recipes.nodes import RecipeNode
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.words import stems

_THINNER: Final = 0.55
"""Of a leg at the floor, as a part of what it is at the top."""
_SHAPE: Final = "conical"


def use_tapers(brief: DesignBrief, root: RecipeNode) -> None:
    """Give the upright bars that the text calls tapered their shape."""
    things = {
        noun
        for mention in brief.shapes
        if mention.key == _SHAPE
        for noun in mention.things
        if noun not in brief.title
    }
    for leaf in root.leaves():
        if leaf.form is not None and things & set(stems(leaf.name)):
            tapered = _tapered(leaf.form)
            if tapered is not None:
                leaf.form = tapered
                leaf.name = f"{leaf.name}, tapered"
                leaf.given = leaf.given | {"tapered"}


def _tapered(form: PartForm) -> PartForm | None:
    said = form.parameters
    if form.method in ("rod", "tube"):
        across = said.get("diameter", said.get("outer_diameter"))
        length = said.get("length")
        if across is None or length is None:
            return None
        return PartForm(
            method="cone",
            parameters={
                "bottom_diameter": _part(across), "top_diameter": across, "height": length
            },
        )  # fmt: skip
    if form.method in ("box", "square_tube"):
        names = (
            ("length", "width", "height") if form.method == "box" else ("width", "height", "length")
        )
        long, wide, high = (said.get(name) for name in names)
        if long is None or wide is None or high is None:
            return None
        return PartForm(
            method="loft",
            parameters={
                "bottom_length": _part(long), "bottom_width": _part(wide),
                "top_length": long, "top_width": wide, "height": high,
            },
        )  # fmt: skip
    return None


def _part(figure: Figure) -> Figure:
    return figure * _THINNER if isinstance(figure, int | float) else f"({figure}) * {_THINNER}"
