"""Values of other cells: weights, whole numbers, lead times, levels."""

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from partwright.imports.sheets.cell_values.approximate import without_about
from partwright.imports.sheets.cell_values.choice_values import spellings_of
from partwright.imports.sheets.cell_values.decimals import Mark, NotUnderstood, read_decimal
from partwright.imports.sheets.cell_values.designators import are_listed
from partwright.imports.sheets.cell_values.part_sizes import count_sizes, is_size
from partwright.kit.patterns import lazy_regex

_BLANK_WORDS = """~; -; --; –; —; n/a; n.a.; na; #n/a; none; null; nil; n.v.t.; nvt; entfällt; k.a.; n.d.; n/d; nie dotyczy;
    ej tillämpligt; 无; なし; unknown; ?; ??; ???; <not specified>; <nicht festgelegt>; <non spécifié>;
    material <not specified>; material <nicht festgelegt>; matériau <non spécifié>"""
_BLANKS = frozenset(["", *_BLANK_WORDS.replace("\n    ", " ").split("; ")])

_WEIGHT_UNITS = {
    "mg": "mg; milligram; milligrams; milligramm; milligramme; milligrammes",
    "g": "g; gr; gm; gram; grams; gramm; gramme; grammes",
    "kg": "kg; kgs; kilo; kilos; kilogram; kilograms; kilogramm; kilogramme; kilogrammes",
    "t": "t; tonne; tonnes; tonnen; metric ton; metric tons",
    "oz": "oz; ounce; ounces; unze; unzen; once; onces",
    "lb": "lb; lbs; pound; pounds; livre; livres",
}
_TIME_UNITS = {
    1: "d; day; days; calendar days; tag; tage; tagen; jour; jours; j; dag; dagen; dage; dia; dias; giorni; giorno; gg; dni",
    7: """w; wk; wks; week; weeks; woche; wochen; semaine; semaines; sem; weken; wkn; vecka; veckor; uge; uger; uke;
        uker; semana; semanas; settimana; settimane; sett; tydz; tygodni; tygodnie""",
}
_PIECES = """x; ×; pc; pcs; pce; pces; piece; pieces; ea; each; off; unit; units; stk; stck; styk; stück; stuck; pz; pcs/assy; pièce; pièces; u; nos;
    ud; uds; unid; und; unidad; unidades; pza; pzas; pieza; piezas; pezzo; pezzi; qty; nr; st"""

_MEASURES = """m; mm; cm; km; dm; m2; m²; qm; m3; m³; l; ltr; ml; litre; liter; ft; foot; feet; in; inch; yd; set; sets; satz; kit; pair; pairs; pr;
    paar; roll; rolls; rolle; box; pack; pkg; reel; sheet; pck; pkt; packung; paket; dozen; dz; dutzend; strip; spool; bundle; length; lengths; h; hr;
    hrs; hour; hours; pç; n; lot; ve; pk; pkgs; pckg; packs; packs of; packet; packets; boxes; schachtel; beutel; gebinde; karton; carton; cartons;
    stange; stangen; bags; reels; sheets; tubes; spools; kg; g; mg; t; lb; oz; gal; qt; m1; lfm; rm; bottle; tube; bag; can; dose; flasche; blatt;
    sztuk; szt; шт; м; кг; komplet; kpl; ks; db; adet; buc; kom; vnt; gab; τεμ; יח; litres; liters; metre; metres; meter; meters; 個; 本; 台; 枚; 式; 組; 卷;
    个; 只; 套; 件; 片; 颗; 粒; 张; 根; 块; 米; 对; 条; 卷; 瓶; 개; 대; 장; 조; 세트"""
_NUMBER_AND_UNIT = lazy_regex(
    r"([+\-−]?[0-9.,][0-9.,'’\s]*(?:[eE][+\-]?[0-9]+)?)\s*(.*)", re.DOTALL
)
_DOTTED_LEVEL = lazy_regex(r"[0-9]+(?:\.[0-9]+)*\.?")
_INDENTED_LEVEL = lazy_regex(r"[\s.\-–>+_|]*([0-9]+)")
_ZERO_FRACTION = lazy_regex(r"(?<![0-9])([0-9]+)[.,]0+")


_WEIGHT_UNIT = spellings_of(_WEIGHT_UNITS)
_TIME_UNIT = {
    name: int(days)
    for name, days in spellings_of({str(d): t for d, t in _TIME_UNITS.items()}).items()
}
_PIECE = frozenset(name.strip() for name in _PIECES.split(";"))
_MEASURE = frozenset(name.strip() for name in _MEASURES.split(";")) | _PIECE


