"""The shorthand of drawings spelled out: 4x Ø9, t=14, m2 z30, 1x45°, PCD 90, 25 from ends; pure."""

import re
from typing import Final

from partwright.drafter.text.callouts import called_out
from partwright.drafter.text.numbers import COUNTED, FIGURE
from partwright.drafter.text.shop_orders import with_orders_read
from partwright.drafter.text.shop_shorthand import with_shorthand_written_out
from partwright.drafter.text.step_orders import with_steps_in_order
from partwright.kit.patterns import lazy_regex

_N: Final = FIGURE
_SORTS: Final = r"(?: (?:reamed|counterbored|countersunk|dowel|pin|through|mounting|clearance|drilled|fixing|tapped|plain))*"
_HOLES: Final = lazy_regex(
    rf"(?<![\w.,])(\d{{1,2}}) ?x ?diameter ({_N})(?![\d.,]*\d)(?: ?mm)?(?P<fit> ?[A-H]\d{{1,2}}\b)?(?P<sorts>{_SORTS})(?: holes?\b)?"
    r"(?= *(?:[,;).]|\n|$|(?:central|centred|centre|center|middle|on|in|at|and|with|for|from|through|equally|equi|spaced|each|per|both|auf|durch|PCD|BCD|bolt|pitch|C-C|as|deep|counterbored|countersunk|@)\b|\d))",
    re.IGNORECASE,
)
"""Holes by their number and diameter; wheels, tubes and pins are others."""
_BARE_HOLES: Final = lazy_regex(
    rf"(?<![\w.,/-])(?<!\dx )(?<!\d x )(?P<count>(?:{COUNTED}|an?|\d{{1,2}} x) )?(?P<n>{_N})(?P<sorts>{_SORTS}) (?P<noun>(?:holes?|slots?|bores?)\b)(?! (?:of |diameter |M ?)?{_N} ?mm\b(?! (?:apart|from|deep|pitch|spacing)))",
    re.IGNORECASE,
)
"""A diameter without its unit ahead of holes: two 6.5 holes, a 4 hole."""
_BARE_BEHIND: Final = lazy_regex(
    rf"(?<!of )(?<!\w)(?P<lead>(?:{COUNTED}|\d{{1,2}}) (?:{_SORTS[4:-2].strip()} )?holes?) (?:of )?(?P<n>{_N})(?![\d.,]*\d)(?=\s*(?:[,;)]|\.?\s*\Z|\n))",
    re.IGNORECASE,
)
"""The same behind them: four holes 5.5."""
_PATTERN: Final = lazy_regex(
    rf"\b(?P<lead>holes?(?: [^,;.\n]{{0,24}}?)?) (?:on|at) (?:an? )?(?P<x>{_N})(?: ?mm)? x (?P<y>{_N})(?P<u> ?(?:mm|cm|in(?:ch(?:es)?)?\b(?! the)|\"))?(?! ?(?:x\b|\d))(?: (?:pattern|pitch|centres|centers|grid|spacing)\b)?(?=\s*(?:[,;)]|\.?\s*\Z|\n|and\b|with\b|in\b|for\b|\.\s))",
    re.IGNORECASE,
)
"""How far holes are apart both ways: four holes on 90 x 50."""
_HEXAGONAL: Final = lazy_regex(
    r"\bhex|sechskant|\bspacer|\bstand-?off|\bflats?\b|\bsquared? (?:end|head|drive)", re.IGNORECASE
)
_FLATS: Final = lazy_regex(
    rf"(?P<lead>,? ?)\b(?:A/?F|SW|S/W)(?: ?[=:])? ?(?P<n>{_N})(?: ?mm)?(?![\d.,]*\w)|(?<![\w.,])(?P<m>{_N})(?: ?mm)? ?A/?F\b"
)
"""The width across the flats of a hexagon: AF 24, SW 24, 8 A/F."""
_THREADED_THROUGH: Final = lazy_regex(
    r"(?P<lead>,? )(?P<thread>M ?\d{1,2})(?: ?x ?\d[.,]\d+)? (?:tapped |threaded |thread )?through(?: tapped| threaded)?(?=\s*(?:[,;]|\.?\s*\Z|\n))"
)
"""A thread along the whole part: M12 through."""
_OBLONG: Final = lazy_regex(
    r"\b(?:oblong|elongated|slotted|obround)[ -](hole)(s?)\b", re.IGNORECASE
)
_SLASHED: Final = lazy_regex(
    rf"\bdiameter ({_N})(?: ?mm)? ?/ ?(?:diameter )({_N})(?: ?mm)?(?= x \d)"
)
"""Both diameters of a ring or a bush, with its length behind: Ø120/Ø80 x 15."""
_BARE_BORE: Final = lazy_regex(rf"(?<![\w.,/-])(?<!x )({_N}) (bore|OD|ID)\b(?! ?{_N})")
_A: Final = rf"(?:\d+[ -])?(?:\d{{1,2}}/\d{{1,2}}|{_N})(?: ?(?:mm|cm|in(?:ch(?:es)?)?\b|\"))?"
_ACROSS_AHEAD: Final = lazy_regex(
    rf"(?<![\w.,/-])(?<!\b[OI]D )(?<!diameter )(?<!x )(?P<a>{_A}) (?P<b>OD|ID|bore),? (?:x )?(?P<c>{_A}) (?P<d>OD|ID|bore)\b(?!:? {_A}\s*(?:[,;.]|\Z|\n))"
    rf"(?:,? (?:x )?(?P<l>{_A}) (?:long|length|L)\b)?",
    re.IGNORECASE,
)
"""Diameters of a bush, each ahead of its word: 40 od 30 id 35 long."""
_DIA_BEHIND: Final = lazy_regex(
    rf"(?<![\w.,/-])(?<!x )(?P<n>{_N})(?P<u> ?(?:mm|cm|in(?:ch(?:es)?)?|\"))? dia(?:meter|\.)? x (?P<l>{_N})(?P<v> ?(?:mm|cm|m|in(?:ch(?:es)?)?|\"))?(?= (?:high|long|tall|deep|thick|wide)\b|\s*(?:[,;.)]|\Z|\n))",
    re.IGNORECASE,
)
"""What is round, its length behind it: 400 dia x 500 high."""
_DIA_ALONE: Final = lazy_regex(
    rf"(?P<lead>\b(?:(?:counter)?bores?|bored|holes?|spotface|pocket|recess)(?: (?:of|to))? )?(?<![\w.,/-])(?<!x )(?P<n>{_N})(?P<u> ?(?:mm|cm|in(?:ch(?:es)?)?|\"))? dia\b\.?(?! ?x )"
    rf"(?: (?P<noun>(?:{_SORTS[4:-2].strip()} )?(?:holes?|bores?)\b)|(?= (?P<next>\d)))?",
    re.IGNORECASE,
)
"""A diameter with its short word behind it: 60 dia 100 long, four 9 dia holes."""
_CIRCLED: Final = lazy_regex(
    rf"\bon an? ({_N})(?: ?mm)? (?:pitch |bolt |hole )?circle\b", re.IGNORECASE
)
_ONES: Final = lazy_regex(
    rf"\b(?P<noun>[a-z]{{3,20}}s)(?P<between>(?: with brakes?)?,? (?:and|plus|und|&) (?:{COUNTED}|\d{{1,2}}) (?:[a-z-]{{3,14}} ){{1,2}})ones\b",
    re.IGNORECASE,
)
"""What stands for the noun before it: two swivel castors and two fixed ones."""
_LETTERED: Final = lazy_regex(
    rf"(?P<lead>,? ?)(?<![\w.])(?P<letter>[tbLlhd]) ?= ?(?P<n>{_N})(?: ?mm)?(?!\d)(?! ?(?:cm|m|in|inch|\"|x|V|°|%)(?!\w))(?P<more>,?)"
)
_WORDS: Final = {
    "t": "thickness", "b": "width", "L": "length", "l": "length", "h": "height", "d": "diameter",
}  # fmt: skip
_LONG: Final = lazy_regex(rf"(?<=[ ,])L ?({_N})(?: ?mm)?(?![\w.]|,\d| ?x)")
_ROUND: Final = lazy_regex(r"\b(?:OD|ID|diameter)\b")
_GEAR: Final = lazy_regex(r"\b(?:gears?|pinion|sprocket|rack|worm|zahnrad)\b", re.IGNORECASE)
_MODULE: Final = lazy_regex(rf"(?<![\w.])m ?({_N})(?! ?(?:m|mm)\b)(?![\w.])")
_TEETH: Final = lazy_regex(r"(?<![\w.])z ?(\d{1,3})\b(?! ?mm)")
_BEVEL: Final = lazy_regex(
    rf"(?<![\w.,])({_N})(?: ?mm)? ?x ?45 ?(?:°|deg(?:rees?)?\b)(?: chamfer(?:s|ed)?\b)?"
    rf"|(?<=[,;] )C([1-5](?:[.,]\d)?)(?!\d)(?: chamfers?)?\b(?=\s*(?:[,;]|\.?$|\n|both\b|all\b|on\b|at\b))"
)
_CIRCLE: Final = lazy_regex(
    rf"\b(?:PCD|P\.C\.D\.?|BCD)(?: of|:)? (?:diameter )?({_N})(?: ?mm\b)?(?![\d.]*\w)|(?<![\w.,])({_N})(?: ?mm)? (?:PCD|BCD)\b(?!(?: of|:)? (?:diameter )?\d)"
)
_CENTRES: Final = lazy_regex(rf"\bC-?C:? ({_N})(?: ?mm)?(?: x ({_N})(?: ?mm)?)?(?![\w.])")
_BARE: Final = lazy_regex(
    rf"(?<![\w.,x])(?<!x )({_N}) (?=(?:from (?:(?:the|each|both|all|its|either|one|left|right|top|bottom|long|short) )*(?:ends?|edges?|sides?|left|right|top|bottom)|apart|deep)\b)"
)
_PITCHED: Final = lazy_regex(
    rf"(?:,? (?:at )?)(?<![\w.,])({_N})(?: ?mm)? pitch(?= *(?:[,;]|\.?$|\n))"
)
_SHAFT: Final = lazy_regex(r"\A\s*(?:[Øø⌀∅] ?|dia(?:meter|\.)? ?)(?=\d[\d.,]*(?: ?[a-zA-Z]\d{1,2})? ?[x×])", re.IGNORECASE)  # fmt: skip


