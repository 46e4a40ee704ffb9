"""Changes that words ask for beside plain sizes: holes, rims, more and less of something; pure."""

import re
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from partwright.cad.language.feature import Feature
from partwright.cad.language.flat import changed, flat
from partwright.cad.model import NotDrawn, Operation, PartSpec
from partwright.drafter.parts import feature_changes, hole_changes, hole_feedback, leg_changes
from partwright.drafter.parts.name_sizes import number, sizes_in
from partwright.drafter.text.numbers import FIGURE
from partwright.kit.patterns import lazy_regex

Outcome = tuple[PartSpec, str] | NotDrawn | None
"""The part changed and the words that are left, a refusal, or nothing when not spoken of."""

Alteration = Callable[[PartSpec, str, Feature], Outcome]

_N: Final = rf"(?P<n>{FIGURE})"
_MM: Final = rf"{_N}\s?(?P<u>mm|cm)?"

# Comparatives: the figures they mean (the first that the feature has), and more or less.
_COMPARATIVES: Final[dict[str, tuple[tuple[str, ...], int]]] = {
    "longer": (("length", "distance", "span", "free_length", "length_1", "height"), 1),
    "shorter": (("length", "distance", "span", "free_length", "length_1", "height"), -1),
    "wider": (("width", "diameter", "outer_diameter", "span"), 1),
    "narrower": (("width", "diameter", "outer_diameter"), -1),
    "higher": (("height", "length", "thickness"), 1),
    "taller": (("height", "length", "thickness"), 1),
    "lower": (("height", "length", "thickness"), -1),
    "flatter": (("height", "thickness"), -1),
    "thicker": (("thickness", "wall", "web_thickness", "diameter", "outer_diameter"), 1),
    "thinner": (("thickness", "wall", "web_thickness", "diameter", "outer_diameter"), -1),
    "deeper": (("depth", "width", "height"), 1),
    "larger": ((), 1),
    "bigger": ((), 1),
    "smaller": ((), -1),
    "länger": (("length", "distance", "span", "length_1", "height"), 1),
    "kürzer": (("length", "distance", "span", "length_1", "height"), -1),
    "breiter": (("width", "diameter", "outer_diameter"), 1),
    "schmaler": (("width",), -1),
    "höher": (("height", "length", "thickness"), 1),
    "dicker": (("thickness", "wall", "diameter", "outer_diameter"), 1),
    "dünner": (("thickness", "wall", "diameter", "outer_diameter"), -1),
    "größer": ((), 1),
    "kleiner": ((), -1),
}
_COMPARATIVE: Final = "|".join(_COMPARATIVES)
_BY_PERCENT = lazy_regex(
    rf"{_N}\s?(?:%|percent|prozent)\s(?:more )?(?P<word>{_COMPARATIVE})|(?P<word2>{_COMPARATIVE}) (?:by|um) (?P<n2>\d+(?:[.,]\d+)?)\s?(?:%|percent|prozent)",
    re.IGNORECASE,
)
_BY_MM = lazy_regex(
    rf"{_N}\s?(?P<u>mm|cm)\s(?P<word>{_COMPARATIVE})|(?P<word2>{_COMPARATIVE}) (?:by|um) (?P<n2>\d+(?:[.,]\d+)?)\s?(?P<u2>mm|cm)",
    re.IGNORECASE,
)
_SIDE: Final = r"(?P<side{}>length|width|height|thickness|diameter|bore|wall|depth)"
_BY_VERB = lazy_regex(
    rf"\b(?P<up>increase|raise|extend|lengthen|widen)?(?P<down>reduce|decrease|lower|shorten)? ?(?:the |its )?{_SIDE.format('')} by {_MM}"
    rf"|(?<!\d)(?P<n2>\d+(?:[.,]\d+)?)\s?(?P<u2>mm|cm) off (?:the |its )?{_SIDE.format('2')}"
    rf"|\b(?P<up3>add) (?P<n3>\d+(?:[.,]\d+)?)\s?(?P<u3>mm|cm) to (?:the |its )?{_SIDE.format('3')}",
    re.IGNORECASE,
)
_TIMES = lazy_regex(
    r"(?P<how>twice|half|three times|doppelt so|halb so)(?: as)? (?P<what>long|wide|high|tall|thick|large|big|deep|lang|breit|hoch|dick|groß)"
    r"|(?P<how2>double|halve|triple) (?:the |its )?(?P<what2>length|width|height|thickness|size|diameter|wall)",
    re.IGNORECASE,
)
_FACTORS: Final = {
    "twice": 2.0, "double": 2.0, "doppelt so": 2.0, "half": 0.5, "halve": 0.5, "halb so": 0.5,
    "three times": 3.0, "triple": 3.0,
}  # fmt: skip
_FIGURES_OF: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("long", "length", "lang"), _COMPARATIVES["longer"][0]),
    **dict.fromkeys(("wide", "width", "breit"), _COMPARATIVES["wider"][0]),
    **dict.fromkeys(("high", "tall", "height", "hoch"), _COMPARATIVES["higher"][0]),
    **dict.fromkeys(("thick", "thickness", "dick"), _COMPARATIVES["thicker"][0]),
    "diameter": ("diameter", "outer_diameter", "inner_diameter"),
    "wall": ("wall", "thickness"),
    **dict.fromkeys(("large", "big", "size", "groß"), ()),
    "deep": ("depth", "width", "height"),
}
_BARE = lazy_regex(rf"\b(?P<word>{_COMPARATIVE})\b", re.IGNORECASE)

