"""Changes of keyways, threads in ends, steps, counted things and paint that words ask of a part; pure."""

import re
from typing import Final

from msgspec.structs import replace

from partwright.cad import materials
from partwright.cad.language.feature import Feature
from partwright.cad.language.flat import changed, flat, spec_of
from partwright.cad.language.standards import tables
from partwright.cad.model import NotDrawn, PartSpec
from partwright.drafter.parts import stated_features
from partwright.drafter.parts.name_sizes import number, sizes_in
from partwright.drafter.parts.stated_features import StatedFeatures
from partwright.drafter.text.numbers import COUNT, FIGURE
from partwright.kit.patterns import lazy_regex

Outcome = tuple[PartSpec, str] | NotDrawn | None

_KEY: Final = lazy_regex(r"\b(?:key ?way|key ?seat|passfedernut|rainure de clavette|chavetero)\b", re.IGNORECASE)  # fmt: skip
_CROSS: Final = lazy_regex(r"\b(?:cross|transverse|split[- ]pin|cotter[- ]pin|quer)[- ]?(?:holes?|bohrung(?:en)?)\b", re.IGNORECASE)  # fmt: skip
_SIZE: Final = lazy_regex(
    rf"(?:[øØ⌀]|\bdiameter |\bof )? ?({FIGURE}) ?mm(?! (?:from|off|vom|von))", re.IGNORECASE
)
_FROM_END: Final = lazy_regex(
    rf"({FIGURE}) ?mm (?:from|off|vom|von) (?:(?:the|each|both|one|every|dem|den|der|beiden) )*(?:ends?|tips?|enden?)\b",
    re.IGNORECASE,
)
_BOTH: Final = lazy_regex(r"\b(?:both|each|beide[nr]?|jedem)\b", re.IGNORECASE)
_END_THREAD: Final = lazy_regex(
    rf"\bM ?(?P<m>{FIGURE})(?: (?:x ?[\d.]+ )?(?:[a-z]+ ){{0,2}}?(?:threads?|tapped holes?|holes?|gewinde\w*|zentrum\w*))?,?(?: (?P<deep>{FIGURE}) ?mm deep)?"
    rf" (?:in|into|at|on|an|im|am) (?:(?:the|one|an|einem|den|dem) )*(?P<both>both|each|beiden?)?(?: \w+)?? ?ends?\b"
    rf"|\bM ?(?P<m2>{FIGURE}) (?P<sort>stirn\w*)",
    re.IGNORECASE,
)
_DEEP: Final = 2.5
"""Times its thread, the usual depth of a thread in the end of a shaft."""
_STEP: Final = lazy_regex(
    rf"\b(?:step|turn|reduce|neck)(?:ped|ed|d)?(?: it)?(?: down)?(?: (?:one|the|an|upper|other) end)?(?: down)? to (?:[øØ⌀]|diameter )?({FIGURE})(?: ?mm)? (?:over|for|on|along) (?:the )?(?:last|first|end)? ?({FIGURE}) ?mm",
    re.IGNORECASE,
)
_MANY: Final = lazy_regex(
    rf"\b(?:(?P<times>twice|double|half|three times|doppelt so viele?|halb so viele?|dreimal so viele?)(?: as many| the number of| the)?"
    rf"|(?P<more>{COUNT}) (?P<way>more|further|additional|extra|fewer|less|weitere|mehr|weniger|zusätzliche))"
    rf" (?P<what>[^\W\d_]+)\b"
    rf"|\b(?P<more2>{COUNT}) (?P<what2>[^\W\d_]+) (?P<way2>more|fewer|less|mehr|weniger)\b",
    re.IGNORECASE,
)
_TIMES: Final = {
    "twice": 2.0, "double": 2.0, "half": 0.5, "three times": 3.0, "doppelt": 2.0, "halb": 0.5, "dreimal": 3.0,
}  # fmt: skip
_LESS: Final = frozenset({"fewer", "less", "weniger"})
_COUNTED: Final = (
    (lazy_regex(r"fins?$|rippen?$", re.IGNORECASE), "fin_count"),
    (lazy_regex(r"teeth$|tooth$|zähnen?$|zahn$|zaehnen?$", re.IGNORECASE), "teeth"),
    (lazy_regex(r"spokes?$|speichen?$", re.IGNORECASE), "spoke_count"),
    (lazy_regex(r"blades?$|vanes?$|schaufeln?$|flügel$", re.IGNORECASE), "blade_count"),
    (lazy_regex(r"flutes?$|lobes?$", re.IGNORECASE), "flute_count"),
    (lazy_regex(r"grooves?$|rillen?$", re.IGNORECASE), "grooves"),
    (lazy_regex(r"turns?$|coils?$|windung(?:en)?$", re.IGNORECASE), "turns"),
    (lazy_regex(r"(?:bolt)?holes?$|löcher[n]?$|bohrung(?:en)?$", re.IGNORECASE), "bolt_count"),
)
_PAINT: Final = lazy_regex(
    r"\b(?:paint|painted|colou?r|colou?red|lacquer\w*|powder[- ]?coat\w*|anodi[sz]e[d]?|coat(?:ed)?|lackier\w*|eloxier\w*|pulverbeschicht\w*|farbe|streiche?n?)\b"
    r"|\A\W*(?:(?:please |bitte )?(?:make|mach|make it|mach(?:e)? (?:es|sie|ihn)|in) )?(?:it |es |the \w+ )?(?:(?:light|dark|matt) )?[^\W\d_]+\W*\Z",
    re.IGNORECASE,
)
_WORD: Final = lazy_regex(r"[^\W\d_]+")
_NO_PAINT: Final = frozenset({"glass", "acrylic", "paper", "copper"})


