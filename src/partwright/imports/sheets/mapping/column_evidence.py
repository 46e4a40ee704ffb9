"""Evidence in the values of columns: outlines, parents, totals, bare lists."""

import re
from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from itertools import islice, pairwise

from partwright.imports.sheets.cell_values.decimals import NotUnderstood, read_decimal
from partwright.imports.sheets.cell_values.designators import are_designators, look_like_designators
from partwright.imports.sheets.cell_values.money import currencies_of, split_money
from partwright.imports.sheets.cell_values.values import (
    count_rows,
    is_no,
    is_whole,
    is_yes,
    meaningful_text,
    read_quantity,
)
from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.records.rows import SheetRecord, fold_number
from partwright.kit.patterns import lazy_regex

_PARENT_WORDS = frozenset(
    [
        "parent",
        "assembly",
        "assy",
        "baugruppe",
        "ensemble",
        "conjunto",
        "gruppo",
        "assieme",
        "zespol",
        "samenstelling",
        "sestava",
        "module",
        "kit",
        "product",
        "father",
        "upper",
        "higher",
        "nha",
        "oberteil",
        "kopf",
        "group",
        "used",
        "belongs",
    ]
)

_LEFT_OUT = 9
"""By how much the number of a place may grow: some are left out by hand."""
_FEWEST_TITLES = 4
"""Rows whose suppliers may be told to be titles of offers."""
_LOST_MARK = lazy_regex(r"0[0-9]+")
_LONG_WORD = lazy_regex(r"\w{4,}")
_LONGEST_TITLE = 200
_MCMASTER = lazy_regex(r"[0-9]{4,5}([A-Z])[0-9]{1,4}")
_PACKED = lazy_regex(r"\bpacks? of [0-9]|\bper pack\b|^each$|mcmaster", re.IGNORECASE)
"""What stands in the rows of its orders."""
_MOUSER = lazy_regex(r"[0-9]{2,4}-([0-9A-Z]{3})")
_PREFIXED = lazy_regex(r"(?:[A-Z]{1,5}(?=[A-Z]?[a-z0-9])|[A-Z]{2,5}\s)")
ASSEMBLIES = frozenset(
    [
        "assembly",
        "subassembly",
        "assy",
        "subassy",
        "baugruppe",
        "unterbaugruppe",
        "ensemble",
        "sousensemble",
        "conjunto",
        "subconjunto",
        "assieme",
        "sottoassieme",
        "zespol",
        "podzespol",
    ]
)


def values_of(index: int, sample: Sequence[SheetRecord]) -> list[str]:
    """The values of a column in the first rows, without signs for `nothing`."""
    return [text for record in sample if (text := meaningful_text(record.cells[index]))]


def is_outline(values: Sequence[str]) -> bool:
    """Whether the values number an outline in order: 1, 1.1, 1.2, 2, 2.1."""
    places: list[list[int]] = []
    for text in values:
        parts = text.strip().rstrip(".").split(".")
        if not all(part.isdecimal() and len(part) < 4 for part in parts):
            return False
        places.append([int(part) for part in parts])
    if len(places) < 3 or not any(len(place) > 1 for place in places):
        return False
    steps = sum(_follows(*pair) for pair in pairwise(places))
    return len(places[0]) == 1 and 10 * steps >= 9 * (len(places) - 1)


def _follows(before: list[int], after: list[int]) -> bool:
    deeper = len(after) == len(before) + 1 and after[:-1] == before and after[-1] <= 1
    depth = len(after)
    return deeper or (
        depth <= len(before)
        and after[:-1] == before[: depth - 1]
        and 0 < after[-1] - before[depth - 1] <= _LEFT_OUT
    )


def parents_of(
    numbers: int,
    free: Collection[int],
    words: Mapping[int, Collection[str]],
    sample: Sequence[SheetRecord],
) -> int | None:
    """The column that names assemblies, some of which are rows themselves."""
    own = [fold_number(record.cells[numbers]) for record in sample]
    for index in sorted(free):
        if not _PARENT_WORDS.intersection(words[index]):
            continue
        above = [fold_number(record.cells[index]) for record in sample]
        named = {text for text in above if text}
        itself = sum(a == o for a, o in zip(above, own, strict=True) if a)
        if named & set(own) and 10 * itself <= len(own):
            return index
    return None


