"""Masters: what all revisions of an item have in common, its number first."""

from collections.abc import Iterable, Mapping, Sequence

from partwright.kit.db import Transaction
from partwright.kit.db.base import Value
from partwright.kit.ids import MasterId
from partwright.versioning import master_queries
from partwright.versioning.model import ItemVersion


async def insert_masters(
    tx: Transaction, number_keys: Mapping[MasterId, str], versions: Sequence[ItemVersion]
) -> None:
    """Make the masters of items from their first versions; the numbers were found free."""
    rows: list[dict[str, Value]] = [
        {
            "id": version.master_id,
            "number_key": number_keys[version.master_id],
            "type": version.type,
            "design_id": version.design_id,
            "program_id": version.program_id,
            "created_at": version.created_at,
        }
        for version in versions
    ]
    if rows:
        await tx.run_many(master_queries.INSERT_MASTER, rows)


async def renumber_master(tx: Transaction, master_id: MasterId, number_key: str) -> None:
    """Give an item another number; the constraint `masters_number` holds it unique."""
    await tx.run(master_queries.RENUMBER_MASTER, id=master_id, number_key=number_key)


async def free_numbers(tx: Transaction, masters: Iterable[MasterId]) -> None:
    """Give back the numbers of what was deleted everywhere and never released."""
    await tx.run(master_queries.FREE_NUMBERS, masters=list[str](masters))
