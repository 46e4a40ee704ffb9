"""The nature of a product, from which duties follow: electric, mains, moving, under pressure."""

import re
from typing import Final

from partwright.drafter.catalogue import components, functions, kinds, properties
from partwright.drafter.text.brief import DesignBrief, PartMention
from partwright.drafter.text.words import stem

_ELECTRIC = frozenset({"mains", "battery", "usb", "dc", "solar"})


UNPOWERED: Final = frozenset({"hand", "none"})
"""Supplies that bring no electricity."""


def supply_of(brief: DesignBrief) -> str:
    """The source of energy: as the text says, else as usual for the kind or the functions."""
    if brief.supply and brief.supply != "none":
        return brief.supply
    if brief.supply == "none":
        return "hand"
    kind = kinds().get(brief.kind)
    if kind is not None:
        if kind.supply == "hand" and "supply ==" in kind.tree and _BY_CURRENT & set(brief.title):
            return "mains"
        is_fed = kind.supply in UNPOWERED and names_electrics(brief) and not is_turned(brief)
        return "dc" if is_fed else kind.supply
    traits = {t for f in brief.functions for t in functions()[f].traits}
    named = {t for m in brief.components for t in components()[m.key].traits}
    if "electric" in traits or ("powered-motion" in traits and _is_driven(brief)):
        return "mains"
    if any((f := brief.given(q)) and f.high >= _STRONG for q in ("motor power", "power")):
        return "mains" if named else "none"
    return "dc" if "electric" in named else "hand" if "powered-motion" in traits else "none"


_BY_CURRENT: Final = frozenset(stem(one) for one in ("electric", "motorised", "motorized"))
"""In its name these drive what is else driven by hand: an electric winch."""
_STRONG: Final = 400.0
"""Watts from which a motor is fed from the mains unless the text says otherwise."""
_DRIVEN_BY: Final = (
    "speed",
    "rotation",
    "power",
    "motor power",
    "cycle time",
    "throughput",
    "voltage",
)


def _is_driven(brief: DesignBrief) -> bool:
    """Whether the text speaks of a machine that moves by itself."""
    return (
        any(brief.given(quantity) is not None for quantity in _DRIVEN_BY)
        or any(brief.has(key) for key in ("automatic", "remote", "variable"))
        or bool(
            {"machine", "robot", "automatic", "electric", "motorised", "motorized"}
            & set(brief.title)
        )
        or any(m.key in ("motor", "stepper", "servo", "linear actuator") for m in brief.components)
    )


def is_turned(brief: DesignBrief) -> bool:
    """Whether a motor turns the product from outside, as it does a gearbox, and is all that needs current."""
    kind = kinds().get(brief.kind)
    if kind is None or kind.supply != "none" or "torque" not in kind.traits:
        return False
    rows = [components()[m.key] for m in brief.components]
    return all("motor" in row.topics for row in rows if "electric" in row.traits)


def names_electrics(brief: DesignBrief) -> bool:
    """Whether the text names a component that needs current."""
    return any("electric" in components()[m.key].traits for m in brief.components)


def is_of_gears(brief: DesignBrief, mention: PartMention) -> bool:
    """Whether speeds are said of what no current drives, whose gears alone can have several."""
    return mention.key == "variable" and supply_of(brief) in UNPOWERED


def is_of_parts(brief: DesignBrief, mention: PartMention) -> bool:
    """Whether a property asks for parts of its own."""
    return not is_of_gears(brief, mention) and _ROLLERS.match(brief.text, mention.end) is None


_ROLLERS: Final = re.compile(r" (?:swivel )?(?:castor|caster|wheel|roller)s?\b", re.IGNORECASE)
"""Behind locking, what is held by a brake and by no key."""


def traits_of(brief: DesignBrief) -> frozenset[str]:
    """The traits of the kind (or of the functions) and of what the text adds."""
    kind = kinds().get(brief.kind)
    traits = {
        t
        for row in ([kind] if kind else map(functions().__getitem__, brief.functions))
        for t in row.traits
    }
    if not is_turned(brief):
        traits.update(*(components()[m.key].traits for m in brief.components))
    traits.update(*(properties()[m.key].traits for m in brief.properties))
    if brief.given("operating temperature") is not None:
        traits.add("stated-temperature")
    supply = supply_of(brief)
    if supply in _ELECTRIC:
        traits |= {"electric", supply}
    is_by_hand = brief.supply == "hand" or kind is None
    if is_by_hand and supply in UNPOWERED and not names_electrics(brief):
        traits -= _ELECTRIC | {"electric", "motor-machine", "wireless"}
    if supply in ("air", "hydraulic"):
        traits |= {"pressure"}
    return frozenset(traits)
