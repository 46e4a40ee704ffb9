"""Tubes and channels in place of the solid sections of a recipe in wood, where the text wants metal."""

from typing import Final

import msgspec

from partwright.drafter.drafts import Figure
from partwright.drafter.layout_expressions import ExpressionProblem, figure
from partwright.drafter.recipes.nodes import RecipeNode
from partwright.drafter.text.words import stems
from partwright.kit.patterns import lazy_regex

_WALL: Final = 2
_THICK_WALL: Final = 4
_WIDE: Final = 60
"""Across, from which a lying bar is a beam, and has the thicker wall."""
_STEPPED_ON: Final = frozenset({"rung", "step", "tread", "seat"})
"""What is stepped or sat on, and no channel open at its top."""
_SLENDER: Final = 4
"""Widths from which a bar is long enough to be a tube."""
_LEAST: Final = 14
"""Millimetres across below which metal stays solid."""
_LONGEST_SIDE: Final = 160
"""Across, from which it is no bar any more."""


def make_hollow(root: RecipeNode, node: RecipeNode, wall: float = 0.0) -> None:
    """Give an upright bar the section of a tube, and a lying one that of a channel.

    The wall is in millimetres, 0 for the usual one.
    """
    if node.form is None or any("." in name for name in node.form.parameters):
        return
    if node.form.method == "rod":
        _make_tube(root, node, wall or _WALL)
    elif node.form.method == "box":
        _make_square(root, node, wall)


_THICKNESS: Final = lazy_regex(r"(\d) x [0-5](?:\.\d+)?(?= mm\b)")


_BORED: Final = frozenset({"hub", "head", "bushing", "sleeve", "collar", "socket"})
"""Words of parts that go over something, of whatever they are made."""


def make_solid(node: RecipeNode) -> None:
    """Give a tube of metal the section of a bar, as it is made of wood; what turns on something is bored."""
    if node.form is None or not _BORED.isdisjoint(stems(node.name)):
        return
    said = node.form.parameters
    solid: dict[str, Figure] = {}
    if node.form.method == "tube" and "outer_diameter" in said:
        method, solid = "rod", {"diameter": said["outer_diameter"], "length": said["length"]}
    elif node.form.method == "square_tube" and "width" in said:
        tall = said.get("height", said["width"])
        method = "box"
        solid = {"length": said["width"], "width": tall, "height": said["length"]}
    else:
        return
    node.form = msgspec.structs.replace(node.form, method=method, parameters=solid)
    node.name = _THICKNESS.sub(r"\1", node.name, count=1).replace(" tube ", " ")
    node.why = f"{node.why} Solid, of wood.".strip()


def _make_tube(root: RecipeNode, node: RecipeNode, wall: float) -> None:
    diameter, length = _values(root, node, "diameter", "length")
    if not _LEAST <= diameter <= min(_LONGEST_SIDE, length / _SLENDER):
        return
    said = dict(node.form.parameters) if node.form else {}
    inner: Figure = f"({said['diameter']}) - {2 * wall:g}"
    _set(
        node,
        "tube",
        {"outer_diameter": said["diameter"], "inner_diameter": inner, "length": said["length"]},
        wall,
    )


def _make_square(root: RecipeNode, node: RecipeNode, wall: float) -> None:
    length, width, height = _values(root, node, "length", "width", "height")
    across = sorted((length, width, height))
    if across[0] < _LEAST or across[1] > min(_LONGEST_SIDE, across[2] / _SLENDER):
        return
    said = dict(node.form.parameters) if node.form else {}
    if height == across[2]:
        square: dict[str, Figure] = {
            "width": said["length"], "height": said["width"], "thickness": wall or _WALL,
            "corner_radius": _WALL, "length": said["height"],
        }  # fmt: skip
        _set(node, "square_tube", square, wall or _WALL)
    elif _STEPPED_ON.isdisjoint(stems(node.name)):
        wall = wall or (_THICK_WALL if across[0] >= _WIDE else _WALL)
        _set(node, "box", {**said, "shell_1.wall": wall}, wall)


def _set(node: RecipeNode, method: str, parameters: dict[str, Figure], wall: float) -> None:
    if node.form is not None:
        node.form = msgspec.structs.replace(node.form, method=method, parameters=parameters)
        node.why = f"{node.why} Hollow, {wall:g} mm wall.".strip()


def _values(root: RecipeNode, node: RecipeNode, *names: str) -> tuple[float, ...]:
    """The figures of a form; zeros where one has no value."""
    if node.form is None:
        return tuple(0.0 for _ in names)
    parameters = node.form.parameters
    known: dict[str, float] = {}
    try:
        for name, value in root.dimensions.items():
            known[name] = figure(value, known)
        return tuple(figure(parameters[name], known) for name in names)
    except (ExpressionProblem, KeyError):
        return tuple(0.0 for _ in names)
