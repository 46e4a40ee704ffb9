"""Lists of pairs: a number of an assembly beside that of its component, as `Codigo`, `Componente`."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import islice

from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.records.rows import SheetTable, fold_number
from partwright.imports.sheets.words.header_words import header_key, header_words

_COMPONENTS = frozenset(
    [
        "component",
        "componente",
        "composant",
        "komponente",
        "komponent",
        "child",
        "hijo",
        "figlio",
        "onderdeel",
    ]
)
_DESCRIBING = {key: field for field in ("description", "name") for key in RANKS["parts"][field]}
_WHOLES = frozenset(
    ["product", "produkt", "produit", "producto", "prodotto", "assembly", "fg", "kit"]
)
_CALLED = frozenset(["name", "id", "code", "number", "no", "nr", "sku", "ref"])
_LEAST = 3
_SAMPLE = 500


def with_member_pairs(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table, its first number called the parent's where it stands in several rows of components.

    Some parents are components of other rows, or all rows of one parent follow each other.
    """
    keys = [header_key(header) for header in table.headers]
    ranks = RANKS["parts"]
    members = [at for at, key in enumerate(keys) if key in _COMPONENTS]
    if {*keys} & {*ranks["level"], *ranks["parentItemNumber"]}:
        return table
    if not members:
        return _with_called_pairs(table, held)
    if len(members) != 1:
        return table
    child = members[0]
    above = [at for at, key in enumerate(keys[:child]) if key in ranks["itemNumber"]]
    if len(above) != 1 or {table.headers[at].casefold() for at in (child, *above)} & {*held}:
        return table
    whole = _whole_pairs(table, above[0], child)
    parents, children = {parent for parent, _ in whole}, {own for _, own in whole}
    if not parents & children or parents >= children:
        return table
    headers = list(table.headers)
    headers[above[0]], headers[child] = "Parent Item Number", "Item Number"
    taken = {*keys}
    for at, header in enumerate(table.headers):
        field = _described(header)
        if field and field not in taken:
            headers[at] = field.capitalize()
            taken.add(field)
    told = f'"{table.headers[above[0]]}" is the parent of "{table.headers[child]}".'
    return replace(table, headers=tuple(headers), decisions=(*table.decisions, told))


def _with_called_pairs(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table of `product_name` and `component_name`, where products stand in several rows."""
    words = [header_words(header) for header in table.headers]
    called = [at for at, said in enumerate(words) if _calls(said, _COMPONENTS)]
    if len(called) != 1 or not called[0]:
        return table
    child, word = called[0], words[called[0]][1]
    above = [at for at in range(child) if _calls(words[at], _WHOLES) and words[at][1] == word]
    if len(above) != 1 or {table.headers[at].casefold() for at in (child, *above)} & {*held}:
        return table
    if not _whole_pairs(table, above[0], child):
        return table
    headers = list(table.headers)
    headers[above[0]] = "Parent Item Number"
    headers[child] = "Name" if word == "name" else "Item Number"
    told = f'"{table.headers[above[0]]}" is the parent of "{table.headers[child]}".'
    return replace(table, headers=tuple(headers), decisions=(*table.decisions, told))


def _whole_pairs(table: SheetTable, above: int, child: int) -> list[tuple[str, str]]:
    """The pairs of a sample, if nearly all rows have both and parents stand in several of them."""
    records = [r for r in islice(table.records(), _SAMPLE) if not r.fault]
    pairs = [(fold_number(r.cells[above]), fold_number(r.cells[child])) for r in records]
    whole = [(parent, own) for parent, own in pairs if parent and own]
    if len(whole) < _LEAST or 10 * len(whole) < 9 * len(pairs):
        return []
    return whole if 3 * len({parent for parent, _ in whole}) <= 2 * len(whole) else []


def _calls(words: Sequence[str], things: Collection[str]) -> bool:
    """Whether a header says what things of a kind are called, as `component_name`."""
    return len(words) == 2 and words[0] in things and words[1] in _CALLED


def _described(header: str) -> str:
    """The field that a header such as `Descripcion componente` gives a component; empty for others."""
    words = header_words(header)
    if len(words) < 2 or not _COMPONENTS.intersection(words):
        return ""
    rest = "".join(
        word
        for word in words
        if word not in _COMPONENTS and word not in ("del", "de", "du", "der", "of")
    )
    return _DESCRIBING.get(rest, "")
