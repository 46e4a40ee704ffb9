"""Messages between a server and its import process: one line of JSON each."""

from pathlib import Path
from typing import Any

import msgspec

from partwright.imports.import_job import JobProgress
from partwright.settings import Settings


class DoImports(msgspec.Struct, frozen=True, tag="do"):
    """Do what waits in an installation until nothing does.

    The key is one opening's: a cell that is opened anew with other settings has another one, while
    requests of before keep the first one open.
    """

    key: str
    name: str
    settings: Settings
    holder: str
    """Who has the jobs, as the table of jobs names it."""


class StopImport(msgspec.Struct, frozen=True, tag="stop"):
    """End a job without any effect, where it is at work."""

    key: str
    job_id: str


class LeaveInstallation(msgspec.Struct, frozen=True, tag="leave"):
    """Give back what is at work there, and close it."""

    key: str


class ImportProgress(msgspec.Struct, frozen=True, tag="progress"):
    """Progress of a job; None at its end."""

    key: str
    job_id: str
    progress: JobProgress | None


class ImportStopped(msgspec.Struct, frozen=True, tag="stopped"):
    """A job that was to be stopped is not at work."""

    job_id: str


class InstallationLeft(msgspec.Struct, frozen=True, tag="left"):
    """Nothing of an installation is open any more."""

    key: str


ImportOrder = DoImports | StopImport | LeaveInstallation
ImportReport = ImportProgress | ImportStopped | InstallationLeft


def _plain(value: Any) -> str:
    return str(value)


def _path(kind: type[Any], value: Any) -> Any:
    assert kind is Path
    return Path(value)


_orders = msgspec.json.Decoder(ImportOrder, dec_hook=_path)
_reports = msgspec.json.Decoder(ImportReport)


def as_line(message: ImportOrder | ImportReport) -> bytes:
    """A message as it goes through a pipe."""
    return msgspec.json.encode(message, enc_hook=_plain) + b"\n"


def read_order(line: bytes) -> ImportOrder:
    """An order of the server."""
    return _orders.decode(line)


def read_report(line: bytes) -> ImportReport | None:
    """A report of the import process; None for a line that is none."""
    try:
        return _reports.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
