"""Masters: what all revisions of an item have in common, its number first."""

from collections.abc import Iterable, Mapping, Sequence

from partwright.kit.db import ConstraintViolated, Transaction
from partwright.kit.db.base import Value
from partwright.kit.errors import DuplicateItemNumber
from partwright.kit.ids import MasterId
from partwright.versioning import master_queries
from partwright.versioning.model import ItemVersion, number_key


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


async def change_numbers(tx: Transaction, numbers: Mapping[MasterId, str], *, user_id: str) -> None:
    """Give items other numbers; DuplicateItemNumber when one is in use, or reserved by another."""
    keys = {master_id: number_key(number) for master_id, number in numbers.items()}
    among = {"keys": list(keys.values()), "masters": list[str](keys)}
    used = {*await tx.all(str, master_queries.USED_BY_OTHERS, user_id=user_id, **among)}
    for master_id, number in numbers.items():
        if keys[master_id] in used:
            raise DuplicateItemNumber.of(number)
    for master_id, number in numbers.items():
        try:
            await tx.run(master_queries.RENUMBER_MASTER, id=master_id, number_key=keys[master_id])
        except ConstraintViolated as violated:
            if violated.name != "masters_number":
                raise
            raise DuplicateItemNumber.of(number) from violated
    await tx.run(master_queries.USE_RESERVED, keys=among["keys"])


async def claim_numbers(tx: Transaction, versions: Iterable[ItemVersion], *, user_id: str) -> None:
    """Give those of the items whose numbers were freed these again, unless others have them now."""
    numbers = {version.master_id: version.item_number for version in versions}
    freed = await tx.all(MasterId, master_queries.FREED_AMONG, masters=list[str](numbers))
    if freed:
        await change_numbers(tx, {m: numbers[m] for m in freed}, user_id=user_id)


async def free_numbers(tx: Transaction, masters: Iterable[MasterId]) -> None:
    """Give back the numbers of what was deleted everywhere and never released."""
    await tx.run(master_queries.FREE_NUMBERS, masters=list[str](masters))