def groups_of(
    numbers: int, free: Collection[int], keys: Sequence[str], sample: Sequence[SheetRecord]
) -> int | None:
    """The column of assemblies that are not rows themselves, each above several rows."""
    own = {fold_number(record.cells[numbers]) for record in sample}
    for index in sorted(free):
        above = [fold_number(record.cells[index]) for record in sample]
        named = set(above)
        if (
            keys[index] in ASSEMBLIES
            and "" not in named
            and len(named) > 1
            and 2 * len(named) <= len(above)
            and not named & own
            and all(any(sign.isalpha() for sign in text) for text in named)
            and not all(is_yes(text) or is_no(text) for text in named)
        ):
            return index
    return None


def seller_of(index: int, makers: Sequence[int], sample: Sequence[SheetRecord]) -> str:
    """The supplier whose numbers the column holds, by their form; empty for others.

    McMaster's have several letters, and its orders say what is sold in packs; Digi-Key's end with `-ND`; Mouser's are three digits or so before the manufacturer's number.
    """
    rows = [(r, text) for r in sample if (text := meaningful_text(r.cells[index]).upper())]
    told = any(_PACKED.search(cell) for record, _ in rows for cell in record.cells)
    letters = {match[1] for _, text in rows if (match := _MCMASTER.fullmatch(text))}
    coded = sum(bool(_MCMASTER.fullmatch(text)) for _, text in rows)
    own = {
        "McMaster": coded if told and len(letters) > 1 and coded > 2 else 0,
        "Digi-Key": sum(text.endswith("-ND") for _, text in rows),
        "Mouser": sum(_is_of_mouser(text, record, makers) for record, text in rows),
    }
    return next((name for name, count in own.items() if rows and 5 * count >= 4 * len(rows)), "")


def _is_of_mouser(code: str, record: SheetRecord, makers: Sequence[int]) -> bool:
    match = _MOUSER.match(code)
    return match is not None and any(
        record.cells[at].strip().upper().startswith(match[1]) for at in makers
    )


def named_as_parents(
    parents: int, candidates: Collection[int], sample: Sequence[SheetRecord]
) -> int | None:
    """The column whose values the parents are named by."""
    above = {fold_number(record.cells[parents]) for record in sample} - {""}
    hits = {
        index: len(above & {fold_number(record.cells[index]) for record in sample})
        for index in candidates
    }
    best = max(hits, key=lambda index: hits[index], default=None)
    return best if best is not None and hits[best] else None


def names_each(index: int, quantity: int, sample: Sequence[SheetRecord]) -> bool:
    """Whether the column names as many pieces as the quantity counts, as `C_EN, C_IN2`."""
    rows = [(r.cells[index], r.cells[quantity].strip()) for r in sample]
    counts = [
        (len([n for n in re.split(r"[,;]\s*", names) if n.strip()]), count)
        for names, count in rows
        if names.strip() and count
    ]
    right = sum(str(named) == count for named, count in counts)
    return any(named > 1 for named, _ in counts) and 10 * right >= 9 * len(counts)


def counts_others(index: int, quantity: int, sample: Sequence[SheetRecord]) -> bool:
    """Whether most quantities are of more or less than the one piece that each cell would name."""
    rows = [(r.cells[index].strip(), r.cells[quantity].strip()) for r in sample]
    counts = [(names, count) for names, count in rows if names and count]
    single = all(len(re.split(r"[,;\s]+", names)) == 1 for names, _ in counts)
    return single and 2 * sum(count != "1" for _, count in counts) > len(counts)


def say_names_again(index: int, named: int, sample: Sequence[SheetRecord]) -> bool:
    """Whether nearly all cells differ and most have a word of the name in their row.

    So do the titles of offers, as `BOX4U housing IP66` beside `Housing, 150 x 100`.
    """
    rows = [(r.cells[index].strip(), r.cells[named]) for r in sample if r.cells[index].strip()]
    texts = {text.casefold() for text, _ in rows}
    if len(rows) < _FEWEST_TITLES or 5 * len(texts) < 4 * len(rows):
        return False
    shared = sum(not _long_words(text).isdisjoint(_long_words(name)) for text, name in rows)
    return 2 * shared > len(rows)


def _long_words(text: str) -> set[str]:
    return {word.casefold() for word in _LONG_WORD.findall(text[:_LONGEST_TITLE])}


def places_beside(index: int, keys: Sequence[str], values: Sequence[Sequence[str]]) -> bool:
    """Whether another column may hold designators, as in lists of circuit boards."""
    known = RANKS["parts"]["referenceDesignator"]
    return any(
        at != index and key in known and any(map(look_like_designators, values[at]))
        for at, key in enumerate(keys)
    )