_NO = lazy_regex(
    r"\b(?:no|without|remove(?: the| all)?|delete(?: the)?|ohne|keine)\s(?P<what>fillets?|chamfers?|text|engraving|slots?|bosses|ribs|lid|keyway|hub|bore)",
    re.IGNORECASE,
)
_FILLET = lazy_regex(
    rf"(?P<edge>fillets?|rounded edges|round(?: the)? edges|edge radius|chamfer(?:s|ed)?|fasen?|abrundung|break|breche)"
    rf"(?: (?:all|both|the|its|each|every|outer|top|upper|edges?|rims?|ends?|corners?|sharp|die|alle|beiden?|an|on|kanten?|enden?))*(?: of| with| by| to| at| mit| von| radius|:)*\s?{_MM}|{_MM.replace('<n>', '<n2>').replace('<u>', '<u2>')}\s(?P<edge2>fillets?|chamfers?|fasen?|edge radius)",
    re.IGNORECASE,
)
_BROKEN: Final = ("chamfer", "fase", "break", "breche")
"""Words for rims that are cut at an angle."""
_CORNERS = lazy_regex(
    rf"(?:rounded corners|round(?: the)? corners|corners? rounded|corner radi(?:us|i)|corners)(?: of| with| by| to|:)*\s?{_MM}|{_MM.replace('<n>', '<n2>').replace('<u>', '<u2>')}\s(?:corner radius|rounded corners|corners)",
    re.IGNORECASE,
)
_PLAIN_CORNERS = lazy_regex(
    r"\b(?:round(?:ed|er)?(?: off| all)?(?: the)? corners|corners? rounded|ecken (?:ab)?runden|(?:ab)?gerundete ecken|runde ecken)\b",
    re.IGNORECASE,
)
_SHELL = lazy_regex(
    rf"(?:hollow|shell(?:ed)?)(?: it| out)?(?:,| with)?(?: a)?(?: wall)?(?: of)?\s?{_MM}",
    re.IGNORECASE,
)
_ENGRAVE = lazy_regex(
    r"engrav\w*|\b(?:add|with|put)\b.{0,20}\b(?:text|lettering|its name)|gravier\w*", re.IGNORECASE
)
_MADE = lazy_regex(
    r"\b(?P<kind>slot|pocket|window|recess|boss|stand-?off|rib|keyway|cross[- ]hole)\b",
    re.IGNORECASE,
)
_MADE_KINDS: Final = {
    "window": "pocket", "recess": "pocket", "standoff": "boss", "stand-off": "boss",
    "cross-hole": "cross_hole", "cross hole": "cross_hole",
}  # fmt: skip
_MADE_GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "slot": ("length", "width", "depth"),
    "pocket": ("length", "width", "depth"),
    "boss": ("diameter", "height"),
    "rib": ("length", "thickness", "height"),
    "keyway": ("width", "depth", "length"),
    "cross_hole": ("diameter",),
}
_OF_WHAT: Final = {
    "fillet": "fillet", "chamfer": "chamfer", "text": "text", "engraving": "text",
    "slot": "slot", "boss": "boss", "rib": "rib", "keyway": "keyway",
}  # fmt: skip


_NONE_OF: Final = {
    "lid": "lid_thickness", "keyway": "keyway_width", "hub": "hub_diameter", "bore": "bore",
}  # fmt: skip
"""Figures that are zero where a part has none of it."""


