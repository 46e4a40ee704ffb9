"""Orders of turned and bent parts with figures ahead of their names, as the rest reads them; pure."""

import re
from typing import Final

from partwright.drafter.text.numbers import COUNT, FIGURE, figure_value
from partwright.kit.patterns import lazy_regex

_N: Final = FIGURE
_MM: Final = r"(?: ?mm)?"
_END: Final = r"(?=\s*(?:[,;)]|\.(?!\d)|$|and\b|with\b))"
_FREE: Final = r"(?<![\w.,])(?<!x )"
_CHAMFERED: Final = lazy_regex(
    rf"\b(?P<which>both|all|each|one) (?P<what>ends?|edges?|corners?) chamfered(?: by| to| at)? (?P<n>{_N}){_MM}(?: ?x ?45 ?(?:°|deg\w*)?)?(?![\w.,]*\d)",
    re.IGNORECASE,
)
"""Both ends chamfered 0.5."""
_NAMED_BEHIND: Final = lazy_regex(
    rf"(?P<lead>(?:^|[,;]|\band|\bwith(?: an?)?) ?){_FREE}(?P<n>{_N}) (?P<piece>(?:flange|collar|head|hub|pitch|outer|outside|inner|inside|overall|total|base|bolt circle|rim) )(?P<name>diameter|length|height|width|thickness){_END}",
    re.IGNORECASE,
)
"""A figure without a unit ahead of its name: 24 flange diameter."""
_THICK: Final = lazy_regex(rf"\b(?P<piece>flange|collar|head|base|rim|web) (?P<n>{_N}) (?P<way>thick|high|wide){_END}", re.IGNORECASE)  # fmt: skip
_NAMED_AHEAD: Final = lazy_regex(
    rf"(?P<lead>[,;] ?)(?P<name>long|wide|high|thick|deep) (?P<n>{_N}){_MM}{_END}", re.IGNORECASE
)
"""As other languages put it: diameter 22, long 18."""
_NAMES: Final = {
    "long": "length", "wide": "width", "high": "height", "thick": "thickness", "deep": "depth",
}  # fmt: skip
_SLASHED: Final = lazy_regex(
    rf"\b(?P<noun>(?:flat |plain |shim |spacer |distance )?(?:rings?|washers?|sleeves?|bush(?:ing)?(?:es)?|spacers?|tubes?|discs?|gaskets?|shims?))(?: of)? (?:diameter )?(?P<a>{_N}){_MM} ?/ ?(?:diameter )?(?P<b>{_N}){_MM}(?:(?: x |, ?)(?P<c>{_N}){_MM}(?: (?:thick|long|high|wide))?)?{_END}",
    re.IGNORECASE,
)
"""Both diameters of what is hollow: ring 100/80, 12 thick."""
_SPACED: Final = lazy_regex(rf"\bat (?P<n>{_N}){_MM} (?P<what>spacing|spacings|centres|centers|intervals)\b", re.IGNORECASE)  # fmt: skip
_IN_ONE: Final = lazy_regex(
    r"\b(?P<what>(?:holes?|slots?)(?:(?: of)? M?[\d.,]+(?: ?x ?[\d.,]+)?(?: ?mm)?)?) in one (?P<piece>leg|flange|arm|wing|face|side)\b",
    re.IGNORECASE,
)
_ONE_BORE: Final = lazy_regex(rf"\bone (?=(?:diameter )?{_N} ?mm (?:\w+ )?bores?\b)", re.IGNORECASE)
_JOURNALS: Final = lazy_regex(
    rf"(?:,? ?\bwith |, ?)?(?:diameter )?(?P<d>{_N}){_MM}(?: (?:in )?(?:diameter|dia\.?))? (?:bearing )?(?:journals?|seats?|spigots?|stubs?|stub ends?|ends?),? (?:of )?(?P<l>{_N}){_MM} long (?:at|on) (?P<n>both|each) ends?\b"
    rf"|(?:,? ?\bwith |, ?)?\b(?:bearing )?(?:journals?|seats?|spigots?|stubs?)(?: of)? (?:diameter )?(?P<d2>{_N}){_MM}(?: (?:in )?(?:diameter|dia\.?))?(?: x|,| by) ?(?P<l2>{_N}){_MM}(?: long)? (?:at|on) (?P<n2>both|each) ends?\b",
    re.IGNORECASE,
)
"""A shaft with thinner ends: 15 mm journals 30 mm long at both ends."""
_COLLAR: Final = lazy_regex(
    rf"\b(?P<lead>with |and |, ?)?an? (?P<d>{_N}){_MM}(?: diameter)? (?P<what>collar|flange),? (?:of )?(?P<h>{_N}){_MM} (?:thick|high|wide)\b",
    re.IGNORECASE,
)
"""With a 40 mm collar 5 mm thick."""
_ON_CIRCLE: Final = lazy_regex(
    rf"\b(?P<holes>holes?)(?: of)? (?:diameter )?(?P<n>{_N}){_MM} on (?:a )?(?:diameter|(?:bolt|pitch|hole) circle)(?: of)? (?:diameter )?(?P<c>{_N}){_MM}(?![\w.,]*\d)",
    re.IGNORECASE,
)
"""Holes of 9 on a diameter of 85."""
_THREADS: Final = lazy_regex(
    rf"(?<![\w.,])(?P<count>{COUNT}) (?P<m>M ?\d{{1,2}})[ -]threads?(?: holes?)?(?= (?:in|at) (?:the |all |each )?(?:\w+ )?corners?\b)",
    re.IGNORECASE,
)
"""Four M4 threads in the corners."""
_EACH_LEG: Final = lazy_regex(
    rf"(?P<each>\b(?:in|on) (?:each|both|every) (?:leg|flange|arm|wing|side)s?),? (?P<what>(?:{COUNT}) (?:[^,;.]|[.,]\d)*?(?:slots?|holes?)(?:(?: of)? (?:diameter )?[\d.,]+(?: ?x ?[\d.,]+)?(?: ?mm)?)?){_END}",
    re.IGNORECASE,
)
"""Where they are ahead of what there is: in each leg two slots 6 x 12."""
_THREADED_STEP: Final = lazy_regex(
    rf"(?P<lead>(?:,|;|\bthen|\band) ?)(?P<m>M ?\d{{1,2}}) x (?P<p>[0-3][.,]\d{{1,2}}) x (?P<l>{_N}){_MM}{_END}",
    re.IGNORECASE,
)
"""A step with a thread by its diameter, pitch and length: then M16 x 1.5 x 30."""
_THREADED_TIP: Final = lazy_regex(
    rf"\b(?P<m>M ?\d{{1,2}}(?: x [0-3][.,]\d{{1,2}})?) x (?P<l>{_N}){_MM}(?: long)?(?: threads?)? (?:at|on) (?:the|its) (?:free |outer )?(?:end|tip)\b(?! ?(?:face|deep))",
    re.IGNORECASE,
)
"""M20 x 1.5 x 25 at the end."""

