"""Quantities that people write in words, as products or as ranges: `two`, `2 x 16`, `2-4`."""

import re
from decimal import Decimal

from partwright.imports.sheets.cell_values.values import begins_with_number
from partwright.kit.patterns import lazy_regex

_WORDS = {
    word: number
    for number, words in {
        1: "one a an ein eine eins un une uno una um uma jeden een en 一",
        2: "two zwei deux dos due dois dwa twee två to couple 二 两",
        3: "three drei trois tres tre três trzy drie 三",
        4: "four vier quatre cuatro quattro quatro cztery fyra 四",
        5: "five fünf cinq cinco cinque pięć vijf 五",
        6: "six sechs sei seis sześć zes 六",
        7: "seven sieben sept siete sette sete siedem zeven 七",
        8: "eight acht huit ocho otto oito osiem 八",
        9: "nine neun neuf nueve nove dziewięć negen 九",
        10: "ten zehn dix diez dieci dez dziesięć tien 十",
        11: "eleven elf onze once undici",
        12: "twelve zwölf douze doce dodici dozen dutzend",
    }.items()
    for word in words.split()
}
_PRODUCT = lazy_regex(
    r"([1-9][0-9]{0,4})\s*[x×*]\s*([0-9]{1,5})(?:\s*(?:pcs?|stk|ea|each)\.?)?", re.IGNORECASE
)
_SUM = lazy_regex(r"[0-9]{1,4}(?:\s*\+\s*[0-9]{1,4}){1,4}")
"""`2+2`, as of two kinds in one row."""
_FRACTION = lazy_regex(r"(?:([0-9]{1,4})\s+)?([0-9]{1,2})/([2-9]|1[0-9]|32|64)")
_SIGNS = str.maketrans(
    {"½": " 1/2", "¼": " 1/4", "¾": " 3/4", "⅓": " 1/3", "⅔": " 2/3", "⅛": " 1/8"}
)
"""Fractions of one sign, as in `1½`."""
_CONTAINER = (
    r"(?:sets?|packs?|packages?|packets?|bags?|box(?:es)?|kits?|rolls?|satz|pck|pkg|pk|ve|beutel|schachteln?"
    r"|packung(?:en)?|sachets?|bo[iî]tes?|cajas?|bolsas?|reels?|tubes?)"
)
_SETS = lazy_regex(
    rf"(?:([0-9]{{1,5}})\s*[x×]?\s*)?{_CONTAINER}\.?\s*(?:of|à|a|x|von|de|/|mit)?\s*\(?[0-9]{{1,5}}\s*"
    r"(?:pcs?|pieces?|stk|stück|ea|uds?)?\.?\)?",
    re.IGNORECASE,
)
"""Containers of several pieces: how many of those there are."""
_ONE_SET = frozenset(
    f"{one} {held}"
    for one in ("a", "one", "ein", "eine", "une", "un")
    for held in (
        "pair",
        "set",
        "kit",
        "pack",
        "roll",
        "bag",
        "box",
        "satz",
        "paar",
        "rolle",
        "paire",
    )
)
_PIECES_OF = lazy_regex(
    r"([1-9][0-9]{0,4})\s*[x×]\s*([0-9]+(?:[.,][0-9]+)?\s*(?:mm|cm|m|in|ft|kg|g|l|ml))"
)
_PERCENT = lazy_regex(r"([0-9]{1,3}(?:[.,][0-9]{1,4})?)\s*%")
_LONGEST = 100
"""Characters of a quantity in words."""
_RANGE = lazy_regex(
    r"([0-9]{1,6})\s*(?:-|–|—|~|\.\.|to|bis|à|hasta|до|到|至)\s*([0-9]{1,6})", re.IGNORECASE
)


