"""Steps of a shaft as a sentence has them, in millimetres; pure."""

import re
from collections.abc import Mapping
from typing import Final

from partwright.cad.language.features.turned import MOST_STEPS
from partwright.drafter.parts.name_sizes import number
from partwright.kit.patterns import lazy_regex

_STEP: Final = lazy_regex(
    r"(\d+(?:[.,]\d+)?) ?mm(?: (?:diameter|dia))?(?: for| over| x|,)? ?(?:a length of )?(\d+(?:[.,]\d+)?) ?mm(?: long)?"
    r"|diameter (\d+(?:[.,]\d+)?)(?: ?mm)?(?: for| over| x|,) ?(\d+(?:[.,]\d+)?) ?mm"
    r"|(\d+(?:[.,]\d+)?) ?mm x (\d+(?:[.,]\d+)?)(?=,|;| and| then|\.?$)"
    r"|\b(?:head|shank|shoulder|journal|seat|spigot|neck|step|collar|section)(?: of)? (\d+(?:[.,]\d+)?)(?: ?mm)? x (\d+(?:[.,]\d+)?) ?mm"
    r"|\bM ?(\d{1,2})(?: ?x ?[0-3][.,]\d{1,2}(?: ?mm)?)?(?: thread| end| stud)?,? (\d+(?:[.,]\d+)?) ?mm long",
    re.IGNORECASE,
)


def steps_of(text: str, figures: Mapping[str, float]) -> dict[str, float]:
    """The diameters and lengths of the steps, numbered from 1; empty where there are none."""
    return (
        _equal_steps(text, figures)
        or _pin_with_head(text, figures)
        or _threads_at_both_ends(text, figures)
        or _threaded_ends(text, figures)
        or _turned_down(text, figures)
        or _steps(text)
    )


_ENDS_THREADED: Final = lazy_regex(
    r"\bM ?(?P<m>\d{1,2})(?: ?x ?[\d.]+(?: ?mm)?)?,? (?:external |male )?threads?,? (?:of )?(?P<l>\d+(?:[.,]\d+)?) ?mm(?: long)?,? (?:at|on) (?P<n>both|each|either|one|an?|the other) ends?\b"
    r"|\bM ?(?P<m2>\d{1,2})(?: ?x ?[\d.]+(?: ?mm)?)?,? (?:external |male )?threads? (?:at|on) (?P<n2>both|each|either|one|an?) ends?,? (?:(?:over|for|of) )?(?P<l2>\d+(?:[.,]\d+)?) ?mm(?: long)?\b"
    r"|\bM ?(?P<m4>\d{1,2})(?: ?x ?[0-3][.,]\d{1,2}(?: ?mm)?)?,?(?: x| over| for)? (?P<l4>\d+(?:[.,]\d+)?)(?: ?mm)?(?: long)?,? (?:at |on )?(?P<n4>both|each|either|one) ends?\b"
    r"|\b(?:at|on) both ends (?:with )?(?:an? )?threads? M ?(?P<m5>\d{1,2})(?: ?x ?[0-3][.,]\d{1,2}(?: ?mm)?)?,?(?: x| over| for)? (?P<l5>\d+(?:[.,]\d+)?)\b(?! ?(?:mm )?deep)"
    r"|\bboth ends (?:threaded |with )?(?:an? )?M ?(?P<m3>\d{1,2})(?: threads?)?,? (?:(?:over|for|x) )?(?P<l3>\d+(?:[.,]\d+)?) ?mm",
    re.IGNORECASE,
)


_HEAD: Final = lazy_regex(
    r"\bhead,? (?:of )?(?:diameter )?(?P<d>\d+(?:[.,]\d+)?)(?: ?mm)?(?: x |,? (?:and )?)(?P<h>\d+(?:[.,]\d+)?)(?: ?mm)?(?: thick| high| long)?(?![\d.,]*\w)"
    r"|(?<![\w.,])(?:diameter )?(?P<d2>\d+(?:[.,]\d+)?)(?: ?mm)?(?: diameter)? head,? (?P<h2>\d+(?:[.,]\d+)?)(?: ?mm)? (?:thick|high|long)\b",
    re.IGNORECASE,
)
_UNDER: Final = lazy_regex(
    r"(?<![\w.,])(\d+(?:[.,]\d+)?)(?: ?mm)?(?: long)? (?:under|below|beneath) (?:the |its )?head",
    re.IGNORECASE,
)
_OVERALL: Final = lazy_regex(r"\b(?:over ?all|total|altogether|including)\b", re.IGNORECASE)


