"""Columns that serve as names where none is called so."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from partwright.imports.sheets.cell_values.no_numbers import is_measured
from partwright.imports.sheets.cell_values.values import are_names
from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.fields.sheet_column import SheetColumn
from partwright.imports.sheets.mapping.column_evidence import values_of
from partwright.imports.sheets.records.refusals import NoNameColumn
from partwright.imports.sheets.records.rows import SheetRecord
from partwright.imports.sheets.records.targets import ATTRIBUTES, IGNORE, REMARK_OF
from partwright.imports.sheets.words.column_words import KIND_WORDS, SHAPES, SIZE_WORDS, VALUE_NAMES
from partwright.imports.sheets.words.header_words import header_key, header_words
from partwright.imports.sheets.words.symbol_texts import describe_symbols

_CALLING = frozenset(["part", "item", "component", "product", "bauteil", "teil", "artikel"])
"""Words for parts, in headers that say more, as `Current part or requirement`."""
_FUNCTIONS = frozenset(["function", "funktion", "fonction", "funcion", "funzione", "role"])
"""What a part does, which calls it better than a manufacturer's number does."""
_OTHERS = frozenset(["parent", "alternate", "mating", "supplier", "vendor", "manufacturer", "mfr"])
"""What stands before `Part` where it is another one, or what another calls it."""
_OWN = frozenset(["plain", "common", "display", "short", "long", "full", "readable", "simple"])
"""What stands before `Name` where it is the part's own."""
_OWN_VALUES = frozenset(["value", "wert", "valeur", "valor", "valore", "wartosc", "waarde"])
_NO_NAMES = frozenset(f"{ATTRIBUTES}{name}" for name in ("Category", "Supplier", "Manufacturer"))
"""What says something of parts and never what they are called."""
_NUMBERS = ("itemNumber", f"{ATTRIBUTES}MPN", f"{ATTRIBUTES}Order Code")
"""What serves as a name where nothing else does."""
_MOSTLY = 0.8
Standins = tuple[SheetColumn, ...]


def named(columns: list[SheetColumn], sample: Sequence[SheetRecord]) -> list[SheetColumn]:
    """The columns, of which one that is called a name but names nothing is an attribute.

    Materials that all differ, in the first column of a list without names, are what is needed.
    """
    first = columns[0]
    values = values_of(first.index, sample)
    if (
        first.target == "material"
        and not any(column.target == "name" for column in columns)
        and len(values) == len(sample) > 2
        and 10 * len(set(values)) >= (9 if len(values) > 9 else 10) * len(values)
    ):
        columns = [replace(first, target="name", why="its values all differ"), *columns[1:]]
    if not any(column.target == "name" for column in columns):
        called = next((c for c in columns if _is_called_name(c, sample)), None)
        columns = [
            replace(c, target="name", why="it is called a name") if c is called else c
            for c in columns
        ]
    return [
        replace(column, target=f"{ATTRIBUTES}{column.header}", why="it is empty")
        if column.target == "name" and sample and not values_of(column.index, sample)
        else replace(column, target=f"{REMARK_OF}{column.header}", why="it is of the places")
        if column.target == "description" and _says_of_places(column, columns, sample)
        else column
        for column in columns
    ]


def _says_of_places(
    described: SheetColumn, columns: Sequence[SheetColumn], sample: Sequence[SheetRecord]
) -> bool:
    """Whether the texts say what parts are for, as `LDO Input Decoupling` of `10uF` in `0805`.

    Parts of one measured value in one package are the same; at least two of them have several texts
    each, and no text stands in two rows.
    """
    by_target = {column.target: column.index for column in columns}
    values = [c.index for c in columns if header_key(c.header) in _OWN_VALUES]
    shapes = [c.index for c in columns if header_key(c.header) in SHAPES and c.index not in values]
    if "referenceDesignator" not in by_target or "name" in by_target or not (values and shapes):
        return False
    if any(number in by_target for number in _NUMBERS):
        return False
    texts = values_of(described.index, sample)
    if len(set(texts)) < len(texts):
        return False
    groups: dict[tuple[str, ...], int] = {}
    for cells in (record.cells for record in sample):
        if cells[described.index].strip() and is_measured(cells[values[0]].strip()):
            key = tuple(cells[at].strip() for at in (values[0], *shapes))
            groups[key] = groups.get(key, 0) + 1
    return sum(count > 1 for count in groups.values()) > 1


def _is_called_name(column: SheetColumn, sample: Sequence[SheetRecord]) -> bool:
    """Whether a column such as `Plain Name` holds words of which most differ.

    Or the first one, such as `Harness Part`, whose words differ in all rows.
    """
    words, values = header_words(column.header), values_of(column.index, sample)
    if column.index == 0 and len(words) == 2 and words[1] in _CALLING and words[0] not in _OTHERS:
        is_whole = len(set(values)) == len(values) == len(sample) > 2
        return is_whole and column.target.startswith(ATTRIBUTES) and _are_words(column, sample)
    return (
        column.target == f"{ATTRIBUTES}{column.header}"
        and len(words) == 2
        and words[1] == "name"
        and words[0] in _OWN
        and 10 * len(values) >= 9 * len(sample)
        and _are_words(column, sample)
        and 2 * len(set(values)) > len(values)
    )


