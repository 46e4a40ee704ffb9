"""Imports on record: what became of each, its refused rows, and taking it back."""

from collections.abc import Sequence
from typing import Any

import msgspec

from partwright.identity.model import Actor
from partwright.imports import queries
from partwright.imports.service import ImportTarget, check_may_import
from partwright.imports.sheets.fields.kinds import KINDS
from partwright.kit import clock
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.errors import NotFound
from partwright.kit.ids import DesignId, new_id
from partwright.programs.access import access_program
from partwright.versioning.access import access_design
from partwright.web.responses import GeneratedFile

_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ROWS_FILE = "rows.json"
"""The name that the rows of a body have as a file."""
_encode = msgspec.json.Encoder(decimal_format="number").encode


class ImportNotFound(NotFound):
    """No import of that id, or somebody else's."""

    def __init__(self, import_id: str) -> None:
        super().__init__(f"There is no import {import_id}")


class KeptImport(msgspec.Struct, frozen=True):
    """An import as it is kept."""

    id: str
    kind: str
    file_name: str
    design_id: str | None
    branch_id: str | None
    program_id: str | None
    commits: str
    result: str
    repair_name: str | None
    created_at: str
    created_by: str
    undone_at: str | None


class ImportRecord(msgspec.Struct, rename="camel", kw_only=True):
    """An import as the wire shows it."""

    id: str
    kind: str
    file_name: str
    design_id: str | None
    created_at: str
    undone_at: str | None
    has_repair: bool
    result: Any
    plan: Any


async def keep_import(
    tx: Transaction,
    actor: Actor,
    target: ImportTarget,
    *,
    kind: str,
    file_name: str,
    commits: Sequence[int],
    result: Any,
    repair: tuple[str, bytes] | None,
) -> str:
    """Keep what became of an import; answers its id."""
    import_id = new_id()
    await tx.run(
        queries.INSERT_IMPORT,
        id=import_id,
        kind=kind,
        file_name=file_name,
        design_id=target.design_id,
        branch_id=target.branch.branch_id,
        program_id=target.program_id,
        commits=_encode(list(commits)).decode(),
        result=_encode(result).decode(),
        repair_name=repair[0] if repair else None,
        repair=repair[1] if repair else None,
        created_at=clock.now(),
        created_by=actor.id,
    )
    return import_id


async def access_import(snapshot: Snapshot, actor: Actor, import_id: str) -> KeptImport:
    """An import of the actor's own, or any for an administrator.

    What was imported into a program goes out of sight with the program. A token that may not import
    items of the kind is told nothing of them.
    """
    found = await snapshot.one(KeptImport, queries.IMPORT, id=import_id)
    if found is None or (found.created_by != actor.id and not actor.is_administrator):
        raise ImportNotFound(import_id)
    check_may_import(actor, KINDS[found.kind], update=False)
    try:
        if found.design_id is not None:
            await access_design(snapshot, actor, DesignId(found.design_id))
        elif found.program_id is not None:
            await access_program(snapshot, actor, found.program_id)
    except NotFound:
        raise ImportNotFound(import_id) from None
    return found


def to_record(row: KeptImport) -> ImportRecord:
    """The import as the wire shows it."""
    kept: dict[str, Any] = msgspec.json.decode(row.result)
    return ImportRecord(
        id=row.id,
        kind=row.kind,
        file_name=row.file_name,
        design_id=row.design_id,
        created_at=row.created_at,
        undone_at=row.undone_at,
        has_repair=row.repair_name is not None,
        result=kept["result"],
        plan=kept["plan"],
    )


async def read_repair(snapshot: Snapshot, row: KeptImport) -> GeneratedFile:
    """The file of refused rows."""
    content = await snapshot.one(bytes, queries.REPAIR, id=row.id) if row.repair_name else None
    if row.repair_name is None or content is None:
        raise NotFound("No row of this import was refused")
    media_type = _XLSX if row.repair_name.endswith(".xlsx") else "text/csv"
    return GeneratedFile(content, media_type=media_type, file_name=row.repair_name)