_END_THREAD: Final = lazy_regex(
    rf"\b(M\d{{1,2}})(?: x \d[.,]\d+)?,?(?: (?:tapped|threaded|thread|internal thread|female thread))?,?(?: x)? ({_N})(?: ?mm)? deep,? (?:in |at |on )?(both ends|each end|one end|either end)\b",
    re.IGNORECASE,
)
"""A thread in the end: M16 x 40 deep both ends."""


_BORE: Final = lazy_regex(
    rf"\bbore diameter ({_N}(?: ?mm)?(?: ?[A-H]\d{{1,2}}\b)?)(?: (?=key))?(,?)", re.IGNORECASE
)
"""A bore with the sign of diameters: bore Ø15 H7 keyway 5 mm."""


_ROPE: Final = r"(?P<{0}>(?:(?:wire|steel|synthetic|dyneema|fibre|galvanised|galvanized|nylon) )*rope|(?:wire|steel) cable)s?"
_ROPED: Final = lazy_regex(
    rf"(?<![\w.,])(?:(?P<a>{_N}) ?m (?:long )?(?:of )?{_ROPE.format('r')},? ?(?:of |with |x )?(?:(?:diameter|dia\.?|Ø) ?)?(?P<b>{_N}) ?mm\b"
    rf"|(?P<c>{_N}) ?m (?:of|x) (?P<d>{_N}) ?mm {_ROPE.format('s')}"
    rf"|(?P<e>{_N}) ?mm x (?P<f>{_N}) ?m {_ROPE.format('u')})"
    rf"|\b{_ROPE.format('t')},? (?:of )?(?:(?P<g>{_N}) ?m (?:of|x) (?P<h>{_N}) ?mm\b|(?P<i>{_N}) ?mm (?:of|x) (?P<j>{_N}) ?m\b)",
    re.IGNORECASE,
)
"""A rope by its length and diameter: 12 m rope of 6 mm, wire rope 6 mm x 12 m."""


