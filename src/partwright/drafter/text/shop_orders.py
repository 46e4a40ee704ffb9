"""Orders to a shop read as the rest reads them: stepped bores, holes without a noun, sizes ahead of the name; pure."""

import re
from typing import Final

from partwright.drafter.text.numbers import COUNT, FIGURE, figure_value
from partwright.kit.patterns import lazy_regex

_N: Final = FIGURE
_MM: Final = r"(?: ?mm)?"
_FREE: Final = r"(?<![\w.,/-])(?<!x )"
_DONE: Final = r"(?![\w.,]*\d)"
_FIT: Final = r"(?: ?(?:js|JS|[defghjkmnprstDEFGHJKMNPRST])(?:[5-9]|1[0-2])\b)?"
_SORTS: Final = (
    r"(?:(?:through|clearance|mounting|fixing|screw|bolt|dowel|pin|reamed|plain|tapped|threaded|drilled|round"
    r"|locating|lifting|countersunk|counterbored)[ -])*"
)
_ROUND_HOLES: Final = lazy_regex(
    rf"{_FREE}(?P<count>{COUNT}) diameter (?P<n>{_N}){_MM}(?P<fit>{_FIT}) (?P<sorts>{_SORTS})(?P<noun>holes?|bores?)\b"
    rf"|{_FREE}(?P<count2>{COUNT}) diameter (?P<n2>{_N}){_MM}(?P<fit2>{_FIT})(?=,? (?:on|equally|evenly|in) (?:an? )?(?:PCD|BCD|pitch|bolt|hole|circle|spaced|diameter \d|the corners))",
    re.IGNORECASE,
)
"""Holes by a counted diameter: two diameter 8 H7 dowel holes, six diameter 9 on PCD 140."""
_CALLED: Final = lazy_regex(
    rf"{_FREE}(?P<count>{COUNT}) (?P<m>M ?\d{{1,2}}(?: ?x ?[0-3][.,]\d{{1,2}})?)(?:[ -](?:threads?|tapped|threaded)(?! holes?))?(?:,? (?:x )?(?P<deep>{_N}){_MM} deep| x (?P<deep2>[4-9]|\d{{2}}){_MM}(?= (?:on|at|in|equally)\b))?"
    rf"(?=,? (?:(?:on|at|in) (?:an? )?(?:{_N}{_MM} (?:pitch |bolt |hole )?circle|PCD|BCD|pitch circle|bolt circle|hole circle)|in (?:the )?corners?|equally|(?:(?:at|in|with) )?(?:an? )?(?:spacing|pitch|centres|centers)|(?:on|at) (?:an? )?{_N}{_MM} x {_N}))",
    re.IGNORECASE,
)
"""Threads that are counted without a noun: four M10 on PCD 98, four M5 thread 12 deep at spacing 76 x 46."""
_AT_ANGLE: Final = lazy_regex(
    rf"(?P<circle>(?:PCD|BCD|pitch circle|bolt circle)(?: of)? (?:diameter )?{_N}{_MM}),? (?:at|from) (?P<a>{_N}) ?(?:°|deg(?:rees?)?\b)(?! (?:apart|spacing))",
    re.IGNORECASE,
)
"""Where the first hole of a circle stands: PCD 98 at 45°."""
_ROUND_CIRCLE: Final = lazy_regex(
    rf"(?P<holes>\bholes?(?: (?:of )?(?:diameter )?{_N}{_MM})?|{COUNT} ?x? ?diameter {_N}{_MM}(?: holes?)?),? (?:on|at|over) (?:an? )?diameter (?P<n>{_N}){_MM}{_DONE}(?! x)",
    re.IGNORECASE,
)
"""Holes on a circle that is told by its diameter: 8 holes diameter 11 on diameter 115."""
_SEAT: Final = (
    r"(?:(?:bearings?|locating|cent(?:r|er)ing) (?:seat(?:ing)?|recess|register|rebate)|recess)"
)
_WIDE: Final = rf"(?:{_SEAT}(?: of)? (?:diameter )?(?P<{{0}}>{_N}){_MM}{_FIT},?(?: x)? (?P<{{1}}>{_N}){_MM}(?: deep)?|diameter (?P<{{2}}>{_N}){_MM}{_FIT} {_SEAT},?(?: x)? (?P<{{3}}>{_N}){_MM} deep|diameter (?P<{{4}}>{_N}){_MM}{_FIT} x (?P<{{5}}>{_N}){_MM}(?: deep)? {_SEAT})"
_NARROW: Final = rf"(?:(?:through|clear(?:ance)?|cent(?:re|er|ral)) ?(?:hole|bore|passage)?|passage|bore)(?: of)? diameter (?P<{{0}}>{_N}){_MM}{_FIT}|diameter (?P<{{1}}>{_N}){_MM}{_FIT} (?:through|clearance|cent(?:re|er|ral))[ -]?(?:hole|bore|passage)?"
_MIDDLE: Final = r"(?: in the (?:cent(?:re|er)|middle))?"
_STEPPED: Final = lazy_regex(
    rf"\b(?:an? )?{_WIDE.format('a', 'b', 'c', 'd', 'e', 'f')}{_MIDDLE},? (?:(?:and|with|then) )?(?:an? )?(?:{_NARROW.format('n', 'o')}){_DONE}"
    rf"|\b(?:an? )?(?:{_NARROW.format('p', 'q')}),? (?:(?:and|with|then) )?(?:an? )?{_WIDE.format('g', 'h', 'i', 'j', 'k', 'l')}{_DONE}",
    re.IGNORECASE,
)
"""A bore with a wider seat: bearing seat 52 H7 x 15 deep, passage 40; centre 80 with 100 x 5 recess."""
_SEAT_ALONE: Final = lazy_regex(
    rf"\b(?:an? )?(?:{_SEAT}(?: of)? diameter (?P<a>{_N}){_MM}{_FIT},?(?: x)? (?P<b>{_N}){_MM}(?: deep)?"
    rf"|diameter (?P<c>{_N}){_MM}{_FIT} {_SEAT},?(?: x)? (?P<d>{_N}){_MM} deep"
    rf"|diameter (?P<e>{_N}){_MM}{_FIT} x (?P<f>{_N}){_MM}(?: deep)? {_SEAT}){_MIDDLE}{_DONE}(?! ?x)",
    re.IGNORECASE,
)
_SPIGOT: Final = lazy_regex(
    rf"\b(?:cent(?:ring|ering|rier)[ -]?|locating |register )?(?:spigot|(?<=cent)(?:ring|ering|rier)[ -]?(?:collar|shoulder|boss)|(?<=locating )(?:collar|shoulder|boss)|centring collar|centering collar) (?:of )?(?:diameter )?(?P<d>{_N}){_MM}{_FIT} x (?P<h>{_N}){_MM}(?: high| long)?{_DONE}(?! (?:at|on) (?:each|both))",
    re.IGNORECASE,
)
"""A raised register of a flange or cover: centring collar 70 x 4."""
_DIA_STEP: Final = lazy_regex(rf"(?<=[,;:] )(?P<d>{_N}){_MM}(?P<fit>{_FIT}) dia\.?(?:meter)? x (?P<l>{_N}){_MM}(?! (?:overall|\w+ (?:at|on)? ?(?:each|both)))", re.IGNORECASE)  # fmt: skip
_OTHER_END: Final = lazy_regex(
    rf"\b(?P<m>M ?\d{{1,2}}(?: ?x ?[0-3][.,]\d{{1,2}})?)(?: x |,? )(?P<l>{_N}){_MM}(?: long)? (?:on|at) the other end\b",
    re.IGNORECASE,
)
_FITTED_SLEEVE: Final = lazy_regex(
    rf"{_FREE}(?P<a>{_N}){_MM} ?(?P<fa>[A-H]\d{{1,2}}) ?(?:/|x|,) ?(?:diameter )?(?P<b>{_N}){_MM} ?(?P<fb>[a-z]{{1,2}}\d{{1,2}})(?:(?: x |, ?)(?P<c>{_N}){_MM})?{_DONE}"
)
"""Both diameters of a sleeve with their fits: 25 H7 / 32 r6 x 40."""
_BODY: Final = lazy_regex(rf"\b(?P<lead>stand-?offs?\b[^;.\n]*?,? )body (?:length )?(?P<n>{_N}){_MM}{_DONE}", re.IGNORECASE)  # fmt: skip
_HUB_AHEAD: Final = lazy_regex(
    rf"\bhub,? (?:of )?(?:diameter )?(?P<d>{_N}){_MM}(?: dia(?:meter|\.)?)? x (?P<h>{_N}){_MM}(?: long| high| wide)? (?:on |at )?one side\b",
    re.IGNORECASE,
)
_EACH_LEG: Final = lazy_regex(
    rf"\b(?P<holes>holes?(?: (?:of )?(?:diameter )?{_N}{_MM})?) (?:per|each|every|in each|in every) (?P<leg>leg|flange|arm|wing|side)s?\b",
    re.IGNORECASE,
)
_CENTRES: Final = lazy_regex(
    r"\b(?:on|at) (?P<n>\d(?:[\d./ -]*\d)?) ?(?:in|inch|\") (?P<what>cent(?:er|re)s?|pitch|spacing)\b(?!-)",
    re.IGNORECASE,
)
_UNIT: Final = r"(?: ?(?:mm|cm|in\b\.?|inch(?:es)?\b|\"))"
_SIZE: Final = rf"(?:\d+[ -])?(?:\d{{1,2}}/\d{{1,2}}|{_N}){_UNIT}"
_SIZES_AHEAD: Final = lazy_regex(
    rf"\A\s*(?P<sizes>(?:{_SIZE} (?:diameter|dia\.?|od|id|thick|wide|long|high|square|round)(?:,? (?:x|by) |,? )?){{1,3}})(?<=[ ,])(?P<name>(?:(?!(?:with|and|for|in|on|to)\b)[a-z0-9-]+ ?){{1,5}}?)(?=\s*(?:,|;|\bwith\b|\Z|\.\s|{_SIZE}))",
    re.IGNORECASE,
)
"""Sizes ahead of the name: 3/4" diameter x 6" long 4140 shaft."""
_BY_SIZE: Final = lazy_regex(r" (?:x|by) (?=[\d])")
_LONG_CENTRE: Final = lazy_regex(r",? (?:on|along) the (?:long(?:itudinal)? |short |main )?(?:cent(?:re|er)[ -]?line|middle line|axis)\b", re.IGNORECASE)  # fmt: skip
_GALLERY: Final = lazy_regex(
    rf"\b(?:[A-Z] )?(?:galler(?:y|ies)|cross[- ]?drilling|main line)(?: of)? (?:diameter )?(?P<n>{_N}){_MM}{_DONE}"
)
_INSERT: Final = lazy_regex(
    r"\b(?P<m>M ?\d{1,2}) (?:brass|steel|stainless|threaded|metal) (?P<what>insert|bush)(?P<blind>,? blind)?,? (?P<n>\d[\d.,]*)(?: ?mm)? deep\b",
    re.IGNORECASE,
)
_THREADED_HOLE: Final = lazy_regex(
    rf"(?<![\w.,])(?P<m>M ?\d{{1,2}}) x (?P<n>{_N}){_MM}(?: deep)? (?:threaded|tapped) hole\b", re.IGNORECASE
)  # fmt: skip
_ONE_ROUND: Final = lazy_regex(
    rf"\b(?P<lead>(?:an?|one) {_SORTS}(?:hole|bore)) diameter (?P<n>{_N}){_MM}{_DONE}(?! x)",
    re.IGNORECASE,
)
_OUTSIDE: Final = lazy_regex(rf"\bexterior (?:diameter )?(?={_N})", re.IGNORECASE)
_THREADED_BORE: Final = lazy_regex(
    rf"(?P<lead>\bholes? (?P<m>M ?\d{{1,2}}))(?:,? (?:depth |x )?(?P<n>{_N}){_MM}(?: deep)?) (?P<ends>(?:in|at) (?:each|both|one|the) ends?)\b",
    re.IGNORECASE,
)
"""A hole with a thread's name in the end of a shaft, which is tapped: hole M8 depth 20 in each end."""
_KEYED: Final = lazy_regex(rf"\bkeyway of (?P<n>{_N}) ?mm\b(?! ?x)", re.IGNORECASE)
_FROM_ENDS: Final = lazy_regex(rf"\bwith (?P<n>{_N} ?mm from) (?:the )?ends\b", re.IGNORECASE)
_KEYED_HOLE: Final = lazy_regex(
    rf"\bhole (?P<n>{_N} ?mm)(?= with (?:an? )?keyway\b)", re.IGNORECASE
)
_CHAMFERS: Final = lazy_regex(rf"\bchamfers? (?:of )?(?P<n>{_N})(?=\s*(?:[,;]|\.(?!\d)|\Z|\n|at\b|on\b|both\b|all\b))", re.IGNORECASE)  # fmt: skip
_TWICE: Final = lazy_regex(r"\bchamfers? (?=\d[\d.,]* ?(?:mm )?chamfers?\b)", re.IGNORECASE)
_SUNK_BEHIND: Final = lazy_regex(
    rf"(?P<lead>(?:{COUNT}) (?:{_SORTS}))(?P<holes>holes?\b[^;.\n]*?), (?P<sink>counterbored|countersunk) (?P<screw>for M ?\d{{1,2}}(?: [a-z-]+){{0,2}}? screws?)",
    re.IGNORECASE,
)
"""What the holes are sunk for, told behind where they are."""
_IN_LEG: Final = lazy_regex(
    rf"(?P<lead>(?:[;,]|\A|\bwith) ?)(?:in |on )?(?:the )?(?P<leg>(?:long(?:er)?|short(?:er)?|upright|vertical|horizontal|large|small|wide|narrow) (?:leg|flange|arm|wing|side)),? (?:with |has |having )?(?P<what>(?:{COUNT}|an?) (?:[^,;.]|[.,]\d)*?(?:holes?|slots?)\b(?:[^,;.]|[.,]\d)*?)(?=\s*(?:[,;]|\.(?!\d)|\Z|\n))",
    re.IGNORECASE,
)
"""A leg ahead of what is in it: short leg one slot."""
_FLANGED: Final = r"(?:flanges?|edges?|lips?|returns?|bends?|rims?)"
_BENT_SIDES: Final = lazy_regex(
    rf"\b(?:with )?(?:an? )?(?P<n>{_N}){_MM}(?: high| deep| tall)? (?:folded |bent |turned |up |down )*{_FLANGED} (?:(?:folded |bent |turned )?(?:up|down) )?(?:on|along) (?:the )?(?:both|two) (?:(?P<way>long|short)(?:er)? )?sides"
    rf"|\b(?:with )?(?:both |two )?(?P<way2>long|short)(?:er)? (?:sides|edges) (?:bent|folded|turned) (?:up |down )?(?:by |to )?(?P<n2>{_N}){_MM}",
    re.IGNORECASE,
)
_SHEET: Final = lazy_regex(
    rf"(?P<a>{_N}){_MM} x (?P<b>{_N}){_MM} x (?P<t>{_N}){_MM}(?![\w.,]*\d)(?! ?x)", re.IGNORECASE
)


