"""A user's words about a part, turned into other figures of it; pure.

What is understood is applied as a whole or not at all: figures that would not fit together, and
words that speak of no figure, come back as a refusal that says so.
"""

import re
from collections.abc import Mapping
from typing import Final

from partwright.cad import materials
from partwright.cad.language import catalogue, validator
from partwright.cad.language.feature import Feature
from partwright.cad.language.flat import changed, flat, settled
from partwright.cad.language.standards import designation
from partwright.cad.language.standards.families import StandardSize
from partwright.cad.model import STANDARD, NotDrawn, PartSpec
from partwright.drafter.parts import feedback_rules, leg_changes, parameters, standards
from partwright.drafter.parts.name_sizes import NameSizes, number, sizes_in
from partwright.drafter.parts.own_sizes import meant_sizes
from partwright.drafter.text.replacing import BY, INSTEAD, REPLACE
from partwright.drafter.text.words import without_runs
from partwright.kit.patterns import lazy_regex

_NUMBER: Final = r"-?\d+(?:[.,]\d+)?"
_ASSIGNED = lazy_regex(rf"\b([a-z][a-z0-9_]*(?:\.[a-z_0-9]+)?)\s*(?:=|:|\bto\b)\s*({_NUMBER})")
_MATERIAL = lazy_regex(
    r"\b(?:material|made? (?:it )?(?:of|from|out of|in)|use|from|out of|in|aus)\b\s*:?\s*(?P<name>[^.,;]+)",
    re.IGNORECASE,
)
_VAGUE: Final = {
    "lighter": "say which figure should be smaller, such as `thickness 3 mm`, or another material",
    "leichter": "say which figure should be smaller, such as `thickness 3 mm`, or another material",
    "cheaper": "say which figure should change, or another material",
    "stronger": "say which figure should be larger, such as `thickness 8 mm`, or another material",
    "stiffer": "say which figure should be larger, such as `thickness 8 mm`, or another material",
    "stable": "say which figure should be larger, such as `thickness 8 mm`",
    "nicer": "say which figure should change",
    "better": "say which figure should change",
}


_BELOW_ZERO: Final = lazy_regex(
    r"(?:(?:\A\s{0,9}|\b(?:it|be|is|to|of|at) |[:=]\s?)(?:-(?![\s\S]*\n\s*-)|−)|\bminus )\d+(?:[.,]\d+)? ?(?:mm|cm|m|in|inch|inches)?"
    r" (?:thick|wide|long|high|tall|deep|diameter|bore|wall|dick|lang|breit|hoch)\b",
    re.IGNORECASE,
)
"""A hyphen behind another word, before a blank or at several lines is a dash, a range or a list."""
_CLAUSE: Final = lazy_regex(r"[,;.](?=\s|$)|\b(?:and|und|but|sondern|also|et|y)\b", re.IGNORECASE)
_OF_OLD: Final = lazy_regex(
    rf"\b(?:{INSTEAD}|no longer|not|nicht|no more)\s+(?:of\s+)?(?P<old>[^\W\d_]+(?: [^\W\d_]+)?)",
    re.IGNORECASE,
)
_FROM_OLD: Final = lazy_regex(
    rf"\b{REPLACE}\s+(?:the\s+)?(?:material\s+)?(?:from\s+)?(?P<old>[^\W\d_]+(?: [^\W\d_]+)?)"
    rf"\s+{BY}\s+",
    re.IGNORECASE,
)


def apply_feedback(spec: PartSpec, text: str) -> PartSpec | NotDrawn:
    """The part as the words want it, with a note of those that were not understood; or why not.

    Clauses are taken one after the other; words that only make sense together are taken whole.
    """
    if below := _BELOW_ZERO.search(text):
        return NotDrawn(f"a size is not below zero: {below.group().strip()!r}")
    if told := leg_changes.told_twice(spec.method, text):
        return NotDrawn(told)
    text = _HOLLOWED.sub(r"\1 with", _with_new_material(without_runs(text)))
    pieces = [piece.strip() for piece in _CLAUSE.split(text) if piece.strip()]
    if len(pieces) > 1:
        made, unheard = spec, list[str]()
        for piece in pieces:
            after = _fitting(made, piece)
            if isinstance(after, NotDrawn):
                unheard.append(piece)
            else:
                made = after
        whole = _fitting(spec, text)
        if len(unheard) == len(pieces):
            return whole
        if isinstance(whole, NotDrawn) or not _is_more(spec, whole, made):
            return _noted(made, unheard)
        return whole
    return _fitting(spec, text)


_HOLLOWED: Final = lazy_regex(r"\b(hollow)(?:,| and)(?= )", re.IGNORECASE)
"""Words that the bore behind them goes on with."""