_SHORT: Final = lazy_regex(r"\A\s*(Pl|Bl|Fl|Rd)\.? ?(?=\d)", re.IGNORECASE)
_SHORTENED: Final = {"pl": "Plate", "bl": "Sheet", "fl": "Flat bar", "rd": "Round bar"}
"""Stock by the letters that lists of material have: Pl 120x80x10, Fl 40x8."""


def with_noun(description: str) -> str:
    """A description that begins with a diameter, as of a shaft: Ø20h6 x 120."""
    short = _SHORT.match(description)
    if short:
        rest = description[short.end() :]
        return f"{_SHORTENED[short[1].casefold()]} {rest}"
    return _SHAFT.sub("Shaft Ø", description, count=1)


def spelled_out(text: str) -> str:
    """The text with the shorthand of drawings as words and figures with units."""
    text = re.sub(r"\bthru\b", "through", text, flags=re.IGNORECASE)
    text = re.sub(r"\b3-?D[- ]print(?=ed\b)", "print", text, flags=re.IGNORECASE)
    text = with_orders_read(with_steps_in_order(text))
    text = called_out(with_shorthand_written_out(text))
    text = _DIA_BEHIND.sub(_diameter_and_length, text)
    text = _DIA_ALONE.sub(_diameter, text)
    text = _ACROSS_AHEAD.sub(_diameters_named_ahead, _SLASHED.sub(_sleeve, text))
    text = _CIRCLED.sub(r"on PCD \1 mm", _BARE_BORE.sub(r"\1 mm \2", text))
    text = _ONES.sub(r"\g<noun>\g<between>\g<noun>", _OBLONG.sub(r"slot\2", text))
    text = _HOLES.sub(_holes, text)
    text = _BARE_BEHIND.sub(r"\g<lead> \g<n> mm", _BARE_HOLES.sub(_with_unit, text))
    text = _PATTERN.sub(
        lambda one: f"{one['lead']} {one['x']} x {one['y']}{one['u'] or ' mm'} apart", text
    )
    if _HEXAGONAL.search(text):
        text = _FLATS.sub(lambda one: f", {one['n'] or one['m']} mm across flats", text)
    text = _THREADED_THROUGH.sub(r", central \g<thread> tapped hole", text)
    text = _END_THREAD.sub(r"\1 thread, \2 mm deep in \3", text)
    text = _BEVEL.sub(lambda one: f"{one[1] or one[2]} mm chamfers", text)
    text = _CIRCLE.sub(lambda one: f"PCD {one[1] or one[2]} mm", text)
    text = re.sub(r"(?<=\d mm) (?=PCD \d)", " on ", text)
    text = _BORE.sub(_bore, text)
    text = _CENTRES.sub(
        lambda one: f"spacing {one[1]} x {one[2]} mm" if one[2] else f"spacing {one[1]} mm", text
    )
    text = _ROPED.sub(_roped, text)
    text = _PITCHED.sub(r", \1 mm apart", text)
    if _GEAR.search(text):
        text = _TEETH.sub(r", \1 teeth,", _MODULE.sub(r"module \1,", text))
    text = _LETTERED.sub(_side, text)
    if _ROUND.search(text):
        text = _LONG.sub(r"length \1 mm", text)
    return _BARE.sub(r"\1 mm ", text)


