"""The currency that the language of a sheet's texts lets expect, where its headers are English."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.records.rows import SheetRecord
from partwright.kit.patterns import lazy_regex


class TextLanguage(NamedTuple):
    """The language in which parts are called, and the currency of most who write it."""

    name: str
    currency: str


_NORDIC = "Danish or Norwegian"
_LETTERS = (
    (TextLanguage("Japanese", "JPY"), "\u3041-\u30fa"),
    (TextLanguage("Korean", "KRW"), "\uac00-\ud7a3"),
    (TextLanguage("Thai", "THB"), "\u0e01-\u0e4e"),
    (TextLanguage("Hebrew", "ILS"), "\u05d0-\u05ea"),
    (TextLanguage("Polish", "PLN"), "łżźśćąęŁŻŹŚĆĄĘ"),
    (TextLanguage("Czech", "CZK"), "řěůŘĚŮ"),
    (TextLanguage("Slovak", "EUR"), "ľĺŕôĽĹŔÔ"),
    (TextLanguage("Hungarian", "HUF"), "őűŐŰ"),
    (TextLanguage("Romanian", "RON"), "șțşţăȘȚĂ"),
    (TextLanguage("Turkish", "TRY"), "ğıĞİ"),
    (TextLanguage("Ukrainian", "UAH"), "іїєґІЇЄҐ"),
    (TextLanguage("Russian", "RUB"), "ыэъёЫЭЪЁ"),
    (TextLanguage(_NORDIC, "DKK"), "øæØÆ"),
    (TextLanguage("Swedish", "SEK"), "åÅ"),
    (TextLanguage("German", "EUR"), "ßäöüÄÖÜ"),
    (TextLanguage("Chinese", "CNY"), "\u4e00-\u9fff"),
)
"""Languages by letters that those below them do not have; the first that is there counts."""
_FOUND = [(language, lazy_regex(f"[{letters}]")) for language, letters in _LETTERS]
_CZECH = TextLanguage("Czech or Slovak", "CZK")
_CARONS, _ACUTES = lazy_regex("[šžčďťňŠŽČĎŤŇ]"), lazy_regex("[áéíýúÁÉÍÝÚ]")
"""Letters that only these two have both of."""
_NORWEGIAN = lazy_regex(
    r"\b(?:av|mutter|mutre|brakett|deksel|lager|feste|hylse|kabel\s+til|skruer?\s+med\s+sekskanthode)\b"
)
_DANISH = lazy_regex(r"\b(?:af|m[øo]trik(?:ker)?|b[øo]jle|dæksel|leje(?:r)?|gevind|plade|kasse)\b")
_DIAMETER = lazy_regex(r"[øØ](?=\s*[0-9.,])|(?<![^\W\d_])[øØ](?![^\W\d_])")
"""A letter that stands for a diameter, as in `Ø25`."""
_LEAST = 2
"""Texts from which on letters are no accident; in names such as `Würth` they may be one."""
_SHARE = 5
"""One text in so many has the letters of its language."""


def language_of(plan: ColumnPlan, sample: Sequence[SheetRecord]) -> TextLanguage | None:
    """The language in which the first rows name or describe their parts; None for English."""
    columns = [c.index for c in plan.columns if c.target in ("name", "description")]
    columns = columns or [c.index for c in plan.name_from]
    texts = [text for r in sample for at in columns if (text := r.cells[at].strip())]
    seen = Counter(found for text in texts if (found := _letters_in(text)))
    if not seen:
        return None
    found, count = _main_of(seen)
    is_short = len(texts) <= _SHARE and found.name != "German"
    if (count < _LEAST and not is_short) or _SHARE * count < len(texts):
        return None
    return _told_apart(found, texts)


def _letters_in(text: str) -> TextLanguage | None:
    text = _DIAMETER.sub("", text)
    if found := next((language for language, letters in _FOUND if letters.search(text)), None):
        return found
    return _CZECH if _CARONS.search(text) and _ACUTES.search(text) else None


def _main_of(seen: Counter[TextLanguage]) -> tuple[TextLanguage, int]:
    """The language that is told first, with the texts that may be in it."""
    names = {language.name: language for language in seen}
    for main, others in (
        ("Japanese", ("Chinese",)),
        (_NORDIC, ("Swedish",)),
        ("Ukrainian", ("Russian",)),
        ("Czech", (_CZECH.name,)),
        ("Slovak", (_CZECH.name, "German")),
        *((name, ("German",)) for name in ("Swedish", "Hungarian", "Turkish")),
    ):
        if main in names:
            own = [names[name] for name in (main, *others) if name in names]
            return names[main], sum(seen[language] for language in own)
    return seen.most_common(1)[0]


def _told_apart(found: TextLanguage, texts: Iterable[str]) -> TextLanguage:
    """The language, where words or signs tell two of the same letters apart."""
    if found.name == "Chinese":
        signs = {sign for text in texts for sign in text if "\u4e00" <= sign <= "\u9fff"}
        unknown = sum(not sign.encode("gb2312", "ignore") for sign in signs)
        return TextLanguage("Chinese", "TWD") if 5 * unknown > len(signs) else found
    if found.name != _NORDIC:
        return found
    told = " ".join(texts).casefold()
    norwegian, danish = len(_NORWEGIAN.findall(told)), len(_DANISH.findall(told))
    if norwegian > danish:
        return TextLanguage("Norwegian", "NOK")
    return TextLanguage("Danish", "DKK") if danish > norwegian else found
