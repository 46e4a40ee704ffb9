"""Finding the header among the first rows of a sheet, and giving each column its name."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import count, islice, pairwise

from partwright.imports.sheets.fields.header_names import RANKS, WEAK_KEYS
from partwright.imports.sheets.fields.units import is_known
from partwright.imports.sheets.records.refusals import NoHeader
from partwright.imports.sheets.records.rows import is_blank
from partwright.imports.sheets.words.column_words import SUPPLIERS
from partwright.imports.sheets.words.header_words import LONGEST, header_key
from partwright.imports.sheets.words.offer_titles import DIVIDER, offered_by
from partwright.imports.sheets.words.quantity_words import names_quantity
from partwright.kit.patterns import lazy_regex

LOOK_AHEAD = 40
"""Rows that are looked at for the header; drawing frames and titles rarely take more."""
_NUMBERED = lazy_regex(r"(.+) \([0-9]+\)")
NAMELESS = "No row names the columns."
_GROUP = lazy_regex(r"(.*?\D)[\s_.#-]*([1-9]?)")
_COUNTERS = " _.#-123456789"
"""What may stand behind `Supplier` to tell it from the next."""
_COMPANIES = frozenset(
    {*RANKS["parts"]["supplier"], *RANKS["parts"]["manufacturer"]}
    | {"distributor", "source", "quelle"}
)
_GROUPS = frozenset(
    _COMPANIES
    | {
        "cost",
        "costs",
        "price",
        "prices",
        "preis",
        "kosten",
        "prix",
    }
)
"""What is written above columns of a supplier, a manufacturer or of prices."""
_OF_MAKERS = frozenset(
    key
    for field in ("mpn", "manufacturer")
    for key in RANKS["parts"][field].keys() - WEAK_KEYS["parts"][field]
)
_USUAL = frozenset(
    ["current", "main", "primary", "preferred", "present", "incumbent", "actual", "aktueller"]
)
_COUNT = lazy_regex(r"[0-9]{1,5}")
_NUMBER = lazy_regex(r"[0-9]+([.,][0-9]+)?")
_DIGIT = lazy_regex(r"[0-9]")
_SURE = 3
"""So many known headers in a row outweigh a title that holds one or two of them."""


Row = tuple[int, Sequence[str]]
"""A row with its number."""


@dataclass(frozen=True, slots=True)
class HeaderRow:
    """The header: its row number (the first row is 1), names, and what was decided about it."""

    row_number: int
    headers: tuple[str, ...]
    decisions: tuple[str, ...]
    titles: tuple[str, ...] = ()
    """What stands above it."""


def known_count(cells: Sequence[str]) -> int:
    """The number of cells that are headers which parts lists are known to have.

    `Revision:` is none: it is the label of what stands beside it.
    """
    return sum(is_known(cell) for cell in cells if not cell.rstrip().endswith(":"))


def find_header(
    rows: Iterable[tuple[int, Sequence[str]]], *, header_row: int | None = None
) -> HeaderRow:
    """The first row that is not blank, or a later one if that is a title and the later a header.

    `header_row` names it; 0 says that there is none. Refuses a file without rows.
    """
    if header_row is not None:
        return _named_header(rows, header_row)
    first = [row for row in islice(rows, LOOK_AHEAD) if not is_blank(row[1])]
    if not first:
        raise NoHeader("the file holds no rows; its first row must name the columns")
    number, cells = first[0]
    decisions: list[str] = []
    titles: list[str] = []
    known = known_count(cells)
    titled = sum(1 for cell in cells if cell.strip()) == 1
    needed = 2 if not known or titled else max(_SURE, 2 * known)
    later = max(first, key=lambda row: known_count(row[1]))
    later = min(later, _first_table(first) or later, key=lambda row: row[0])
    if known_count(later[1]) < needed and not known:
        later = _first_wide(first)
        needed = 0
        if _is_none(later, first):
            return _headerless(first)
    if later[0] != number and known_count(later[1]) >= needed:
        above = [cell.strip() for row in first if row[0] < later[0] for cell in row[1]]
        titles += filter(None, above)
        number, cells = later
        decisions.append(
            f"The header is row {number}; the rows above it are not read"
            f" ({', '.join(titles)[:80]})."
        )
    told = _with_subheaders(cells, _row_below(first, number))
    headers = name_columns(_with_groups(told, _row_above(first, number)))
    twins = [header for header in headers if twin_of(header, headers)]
    if twins:
        named = ", ".join(f'"{header}"' for header in twins)
        decisions.append(f"Repeated headers are numbered: {named}.")
    return HeaderRow(number, headers, tuple(decisions), tuple(titles))


def _is_none(row: Row, rows: Sequence[Row]) -> bool:
    """Whether a row holds a count and is no header, unless two columns have a word there and numbers below it.

    It names them, in whatever language, though columns of prices have their quantities for names.
    """
    if not any(_COUNT.fullmatch(cell.strip()) for cell in row[1]):
        return False
    below = [cells for number, cells in rows if number > row[0]]
    words = [at for at, cell in enumerate(row[1]) if cell.strip() and not _DIGIT.search(cell)]
    held = ([text for cells in below if (text := _at(cells, at))] for at in words)
    numbers = [len(texts) > 1 and all(map(_NUMBER.fullmatch, texts)) for texts in held]
    return sum(numbers) < 2


def _first_table(rows: Sequence[Row]) -> Row | None:
    """The first row of known headers alone whose very next row fills these columns with values.

    A table further down may have more headers; it is another one.
    """
    for row, (number, below) in pairwise(rows):
        filled = [at for at, cell in enumerate(row[1]) if cell.strip()]
        under = [at for at, cell in enumerate(below) if cell.strip()]
        if (
            len(filled) > 1
            and number == row[0] + 1
            and not known_count(below)
            and any(_NUMBER.fullmatch(cell.strip()) for cell in below)
            and (
                (known_count(row[1]) == len(filled) and under == filled)
                or _lists_parts(row[1], filled, under)
            )
        ):
            return row
    return None


def _lists_parts(cells: Sequence[str], filled: Sequence[int], under: Sequence[int]) -> bool:
    """Whether a row has most headers of a list of parts, with quantities, and a row below fills it."""
    known = known_count(cells)
    return (
        known >= _SURE
        and 5 * known >= 3 * len(filled)
        and set(under) <= set(filled)
        and 2 * len(under) > len(filled)
        and any(counts_pieces(cells[at]) for at in under)
    )


def calls_parts(header: str) -> bool:
    """Whether a header is one above names or numbers of parts."""
    key = header_key(header)
    return key in RANKS["parts"]["name"] or key in RANKS["parts"]["itemNumber"]


def counts_pieces(header: str) -> bool:
    """Whether a header names quantities, by its words or as one that lists have."""
    return names_quantity(header) or header_key(header) in RANKS["parts"]["quantity"]


def _with_subheaders(cells: Sequence[str], below: Sequence[str]) -> Sequence[str]:
    """Headers that repeat, told apart by the suppliers in a row below them that has nothing else."""
    keys = [header_key(cell) for cell in cells]
    # A header that is merged over both rows stands in each of them.
    merged = [
        at for at, cell in enumerate(below) if cell.strip() and _at(cells, at) == cell.strip()
    ]
    filled = [at for at, cell in enumerate(below) if cell.strip() and at not in merged]
    repeat = [at for at, key in enumerate(keys) if key and keys.count(key) > 1]
    if _is_second_header(cells, below, filled, is_merged=bool(merged)):
        return _with_second_header(cells, below)
    known = any(below[at].strip().casefold().replace("-", "") in SUPPLIERS for at in filled)
    if len(filled) < 2 or filled != repeat or not known:
        return cells
    return [
        f"{below[at].strip()} {cell}" if at in filled else cell for at, cell in enumerate(cells)
    ]


def _is_second_header(
    cells: Sequence[str], below: Sequence[str], filled: Sequence[int], *, is_merged: bool
) -> bool:
    """Whether a row of words fills all columns without a header, and those of the groups before them."""
    wide = max(len(cells), filled[-1] + 1) if filled else 0
    bare = {at for at in range(wide) if not _at(cells, at)}
    groups = set(filled) - bare
    # Below a group of two columns alone both are headers, or merged ones stand beside it.
    is_sure = len(bare) > 1 or is_merged or all(is_known(below[at]) for at in filled)
    return (
        is_sure
        and len(bare) > 0
        and bare <= set(filled)
        and len(groups) < sum(map(bool, map(str.strip, cells)))
        and all(at + 1 in bare for at in groups)
        and all(at - 1 in bare or at - 1 in groups for at in bare)
        and not any(_has_figure(below[at], is_merged=is_merged) for at in filled)
    )


def _has_figure(cell: str, *, is_merged: bool) -> bool:
    """Whether a cell holds figures as those of parts do; below a merged header, begins with one."""
    text = cell.strip()
    return text[:1].isdigit() if is_merged else any(map(str.isdigit, text))


def _with_second_header(cells: Sequence[str], below: Sequence[str]) -> Sequence[str]:
    """The headers of two rows as one: those of a group below its name, unless they are known alone.

    One that alone is not known has the name of its group. The name below `Supplier` is none of a part.
    """
    width = max(len(cells), len(below))
    starts = [
        max((of for of in range(at + 1) if _at(cells, of)), default=at) for at in range(width)
    ]
    unknown = [of for at, of in enumerate(starts) if _at(below, at) and not is_known(below[at])]
    named: list[str] = []
    for at, start in enumerate(starts):
        group, under = _plain_company(_at(cells, start)), _at(below, at)
        of_company = _is_company(group) and header_key(under) not in _OF_MAKERS
        if under and (of_company or is_known(under)):
            named.append(f"{group} {under}" if of_company else under)
        else:
            named.append(f"{group} {under}".strip() if unknown.count(start) > 1 else group)
    return named


def _is_company(group: str) -> bool:
    """Whether a group is of a company, as `Supplier 2` and `Alternative supplier`."""
    words = group.rstrip(_COUNTERS).split()
    return any(header_key(name) in _COMPANIES for name in ("".join(words), *words[1:2]))


def _plain_company(group: str) -> str:
    """`Supplier` of a group such as `Current supplier`, whose columns are those of the usual one."""
    words = group.split()
    usual = len(words) == 2 and header_key(words[0]) in _USUAL
    return words[1].capitalize() if usual and header_key(words[1]) in _COMPANIES else group


def _at(cells: Sequence[str], at: int) -> str:
    return cells[at].strip() if at < len(cells) else ""


def _row_below(rows: Sequence[Row], number: int) -> Sequence[str]:
    return next((cells for at, cells in rows if at > number), ())


def _row_above(rows: Sequence[tuple[int, Sequence[str]]], number: int) -> Sequence[str]:
    return next((cells for at, cells in rows if at == number - 1), ())


def _with_groups(cells: Sequence[str], above: Sequence[str]) -> Sequence[str]:
    """Headers under the name of their group, as `Vendor 1` over `Name` and `Code`.

    A group that is not of a supplier or manufacturer only tells headers apart that repeat. The only
    quantity of a list is that of its rows, whatever group stands before it.
    """
    if sum(1 for cell in above if cell.strip()) < 2:
        return cells
    counted = [at for at, cell in enumerate(cells) if names_quantity(cell)]
    keys = [header_key(cell) for cell in cells]
    seen: set[str] = set()
    named: list[str] = []
    group = ""
    for at, cell in enumerate(cells):
        group = _plain_company(_at(above, at)) or group
        match = _GROUP.fullmatch(group[:LONGEST])
        known = match is not None and (header_key(match[1]) in _GROUPS or names_quantity(group))
        repeats = header_key(cell) in seen
        seen.add(header_key(cell))
        if counted == [at] and not _at(above, at):
            named.append(cell)
        elif keys.count(keys[at]) > 1 and cell.strip() and offered_by(group):
            named.append(f"{group}{DIVIDER}{cell.strip()}")
        elif not cell.strip() and is_known(_at(above, at)):
            # A header over both rows, beside groups that the second divides.
            named.append(_at(above, at))
        elif cell.strip() and match and group != cell.strip() and (known or repeats):
            number = "" if match[2] == "1" else match[2]
            # A manufacturer below `Source 1` is one, and no manufacturer's source.
            over = "" if header_key(cell) in _OF_MAKERS else match[1]
            named.append(f"{over} {cell.strip()} {number}".strip())
        else:
            named.append(cell)
    return named


def _headerless(rows: Sequence[tuple[int, Sequence[str]]]) -> HeaderRow:
    """The columns by their places: the first row that would name them holds a count."""
    width = max(len(cells) for _, cells in rows)
    return HeaderRow(0, name_columns([""] * width), (NAMELESS,))


def _named_header(rows: Iterable[tuple[int, Sequence[str]]], header_row: int) -> HeaderRow:
    if header_row == 0:
        width = max((len(cells) for _, cells in islice(rows, LOOK_AHEAD)), default=0)
        if not width:
            raise NoHeader("the file holds no rows")
        return HeaderRow(0, name_columns([""] * width), (NAMELESS,))
    for number, cells in rows:
        if number == header_row and not is_blank(cells):
            return HeaderRow(number, name_columns(cells), (f"The header is row {number}.",))
    raise NoHeader(f"row {header_row} is empty; the header row must name the columns")


def _first_wide(rows: Sequence[tuple[int, Sequence[str]]]) -> tuple[int, Sequence[str]]:
    """The first row that fills as many cells as most rows do: titles above fill fewer."""
    filled = [sum(1 for cell in cells if cell.strip()) for _, cells in rows]
    usual = sorted(filled)[len(filled) // 2]
    return next(row for row, count in zip(rows, filled, strict=True) if 5 * count >= 3 * usual)


def name_columns(cells: Sequence[str]) -> tuple[str, ...]:
    """The headers, trimmed; a column without one is called by its place, as in `Column 3`.

    A header that was given before gets a number, as in `Note (2)`.
    """
    cells = [_without_comment(cells[0]), *cells[1:]] if cells else cells
    taken = {" ".join(cell.split()).casefold() for cell in cells}
    seen: set[str] = set()
    counters: dict[str, count[int]] = {}
    headers: list[str] = []
    for place, cell in enumerate(cells, start=1):
        header = " ".join(cell.split()) or f"Column {place}"
        if (key := header.casefold()) in seen:
            # A wide sheet may repeat one header in each of its columns.
            numbers = counters.setdefault(key, count(2))
            named = (f"{header} ({number})" for number in numbers)
            header = next(
                n for n in named if n.casefold() not in taken and n.casefold() not in seen
            )
        seen.add(header.casefold())
        headers.append(header)
    return tuple(headers)


def _without_comment(cell: str) -> str:
    """The first header without the sign by which scripts pass over a line, as in `# Component`."""
    rest = cell.strip().removeprefix("# ")
    known = any(header_key(cell) in ranks for ranks in RANKS["parts"].values())
    return rest if rest != cell.strip() and is_known(rest) and not known else cell


def twin_of(header: str, headers: Collection[str]) -> str:
    """The header of which this one is a repetition, as `Note` of `Note (2)`; empty for none."""
    match = _NUMBERED.fullmatch(header)
    first = match[1].casefold() if match else ""
    return next((other for other in headers if other.casefold() == first), "") if first else ""