def _holes(match: re.Match[str]) -> str:
    return f"{match[1]}{match['sorts']} holes {match[2]} mm{match['fit'] or ''}"


def _sleeve(match: re.Match[str]) -> str:
    return f"{match[1]} x {match[2]}"


def _diameter_and_length(match: re.Match[str]) -> str:
    """The diameter and the length, each with its unit; a length without its name is one."""
    unit = match["u"] or match["v"] or " mm"
    rest = match.string[match.end() :]
    lead = "" if re.match(r" (?:high|long|tall|deep|thick|wide)\b", rest) else "length "
    return f"diameter {match['n']}{unit}, {lead}{match['l']}{match['v'] or unit}"


def _diameter(match: re.Match[str]) -> str:
    """The diameter with its unit; of a hole ahead of it, before its noun."""
    size = f"{match['n']}{match['u'] or ' mm'}"
    if match["lead"]:
        return f"{match['lead']}{size}{',' * bool(match['next'])}"
    if match["noun"]:
        return f"{size} {match['noun']}"
    return f"diameter {size}{',' * bool(match['next'])}"


def _diameters_named_ahead(match: re.Match[str]) -> str:
    size = {one: match[one] and f"{match[one]}{' mm' * match[one][-1].isdigit()}" for one in "acl"}
    first, second = (_ACROSS[match[one].casefold()] for one in "bd")
    long = f", length {size['l']}" if size["l"] else ""
    return f"{first} {size['a']}, {second} {size['c']}{long}"


_ACROSS: Final = {"od": "outer diameter", "id": "inner diameter", "bore": "bore"}


def _with_unit(match: re.Match[str]) -> str:
    """The diameter of holes with its unit; a whole number without a count is how many there are."""
    if not match["count"] and match["n"].isdecimal():
        return match.group()
    return f"{match['count'] or ''}{match['n']} mm{match['sorts']} {match['noun']}"


def _roped(match: re.Match[str]) -> str:
    said = match.groupdict()
    rope = said["r"] or said["s"] or said["u"] or said["t"]
    length = said["a"] or said["c"] or said["f"] or said["g"] or said["j"]
    across = said["b"] or said["d"] or said["e"] or said["h"] or said["i"]
    return f"{length} m of {rope}, rope diameter {across} mm"


def _bore(match: re.Match[str]) -> str:
    is_keyed = match.group().endswith(" ")
    return f"bore {match[1]}, " if is_keyed else f"bore {match[1]}{match[2]}"


def _side(match: re.Match[str]) -> str:
    lead = ", " if match["lead"] else ""
    return f"{lead}{_WORDS[match['letter']]} {match['n']} mm{match['more'] or ','}"
