"""Rows of a bill of materials that are texts or documents, as those of type `T` in SAP."""

import re
from collections.abc import Sequence

from partwright.imports.sheets.cell_values.decimals import NotUnderstood
from partwright.imports.sheets.cell_values.values import meaningful_text, read_quantity
from partwright.imports.sheets.items.scan import SheetScan
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.records.targets import ATTRIBUTES
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_TYPES = frozenset(
    map(
        header_key,
        (
            *("PTyp", "PTp", "Pos Typ", "Positionstyp", "Item Category", "Item Cat", "Itm Cat"),
            *(
                "ICt",
                "ItC",
                "ItCat",
                "POSTP",
                "Item Ctg",
                "Type de poste",
                "Tipo de posición",
                "Tipo di posizione",
            ),
        ),
    )
)
"""Headers of the kinds of items in SAP, where T is a text and D a document."""
_TEXT, _DOCUMENT = "T", "D"
_KINDS = frozenset(
    map(
        header_key,
        ("Type", "Item Type", "Line Type", "Row Type", "Typ", "Art", "Zeilenart", "Tipo"),
    )
)
"""Headers of kinds of rows that are spelled out."""
_WORDS = frozenset(
    """note; notes; text; comment; instruction; remark; hinweis; textposition; kommentar; anweisung;
    remarque; texte; commentaire; nota; comentario; commento; uwaga""".replace("\n    ", " ").split(
        "; "
    )
)
"""What such a kind says of rows that are no parts, where these have no number."""
_DOCUMENTS = lazy_regex(
    r"document(?:s|ation)?|drawings?|dokument(?:e|ation|y|acja)?|zeichnungen|plans|dessins|"
    r"documentos|documentación|planos|documenti|documentazione|документаци[яи]|документы|"
    r"文件|文档|图纸|図面",
    re.IGNORECASE,
)
"""Titles below which rows that count nothing are documents, as GOST 2.106 has them."""


class TextItems:
    """Tells texts from parts in a list that has numbers of parts."""

    def __init__(self, headers: Sequence[str], plan: ColumnPlan, scan: SheetScan) -> None:
        keys = list(enumerate(map(header_key, headers)))
        self._types = [at for at, key in keys if key in _TYPES]
        self._kinds = [at for at, key in keys if key in _KINDS]
        number, quantity = plan.of("itemNumber"), plan.quantities
        self._number = number.index if number else None
        self._quantity = quantity.index if quantity else None
        sources = (plan.of(f"{ATTRIBUTES}{name}") for name in ("MPN", "Order Code"))
        self._sources = [column.index for column in sources if column]
        numbered = scan.counts.get(number.index, 0) if number else 0
        self._are_numbered = 3 * numbered >= 2 * scan.total > 0

    def is_text(self, cells: Sequence[str], title: str) -> bool:
        """Whether a row is of type D, of type T, or a document below such a title, and counts no pieces.

        Nor is a row without any number a part that counts no pieces where others have numbers.
        """
        own = [self._number] if self._number is not None else []
        types = {cells[at].strip() for at in self._types}
        if _DOCUMENT in types:
            return True
        typed = _TEXT in types
        told = typed or (self._quantity is not None and _DOCUMENTS.fullmatch(title.strip(" :")))
        if told and not self._has_quantity(cells):
            return True
        if not own or any(meaningful_text(cells[at]) for at in (*own, *self._sources)):
            return False
        worded = any(cells[at].strip().casefold() in _WORDS for at in self._kinds)
        return typed or (self._are_numbered and (worded or self._counts_none(cells)))

    def _has_quantity(self, cells: Sequence[str]) -> bool:
        return self._quantity is None or bool(meaningful_text(cells[self._quantity]))

    def _counts_none(self, cells: Sequence[str]) -> bool:
        if self._quantity is None or not cells[self._quantity].strip():
            return False
        try:
            return read_quantity(cells[self._quantity], mark=",") == 0
        except NotUnderstood:
            return False
