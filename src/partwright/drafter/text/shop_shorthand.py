"""Notes of workshops with the words they leave out: 3x 9 counterbored, 3 off, ports G1/2; pure."""

import re
from typing import Final

from partwright.drafter.text.inch_pipework import with_nominal_widths
from partwright.drafter.text.numbers import COUNTED, FIGURE
from partwright.drafter.text.turned_orders import with_names_ahead
from partwright.kit.patterns import lazy_regex

_N: Final = FIGURE
_MM: Final = r"(?: ?mm)?"
_COUNT: Final = rf"(?:\d{{1,2}}|{COUNTED})"
_LETTERED: Final = lazy_regex(
    rf"(?<![\w.,])(?P<count>\d{{1,2}}) ?x (?:D|dia\.?) ?(?P<n>{_N})(?![\w.,]*\d)", re.IGNORECASE
)
"""Holes by the letter of their diameter: 4x D9."""
_METRES: Final = lazy_regex(
    r"(?<![\w.,])(?P<long>\d(?:[.,]\d+)? ?m) x (?P<b>[1-9]\d{2,3})(?: x (?P<c>[1-9]\d{1,3}))?(?![\w.,]*\d)(?! ?(?:mm|cm|m|x|in|ft)\b)",
    re.IGNORECASE,
)
"""Metres beside what can only be millimetres: 1 m x 600."""
_BARE: Final = lazy_regex(
    rf"(?<![\w.,])(?<!x )(?P<count>[1-9]|1\d|2[0-4]) ?x (?P<n>{_N}){_MM} (?P<sort>counter-?bored|countersunk|reamed|drilled)\b",
    re.IGNORECASE,
)
"""Holes without a noun or the sign of diameters: 3x 9 counterbored."""
_DEEP_AHEAD: Final = lazy_regex(
    rf"(?P<hole>x diameter {_N}{_MM}|\bholes?(?: (?:of )?(?:diameter )?{_N}{_MM})?),? (?:depth|deep) (?P<n>{_N}){_MM}(?![\w.,]*\d)",
    re.IGNORECASE,
)
"""A depth behind its word: diameter 9 deep 10."""
_OFF: Final = lazy_regex(
    rf"\b(?P<noun>holes?|slots?|bores?)(?P<size>(?: (?:of )?(?:diameter )?{_N}(?: ?x ?{_N})?{_MM})?),? \(?(?P<count>{_COUNT}) ?off\b\)?",
    re.IGNORECASE,
)
_PORTS: Final = lazy_regex(
    rf"(?<![\w.,])(?P<count>{_COUNT}) (?P<noun>ports?|threaded holes?|tapped holes?|outlets?|inlets?|threads?) (?P<size>G ?(?:\d/\d|1 1/[24]|\d)\"?)(?![\w/])",
    re.IGNORECASE,
)
"""Ports with their thread behind them: 4 ports G1/2."""
_STEPPED: Final = lazy_regex(
    rf"\b(?:central )?bore (?:diameter )?(?P<a>{_N}){_MM}(?: ?[A-H]\d{{1,2}})?(?: x|,)? (?P<b>{_N}){_MM} deep,? (?:and |with |then )?(?:an? )?through (?:hole|bore) (?:diameter )?(?P<c>{_N}){_MM}(?![\w.,]*\d)",
    re.IGNORECASE,
)
"""A bore that goes on narrower: bore 52 H7 x 15 deep, through hole 40."""
_EACH: Final = lazy_regex(
    rf"\b(?:each|je) (?P<count>{_COUNT}) (?:holes?|bores?) (?:of )?(?:diameter )?(?P<n>{_N}){_MM}(?![\w.,]*\d)",
    re.IGNORECASE,
)
"""So many in either leg: je 1 Bohrung 6,5."""
_INSIDE: Final = lazy_regex(
    rf"(?P<lead>(?:\bdiameter |\bOD |\d ?mm )?{_N}{_MM} (?:outside|outer|OD),? )(?P<n>{_N}){_MM} (?:inside|inner)\b",
    re.IGNORECASE,
)
"""Of what is hollow both diameters: Ø80 outside, 70 inside."""
_MODULE: Final = lazy_regex(rf"\bmodule (?P<n>{_N})(?= \d)", re.IGNORECASE)
_SHAFT: Final = lazy_regex(
    rf"\b(?P<noun>shaft|axle|pin|spindle|rod|round bar) (?P<n>{_N}) ?(?P<fit>[hgkmnpfj]s?\d{{1,2}}) x (?P<l>{_N})(?![\w.,]*\d)(?! ?x)",
    re.IGNORECASE,
)
"""What is turned to a fit, and its length: shaft 30h6 x 250."""
_BLIND: Final = lazy_regex(
    rf"(?<![\w.,])(?P<m>M ?\d{{1,2}}) (?:blind (?:tapped|threaded)|(?:tapped|threaded) blind),? (?P<n>{_N}){_MM} deep\b",
    re.IGNORECASE,
)


def with_shorthand_written_out(text: str) -> str:
    """The text with the nouns and words that such notes leave out."""
    text = with_names_ahead(_METRES.sub(_in_two_units, with_nominal_widths(text)))
    text = _LETTERED.sub(r"\g<count>x diameter \g<n>", text)
    text = _BARE.sub(r"\g<count>x diameter \g<n> \g<sort>", text)
    text = _OFF.sub(r"\g<count> \g<noun>\g<size>", text)
    text = _PORTS.sub(r"\g<count> \g<size> \g<noun>", text)
    text = _BLIND.sub(r"\g<m> tapped hole \g<n> mm deep", text)
    text = _INSIDE.sub(r"\g<lead>inner diameter \g<n> mm", text)
    text = _SHAFT.sub(r"\g<noun> \g<n> \g<fit> diameter, \g<l> mm long,", text)
    text = _MODULE.sub(r"module \g<n>,", text)
    text = _EACH.sub(r"\g<count> hole \g<n> mm in each leg", text)
    text = _STEPPED.sub(r"through bore \g<c> mm counterbored to \g<a> x \g<b> mm", text)
    return _DEEP_AHEAD.sub(r"\g<hole> \g<n> mm deep", text)


def _in_two_units(match: re.Match[str]) -> str:
    third = f" x {match['c']} mm" if match["c"] else ""
    return f"{match['long']} x {match['b']} mm{third}"
