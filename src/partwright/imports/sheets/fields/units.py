"""Units in headers: `Weight (g)`, `Cost [EUR]`, `Price USD`, `Lead Time (Weeks)`."""

import re
from collections.abc import Sequence
from functools import lru_cache

from partwright.imports.sheets.fields.column_table import COLUMNS
from partwright.imports.sheets.fields.header_names import (
    KNOWN,
    OTHERS,
    RANKS,
    REPAIR_KEYS,
    field_key,
    respelt,
)
from partwright.imports.sheets.words.header_words import LONGEST, header_key, header_words
from partwright.kit.patterns import lazy_regex

_BRACKETS = lazy_regex(r"[(\[{][^)\]}]*[)\]}]")
_PER = lazy_regex(
    r"(?:\b(?:per|je|pro|pour|par|por|za)|[/%‰])\s*(10{1,3}|1[.,]000)(?![.,]?[0-9])(?:\s*(?:pcs?|stk|st|pieces|stück|ea|pz|pezzi|uds?|unidades|szt|ks|pi(?:è|e)ces|个|個|只)\b|\b)",
    re.IGNORECASE,
)
_NOISE_WORDS = """net netto gross brutto excl incl vat mwst ht ttc approx approximate est average avg retail current eks ekskl exkl
    inkl zzgl hors sin bez sem sans ohne без mva moms btw dph iva tva ust alv kdv afa pdv ндс taxe in per each ea pc pcs piece
    stk stuck pro unit szt sztuki kus adet"""
_NOISE = frozenset(_NOISE_WORDS.split())
"""Words beside the name of a field that do not change it; prices with and without taxes are prices."""
_CROWNS = frozenset(["kr", "kronor", "kroner"])
"""Words for money of several countries, of which the language of the sheet tells."""
_UNITS = {
    column.field: column.unit for columns in COLUMNS.values() for column in columns if column.unit
}
_MEASURES = {
    field: frozenset[str]().union(*(ranks.get(field, ()) for ranks in RANKS.values()))
    for field in _UNITS
}
_NAMES = {
    field: frozenset(name for ranks in RANKS.values() for name in ranks.get(field, ()))
    for field in {field for ranks in RANKS.values() for field in ranks}
}
_TOTAL = frozenset({"total", "required", "needed", "count", "number", "amount", "price", "cost"})
"""What says more of a field before it, and not the same again."""
_LONGEST_HEADER = 80
"""Characters of a header in two languages; longer texts are no headers."""
_NAMED = lazy_regex(r"(.{1,8}?)(名称|名稱|品名)")
_NAMES_OTHERS = lazy_regex(
    r"供应|供應|厂|廠|制造|製造|生产|品牌|公司|客户|客戶|项目|項目|文件|封装|网络|图|メーカ|会社|仕入|ファイル|購入"
)
"""Whose names are none of parts: suppliers, manufacturers, customers, projects, files."""
_SIZE_WORDS = (
    "mm cm in inch inches um µm mil mils mm2 cm2 mm3 cm3 v kv a ma w kw ohm bar psi nm deg hz rpm"
)
_OF_SIZES = frozenset(_SIZE_WORDS.split())
"""Units of what is neither a price nor a weight, as in `Ép. (mm)`, a thickness."""
_PIECE_WORDS = frozenset(
    [
        "st",
        "stk",
        "stck",
        "stuck",
        "pc",
        "pcs",
        "piece",
        "ea",
        "each",
        "unit",
        "pz",
        "szt",
        "ks",
        "pro",
        "per",
        "je",
    ]
)
_COUNTED = frozenset(map(header_key, ("qty", "quantity", "menge", "anzahl", "quantite")))


def pieces_in(header: str) -> int:
    """For how many pieces the header says that its prices are: 100 of `Price per 100`."""
    match = _PER.search(header)
    return int(re.sub("[.,]", "", match[1])) if match else 1


def resolve_unit(field: str, text: str) -> str:
    """The unit that a header's word means for the field; empty if it is none.

    Weight: mg to lb. Cost: an ISO 4217 code. Lead time: the days that one of the unit has.
    """
    unit = _UNITS.get(field)
    return unit.of_word(text) if unit else ""


def split_header(header: str, field: str) -> tuple[str, str]:
    """The header's key without the field's unit, and the unit; words like `each` fall away."""
    parts = list(header_words(header))
    whole = "".join(parts)
    if whole in KNOWN or field not in _MEASURES:
        return whole, ""
    unit = ""
    while len(parts) > 1 and "".join(parts) not in _MEASURES[field]:
        place = next((end for end in (-1, 0) if _may_go(field, parts[end], unit)), None)
        if place is None:
            return whole, ""
        unit = resolve_unit(field, parts.pop(place)) or unit
    return "".join(parts), unit


_LANGUAGES = frozenset(
    [
        "en",
        "de",
        "fr",
        "es",
        "it",
        "pl",
        "ru",
        "cn",
        "zh",
        "jp",
        "ja",
        "nl",
        "pt",
        "cz",
        "eng",
        "ger",
        "deu",
        "fra",
    ]
)
_FIRST = lazy_regex(r"(.*[^\W\d])[\s_.#-]+1")
_FIRST_OF_SEVERAL = ("supplier", "orderCode", "manufacturer", "mpn")
"""Fields of which lists number several, as `Lieferant 1` and `Lieferant 2`."""


