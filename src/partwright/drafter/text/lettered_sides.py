"""Sides told by a letter or one after the other without a comma, as words that are read one by one; pure."""

import re
from typing import Final

from partwright.drafter.text.numbers import FIGURE
from partwright.kit.patterns import lazy_regex

_UNIT: Final = r"(?: ?(?:mm|cm|m|inches|inch|in|ft)\b)?"
_NAMES: Final = {
    "l": "length",
    "w": "width",
    "b": "width",
    "d": "depth",
    "t": "depth",
    "h": "height",
}
"""Letters of sides in English and German, in the order in which sides of a size are read."""
_WHOLE: Final = 3
"""Sides of a size in space."""
_LETTER: Final = r"[LlWwBbDdTtHh]"
_SIGN: Final = rf" ?(?:\({_LETTER}\)|{_LETTER}\b)"
_NEXT: Final = r"(?:,? ?[x×/] ?|, ?| )"
_BEHIND_ONE: Final = rf"{FIGURE}{_UNIT}{_SIGN}"
_BEHIND: Final = lazy_regex(
    rf"(?<![\w.,])(?<!\b{_LETTER} ){_BEHIND_ONE}(?: ?[x×/] ?{_BEHIND_ONE}){{1,2}}(?![\w.]\w|\w){_UNIT}"
)
"""1400 (L) x 700 (W) x 750 (H), and 140L x 70W x 75H cm; 5 W, 30 l are no sides."""
_AHEAD_ONE: Final = rf"\b[LWBDTH][ :=]{{0,2}}{FIGURE}{_UNIT}"
_AHEAD: Final = lazy_regex(
    rf"(?<![\w.,])(?<!\d ){_AHEAD_ONE}(?:{_NEXT}{_AHEAD_ONE}){{1,2}}(?![\w.]\w|\w)"
)
"""L 1400 W 700 H 750, and L=1400, W=700."""
_LOW_ONE: Final = rf"[ :=]{{0,2}}{FIGURE}{_UNIT}"
_LOW: Final = lazy_regex(
    rf"(?<![\w.,])(?<!\d )l{_LOW_ONE}{_NEXT}[wb]{_LOW_ONE}{_NEXT}[hdt]{_LOW_ONE}(?![\w.]\w|\w)"
)
"""All three in small letters: l 1400 w 700 h 750."""
_SIZE: Final = rf"{FIGURE}{_UNIT}(?: x {FIGURE}{_UNIT}){{1,2}}"
_ORDER: Final = rf"{_LETTER}(?: ?[x×/] ?{_LETTER}){{1,2}}"
_ORDER_BEHIND: Final = lazy_regex(rf"(?<![\w.,])({_SIZE}),? \(?({_ORDER})\)?(?![\w])")
"""1400 x 700 x 750 mm (L x W x H)."""
_ORDER_AHEAD: Final = lazy_regex(rf"(?<![\w.,])\(?({_ORDER})\)?:? ({_SIZE})(?![\w.]\w|\w)")
"""L x W x H 1400 x 700 x 750 mm."""
_SIDE: Final = r"(?:length|width|height|depth|diameter|thickness)"
_OF: Final = r"(?: of| is| ?[:=])? ?"
_NO_COMMA: Final = lazy_regex(
    rf"\b({_SIDE}{_OF}{FIGURE}{_UNIT}) (?:and )?(?=(?:\w+ )?{_SIDE}{_OF}\d)", re.IGNORECASE
)
"""A side with its figure, and the next behind it: length 1400 width 700."""
_NAMED_ONE: Final = rf"{FIGURE} ?(?:mm|cm|m|inches|inch|in|ft)\b(?: in| of)? {_SIDE}\b"
_NAMED_BEHIND: Final = lazy_regex(
    rf"(\b{_SIDE}{_OF})?(?<![\w.,])({_NAMED_ONE}(?: (?:and |by |x )?{_NAMED_ONE})+)(?!{_OF}\d)",
    re.IGNORECASE,
)
"""Figures with their sides behind them: 1400 mm length 700 mm width."""
_NEXT_NAMED: Final = lazy_regex(rf"(?<=[a-z]{{4}}) (?:and |by |x )?(?={FIGURE})", re.IGNORECASE)


def with_sides_named(text: str) -> str:
    """The text with its lettered sides as a size or as words, and with a comma behind each named side."""
    text = _ORDER_BEHIND.sub(lambda m: _told(m[0], m[2], m[1]), text)
    text = _ORDER_AHEAD.sub(lambda m: _told(m[0], m[1], m[2]), text)
    text = _AHEAD.sub(lambda m: _told(m[0], m[0], m[0]), text)
    text = _LOW.sub(lambda m: _told(m[0], m[0], m[0]), text)
    text = _BEHIND.sub(lambda m: _told(m[0], m[0], m[0]), text)
    text = _NAMED_BEHIND.sub(lambda m: m[0] if m[1] else _NEXT_NAMED.sub(", ", m[2]), text)
    return _NO_COMMA.sub(r"\1, ", text)


def _told(said: str, lettered: str, measured: str) -> str:
    """The sides by their letters in one stretch and their figures in another, in the same order.

    Three with a height are a size; what has a letter twice or a side without one stays as it is.
    """
    letters = [
        one.lower() for one in re.findall(rf"(?<![A-WYZa-wyz]){_LETTER}(?![A-WYZa-wyz])", lettered)
    ]
    figures = re.findall(rf"({FIGURE})({_UNIT})", measured)
    names = [_NAMES[letter] for letter in letters]
    if len(letters) != len(figures) or len(set(names)) < len(names):
        return said
    last = re.search(rf"{_UNIT}$", measured)
    common = (last and last[0]) or next((unit for _, unit in reversed(figures) if unit), " mm")
    sides = {
        n: f"{number}{unit or common}" for n, (number, unit) in zip(names, figures, strict=True)
    }
    if len(sides) == _WHOLE and "height" in sides:
        order = list(dict.fromkeys(_NAMES.values()))
        return " x ".join(sides[name] for name in sorted(sides, key=order.index))
    return ", ".join(f"{name} {side}" for name, side in sides.items())