_COUNTERBORES: Final = lazy_regex(
    rf"{_FREE}(?P<count>{COUNT}) counterbores? (?P<screw>for M ?\d{{1,2}}(?: [a-z-]+){{0,2}}|for (?:screws?|bolts?) M ?\d{{1,2}})",
    re.IGNORECASE,
)
_CENTRE_DISTANCE: Final = lazy_regex(
    rf"(?P<holes>\bholes?(?: counterbored| countersunk)?(?: (?:of )?(?:M ?\d{{1,2}}|(?:diameter )?{_N}{_MM})| for (?:screws? |bolts? )?M ?\d{{1,2}}(?: (?:[a-z-]+ )?(?:screws?|bolts?))?)?),? cent(?:re|er) distances? (?:of )?(?P<n>{_N}){_MM}(?: x (?P<o>{_N}){_MM})?{_DONE}(?! x)",
    re.IGNORECASE,
)
_NUMBERED: Final = lazy_regex(
    r"(?<![\w./#-])(?P<n>(?:4|6|8|10|12)-(?:24|28|32|36|40|44))(?= (?:UN[CF]|tapped|threaded|thread|screws?)\b)"
)
"""An inch thread by its number without the sign of one: 10-32 tapped."""


def with_orders_read(text: str) -> str:
    """The text with each feature in the words and the order that the rest of the reading knows."""
    text = _CENTRES.sub(r'spacing \g<n>"', text)
    text = _sizes_behind_name(text)
    text = _OUTSIDE.sub("outer diameter ", _ONE_ROUND.sub(r"\g<lead> \g<n> mm", text))
    text = _THREADED_BORE.sub(r"\g<m> tapped hole \g<n> mm deep \g<ends>", text)
    text = _KEYED.sub(r"keyway \g<n> mm", text)
    text = _FITTED_SLEEVE.sub(_sleeve, text)
    text = _ROUND_CIRCLE.sub(r"\g<holes> on PCD \g<n> mm", text)
    text = _ROUND_HOLES.sub(_round_holes, text)
    text = _CALLED.sub(_tapped_holes, text)
    text = _TWICE.sub("", _CHAMFERS.sub(r"\g<n> mm chamfers", text))
    text = _KEYED_HOLE.sub(r"bore \g<n>", _FROM_ENDS.sub(r"\g<n> each end", text))
    text = _SUNK_BEHIND.sub(_sunk, text)
    text = _IN_LEG.sub(r"\g<lead>\g<what> in the \g<leg>", text)
    text = _bent_on_two_sides(text)
    text = _AT_ANGLE.sub(r"\g<circle> rotated by \g<a> degrees", text)
    text = _SEAT_ALONE.sub(_blind_bore, _STEPPED.sub(_stepped_bore, text))
    text = _SPIGOT.sub(r"hub \g<d> x \g<h> mm", text)
    if len(_DIA_STEP.findall(text)) > 1:
        text = _OTHER_END.sub(r"\g<m> thread \g<l> mm long at the other end", text)
        text = _DIA_STEP.sub(r"diameter \g<d>\g<fit> x \g<l>", text)
    text = _HUB_AHEAD.sub(r"hub \g<d> x \g<h> mm", text)
    text = _BODY.sub(r"\g<lead>length \g<n> mm", text)
    text = _COUNTERBORES.sub(r"\g<count> counterbored holes \g<screw>", text)
    text = _CENTRE_DISTANCE.sub(_apart, text)
    text = _NUMBERED.sub(r"#\g<n>", text)
    text = _EACH_LEG.sub(r"\g<holes> in each \g<leg>", text)
    text = _LONG_CENTRE.sub("", text)
    text = _GALLERY.sub(r"\g<n> mm hole", text)
    text = _INSERT.sub(r"\g<m> tapped hole \g<n> mm deep", text)
    return _THREADED_HOLE.sub(r"\g<m> tapped hole \g<n> mm deep", text)


