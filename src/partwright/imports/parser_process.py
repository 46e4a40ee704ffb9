"""`python -m partwright.imports.parser_process`: the supervising process of the file parsers."""

from pathlib import Path

import msgspec

from partwright.cad.job_protocol import KernelJob
from partwright.cad.kernel.server import Action, serve
from partwright.imports.file_parsers import TABULATE, FileTable, TabulatedFile, TabulateFile
from partwright.imports.sheets.formats.files import open_table
from partwright.imports.sheets.records.refusals import SheetRefusal


def tabulate(job: TabulateFile) -> TabulatedFile:
    """Do the job; a file that is not what its name says is told, not refused."""
    try:
        table = open_table(Path(job.path))
    except SheetRefusal as refusal:
        return TabulatedFile("", refusal.code, str(refusal))
    rows = [(record.row_number, record.cells) for record in table.records()]
    path = Path(job.folder, "table.json")
    path.write_bytes(
        msgspec.json.encode(FileTable(table.headers, table.decisions, table.product, rows))
    )
    return TabulatedFile(str(path))


_DOES: dict[str, tuple[type[KernelJob], Action]] = {TABULATE.name: (TabulateFile, tabulate)}

if __name__ == "__main__":
    serve(_DOES.__getitem__)