def meaningful_text(text: str) -> str:
    """The trimmed text of a typed cell; empty for the signs by which people say `nothing`."""
    stripped = text.strip()
    return "" if stripped.casefold() in _BLANKS else stripped


def weight_unit(text: str) -> str | None:
    """The unit of weight of that name, or None."""
    return _WEIGHT_UNIT.get(" ".join(text.casefold().replace(".", " ").split()))


def days_in(unit: str) -> int | None:
    """The number of days in the unit of time, or None if it is none."""
    return _TIME_UNIT.get(" ".join(unit.casefold().replace(".", " ").split()))


def read_weight_unit(text: str) -> str:
    """The unit, or a refusal that lists the units."""
    unit = weight_unit(text)
    if unit is None:
        raise NotUnderstood("expected mg, g, kg, t, oz or lb")
    return unit


def is_measure(text: str) -> bool:
    """Whether the text is a unit in which parts are counted or measured, other than weighed."""
    unit = text.casefold().rstrip(".")
    return unit in _MEASURE or unit.removesuffix("s") in _MEASURE


def split_unit(text: str) -> tuple[str, str]:
    """The number's own text and what follows it."""
    match = _NUMBER_AND_UNIT.fullmatch(text.strip())
    if match is None:
        raise NotUnderstood("expected a number, or a number and its unit")
    return match[1].strip(), match[2].strip()


def read_weight(text: str, *, mark: Mark | None = None, stated: str = "") -> tuple[Decimal, str]:
    """The weight and its unit; `stated` is the unit the row names elsewhere, empty if none."""
    number, named = split_unit(text)
    unit = stated
    if named:
        unit = read_weight_unit(named)
        if stated and unit != stated:
            raise NotUnderstood(f"the weight is not in {stated}, which is stated beside it")
    weight = read_decimal(number, mark=mark)
    if weight < 0:
        raise NotUnderstood("expected a weight of zero or more")
    return weight, unit


def read_quantity(text: str, *, mark: Mark | None = None) -> Decimal:
    """A number of pieces, zero or more: `4`, `4x`, `4 pcs`, `2.5`."""
    number, unit = split_unit(text.strip().removeprefix("x").removeprefix("X"))
    if unit and unit.casefold().rstrip(".") not in _PIECE:
        raise NotUnderstood("expected a number; its unit belongs in a separate column")
    quantity = read_decimal(number, mark=mark)
    if quantity < 0:
        raise NotUnderstood("expected a quantity of zero or more")
    return quantity


def read_whole(text: str, *, mark: Mark | None = None) -> int:
    """A whole number, zero or more."""
    return _whole(read_decimal(text, mark=mark))


def _whole(number: Decimal) -> int:
    if number < 0 or number != number.to_integral_value():
        raise NotUnderstood("expected a whole number of zero or more")
    return int(number)


def read_lead_time(text: str, *, mark: Mark | None = None, days_per_unit: int = 1) -> int:
    """Days: `14`, `14 days`, `2 weeks`; a bare number counts `days_per_unit` days each."""
    number, unit = split_unit(text)
    days = days_in(unit) if unit else days_per_unit
    if days is None:
        raise NotUnderstood("expected a number of days or weeks such as 14 or 2 weeks")
    return _whole(read_decimal(number, mark=mark) * days)


def is_dotted_level(text: str) -> bool:
    """Whether the text is a place in a hierarchy such as `1.2.3`, more than one number deep."""
    stripped = text.strip().rstrip(".")
    return (
        "." in stripped
        and bool(_DOTTED_LEVEL.fullmatch(stripped))
        and not _ZERO_FRACTION.fullmatch(stripped)
    )


def read_level(text: str, *, dotted: bool) -> int:
    """The depth: `2`, `..2`, `2.0`; in a `dotted` column the count of numbers, as 3 in `1.2.3`."""
    stripped = text.strip()
    if dotted and _DOTTED_LEVEL.fullmatch(stripped):
        places = stripped.rstrip(".").split(".")
        while len(places) > 1 and places[-1].strip("0") == "":
            places.pop()
        return len(places)
    even = _ZERO_FRACTION.fullmatch(stripped)
    match = even or _INDENTED_LEVEL.fullmatch(stripped)
    if match is None or len(match[1]) > 4:
        raise NotUnderstood("expected a level such as 0, 1, 2, ..2 or 1.2.3")
    return int(match[1])


def is_whole(text: str) -> bool:
    """Whether the text is a whole number such as rows are counted by; `3.` and `3.0` are."""
    plain = _ZERO_FRACTION.sub(r"\1", text.strip()).rstrip(".*")
    return plain.isdecimal() and len(plain) <= 9


