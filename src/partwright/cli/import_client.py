"""An import over HTTP, waited for whether the server answers at once or with a job."""

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec

from partwright.cli.api import ApiClient, Problem, RequestRefused
from partwright.cli.console import CommandFailed
from partwright.cli.import_output import progress
from partwright.imports.file_import import FileImport
from partwright.imports.import_job import ImportJob, ImportJobAnswer
from partwright.imports.plan_result import ImportPlan

_LOOK_SECONDS = 0.5


class _ImportAnswered(msgspec.Struct, rename="camel"):
    """A job, or what became of the import."""

    job: ImportJob | None = None
    result: dict[str, Any] = {}
    import_id: str | None = None
    plan: ImportPlan | None = None


async def import_through(
    api: ApiClient, path: str, fields: Mapping[str, str], file: tuple[str, bytes]
) -> FileImport:
    """Import a file through the API; CommandFailed for one that the server refuses."""
    if api.is_in_process:
        # Nobody looks after a job when this process has ended.
        return await api.upload(path, {**fields, "background": "false"}, file, FileImport)
    answer = await api.upload(path, fields, file, _ImportAnswered)
    job = answer.job
    if job is None:
        assert answer.plan is not None
        return FileImport(result=answer.result, import_id=answer.import_id, plan=answer.plan)
    try:
        job = await _ended(api, job, file[0])
    except asyncio.CancelledError:
        await api.post(f"/api/import-jobs/{job.id}/cancel", {}, dict[str, Any])
        raise
    if job.error is not None:
        problem = msgspec.convert(job.error, Problem, from_attributes=True)
        raise RequestRefused(job.status or 0, problem)
    if job.outcome is None:
        raise CommandFailed("the import was cancelled; nothing has changed")
    return msgspec.convert(job.outcome, FileImport)


async def _ended(api: ApiClient, job: ImportJob, title: str) -> ImportJob:
    """Wait for the end of a job, with a bar for a person."""
    path = f"/api/import-jobs/{job.id}"
    while job.state in ("waiting", "working") and not job.total:
        await asyncio.sleep(_LOOK_SECONDS)
        job = (await api.get(path, ImportJobAnswer)).job
    with progress(title, total=job.total) as bar:
        while job.state in ("waiting", "working"):
            bar.reach(job.done)
            await asyncio.sleep(_LOOK_SECONDS)
            job = (await api.get(path, ImportJobAnswer)).job
    return job
