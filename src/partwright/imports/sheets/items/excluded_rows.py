"""Rows that a list itself leaves out of the BOM, with all that stands below them."""

from collections.abc import Sequence

from partwright.imports.sheets.cell_values.decimals import NotUnderstood
from partwright.imports.sheets.cell_values.values import is_no, is_yes, read_level
from partwright.imports.sheets.items.scan import SheetScan
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.words.header_words import header_key

EXCLUDED = frozenset(
    map(
        header_key,
        (
            *("exclude from bom", "excluded from bom", "bom exclude", "bom excluded", "excluded"),
            *("exclude from parts list", "excluded from parts list", "not in bom"),
            *("von stückliste ausschließen", "aus stückliste ausgeschlossen"),
            *("von stückliste ausgeschlossen", "exclure de la nomenclature"),
            *("exclu de la nomenclature", "excluir de la lista de materiales"),
            *("excluido de la lista de materiales", "escludi da distinta base"),
        ),
    )
)
"""Headers of columns that leave the rows out which say yes below them."""
_INCLUDED = frozenset(
    map(header_key, ("include in bom", "included in bom", "in bom", "in stückliste"))
)
_STRUCTURES = frozenset(
    map(
        header_key,
        (
            *("bom structure", "component structure", "stücklistenstruktur"),
            *("structure de nomenclature", "structure de la nomenclature"),
            *("struttura distinta componenti", "struttura distinta base"),
            "estructura de lista de materiales",
        ),
    )
)
_MARKS = frozenset(["excluded", "exclude", "ausgeschlossen", "exclu", "excluido", "escluso"])
_REFERENCES = frozenset(
    ["reference", "reference only", "referenz", "référence", "referencia", "riferimento"]
)


class ExcludedRows:
    """Tells the rows of a list that are excluded from the BOM, and those of their assemblies."""

    def __init__(self, headers: Sequence[str], plan: ColumnPlan, scan: SheetScan) -> None:
        keys = list(map(header_key, headers))
        self._excluded = [at for at, key in enumerate(keys) if key in EXCLUDED]
        self._included = [at for at, key in enumerate(keys) if key in _INCLUDED]
        self._structures = [at for at, key in enumerate(keys) if key in _STRUCTURES]
        level = plan.of("level")
        self._level = level.index if level else None
        self._is_dotted = scan.dotted_levels
        self._below: int | None = None  # The level of the assembly that is left out.

    def why(self, cells: Sequence[str]) -> str:
        """The reason why a row is left out; empty for others."""
        level = self._level_of(cells)
        if self._below is not None and level is not None and level > self._below:
            return "it stands below what is excluded from the BOM"
        why = self._own(cells)
        self._below = level if why else None
        return why

    def _own(self, cells: Sequence[str]) -> str:
        is_out = any(_is_mark(cells[at]) for at in self._excluded)
        if is_out or any(is_no(cells[at]) for at in self._included):
            return "it is excluded from the BOM"
        if any(cells[at].strip().casefold() in _REFERENCES for at in self._structures):
            return "it is there for reference, and not in the BOM"
        return ""

    def _level_of(self, cells: Sequence[str]) -> int | None:
        if self._level is None or not cells[self._level].strip():
            return None
        try:
            return read_level(cells[self._level], dotted=self._is_dotted)
        except NotUnderstood:
            return None


def _is_mark(cell: str) -> bool:
    return is_yes(cell) or cell.strip().casefold() in _MARKS