def _pin_with_head(text: str, figures: Mapping[str, float]) -> dict[str, float]:
    """A pin with a head, its length told under the head unless it is that of the whole."""
    head, under = _HEAD.search(text), _UNDER.search(text)
    across = figures.get("diameter_1", 0.0)
    if head is None or not across:
        return {}
    rest = _UNDER.sub(" ; ", _HEAD.sub(" ; ", text))
    own = _steps(rest) or _one_step(rest)
    wide, high = number(head["d"] or head["d2"]), number(head["h"] or head["h2"])
    across = own.get("diameter_1", across)
    long = number(under[1]) if under else own.get("length_1", figures.get("length_1", 0.0))
    if not under and _OVERALL.search(text):
        long -= high
    if len(own) > _ONE_STEP or long <= 0 or wide <= across:
        return {}
    return {"diameter_1": wide, "length_1": high, "diameter_2": across, "length_2": long}


def _one_step(text: str) -> dict[str, float]:
    """The one diameter and length of a pin, without their names."""
    match = _BARE.search(text)
    return {} if match is None else {"diameter_1": number(match[1]), "length_1": number(match[2])}


_M: Final = r"M ?(?P<m>\d{1,2})(?: ?x ?(?:[0-3][.,]\d{1,2}|[12](?![\d.,]))(?: ?mm)?)?"
_END_THREAD: Final = lazy_regex(
    rf"(?:\bthread(?:ed)? )?\b{_M}(?: (?:external |male )?thread(?:ed)?)?,?(?: x| over| for)? (?P<l>\d+(?:[.,]\d+)?)(?: ?mm)?(?: long)?,? (?:at|on) (?P<n>one|the other|the opposite|the left|the right)(?: end| side)?\b",
    re.IGNORECASE,
)


def _threads_at_both_ends(text: str, figures: Mapping[str, float]) -> dict[str, float]:
    """A shaft of one diameter with a thread at either end, each of its own size."""
    ends = list(_END_THREAD.finditer(text))
    if len(ends) != _ENDS or re.search(r"\bdeep\b", text):
        return {}
    own = _steps(_END_THREAD.sub(" ; ", text))
    across = own.get("diameter_1", figures.get("diameter_1", 0.0))
    long = own.get("length_1", figures.get("length_1", 0.0))
    sizes = [(float(one["m"]), number(one["l"])) for one in ends]
    rest = long - sum(one for _, one in sizes)
    if len(own) > _ONE_STEP or rest <= 0 or any(thread > across for thread, _ in sizes):
        return {}
    return {
        f"{name}_{at}": value
        for at, step in enumerate((sizes[0], (across, rest), sizes[1]), 1)
        for name, value in zip(("diameter", "length"), step, strict=True)
    }


_ENDS: Final = 2


def _threaded_ends(text: str, figures: Mapping[str, float]) -> dict[str, float]:
    """The threads at the ends of a shaft of one diameter, which its length is told over."""
    match = _ENDS_THREADED.search(text)
    own = _steps(_ENDS_THREADED.sub(" ; ", text)) if match else {}
    across = own.get("diameter_1", figures.get("diameter_1", 0.0))
    long = own.get("length_1", figures.get("length_1", 0.0))
    if match is None or not across or len(own) > _ONE_STEP or "length_2" in figures:
        return {}
    size = float(_first_of_letter(match, "m"))
    deep = number(_first_of_letter(match, "l"))
    if size == across:
        # The thread is cut into the bar as it is.
        return {"diameter_1": across, "length_1": long} if long else {}
    is_both = (_first_of_letter(match, "n") or "both").lower() in ("both", "each", "either")
    return _thinner_ends((across, long), (size, deep), is_both=is_both)


def _first_of_letter(match: re.Match[str], letter: str) -> str:
    """The group of a letter that has something, of whichever wording."""
    named = match.groupdict()
    return next((text for name, text in named.items() if name[0] == letter and text), "")


def _thinner_ends(
    whole: tuple[float, float], end: tuple[float, float], *, is_both: bool
) -> dict[str, float]:
    """The steps of a shaft with one thinner end or two, each by diameter and length; empty if they do not fit."""
    across, long = whole
    rest = long - end[1] * (2 if is_both else 1)
    if end[0] >= across or rest <= 0:
        return {}
    steps = [*([end] if is_both else []), (across, rest), end]
    return {
        name: value
        for at, (wide, one) in enumerate(steps, 1)
        for name, value in ((f"diameter_{at}", wide), (f"length_{at}", one))
    }


