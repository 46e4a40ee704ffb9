"""Import jobs: long imports that go on behind the request that began them."""

from typing import Any, Literal

import msgspec

from partwright.imports.option_input import ImportOptions
from partwright.kit.contents import StoredContent
from partwright.kit.errors import ErrorDetail, StateConflict
from partwright.kit.ids import UserId

JobState = Literal["waiting", "working", "done", "failed", "cancelled"]
JobPhase = Literal["reading", "writing"]

MOST_WAITED = 4
"""Times these bounds up to which a sender may wait for the import itself; beyond them it is a job all the same."""
LONG_BYTES = 1 << 20
"""Larger files are imported by a job, unless the form says otherwise."""
LONG_LINES = 20_000
"""So are files of more lines, each of which takes its time however short it is."""
LONG_UNPACKED = 8 << 20
"""So are workbooks that unpack to more, however well they are packed."""
MOST_UNFINISHED = 20
"""Jobs of one user that wait or are at work."""
MOST_ATTEMPTS = 3


class KeptJob(msgspec.Struct, frozen=True):
    """A job as it is kept."""

    id: str
    kind: str
    file_name: str
    digest: str
    size: int
    options: str
    design_id: str | None
    created_at: str
    created_by: UserId
    scopes: str | None
    """JSON: the rights of the token that asked for it, null for all of its user."""
    state: JobState
    attempts: int
    phase: JobPhase | None
    done: int
    total: int
    status: int | None
    outcome: str | None
    error: str | None
    finished_at: str | None

    @property
    def content(self) -> StoredContent:
        return StoredContent(self.digest, self.size)

    @property
    def is_unfinished(self) -> bool:
        return self.state in ("waiting", "working")

    def import_options(self) -> ImportOptions:
        return msgspec.json.decode(self.options, type=ImportOptions)


class JobProgress(msgspec.Struct):
    """Progress of a job, in the process that does it."""

    phase: JobPhase = "reading"
    done: int = 0
    """Rows that are written."""
    total: int = 0
    """Rows of the file; 0 while that is not known."""


class JobError(msgspec.Struct, frozen=True):
    """Reason why a job failed, as the refusal of a request would tell it."""

    code: str
    message: str
    details: list[ErrorDetail] = []


class ImportJob(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """A job as the wire shows it."""

    id: str
    kind: str
    file_name: str
    design_id: str | None
    state: JobState
    phase: JobPhase | None
    done: int
    total: int
    status: int | None
    """The status that the import would have answered with."""
    outcome: Any
    """What the import would have answered."""
    error: JobError | None
    created_at: str
    finished_at: str | None


class ImportJobAnswer(msgspec.Struct, frozen=True):
    """Answer of an import that a job does."""

    job: ImportJob


def job_owner(job_id: str) -> str:
    """For whom the vault keeps the file of a job."""
    return f"import-job/{job_id}"


class JobHasEnded(StateConflict):
    """A job that has ended is not cancelled."""

    def __init__(self, state: str) -> None:
        super().__init__(f"The import job has already ended: it is {state}")


class JobNotResumable(StateConflict):
    """Only what failed or was cancelled is tried again."""

    def __init__(self, state: str) -> None:
        super().__init__(f"Expected a job that failed or was cancelled; this one is {state}")


class TooManyJobs(StateConflict):
    """One user has as many jobs as they may."""

    def __init__(self) -> None:
        super().__init__(
            f"You already have {MOST_UNFINISHED} unfinished imports; wait until one has ended, or cancel one"
        )


class JobFileGone(StateConflict):
    """The file of a job was removed after its time."""

    def __init__(self) -> None:
        super().__init__("The file of this job is no longer kept; import it again")
