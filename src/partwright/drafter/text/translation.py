"""Product sentences in German, French, Spanish and Chinese, read as English word by word."""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Final

import msgspec

from partwright.drafter.catalogue import LanguageRow, kinds
from partwright.drafter.catalogue import languages as language_rows
from partwright.drafter.text.motor_words import motors_behind
from partwright.drafter.text.part_wording import BELT
from partwright.drafter.text.short_sizes import in_full
from partwright.drafter.text.spelling import with_words_spelled
from partwright.kit.patterns import lazy_regex

_CHINESE: Final = lazy_regex(r"[\u4e00-\u9fff]")
_SURE: Final = 3
"""Words of a language from which a text is taken to be in it; two are enough in a short one."""
_SHORT: Final = 12
_TELLING: Final = 9
"""Letters of a word that tells of its language as surely as two: Parallelgreifer."""
_UNITS: Final = frozenset(["x", "mm", "cm", "m", "kg", "g", "l", "t", "v", "w", "kw", "nm", "bar"])
"""What stands behind figures in any language."""
_COMPOUND: Final = 8
_LEAST_HALF: Final = 3
_LEAST_HEAD: Final = 5
_MEASURED: Final = frozenset({"meter"})
"""Ends of English words that are no compounds: diameter."""
_LITTLE: Final = frozenset(
    [
        "a",
        "the",
        "and",
        "or",
        "of",
        "with",
        "without",
        "for",
        "to",
        "on",
        "in",
        "at",
        "under",
        "each",
    ]
)
"""What no compound ends in: a slider is no sli-der."""
_WORD: Final = lazy_regex(r"[^\W_]+(?:['-][^\W\d_]+)*'?")
_SHAPES: Final = (
    "round|oval|square|rectangular|hexagonal|octagonal|triangular|cylindrical|conical|hydraulic"
    "|electric|folding|articulated|mobile|telescopic|vertical|horizontal|waterproof|watertight"
    "|swivelling|tilting|adjustable|motorised|pneumatic|automatic|portable"
)
_SWAPPED: Final = lazy_regex(rf"\b((?:[a-z]+ )?[a-z]+) ({_SHAPES})\b", re.IGNORECASE)
_RACK_UNITS: Final = lazy_regex(r"\b(\d{1,2}) ?(?:U|HE)\b(?! ?-)")
_OF_RACK_UNITS: Final = lazy_regex(r"\b(\d{1,2}) ?(?:U|HE)(?= [a-z])")
_LUMBER: Final = lazy_regex(
    r"(?<![\w.,x])([1246]) ?x ?(2|3|4|6|8|10|12)(?: ?in(?:ch)?\.?)?(?: wood(?:en)?)?(?= (?P<of>lumber|timbers?|studs?|posts?|boards?|beams?|joists?|frames?|framing|legs|construction)\b)",
    re.IGNORECASE,
)
"""American lumber by its nominal inches: legs of 4x4 lumber."""
_BUILT: Final = ("frame", "framing", "leg", "construction")
"""What is built of lumber, where the word for it is left out: a 2x4 frame."""
_DRESSED: Final = {
    1: 19.0, 2: 38.0, 3: 64.0, 4: 89.0, 6: 140.0, 8: 184.0, 10: 235.0, 12: 286.0,
}  # fmt: skip
"""What is left of nominal inches when lumber is planed, in millimetres."""
_BOTH: Final = lazy_regex(
    r"\b((?:arms?|legs?|sides?|flanges?|wings?)(?: of)? )(\d{1,4}(?:\.\d{1,2})?)( (?:and|by) \d{1,4}(?:\.\d{1,2})?) ?(mm|cm)\b",
    re.IGNORECASE,
)
"""Two lengths with one unit: arms 200 and 250 mm."""
_SUM: Final = lazy_regex(
    r"(?<![\w.,])(\d{1,4}(?:\.\d{1,2})?)(?= ?\+ ?\d[\d.+ ]{0,20} ?(mm|cm|m)\b)"
)
"""Lengths in a row with one unit behind: 225 + 175 mm."""
_FROM_TO: Final = lazy_regex(r"(?<=\d)( ?(?:mm|cm|m|kg|l|°)?) [àa] (?=\d)", re.IGNORECASE)
"""The two ends of a range in French and Spanish: de 45 à 60 cm."""
_MIDWAY: Final = lazy_regex(r"\b(mid|half)[ -]height\b", re.IGNORECASE)
"""A place, and no height of what stands before it."""
_SIGNS: Final = str.maketrans({"，": ", ", "。": ". ", "、": ", ", "；": "; ", "：": ": "})