def _removed(spec: PartSpec, text: str, feature: Feature) -> Outcome:
    if without := hole_feedback.removed(spec, text):
        return without
    match = _NO.search(text)
    if match is None:
        return None
    what = match["what"].casefold()
    rest = _cut(text, match)
    known = {parameter.name for parameter in feature.parameters}
    if (figure := _NONE_OF.get(what, "")) in known:
        return changed(spec, {figure: 0.0}), rest
    if what in _NONE_OF and what != "keyway":
        return None
    kind = next(kind for word, kind in _OF_WHAT.items() if what.startswith(word[:4]))
    kept = tuple(o for o in spec.operations if not o.kind.startswith(kind))
    if len(kept) == len(spec.operations):
        return NotDrawn(f"the part has no {what}")
    return _operations(spec, kept), rest


def _corners(spec: PartSpec, text: str, feature: Feature) -> Outcome:
    match = _CORNERS.search(text)
    plain = None if match else _PLAIN_CORNERS.search(text)
    if match is None and plain is None:
        return None
    known = {parameter.name for parameter in feature.parameters}
    name = next((name for name in ("corner_radius", "inner_radius") if name in known), None)
    if name is None:
        return NotDrawn(f"a {spec.method} has no corners to be rounded")
    if match is not None:
        return changed(spec, {name: _figure(match)}), _cut(text, match)
    assert plain is not None
    values = flat(spec)
    sides = [values[side] for side in ("length", "width") if side in values]
    radius = float(max(1, round(min(10.0, min(sides, default=50.0) / 8))))
    if name == "inner_radius":
        radius = max(radius, values.get("thickness", 0.0))
    made = changed(spec, {name: radius})
    note = f"the corners have a radius of {radius:g} mm, which is assumed"
    return replace(made, notes=(*made.notes, note)), _cut(text, plain)


def _edges(spec: PartSpec, text: str, feature: Feature) -> Outcome:
    match = _FILLET.search(text)
    if match is None:
        return None
    word = (match["edge"] or match["edge2"]).casefold()
    size, rest = _figure(match), _cut(text, match)
    values = feature.resolve(spec.parameters)
    if feature.edge_limit(values) <= 0:
        if "inner_radius" in values and not word.startswith(_BROKEN):
            return changed(spec, {"inner_radius": size}), rest
        if "corner_radius" in values and not word.startswith(_BROKEN):
            return changed(spec, {"corner_radius": size}), rest
        return NotDrawn(f"the edges of a {spec.method} cannot be rounded or chamfered")
    kept = tuple(o for o in spec.operations if o.kind not in {"fillet", "chamfer"})
    made = (
        Operation("chamfer", "chamfer_1", {"size": size})
        if word.startswith(_BROKEN)
        else Operation("fillet", "fillet_1", {"radius": size})
    )
    return _operations(spec, (*kept, made)), rest


def _hollowed(spec: PartSpec, text: str, feature: Feature) -> Outcome:
    match = _SHELL.search(text)
    if match is None:
        return None
    if not feature.hollows:
        return NotDrawn(f"a {spec.method} cannot be hollowed")
    return changed(spec, {"shell_1.wall": _figure(match)}), _cut(text, match)


def _engraved(spec: PartSpec, text: str, _: Feature) -> Outcome:
    match = _ENGRAVE.search(text)
    if match is None:
        return None
    stated = sizes_in(text)
    wanted = {"text_1.size": stated.named.get("height", stated.lone[0] if stated.lone else 5.0)}
    if "depth" in stated.named:
        wanted["text_1.depth"] = stated.named["depth"]
    return changed(spec, wanted), ""


def _added(spec: PartSpec, text: str, _: Feature) -> Outcome:
    """A slot, pocket, boss, rib, keyway or cross hole of the sizes that the words give."""
    match = _MADE.search(text)
    if match is None:
        return None
    word = match["kind"].casefold()
    kind = _MADE_KINDS.get(word, word)
    stated = sizes_in(text)
    names = _MADE_GROUPS[kind]
    values = stated.group or stated.lone[:1]
    wanted = {f"{kind}_1.{name}": value for name, value in zip(names, values, strict=False)}
    wanted |= {f"{kind}_1.{n}": v for n, v in stated.named.items() if n in names}
    if not wanted:
        return NotDrawn(f"say how large the {word} should be, such as `{word} 20 x 5 mm`")
    return changed(spec, wanted), ""


def _by_percent(spec: PartSpec, text: str, feature: Feature) -> Outcome:
    match = _BY_PERCENT.search(text)
    if match is None:
        return None
    names, way = _COMPARATIVES[(match["word"] or match["word2"]).casefold()]
    factor = 1 + way * number(match["n"] or match["n2"]) / 100
    if factor <= 0:
        return NotDrawn("nothing would be left")
    return _scaled(spec, feature, names, factor, _cut(text, match))