_SOME = lazy_regex(
    r"(?:sets?|kits?|packs?|packets?|packages?|bags?|box(?:es)?|rolls?|reels?|spools?|tubes?|bottles?|cans?|sheets?|"
    r"lengths?|strips?|pairs?|lots?|jars?|cartridges?|bunch(?:es)?|pieces?|pcs?|each|ea|enough|any|few|all|more|"
    r"spares?|optional(?:ly)?|required|needed|yes|x|plenty|unlimited|infinite|multiple|handful|scraps?|leftovers?|"
    r"meters?|metres?|feet|ft|grams?|kg|g|m|mm|cm|l|ml|liters?|litres?|"
    r"some|little|poco|poca|pocos|pouco|wenig|peu|mało|trochę|"
    r"satz|sätze|paar|rolle|rollen|beutel|dose|tube|packung|meter|stk|stück|optional|beliebig|genug|etwas|"
    r"lot|jeu|paire|rouleau|sachet|boîte|quelques|suffisant|optionnel|beaucoup|"
    r"juego|par|rollo|bolsa|caja|algunos|suficiente|opcional|vários|varias|diversos|conjunto|rolo|pacote|"
    r"kilka|komplet|rolka|opcjonalnie|dowolna|enkele|set|paio|rotolo|qualche|alcuni|vari|nhiều|vài|bộ|cuộn|cái)\.?",
    re.IGNORECASE,
)
"""Single words that stand for some; any other may be a misprint."""


_NUMBERS = lazy_regex(r"(?<![\w.,+-])[0-9]{1,6}(?![0-9])")
_LONGEST_WORDS = 40


def loose_quantity(text: str) -> Decimal | None:
    """The one number among words, as of `8 banks`, `up to 8` or `two pcs`; None for others.

    Words alone mean one, which is told like the rest; a single word only where it is known.
    """
    plain = " ".join(text.split())
    if len(plain) > _LONGEST_WORDS or not any(sign.isalpha() for sign in plain):
        return None
    if not any(sign.isdigit() for sign in plain):
        first, *others = plain.casefold().split()
        if others and first in _WORDS and all(map(_SOME.fullmatch, others)):
            return Decimal(_WORDS[first])
        return Decimal(1) if others or _SOME.fullmatch(plain) else None
    found = _NUMBERS.findall(plain)
    if len(found) == 1 and sum(sign.isdigit() for sign in plain) == len(found[0]):
        return Decimal(found[0])
    return None


def worded_quantity(text: str) -> tuple[Decimal, str] | None:
    """The number that the cell means, and what is to be told of it; None for plain numbers."""
    plain = text.strip().casefold().translate(_SIGNS).strip()
    if len(plain) > _LONGEST:
        return None
    if plain in _WORDS:
        return Decimal(_WORDS[plain]), ""
    if match := _PRODUCT.fullmatch(plain):
        product = int(match[1]) * int(match[2])
        return Decimal(product), f'"{text.strip()}" is read as {product}'
    if _SUM.fullmatch(plain):
        total = sum(map(int, plain.split("+")))
        return Decimal(total), f'"{text.strip()}" is read as {total}'
    if match := _SETS.fullmatch(plain):
        count = match[1] or "1"
        return Decimal(count), f'"{text.strip()}" is counted as {count}'
    if plain in _ONE_SET:
        return Decimal(1), f'"{text.strip()}" is counted as 1'
    if part := _part_in(plain):
        return part[0], f'"{text.strip()}" is read as {part[0]:f}' if part[1] else ""
    if match := _PIECES_OF.fullmatch(plain):
        return Decimal(match[1]), f'"{text.strip()}" is read as {match[1]} of {match[2]}'
    match = _RANGE.fullmatch(plain)
    if match and int(match[1]) < int(match[2]):
        return Decimal(match[2]), f'"{text.strip()}" is a range; {match[2]} is taken'
    return None


def _part_in(plain: str) -> tuple[Decimal, bool] | None:
    """The number that a fraction or a percentage is, and whether that is to be told."""
    if match := _PERCENT.fullmatch(plain):
        part = Decimal(match[1].replace(",", ".")) / 100
        return part.normalize(), True
    if match := _FRACTION.fullmatch(plain):
        whole = Decimal(match[1] or 0) + Decimal(match[2]) / Decimal(match[3])
        read = whole.quantize(Decimal("0.0001")).normalize() + 0
        return read, read != whole
    return None


_DATE = lazy_regex(r"[0-9]{1,4}([./-])[0-9]{1,2}\1[0-9]{1,4}")


def is_date(cell: str) -> bool:
    """Whether a cell of quantities holds a date, as a signature below the list does."""
    return bool(_DATE.fullmatch(cell.strip()))


def counts_pieces(cell: str) -> bool:
    """Whether a cell holds a quantity, as a number or in words."""
    return not is_date(cell) and (begins_with_number(cell) or worded_quantity(cell) is not None)