def keyed(spec: PartSpec, text: str, feature: Feature) -> Outcome:
    """A keyway of the sizes told, else of the key for the diameter."""
    known = {parameter.name for parameter in feature.parameters}
    if not _KEY.search(text) or not (
        feature.steps(feature.resolve(spec.parameters)) or "keyway_width" in known
    ):
        return None
    said = stated_features.features_of(text)
    before = flat(spec)
    figures = {name: value for name, value in before.items() if value or "keyway" not in name}
    bore = sizes_in(said.text).named.get("bore", 0.0) if "bore" in known else 0.0
    figures |= {"bore": bore} if bore else {}
    made, left = stated_features.with_features(
        spec.method, figures, StatedFeatures("", keyway=said.keyway or {})
    )
    if left:
        return NotDrawn("the keyway does not fit into the part")
    whole = flat(spec_of(name="", method=spec.method, parameters=made))
    new = {name: value for name, value in whole.items() if before.get(name) != value}
    return changed(spec, new), said.text


def crossed(spec: PartSpec, text: str, feature: Feature) -> Outcome:
    """A hole across the axis, so far from the end as the words have it."""
    steps = feature.steps(feature.resolve(spec.parameters))
    if not _CROSS.search(text) or not steps:
        return None
    own = across(text, steps[-1].high)
    if not own:
        return NotDrawn("say how large the hole across should be, such as `cross hole 4 mm`")
    return changed(spec, own), ""


def across(text: str, long: float) -> dict[str, float]:
    """The figures of a hole across something so long; none where the words have no such hole."""
    hole = _CROSS.search(text)
    if hole is None:
        return {}
    before, behind = text[max(0, hole.start() - _NEAR) : hole.start()], text[hole.end() :][:_NEAR]
    sizes = [*_SIZE.finditer(before)][-1:] or [*_SIZE.finditer(behind)][:1]
    place = _FROM_END.search(f"{before} {behind}")
    if not sizes:
        return {}
    where = number(place[1]) if place else long / 2
    own = {"cross_hole_1.diameter": number(sizes[0][1]), "cross_hole_1.z": where}
    if place and _BOTH.search(place.group()):
        own |= {"cross_hole_1.count": 2.0, "cross_hole_1.spacing": long - 2 * where}
    return own


_NEAR: Final = 40
"""Letters around the words for a hole in which its size and place are told."""


def end_threads(text: str) -> tuple[float, float, bool] | None:
    """Thread and depth of holes tapped in the ends of a shaft, and whether in both; None where there are none."""
    match = _END_THREAD.search(text)
    if match is None:
        return None
    size = number(match["m"] or match["m2"])
    deep = number(match["deep"]) if match["deep"] else size * _DEEP
    return size, deep, bool(match["both"]) or bool(_BOTH.search(match.group()))


