"""BOMs as the documents of an ERP in JSON: each names its item, and holds the lines below it."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import cast

from partwright.imports.sheets.records.refusals import BrokenFile
from partwright.imports.sheets.words.header_words import header_key

Entry = Mapping[str, object]
_LINES = ("items", "bomitems", "components")
_PARENT = "Parent Item Number"
_NUMBER = "item_code"
_OF_RECORDS = frozenset(
    [
        "name",
        "owner",
        "creation",
        "modified",
        "modified_by",
        "parent",
        "parentfield",
        "parenttype",
        "idx",
        "docstatus",
        "doctype",
        "bom_no",
        "bom",
        "source_warehouse",
        "operation",
        "do_not_explode",
        "include_item_in_manufacturing",
        "stock_qty",
        "stock_uom",
        "qty_consumed_per_unit",
        "amount",
        "base_rate",
        "base_amount",
        "conversion_factor",
    ]
)
"""Keys that say how a record is kept or is worked off, and nothing of the part."""
_SHOWN = 40
_PLACES = Decimal("0.000001")


def find_documents(content: object) -> tuple[list[object], str] | None:
    """The rows of the BOMs that a file holds, alone, in an array, or under one key such as `docs`.

    None where it holds anything else.
    """
    documents, left = _documents_in(content)
    if not documents:
        return None
    found, others = _one_of_each(documents)
    several = [one for one in found if _pieces(one) != 1]
    told = "Each BOM names its item, and holds the lines below it"
    if others:
        told += f"; {others} that are not the default of theirs are not read"
    if several:
        told += f"; that of {_text(several[0]['item'])} is for {_pieces(several[0]):f} pieces, and its lines are divided by it"
    if left:
        told += f"; {', '.join(left)} is not read"
    return list(_rows(found)), f"{told}."


def _documents_in(content: object) -> tuple[Sequence[Entry], Sequence[str]]:
    """The documents that a file holds, and the names of what stands beside them."""
    if found := _as_documents(content):
        return found, ()
    held: Entry = cast("Entry", content) if isinstance(content, Mapping) else {}
    of_key = {key: found for key, value in held.items() if (found := _as_documents(value))}
    if len(of_key) != 1:
        return (), ()
    key = next(iter(of_key))
    return of_key[key], [other for other in held if other != key]


def _as_documents(value: object) -> Sequence[Entry]:
    held = cast("list[object]", value) if isinstance(value, list) else [value]
    return cast("list[Entry]", held) if held and all(map(_is_document, held)) else ()


def _one_of_each(documents: Sequence[Entry]) -> tuple[Sequence[Entry], int]:
    """The BOM of each item, the default one of several, and how many others there are."""
    of_item: dict[str, list[Entry]] = {}
    for one in documents:
        of_item.setdefault(_text(one["item"]), []).append(one)
    found: list[Entry] = []
    for number, several in of_item.items():
        default = [one for one in several if _text(one.get("is_default")) == "1"]
        chosen = several if len(several) == 1 else default
        if len(chosen) != 1:
            raise BrokenFile(
                f'the file holds {len(several)} BOMs of "{number[:_SHOWN]}"; keep one of them'
            )
        found += chosen
    return found, len(documents) - len(found)


def _is_document(entry: object) -> bool:
    """Whether an object has an item, and lines that each name theirs."""
    if not isinstance(entry, Mapping):
        return False
    document = cast("Entry", entry)
    lines = _lines(document)
    return bool(lines) and bool(_text(document.get("item"))) and all(_NUMBER in e for e in lines)


def _lines(document: Entry) -> Sequence[Entry]:
    held = next((v for k, v in document.items() if header_key(k) in _LINES), None)
    lines = cast("list[object]", held) if isinstance(held, list) else []
    return cast("list[Entry]", lines) if all(isinstance(e, Mapping) for e in lines) else []


def _rows(documents: Sequence[Entry]) -> Iterator[object]:
    """The items that stand in no other, and the lines of all, with the parts that they go into."""
    below = {_text(line[_NUMBER]) for one in documents for line in _lines(one)}
    for one in documents:
        number = _text(one["item"])
        if number not in below:
            own = {k: one[k] for k in ("item_name", "description", "uom") if one.get(k)}
            yield {_NUMBER: number, _PARENT: "", "item_name": number, **own}
    for one in documents:
        for line in _lines(one):
            told = {k: v for k, v in line.items() if k not in _OF_RECORDS}
            if "qty" in told and _pieces(one) != 1:
                told["qty"] = _divided(told["qty"], _pieces(one))
            currency = {"currency": one["currency"]} if one.get("currency") else {}
            named = {} if told.get("item_name") else {"item_name": told[_NUMBER]}
            yield {_PARENT: _text(one["item"]), **currency, **told, **named}


def _pieces(document: Entry) -> Decimal:
    try:
        found = Decimal(_text(document.get("quantity", 1)) or "1")
    except InvalidOperation:
        return Decimal(1)
    return found.normalize() + 0 if found.is_finite() and found > 0 else Decimal(1)


def _divided(value: object, pieces: Decimal) -> object:
    try:
        found = Decimal(_text(value))
    except InvalidOperation:
        return value
    return (found / pieces).quantize(_PLACES).normalize() + 0 if found.is_finite() else value


def _text(value: object) -> str:
    if isinstance(value, Decimal):
        return f"{value:f}" if abs(value.adjusted()) < 100 else str(value)
    return value.strip() if isinstance(value, str) else ""
