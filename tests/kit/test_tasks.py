import asyncio

from partwright.kit.db.base import outcome_despite_cancel
from partwright.kit.tasks import end_tasks


async def test_a_task_that_is_cancelled_at_a_commit_ends_all_the_same() -> None:
    at_commit, committed = asyncio.Event(), asyncio.Event()

    async def commit() -> None:
        at_commit.set()
        await committed.wait()

    async def work() -> None:
        await outcome_despite_cancel(commit())
        await asyncio.Event().wait()

    task = asyncio.create_task(work())
    await at_commit.wait()
    ending = asyncio.create_task(end_tasks([task], again=0.01))
    asyncio.get_running_loop().call_soon(committed.set)
    async with asyncio.timeout(30):
        await ending
    assert task.cancelled()
