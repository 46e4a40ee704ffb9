"""The structure for a brief: the kind's recipe or the functions' modules, and what the text adds."""

import re
from collections.abc import Mapping
from typing import Final

from partwright.drafter.brief.traits import (
    UNPOWERED,
    names_electrics,
    supply_of,
    traits_of,
)
from partwright.drafter.catalogue import components, functions, kinds
from partwright.drafter.drafts import PartForm
from partwright.drafter.recipes.evaluation import Evaluation
from partwright.drafter.recipes.expressions import ExpressionNames, Value
from partwright.drafter.recipes.modules import lines_of
from partwright.drafter.recipes.nodes import RecipeNode, RecipePlace
from partwright.drafter.structures import mass
from partwright.drafter.structures.additions import (
    add_named,
    add_properties,
    take_out_electrics,
)
from partwright.drafter.structures.cells import stated_cells, use_stated_cells
from partwright.drafter.structures.colours import use_colours
from partwright.drafter.structures.exclusions import prune_denied
from partwright.drafter.structures.materials import has_metal, use_materials
from partwright.drafter.structures.recognition import use_sizes
from partwright.drafter.structures.single_parts import SinglePart, single_part
from partwright.drafter.structures.stated_holes import use_holes
from partwright.drafter.structures.tapering import use_tapers
from partwright.drafter.structures.unknown_products import (
    CONFIDENCE,
    PARTS_ONLY,
    functions_told,
    is_immaterial,
    is_named,
    parts_named,
    told_of,
)
from partwright.drafter.structures.voltages import MAINS, stated_voltage, use_voltage
from partwright.drafter.text.brief import DesignBrief
from partwright.drafter.text.drive_codes import drive_codes
from partwright.kit.patterns import lazy_regex

_LAID: Final = ("top", "deck")
"""Names of the boards that are sheets where they are of metal."""
_USUAL_MAINS: Final = 230.0
_LABELLED_LOAD: Final = 20.0
"""Kilograms from which a passive product carries a label that tells its load."""
_BARS: Final = lazy_regex(
    r"\b(?:on|to|onto|around) (?:\w+ ){0,3}(?:handlebars?|pole|tube|pipe|mast|railing|bar|post)\b",
    re.IGNORECASE,
)
_EDGES: Final = lazy_regex(
    r"\b(?:edge of|(?:desk|table|bench) edge|clamps? (?:on|to|onto) (?:\w+ ){0,2}(?:desk|table|bench|shelf))\b",
    re.IGNORECASE,
)
_CLIP: Final = lazy_regex(
    r"\b(?:clip mount|clips? on|clip-on|with (?:a )?clip|belt clip|clip)\b", re.IGNORECASE
)
_REAR: Final = frozenset({"rear", "tail", "back"})
_PUSHED: Final = frozenset({"balance", "kick", "scooter"})
_BACKED: Final = frozenset({"chair", "armchair", "stuhl"})
_HUNG: Final = frozenset({"hook", "wall", "hanger", "rail"})


_OF_METAL: Final = "of_metal"
"""The name by which a recipe reads whether its top is of metal."""
_NOT_LAID_OUT: Final = 0.6
"""Confidence in the parts of a kind whose places are not known."""
_UNPLACED: Final = 0.4
"""Confidence in such a product as a whole."""
_TOPICS: Final = (
    "structure load body mount gear torque shaft bearing enclosure base force rotation fasten"
)
_ALL_TOPICS: Final = frozenset(_TOPICS.split())


def tree_of(brief: DesignBrief) -> RecipeNode:
    """The root assembly with everything below it, not yet linked to requirements or the library."""
    single = single_part(brief)
    if single is not None:
        return _of_one_part(brief, single)
    return mass.kept(brief, lambda heft: _tree(brief, heft))


def _tree(brief: DesignBrief, heft: float) -> RecipeNode:
    """The product; sheets of metal are as thick as such only where they end up of metal."""
    root = _built(brief, heft, of_metal=True)
    kind = kinds().get(brief.kind)
    if kind is None or _OF_METAL not in kind.tree or any(has_metal(root, word) for word in _LAID):
        return root
    return _built(brief, heft, of_metal=False)


def _built(brief: DesignBrief, heft: float, *, of_metal: bool) -> RecipeNode:
    kind = kinds().get(brief.kind)
    scaled = {mass.HEFT: ExpressionNames(heft), _OF_METAL: ExpressionNames(of_metal)}
    evaluation = Evaluation(brief, {**_basis(brief), **scaled})
    if kind is not None:
        children = evaluation.tree(lines_of(kind.tree))
        name = brief.name or brief.kind.capitalize()
    else:
        children = _composed(brief, evaluation)
        name = brief.name or "Product"
    root = RecipeNode(
        name=name, part_type="Manufacture", children=children, confidence=0.8 if kind else 0.45
    )
    root.why = "The complete product." if kind else f"{told_of(brief)}."
    root.gap = None if kind else "product"
    root.dimensions = evaluation.drawn_dimensions() if root.is_drawn else {}
    _rate(root, 0.45 if kind is None else 0.85 if root.is_drawn else _NOT_LAID_OUT)
    if kind is not None and not root.is_drawn:
        root.confidence, root.why, root.gap = _UNPLACED, PARTS_ONLY, "layout"
    use_sizes(brief, root)
    add_named(brief, root, evaluation)
    if kind is not None or root.children:
        add_properties(brief, root, evaluation)
    if kind is not None and _lacks_power(brief, root):
        root.children += evaluation.module("power")
    is_by_hand = kind is None or (brief.supply == "hand" and not kind.powered)
    if is_by_hand and supply_of(brief) in UNPOWERED and not names_electrics(brief):
        take_out_electrics(brief, root, evaluation)
    if kind is None:
        _list_nouns(brief, root)
    use_stated_cells(brief, root)
    use_voltage(brief, root)
    use_holes(brief, root)
    use_tapers(brief, root)
    prune_denied(brief, root)
    _clothe(brief, root)
    if kind is not None:
        _finish(brief, root, evaluation)
    _merge_twins(root)
    return root


