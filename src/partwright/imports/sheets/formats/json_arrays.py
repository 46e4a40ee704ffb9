"""Arrays of a JSON file that hold the rows of a list: the one, several alike, or one a section."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

import msgspec

from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.words.header_words import header_key

_DEEPEST = 4
_RANKS = RANKS["parts"]
_TELLING = frozenset(
    key
    for field in ("name", "description", "itemNumber", "mpn", "quantity", "referenceDesignator")
    for key in _RANKS[field]
)
_COUNTED = _RANKS["quantity"].keys() | _RANKS["itemNumber"].keys() | _RANKS["mpn"].keys()
_NUMBERS = frozenset(
    key
    for key in _RANKS["itemNumber"]
    if key.endswith(("number", "no", "nr", "nummer", "pn")) and not key.startswith("document")
)
"""Keys of what nothing but a part has; words such as "product" also title a list."""
_MATERIAL = _RANKS["material"].keys()
_DESCRIBED = _RANKS["description"].keys()
_LEFT_OUT = frozenset(
    map(header_key, ("do not place", "do not populate", "dnp", "dnf", "not fitted", "unpopulated"))
)
_TITLES = ("section", "category", "group", "name", "title", "assembly", "module", "subsystem")
_CATEGORY = "Category"
_PLAIN = frozenset(["parts", "items", "rows", "components", "lines", "bom", "entries", "list"])
"""Names of arrays that say nothing of what is in them."""
_OTHER_THINGS = frozenset(
    map(
        header_key,
        (
            *("suppliers", "vendors", "distributors", "manufacturers", "authors", "contributors"),
            *("maintainers", "tools", "equipment", "revisions", "revision history", "history"),
            *("changes", "changelog", "versions", "alternatives", "alternates", "substitutes"),
            *("documents", "files", "attachments", "links", "images", "photos"),
        ),
    )
)
"""Names of arrays whose objects have names as parts do, and are none."""

_WHOLES = frozenset(
    (
        "assembly",
        "assemblyname",
        "product",
        "project",
        "board",
        "model",
        "machine",
        "device",
        "top",
        "bom",
        "title",
    )
)
"""Keys under which an object says of which whole its parts are."""

Entry = Mapping[str, object]


class JsonRows(msgspec.Struct, frozen=True):
    """The objects of a file that are its rows, and what they were chosen from."""

    entries: list[object]
    told: str


class _Array(msgspec.Struct, frozen=True):
    path: tuple[str, ...]
    entries: list[object]
    keys: frozenset[str]


def are_objects(value: object) -> bool:
    """Whether the value is an array of nothing but objects, and of some."""
    if not isinstance(value, list) or not value:
        return False
    return all(isinstance(entry, Mapping) for entry in cast("list[object]", value))


def is_part(entry: Entry) -> bool:
    """Whether an object has a number or is counted, as sections are not."""
    return any(header_key(name) in _COUNTED for name in entry)


def is_called(entry: Entry) -> bool:
    """Whether an object has a number or a name, also one that a whole goes by."""
    keys = set(map(header_key, entry))
    return not keys.isdisjoint(_RANKS["itemNumber"].keys() | _RANKS["name"].keys() | _WHOLES)


def has_number(entry: Entry) -> bool:
    """Whether an object says under which number it is a part."""
    return any(header_key(name) in _NUMBERS and value for name, value in entry.items())


def with_own_name(body: Entry, children: str) -> Entry:
    """The object of a whole assembly, called by the key that its parts are called by.

    `{"assembly": "LAMP-1", "components": [{"pn": ...}]}` gives its number under `assembly` alone.
    """
    below = body.get(children)
    first: Entry = cast("list[Entry]", below)[0] if are_objects(below) else {}
    numbers = [name for name in first if header_key(name) in _RANKS["itemNumber"]]
    names = [name for name in first if header_key(name) in _RANKS["name"] and name not in numbers]
    own = next((k for k, v in body.items() if header_key(k) in _WHOLES and isinstance(v, str)), "")
    if not own or not {*numbers, *names}.isdisjoint(body) or not (numbers or names):
        return body
    said = str(body[own])
    is_number = any(map(str.isdigit, said)) and " " not in said.strip()
    key = (numbers or names)[0] if is_number or not names else names[0]
    return {(key if name == own else name): value for name, value in body.items()}


def are_parts(value: object) -> bool:
    """Whether the value is an array of objects that each say what they are or how many."""
    return are_objects(value) and all(
        not _TELLING.isdisjoint(map(header_key, entry)) for entry in cast("list[Entry]", value)
    )


def find_rows(body: Entry) -> JsonRows | None:
    """The array of most objects that read like parts, with those that have the same keys.

    Where several are alike, their names are the categories of their rows.
    """
    arrays = list(_arrays(body, ()))
    if not arrays:
        return None
    main = max(arrays, key=_likelihood)
    alike = [one for one in arrays if one is main or _are_alike(one, main)]
    several = len(alike) > 1
    entries = [row for one in alike for row in (_named(one) if several else one.entries)]
    read = " and ".join(f'"{".".join(one.path)}"' for one in alike)
    tops = {one.path[0] for one in alike}
    others = [name for name in body if name not in tops]
    others += [".".join(o.path) for o in arrays if o not in alike and o.path[0] in tops]
    told = f"The rows are those under {read}"
    told += f"; {', '.join(others)} is not read." if others else "."
    return JsonRows(entries, told)


def _arrays(body: Entry, path: tuple[str, ...]) -> Iterator[_Array]:
    for name, value in body.items():
        if are_objects(value):
            entries = cast("list[object]", value)
            keys = frozenset(header_key(key) for e in entries for key in cast("Entry", e))
            yield _Array((*path, name), entries, keys)
        elif isinstance(value, Mapping) and len(path) < _DEEPEST:
            yield from _arrays(cast("Entry", value), (*path, name))


def _likelihood(array: _Array) -> tuple[bool, bool, bool, int]:
    """Rank of an array among others: by its name, its keys, and the number of its objects."""
    return (
        header_key(array.path[-1]) not in _OTHER_THINGS,
        not array.keys.isdisjoint(_TELLING),
        not array.keys.isdisjoint(_COUNTED),
        len(array.entries),
    )


def _are_alike(one: _Array, main: _Array) -> bool:
    """Whether an array has keys like those of the parts: most, or half of its own and a count."""
    shared = one.keys & main.keys
    if header_key(one.path[-1]) in _OTHER_THINGS:
        return False
    if 2 * len(shared) > len(one.keys | main.keys):
        return True
    is_counted = not shared.isdisjoint(_RANKS["quantity"]) or _is_left_out(one)
    return is_counted and 2 * len(shared) >= len(one.keys)


def _is_left_out(array: _Array) -> bool:
    return any(header_key(step) in _LEFT_OUT for step in array.path)


def _named(array: _Array) -> Iterator[object]:
    """The rows of one of several arrays, with its name as their category."""
    name = array.path[-1]
    left_out = _is_left_out(array)
    for entry in array.entries:
        row = dict(cast("Entry", entry))
        if left_out:
            row = {**row, "doNotPlace": True}
        elif name.casefold() not in _PLAIN and "category" not in map(header_key, row):
            row = {_CATEGORY: name, **row}
        yield row


def without_sections(entries: list[object]) -> tuple[list[object], str]:
    """The rows of objects that each hold some under one key and are no parts, as sections do."""
    keys = {_section_key(entry) for entry in entries}
    key = keys.pop() if len(keys) == 1 else ""
    if not key:
        return entries, ""
    rows: list[object] = []
    for entry in entries:
        section = cast("Entry", entry)
        title = _title_of(section)
        for row in cast("Sequence[object]", section[key]):
            held = cast("Entry", row)
            has_own = "category" in map(header_key, held)
            rows.append(held if has_own or not title else {_CATEGORY: title, **held})
    return rows, f'The rows are those under "{key}" of each section.'


def _section_key(entry: object) -> str:
    """The one key under which an object that is no part holds others; empty for none."""
    if not isinstance(entry, Mapping):
        return ""
    section = cast("Entry", entry)
    held = [name for name, value in section.items() if are_objects(value)]
    if len(held) != 1 or is_part(section) or not are_parts(section[held[0]]):
        return ""
    array = header_key(held[0])
    own = {header_key(name) for name, value in section.items() if value}
    is_own = own & (_MATERIAL if array in _PLAIN else _MATERIAL | _DESCRIBED)
    return "" if is_own or array in _OTHER_THINGS else held[0]


def _title_of(section: Entry) -> str:
    named = {header_key(name): value for name, value in section.items() if isinstance(value, str)}
    return next((str(named[key]) for key in _TITLES if key in named), "")
