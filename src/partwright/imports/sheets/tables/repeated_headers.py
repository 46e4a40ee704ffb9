"""Headers that stand again among the rows, in the same words or with some columns named otherwise."""

import re
from collections.abc import Sequence
from itertools import islice

from partwright.imports.sheets.cell_values.row_texts import is_decorated
from partwright.imports.sheets.fields.header_names import RANKS, WEAK_KEYS
from partwright.imports.sheets.fields.units import header_readings
from partwright.imports.sheets.records.rows import SheetTable
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_TEXTS = frozenset(["description", "remark", "name", "material", "partCategory"])
"""Fields whose column may hold any other text as well."""
_PLACES = frozenset(["itemNumber", "findNumber", "referenceDesignator", "name"])
_SEARCHED = 5_000
_DIGIT = lazy_regex("[0-9]")


_GROUP = lazy_regex(
    r"(?:electr(?:on)?ics?|electrical|mechanic(?:s|al)?|hardware|fasteners|wiring|printed|3d[\s-]printed|"
    r"ele[ck]tron(?:ik|ika|ica|ics|i[ck]a|ique)|[ée]lectroniques?|electr[óo]nic[ao]|elettronica|eletr[ôo]nica|"
    r"elektrik|mechanik|mechanika|mechanica|m[ée]canique|mec[áâa]nica|meccanica|visserie|schrauben|"
    r"normteile|kaufteile|fertigungsteile|tornill?er[íi]a|viteria)"
    r"(?:\s(?:parts?|components?|teile|bauteile|pi[èe]ces|piezas|componentes|componenti))?",
    re.IGNORECASE,
)
"""What lists of parts are divided by."""
_LONGEST_GROUP = 40


def title_above(table: SheetTable) -> str:
    """The title right above the header, where the rows have such titles as well.

    It stands between rules, as these do, or says what lists are divided by, as `ELECTRONICS`.
    """
    title = table.titles[-1] if table.titles else ""
    is_group = bool(_GROUP.fullmatch(title.strip(" :")[:_LONGEST_GROUP]))
    if not is_group and not is_decorated(title):
        return ""
    rows = ([c for c in r.cells if c.strip()] for r in islice(table.records(), _SEARCHED))
    alone = (row[0] for row in rows if len(row) == 1)
    return title if any(is_group or is_decorated(text) for text in alone) else ""


def repeats_header(headers: Sequence[str], cells: Sequence[str], filled: Sequence[int]) -> str:
    """The remark on a row that names the columns again, which fills some; empty for another row.

    Two in five columns may be named otherwise, as `Function` instead of `Notes`, if what they hold
    may be the same.
    """
    first = [at for at in filled[:2] if at < len(headers)]
    # Nearly every row ends here: of a header that is repeated one of the first two cells is alike.
    if len(filled) < 2 or not any(_are_same(headers[at], cells[at]) for at in first):
        return ""
    alike = [at for at in filled if at < len(headers) and _are_same(headers[at], cells[at])]
    if 5 * len(alike) >= 4 * len(filled):
        return "the header is repeated"
    others = [at for at in filled if at not in alike]
    if len(alike) < 3 or 5 * len(alike) < 3 * len(filled) or filled[-1] >= len(headers):
        return ""
    if len(filled) != len(headers) or not all(_may_hold(headers[a], cells[a]) for a in others):
        return ""
    renamed = ", ".join(f'"{headers[at]}" is called "{cells[at].strip()}"' for at in others)
    return f"the header is repeated; {renamed} in the rows below"


def ends_headers(headers: Sequence[str], cells: Sequence[str], filled: Sequence[int]) -> bool:
    """Whether a row is the second one of the header: `Name` below `Supplier`, read `Supplier Name`.

    Names of sellers below headers that repeat are read ahead of these: `Mouser SKU`.
    """
    held = [(headers[at], cells[at].strip()) for at in filled if at < len(headers)]
    # Nearly every row ends here.
    if not any(header.endswith(cell) or header.startswith(cell) for header, cell in held[:2]):
        return False
    ends = sum(h.endswith(f" {cell}") or h.startswith(f"{cell} ") for h, cell in held)
    alike = ends + sum(header == cell for header, cell in held)
    return ends > 1 and 5 * alike >= 4 * len(filled)


def begins_another(headers: Sequence[str], cells: Sequence[str]) -> bool:
    """Whether a row names most columns again, and one of another kind in place of one of these.

    What stands below it is another table: a weight must not become a price.
    """
    filled = [at for at, cell in enumerate(cells[: len(headers)]) if cell.strip()]
    half = filled[: len(filled) // 2 + 1]
    if not any(_are_same(headers[at], cells[at]) for at in half):
        # Nearly every row ends here: of those that three in five are like one is among the half.
        return False
    alike = [at for at in filled if _are_same(headers[at], cells[at])]
    if len(alike) < 2 or 5 * len(alike) < 3 * len(filled):
        return False
    others = [at for at in filled if at not in alike]
    return any(_fields_of(cells[a]) and not _may_hold(headers[a], cells[a]) for a in others)


def _are_same(header: str, cell: str) -> bool:
    if _DIGIT.search(cell) and not _DIGIT.search(header):
        # Cells of parts mostly have some, and their words cost more to find.
        return False
    return header_key(header) == header_key(cell)


def _may_hold(header: str, cell: str) -> bool:
    """Whether the column of the header may hold what stands below the other one."""
    known, other = _fields_of(header), _fields_of(cell)
    if known & other or (not known and not other):
        return True
    weak = any(header_key(header) in keys for keys in WEAK_KEYS["parts"].values())
    if other:
        return weak and not known.isdisjoint(_PLACES) and not other.isdisjoint(_PLACES)
    return known <= _TEXTS


def _fields_of(header: str) -> frozenset[str]:
    """The fields that the header may name, with a unit behind it or without."""
    return frozenset(
        field
        for field, ranks in RANKS["parts"].items()
        if any(name in ranks for name, _ in header_readings(header, field))
    )
