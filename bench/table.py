"""Prints the figures of a run."""

from collections.abc import Sequence

from bench.calls import WITHIN, Line

_HEAD = (
    f"{'call':<34}{'conn':>5}{'req/s':>9}{'p50 ms':>9}{'p99 ms':>9}"
    f"{'handler':>9}{'SQL':>7}{'stmts':>7}  target"
)


def show_head(title: str) -> None:
    print(f"\n{title}\n{_HEAD}\n{'-' * len(_HEAD)}", flush=True)


def show(line: Line) -> None:
    print(
        f"{line.name:<34}{line.connections:>5}{line.rate:>9,.0f}{line.median * 1e3:>9.2f}"
        f"{line.p99 * 1e3:>9.2f}{line.of_handler:>9.2f}{line.times_sql:>7.2f}{line.statements:>7}"
        f"  {_verdict(line)}",
        flush=True,
    )


def _verdict(line: Line) -> str:
    said: list[str] = []
    if line.failed:
        said.append(f"{line.failed} FAILED")
    if line.times_beside is not None:
        missed = " MISSED" * line.is_missed
        said.append(f"{line.times_beside:.2f} x {line.beside_name} {line.goal}{missed}")
    elif line.times_sqlite is not None:
        said.append(f"{line.times_sqlite:.1f} x SQLite <= {WITHIN:g}{' MISSED' * line.is_missed}")
    elif line.goal is not None:
        said.append(f"{line.goal}{' MISSED' * line.is_missed}")
    return "; ".join(said)


def show_check(name: str, *, found: int, expected: int) -> None:
    verdict = "nothing lost" if found == expected else "LOST"
    print(f"{name:<34}{found:>14,} of {expected:,} found: {verdict}", flush=True)


def show_summary(lines: Sequence[Line], seconds: float) -> None:
    missed = [f"{line.name} ({line.connections})" for line in lines if line.is_missed]
    print(f"\n{seconds:.0f} s. Missed: {', '.join(missed) or 'none'}.")
    print(
        "handler: requests/s as a part of a bare handler's. SQL: time as a multiple of the bare"
        " SQL's; 1/SQL is its inverse."
    )
