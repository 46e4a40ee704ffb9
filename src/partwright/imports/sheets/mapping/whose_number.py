"""Headers that may name the company's numbers or those of the manufacturer."""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from partwright.imports.sheets.cell_values.designators import are_designators, look_like_designators
from partwright.imports.sheets.cell_values.no_numbers import may_be_value
from partwright.imports.sheets.cell_values.values import meaningful_text
from partwright.imports.sheets.fields.header_names import RANKS, WEAK_KEYS, field_key
from partwright.imports.sheets.fields.units import header_readings
from partwright.imports.sheets.mapping.column_evidence import named_as_parents
from partwright.imports.sheets.mapping.company_names import names_company
from partwright.imports.sheets.mapping.customer_references import CUSTOMERS, tell_places
from partwright.imports.sheets.mapping.file_numbers import has_files
from partwright.imports.sheets.mapping.numbers_in_orders import are_in_orders
from partwright.imports.sheets.mapping.pure_sellers import only_sells
from partwright.imports.sheets.mapping.seller_codes import has_form_of
from partwright.imports.sheets.mapping.stock_codes import (
    STOCKS,
    are_alike_numbers,
    are_of_sellers,
    begin_alike,
    number_forms,
    sellers_in,
)
from partwright.imports.sheets.records.rows import SheetRecord
from partwright.imports.sheets.words.header_words import header_key, header_words
from partwright.imports.sheets.words.own_schemes import are_of_one_form, are_of_one_scheme
from partwright.kit.patterns import lazy_regex

_NUMBERED = "part number; part no; partnumber; part code; pn; p n; product number; product no"
NUMBERS = frozenset(map(header_key, _NUMBERED.split(";")))
"""Beside a column of manufacturers these are their numbers, unless rows name their parents by them."""
_AFTER_PREFIX = lazy_regex(r"^[0-9]{2,4}-(?=.{3})")
"""What Mouser puts before a manufacturer's number."""
_FEWEST = 5
"""Rows from which on numbers that count up are nobody's by chance."""
_ARTICLE = lazy_regex(r"(?=(?:[^0-9]*[0-9]){5})[A-Z0-9]+(?:[-./_ ][A-Z0-9]+)*", re.IGNORECASE)
"""A number of an article: at least five digits, and no words."""
_ALLOY = lazy_regex(
    r"[0-9]\.[0-9]{4}\b|(?:AL?)?[0-9]{4}[- ]?[THO][0-9]*\b|X[0-9]+[A-Z]|(?:AISI|ASTM|DIN|EN|SUS|AA|JIS|GB)\b",
    re.IGNORECASE,
)
"""Materials that have as many digits, as `1.4301`, `A6061-T651` and `X5CrNi18-10`."""
_CODE = lazy_regex(r"(?=[^A-Z]*[A-Z])[A-Z0-9]{1,12}(?:[-_.][A-Z0-9]{1,12}){1,5}")
"""A code of capitals in several pieces, as `P-AZ-BASE` and `EL-01`."""
_LAND_PATTERNS = frozenset(["footprint", "footprints", "landpattern", "pcbfootprint"])
_OF_INVENTOR = frozenset(map(header_key, ("BOM Structure", "Unit QTY", "Base QTY")))
_OF_SNAPEDA = frozenset(["mp", "maximumpackageheight", "snapedalink", "snapedaversion"])
_CODES = frozenset(["codice", "codigo", "kod", "code", "cod"])
_REFERENCES = frozenset(["reference", "referencia", "riferimento", "referenz", "referencja"])
"""Beside manufacturers these may be what they call the part."""
_PIECES = frozenset(["part", "component", "item"])
_OWN = frozenset(
    [
        *("project", "our", "own", "internal", "company", "house", "inventory", "library", "lib"),
        *("master", "design", "system", "erp", "plm", "pdm", "cad", "warehouse", "local"),
    ]
)
"""What stands before `part number` where it is that of whoever keeps the list."""
_ORDER_WORDS = """bestellnummer; bestell nr; best nr; bestnr; bestellnr; bestell no; best no; order code; order number; order no;
    ordercode; ordering code; bestellcode; ordering number; catalog number; catalogue number; catalog no; bestelnummer; code commande;
    reference commande; ref commande; codigo de pedido; codice ordine; numer zamowienia; numer katalogowy; 订货号; 発注コード;
    nr katalogowy; nr kat; katalogove cislo; kat cislo; kat nr; katalognummer; katalognr; katalog nr; objednaci cislo; objednaci kod;
    bestallningsnr; bestillingsnr; tilausnumero; siparis no; siparis kodu; rendelesi szam; nr zamowienia; код заказа; каталожныи номер"""
