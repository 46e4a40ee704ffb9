"""What a person sees of an import: the decisions, its progress, its result."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn
from rich.progress import TimeRemainingColumn as Remaining
from rich.text import Text

from partwright.cli.console import counted, err, out
from partwright.cli.import_client import ImportOutcome
from partwright.imports.kinds import ImportKind
from partwright.imports.sheets import RowProblem, RowRemark, SheetReading
from partwright.imports.sheets.rows import SheetRecord

SHOWN = 10
"""Problems and remarks that are shown; the problems are in the file of bad rows besides."""


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed or 0
        return Text(f"{speed:,.0f} rows/s")


class CountedReading:
    """A reading that knows how far it has been read."""

    def __init__(self, reading: SheetReading) -> None:
        self._records = reading.table.records
        self.reading = replace(reading, table=replace(reading.table, records=self._counted))
        self.rows = 0

    def _counted(self) -> Iterator[SheetRecord]:
        for record in self._records():
            self.rows += 1
            yield record


@contextmanager
def progress(title: str, *, total: int) -> Generator["ProgressBar"]:
    """A bar of rows on standard error, where that is a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _Rate())
    with Progress(*columns, Remaining(), console=err, disable=not err.is_terminal) as bars:
        yield ProgressBar(bars, title, total)


class ProgressBar:
    """The bar of one file."""

    def __init__(self, bars: Progress, title: str, total: int) -> None:
        self._bars = bars
        self._total = total
        self._task = bars.add_task(title, total=total)

    def reach(self, rows: int) -> None:
        """So many rows are dealt with."""
        self._bars.update(self._task, completed=min(rows, self._total))


def tell_decisions(reading: SheetReading) -> None:
    """Print how the file is read: each column with its field and the reason."""
    for decision in reading.decisions:
        out.print(decision)
    width = max((len(column.header) for column in reading.columns()), default=0)
    for column in reading.columns():
        unit = f" [{column.unit}]" if column.unit else ""
        out.print(f"  {column.header:<{width}} -> {column.target}{unit} ({column.why})")


class RemarkPrinter:
    """Shows the first remarks and counts the others."""

    def __init__(self) -> None:
        self._count = 0

    def tell(self, remark: RowRemark) -> None:
        """Print it, unless there were many."""
        self._count += 1
        if self._count <= SHOWN:
            err.print(f"Row {remark.row_number}: {remark.text}")

    def end(self) -> None:
        """Print how many were not shown."""
        if self._count > SHOWN:
            err.print(f"... and {self._count - SHOWN} more remarks.")


def tell_problems(problems: list[RowProblem]) -> None:
    """Print the first problems, in the order of the rows."""
    for problem in sorted(problems, key=lambda problem: problem.row_number)[:SHOWN]:
        number = f" ({problem.item_number})" if problem.item_number else ""
        err.print(f"Row {problem.row_number}{number}: {'; '.join(problem.reasons)}")
    if len(problems) > SHOWN:
        err.print(f"... and {counted(len(problems) - SHOWN, 'more problem')}.")


def tell_outcome(
    outcome: ImportOutcome, kind: ImportKind, *, verb: str, rows: int, seconds: float
) -> None:
    """Print the sums."""
    standing = f", {counted(outcome.standing, 'line')} stood already" if outcome.standing else ""
    speed = f"{rows / seconds:,.0f} rows/s" if seconds else ""
    items = counted(outcome.items, kind.item_type.name.lower(), kind.plural)
    lines = f" and {counted(outcome.lines, 'BOM line')}" if kind.with_lines else ""
    out.print(
        f"{verb} {items}{lines} of {counted(rows, 'row')} in {seconds:.1f} s, {speed}{standing}."
    )


def tell_bad_rows(count: int, target: Path) -> None:
    """Print where the bad rows are."""
    told = (
        "1 row has problems; repair it"
        if count == 1
        else f"{count} rows have problems; repair them"
    )
    out.print(f"{told} in {target} and import that file.")