def _by_length(spec: PartSpec, text: str, feature: Feature) -> Outcome:
    match = _BY_MM.search(text)
    if match is None:
        return None
    names, way = _COMPARATIVES[(match["word"] or match["word2"]).casefold()]
    values = flat(spec)
    name = next((name for name in names if name in values), None)
    if name == "length" and spec.method == "box":
        name = max(("length", "width", "height"), key=lambda side: values[side])
    if name is None:
        return NotDrawn("say which figure should change by that much")
    unit = 10.0 if (match["u"] or match["u2"]).casefold() == "cm" else 1.0
    value = values[name] + way * number(match["n"] or match["n2"]) * unit
    return changed(spec, {name: round(value, 4)}), _cut(text, match)


def _by_verb(spec: PartSpec, text: str, _: Feature) -> Outcome:
    """A figure that is increased or reduced by so much, told by its name."""
    match = _BY_VERB.search(text)
    if match is None or not (match["up"] or match["down"] or match["n2"] or match["up3"]):
        return None
    word = (match["side"] or match["side2"] or match["side3"]).casefold()
    names = _FIGURES_OF.get(
        word, {"depth": _FIGURES_OF["deep"]}.get(word, (word, "inner_diameter"))
    )
    values = flat(spec)
    name = next((name for name in names if name in values), None)
    if name is None:
        return NotDrawn(f"a {spec.method} has no such figure")
    unit = 10.0 if (match["u"] or match["u2"] or match["u3"] or "mm").casefold() == "cm" else 1.0
    way = 1 if match["up"] or match["up3"] else -1
    value = values[name] + way * number(match["n"] or match["n2"] or match["n3"]) * unit
    return changed(spec, {name: round(value, 4)}), _cut(text, match)


def _by_times(spec: PartSpec, text: str, feature: Feature) -> Outcome:
    match = _TIMES.search(text)
    if match is None:
        return None
    factor = _FACTORS[(match["how"] or match["how2"]).casefold()]
    names = _FIGURES_OF[(match["what"] or match["what2"]).casefold()]
    return _scaled(spec, feature, names, factor, _cut(text, match))


def _how_much(_: PartSpec, text: str, __: Feature) -> Outcome:
    match = _BARE.search(text)
    if match is None or sizes_in(text).any:
        return None
    return NotDrawn(f"say how much {match['word'].casefold()}, such as 20 % or 5 mm")


def _scaled(
    spec: PartSpec, feature: Feature, names: tuple[str, ...], factor: float, rest: str
) -> Outcome:
    """One figure times a factor; without names all lengths, but never counts and angles."""
    values = flat(spec)
    if names:
        name = next((name for name in names if name in values), None)
        if name is None:
            return NotDrawn(f"a {spec.method} has no such figure")
        return changed(spec, {name: round(values[name] * factor, 4)}), rest
    if spec.method.startswith("standard:"):
        return NotDrawn("a standard part comes in its sizes; name another, such as M6x20")
    lengths = {p.name for p in feature.parameters if p.unit == "mm"}
    wanted = {name: round(values[name] * factor, 4) for name in lengths if values[name]}
    return changed(spec, wanted), rest


def _operations(spec: PartSpec, operations: tuple[Operation, ...]) -> PartSpec:
    return PartSpec(spec.name, spec.method, spec.parameters, operations, spec.material, spec.notes)


def _figure(match: re.Match[str]) -> float:
    groups = match.groupdict()
    unit = (groups.get("u") or groups.get("u2") or "mm").casefold()
    return number(groups.get("n") or groups["n2"]) * (10.0 if unit == "cm" else 1.0)


def _cut(text: str, match: re.Match[str]) -> str:
    return text[: match.start()] + " ; " + text[match.end() :]


ALTERATIONS: Final[tuple[Alteration, ...]] = (
    leg_changes.worked,
    _removed,
    feature_changes.painted,
    hole_changes.altered,
    _corners,
    _edges,
    feature_changes.keyed,
    feature_changes.crossed,
    feature_changes.tapped,
    feature_changes.stepped,
    feature_changes.recounted,
    _hollowed,
    _engraved,
    _by_percent,
    _by_length,
    _by_verb,
    _by_times,
    hole_feedback.drilled,
    _added,
    _how_much,
)
"""In this order: what is understood is taken out of the words before the next looks."""
