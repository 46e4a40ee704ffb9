"""Import jobs as requests see them: begun, looked at, followed, cancelled, resumed."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection

import msgspec

from partwright.identity.model import Actor
from partwright.imports import job_queries
from partwright.imports.import_job import (
    MOST_UNFINISHED,
    ImportJob,
    JobError,
    JobFileGone,
    JobHasEnded,
    JobNotResumable,
    JobProgress,
    KeptJob,
    TooManyJobs,
    job_owner,
)
from partwright.imports.option_input import ImportOptions
from partwright.imports.service import access_target, check_may_import
from partwright.imports.sheets.fields.kinds import KINDS, ImportKind
from partwright.kit import clock
from partwright.kit.contents import ContentStore
from partwright.kit.db import Database, Snapshot, Transaction
from partwright.kit.db.base import hint
from partwright.kit.errors import NotFound
from partwright.kit.hints import IMPORTS
from partwright.kit.ids import DesignId, UserId, new_id
from partwright.programs.access import access_program, memberships_of, visibility_params
from partwright.vault.maintenance_service import expire_contents
from partwright.vault.service import keep_content
from partwright.versioning.access import access_design
from partwright.versioning.commits import hold_commit_order
from partwright.web.event_stream import event_frame
from partwright.web.forms import UploadedFile
from partwright.web.responses import encode
from partwright.web.services import ShutdownSignal

MOST_LISTED = 100
_LOOK_SECONDS = 0.5


class JobNotFound(NotFound):
    """No job of that id, or somebody else's."""

    def __init__(self, job_id: str) -> None:
        super().__init__(f"There is no import job {job_id}")


async def begin_job(
    tx: Transaction,
    store: ContentStore,
    actor: Actor,
    file: UploadedFile,
    kind: ImportKind,
    options: ImportOptions,
) -> ImportJob:
    """Keep the file and what is to be done with it, once the actor may write there."""
    await hold_commit_order(tx)
    await access_target(
        tx,
        actor,
        kind,
        design_id=options.design_id,
        program_id=options.program_id,
        branch_id=options.branch_id,
        bypass=options.bypass,
    )
    job_id = new_id()
    await keep_content(tx, store, file.content, owner=job_owner(job_id))
    await tx.run(
        job_queries.INSERT_JOB,
        id=job_id,
        kind=kind.plural,
        file_name=file.file_name,
        digest=file.content.digest,
        size=file.content.size,
        options=encode(options).decode(),
        design_id=options.design_id,
        created_at=clock.now(),
        created_by=actor.id,
        scopes=encode(sorted(actor.permissions)).decode() if actor.is_scoped else None,
    )
    hint(tx, IMPORTS)
    await _check_unfinished(tx, actor.id)
    return to_record(await access_job(tx, actor, job_id))


async def _check_unfinished(tx: Transaction, user_id: UserId) -> None:
    """TooManyJobs where more wait than one user may have."""
    count = await tx.one(int, job_queries.UNFINISHED_COUNT, user_id=user_id) or 0
    if count > MOST_UNFINISHED:
        raise TooManyJobs


async def access_job(snapshot: Snapshot, actor: Actor, job_id: str) -> KeptJob:
    """A job of the actor's own, or any for an administrator.

    What is imported into a program goes out of sight with the program. A token that may not import
    items of the kind is told nothing of them.
    """
    found = await snapshot.one(KeptJob, job_queries.JOB, id=job_id)
    if found is None or (found.created_by != actor.id and not actor.is_administrator):
        raise JobNotFound(job_id)
    check_may_import(actor, KINDS[found.kind], update=False)
    program_id = found.import_options().program_id
    try:
        if found.design_id is not None:
            await access_design(snapshot, actor, DesignId(found.design_id))
        elif program_id is not None:
            await access_program(snapshot, actor, program_id)
    except NotFound:
        raise JobNotFound(job_id) from None
    return found


async def list_jobs(snapshot: Snapshot, actor: Actor) -> list[ImportJob]:
    """The newest jobs of the actor, without what became of each row."""
    found = await snapshot.all(
        KeptJob,
        job_queries.JOBS,
        user_id=actor.id,
        most=MOST_LISTED,
        **visibility_params(actor),
    )
    programs = {member.id for member in await memberships_of(snapshot, actor.id)}
    return [
        to_record(job)
        for job in found
        if actor.may(KINDS[job.kind].item_type.may("create"))
        and (actor.sees_all or _is_within(job, programs))
    ]


def _is_within(job: KeptJob, programs: Collection[str]) -> bool:
    """Whether what goes into no design goes into one of the programs, or into none."""
    program_id = job.import_options().program_id
    return job.design_id is not None or program_id is None or program_id in programs


def to_record(job: KeptJob, progress: JobProgress | None = None) -> ImportJob:
    """The job as the wire shows it; `progress` is newer than what is kept."""
    if job.state != "working" or progress is None:
        progress = JobProgress(job.phase or "reading", job.done, job.total)
    return ImportJob(
        id=job.id,
        kind=job.kind,
        file_name=job.file_name,
        design_id=job.design_id,
        state=job.state,
        phase=progress.phase if job.state == "working" else None,
        done=progress.done,
        total=progress.total,
        status=job.status,
        outcome=None if job.outcome is None else msgspec.Raw(job.outcome.encode()),
        error=None if job.error is None else msgspec.json.decode(job.error, type=JobError),
        created_at=job.created_at,
        finished_at=job.finished_at,
    )


async def cancel_job(tx: Transaction, actor: Actor, job_id: str) -> ImportJob:
    """Let the job end without any effect; what has ended otherwise is JobHasEnded."""
    await access_job(tx, actor, job_id)
    await tx.run(job_queries.CANCEL, id=job_id, now=clock.now())
    job = await access_job(tx, actor, job_id)
    if job.state != "cancelled":
        raise JobHasEnded(job.state)
    return to_record(job)


async def resume_job(tx: Transaction, store: ContentStore, actor: Actor, job_id: str) -> ImportJob:
    """Let a job that failed or was cancelled be tried again, by one who might begin it."""
    await hold_commit_order(tx)
    job = await access_job(tx, actor, job_id)
    check_may_import(actor, KINDS[job.kind], update=job.import_options().update)
    if not await store.has(job.content):
        raise JobFileGone
    if not await tx.run(job_queries.RESUME, id=job_id):
        raise JobNotResumable(job.state)
    hint(tx, IMPORTS)
    await _check_unfinished(tx, job.created_by)
    return to_record(await access_job(tx, actor, job_id))


async def follow_job(
    database: Database,
    actor: Actor,
    job_id: str,
    *,
    find_progress: Callable[[str], JobProgress | None],
    closing: ShutdownSignal,
) -> AsyncGenerator[bytes]:
    """The job whenever it has changed, until it or the process ends."""
    last = b""
    while True:
        async with database.single_reads() as reads:
            job = await access_job(reads, actor, job_id)
        told = encode(to_record(job, find_progress(job_id)))
        if told != last:
            yield event_frame("job", told)
            last = told
        if not job.is_unfinished or closing.is_near:
            return
        await asyncio.sleep(_LOOK_SECONDS)


async def expire_jobs(database: Database, store: ContentStore, *, days: int) -> None:
    """Forget jobs that ended, and their files, after so many days; 0 for never."""
    if not days:
        return
    before = clock.moment_later(days=-days)
    async with database.transaction() as tx:
        await tx.run(job_queries.FORGET_OLD_JOBS, before=before)
    await expire_contents(database, store, owners=job_owner(""), before=before)
