"""Holes and threads as drawings call them out: counterbored 11 x 6.5, 8x M5 on a circle, M16 x 30 at an end; pure."""

import re
from typing import Final

from partwright.drafter.text.numbers import COUNTED, FIGURE
from partwright.kit.patterns import lazy_regex

_N: Final = FIGURE
_MM: Final = r"(?: ?mm)?"
_METRIC: Final = rf"M ?\d{{1,2}}(?:[.,]5)?(?:{_MM} ?x ?[0-3](?:[.,]\d{{1,2}})?(?![\d.,]*\d))?"
"""A metric thread, with its pitch or without."""
_HEADED: Final = r"(?:c'?bores?d?|counter-?bor(?:es?|ed|ing)|spot-?fac(?:es?|ed)|sbore)"
_COUNTERBORE: Final = lazy_regex(
    rf"(?:,? ?/ ?|,? (?:with |and |plus )?)(?:an? )?(?:"
    rf"{_HEADED}(?: holes?)?(?: of| to|:)?,? (?:diameter )?(?P<a>{_N}){_MM}(?: diameter)?,? ?(?:x|by|/)? ?(?P<b>{_N}){_MM}(?: deep)?"
    rf"|(?:diameter )?(?P<c>{_N}){_MM}(?: diameter)? {_HEADED},? ?(?:x|by)? ?(?P<d>{_N}){_MM}(?: deep)?)(?![\w.,]*\d)",
    re.IGNORECASE,
)
"""A wider mouth of a hole by its diameter and depth."""
_THROUGH: Final = lazy_regex(
    rf"(?<![\w.,])(?:(?P<count>\d{{1,2}}|{COUNTED}) ?(?:x )?)?through[- ](?P<noun>holes?|bores?) (?:of )?(?:diameter )?(?P<n>{_N})(?![\d.,]*\d){_MM}(?: diameter)?",
    re.IGNORECASE,
)
_BORE: Final = lazy_regex(
    rf"(?<!\w)(?:through[- ])?bore (?:of )?(?:diameter )?(?P<n>{_N}){_MM}(?: ?[A-H]\d{{1,2}})? (?=counterbored to)",
    re.IGNORECASE,
)
_BLIND_BEHIND: Final = lazy_regex(
    rf"(?<![\w.,])(?P<m>M ?\d{{1,2}}) x (?P<n>{_N}){_MM}(?: deep)? blind(?: (?:tapped )?(?:hole|thread|bore))?(?!\w)",
    re.IGNORECASE,
)
"""A thread and its depth: M6 x 12 blind."""
_BLIND: Final = lazy_regex(
    rf"(?<![\w.,])(?:(?P<ahead>{_METRIC}) blind (?:tapped )?(?:holes?|bores?|thread)|blind (?:tapped |threaded )?(?:holes?|bores?|thread) (?P<behind>{_METRIC})),?(?: x)? (?P<n>{_N}){_MM}(?: deep)?(?![\w.,]*\d)",
    re.IGNORECASE,
)
"""A thread that ends within its part: M12 blind hole 25 deep."""
_CALLED: Final = lazy_regex(
    rf"(?<![\w.,])(?P<count>\d{{1,2}}) ?x (?P<m>{_METRIC})(?:(?: x|,)? (?P<deep>{_N}){_MM} deep)?(?= (?:on (?:an? )?(?:PCD|BCD|pitch|bolt|circle|\d)|in (?:the )?corners?|equally|at \d)|\s*(?:[;,]|\.?\s*\Z|\n))",
)
"""Threads without a noun, which are tapped: 8x M5 on PCD 110."""
_ENDS: Final = r"(?P<which>(?:both|each|one|either|the other|other) ends?)"
_OTHER: Final = lazy_regex(r"^other\b", re.IGNORECASE)
_LONG_THREAD: Final = lazy_regex(
    rf"(?<![\w.,])(?P<m>M ?\d{{1,2}}(?: ?x ?[0-3][.,]\d{{1,2}})?) (?:external |male )?thread(?:s|ed)?(?: of)?,? (?P<n>{_N}){_MM}(?: long)?,? (?:(?:at|on) )?{_ENDS}(?! ?deep)",
    re.IGNORECASE,
)
_ENDS_AHEAD: Final = lazy_regex(
    rf"(?:(?:at|on|with) )?{_ENDS} (?:with |has |have )?(?:an? )?(?P<m>M ?\d{{1,2}}(?: ?x ?[0-3][.,]\d{{1,2}})?) (?:external |male )?threads?,? (?P<n>{_N}){_MM}(?: long)?(?! ?(?:mm )?deep)",
    re.IGNORECASE,
)
_THREAD_AHEAD: Final = lazy_regex(
    rf"\bthreads? (?P<m>M ?\d{{1,2}}(?: ?x ?[0-3][.,]\d{{1,2}})?)(?: x|,)? (?P<n>{_N}){_MM}(?: long)?,? (?:(?:at|on|in) )?{_ENDS}(?! ?deep)",
    re.IGNORECASE,
)
"""A thread on an end, its length behind it: M8 thread 15 long one end, thread M20 x 30 at one end."""
_BARE_ROUND: Final = lazy_regex(
    rf"(?<!\w)(?P<count>\d{{1,2}}|{COUNTED}) (?P<noun>holes?) (?:of )?dia(?:meter|\.)? (?P<n>{_N})(?![\d.,]*\d)(?! ?(?:mm|cm|x))",
    re.IGNORECASE,
)
"""Holes with a diameter without its unit: 6 holes diameter 8,5."""
_CENTRES: Final = lazy_regex(
    rf"(?P<holes>\bholes?\b[^;.\n]{{0,24}}?),? (?:centre|center) distances? (?P<x>{_N}){_MM} x (?P<y>{_N}){_MM}",
    re.IGNORECASE,
)
_SLOT_PITCH: Final = lazy_regex(
    rf"(?P<slots>\bslots?(?:,? (?:of )?{_N}{_MM} x {_N}{_MM})),? (?:pitch|spacing|spaced|centres|centers|c/c)(?: of| at|:)? (?P<n>{_N}){_MM}(?![\d.,]*\d)",
    re.IGNORECASE,
)
_EACH_LEG: Final = lazy_regex(
    rf"(?P<each>\bin each (?:leg|flange|side|arm)),? (?P<holes>(?:\d{{1,2}}|{COUNTED}) holes?(?: (?:of )?(?:diameter )?{_N}{_MM})?)",
    re.IGNORECASE,
)
_EACH_END: Final = lazy_regex(
    rf"(?<![\w.,])(?<!\dx )(?<!\d )(?:an? |one )?(?:(?:diameter )?(?P<a>{_N}){_MM} hole|hole (?:of )?(?:diameter )?(?P<b>{_N}){_MM})(?:,? at)?,? (?P<n>{_N}){_MM} from (?:each|both) ends?\b",
    re.IGNORECASE,
)
"""One hole near either end: a 13 mm hole 20 from each end."""
_ROUNDED_ENDS: Final = lazy_regex(
    rf"\bends? (?:fully )?round(?:ed)?(?: off)?(?: to| with)? (?:R ?|radius )(?P<n>{_N}){_MM}|\bround(?:ed)? ends? (?:R ?|radius )(?P<m>{_N}){_MM}",
    re.IGNORECASE,
)
_SPRING: Final = lazy_regex(r"\b(?:springs?|\w*federn?|ressorts?|muelles?|resortes?)\b", re.IGNORECASE)  # fmt: skip
_SPRUNG: Final = tuple(
    (
        lazy_regex(rf"(?P<lead>[,;]? ?)(?<![\w.]){letters} ?[=:] ?(?P<n>{_N}){_MM}(?![\d.,]*\w)"),
        words,
    )
    for letters, words in (
        ("(?:Da|De|OD|D_?e|D_?a)", "outer diameter {} mm"),
        ("(?:Di|ID)", "inner diameter {} mm"),
        ("(?:Dm|D)", "mean diameter {} mm"),
        ("(?:L_?0|Lo)", "free length {} mm"),
        ("d", "wire {} mm"),
        ("(?:n|nt|if|ig)", "{} coils"),
    )
)
"""Sizes of springs by their letters (EN 13906): d, De, Di, Dm, L0, n."""