_ORDERS = frozenset(map(header_key, _ORDER_WORDS.split(";")))
"""Whose these are is not said: of manufacturers, where they are named and nobody sells the parts."""
_DRAWN = frozenset(["drawing", "dwg", "drg", "no", "number", "nr"])
_FORMED = ("digikey", "mouser", "lcsc", "mcmaster", "amazon")
"""Suppliers whose numbers tell themselves."""
_TYPES = frozenset(
    ["typ", "type", "typmodell", "model", "modell", "modele", "modelo", "modello", "mp"]
)
"""Beside a column of manufacturers these may be what they call the part."""


def are_type_codes(values: Sequence[str]) -> bool:
    """Whether the values are what manufacturers call their parts, as `AZPF-11-008`; all differ."""
    coded = sum(
        any(map(str.isdigit, text)) and not text.isdecimal() and len(text.split()) < 4
        for text in values
    )
    return len(set(values)) == len(values) and 4 * coded >= 3 * len(values) > 0


def _are_articles(values: Sequence[str]) -> bool:
    numbers = [text for text in values if _ARTICLE.fullmatch(text) and not _ALLOY.match(text)]
    return 10 * len(numbers) >= 9 * len(values) > 0


_OF_OUR_OWN = lazy_regex("draw|zeichnung|dessin|plano|cad|stl|step|file|repo")
"""In headers of links to what the company has made itself."""