def are_pieces(index: int, others: Collection[int], sample: Sequence[SheetRecord]) -> bool:
    """Whether the column names single pieces: designators, or words as many as are counted."""
    values = [text for record in sample if (text := record.cells[index].strip())]
    if not values or are_designators(values):
        return bool(values)
    each = any(names_each(index, at, sample) for at in others if at != index)
    plain = [text for text in values if " " not in text.replace(", ", ",")]
    likely = sum(map(look_like_designators, plain))
    return (each and (len(plain) == len(values) or _are_prefixed(values))) or (
        len(plain) == len(values) and 2 * likely >= len(values)
    )


def _are_prefixed(values: Sequence[str]) -> bool:
    """Whether names begin with the letter of a designator, as `RLamp red` and `UDisplay`."""
    names = [name.strip() for text in values for name in text.split(",")]
    begun = sum(bool(_PREFIXED.match(name)) for name in names)
    return 10 * begun >= 9 * len(names)


def is_product_of(index: int, quantity: int, cost: int, sample: Sequence[SheetRecord]) -> bool:
    """Whether the column holds quantity times price, in the rows that show all three."""
    rows = [tuple(_amount(record.cells[at]) for at in (index, quantity, cost)) for record in sample]
    whole = [(a, b, c) for a, b, c in rows if a is not None and b is not None and c is not None]
    differing = [row for row in whole if row[1] != 1]
    allowed = Decimal("0.011")
    right = sum(abs(a - b * c) <= allowed for a, b, c in whole)
    told = sum(abs(a - b * c) <= allowed for a, b, c in differing)
    return len(whole) > 1 and 10 * right >= 8 * len(whole) and 2 * told > len(differing)


def is_multiple_of(index: int, quantity: int, sample: Sequence[SheetRecord]) -> bool:
    """Whether the column holds one multiple of the quantities, and nothing where these have none."""
    rows = [(_amount(r.cells[index]), _amount(r.cells[quantity])) for r in sample]
    factors = {a / b for a, b in rows if a is not None and b}
    alone = any(a and not r.cells[quantity].strip() for r, (a, _) in zip(sample, rows, strict=True))
    return len(rows) > 1 and len(factors) == 1 and not alone


def are_amounts(values: Sequence[str]) -> bool:
    """Whether nearly all values are amounts of money, with a currency or without."""
    # Most columns hold none, and the first few cells of them say so.
    others = (text for text in values if _amount(text) is None)
    most = len(values) // 10
    return next(islice(others, most, None), None) is None and not have_lost_marks(values)


def have_lost_marks(values: Sequence[str]) -> bool:
    """Whether figures such as `0182` and `037` have lost their decimal mark, as no figure has one."""
    begun = sum(bool(_LOST_MARK.fullmatch(text)) for text in values)
    return begun > 1 and not any(sign in text for text in values for sign in ".,")


def are_long_numbers(values: Sequence[str]) -> bool:
    """Whether nearly all values are numbers such as 1759122, too long for prices and stocks."""
    return 10 * sum(text.isdecimal() and len(text) > 5 for text in values) >= 9 * len(values) > 0


def _amount(text: str) -> Decimal | None:
    plain = meaningful_text(text)
    if not plain:
        return None
    try:
        number, tokens = split_money(plain)
        if not all(currencies_of(token) for token in tokens):
            return None
        return read_decimal(number, mark=".")
    except NotUnderstood:
        return None


def bare_columns(columns: Mapping[int, Sequence[str]]) -> dict[str, int]:
    """Quantity, designators, prices and name of a list without a header, by their looks.

    Beside codes of currencies, amounts that are not whole are prices.
    """
    found: dict[str, int] = {}
    codes = [at for at, values in columns.items() if values and all(map(_is_currency, values))]
    if codes:
        found["costCurrency"] = codes[0]
    for index, values in columns.items():
        if not values or index in codes:
            continue
        if "referenceDesignator" not in found and all(map(look_like_designators, values)):
            found["referenceDesignator"] = index
        elif codes and "cost" not in found and are_amounts(values) and not _are_whole(values):
            found["cost"] = index
        elif "quantity" not in found and all(map(_is_count, values)) and not count_rows(values):
            found["quantity"] = index
        elif _are_words(values) and len(values) > len(columns.get(found.get("name", -1), ())):
            found["name"] = index
    return found


def _is_currency(text: str) -> bool:
    return len(text) == 3 and bool(currencies_of(text))


def _are_whole(values: Sequence[str]) -> bool:
    return all(map(is_whole, values))


def _is_count(text: str) -> bool:
    try:
        return (is_whole(text) or not text.isdecimal()) and read_quantity(text, mark=".") < 100_000
    except NotUnderstood:
        return False


def _are_words(values: Sequence[str]) -> bool:
    lettered = sum(sum(sign.isalpha() for sign in text) > 1 for text in values)
    return 10 * lettered >= 8 * len(values) and 2 * len(set(values)) > len(values)