def name_standins(
    columns: Sequence[SheetColumn], sample: Sequence[SheetRecord]
) -> tuple[Standins, Standins]:
    """The columns that may serve as the name, best first, and those that do only together.

    Of several columns the one that tells the rows apart goes before the rest.
    """
    by_target = {column.target: column for column in reversed(columns)}
    values, kinds = _values_or_kinds(columns, sample)
    numbers = [by_target[t] for t in _NUMBERS if t in by_target]
    described = [
        by_target[t]
        for t in ("description",)
        if t in by_target and (not sample or values_of(by_target[t].index, sample))
    ]
    if (
        described
        and values
        and (
            _tells_apart(values[0], sample) > _tells_apart(described[0], sample)
            or describe_symbols(values_of(described[0].index, sample))
        )
    ):
        described, values = values, described
    worded = [] if described or values else _worded_references(columns, sample)
    found = [*described, *values, *worded, *kinds, *numbers]
    return _completed(columns, sample, found, numbers)


def _by_function(
    columns: Sequence[SheetColumn], sample: Sequence[SheetRecord]
) -> list[SheetColumn]:
    """The column that says what each part does, where no part has a number or a place of its own."""
    targets = {column.target for column in columns}
    if not targets.isdisjoint(("itemNumber", "referenceDesignator")):
        return []
    told = [c for c in columns if _FUNCTIONS.intersection(header_words(c.header))]
    return _fuller_words(told, sample)


def _completed(
    columns: Sequence[SheetColumn],
    sample: Sequence[SheetRecord],
    found: list[SheetColumn],
    numbers: list[SheetColumn],
) -> tuple[Standins, Standins]:
    """The columns with those that stand in where they are empty, or say less than sizes do."""
    if found == numbers:
        found = [*_by_function(columns, sample), *numbers]
    if found == numbers and _leave_out_rows(found, sample):
        found = [*_fuller_words(columns, sample), *numbers]
    if found and _leave_out_rows(found, sample):
        called = _called_names(columns, sample)
        found += [c for c in called if c not in found and _are_lettered([c], sample)]
    together: Standins = ()
    if found and all(column.target == "itemNumber" for column in found):
        together = _lettered_sizes(columns, sample)
        found = [*together[:1], *found]
    if not found:
        found = _called_names(columns, sample) or _footprints(columns)
    if not found:
        whole = _kinds_and_sizes(columns, sample) or _lettered_sizes(columns, sample)
        together = whole if len(whole) > 1 else ()
        found = list(whole[:1]) or _named_by_values(columns, sample)
    if not found:
        raise NoNameColumn([column.header for column in columns])
    return tuple(found), together


def _leave_out_rows(columns: Sequence[SheetColumn], sample: Sequence[SheetRecord]) -> bool:
    """Whether rows of several cells have none in these columns."""
    rows = [record.cells for record in sample if sum(map(bool, map(str.strip, record.cells))) > 2]
    return bool(columns) and not all(any(row[c.index].strip() for c in columns) for row in rows)


def _fuller_words(
    columns: Sequence[SheetColumn], sample: Sequence[SheetRecord]
) -> list[SheetColumn]:
    """The first column of words that differ which all rows of several cells have."""
    return [
        column
        for column in columns
        if column.target == f"{ATTRIBUTES}{column.header}"
        and _are_words(column, sample)
        and are_names(values_of(column.index, sample))
        and not _leave_out_rows([column], sample)
        and _tells_apart(column, sample) >= _MOSTLY
    ][:1]


def _values_or_kinds(
    columns: Sequence[SheetColumn], sample: Sequence[SheetRecord]
) -> tuple[list[SheetColumn], list[SheetColumn]]:
    """The columns of values, and those of kinds that stand in for comments that are sentences."""
    values = [c for c in columns if header_key(c.header) in VALUE_NAMES and c.target != IGNORE]
    beside = {
        c.index: _kinds_beside(c, columns, sample)
        for c in values
        if header_key(c.header) == "comment"
    }
    kinds = [kind for found in beside.values() for kind in found[:1]]
    return [c for c in values if not beside.get(c.index)], kinds


def _kinds_beside(
    comments: SheetColumn, columns: Sequence[SheetColumn], sample: Sequence[SheetRecord]
) -> list[SheetColumn]:
    """The columns that say what each part is, where comments beside them are sentences."""
    values = values_of(comments.index, sample)
    long = sum(text.count(" ") > 1 for text in values)
    if 3 * long < 2 * len(values):
        return []
    kinds = [c for c in columns if header_key(c.header) in KIND_WORDS and c is not comments]
    return [
        c
        for c in kinds
        if len(set(found := values_of(c.index, sample))) == len(found) == len(sample)
    ]


