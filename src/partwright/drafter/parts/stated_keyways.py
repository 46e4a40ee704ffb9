"""Keyways that a sentence asks for: their sides, the step they are on, how far from its end; pure."""

import re
from collections.abc import Mapping
from typing import Final

from partwright.cad.language.flat import flat, spec_of
from partwright.cad.language.standards import tables
from partwright.drafter.parts.hole_places import Figures
from partwright.drafter.parts.name_sizes import number
from partwright.drafter.text.numbers import FIGURE
from partwright.kit.patterns import lazy_regex

_N: Final = FIGURE
KEYWAY: Final = lazy_regex(
    r"(?:,? ?(?:with )?(?:an? )?)?(?P<before>(?:(?<![\d.,x])(?<![\dx] )(?<!bore )(?<!diameter )\d[\d., x]{0,40}mm )?)\b(?:key ?way|key ?seat|keyslot|passfedernut|rainure de clavette|chavetero)s?"
    r"(?P<rest>(?:(?! and (?:an? )?(?:chamfer|fillet|thread|groove|cross|M\d|two |both ))(?:[^,;.\n]|[.,](?=\d)))*(?:, ?(?:at |starting )?[\d.,]+ ?mm from (?:the |its )?(?:\w+ )?(?:end|shoulder)\b)?)",
    re.IGNORECASE,
)
_LONG_KEY: Final = 1.5
"""Times the width, from which the second figure of a keyway is its length, not the height of the key."""
_DEEPEST: Final = 0.65
"""Times the width, up to which the second of three figures is the depth of the keyway, not the height of the key."""


def stated_keyway(text: str) -> tuple[Figures | None, str]:
    match = KEYWAY.search(text)
    if match is None:
        return None, text
    said = match["before"] + " " + match["rest"]
    figures: Figures = {}
    if pair := re.search(rf"({_N}) x ({_N})(?: x ({_N}))?", said):
        figures["width"] = number(pair[1])
        if not pair[3] and number(pair[2]) >= _LONG_KEY * figures["width"]:
            figures["length"] = number(pair[2])
        elif not pair[3] and number(pair[2]) <= _DEEPEST * figures["width"]:
            figures["depth"] = number(pair[2])
        if pair[3]:
            figures["length"] = number(pair[3])
            if number(pair[2]) <= _DEEPEST * figures["width"]:
                figures["depth"] = number(pair[2])
    for name, words in (
        ("width", r"wide|width"),
        ("length", r"long|length"),
        ("depth", "deep|depth"),
    ):
        found = re.search(rf"({_N})\s?mm (?:{words})|(?:{words})(?: of)?\s*({_N})", said)
        if found:
            figures[name] = number(found[1] or found[2])
    figures |= _place_of_keyway(said, text)
    said = _without_its_step(said, figures)
    lone = re.search(rf"(?<![x\d])\b({_N})\s?mm\b", said)
    if "width" not in figures and lone and ("length" not in figures or match["before"]):
        figures["width"] = number(lone[1])
    return figures, text.replace(match.group(), " ; ", 1)


_SECOND_KEY: Final = lazy_regex(
    r"\b(?:second|another|further|two|2) key ?(?:way|seat)s?\b|\bkey ?ways?\b[^.;\n]{0,30}\b(?:both|each) ends?\b",
    re.IGNORECASE,
)
"""Two keyways, one near either end."""


def _place_of_keyway(said: str, text: str) -> Figures:
    """The step that a keyway is on, whether it is in its middle, and whether there is a second one."""
    figures: Figures = {}
    if where := re.search(
        r"\b(first|second|third|fourth|last|middle|centre|center)\b[ \w]{0,12}\b(?:step|section|seat|diameter)",
        said,
    ):
        figures["step"] = _STEPS.get(where[1].lower(), 0.0)
    if place := _KEY_FROM.search(said):
        figures["low" if (place[2] or "").lower() in _LOW else "high"] = number(place[1])
    elif re.search(r"\bat one end\b", said) and re.search(r"\bat the other end\b", text):
        figures["low"] = _USUAL_GAP
    if re.search(
        r"\b(?:in the (?:middle|centre|center)|centrally|centred)\b(?!(?: \w+)? (?:step|section|seat|diameter|part|journal))",
        said,
    ):
        figures["middle"] = 1.0
    if _SECOND_KEY.search(text):
        figures["second"] = 1.0
    return figures