def header_readings(header: str, field: str) -> Sequence[tuple[str, str]]:
    """The ways to read a header: whole, without what stands in brackets, each side of a slash."""
    return _readings(header[:LONGEST], field)


@lru_cache(maxsize=16_384)
def _readings(header: str, field: str) -> Sequence[tuple[str, str]]:
    # Many columns are asked for many fields, and more than once.
    plain = _BRACKETS.sub(" ", header)
    sides = [split_header(side, field) for side in re.split(r"\s*[/|\n]\s*", plain) if side.strip()]
    owned = field_key(plain) if header_key(header) not in KNOWN else ""
    is_owned = owned in KNOWN and owned != header_key(plain)
    readings = [(owned, "") if is_owned else split_header(header, field)]
    if (words := header_words(header))[:1] == ("bom",) and words[1:] != ("name",):
        # Systems that list items and lines together say so of the columns of lines.
        readings.append(split_header(" ".join(words[1:]), field))
    inside = header_words(" ".join(_BRACKETS.findall(header)))
    foreign = _is_of_others(field, inside)
    if field == "cost" and pieces_in(plain) > 1:
        readings.append(split_header(_PER.sub(" ", plain), field))
    if plain.strip() and not foreign:
        readings.append(split_header(plain, field))
    if field == "name" and (ending := _ending_of_names(readings[0][0])):
        readings.append((ending, ""))
    if field in ("name", "description") and len(words) > 1 and words[-1] in _LANGUAGES:
        readings.append(("".join(words[:-1]), ""))
    if field in _FIRST_OF_SEVERAL and (first := _FIRST.fullmatch(plain.strip())):
        readings.append(split_header(first[1], field))
    if near := respelt(readings[0][0]):
        readings.append((near, ""))
    if both := _of_two_languages(plain, field):
        readings.append((both, header_unit(field, header)))
    counted = [side for side in sides if side[0] in _COUNTED]
    if field == "quantity" and counted:
        # A configuration of the assembly stands before it, as in `Default/QTY.`.
        return readings + counted
    # Of `Name / Benennung` each side is known; `Arrow Price/Stock` is neither.
    return readings + (
        sides if len(sides) > 1 and all(key in KNOWN | OTHERS for key, _ in sides) else []
    )


def _is_of_others(field: str, inside: Sequence[str]) -> bool:
    """Whether the words in brackets are units of another field, or those of sizes beside a price."""
    if field not in ("cost", "weight"):
        return _are_units(inside)
    rest = [word for word in inside if not resolve_unit(field, word)]
    if field == "weight" and len(rest) < len(inside):
        # Per piece it is a weight, as in `[kg/St.]`; per metre it is none of a part.
        return not _PIECE_WORDS.issuperset(rest)
    own = len(rest) < len(inside)
    return (not own and not _OF_SIZES.isdisjoint(inside)) or _are_units(inside)


def _are_units(words: Sequence[str]) -> bool:
    return any(resolve_unit(field, word) for field in _UNITS for word in words)


def _ending_of_names(key: str) -> str:
    """`名称` of a header such as `模块名称`, the name of a module; empty for names of other things."""
    match = _NAMED.fullmatch(key)
    return match[2] if match and not _NAMES_OTHERS.search(match[1]) else ""


def _of_two_languages(header: str, field: str) -> str:
    """The first half of a header that says the field twice, as `Menge Qty`; empty for others."""
    if len(header) > _LONGEST_HEADER:
        return ""
    words = header_words(header)
    return _said_twice(words, field) if len(words) > 1 and "".join(words) not in KNOWN else ""


def _said_twice(words: tuple[str, ...], field: str) -> str:
    # A name in one language is often called a description in the other.
    others = _NAMES[field] | (_NAMES["description"] if field == "name" else frozenset[str]())
    for at in range(1, len(words)):
        first, second = "".join(words[:at]), "".join(words[at:])
        if first != second and first in _NAMES[field] and second in others - _TOTAL:
            return first
    return ""


def _may_go(field: str, word: str, unit: str) -> bool:
    # Beside a price `1` is the quantity from which it is granted.
    return (
        word in _NOISE
        or (field == "cost" and word in _CROWNS)
        or (field == "weight" and word == "1")
        or (not unit and bool(resolve_unit(field, word)))
    )


def header_unit(field: str, header: str) -> str:
    """The unit that stands in a header whose field is known otherwise."""
    found = [unit for word in header_words(header)[1:] if (unit := resolve_unit(field, word))]
    return found[-1] if found else ""


def is_known(header: str) -> bool:
    """Whether a header names a field in one of the ways people do, with a unit or without."""
    return len(header) <= LONGEST and _is_known(header)


@lru_cache(maxsize=8192)
def _is_known(header: str) -> bool:
    return (
        header_key(header) in OTHERS
        or header_key(header) in REPAIR_KEYS
        or field_key(header) in KNOWN
        or any(split_header(header, field)[0] in KNOWN for field in _MEASURES)
        or _names_something_twice(header)
    )


def _names_something_twice(header: str) -> bool:
    if len(header) > _LONGEST_HEADER or header.isalnum():
        return False
    words = header_words(_BRACKETS.sub(" ", header))
    return len(words) > 1 and any(_said_twice(words, field) for field in _NAMES)
