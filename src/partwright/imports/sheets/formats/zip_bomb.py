"""Size and extent of a packed workbook, found before anything opens it."""

import zipfile
import zlib
from pathlib import Path

from partwright.imports.sheets.formats.shared_texts import check_shared_texts
from partwright.imports.sheets.formats.sheet_size import measure_for
from partwright.imports.sheets.records.refusals import BrokenFile

MOST_BYTES = 1 << 30
_UNSUSPICIOUS_BYTES = 64 << 20
_USUAL_RATIO = 100
"""Sheets pack their text some ten to thirty times."""
_BLOCK = 1 << 20


def check_unpacked_size(path: Path) -> None:
    """BrokenFile for an archive that is damaged, or holds or spans more than a sheet ever does.

    What is no archive passes: old workbooks are none. The bytes are counted, not believed.
    """
    if not zipfile.is_zipfile(path):
        return
    packed = path.stat().st_size
    most = max(_UNSUSPICIOUS_BYTES, min(MOST_BYTES, packed * _USUAL_RATIO))
    total = 0
    try:
        with zipfile.ZipFile(path) as archive:
            # Most bombs say it themselves; the others are found out by counting.
            _check_total(sum(entry.file_size for entry in archive.infolist()), most)
            for entry in archive.infolist():
                measure = measure_for(path.suffix.lower(), entry.filename)
                with archive.open(entry) as stream:
                    while block := stream.read(_BLOCK):
                        total += len(block)
                        if measure is not None:
                            measure.feed(block)
                        _check_total(total, most)
            check_shared_texts(archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError) as error:
        raise BrokenFile(f"the workbook is damaged or protected: {error}") from error


def _check_total(total: int, most: int) -> None:
    if total > most:
        raise BrokenFile(
            f"the workbook unpacks to more than {most >> 20} MiB;"
            " save the sheet as CSV and import that"
        )