def _with_new_material(text: str) -> str:
    """The words without the material that is to go: aluminium instead of steel."""

    def kept(match: re.Match[str]) -> str:
        return " " if materials.named(match["old"]) else match.group()

    def used(match: re.Match[str]) -> str:
        return " use " if materials.named(match["old"]) else match.group()

    return _OF_OLD.sub(kept, _FROM_OLD.sub(used, text)).strip()


def _is_more(spec: PartSpec, one: PartSpec, other: PartSpec) -> bool:
    """Whether one changed more of the part than the other."""
    before = flat(spec)

    def changes(made: PartSpec) -> int:
        figures = sum(1 for name, value in flat(made).items() if before.get(name) != value)
        return figures + (made.material != spec.material)

    return changes(one) > changes(other)


def _noted(spec: PartSpec, unheard: list[str]) -> PartSpec:
    if not unheard:
        return spec
    told = ", ".join(f"“{piece[:60]}”" for piece in unheard)
    return PartSpec(
        spec.name,
        spec.method,
        spec.parameters,
        spec.operations,
        spec.material,
        (*spec.notes, f"not understood: {told}"),
    )


def _fitting(spec: PartSpec, text: str) -> PartSpec | NotDrawn:
    """The part as the words want it, or why they change nothing."""
    made = _understood(spec, text)
    if isinstance(made, NotDrawn):
        return made
    wrong = validator.problems(made)
    if wrong:
        return NotDrawn(
            "that does not fit: "
            + "; ".join(f"{p.parameter}: {p.message}".lstrip(": ") for p in wrong)
        )
    return made


def _understood(spec: PartSpec, text: str) -> PartSpec | NotDrawn:
    made = (_exchanged(spec, text) if spec.method.startswith(STANDARD) else None) or spec
    feature = catalogue.feature_of(made.method)
    if isinstance(feature, NotDrawn):
        return feature
    before = made
    rest, assigned = _assigned(text, flat(made), feature)
    made = changed(made, assigned) if assigned else made
    for alter in feedback_rules.ALTERATIONS:
        outcome = alter(made, rest, feature)
        if isinstance(outcome, NotDrawn):
            return outcome
        made, rest = outcome or (made, rest)
    figures = _stated(made, meant_sizes(rest, spec, feature), feature)
    if figures:
        made = changed(made, figures)
    elif material := _material(rest):
        made = _with(made, made.method, made.parameters, material)
    if made is before is spec:
        return NotDrawn(_unheard(spec, text, feature))
    if (flat(made), made.method, made.material) == (flat(spec), spec.method, spec.material):
        return NotDrawn("the part already is as asked")
    return made


def _exchanged(spec: PartSpec, text: str) -> PartSpec | None:
    """Another standard part, when the words designate one; or another size of the same."""
    given = standards.designated(text) or _bearing(spec, text)
    if given is None:
        thread = sizes_in(text).thread
        if thread is None:
            return None
        figures = {"diameter": thread[0]}
        if thread[1] and "length" in spec.parameters:
            figures["length"] = thread[1]
        return settled(_with(spec, spec.method, {**spec.parameters, **figures}))
    return _with(spec, standards.method(given), given.figures)


def _bearing(spec: PartSpec, text: str) -> StandardSize | None:
    """The bearing that is named, or one for the bore that is."""
    if "seals" not in spec.parameters:
        return None
    bore = sizes_in(text).named.get("bore")
    if bore:
        return standards.bearing_for(bore)
    given = designation.read(text)
    return None if isinstance(given, NotDrawn) or given.standard != "ISO 15" else given


def _with(
    spec: PartSpec, method: str, parameters: Mapping[str, float], material: str | None = None
) -> PartSpec:
    return PartSpec(
        spec.name,
        method,
        dict(parameters),
        spec.operations,
        spec.material if material is None else material,
        spec.notes,
    )


def _assigned(text: str, known: dict[str, float], feature: Feature) -> tuple[str, dict[str, float]]:
    """Figures called by their own names: `corner_radius = 4`, `lip height 5 mm`."""
    found: dict[str, float] = {}
    for match in _ASSIGNED.finditer(text):
        if match[1] in known:
            found[match[1]] = number(match[2])
    for name in found:
        text = re.sub(rf"\b{re.escape(name)}\s*(?:=|:|\bto\b)\s*{_NUMBER}(?: ?mm)?", " ", text)
    names = sorted((parameter.name for parameter in feature.parameters), key=len, reverse=True)
    for name in names:
        if "_" not in name or name in found:
            continue
        words = re.escape(name).replace("_", "[ _-]")
        for pattern in (
            rf"\b{words}\b\s*(?:of|to|is|=|:)?\s*({_NUMBER})\s?(?:mm|°)?",
            rf"({_NUMBER})\s?(?:mm|°)?\s{words}\b",
        ):
            match = re.search(pattern, text, re.IGNORECASE)
            if match:
                found[name] = number(match[1])
                text = text[: match.start()] + " ; " + text[match.end() :]
                break
    return _of_pieces(text, names, found), found


