import asyncio

from partwright.kit.db.base import answering_task, outcome_despite_cancel
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


async def test_only_a_request_goes_on_after_it_was_cancelled_at_a_commit() -> None:
    at_commit, committed = asyncio.Event(), asyncio.Event()

    async def commit() -> None:
        at_commit.set()
        await committed.wait()

    async def answer() -> None:
        answering_task.set(asyncio.current_task())
        await outcome_despite_cancel(commit())

    tasks = [asyncio.create_task(outcome_despite_cancel(commit())), asyncio.create_task(answer())]
    await at_commit.wait()
    for task in tasks:
        task.cancel()
    asyncio.get_running_loop().call_later(0.01, committed.set)
    await asyncio.wait(tasks)
    assert [task.cancelled() for task in tasks] == [True, False]