class Language(msgspec.Struct, frozen=True):
    """The words of a language, those that it shares with English, and the ways of its grammar."""

    name: str
    words: Mapping[str, str]
    shared: frozenset[str]
    endings: tuple[str, ...]
    swaps: bool
    """Whether adjectives stand behind their noun."""
    compounds: bool
    """Whether nouns are written together, the telling one first."""

    def meaning(self, word: str) -> str | None:
        """The meaning of a word, tried without its ending where it is not listed."""
        base = self._listed(word)
        return None if base is None else self.words[base]

    def is_own(self, word: str) -> bool:
        """Whether the word is known and no English one, with its ending or without: motors."""
        base = self._listed(word)
        if base is None:
            return self.headed(word)
        return word not in self.shared and base not in self.shared

    def is_telling(self, word: str) -> bool:
        """Whether one of the language's own words is enough: long, and listed or a compound as it stands."""
        return len(word) >= _TELLING and (word in self.words or self._listed(word) is None)

    def headed(self, word: str) -> bool:
        """Whether an unknown word is a compound that ends in a plain word of the language: Lagerregal."""
        ends = (word[cut:] for cut in range(_LEAST_HALF, len(word) - _LEAST_HEAD + 1))
        is_long = self.compounds and word.isalpha() and len(word) >= _COMPOUND
        own = self.words.keys() - self.shared - _MEASURED
        return is_long and any(one in own for one in ends)

    def _listed(self, word: str) -> str | None:
        if word in self.words:
            return word
        bases = (word.removesuffix(ending) for ending in self.endings if word.endswith(ending))
        return next((b for b in bases if len(b) > 2 and b in self.words), None)

    def compound(self, word: str) -> str | None:
        """A noun of two that are written together, the longest known head first: Stahlrohr."""
        if not self.compounds or len(word) < _COMPOUND or word in _named():
            return None
        for cut in range(_LEAST_HALF, len(word) - _LEAST_HALF + 1):
            head = self.meaning(word[cut:].lstrip("-"))
            before = word[:cut].rstrip("-")
            if word[cut:] in _MEASURED:
                continue
            is_plain = word[cut:] not in self.shared or self.meaning(before) is not None
            if head is not None and head not in _LITTLE and is_plain:
                first = self.meaning(before) or self.meaning(before.removesuffix("s")) or before
                return f"{first} {head}"
        return None


@cache
def _named() -> frozenset[str]:
    """Words that kinds of products are called by as they stand: Palettenregal."""
    return frozenset(word.casefold() for row in kinds().values() for word in row.words)


@cache
def languages() -> tuple[Language, ...]:
    """The languages besides English."""
    return tuple(_language(name, row) for name, row in language_rows().items())


def _language(name: str, row: LanguageRow) -> Language:
    pairs = [pair.partition("=") for pair in re.split(r"[;\n]", row.words) if pair.strip()]
    read = [(word.strip(), meaning.strip()) for word, _, meaning in pairs]
    words = {word.rstrip("*").casefold(): meaning for word, meaning in read}
    plain = {
        typed: meaning
        for word, meaning in words.items()
        if len(word) > _LEAST_HALF
        for typed in (_unaccented(word, name), _unaccented(word[0], name) + word[1:])
    }
    shared = {word.rstrip("*").casefold() for word, _ in read if word.endswith("*")}
    return Language(
        name=name,
        words=plain | words,
        shared=frozenset(shared | (_ENGLISH_TOO - words.keys())),
        endings=row.endings,
        swaps=row.swaps,
        compounds=row.compounds,
    )


_ENGLISH_TOO: Final = frozenset({
    "anodise", "cable", "chassis", "couche", "galvanise", "helices", "metal", "motorise", "profile", "profiles", "reservoir",
})  # fmt: skip
"""Words without their accents that are English as well."""
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def _unaccented(word: str, language: str) -> str:
    """The word as it is typed in capitals, or on a keyboard that has no accents: Etabli, Gehaeuse."""
    if language == "german":
        return word.translate(_UMLAUTS)
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


