"""The files of a structure's parts, each read by the kernel once for all the jobs that follow."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import mkdtemp

from partwright.cad.job_protocol import JobFailed
from partwright.cad.job_types import PREPARE_PART, PreparedPart, PreparePart
from partwright.cad.workers import KernelPool
from partwright.design_engine.solids.drafted_tree import PartFile


async def with_prepared(
    pool: KernelPool, files: Mapping[str, PartFile], folder: Path
) -> dict[str, PartFile]:
    """The files by tempId; what cannot be prepared is read as it is, and told by the job that reads it."""
    paths = list(dict.fromkeys(file.path for file in files.values()))
    jobs = [PreparePart(path, mkdtemp(dir=folder)) for path in paths]
    prepared: dict[str, PreparedPart] = {}
    async for number, outcome in pool.each(PREPARE_PART, jobs):
        if not isinstance(outcome, JobFailed):
            prepared[paths[number]] = outcome
    return {
        temp_id: PartFile(file.path, prepared.get(file.path, file.prepared))
        for temp_id, file in files.items()
    }
