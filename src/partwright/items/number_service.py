"""Automatic item numbers: counted per type, around the numbers that people typed."""

from partwright.item_types import ItemType
from partwright.items import number_queries, number_rules
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.db.base import tuple_of
from partwright.versioning.model import number_key


async def next_numbers(tx: Transaction, item_type: ItemType, *, many: int = 1) -> list[str]:
    """So many free numbers of the type; the transaction holds the order of commits already."""
    prefix = item_type.prefix
    last = await tx.one(int, number_queries.COUNTER, prefix=prefix) or 0
    found: list[str] = []
    step = many
    while len(found) < many:
        candidates = number_rules.numbers_after(prefix, last, many=step)
        used = await taken_numbers(tx, list(candidates))
        free = [n for n in candidates if number_key(n) not in used][: many - len(found)]
        found += free
        last = candidates[free[-1]] if len(found) == many else last + step
        # Each round looks further, so that a long run typed by hand costs few statements.
        step *= 2
    await tx.run(number_queries.SET_COUNTER, prefix=prefix, last=last)
    return found


async def taken_numbers(snapshot: Snapshot, numbers: list[str]) -> set[str]:
    """The keys of those numbers that exist, on items deleted since as well, or are reserved."""
    return (await find_used_numbers(snapshot, numbers, user_id=""))[0]


async def find_used_numbers(
    snapshot: Snapshot, numbers: list[str], *, user_id: str
) -> tuple[set[str], set[str]]:
    """The keys of numbers that the user cannot have, and of those that they have reserved."""
    keys = [number_key(number) for number in numbers]
    rows = await snapshot.all(
        tuple_of(str, bool), number_queries.TAKEN_OR_RESERVED, keys=keys, user_id=user_id
    )
    taken = {key for key, is_free in rows if not is_free}
    return taken, {key for key, is_free in rows if is_free} - taken
