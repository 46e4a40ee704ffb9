"""The sizes in a user's words that are those of the part itself, and not of something on it; pure."""

import re
from typing import Final

from partwright.cad import materials
from partwright.cad.language.feature import Feature
from partwright.cad.model import PartSpec
from partwright.drafter.catalogue import word_list
from partwright.drafter.parts.name_sizes import NameSizes, sizes_in
from partwright.kit.patterns import lazy_regex

_WORD: Final = lazy_regex(r"[^\W\d_]{3,}")
_ON_IT: Final = lazy_regex(
    r"\b(?:holes?|\w*bohrung(?:en)?|\w*l(?:ö|oe)cher|\w*loch|threads?|gewinde|chamfers?|fasen?|slots?|langl(?:ö|oe)cher|nut|grooves?|pockets?"
    r"|cut-?outs?|openings?|windows?|notch(?:es)?|engrav\w*|text|edges?|kanten?|rim|rand|from|apart)\b",
    re.IGNORECASE,
)
"""What stands on a part and has sizes of its own."""
_SAID: Final = frozenset(
    _WORD.findall("""
    make mach mache machen set setze change ändere aendere take nimm use nehmen put give let want would like need should shall must soll sollte bitte
    please now just only instead than rather statt anstatt size sized größe groesse the and with mit und auf aus von der die das den dem ein eine einen
    einer part teil bauteil whole total overall all over length width height depth thickness diameter radius wall bore long wide high tall deep thick
    länge laenge breite höhe hoehe tiefe dicke stärke durchmesser lang breit hoch tief dick stark mm cm inch inches exactly genau about new neu
    old alt not nicht but sondern was ist war sei sein sie ihn this that these are has have bis für fuer each jeweils also auch too zu measure
    longer shorter wider bigger smaller larger thicker thinner screw bolt screws bolts version one stück
    """)
)
"""Words around the sizes of a part that tell nothing beside it."""


def meant_sizes(text: str, spec: PartSpec, feature: Feature) -> NameSizes:
    """The sizes of the words; none that belong to what they name beside the part."""
    sizes = sizes_in(text)
    if not sizes.any:
        return sizes
    sides = (parameter.name.rpartition("_")[2] for parameter in feature.parameters)
    own = " ".join((spec.name, spec.method.replace("_", " "), *feature.called, *sides))
    known = {word.casefold() for word in _WORD.findall(own)}
    others = [
        word
        for word in map(str.casefold, _WORD.findall(text))
        if word not in known
        and word not in _SAID
        and word.removesuffix("s") not in known
        and word not in word_list("stop")
        and materials.named(word) is None
    ]
    is_beside = _ON_IT.search(text) is not None
    if not others and not is_beside:
        return sizes
    named = {} if is_beside else sizes.named
    return NameSizes(named)