def _sizes_behind_name(text: str) -> str:
    match = _SIZES_AHEAD.match(text)
    if match is None:
        return text
    sizes = _BY_SIZE.sub(", ", match["sizes"]).strip(" ,")
    rest = text[match.end() :].lstrip()
    return f"{match['name'].strip()}, {sizes}{', ' * rest[:1].isalnum()}{rest}"


def _bent_on_two_sides(text: str) -> str:
    """A sheet whose opposite sides are bent up, as the U that it is."""
    bent, sheet = _BENT_SIDES.search(text), _SHEET.search(text)
    if bent is None or sheet is None or sheet.start() > bent.start():
        return text
    a, b = (figure_value(sheet[name]) for name in "ab")
    is_long = (bent["way"] or bent["way2"] or "long").lower() == "long"
    along, across = (max(a, b), min(a, b)) if is_long else (min(a, b), max(a, b))
    size = f"{along:g} x {across:g} x {bent['n'] or bent['n2']} mm, {sheet['t']} mm thick, U-shaped"
    return f"{text[: sheet.start()]}{size}{text[sheet.end() : bent.start()].rstrip(' ,')}{text[bent.end() :]}"


def _sunk(match: re.Match[str]) -> str:
    """The sinks ahead of their holes; heads that are cylinders take no cone."""
    is_cylinder = _CYLINDRICAL.search(match["screw"]) is not None
    sink = "counterbored" if is_cylinder else match["sink"]
    return f"{match['lead']}{sink} {match['holes']} {match['screw']}"


