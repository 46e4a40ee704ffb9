"""Texts that stand where a number of a part would, and are none."""

from collections.abc import Iterable

from partwright.imports.sheets.cell_values.values import meaningful_text
from partwright.kit.patterns import lazy_regex

_LONGEST = 200
"""Characters; what is longer is prose, and no pattern looks at it."""
_NO_NUMBERS = frozenset(
    """generic; various; custom; misc; any; tbd; tba; tbc; todo; to do; fixme; diverse; see note; see notes;
    see below; see link; siehe link; own design; eigenbau; por definir; a definir; por confirmar; a confirmar; pendiente; pending;
    à définir; à confirmer; da definire; zu klären; noch offen; offen; nog te bepalen; 待定; 未定; 自行购买; 自备""".replace(
        "\n    ", " "
    ).split("; ")
)
_YET_TO_SAY = lazy_regex(r"(?:tbd|tba|tbc|todo)\b")
"""What begins with a word for it, as `TBD-VERIFY`."""
_SOURCES = frozenset({"MPN", "Manufacturer", "Supplier", "Order Code", "Category"})
_VALUE = lazy_regex(
    r"[0-9]{1,4}[.,]?[0-9]{0,3} ?(?:[pnuµμmkKMGR][0-9]{0,2}(?:F|H|V|A|W|Hz|Ω|[oO]hms?)?|[FHVAWRΩ]|Hz|[oO]hms?)"
)
_MEASURED = lazy_regex(r"[0-9]{1,3}(?:[.,][0-9]{1,3})? ?(?:[pnuµμm][FH]|[kKM]?(?:Hz|Ω|[oO]hms?))")
"""What is a value of itself: with a unit that ends no part number, unlike that of `555A`."""
_LONGEST_VALUE = 12
_WITH_SIZE = lazy_regex(r"(\S{1,12})\s(?:0201|0402|0603|0805|1206|1210|1812|2010|2512)")
"""A value and the size of its package, as `1kΩ 0805`."""
_LONGEST_SIZED = 20
_SYMBOL = lazy_regex(
    r"[RCLDQUJF]|LED|Conn_[0-9]{1,2}x[0-9]{1,3}(?:_\w+)?|(?:SW|Jumper|Relay|Screw_Terminal|Barrel)_[A-Z]\w*|"
    r"[RCLD]_(?:Small|US|Polarized|Pack|Zener|Schottky|Photo|TVS|Shunt|Potentiometer|Variable|Core)\w*|"
    r"Q_[NP]\w+|LED_[A-Z]\w*|Crystal(?:_\w+)?|Ferrite_?Bead(?:_\w+)?|TestPoint(?:_\w+)?|MountingHole(?:_\w+)?"
)
"""What libraries of schematics call any part of a kind; no manufacturer calls one so."""
_LONGEST_SYMBOL = 40
_UNSURE = lazy_regex(
    r"\b(?:likely|probably|possibly|perhaps|maybe|presumably|candidate|vermutlich|wahrscheinlich|"
    r"probablement)\b"
)


_COMPANY = lazy_regex(
    r"(?:Candidate|Likely)\b(?i:.*\b(?:gmbh|inc|ltd|llc|co|corp|ag|kg|sa|srl|bv|plc|limited|company))\.?"
)
"""Companies that are called by such a word, as `Likely Inc`."""


def says_no_number(text: str) -> bool:
    """Whether the text stands in place of a part number that nobody gave."""
    plain = text.casefold()
    no_digits = not any(map(str.isdigit, plain))
    unknown = no_digits and ("unknown" in plain or bool(_YET_TO_SAY.match(plain[:_LONGEST])))
    return unknown or plain in _NO_NUMBERS or not meaningful_text(text) or is_unsure(text)


def is_symbol(text: str) -> bool:
    """Whether the text is the name of a symbol in a schematic, as `R` and `Conn_01x02`."""
    return len(text) <= _LONGEST_SYMBOL and bool(_SYMBOL.fullmatch(text))


def is_value(text: str, beside: Iterable[str] = ()) -> bool:
    """Whether the text is a value of an electronic part, as `100nF`, or the name of its symbol.

    What may as well be a number, as `47R` or `1590A`, is one where a value `beside` it says so.
    """
    if is_symbol(text):
        return True
    if sized := _WITH_SIZE.fullmatch(text[:_LONGEST_SIZED]):
        text = sized[1]
    if not text[:1].isdecimal() or len(text) > _LONGEST_VALUE:
        return False
    if _MEASURED.fullmatch(text):
        return True
    return bool(_VALUE.fullmatch(text)) and text in (other.strip() for other in beside)


def may_be_value(text: str) -> bool:
    """Whether the text reads like a value, though it may be a number, as `47R`."""
    return text[:1].isdecimal() and len(text) <= _LONGEST_VALUE and bool(_VALUE.fullmatch(text))


def is_measured(text: str) -> bool:
    """Whether the text is a value with a unit that no part number ends in, as `4.7kΩ`."""
    return len(text) <= _LONGEST_VALUE and bool(_MEASURED.fullmatch(text))


def begins_with_value(text: str) -> bool:
    """Whether the first word is a value with its unit, perhaps a range, as in `~10Kohm PTH`."""
    word = text.lstrip("~ ")[:_LONGEST_VALUE].split(" ", 1)[0].rpartition("-")[2]
    return word[:1].isdecimal() and bool(_MEASURED.fullmatch(word))


def is_unsure(text: str) -> bool:
    """Whether the text says that it is only supposed, as `Texas Instruments likely`."""
    if len(text) > _LONGEST:
        return False
    if " " not in text:
        return text.endswith("?")
    told = text.endswith("?") or bool(_UNSURE.search(text.casefold()))
    return told and not _COMPANY.fullmatch(text)


def says_nothing(attribute: str, text: str) -> bool:
    """Whether the cell of an attribute stands for nothing, as `~` or `tbd` as an order code."""
    if attribute == "Order Code" and says_no_number(text):
        return not is_unsure(text)
    return text == "~" or (attribute in _SOURCES and not meaningful_text(text))
