"""Files that are imported as tables: those of other programs in processes of their own, sheets in threads.

What STEP and URDF files hold is not trusted: a process that sees the one file reads it, within
limits of time and memory, and writes its rows; the server never parses such bytes.
"""

import asyncio
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import msgspec

from partwright.cad.job_protocol import JobFailed, JobKind, JobLimits
from partwright.cad.workers import KernelPool
from partwright.cad_files.parser_jobs import ParserJob
from partwright.imports.sheets.records.refusals import BrokenFile, NoHeader
from partwright.imports.sheets.records.rows import SheetRecord, SheetTable, make_record

FOREIGN = (".step", ".stp", ".urdf")
"""Endings of the files that are parsed so."""
_LIMITS = JobLimits(seconds=60, memory=512 << 20, file_size=64 << 20)
_PROGRAM = (sys.executable, "-m", "partwright.imports.parser_process")


class TabulateFile(ParserJob, frozen=True):
    """Write the table of a file as the JSON of a `FileTable`."""


class TabulatedFile(msgspec.Struct, frozen=True):
    """Place of the table that was written, or why the file is not what its name says."""

    path: str
    refusal_code: str = ""
    reason: str = ""


class FileTable(msgspec.Struct, frozen=True):
    """The table in a file."""

    headers: tuple[str, ...]
    decisions: tuple[str, ...]
    product: str
    rows: list[tuple[int, tuple[str, ...]]]


TABULATE = JobKind("tabulate_file", TabulateFile, TabulatedFile)


class FileParsers:
    """The parsing processes of one server process, and its threads that read sheets."""

    def __init__(self, *, niceness: int = 0) -> None:
        """`niceness` is how much other threads of the machine go before those that read sheets."""
        self._pool = KernelPool(workers=1, program=_PROGRAM, needs="msgspec", name="file parsers")
        self.readers = ThreadPoolExecutor(
            2, "sheet-reader", initializer=_let_others_go_before, initargs=(niceness,)
        )
        """Of their own, so that sheets which take long keep nobody else waiting."""

    async def close(self) -> None:
        """End the processes."""
        self.readers.shutdown(wait=False, cancel_futures=True)
        await self._pool.close()

    async def tabulate(self, path: Path) -> SheetTable | None:
        """The table of a STEP or URDF file, a SheetRefusal where it has none; None for others."""
        if path.suffix.lower() not in FOREIGN:
            return None
        try:
            job = TabulateFile(str(path), str(path.parent))
            found = await self._pool.run(TABULATE, job, limits=_LIMITS)
        except JobFailed as failed:
            raise BrokenFile(failed.message) from failed
        if found.refusal_code:
            refusal = NoHeader if found.refusal_code == NoHeader.code else BrokenFile
            raise refusal(found.reason)
        return await asyncio.to_thread(_read_table, Path(found.path))


def _let_others_go_before(niceness: int) -> None:
    """Lower the priority of this thread; on some systems it is that of the whole process."""
    # Where a sandbox forbids it, sheets are read all the same.
    with suppress(OSError):
        os.nice(niceness)


def _read_table(path: Path) -> SheetTable:
    table = msgspec.json.decode(path.read_bytes(), type=FileTable)
    width = len(table.headers)

    def records() -> Iterator[SheetRecord]:
        for number, cells in table.rows:
            yield make_record(number, cells, width=width)

    return SheetTable(table.headers, table.decisions, records, product=table.product)
