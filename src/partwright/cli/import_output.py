"""Output of an import: how the file is read, warnings about rows, the result."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn
from rich.progress import TimeRemainingColumn as Remaining
from rich.text import Text

from partwright.cli.console import counted, err, out
from partwright.imports.body import FailedImportRow
from partwright.imports.plan_result import MOST_LISTED, ImportPlan, PartChange, RowWarning
from partwright.imports.sheets.fields.kinds import ImportKind

SHOWN = 10
"""Problems, changes and warnings that are shown; the problems are in the file of bad rows besides."""


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed or 0
        return Text(f"{speed:,.0f} rows/s")


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


def tell_decisions(plan: ImportPlan) -> None:
    """Print how the file is read: each column with its field and the reason."""
    for decision in plan.decisions:
        out.print(decision)
    width = max((len(column.header) for column in plan.columns), default=0)
    told: str | None = None
    for column in plan.columns:
        if column.sheet != told:
            told = column.sheet
            out.print(f"{told}:")
        out.print(f"  {column.header:<{width}} -> {column.field} ({column.evidence})")


def tell_warnings(warnings: Sequence[RowWarning]) -> None:
    """Print the first warnings of each kind, and how many more there are."""
    shown: dict[str, int] = {}
    for warning in warnings:
        shown[warning.code] = shown.get(warning.code, 0) + 1
        if shown[warning.code] <= SHOWN:
            err.print(f"{_place(warning.sheet, warning.row)}{warning.message}")
    for code, count in shown.items():
        if count > SHOWN:
            err.print(f"... and {count - SHOWN} more of {code}.")


def _place(sheet: str | None, row: int) -> str:
    """The row of a message, and its sheet where several are imported."""
    named = [sheet] if sheet else []
    named += [f"Row {row}"] if row else []
    return f"{', '.join(named)}: " if named else ""


def tell_changes(changes: Sequence[PartChange], total: int) -> None:
    """Print the first differences between existing parts and the file."""
    for change in changes[:SHOWN]:
        out.print(f"  {change.item_number}: {change.field} {change.before} -> {change.after}")
    if total > SHOWN:
        out.print(f"  ... and {counted(total - SHOWN, 'more change')}.")


def tell_line_changes(plan: ImportPlan) -> None:
    """Print the first differences between existing lines and the file."""
    changes = plan.line_changes
    for change in changes[:SHOWN]:
        ends = f"  {change.parent_item_number} > {change.child_item_number}"
        if change.field == "line":
            out.print(f"{ends}: removed, was {change.before}")
        else:
            out.print(f"{ends}: {change.field} {change.before} -> {change.after}")
    if len(changes) > SHOWN:
        more = counted(len(changes) - SHOWN, "more change")
        out.print(f"  ... and {more} of lines{' at least' if len(changes) >= MOST_LISTED else ''}.")


def tell_problems(problems: Sequence[FailedImportRow]) -> None:
    """Print the first problems, in the order of the rows."""
    for problem in problems[:SHOWN]:
        place = _place(problem.sheet, problem.row_number)
        err.print(f"{place}{'; '.join(problem.errors)}")
    if len(problems) > SHOWN:
        err.print(f"... and {counted(len(problems) - SHOWN, 'more problem')}.")


def tell_outcome(plan: ImportPlan, kind: ImportKind, *, verb: str, rows: int) -> None:
    """Print the sums."""
    items = counted(plan.parts.new, kind.item_type.name.lower(), kind.plural)
    lines = f" and {counted(plan.lines.new, 'BOM line')}" if kind.with_lines else ""
    more = [
        f"{counted(count, one)} {what}"
        for count, one, what in (
            (plan.parts.changed, kind.plural.removesuffix("s"), "changed"),
            (plan.parts.unchanged, kind.plural.removesuffix("s"), "there already"),
            (plan.lines.changed, "line", "changed"),
            (plan.lines.removed, "line", "removed"),
            (plan.lines.unchanged, "line", "there already"),
        )
        if count
    ]
    besides = f"; {', '.join(more)}" if more else ""
    out.print(f"{verb} {items}{lines} of {counted(rows, 'row')}{besides}.")
    if plan.product:
        out.print(f"The assembly is {plan.product}.")


def tell_bad_rows(count: int, target: Path, *, several: bool) -> None:
    """Print where the bad rows are."""
    told = (
        "1 row has problems; repair it"
        if count == 1
        else f"{count} rows have problems; repair them"
    )
    how = " with --sheet all" if several else ""
    out.print(f"{told} in {target} and import that file{how}.")
