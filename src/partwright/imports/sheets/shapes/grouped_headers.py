"""Headers behind the name of their group, as `Vendors/Price` of Odoo and `BOM.Find Num` of Agile."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace

from partwright.imports.sheets.fields.header_names import KNOWN, RANKS
from partwright.imports.sheets.records.rows import SheetTable
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_GROUPED = lazy_regex(r"([^/.:]{2,30}?)\s*[/.:]\s*(\S.*)")
_LONGEST = 80
_SELLERS = frozenset(
    """vendors; vendor; vendorpricelist; vendorpricelists; suppliers; supplier; supplierinfo; sellerids; sellers; lieferanten; fournisseurs;
    proveedores; fornitori; leveranciers""".replace("\n    ", " ").split("; ")
)
_MAKERS = frozenset(["manufacturers", "manufacturer", "aml", "approvedmanufacturers"])
_LISTS = frozenset(
    ["bom", "billofmaterial", "billofmaterials", "items", "item", "part", "titleblock"]
)
_OF_SELLER: Mapping[str, str] = {
    **dict.fromkeys(("vendor", "supplier", "name", "partner", "partnerid", "vendorname"), "Vendor"),
    **dict.fromkeys(
        ("vendorproductcode", "productcode", "supplierproductcode", "code"), "Vendor Part Number"
    ),
    **dict.fromkeys(("price", "unitprice", "vendorprice"), "Vendor Price"),
    **dict.fromkeys(
        ("quantity", "minimalquantity", "minquantity", "minqty", "minimumquantity", "qty"),
        "Minimum Order Quantity",
    ),
    **dict.fromkeys(("deliveryleadtime", "delay", "leadtime"), "Lead Time Days"),
    **dict.fromkeys(("currency", "currencyid", "currencyidname"), "Currency"),
}
"""What stands behind a group of suppliers, and the header that says the same alone."""


def with_plain_groups(table: SheetTable, held: Collection[str]) -> SheetTable:
    """The table with headers that need no group, where this leaves no two of them alike.

    Only of groups of several columns: `Manufacturer / Source` is one column.
    """
    matches = {
        at: match
        for at, text in enumerate(table.headers)
        if len(text) <= _LONGEST and (match := _GROUPED.fullmatch(text.strip()))
    }
    sizes = Counter(header_key(match[1]) for match in matches.values())
    plain = {
        at: name
        for at, match in matches.items()
        if sizes[header_key(match[1])] > 1 and (name := _plain(*match.groups()))
    }
    others = {header_key(text) for at, text in enumerate(table.headers) if at not in plain}
    fields = RANKS["parts"]
    is_numbered = any(key in fields["itemNumber"] for key in others)
    kept: dict[int, str] = {}
    for at, name in plain.items():
        key, header = header_key(name), table.headers[at]
        again = key in others or key in {header_key(other) for other in kept.values()}
        repeats = is_numbered and key in fields["itemNumber"]
        if not again and not repeats and header.casefold() not in held:
            kept[at] = name
    if not kept:
        return table
    headers = tuple(kept.get(at, text) for at, text in enumerate(table.headers))
    told = "; ".join(f'"{table.headers[at]}" is read as "{name}"' for at, name in kept.items())
    return replace(table, headers=headers, decisions=(*table.decisions, f"{told}."))


def _plain(group: str, own: str) -> str:
    """The header alone of what a group has; empty for groups that nobody knows."""
    key, own = header_key(group), own.strip()
    if key in _SELLERS:
        return _OF_SELLER.get(header_key(own.replace("/", " ")), "")
    return own if key in _MAKERS | _LISTS and header_key(own) in KNOWN else ""
