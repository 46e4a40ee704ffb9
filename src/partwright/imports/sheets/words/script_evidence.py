"""Evidence that a text is Chinese, Japanese, Korean or Cyrillic, read in the right encoding."""

from collections.abc import Sequence

from partwright.kit.patterns import lazy_regex

_WIDE = lazy_regex("[\u3041-\u30ff\u3131-\u318e\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff]+")
_CYRILLIC = lazy_regex("[\u0400-\u045f]+")
_FEWEST = 4
"""Letters from which on they are no accident."""
_LONG = 3
"""Letters of a script of its own that stand together in a word."""
_HIGH = lazy_regex(rb"[\x80-\xff]")
_LOW_HALF = lazy_regex(rb"[\xa1-\xbf]")


def reads_like(text: str, encoding: str, raw: bytes) -> float:
    """The share of the letters beyond ASCII that people write often in it, 0 for no evidence.

    Only the commonest signs count: other bytes, decoded so, give rare ones. `raw` is the text's bytes.
    """
    other = [sign for sign in text if sign > "\x7f"]
    if encoding == "cp1251":
        return _share(_CYRILLIC.findall(text), other, _LONG)
    test = _COMMON.get(encoding)
    if test is None:
        return 0
    runs = _WIDE.findall(text)
    signs = "".join(runs)
    if len(signs) < _FEWEST or 5 * sum(len(run) for run in runs if len(run) > 1) < 3 * len(signs):
        return 0
    if encoding in ("gb18030", "cp949") and not _spreads(raw):
        # Pairs of capitals of another alphabet, none of whose bytes is in the lower half.
        return 0
    common = sum(test(sign) for sign in signs) / len(signs)
    return common + _AHEAD * (encoding == "cp949") if common >= _MOSTLY else 0


_MOSTLY = 0.8
_AHEAD = 0.01
"""Korean syllables are common signs of Chinese as well; most Chinese texts have others."""


def _share(runs: Sequence[str], other: Sequence[str], least: int) -> float:
    """The share of letters that stand in words of their script alone."""
    together = sum(len(run) for run in runs if len(run) >= least)
    share = together / len(other) if other and together >= _FEWEST else 0
    return share if share >= _MOSTLY else 0


def _spreads(raw: bytes) -> bool:
    high = len(_HIGH.findall(raw))
    return 10 * len(_LOW_HALF.findall(raw)) >= high


def _is_common_simplified(sign: str) -> bool:
    """The first level of GB 2312, and kana or punctuation beside it."""
    code = sign.encode("gb2312", "ignore")
    return len(code) == 2 and 0xB0 <= code[0] <= 0xD7


def _is_common_traditional(sign: str) -> bool:
    code = sign.encode("big5", "ignore")
    return len(code) == 2 and 0xA4 <= code[0] <= 0xC6


def _is_common_japanese(sign: str) -> bool:
    code = sign.encode("shift_jis", "ignore")
    return len(code) == 2 and (0x81 <= code[0] <= 0x83 or 0x88 <= code[0] <= 0x97)


def _is_common_korean(sign: str) -> bool:
    """Syllables of KS X 1001."""
    return "\uac00" <= sign <= "\ud7a3" and len(sign.encode("euc_kr", "ignore")) == 2


_COMMON = {
    "cp949": _is_common_korean,
    "gb18030": _is_common_simplified,
    "big5": _is_common_traditional,
    "cp932": _is_common_japanese,
}