def language_of(text: str) -> Language | None:
    """The language of a text that is not English."""
    if _CHINESE.search(text):
        return next(one for one in languages() if one.name == "chinese")
    said = [w for w in map(str.casefold, _WORD.findall(text)) if w.isalpha() or not w[0].isdigit()]
    said = [word for word in said if word not in _UNITS]
    needed = _SURE if len(said) > _SHORT else min(len(said), _SURE - 1) or 1
    spaced = f" {' '.join(said)} "
    best: tuple[int, Language] | None = None
    for language in languages():
        known = [word for word in said if language.is_own(word)]
        own = len(known) + any(language.is_telling(word) for word in known)
        own += said[:1] == known[:1] and not _JOINED[language.name].isdisjoint(said)
        own += sum(w.count(" ") + 1 for w in language.words if " " in w and f" {w} " in spaced)
        if own >= needed and own * 4 >= len(said) and (best is None or own > best[0]):
            best = (own, language)
    return best[1] if best else None


_JOINED: Final = {
    "german": frozenset({"aus", "mit", "für", "und", "nach"}),
    "french": frozenset({"en", "avec", "pour", "et", "sur"}),
    "spanish": frozenset({"de", "en", "con", "para", "y"}),
    "chinese": frozenset[str](),
}
"""Little words that tell of the language where its first word is its own: Douille en bronze."""


def in_english(text: str, *, beside: str = "") -> str:
    """The text as it is read: each known word in English, all else as it stands.

    Few words say little of their language: they are in that of the text `beside` them.
    """
    text = BELT.sub(r"\1\2", motors_behind(in_full(with_words_spelled(text))))
    text = _OF_RACK_UNITS.sub(r"\1-unit", text)
    text = _RACK_UNITS.sub(r"\1 rack units", text)
    text = _LUMBER.sub(_dressed, text)
    text = _MIDWAY.sub(r"\1way", text)
    text = _SUM.sub(r"\1 \2", _BOTH.sub(r"\1\2 \4\3 \4", text))
    language = language_of(text) or (language_of(beside) if beside else None)
    if language is None:
        return text
    if language.name in _DOTTED:
        text = _THOUSANDS.sub(lambda match: match.group().replace(".", ""), text)
    if language.swaps:
        text = _FROM_TO.sub(r"\1 to ", _AT_LENGTH.sub("at ", text))
    if language.name == "chinese":
        return _from_chinese(_APART.sub(", ", text.translate(_SIGNS)), language)
    return _from_words(text, language)


def _dressed(lumber: re.Match[str]) -> str:
    sides = (_DRESSED.get(int(lumber[1])), _DRESSED.get(int(lumber[2])))
    if None in sides:
        return lumber.group()
    built = " spruce" if lumber["of"].casefold().startswith(_BUILT) else ""
    return f"{sides[0]:g} x {sides[1]:g} mm{built}"


_AT_LENGTH: Final = lazy_regex(
    r"(?<!\d )(?<!\bm )(?<![cm]m )\bà (?=\d+(?:[.,]\d+)? ?(?:mm|cm|m)\b)", re.IGNORECASE
)
"""Ahead of a length, where a thing is rather than what it has: a handle at 950 mm."""
_APART: Final = lazy_regex(r"(?<=\d) (?=\d)")
"""Between figures that Chinese parts by a space alone."""
_DOTTED: Final = frozenset({"german", "spanish"})
"""Languages whose dots group thousands: 1.800 mm."""
_THOUSANDS: Final = lazy_regex(r"(?<![\w.,])[1-9]\d{0,2}(?:\.\d{3})+(?![\w.]|,\d{4})")
_RELATIVE: Final = lazy_regex(
    r"(?<![\u4e00-\u9fff])((?:一[个张台把件套只])?)"
    r"((?:带有?|配有|有|用于)[^,.;\n的]{1,40})的([\u4e00-\u9fff]{1,12})"
)
"""What a product has or is for, ahead of its name: 带两扇门的柜子."""

_SECTIONS: Final = lazy_regex(
    r"(?<=[0-9\u4e00\u4e8c\u4e24\u4e09\u56db\u4e94\u516d]) ?\u8282(?![\u80fd\u6d41\u70b9\u62cd])"
)
"""A number of sections, as 三节; behind or ahead of other signs it is part of another word."""