class NumberOwners:
    """Owner of the numbers in the columns of a sheet of parts."""

    def __init__(self, headers: Sequence[str], sample: Sequence[SheetRecord]) -> None:
        self._headers = headers
        self._keys = [field_key(header) for header in headers]
        self._sample = sample
        self._has_makers = self._names_makers()

    def may_be(self, field: str, name: str, index: int) -> bool:
        """Whether the column of that name may hold the field, by whose number it is."""
        if self._is_of_tool(field, name, index):
            return False
        if field == "mpn" and name in _TYPES:
            values = [meaningful_text(record.cells[index]) for record in self._sample]
            return self._has_makers and are_type_codes([text for text in values if text])
        if field == "supplier" and name in WEAK_KEYS["parts"]["supplier"]:
            # Beside `Supplier`, filled or not, `Source` is where a statement comes from.
            return not self._has(field)
        if name == "ref" and field in ("itemNumber", "orderCode"):
            return self._is_ref_of(field, index)
        if name in _ORDERS and field in ("mpn", "orderCode"):
            return self._are_orders_of_makers(index) == (field == "mpn")
        if name in STOCKS or (name == "sku" and field in ("mpn", "itemNumber")):
            return self._is_sku_as(field, name, index)
        if name == "material":
            return self._is_material_as(field, index)
        if name in _CODES | _REFERENCES and field in ("mpn", "itemNumber"):
            return self._go_with_makers(name, index) == (field == "mpn")
        if name not in NUMBERS:
            return True
        theirs = self._has_makers or are_in_orders(index, self._keys, self._sample)
        theirs = theirs or self._are_of_bought_parts(index)
        is_theirs = theirs and not self._names_parents(index)
        is_theirs = is_theirs and not are_of_one_form(self._numbered(index))
        return is_theirs == (field == "mpn")

    def _numbered(self, index: int) -> list[tuple[str, str]]:
        """The numbers of the column, each with the manufacturer that its row names or without."""
        makers = [at for at, key in enumerate(self._keys) if key in RANKS["parts"]["manufacturer"]]
        return [
            (text, next(filter(None, (meaningful_text(r.cells[at]) for at in makers)), ""))
            for r in self._sample
            if (text := meaningful_text(r.cells[index]))
        ]

    def _is_of_tool(self, field: str, name: str, index: int) -> bool:
        """Whether what a tool or a trade calls by that name is something else.

        Beside footprints a symbol stands for the part in a schematic; beside what Inventor says of
        structures its stock number is the bar or sheet that the part is made of.
        """
        if field == "revision":
            return self._is_of_symbol(index)
        if field == "material" and name == "materialtype":
            # `Material / Type` holds what is known of either.
            return "/" in self._headers[index]
        if name in _PIECES and field == "itemNumber":
            return self._are_of_board(index)
        if field == "referenceDesignator" and name in CUSTOMERS:
            return not tell_places(index, self._sample)
        if field == "cost" and name == "ep":
            # Beside lengths and widths it is a thickness in French, else a price in German.
            return any(key.startswith(("long", "larg", "haut")) for key in self._keys)
        if field == "name" and name == "label":
            # FreeCAD calls names so, beside files.
            return not has_files(self._keys, [record.cells for record in self._sample])
        if field == "itemNumber" and name == "symbol":
            return bool(_LAND_PATTERNS.intersection(self._keys))
        return name == "stocknumber" and bool(_OF_INVENTOR.intersection(self._keys))

    def _is_of_symbol(self, index: int) -> bool:
        """Whether `PARTREV` is that of the datasheet which a symbol of SnapEDA was drawn from."""
        told = not _OF_SNAPEDA.isdisjoint(self._keys)
        placed = self._has("referenceDesignator") and not self._has("itemNumber")
        return self._headers[index].strip() == "PARTREV" and (told or placed)

    def _is_sku_as(self, field: str, name: str, index: int) -> bool:
        """Whether `SKU` is a manufacturer's number, beside them alone, or the company's.

        `Stock code` is that of suppliers or of the company.
        """
        if name in STOCKS:
            return are_of_sellers(index, self._keys, self._sample) == (field == "orderCode")
        if are_of_one_scheme(self._numbered(index)):
            return field == "itemNumber"
        if field == "itemNumber" and self._stands_with_suppliers(index):
            return False
        # Beside manufacturers it is theirs, unless suppliers are named as well.
        return (self._has_makers and not self._has("supplier")) == (field == "mpn")

    def _stands_with_suppliers(self, index: int) -> bool:
        """Whether only some rows have such a number, and all of these name a supplier."""
        sellers = [at for at, key in enumerate(self._keys) if key in RANKS["parts"]["supplier"]]
        numbered = [r for r in self._sample if meaningful_text(r.cells[index])]
        sold = [r for r in numbered if any(meaningful_text(r.cells[at]) for at in sellers)]
        return 0 < len(numbered) == len(sold) < len(self._sample)

    def _are_orders_of_makers(self, index: int) -> bool:
        """Whether parts are ordered by these numbers of several forms from those who make them."""
        ranks = RANKS["parts"]
        others = {*_TYPES, *NUMBERS}
        if not self._has_makers or any(key in others for key in self._keys):
            return False
        if sellers_in(self._keys) and not self._stands_apart(index):
            return False
        makers = [at for at, key in enumerate(self._keys) if key in ranks["manufacturer"]]
        numbers = {
            code: maker
            for record in self._sample
            if (code := meaningful_text(record.cells[index]))
            for maker in [" ".join(meaningful_text(record.cells[at]) for at in makers)]
        }
        sold = sum(any(has_form_of(seller, code) for seller in _FORMED) for code in numbers)
        return bool(numbers) and 2 * sold < len(numbers) and not are_alike_numbers(numbers)

    def _stands_apart(self, index: int) -> bool:
        """Whether a list that names suppliers has other numbers of theirs, or these right of its makers."""
        ranks = RANKS["parts"]
        sold = any(
            are_of_sellers(at, self._keys, self._sample)
            if key in STOCKS
            else key in ranks["orderCode"] and key not in {*_ORDERS, "sku", "ref"}
            for at, key in enumerate(self._keys)
            if at != index
        )
        is_catalogue = self._keys[index].startswith(("catal", "katal"))
        after = self._keys[index - 1] if index else ""
        return sold or (is_catalogue and after in ranks["manufacturer"])

    def _is_material_as(self, field: str, index: int) -> bool:
        """Whether `Material` holds the field: an ERP calls so what the number of an article is."""
        if field == "itemNumber":
            return self._are_materials_of_erp(index)
        return self._are_parents_of_erp(index) == (field == "parentItemNumber")

    def _are_materials_of_erp(self, index: int) -> bool:
        """Whether `Material` holds what an ERP calls its articles, as `4000-110`, beside their names."""
        values = [text for r in self._sample if (text := meaningful_text(r.cells[index]))]
        named = any(
            any(meaningful_text(r.cells[at]) for r in self._sample)
            for at, key in enumerate(self._keys)
            if at != index and key in {*RANKS["parts"]["name"], *RANKS["parts"]["description"]}
        )
        return named and len(set(values)) > 2 and _are_articles(values)

    def _are_parents_of_erp(self, index: int) -> bool:
        """Whether `Material` names, row after row, the article that those beside it go into."""
        values = [text for r in self._sample if (text := meaningful_text(r.cells[index]))]
        blocks = sum(before != after for before, after in pairwise(values)) + 1
        if 2 * blocks > len(values) or blocks > len(set(values)) or not _are_articles(values):
            return False
        return any(
            _are_articles([text for r in self._sample if (text := meaningful_text(r.cells[at]))])
            for at, key in enumerate(self._keys)
            if at != index and key in RANKS["parts"]["itemNumber"]
        )

    def _are_of_board(self, index: int) -> bool:
        """Whether parts with designators are called by values such as `10uF/25V` among others."""
        placed = [
            at for at, key in enumerate(self._keys) if key in RANKS["parts"]["referenceDesignator"]
        ]
        values = [text for r in self._sample if (text := meaningful_text(r.cells[index]))]
        places = [text for at in placed for r in self._sample if (text := r.cells[at].strip())]
        electric = sum(may_be_value(text.split("/")[0].strip()) for text in values)
        return any(map(look_like_designators, places)) and 5 * electric >= len(values) > 0

    def _are_of_bought_parts(self, index: int) -> bool:
        """Whether parts of a board, which distributors sell, have numbers of as many forms as makers."""
        keys = RANKS["parts"]
        placed = [at for at, key in enumerate(self._keys) if key in keys["referenceDesignator"]]
        sellers = [at for at, key in enumerate(self._keys) if key in keys["supplier"]]
        rows = [(r, text) for r in self._sample if (text := meaningful_text(r.cells[index]))]
        if not placed or len(rows) < _FEWEST:
            return False
        places = [text for r, _ in rows if (text := meaningful_text(r.cells[placed[0]]))]
        sold = sum(any(only_sells(r.cells[at].strip()) for at in sellers) for r, _ in rows)
        forms = number_forms([text for _, text in rows])
        on_board = 5 * sum(map(look_like_designators, places)) >= 4 * len(rows)
        return on_board and 5 * sold >= 4 * len(rows) and 2 * len(forms) > len(rows)

    def own_number(self, free: Collection[int], values: Sequence[Sequence[str]]) -> int | None:
        """The column of the company's numbers by a header such as `ProjectPN`, or codes below `ID` or `Drawing`."""
        for index in sorted(free):
            words = header_words(self._headers[index])
            kept = words[:1] and words[0] in _OWN and "".join(words[1:]) in NUMBERS
            is_coded = words == ("id",) or (words[:1] and _DRAWN.issuperset(words))
            kept = kept or (is_coded and all(map(_CODE.fullmatch, values[index])))
            if kept and len(set(values[index])) == len(values[index]) > 0:
                return index
        return None

    def are_in_links(self, index: int) -> bool:
        """Whether a column of numbers holds those by which suppliers sell their parts.

        Links of half of the rows that have any hold them; or of half of all rows that name suppliers
        they do, or the form is that of the supplier's.
        """
        if self._has_makers or not self._has("supplier") or self._has("orderCode"):
            return False
        sellers = [at for at, key in enumerate(self._keys) if key in RANKS["parts"]["supplier"]]
        linked = within = sold = theirs = 0
        numbers: dict[str, str] = {}
        for record in self._sample:
            code = meaningful_text(record.cells[index])
            cells = [c for at, c in enumerate(record.cells) if at != index and self._sells(at, c)]
            links = " ".join(cells).casefold()
            named = [meaningful_text(record.cells[at]) for at in sellers]
            named = [text for text in named if text and names_company(text)]
            if len(code) > 1 and (links or named):
                # Behind the supplier's number may stand which part of a pack is meant.
                formed = any(has_form_of(s, c) for s in named for c in (code, code.split()[0]))
                plain = code.casefold()
                coded = len(code) > 2 and any(map(str.isdigit, code))
                found = coded and (plain in links or _AFTER_PREFIX.sub("", plain) in links)
                linked, within = linked + bool(links), within + found
                sold, theirs = sold + 1, theirs + (formed or found)
                numbers[code] = " ".join(named)
        if within > 2 and 2 * within >= linked:
            return True
        formed = theirs > 2 and 2 * theirs >= sold and not are_alike_numbers(numbers)
        return formed or self._go_with_sellers(index, sellers)

    def _go_with_sellers(self, index: int, sellers: Sequence[int]) -> bool:
        """Whether just the rows that a company sells have numbers, and others, as `Local`, none."""
        if len(sellers) != 1:
            return False
        rows = [
            (meaningful_text(r.cells[index]), seller)
            for r in self._sample
            if (seller := meaningful_text(r.cells[sellers[0]]))
        ]
        numbers = {number: seller for number, seller in rows if number}
        sold = sum(names_company(seller) for _, seller in rows)
        apart = all(bool(number) == names_company(seller) for number, seller in rows)
        own = begin_alike(numbers) or are_alike_numbers(numbers)
        return 2 < sold < len(rows) - 1 and apart and not own

    def _go_with_makers(self, name: str, index: int) -> bool:
        """Whether just the rows that name one of several manufacturers have numbers, of several forms.

        Beside numbers of suppliers, references that only parts of manufacturers have are theirs.
        """
        is_sold = name in _REFERENCES
        least = 2 if is_sold else _FEWEST
        if not self._has_makers or len(self._sample) < least or is_sold > self._has("orderCode"):
            return False
        makers = [at for at, key in enumerate(self._keys) if key in RANKS["parts"]["manufacturer"]]
        rows = self._numbered(index)
        named = {maker.casefold() for _, maker in rows if maker}
        all_named = sum(any(meaningful_text(r.cells[at]) for at in makers) for r in self._sample)
        apart = all(maker for _, maker in rows) and len(rows) == all_named > 1
        beside = any(abs(at - index) == 1 for at in makers)
        several = not (are_of_one_form(rows) or are_designators([text for text, _ in rows]))
        return beside and apart and several and (is_sold or len(named) > 2)

    def _sells(self, index: int, text: str) -> bool:
        """Whether a cell may lead to a supplier's page: a link, and not to a drawing of the company's own."""
        return "://" in text and not _OF_OUR_OWN.search(self._keys[index])

    def _is_ref_of(self, field: str, index: int) -> bool:
        """Whether `Ref` holds such numbers: no designators; right of suppliers it is theirs."""
        values = [text for r in self._sample if (text := meaningful_text(r.cells[index]))]
        places = sum(map(look_like_designators, values))
        theirs = index > 0 and self._keys[index - 1] in RANKS["parts"]["supplier"]
        return theirs == (field == "orderCode") and 2 * places < len(values)

    def _has(self, field: str) -> bool:
        """Whether a header names the field plainly."""
        ranks, weak = RANKS["parts"][field], WEAK_KEYS["parts"][field]
        return any(key in ranks and key not in weak for key in self._keys)

    def _names_makers(self) -> bool:
        """Whether manufacturers are named, and their numbers in no column of a clear name."""
        ranks, weak = RANKS["parts"], WEAK_KEYS["parts"]["mpn"]
        makers = any(
            any(
                name in ranks["manufacturer"] for name, _ in header_readings(header, "manufacturer")
            )
            and meaningful_text(record.cells[index])
            for index, header in enumerate(self._headers)
            for record in self._sample
        )
        numbers = any(key in ranks["mpn"] and key not in weak for key in self._keys)
        return makers and not numbers

    def _names_parents(self, index: int) -> bool:
        """Whether a column of parents names rows by the values of this one."""
        return any(
            key in RANKS["parts"]["parentItemNumber"]
            and at != index
            and named_as_parents(at, [index], self._sample) is not None
            for at, key in enumerate(self._keys)
        )