def _lacks_power(brief: DesignBrief, root: RecipeNode) -> bool:
    """Whether an electric product has nothing yet that feeds it."""
    is_electric = "electric" in traits_of(brief)
    return is_electric and not any("power" in node.topics for node in root.leaves())


def _list_nouns(brief: DesignBrief, root: RecipeNode) -> None:
    """Of a product that no recipe knows: what the text names, and little confidence."""
    if is_immaterial(brief):
        root.children = []
    else:
        root.children += parts_named(brief)
    if not root.children:
        name = f"{root.name}, to be detailed"
        root.children.append(RecipeNode(name=name, part_type="Manufacture"))
    _rate(root, CONFIDENCE)


def _of_one_part(brief: DesignBrief, part: SinglePart) -> RecipeNode:
    """The part by itself, or on top of an assembly with the screws that the text adds."""
    node = RecipeNode(
        name=part.name,
        part_type=part.part_type,
        material=part.material,
        form=part.form,
        topics=_ALL_TOPICS,
        why="; ".join(["The part that the description asks for", *part.notes]) + ".",
        given=frozenset(figure.written for figure in brief.figures),
        confidence=0.9,
    )
    if part.screws is None:
        _clothe(brief, node)
        if not _COATED.search(brief.text):
            node.material = (node.material or "").removesuffix(_COAT)
        return node
    node.places = (RecipePlace((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),)
    screws = RecipeNode(
        name=part.screws.name,
        part_type="Purchase",
        material="Steel 8.8, zinc plated",
        quantity=len(part.screws.places),
        form=PartForm(method=f"standard:{part.screws.standard}"),
        places=tuple(RecipePlace(place, (0.0, 0.0, 0.0)) for place in part.screws.places),
        topics=frozenset({"fasten"}),
        why="Counted in the description; its length is assumed.",
        confidence=0.9,
    )
    root = RecipeNode(
        name=f"{part.name} with screws",
        part_type="Manufacture",
        children=[node, screws],
        why="The complete product.",
        confidence=0.9,
    )
    _clothe(brief, root)
    return root


_COAT: Final = ", powder coated"
_COATED: Final = lazy_regex(
    r"coat|paint|lacquer|lackier|beschicht|peint|pintad|laqu", re.IGNORECASE
)
"""Words without which one part is of the bare metal."""


def _clothe(brief: DesignBrief, root: RecipeNode) -> None:
    """Materials first, whose names the colours then end."""
    use_materials(brief, root)
    use_colours(brief, root)


def _basis(brief: DesignBrief) -> Mapping[str, ExpressionNames]:
    """The names that every recipe may read: the supply, the surroundings, the usual materials."""
    traits = traits_of(brief)
    voltage = stated_voltage(brief)
    is_low = voltage is not None and voltage.high < MAINS
    values = _circumstances(brief, traits) | _usual_materials(traits)
    values["volts"] = volts = voltage.high if voltage else 0.0
    mains = volts if volts >= MAINS else _USUAL_MAINS
    values |= {"dc_volts": volts if is_low else 0.0, "mains_volts": mains}
    values["mains"] = f"{mains:g} V / "
    basis = {name: ExpressionNames(value) for name, value in values.items()}
    if voltage is not None:
        told = frozenset({f"supply {voltage.written}"})
        names = ("volts", "dc_volts") if is_low else ("volts", "mains_volts", "mains")
        basis |= {name: ExpressionNames(values[name], told) for name in names}
    return basis


def _circumstances(brief: DesignBrief, traits: frozenset[str]) -> dict[str, Value]:
    named = {m.key for m in brief.components}
    return {
        **drive_codes(brief.text),
        "supply": supply_of(brief),
        "wet": "wet" in traits,
        "outdoor": bool(traits & {"outdoor", "wet", "marine"}),
        "food": "food" in traits,
        "sealed": bool(traits & {"wet", "dust", "marine"}),
        "quiet": "quiet" in traits,
        "wireless": "wireless" in traits,
        "portable": "portable" in traits,
        "pedalled": not _PUSHED & set(brief.title),
        "module": _module_of(brief),
        "backrest": int(bool(_BACKED & set(brief.title))),
        "on_wall": brief.has("wall") or brief.has("ceiling") or bool(_HUNG & set(brief.title)),
        "on_bar": bool(_BARS.search(brief.text)),
        "on_edge": bool(_EDGES.search(brief.text)),
        "adjustable": brief.has("adjustable"),
        "cell_watts": _cell_watts(brief),
        "rear": bool(_REAR & set(brief.title)),
        "clipped": bool(_CLIP.search(brief.text)),
        "belt_driven": "belt" in named,
        "has_sensor": any("sensing" in components()[m.key].topics for m in brief.components),
    }


_MODULE: Final = lazy_regex(r"\bmodule? (?:of )?(\d{1,2}(?:[.,]\d{1,2})?)\b", re.IGNORECASE)


def _module_of(brief: DesignBrief) -> float:
    """The module of the teeth that the text names; 0 where it names none."""
    match = _MODULE.search(brief.text)
    return float(match[1].replace(",", ".")) if match else 0.0


def _cell_watts(brief: DesignBrief) -> float:
    """The power in W of the exchangeable cells of the text; 0 where it names none."""
    stated = stated_cells(brief)
    return stated.watts if stated and stated.cell.is_primary else 0.0


def _usual_materials(traits: frozenset[str]) -> dict[str, Value]:
    """Grades for screws, shells, frames and seals that stand the surroundings."""
    is_wet = bool(traits & {"wet", "outdoor", "food", "marine"})
    is_clean = bool(traits & {"food", "marine"})
    screws = "Stainless steel A2-70" if is_wet else "Steel 8.8, zinc plated"
    rubber = "EPDM 70 Shore A" if is_wet else "NBR 70 Shore A"
    return {
        "bolt": "Stainless steel A4-80" if "marine" in traits else screws,
        "washers": "Stainless steel A2" if is_wet else "Steel 200 HV, zinc plated",
        "shell": "ASA" if "outdoor" in traits else "ABS",
        "metal": "Stainless steel 1.4301" if is_clean else "EN AW-6082 T6",
        "frame": "Stainless steel 1.4301" if is_clean else "Steel S235JR, powder coated",
        "seal": "FDA silicone (VMQ)" if "food" in traits else rubber,
    }


def _composed(brief: DesignBrief, evaluation: Evaluation) -> list[RecipeNode]:
    """Modules for the functions, on a body that fits them; nothing where the text names none.

    A name that says what the thing is, and that no recipe knows, is not made up of modules: they
    would be parts of another product.
    """
    if is_immaterial(brief):
        return []
    told = [] if is_named(brief) and stated_cells(brief) is None else functions_told(brief)
    if not told:
        return []
    names = list(dict.fromkeys(name for f in told for name in functions()[f].use))
    traits = traits_of(brief)
    is_electric = "electric" in traits
    if is_electric:
        energy = "energy for" if "portable" in traits else "power"
        names += [n for n in ("controls", energy) if n not in names]
    is_machine = _is_big(brief) and bool(traits & {"electric", "moving"})
    body = "machine body" if is_machine else "device body" if is_electric else "plain body"
    names.insert(0, body)
    nodes: list[RecipeNode] = []
    for name in names:
        nodes += evaluation.module(name)
    return nodes


def _is_big(brief: DesignBrief) -> bool:
    load = brief.given("load")
    is_loaded = load is not None and load.high >= _LABELLED_LOAD
    return is_loaded or bool({"machine", "station", "line", "plant"} & set(brief.title))


def _finish(brief: DesignBrief, root: RecipeNode, evaluation: Evaluation) -> None:
    """Labels and papers where the product is sold, packed or has to be marked."""
    traits = traits_of(brief)
    if "no papers" in traits:
        return
    holds = traits & {"electric"} or any(n.topics & {"enclosure", "container"} for n in root.walk())
    if (
        traits & {"wet", "dust"}
        and holds
        and not any("seal" in node.topics for node in root.walk())
    ):
        root.children += evaluation.module("sealing")
    load = brief.given("load")
    is_heavy = load is not None and load.high >= _LABELLED_LOAD
    if traits & {"electric", "pressure", "lifting", "powered-motion"} or is_heavy:
        root.children += evaluation.module("marking")
    if traits & {"consumer", "electric"} and not traits & {"heavy"}:
        root.children += evaluation.module("packaging")


def _rate(root: RecipeNode, base: float) -> None:
    """Confidence: lower where sizes rest on assumptions, higher where figures of the text carry them."""
    for node in root.walk():
        node.confidence = base - (0.15 if node.assumed else 0.0) + (0.05 if node.given else 0.0)


def _merge_twins(node: RecipeNode) -> None:
    """Parts of one name and material in one assembly become one line with their sum."""
    kept: dict[tuple[str, str | None], RecipeNode] = {}
    for child in node.children:
        twin = kept.get((child.name.casefold(), child.material))
        if twin is None:
            kept[child.name.casefold(), child.material] = child
        elif not child.children and not twin.children:
            twin.quantity += child.quantity
            twin.places += child.places
        else:
            twin.children += child.children
    node.children = list(kept.values())
    for child in node.children:
        _merge_twins(child)