_MOST_PLACES = 1000
_UNCOUNTED = lazy_regex(
    r"(?:as\s+(?:needed|req(?:uired|\s?'?d)?\.?)|a\s?/?\s?r|a\.r\.|nach\s+bedarf|n\.\s?b\.|au\s+besoin|"
    r"selon\s+besoin|segun\s+necesidad|q\.?\s?b\.?|varies|variable|some|several|many|lots?|mehrere|viele|various|assorted|a\s+(?:lot|few|bunch)|diverse?|einige|div\.|plusieurs|varios|tbd|t\.b\.d\.|\?+|misc\.?|ref\.?|"
    r"to\s+be\s+(?:determined|defined|decided|confirmed)|tbc|pendiente|por\s+(?:definir|verificar|confirmar)|verificar|da\s+(?:definire|verificare)|(?:à|a)\s+d[ée]finir|noch\s+offen|zu\s+kl(?:ä|ae)ren|待定|未定|"
    r"s\s?/\s?n|s\.\s?n\.|c\.\s?s\.|wg\.?\s+potrzeb|naar\s+behoefte|適量|适量|若干|qs|q\.s\.)",
    re.IGNORECASE,
)


def is_uncounted(text: str) -> bool:
    """Whether a cell says that a quantity is not counted, such as `as needed`."""
    return bool(_UNCOUNTED.fullmatch(text.strip()))


def count_rows(values: Sequence[str]) -> bool:
    """Whether the values count the rows, from 1 or from 0, perhaps with some left out.

    A word below them is not one of the rows, such as `Approved`.
    """
    if len(values) > 3 and not is_whole(values[-1]):
        values = values[:-1]
    if len(values) < 3 or not all(map(is_whole, values)):
        return False
    numbers = [int(_ZERO_FRACTION.sub(r"\1", text.strip()).rstrip(".*")) for text in values]
    rising = numbers[-1] <= 3 * len(numbers) and numbers == sorted(set(numbers))
    steps = sum(0 < after - before < 4 for before, after in pairwise(numbers))
    return numbers[0] in (0, 1) and (rising or 10 * steps >= 9 * (len(numbers) - 1))


def count_up(values: Sequence[str]) -> bool:
    """Whether small whole numbers rise from row to row, the first of them 0 or 1.

    Under a header such as `Item` they are places in a list of which some rows were taken out, as
    1, 2, 3, 13, 18.
    """
    if len(values) < 4 or not all(map(is_whole, values)):
        return False
    numbers = [int(_ZERO_FRACTION.sub(r"\1", text.strip()).rstrip(".*")) for text in values]
    rising = all(before < after for before, after in pairwise(numbers))
    return rising and numbers[0] in (0, 1) and numbers[-1] < _MOST_PLACES


def count_in_groups(values: Sequence[str]) -> bool:
    """Whether the values count rows and begin anew at 1 in each group of them."""
    if len(values) < 4 or not all(map(is_whole, values)):
        return False
    numbers = [int(_ZERO_FRACTION.sub(r"\1", text.strip()).rstrip(".*")) for text in values]
    steps = [after - before for before, after in pairwise(numbers)]
    anew = sum(after == 1 != before for before, after in pairwise(numbers))
    return numbers[0] == 1 and steps.count(1) + anew == len(steps) and anew < steps.count(1)


def are_levels(values: Sequence[str]) -> bool:
    """Places in a hierarchy, such as 1, 1.1, 1.2.3, and at least one of them below the top."""
    return any(map(is_dotted_level, values)) and all(
        is_dotted_level(text) or is_whole(text.strip(".")) for text in values
    )


_BARE_WORDS = lazy_regex(r"[^\W\d]{2,}(?:[ -][^\W\d]+)*")


_VALUE = lazy_regex(r"[0-9]+(?:[.,][0-9]+)?\s*(?:[pnuµμmkKMGRΩ]|ohms?)?(?:[FHVAWRΩ]|Hz|Ohm|ohm)?")
"""A value of an electronic part, such as `100nF` or `4k7`'s `4.7k`."""


def are_item_numbers(values: Sequence[str]) -> bool:
    """Mostly different, and neither designators, nor a count of the rows, nor words or values."""
    words = sum(
        bool(_BARE_WORDS.fullmatch(text.strip())) and not (text.isupper() and "-" in text)
        for text in values
    )
    prose = sum(" " in text.strip() and any(sign.isalpha() for sign in text) for text in values)
    electric = sum(
        bool(_VALUE.fullmatch(text.strip())) and not text.strip().isdecimal() for text in values
    )
    sizes = count_sizes(values)
    return (
        are_no_designators(values)
        and 3 * sizes <= len(values)
        and not are_places(values)
        and not count_up(values)
        and not _are_usual_designators(values)
        and not all(_is_small(text, 3 * len(values)) for text in values)
        and not _are_counts(values)
        and not are_levels(values)
        and 2 * words <= len(values)
        and 3 * prose <= len(values)
        and 3 * electric <= len(values)
        and 2 * len(set(values)) > len(values)
    )


