"""Rows of a drawing's title block below its list of parts: scale, sheet, who drew it."""

import re
from collections.abc import Sequence

from partwright.imports.sheets.cell_values.values import begins_with_number
from partwright.imports.sheets.items.scan import SheetScan
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.words.signatures import is_signed_by
from partwright.kit.patterns import lazy_regex

_DRAWN_TO = lazy_regex(
    r"(?:[ée]chelle|ech\.?|scale|ma(?:ß|ss)stab|m\.|scala|escala|skala|schaal|podziałka|m[ěe]ř[íi]tko|m[ée]retarány)"
    r"\s*[:=]?\s*[0-9]{1,4}\s*[:/]\s*[0-9]{1,4}",
    re.IGNORECASE,
)
_SHEET_OF = lazy_regex(
    r"(?:folio|feuille|planche|blatt|sheet|page|seite|pagina|foglio|hoja|folha|arkusz|list|strana|ark|blad)\.?"
    r"\s*[:=]?\s*[0-9]{1,4}\s*(?:/|of|von|sur|de|di|z|av|van)\s*[0-9]{1,4}",
    re.IGNORECASE,
)
_LONGEST = 80
_STRUCTURAL = ("itemNumber", "level", "parentItemNumber", "importParent", "importOnly")


class TitleBlock:
    """Tells the rows of title blocks from parts, in lists whose parts have quantities."""

    def __init__(self, plan: ColumnPlan, scan: SheetScan) -> None:
        self._may_be = plan.quantities is not None and scan.has_sections
        self._counts = plan.quantities.index if plan.quantities else 0
        places = (plan.of("findNumber"), plan.designators)
        self._places = [column.index for column in places if column is not None]
        self._own = [c.index for c in plan.columns if c.target in _STRUCTURAL]

    def has(self, cells: Sequence[str]) -> bool:
        """Whether a row that counts and numbers nothing has a cell such as `Echelle 1:2`."""
        if not self._may_be or cells[self._counts].strip():
            return False
        if any(cells[at].strip() and not is_of_block(cells[at]) for at in self._own):
            return False
        if any(begins_with_number(cells[at]) for at in self._places):
            return False
        return any(map(is_of_block, cells))


def is_of_block(cell: str) -> bool:
    """Whether a cell says a drawing's scale or sheet, or who signed it."""
    text = cell.strip()
    if not 3 < len(text) <= _LONGEST:
        return False
    return bool(_DRAWN_TO.fullmatch(text) or _SHEET_OF.fullmatch(text)) or is_signed_by(text)