_USUAL_GAP: Final = 5.0
"""From the end to a keyway that is at one end while something else is at the other."""
_KEY_FROM: Final = lazy_regex(
    rf"({_N})(?: ?mm)? (?:away )?from (?:(?:the|its|one|an) )*(left|right|lower|upper|other|shaft|near|far)? ?(?:end|face|shoulder)\b",
    re.IGNORECASE,
)
"""From the end of a shaft to where its keyway begins."""
_LOW: Final = frozenset({"left", "lower", "near"})


def _without_its_step(said: str, figures: Figures) -> str:
    """Take out of the words, and note, the diameter of the step that a keyway is on."""
    on = _STEP_ACROSS.search(said)
    if on is None:
        return said
    figures["across"] = number(on[1] or on[2])
    return said.replace(on.group(), " ")


_STEP_ACROSS: Final = lazy_regex(
    rf"\b(?:on|in|at|along) (?:the )?({_N})(?: ?mm)? (?:diameter )?(?:step|section|seat|part|portion|journal|diameter|end|shoulder|shank)"
    rf"|\b(?:on|in|at) (?:the )?diameter ({_N})(?: ?mm)?"
)


_STEPS: Final = {"first": 1.0, "second": 2.0, "third": 3.0, "fourth": 4.0, "last": -1.0}
"""Numbers of steps; the middle one is 0."""


KEYED: Final = frozenset(
    {
        "disc",
        "gear",
        "bevel_gear",
        "cam",
        "sprocket",
        "timing_pulley",
        "v_pulley",
        "flange",
        "bushing",
        "claw_hub",
    }
)
"""Methods whose keyway goes along their bore."""


def keyway_along_bore(method: str, figures: Mapping[str, float], said: Figures) -> Figures:
    """A keyway along the bore, of the key for its diameter unless the text says more."""
    whole = flat(spec_of(name="", method=method, parameters=figures))
    bore = whole.get("bore", whole.get("inner_diameter", 0.0))
    row = tables.key_for(bore) or {}
    deep = {"keyway_depth": said["depth"]} if "depth" in said else {}
    return {"keyway_width": said.get("width", row.get("width", row.get("b", bore / 4)))} | deep


def _takes_key(whole: Mapping[str, float], step: int, said: Figures) -> bool:
    """Whether the key of the width told is the usual one of a step, and the step long enough."""
    row = tables.key_for(whole.get(f"diameter_{step}", 0.0)) or {}
    long = whole.get(f"length_{step}", 0.0)
    return (
        row.get("width", row.get("b")) == said.get("width", 0.0) and said.get("length", 0.0) < long
    )


def keyway_on_step(method: str, figures: Mapping[str, float], said: Figures) -> Figures:
    """A keyway near the shaft's upper end, of the key for its diameter unless the text says more."""
    whole = flat(spec_of(name="", method=method, parameters=figures))
    steps = sum(1 for name in figures if name.startswith("length_"))
    own = int(said.get("step", 1.0)) % max(steps + 1, 1) or (steps + 1) // 2 or 1
    own = next(
        (n for n in range(1, steps + 1) if whole.get(f"diameter_{n}") == said.get("across")), own
    )
    if "step" not in said and "across" not in said:
        own = next((n for n in range(1, steps + 1) if _takes_key(whole, n, said)), own)
    diameter = whole.get(f"diameter_{own}", whole.get("diameter", 20.0))
    long = whole.get(f"length_{own}", whole.get("length", 100.0))
    foot = sum(whole.get(f"length_{one}", 0.0) for one in range(1, own))
    row = tables.key_for(diameter) or {}
    width = said.get("width", row.get("width", row.get("b", diameter / 4)))
    length = said.get("length", max(min(1.5 * diameter, long * 0.8), width + 1))
    top = max(length / 2 + 1, long - length / 2 - min(5.0, (long - length) / 2))
    if "high" in said:
        top = long - said["high"] - length / 2
    elif "low" in said:
        top = said["low"] + length / 2
    made = {
        "keyway_1.width": width,
        "keyway_1.length": length,
        "keyway_1.z": foot + (long / 2 if "middle" in said else top),
    } | ({"keyway_1.depth": said["depth"]} if "depth" in said else {})
    if "second" not in said:
        return made
    whole_length = sum(v for n, v in whole.items() if n.partition("_")[0] == "length")
    other = {name.replace("_1", "_2"): value for name, value in made.items()}
    return made | other | {"keyway_2.z": whole_length - made["keyway_1.z"]}
