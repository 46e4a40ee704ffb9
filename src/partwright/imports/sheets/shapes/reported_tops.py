"""Assemblies that reports name above their lists, as `Material  10002000  Hydraulic unit` of SAP."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from partwright.imports.sheets.fields.header_names import RANKS, WEAK_KEYS
from partwright.imports.sheets.records.rows import RowRemark, SheetRecord, SheetTable, fold_number
from partwright.imports.sheets.shapes.level_columns import PLAIN_LEVEL, sample_of
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_LABEL = lazy_regex(
    r"(?:(?:top|parent)[\s-]+(?:level\s+)?)?(?:material|assembly|item|product|part|bill|baugruppe|erzeugnis|artikel|"
    r"sachnummer|materialnummer|article|producto|prodotto)(?:\s+(?:item|part|no\.?|number|nr\.?))?\s?(?::\s*|\s{2,}|\t\s*|\Z)(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_BASE = lazy_regex(
    r"(?:req(?:uire)?d|base|basis|bezugs|bedarfs)[\s-]*(?:qty|quantity|menge)\.?\s*:?\s*(?P<rest>[0-9][0-9.,]*)?.*",
    re.IGNORECASE | re.DOTALL,
)
_NAME = lazy_regex(
    r"(?:(?:item|part|product)\s+)?(?:description|desc\.?|name|title|bezeichnung|benennung|kurztext|d[ée]signation|descripci[óo]n|"
    r"denominaci[óo]n|descrizione|denominazione)(?:\s*:\s*|\t\s*|\s{2,})(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_ONE = lazy_regex(r"1(?:[.,]0+)?")
_APART = lazy_regex(r"\s{2,}|\t")
_WIDE = lazy_regex(r" {2,}")
_LONGEST = 200
_FEWEST = 2
_PARENTS = frozenset(
    map(
        header_key,
        (
            "parent ipn",
            "parent number",
            "parent part number",
            "parent item number",
            "parent part no",
        ),
    )
)
_PARENT_NAMES = frozenset(
    map(header_key, ("parent name", "parent description", "parent part name", "parent title"))
)
_LEVELS = RANKS["parts"]["level"].keys() - WEAK_KEYS["parts"]["level"]


def with_reported_top(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table with a row of level 0 for what is named above it, where its levels count from one."""
    keys = [header_key(header) for header in table.headers]
    ranks = RANKS["parts"]
    levels = [at for at, key in enumerate(keys) if key in _LEVELS]
    numbers = [at for at, key in enumerate(keys) if key in ranks["itemNumber"] and at not in levels]
    names = [at for at, key in enumerate(keys) if key in {**ranks["name"], **ranks["description"]}]
    top = _named_above(table.titles) or (_named_beside(table, levels[0]) if levels else None)
    if held or not (levels and numbers and names and top):
        return table
    level, name = levels[0], next((at for at in names if at not in numbers), names[0])
    sample = sample_of(table)
    number = _numbered(numbers, keys, sample)
    if not _count_from_one(sample, level) or any(
        fold_number(r.cells[number]) == fold_number(top[0]) for r in sample
    ):
        return table
    before, width = table.records, len(table.headers)

    def records() -> Iterator[SheetRecord]:
        own = {level: "0", name: top[1] or top[0], number: top[0]}
        for at, record in enumerate(before()):
            if not at:
                cells = tuple(own.get(place, "") for place in range(width))
                yield SheetRecord(record.row_number, cells)
            yield record

    told = f'"{top[0]}", which stands above the list, is what its levels are counted from.'
    return replace(
        table,
        decisions=(*table.decisions, told),
        records=records,
        remarks=(*table.remarks, *_base_told(table.titles)),
    )


def _named_beside(table: SheetTable, level: int) -> tuple[str, str] | None:
    """The number and the name that a column of parents gives all rows of the first level."""
    keys = [header_key(header) for header in table.headers]
    above = [at for at, key in enumerate(keys) if key in _PARENTS]
    named = [at for at, key in enumerate(keys) if key in _PARENT_NAMES]
    first = [r for r in sample_of(table) if r.cells[level].strip(" .") == "1"]
    found = {r.cells[at].strip() for at in above[:1] for r in first}
    number = found.pop() if len(found) == 1 else ""
    if len(first) < _FEWEST or not any(map(str.isdigit, number)):
        return None
    titles = {r.cells[at].strip() for at in named[:1] for r in first}
    return number, titles.pop() if len(titles) == 1 else ""


def _numbered(numbers: Sequence[int], keys: Sequence[str], sample: Sequence[SheetRecord]) -> int:
    """Of several columns that may hold numbers the one that is called so plainly, or whose values differ most."""
    plain = [at for at in numbers if keys[at] not in WEAK_KEYS["parts"]["itemNumber"]]
    return max(plain or numbers, key=lambda at: len({r.cells[at].strip() for r in sample} - {""}))


def _count_from_one(sample: Sequence[SheetRecord], level: int) -> bool:
    texts = [text for record in sample if (text := record.cells[level].strip())]
    plain = [text.strip(".") for text in texts if PLAIN_LEVEL.fullmatch(text)]
    return bool(plain) and plain[0] == "1" and 5 * len(plain) >= 4 * len(texts) and "0" not in plain


def _named_above(titles: Sequence[str]) -> tuple[str, str] | None:
    """The number and the name that a label such as `Item:` above the list gives."""
    for at, title in enumerate(titles):
        match = _LABEL.fullmatch(title.strip()) if len(title) <= _LONGEST else None
        if match is None:
            continue
        behind = [text.strip() for text in titles[at + 1 : at + 4]]
        said = _APART.split(match["rest"].strip(), maxsplit=1) if match["rest"].strip() else []
        told = [*said, *behind] if said else [*_divided(behind[:1]), *behind[1:]]
        number = told[0] if told else ""
        if len(number) < 3 or " " in number or not any(map(str.isdigit, number)):
            continue
        name = told[1] if len(told) > 1 and not _is_label(told[1]) else ""
        return number, name or _labelled_name(behind)
    return None


def _divided(texts: Sequence[str]) -> list[str]:
    """The parts of texts that blanks divide, as the number and the name in one cell."""
    return [part for text in texts for part in _WIDE.split(text, maxsplit=1)]


def _labelled_name(titles: Sequence[str]) -> str:
    """The name that a label such as `Description:` gives, in its cell or the next one."""
    for at, title in enumerate(titles):
        if match := _NAME.fullmatch(title):
            name = match["rest"].strip() or next(iter(titles[at + 1 : at + 2]), "")
            return name if name and not _is_label(name) else ""
    return ""


def _is_label(text: str) -> bool:
    """Whether a text above a list is another label, a rule or a date, and no name."""
    words = text.strip("-=_ ")
    return (
        ":" in text
        or "\t" in text
        or "/" in text
        or not any(map(str.isalpha, words))
        or len(text) > _LONGEST
    )


def _base_told(titles: Sequence[str]) -> Iterator[RowRemark]:
    """A remark where the report says that its quantities are those of several products."""
    for title in titles:
        match = _BASE.fullmatch(title.strip()) if len(title) <= _LONGEST else None
        if match and match["rest"] and not _ONE.fullmatch(match["rest"]):
            text = f'"{" ".join(title.split())}" stands above the list: its quantities may be for so many'
            yield RowRemark(0, text, "DOUBTED")