_SAID_AS: Final = {
    "thickness": r"thick(?:ness)?|dick|stark", "height": r"high|tall|height|hoch", "width": r"wide|width|breit",
    "diameter": r"(?:in )?diameter|durchmesser", "length": r"long|lang",
}  # fmt: skip


def _of_pieces(text: str, names: list[str], found: dict[str, float]) -> str:
    """Figures of a piece of the part, called by it: fins 1 mm thick, base 8 mm; gives the rest of the words."""
    for name in names:
        piece, _, side = name.partition("_")
        if name in found or side not in _SAID_AS:
            continue
        is_only = sum(other.startswith(f"{piece}_") for other in names) == 1
        behind = rf" (?:{_SAID_AS[side]})\b" + (
            r"|\b(?! (?:long|lang|deep|high))" if is_only else ""
        )
        match = re.search(
            rf"\b{piece}s?(?: plate)?(?: is| of| to| should be|:)? ({_NUMBER}) ?mm(?:{behind})",
            text,
            re.IGNORECASE,
        )
        if match:
            found[name] = number(match[1])
            text = text[: match.start()] + " ; " + text[match.end() :]
    return text


def _stated(spec: PartSpec, stated: NameSizes, feature: Feature) -> dict[str, float]:
    """The figures of the basic body that sizes in the words mean."""
    if spec.method.startswith(STANDARD):
        known = {parameter.name for parameter in feature.parameters}
        return {name: value for name, value in stated.named.items() if name in known}
    if spec.method == "gear" and "module" not in stated.named and "teeth" not in stated.named:
        # Another diameter keeps the module: the gear still meshes.
        module = flat(spec)["module"]
        kept = parameters.figured(
            "gear", NameSizes({**stated.named, "module": module}, stated.group)
        )
        return {} if not stated.any else kept.figures
    chosen = parameters.figured(spec.method, _as_wide(spec, stated))
    if chosen.method == spec.method:
        return chosen.figures
    known = {parameter.name for parameter in feature.parameters}
    return {name: value for name, value in stated.named.items() if name in known}


def _as_wide(spec: PartSpec, stated: NameSizes) -> NameSizes:
    """The sizes; another bore leaves the outside as it is."""
    outer, inner, _ = parameters.OUTER_OF.get(spec.method, ("", "", 0.0))
    has_bore = bool({inner, "bore", "inner_diameter", "wall"} & stated.named.keys())
    if (
        not outer
        or not has_bore
        or stated.group
        or stated.lone
        or ("diameter" in outer and {"diameter", "outer_diameter"} & stated.named.keys())
    ):
        return stated
    return NameSizes({outer: flat(spec)[outer], **stated.named}, thread=stated.thread)


_GRADE: Final = lazy_regex(
    r"(?:EN|AISI|SAE|AW|grade|type|cast|spring|mild|tool|carbon|black|clear|hard|anodi[sz]ed|galvani[sz]ed|[A-Za-z]{0,5}-?\d[\w.-]*)\Z",
    re.IGNORECASE,
)
"""A word that tells which sort of a material is meant, beside the material."""
_LENGTH: Final = lazy_regex(r"\d[\d.,]* ?(?:mm|cm|m|in|inch|kg|%)\b", re.IGNORECASE)


def _material(text: str) -> str | None:
    """The material that the words name, with its grade: stainless steel 316."""
    match = _MATERIAL.search(text)
    phrase = match["name"].strip() if match else text.strip()
    found = materials.named(phrase)
    if found is None or len(phrase) > 60:
        return None
    words = _LENGTH.sub(";", phrase).split()
    named = [n for n, word in enumerate(words) if materials.named(word)]
    if not named:
        return phrase if match else found.kind
    first, last = named[0], named[0]
    while first > 0 and _is_sort(words[first - 1]):
        first -= 1
    while last + 1 < len(words) and _is_sort(words[last + 1]):
        last += 1
    return " ".join(words[first : last + 1])


def _is_sort(word: str) -> bool:
    return bool(_GRADE.match(word)) or materials.named(word) is not None


def _unheard(spec: PartSpec, text: str, feature: Feature) -> str:
    words = text.casefold()
    vague = next((reason for word, reason in _VAGUE.items() if word in words), None)
    if vague:
        return vague
    names = ", ".join(parameter.name.replace("_", " ") for parameter in feature.parameters)
    has = f"a {spec.method} has {names}" if names else f"a {spec.method} has no figures"
    return f"nothing in {text.strip()[:80]!r} names a figure of this part; {has}"