_CYLINDRICAL: Final = lazy_regex(r"\b(?:cylind\w*|cheese|socket|cap|allen|hex\w*)\b(?! countersunk)", re.IGNORECASE)  # fmt: skip


def _apart(match: re.Match[str]) -> str:
    if match["o"]:
        return f"{match['holes']} at spacing {match['n']} mm x {match['o']} mm"
    return f"{match['holes']}, {match['n']} mm apart"


def _sleeve(match: re.Match[str]) -> str:
    a, b = (figure_value(match[name]) for name in "ab")
    if a >= b:
        return match.group()
    long = f", length {match['c']} mm" if match["c"] else ""
    return f", inner diameter {match['a']} {match['fa']}, outer diameter {match['b']} {match['fb']}{long}"


def _round_holes(match: re.Match[str]) -> str:
    if match["count2"]:
        return f"{match['count2']} holes {match['n2']} mm{match['fit2'] or ''}"
    noun = "hole" if match["noun"].lower() in ("hole", "bore") else "holes"
    return f"{match['count']} {match['sorts'] or ''}{noun} {match['n']} mm{match['fit'] or ''}"


def _tapped_holes(match: re.Match[str]) -> str:
    said = match["deep"] or match["deep2"]
    deep = f" {said} mm deep" if said else ""
    return f"{match['count']} {match['m']} tapped holes{deep}"


def _first(match: re.Match[str], names: str) -> str:
    return next((match[name] for name in names if match[name]), "")


def _stepped_bore(match: re.Match[str]) -> str:
    wide, deep = _first(match, "acegik"), _first(match, "bdfhjl")
    narrow = _first(match, "nopq")
    if figure_value(narrow) >= figure_value(wide):
        return match.group()
    return f"through bore {narrow} mm counterbored to {wide}{_fit_of(match, wide)} x {deep} mm"


def _blind_bore(match: re.Match[str]) -> str:
    wide = _first(match, "ace")
    return f"central hole {wide} mm{_fit_of(match, wide)} {_first(match, 'bdf')} mm deep"


def _fit_of(match: re.Match[str], figure: str) -> str:
    """The letter and number of the fit behind a figure; empty where it has none."""
    fit = re.search(rf"(?<![\d.,]){re.escape(figure)}{_MM}({_FIT})", match.group())
    return fit[1] if fit else ""