def _worded_references(
    columns: Sequence[SheetColumn], sample: Sequence[SheetRecord]
) -> list[SheetColumn]:
    """A column such as `References` that says in words what each row is."""
    known = RANKS["parts"]["referenceDesignator"]
    return [
        c
        for c in columns
        if c.target == f"{ATTRIBUTES}{c.header}"
        and header_key(c.header) in known
        and _are_words(c, sample)
        and len(set(values := values_of(c.index, sample))) == len(values) == len(sample)
        and 2 * sum(" " in text for text in values) > len(values)
    ][:1]


def told_standins(alone: Standins, together: Standins) -> Iterator[str]:
    """Sentences on the columns that serve as names."""
    if together:
        named = ", ".join(f'"{column.header}"' for column in together)
        yield f"No column holds names: {named} together serve as name."
    elif alone:
        others = "".join(f', where that is empty "{column.header}"' for column in alone[1:])
        yield f'No column holds names: "{alone[0].header}" serves as name{others}.'


def _named_by_values(
    columns: Sequence[SheetColumn], sample: Sequence[SheetRecord]
) -> list[SheetColumn]:
    """The first column of words that differ, beside quantities or designators of a known name."""
    if not any(c.target in ("quantity", "referenceDesignator") for c in columns):
        return []
    left = [c for c in columns if c.target.startswith(ATTRIBUTES) and c.target not in _NO_NAMES]
    # Of `Material, Amount` the first is what is needed, and no material of anything else.
    left += [c for c in columns if c.target == "material"]
    return [
        c
        for c in left
        if _are_words(c, sample)
        and are_names(values_of(c.index, sample))
        and not any("://" in text for text in values_of(c.index, sample))
    ][:1]


def _kinds_and_sizes(
    columns: Sequence[SheetColumn], sample: Sequence[SheetRecord]
) -> tuple[SheetColumn, ...]:
    """The columns of a part's kind and sizes, as `Type`, `Thread` and `Length` of lists of screws."""
    left = [c for c in columns if c.target.startswith(ATTRIBUTES)]
    kinds = [c for c in left if header_key(c.header) in KIND_WORDS and _are_words(c, sample)]
    sizes = [c for c in _sizes(columns) if c not in kinds[:1]]
    return (*kinds[:1], *sizes) if kinds else ()


def _sizes(columns: Sequence[SheetColumn]) -> list[SheetColumn]:
    return [
        c
        for c in columns
        if c.target.startswith(ATTRIBUTES) and SIZE_WORDS.intersection(header_words(c.header))
    ]


def _lettered_sizes(
    columns: Sequence[SheetColumn], sample: Sequence[SheetRecord]
) -> tuple[SheetColumn, ...]:
    """The sizes of parts that have a mere number besides, as `M3` and `12mm` of screw `S02`."""
    sizes = _sizes(columns)
    is_told = _are_lettered(sizes, sample) and not _leave_out_rows(sizes, sample)
    return tuple(sizes) if is_told else ()


def _are_lettered(columns: Sequence[SheetColumn], sample: Sequence[SheetRecord]) -> bool:
    """Whether the columns hold something, and no mere numbers."""
    texts = [text for c in columns for text in values_of(c.index, sample)]
    return bool(texts) and all(any(map(str.isalpha, text)) for text in texts)


def _are_words(column: SheetColumn, sample: Sequence[SheetRecord]) -> bool:
    values = values_of(column.index, sample)
    if any(text.startswith('{"') for text in values):
        # What an object of JSON holds besides names nothing.
        return False
    lettered = sum(sum(sign.isalpha() for sign in text) > 2 for text in values)
    return bool(values) and 10 * lettered >= 9 * len(values)


def _called_names(
    columns: Sequence[SheetColumn], sample: Sequence[SheetRecord]
) -> list[SheetColumn]:
    """A column called as names are, whatever it holds, as `Part` of `0.1uF`."""
    ranks = RANKS["parts"]["name"]
    left = [c for c in columns if c.target.startswith(ATTRIBUTES)]
    called = [c for c in left if header_key(c.header) in ranks and values_of(c.index, sample)]
    called += [
        c
        for c in left
        if _CALLING.intersection(header_words(c.header))
        and _are_words(c, sample)
        and len(set(values := values_of(c.index, sample))) == len(values) == len(sample)
    ]
    return called[:1]


def _footprints(columns: Sequence[SheetColumn]) -> list[SheetColumn]:
    return [c for c in columns if header_key(c.header) in ("designator", "footprint")][:1]


def _tells_apart(column: SheetColumn, sample: Sequence[SheetRecord]) -> float:
    """The share of the filled cells that differ; a little is forgiven to the better name."""
    values = values_of(column.index, sample)
    return round(len(set(values)) / len(values), 1) if values else 0.0