_DOWN: Final = lazy_regex(
    r"\b(?:(?:(?P<n>both|each|one|either|an?|the other|the|its) )?(?P<e>ends?) (?:is |are |(?:shall|must|should) be )?(?:turned|stepped|reduced|machined|shouldered)(?: down)? (?:to|on)"
    r"|(?P<n3>both|each|beide) (?P<e3>ends?) (?:to|on|down to)(?= (?:diameter )?\d)"
    r"|(?:turn|step|reduce|machine) (?:down )?(?P<n2>both|each|one|either|an?|the) (?P<e2>ends?)(?: down)? (?:to|on)) (?:diameter )?(?P<d>\d+(?:[.,]\d+)?)(?: ?mm)?(?: (?:in )?diameter)?"
    r",? (?:over|for|x)(?: the last| a length of)? (?P<l>\d+(?:[.,]\d+)?)(?: ?mm)?\b",
    re.IGNORECASE,
)
"""A shaft of one diameter whose ends are thinner: both ends turned down to 20 mm over 30 mm."""


def _turned_down(text: str, figures: Mapping[str, float]) -> dict[str, float]:
    """The steps of a shaft that is as long over all as its length tells."""
    match = _DOWN.search(text)
    plain = _DOWN.sub(" ; ", text) if match else ""
    own = _steps(plain) if match else {}
    across = own.get("diameter_1", figures.get("diameter_1", 0.0))
    long = own.get("length_1", figures.get("length_1", 0.0))
    if match is None or len(own) > _ONE_STEP or not across:
        return {}
    thin, end = number(match["d"]), number(match["l"])
    which = (match["n"] or match["n2"] or match["n3"] or "").lower()
    ends = (match["e"] or match["e2"] or match["e3"]).lower()
    is_both = which in ("both", "each") or (ends == "ends" and which not in ("one", "a", "an"))
    return _thinner_ends((across, long), (thin, end), is_both=is_both)


_ONE_STEP: Final = 2


_BARE: Final = lazy_regex(
    r"(?<![\w.,])(?<! x )(?:diameter )?(\d+(?:[.,]\d+)?)(?: ?mm)? x (\d+(?:[.,]\d+)?)(?: ?mm)?(?! ?x)(?: long)?(?=\s*(?:,|;|/|\+|\n|$|\.(?!\d)|and\b|then\b|with\b))",
    re.IGNORECASE,
)
"""Steps as drawings write them, two at least: 30 x 60, 25 x 80."""
_BORED: Final = lazy_regex(
    r"\bbores?(?: diameter)?(?: of)? \d[\d.,]* ?mm|\d[\d.,]* ?mm bores?\b", re.IGNORECASE
)


_AT_OTHER_END: Final = lazy_regex(r",? (?:at|on) the other end\b", re.IGNORECASE)


def _steps(text: str) -> dict[str, float]:
    """The steps of a shaft, one after the other."""
    found: dict[str, float] = {}
    plain = _BORED.sub(";", text)
    steps, bare = list(_STEP.finditer(plain)), list(_BARE.finditer(plain))
    several = bare if len(bare) > max(len(steps), 1) else steps
    several = sorted(several, key=lambda one: not _AT_OTHER_END.match(plain, one.end()))
    for at, match in enumerate(several, 1):
        diameter, length = (number(one) for one in match.groups() if one)
        found |= {f"diameter_{at}": diameter, f"length_{at}": length}
    return found if len(found) <= 2 * MOST_STEPS else {}


_HOLLOW: Final = lazy_regex(r"\bhollow\b|\btube\b", re.IGNORECASE)
_TUBE: Final = 2
"""Diameters of a hollow shaft: outside and inside."""
_SLASHED: Final = lazy_regex(r"(?<![\d/.])(\d+(?:[.,]\d+)?(?: ?/ ?\d+(?:[.,]\d+)?){1,15}) ?mm")
"""Without an end, each number would be looked at with all behind it."""


def _equal_steps(text: str, figures: Mapping[str, float]) -> dict[str, float]:
    """40/35/30 mm over one length: the steps are as long as each other."""
    slashed, length = _SLASHED.search(text), figures.get("length_1", figures.get("length", 0.0))
    if slashed is None or not length:
        return {}
    across = [number(one) for one in slashed[1].split("/")]
    if len(across) == _TUBE and _HOLLOW.search(text):
        return {"diameter_1": max(across), "length_1": length, "bore": min(across)}
    if len(across) > MOST_STEPS:
        return {}
    steps = {f"diameter_{at}": one for at, one in enumerate(across, 1)}
    return steps | {f"length_{at}": length / len(across) for at in range(1, len(across) + 1)}


def stepped(figures: dict[str, float], text: str, method: str) -> dict[str, float]:
    """The figures of a shaft with the steps that the text gives it; others as they are."""
    steps = steps_of(text, figures) if method == "shaft" else {}
    bore = {"bore": figures["bore"]} if "bore" in figures else {}
    return steps | bore if steps else figures