def _with_spring_letters(text: str) -> str:
    for pattern, words in _SPRUNG:
        text = pattern.sub(lambda one, words=words: f", {words.format(one['n'])}", text)
    return text


def called_out(text: str) -> str:
    """The text with its call-outs in the words and units that holes and threads are read by."""
    text = _with_spring_letters(text) if _SPRING.search(text) else text
    text = _THROUGH.sub(_through_holes, text)
    text = _COUNTERBORE.sub(
        lambda one: f" counterbored to {one['a'] or one['c']} x {one['b'] or one['d']} mm", text
    )
    text = _SUNK_HEADS.sub(r"counterbored \g<rest>", text)
    text = _BORE.sub(r"central hole \g<n> mm ", text)
    text = _BLIND_BEHIND.sub(r"\g<m> tapped hole \g<n> mm deep", text)
    text = _BLIND.sub(
        lambda one: f"{one['ahead'] or one['behind']} tapped hole {one['n']} mm deep", text
    )
    text = _CALLED.sub(_tapped_holes, text)
    for pattern in (_LONG_THREAD, _ENDS_AHEAD, _THREAD_AHEAD):
        text = pattern.sub(
            lambda one: (
                f"{one['m']} thread {one['n']} mm long at {_OTHER.sub('the other', one['which'])}"
            ),
            text,
        )
    text = _BARE_ROUND.sub(r"\g<count> \g<noun> \g<n> mm", text)
    text = _CENTRES.sub(r"\g<holes> \g<x> x \g<y> mm apart", text)
    text = _SLOT_PITCH.sub(r"\g<slots> mm, \g<n> mm apart", text)
    text = _EACH_LEG.sub(r"\g<holes> \g<each>", text)
    text = _EACH_END.sub(
        lambda one: f"2 holes {one['a'] or one['b']} mm {one['n']} mm from each end", text
    )
    return _ROUNDED_ENDS.sub(lambda one: f"corner radius {one['n'] or one['m']} mm", text)


_SUNK_HEADS: Final = lazy_regex(
    r"\bcountersunk (?P<rest>(?:M\d+ )?(?:holes? )?for (?:M\d+ )?(?:cylinder|cylindrical|cheese|socket|cap|allen|hex)\b)",
    re.IGNORECASE,
)
"""Holes for screws whose heads are cylinders, which no cone takes."""


def _through_holes(match: re.Match[str]) -> str:
    count = f"{match['count']} " if match["count"] else ""
    return f"{count}through {match['noun']} {match['n']} mm"


def _tapped_holes(match: re.Match[str]) -> str:
    deep = f" {match['deep']} mm deep" if match["deep"] else ""
    return f"{match['count']} {match['m']} tapped holes{deep}"
