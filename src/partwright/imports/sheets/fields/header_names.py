"""Headers as people write them, and the fields that they may name."""

from collections.abc import Collection
from functools import lru_cache

from partwright.imports.sheets.fields.column_table import (
    COLUMNS,
    LINE_COLUMNS,
    PART_COLUMNS,
    SOURCE_COLUMNS,
)
from partwright.imports.sheets.words.company_headers import number_key
from partwright.imports.sheets.words.header_words import header_key, header_words

LINE_FIELDS = tuple(column.field for column in LINE_COLUMNS)
SOURCE_ATTRIBUTES = {column.field: column.attribute for column in SOURCE_COLUMNS}
"""Field to the attribute that keeps it."""
PARENT = "Parent Item Number"
"""The header of parents where the shape of a list tells them."""
REPAIR_HEADERS = {
    "Import Problem": "importProblem",
    "Import Only": "importOnly",
    "Import Parent": "importParent",
}
REPAIR_ITEM = "Import Item"
"""The header over the numbers of parts that the list itself gives none."""
REPAIR_SETTINGS = "Import Settings"
"""The beginning of the header that says how the list was read."""


def _ranked(names: str) -> dict[str, int]:
    ranks: dict[str, int] = {}
    for rank, name in enumerate(names.split(";")):
        ranks.setdefault(header_key(name), rank)
    return ranks


RANKS = {
    kind: {column.field: _ranked(column.names) for column in columns}
    for kind, columns in COLUMNS.items()
}
"""Kind to field to header key to rank; a smaller rank is the better name."""
OTHERS = frozenset(
    _ranked("""value; wert; valeur; valor; valore; wartosc; waarde; comment; footprint; package; datasheet;
        device; library; libref; lib ref; symbol; gehause; bauform; boitier; obudowa;
        encapsulado; tolerance; toleranz; voltage; power; sheet; link; url; status; state; 封装; パッケージ;
        패키지; datenblatt; total; total cost; total price; extended price; ext price; gesamtpreis; subtotal;
        moq; rohs; type; cmp name; libpart; phase; finish; color; colour; farbe; length; dimensions;
        abmessungen; norm; standard; dnp""")
)
"""Headers that lists have beside those of fields."""
KNOWN = frozenset(name for fields in RANKS.values() for ranks in fields.values() for name in ranks)
"""The keys of all headers that name a field of any kind."""
_SHORTEST_MISSPELT = 8
_NUMBER_WORDS = frozenset(["no", "nr", "number", "nummer"])


def field_key(header: str) -> str:
    """The key of a header, or of the known one that says the same of numbers, as `catalog number` of `Catalog nr`."""
    key = header_key(header)
    if key in KNOWN or key in OTHERS:
        return key
    return number_key(header) or _renumbered(header) or key


def _renumbered(header: str) -> str:
    """The key of a header with the other word for numbers, if that is known; else empty."""
    words = header_words(header)
    if not _NUMBER_WORDS.intersection(words):
        return ""
    spelt = ("".join(w if x in _NUMBER_WORDS else x for x in words) for w in _NUMBER_WORDS)
    return next((key for key in sorted(spelt) if key in KNOWN), "")


@lru_cache(maxsize=4096)
def respelt(key: str) -> str:
    """The known header that a longer one is but for one letter, as `Designater`; else empty."""
    if key in KNOWN or key in OTHERS or len(key) < _SHORTEST_MISSPELT or not key.isascii():
        return ""
    if not key.isalpha():
        return ""
    near = [known for known in KNOWN if known[:1] == key[:1] and _is_near(key, known)]
    return min(near, default="")


def _is_near(one: str, other: str) -> bool:
    """Whether one letter is wrong, missing or too many, or two beside each other are swapped."""
    if abs(len(one) - len(other)) > 1:
        return False
    pairs = zip(one, other, strict=False)
    begin = next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
    rest, left = one[begin:], other[begin:]
    swapped = rest[:2] == left[1::-1] and rest[2:] == left[2:] and len(rest) > 1
    return swapped or rest[1:] == left[1:] or rest[1:] == left or rest == left[1:]


WEAK_KEYS = {
    kind: {column.field: frozenset(_ranked(column.weak)) for column in columns}
    for kind, columns in COLUMNS.items()
}
_WRITTEN = frozenset(column.header for column in PART_COLUMNS if column.header)


def is_export(headers: Collection[str]) -> bool:
    """Whether a sheet has all headers of an export, whose columns mean what they are called."""
    return _WRITTEN.issubset(headers)


REPAIR_KEYS = {header_key(header): target for header, target in REPAIR_HEADERS.items()} | {
    header_key(REPAIR_ITEM): "importItem",
    header_key(REPAIR_SETTINGS): "importSettings",
}