def _is_small(text: str, most: int) -> bool:
    """Whether the text is a number up to the one given; Python turns no text of pages into one."""
    return text.isdecimal() and len(text) < 20 and int(text) <= most


def _are_counts(values: Sequence[str]) -> bool:
    """Whether nearly all are small numbers, and some stand several times, as counts do."""
    plain = [without_about(text) for text in values]
    counted = [measure[0] if (measure := measure_of(text)) else text for text in plain]
    small = [text for text in counted if text.isdecimal() and len(text) < 4 and text[0] != "0"]
    return (
        10 * len(small) >= 8 * len(values)
        and len(set(small)) < len(small)
        and min(map(int, small)) < 10
    )


def are_places(values: Sequence[str]) -> bool:
    """Numbers of places in steps of ten, such as 0010, 0020, which begin anew in each assembly."""
    plain = [text.strip() for text in values]
    return (
        len(plain) > 1
        and all(text.isdecimal() and len(text) <= 5 for text in plain)
        and all(int(text) % 5 == 0 for text in plain)
        and int(plain[0]) in (5, 10, 100)
    )


def are_no_designators(values: Sequence[str]) -> bool:
    """Neither lists of designators nor a count of the rows, whatever the header says."""
    return not are_listed(values) and not count_rows(values)


_USUAL = lazy_regex(
    r"(?:BT|C|CN|CON|D|DS|F|FB|IC|J|JP|K|L|LED|M|P|Q|R|RN|RV|S|SW|T|TP|U|VR|X|XTAL|Y)[0-9]{1,3}"
)


def is_usual_designator(text: str) -> bool:
    """Whether a text is one designator by the letters that schematics use, as `C12`."""
    return bool(_USUAL.fullmatch(text.strip()))


def _are_usual_designators(values: Sequence[str]) -> bool:
    """Whether all are designators by the letters that schematics use."""
    return bool(values) and all(_USUAL.fullmatch(text.strip()) for text in values)


def are_names(values: Sequence[str]) -> bool:
    """Texts that tell the rows apart: no numbers, no designators, mostly different."""
    lettered = sum(is_size(text) or any(map(str.isalpha, text)) for text in values)
    return (
        are_no_designators(values)
        and 10 * lettered >= 9 * len(values)
        and 2 * len(set(values)) > len(values)
    )


def begins_with_number(text: str) -> bool:
    """Whether the text is a number, perhaps with a unit or a note after it."""
    return bool(_BEGINS_WITH_NUMBER.match(text.strip()))


_BEGINS_WITH_NUMBER = lazy_regex(r"[~x×]?\s*[+\-−]?[0-9.,]*[0-9]")


def is_level(text: str) -> bool:
    """Whether the text can be read as a level."""
    try:
        read_level(text, dotted=True)
    except NotUnderstood:
        return False
    return True


YES = frozenset(
    [
        "x",
        "yes",
        "y",
        "true",
        "1",
        "ja",
        "j",
        "oui",
        "o",
        "si",
        "s",
        "tak",
        "t",
        "✓",
        "✔",
        "wahr",
        "vrai",
    ]
)
NO = frozenset(["no", "n", "false", "0", "nein", "non", "nie", "falsch", "faux"])
_UNPLACED = frozenset(["dnp", "dni", "dnf"])
"""Yes in a column of what is left out, no in one of what is placed."""
_YES = YES | _UNPLACED | {"excluded from bom", "excluded from board"}
_NO = NO | _UNPLACED | {"not fitted", "not populated", "not placed"}


def is_no(text: str) -> bool:
    """Whether a cell of a yes-or-no column says no."""
    return text.strip().casefold() in _NO


def is_yes(text: str) -> bool:
    """Whether a cell of a yes-or-no column says yes."""
    return text.strip().casefold() in _YES


def measure_of(text: str) -> tuple[str, str] | None:
    """The number and the unit of a quantity that is measured, as `2.5 m`; None for pieces."""
    match = _NUMBER_AND_UNIT.fullmatch(text.strip().removeprefix("x").removeprefix("X"))
    unit = match[2].strip().rstrip(".") if match else ""
    if match is None or not unit or unit.casefold() in _PIECE:
        return None
    return (match[1].strip(), unit) if is_measure(unit) else None
