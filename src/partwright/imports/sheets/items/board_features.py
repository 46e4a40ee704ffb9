"""Features of a circuit board that stand among its parts, and that nobody buys."""

from collections.abc import Sequence

from partwright.imports.sheets.cell_values.values import meaningful_text
from partwright.imports.sheets.items.scan import SheetScan
from partwright.imports.sheets.mapping.columns import ColumnPlan
from partwright.imports.sheets.records.targets import ATTRIBUTES


class BoardFeatures:
    """Tells fiducials and test points in lists whose parts all have manufacturers' numbers."""

    def __init__(self, plan: ColumnPlan, scan: SheetScan) -> None:
        numbers, makers = (plan.of(f"{ATTRIBUTES}{name}") for name in ("MPN", "Manufacturer"))
        told = (numbers, makers, plan.of("description"))
        self._told = [column.index for column in told if column is not None]
        self._designators = plan.designators
        self._all_have_numbers = numbers is not None and scan.nearly_all(numbers.index)

    def have(self, cells: Sequence[str]) -> bool:
        """Whether a row has a place on the board and nothing else that parts of the list have."""
        if not self._all_have_numbers or self._designators is None:
            return False
        named = any(meaningful_text(cells[at]) for at in self._told)
        return bool(cells[self._designators.index].strip()) and not named