def ends_tapped(size: float, deep: float, *, is_both: bool) -> dict[str, float]:
    """The core holes of threads in the upper end of a shaft, or in both."""
    own: dict[str, float] = {}
    for face in (0, 1) if is_both else (0,):
        own |= {
            f"hole_{face + 1}.diameter": tables.tapping_hole(size),
            f"hole_{face + 1}.depth": deep,
            f"hole_{face + 1}.face": float(face),
        }
    return own


def tapped(spec: PartSpec, text: str, _: Feature) -> Outcome:
    """Threads in the ends of what is turned."""
    found = end_threads(text) if spec.method in ("shaft", "rod") else None
    if found is None:
        return None
    size, deep, is_both = found
    made = changed(spec, ends_tapped(size, deep, is_both=is_both))
    note = f"M{size:g} is drawn as its core hole"
    return replace(made, notes=(*made.notes, note)), ""


def stepped(spec: PartSpec, text: str, _: Feature) -> Outcome:
    """The end of a shaft turned down."""
    match = _STEP.search(text) if spec.method in ("shaft", "rod") else None
    if match is None:
        return None
    across, along = number(match[1]), number(match[2])
    values = flat(spec)
    if spec.method == "rod":
        values = {"diameter_1": values["diameter"], "length_1": values["length"]}
        spec = replace(spec, method="shaft", parameters=dict(values))
    last = max(n for n in range(1, 9) if n == 1 or values.get(f"length_{n}"))
    rest = values[f"length_{last}"] - along
    if rest <= 0 or last == 8:
        return NotDrawn(f"its last step is not longer than {along:g} mm")
    wanted = {
        f"length_{last}": rest, f"diameter_{last + 1}": across, f"length_{last + 1}": along,
    }  # fmt: skip
    return changed(spec, wanted), text[: match.start()] + " ; " + text[match.end() :]


def recounted(spec: PartSpec, text: str, feature: Feature) -> Outcome:
    """More or fewer of what the part has a number of: twice as many fins, two teeth more."""
    match = _MANY.search(text)
    if match is None:
        return None
    word = match["what"] or match["what2"]
    known = {parameter.name for parameter in feature.parameters}
    name = next((name for said, name in _COUNTED if said.search(word) and name in known), None)
    if name is None:
        return None
    now = flat(spec)[name]
    if match["times"]:
        said = match["times"].casefold()
        wanted = now * next(by for start, by in _TIMES.items() if said.startswith(start))
    else:
        way = -1 if (match["way"] or match["way2"]).casefold() in _LESS else 1
        wanted = now + way * number(match["more"] or match["more2"])
    if wanted != int(wanted) and name != "turns":
        return NotDrawn(f"{wanted:g} is no whole number of {word}")
    return changed(spec, {name: wanted}), text[: match.start()] + " ; " + text[match.end() :]


def painted(spec: PartSpec, text: str, _: Feature) -> Outcome:
    """Another colour on the material that the part is of."""
    if not _PAINT.search(text):
        return None
    said = [match.group().casefold() for match in _WORD.finditer(text)]
    words = [_COLOURS.get(word, word) for word in said]
    colour = next((word for word in words if word in materials.PAINTS), None)
    known = materials.named(spec.material)
    if colour is None or not spec.material or any(map(materials.named, words)):
        return None
    if known is not None and known.kind in _NO_PAINT:
        return NotDrawn(f"{spec.material} is not painted")
    worn = materials.paint_of(spec.material)
    bare = spec.material.rpartition(", ")[0] if worn else spec.material
    return replace(spec, material=f"{bare}, {colour}"), ""


_COLOURS: Final = {
    "gray": "grey", "rot": "red", "blau": "blue", "grün": "green", "gelb": "yellow", "schwarz": "black", "weiß": "white",
    "weiss": "white", "grau": "grey", "orange": "orange", "braun": "brown", "rouge": "red", "bleu": "blue", "vert": "green",
    "jaune": "yellow", "noir": "black", "blanc": "white", "rojo": "red", "azul": "blue", "verde": "green", "negro": "black",
    "blanco": "white",
}  # fmt: skip
"""Colours in other languages as materials have them."""
