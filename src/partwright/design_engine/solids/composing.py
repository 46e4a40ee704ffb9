"""The kernel's work on the assemblies of a structure, begun before the turn of each has come."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager

from partwright.cad.job_types import (
    CHECK_OVERLAPS,
    COMPOSE,
    CheckOverlaps,
    ComposeAssembly,
    ComposedAssembly,
    OverlapReport,
)
from partwright.cad.workers import KernelPool
from partwright.kit.tasks import end_tasks

Asked = tuple[ComposeAssembly, CheckOverlaps]
Composing = Callable[[str], Awaitable[tuple[ComposedAssembly, OverlapReport]]]
"""What came of an assembly, by its tempId; JobFailed, KernelMissing."""


@asynccontextmanager
async def composed_ahead(pool: KernelPool, asked: Mapping[str, Asked]) -> AsyncGenerator[Composing]:
    """Compose and check the assemblies in the given order, as many at once as there are workers.

    No more of them stand in the pool's queue, where the jobs of others wait as well. Leaving ends the rest.
    """
    places = asyncio.Semaphore(pool.workers)

    async def work(
        compose: ComposeAssembly, check: CheckOverlaps
    ) -> tuple[ComposedAssembly, OverlapReport]:
        async with places:
            overlaps = asyncio.create_task(pool.run(CHECK_OVERLAPS, check))
            try:
                return await pool.run(COMPOSE, compose), await overlaps
            finally:
                await end_tasks([overlaps])

    tasks = {key: asyncio.create_task(work(*jobs)) for key, jobs in asked.items()}
    try:
        yield lambda temp_id: tasks[temp_id]
    finally:
        await end_tasks(tasks.values())
