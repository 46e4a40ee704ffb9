"""The mass of a drafted structure before anything is built, and how it is brought to a stated one; pure."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from partwright.cad import materials
from partwright.cad.language import validator, volumes
from partwright.cad.model import NotDrawn, PartSpec
from partwright.drafter import layout
from partwright.drafter.catalogue import word_list
from partwright.drafter.drafts import BomNodeDraft, PartForm
from partwright.drafter.layout_expressions import ExpressionProblem, dimensions
from partwright.drafter.parts.part_context import PartContext
from partwright.drafter.parts.rules import choose_form
from partwright.drafter.recipes.nodes import RecipeNode
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.figures import StatedFigure
from partwright.kit.units import KG_PER_MM3

HEFT: Final = "heft"
"""By this name recipes scale the sections that may be thicker or thinner."""
_LEAST: Final = 0.4
_MOST: Final = 3.0
_ROUNDS: Final = 14
_NEAR: Final = 0.01
TOLERANCE: Final = 0.05
"""The part of a stated mass by which the found one may differ."""
_LIGHT: Final = "EN AW-6082 T6"
_HEAVY: Final = "Steel S235JR"
_METALS: Final = frozenset({"steel", "ductile iron", "cast iron", "aluminium", "stainless steel"})


def stated_mass(brief: DesignBrief) -> StatedFigure | None:
    """The mass of the whole that the text states."""
    said = [f for f in brief.figures if f.quantity == "mass" and not _is_of_part(brief, f)]
    later = [f for f in said if f.origin]
    return later[-1] if later else next(iter(said), None)


def _is_of_part(brief: DesignBrief, figure: StatedFigure) -> bool:
    """Whether a part weighs it: the base weighs 5 kg."""
    near = [word for word in figure.about[:3] if word not in _WEIGHING][:1]
    parts = word_list("side parts") | word_list("weights")
    return bool(parts & set(near)) and near[0] not in brief.title


_WEIGHING: Final = frozenset({"weigh", "weight", "mass", "of", "a", "the", "with", "about"})


def is_kept(stated: StatedFigure, found: float, tolerance: float = TOLERANCE) -> bool:
    """Whether a mass is what the text says, by its bound."""
    if stated.bound in ("most", "within"):
        return found <= stated.high * (1 + tolerance)
    if stated.bound == "least":
        return found >= stated.low * (1 - tolerance)
    tolerance *= 2 if stated.bound == "about" else 1
    return stated.low * (1 - tolerance) <= found <= stated.high * (1 + tolerance)


def estimated(root: RecipeNode) -> float:
    """Kilograms of all parts, from their forms or their names."""
    try:
        names = dimensions(root.dimensions)
    except ExpressionProblem:
        names = {}
    return _mass(root, names)


class ReckonedSolids(NamedTuple):
    """Mass of the forms of a drafted structure."""

    kg: float
    mm3: float


def reckoned(root: BomNodeDraft) -> ReckonedSolids:
    """Mass and volume of all parts that have a form; nothing where an expression has no value."""
    try:
        names = layout.dimensions_below(root)
    except ExpressionProblem:
        return ReckonedSolids(0.0, 0.0)

    def of(node: BomNodeDraft) -> ReckonedSolids:
        if node.children:
            below = [(float(child.quantity), of(child)) for child in node.children]
            return ReckonedSolids(
                sum(n * one.kg for n, one in below), sum(n * one.mm3 for n, one in below)
            )
        made = None if node.form is None else _made(node, node.form, names[node.temp_id])
        if made is None:
            return ReckonedSolids(0.0, 0.0)
        volume = volumes.volume(made)
        density = materials.of(made.material, made.method).density
        return ReckonedSolids(volume * density * KG_PER_MM3, volume)

    return of(root)


def of_part(node: BomNodeDraft, names: Mapping[str, float]) -> float:
    """Kilograms of one part: of its solid, else of its form, else of what its name says."""
    if node.cad_generation is not None and node.cad_generation.mass_kg is not None:
        return node.cad_generation.mass_kg
    made = (
        _named(node.name, node.part_type, node.material or "")
        if node.form is None
        else _made(node, node.form, names)
    )
    return 0.0 if made is None else _kilograms(made)


@lru_cache(maxsize=4096)
def _named(name: str, part_type: str, material: str) -> PartSpec | None:
    chosen = choose_form(PartContext(name, part_type, material))
    return None if isinstance(chosen, NotDrawn) else chosen


def _kilograms(spec: PartSpec) -> float:
    density = materials.of(spec.material, spec.method).density
    return volumes.volume(spec) * density * KG_PER_MM3


def _mass(node: RecipeNode, names: Mapping[str, float]) -> float:
    if node.children:
        return sum(child.quantity * _mass(child, names) for child in node.children)
    spec = _spec(node, names)
    return 0.0 if spec is None else _kilograms(spec)


def _spec(node: RecipeNode, names: Mapping[str, float]) -> PartSpec | None:
    if node.form is None:
        return _named(node.name, node.part_type, node.material or "")
    return _made(node, node.form, names)


def _made(
    node: RecipeNode | BomNodeDraft, form: PartForm, names: Mapping[str, float]
) -> PartSpec | None:
    """The part of a form; None where it cannot be made."""
    try:
        spec = layout.spec_of_form(node.name, form, names, node.material)
    except ExpressionProblem:
        return None
    return None if validator.problems(spec) else spec


def kept(brief: DesignBrief, make: Callable[[float], RecipeNode]) -> RecipeNode:
    """The structure whose mass comes nearest to the stated one.

    First the sections that the recipe lets vary, then the metal of the body where the text names
    none.
    """
    tree = make(1.0)
    stated = stated_mass(brief)
    if stated is None or not tree.is_drawn or is_kept(stated, estimated(tree), _NEAR):
        return tree
    wanted = stated.high if stated.bound in ("most", "within") else stated.values[0]
    wanted *= 0.97 if stated.bound in ("most", "within") else 1.0
    best = _nearest(make, wanted)
    if brief.materials or is_kept(stated, estimated(best)):
        return best
    metal = _LIGHT if estimated(best) > wanted else _HEAVY
    if metal == _LIGHT and _is_strained(brief):
        return best
    other = _nearest(lambda heft: _of_metal(make(heft), metal), wanted)
    return min((best, other), key=lambda one: abs(estimated(one) - wanted))


def _is_strained(brief: DesignBrief) -> bool:
    """Whether tonnes press or hang on it, so that no lighter metal bears them."""
    loads = [f for f in brief.figures if f.dimension in ("mass", "force") and f.quantity != "mass"]
    return any(f.high >= _TONNES[f.dimension] for f in loads)


_TONNES: Final = {"mass": 2000.0, "force": 20_000.0}


def _nearest(make: Callable[[float], RecipeNode], wanted: float) -> RecipeNode:
    low, high = _LEAST, _MOST
    lightest, heaviest = make(low), make(high)
    if estimated(lightest) >= wanted:
        return lightest
    if estimated(heaviest) <= wanted:
        return heaviest
    tree = lightest
    for _ in range(_ROUNDS):
        middle = (low + high) / 2
        tree = make(middle)
        found = estimated(tree)
        if abs(found - wanted) <= _NEAR * wanted:
            break
        low, high = (middle, high) if found < wanted else (low, middle)
    return tree


def _of_metal(root: RecipeNode, grade: str) -> RecipeNode:
    for node in root.leaves():
        kind = materials.named(node.material or "")
        is_body = node.part_type == "Manufacture" and node.topics & {"structure", "body"}
        if is_body and kind is not None and kind.kind in _METALS:
            paint = materials.paint_of(node.material or "")
            node.material = f"{grade}, {paint}" if paint else grade
            node.why = f"{node.why} Of {grade} for the stated mass.".strip()
    return root
