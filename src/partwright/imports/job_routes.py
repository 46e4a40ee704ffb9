"""Import jobs over HTTP."""

from partwright.identity.permissions import may
from partwright.imports import job_service
from partwright.imports.import_job import ImportJob
from partwright.imports.job_worker import ImportWorker
from partwright.kit.db import Transaction
from partwright.web.endpoint import RouteTable
from partwright.web.event_stream import EventStream
from partwright.web.request import Request
from partwright.web.responses import DataResponse

routes = RouteTable("Import")

_STREAM = "text/event-stream"


@routes.get("/api/import-jobs", may("imports", "create"), response={"jobs": list[ImportJob]})
async def list_import_jobs(request: Request) -> DataResponse:
    """Your newest import jobs; what became of their rows is in each by itself."""
    async with request.services.database.snapshot() as snapshot:
        return DataResponse({"jobs": await job_service.list_jobs(snapshot, request.actor)})


@routes.get(
    "/api/import-jobs/{job_id:str}",
    may("imports", "create"),
    is_stream=True,
    response={"job": ImportJob},
)
async def read_import_job(request: Request, job_id: str) -> DataResponse | EventStream:
    """Progress of an import job, and its outcome; a stream of that with `Accept: text/event-stream`."""
    return await _answer(request, job_id)


async def _answer(request: Request, job_id: str) -> DataResponse | EventStream:
    """The job in the form that the client accepts."""
    worker = request.services.of(ImportWorker)
    async with request.services.database.snapshot() as snapshot:
        job = await job_service.access_job(snapshot, request.actor, job_id)
    if _STREAM in (request.header("accept") or ""):
        return _follow(request, job_id)
    return DataResponse({"job": job_service.to_record(job, worker.progress_of(job_id))})


def _follow(request: Request, job_id: str) -> EventStream:
    services = request.services
    frames = job_service.follow_job(
        services.database,
        request.actor,
        job_id,
        find_progress=services.of(ImportWorker).progress_of,
        closing=services.closing,
    )
    return EventStream(frames, open_streams=services.metrics.streams)


async def _stop(request: Request, job_id: str) -> None:
    """End the transaction of a job that is at work in this process first: others write meanwhile."""
    async with request.services.database.snapshot() as snapshot:
        await job_service.access_job(snapshot, request.actor, job_id)
    await request.services.of(ImportWorker).stop(job_id)


@routes.post(
    "/api/import-jobs/{job_id:str}/cancel",
    may("imports", "create"),
    before_write=_stop,
    response={"job": ImportJob},
)
async def cancel_import_job(request: Request, tx: Transaction, job_id: str) -> DataResponse:
    """Let an import job end without any effect."""
    return DataResponse({"job": await job_service.cancel_job(tx, request.actor, job_id)})


@routes.post(
    "/api/import-jobs/{job_id:str}/resume",
    may("imports", "create"),
    statuses=(202,),
    response={"job": ImportJob},
)
async def resume_import_job(request: Request, tx: Transaction, job_id: str) -> DataResponse:
    """Try an import job again that failed or was cancelled, with the file that it was given."""
    services = request.services
    job = await job_service.resume_job(tx, services.contents, request.actor, job_id)
    services.of(ImportWorker).hurry()
    return DataResponse({"job": job}, status=202)