_CENTRAL: Final = lazy_regex(rf"\b(?P<what>cent(?:ral|re|er) (?:hole|bore))(?: of)?(?: diameter)? (?P<n>{_N}){_END}", re.IGNORECASE)  # fmt: skip
"""Central hole 30."""

_SPIGOT: Final = r"(?:(?:bearing )?(?:journals?|spigots?|stubs?|seats?|ends?))"
_DIA_X: Final = lazy_regex(rf"(?<=[,;:] )(?P<d>{_N}){_MM} dia\.?(?:meter)? x (?P<l>{_N}){_MM}(?P<all> (?:overall|long))?", re.IGNORECASE)  # fmt: skip
"""A diameter and a length: 30 dia x 180 overall."""
_IN: Final = rf"(?:(?:\d+[ -])?\d{{1,2}}/\d{{1,2}}|{_N})(?: ?(?:in(?:ch(?:es)?)?\b|\"))"
"""A size in inches with its unit."""
_SPIGOTS: Final = lazy_regex(
    rf",? ?\b(?:diameter )?(?P<d>{_IN}|{_N}){_MM}(?: dia\.?(?:meter)?)? x (?P<l>{_IN}|{_N}){_MM}(?: long)? {_SPIGOT} (?:(?:at|on) )?(?P<n>each|both) ends?\b"
    rf"|,? ?\b(?:at|on) (?P<n2>each|both) ends?,? (?:an? )?{_SPIGOT}(?: of)? (?:diameter )?(?P<d2>{_N}){_MM} x (?P<l2>{_N}){_MM}",
    re.IGNORECASE,
)
"""25 dia x 20 spigot each end; at both ends journals 17 x 25."""
_OFF: Final = lazy_regex(rf"{_FREE}(?P<n>\d{{1,2}}) off (?=M ?\d|{_N}|diameter|\w+ holes?\b)", re.IGNORECASE)  # fmt: skip
_THREADS_NAMED: Final = lazy_regex(
    rf"(?<![\w.,])(?P<count>(?:{COUNT})) (?:tapped )?threads? (?P<m>M ?\d{{1,2}})\b(?! ?x)", re.IGNORECASE
)  # fmt: skip
"""2 threads M10."""
_HOLES_OF: Final = lazy_regex(
    rf"\b(?P<what>holes? of) (?P<n>{_N})(?= (?:in|on|at|per) (?:each|every|the)\b)", re.IGNORECASE
)
_TAPPED_SPACER: Final = lazy_regex(
    r"\A(?P<head>\W*(?:[\w-]+ ){0,2}?(?:spacer|standoff|stand-off)\b[^.;\n]*?),? tapped hole (?P<m>M ?\d{1,2})(?: through)?(?= *(?:[,;.\n]|$))",
    re.IGNORECASE,
)
"""What is tapped along its axis."""
_SPACER_ROUND: Final = lazy_regex(
    rf"\A(?P<head>\W*(?:[\w-]+ ){{0,2}}?(?:spacer|standoff|stand-off)s?,? (?:of )?)(?:diameter|dia\.?) (?P<n>{_N})(?=,)(?=[^;\n]*\bM ?\d)",
    re.IGNORECASE,
)
_IN_AND_OUT: Final = lazy_regex(
    r"\b(?P<m>M ?\d{1,2}),? (?:(?:inside|internal|inner|female) ?[/-] ?(?:outside|outdoor|external|outer|male)|male[ -]female)\b",
    re.IGNORECASE,
)
"""A stand-off with a thread in one end and on the other."""
_HOLLOW_BY: Final = lazy_regex(
    rf"(?P<lead>\b(?:inner|outer) diameter {_N} mm|{_N}{_MM} (?:ID|OD)),? x (?P<t>{_N}){_MM} thick\b",
    re.IGNORECASE,
)
"""Both diameters and what stands behind them: 40 OD x 25 ID x 12 thk."""