_CHINESE_TOLD: Final = lazy_regex(
    r"(\d ?(?:毫米|厘米|米|mm|cm|m) ?)(厚|宽|高|长|深)(?=[,.;\s的]|$)"
)
_TOLD: Final = {"厚": " thick", "宽": " wide", "高": " high", "长": " long", "深": " deep"}
"""What a figure is, said behind it: 10毫米厚."""
_CHINESE_HOLES: Final = lazy_regex(
    r"(\d{1,3}) ?个? ?直径 ?(\d+(?:\.\d+)?) ?(?:毫米|mm)的?(?:螺栓|安装)?孔"
)
"""So many holes of a diameter."""
_CHINESE_STEPS: Final = lazy_regex(
    r"直径 ?(\d+(?:\.\d+)?) ?(?:mm|毫米)?[ ,]*长度? ?(\d+(?:\.\d+)?) ?(?:mm|毫米)?"
)
"""A step of a shaft: 直径20长60."""
_CHINESE_CHAMFER: Final = lazy_regex(r"(两端)?倒角 ?(\d+(?:\.\d+)?)")
_CHINESE_CORNERS: Final = lazy_regex(
    r"四个?角(?:处|落)?(?:各|均)?(?:有|开|打|钻)?一?个?(?:直径)? ?(?P<size>M?\d+(?:\.\d+)?) ?(?:毫米|mm)?的?(?P<kind>螺纹|通|沉头)?孔"
)
"""A hole in each of the four corners."""
_CHINESE_KINDS: Final = {"螺纹": "tapped ", "沉头": "countersunk "}
_CHINESE_INSET: Final = lazy_regex(
    r"(?:孔心)?距(?:离)?(?:边|边缘|板边) ?(\d+(?:\.\d+)?) ?(?:毫米|mm)?"
)
_CHINESE_PARTED: Final = lazy_regex(
    r"(?<=[0-9]) (?=[\u4e00-\u9fff])(?![毫厘公千米克吨瓦伏升转牛个件张块条只根台扇层度套把段格节寸英])"
)
"""Behind a figure, a blank that parts it from the next as a comma does."""


def _from_chinese(text: str, language: Language) -> str:
    text = _CHINESE_CORNERS.sub(_holes_in_corners, _CHINESE_PARTED.sub(", ", text))
    if len(_CHINESE_STEPS.findall(text)) > 1:
        text = _CHINESE_STEPS.sub(r", diameter \1 x \2 mm", text)
    text = _CHINESE_CHAMFER.sub(r", \2 mm chamfers", text)
    text = _CHINESE_INSET.sub(r", \1 mm from each edge", text)
    text = _CHINESE_HOLES.sub(r", \1 holes of \2 mm", text)
    text = _CHINESE_TOLD.sub(lambda one: one[1] + _TOLD[one[2]], text)
    text = _SECTIONS.sub(" sections ", _RELATIVE.sub(r"\1\3\2", text))
    for word in sorted(language.words, key=len, reverse=True):
        text = text.replace(word, f" {language.words[word]} ")
    text = re.sub(r"\s+", " ", text)
    return re.sub(r"(?:[,.] ?)+(?=[,.])", "", re.sub(r" (?=[,.;])", "", text)).strip(" ,")


def _holes_in_corners(match: re.Match[str]) -> str:
    size = match["size"] if match["size"].startswith("M") else f"{match['size']} mm"
    return f", 4 {_CHINESE_KINDS.get(match['kind'], '')}{size} holes in the corners"


def _from_words(text: str, language: Language) -> str:
    text = _phrases_of(language.name).sub(lambda match: _word(match.group(), language), text)
    if language.swaps:
        text = _SWAPPED.sub(_turned, text)
    return re.sub(r"[ \t]{2,}", " ", text)


@cache
def _phrases_of(name: str) -> re.Pattern[str]:
    """Phrases of several words, the longest first, else single words: none is read twice."""
    language = next(one for one in languages() if one.name == name)
    phrases = sorted((w for w in language.words if " " in w), key=len, reverse=True)
    written = (re.escape(phrase).replace("ss", "(?:ss|ß)") for phrase in phrases)
    several = "|".join(rf"(?<!\w){phrase}(?!\w)" for phrase in written)
    return re.compile(f"{several}|{_WORD.pattern}" if several else _WORD.pattern, re.IGNORECASE)


def _word(word: str, language: Language) -> str:
    if " " in word:
        return language.words[word.casefold()]
    head, mark, tail = word.partition("'")
    if mark and tail and f"{head.casefold()}'" in language.words:
        before = language.words[f"{head.casefold()}'"]
        return f"{before} {_word(tail, language)}".strip()
    meaning = language.meaning(word.casefold()) or language.compound(word.casefold())
    if meaning is None and language.compounds and "-" in word:
        pieces = ((one, language.meaning(one.casefold())) for one in word.split("-"))
        return "-".join(one if said is None else said for one, said in pieces)
    return word if meaning is None else meaning


def _turned(match: re.Match[str]) -> str:
    noun, shape = match[1], match[2]
    first = noun.split()[0].casefold()
    if first in ("a", "the", "with", "of", "and", "for"):
        return f"{noun.split()[0]} {shape} {' '.join(noun.split()[1:])}".strip()
    return f"{shape} {noun}"
