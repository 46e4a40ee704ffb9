"""Keys that stand for the number of an item that has none, and its name in one line."""

from partwright.imports.sheets.cell_values.part_sizes import is_size_header
from partwright.imports.sheets.items.alike import value_alone
from partwright.imports.sheets.records.rows import ItemRow, key_of
from partwright.kit.patterns import lazy_regex
from partwright.kit.text_lines import without_hidden

_LOOKS = ("material", "weight")
_FIGURES = lazy_regex(r"[0-9]+(?:[.,][0-9]+)?")
"""Fields, and figures of descriptions, by which parts of an assortment differ that is sold under one number.

Words of a description say what the part is for."""
_IDENTITY_ASIDE = frozenset({"Category"})
"""Attributes that do not make a part another one."""


def item_key(item: ItemRow) -> str:
    """The key in place of the item's number: its manufacturer's number, or all that it is.

    What one supplier sells under one number and the list calls alike is one part.
    """
    name = str(item.get("name", ""))
    if not name:
        return ""
    attributes = item.get("attributes")
    held = attributes if isinstance(attributes, dict) else {}
    mpn = held.get("MPN", "")
    # `R` and `SW_Push` are symbols of a schematic, which many parts share.
    if any(sign.isdigit() for sign in mpn):
        return key_of(name, "mpn", mpn)
    code, seller = held.get("Order Code", ""), held.get("Supplier", "")
    if seller and any(sign.isdigit() for sign in code):
        looks = [str(item.get(key, "")) for key in _LOOKS]
        looks += _FIGURES.findall(str(item.get("description", "")))
        looks += [text for key, text in sorted(held.items()) if is_size_header(key)]
        return key_of(name, "code", seller, code, value_alone(name) or name, *looks)
    fields = sorted(f"{key}={value}" for key, value in item.items() if key != "attributes")
    details = sorted(f"{k}={v}" for k, v in held.items() if k not in _IDENTITY_ASIDE)
    return key_of(name, *fields, *details)


def in_one_line(text: str) -> str:
    """A cell that is wrapped by hand, as the name it shows."""
    return " ".join(line.strip() for line in without_hidden(text).splitlines() if line.strip())