def with_names_ahead(text: str) -> str:
    """The text with each figure at its name, and features at what they are in."""
    text = _CHAMFERED.sub(r"\g<n> mm chamfers at \g<which> \g<what>", text)
    text = _NAMED_BEHIND.sub(_called, text)
    text = _THICK.sub(r"\g<piece> \g<n> mm \g<way>", text)
    text = _NAMED_AHEAD.sub(lambda one: f"{one['lead']}{_NAMES[one['name'].lower()]} {one['n']} mm", text)  # fmt: skip
    text = _SLASHED.sub(_both_diameters, text)
    text = _SPACED.sub(r"at \g<n> mm \g<what>", text)
    text = _IN_ONE.sub(r"\g<what> in a \g<piece>", _ONE_BORE.sub("a ", text))
    text = re.sub(r"(?<=\d )thk\b", "thick", _OFF.sub(r"\g<n> ", text), flags=re.IGNORECASE)
    text = _JOURNALS.sub(_turned_down, _SPIGOTS.sub(_turned_down, text))
    text = _DIA_X.sub(r"diameter \g<d> mm, length \g<l> mm", text)
    text = _HOLES_OF.sub(
        r"\g<what> \g<n> mm", _THREADS_NAMED.sub(r"\g<count> \g<m> tapped holes", text)
    )
    text = _TAPPED_SPACER.sub(r"\g<head>, \g<m> female-female", text)
    text = _IN_AND_OUT.sub(
        r"\g<m> female-male", _SPACER_ROUND.sub(r"\g<head>outer diameter \g<n>", text)
    )
    text = _HOLLOW_BY.sub(r"\g<lead>, \g<t> mm thick", text)
    text = _COLLAR.sub(_collar, text)
    text = _ON_CIRCLE.sub(r"\g<holes> of \g<n> mm on a pitch circle of \g<c> mm", text)
    text = _CENTRAL.sub(r"\g<what> \g<n> mm", text)
    text = _THREADS.sub(r"\g<count> \g<m> tapped holes", text)
    text = _EACH_LEG.sub(r"\g<what> \g<each>", text)
    text = _THREADED_TIP.sub(r"\g<m> thread \g<l> mm long at one end", text)
    return _THREADED_STEP.sub(r"\g<lead>\g<m> x \g<p> thread \g<l> mm long", text)


_OVER_ALL: Final = frozenset({"overall", "total"})


def _called(match: re.Match[str]) -> str:
    piece, name = match["piece"].strip().lower(), match["name"].lower()
    called = name if piece in _OVER_ALL else f"{piece} {name}"
    return f"{match['lead']}{called} {match['n']} mm"


def _both_diameters(match: re.Match[str]) -> str:
    a, b = (figure_value(match[name]) for name in "ab")
    if a <= b or b < _LEAST:
        return match.group()
    if match["c"]:
        return f"{match['noun']} outer diameter {match['a']} mm, inner diameter {match['b']} mm, length {match['c']} mm"
    return f"{match['noun']} outer diameter {match['a']} mm, inner diameter {match['b']} mm"


_LEAST: Final = 3
"""Millimetres of the smaller of two diameters; below it the figures are a fraction."""


def _turned_down(match: re.Match[str]) -> str:
    d, long, which = (match[name] or match[f"{name}2"] for name in ("d", "l", "n"))
    d, long = (f"{one} mm" if one[-1].isdigit() else one for one in (d, long))
    return f", {which} ends turned down to {d} over {long}"


def _collar(match: re.Match[str]) -> str:
    return f"{match['lead'] or 'with '}{match['what']} {match['d']} x {match['h']} mm"
