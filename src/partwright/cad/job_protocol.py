"""Messages between the server and its worker processes, and the ends that a job can have.

A frame is the length of a message in four bytes, the highest first, and the message as JSON.
"""

import struct
from enum import StrEnum
from typing import Generic, TypeVar

import msgspec

from partwright.kit.errors import ServiceUnavailable

LENGTH = struct.Struct(">I")
LARGEST_ANSWER = 64 << 20
"""Bytes; what is larger belongs into a file of the job's folder."""


WALL_SHARE = 8
"""So much longer by the clock on the wall may work take than of processor time: others work as well."""


class KernelJob(msgspec.Struct, frozen=True):
    """A request to a worker; its process sees the paths that it names and no others."""

    def reads(self) -> tuple[str, ...]:
        """Files and folders that it reads."""
        return ()

    def writes(self) -> tuple[str, ...]:
        """Files and folders that it writes, and reads again."""
        return ()


JobT = TypeVar("JobT", bound=KernelJob)
AnswerT = TypeVar("AnswerT", bound=msgspec.Struct)


class JobKind(Generic[JobT, AnswerT]):
    """A kind of job: its name, what it is asked with and what it answers."""

    def __init__(self, name: str, job: type[JobT], answer: type[AnswerT]) -> None:
        self.name = name
        self.job = job
        self.answer = answer


class FailureReason(StrEnum):
    """Reason why a job gave no answer."""

    REFUSED = "refused"
    """The geometry or the file does not admit it; the message says why."""
    FAILED = "failed"
    """An error of the kernel."""
    TIME = "time"
    MEMORY = "memory"
    FILE_SIZE = "file_size"
    CRASH = "crash"
    """The worker process died, with a signal or without a word."""


class JobFailed(Exception):
    """One job gave no answer; others are not touched by it."""

    def __init__(self, reason: FailureReason, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message


class JobRefused(Exception):
    """Raised inside a job for what cannot be made; the message is for a person."""


class KernelMissing(ServiceUnavailable):
    """The `cad` extra is not installed, or the kernel does not start on this machine."""


class JobLimits(msgspec.Struct, frozen=True):
    """Bounds of what one job may use."""

    seconds: float = 60
    """Of processor time, and several times as long by the clock on the wall."""
    memory: int = 2 << 30
    """Bytes of address space beyond those of the kernel itself."""
    file_size: int = 1 << 30
    """Bytes of one file."""


class JobStart(msgspec.Struct, frozen=True, tag="ask"):
    """Do a job."""

    id: int
    kind: str
    job: msgspec.Raw
    limits: JobLimits


class JobCancel(msgspec.Struct, frozen=True, tag="cancel"):
    """Kill a job; one that has ended already is passed over."""

    id: int


class KernelReady(msgspec.Struct, frozen=True, tag="ready"):
    """The supervising process takes orders; what a job needs of the kernel is loaded for it."""


class KernelNotLoaded(msgspec.Struct, frozen=True, tag="missing"):
    """The kernel cannot be loaded; the process ends."""

    message: str


class JobAnswer(msgspec.Struct, frozen=True, tag="answer"):
    """A job is done."""

    id: int
    answer: msgspec.Raw


class JobFailure(msgspec.Struct, frozen=True, tag="failure"):
    """A job gave no answer."""

    id: int
    reason: FailureReason
    message: str


Order = JobStart | JobCancel
Report = KernelReady | KernelNotLoaded | JobAnswer | JobFailure


def frame(message: msgspec.Struct) -> bytes:
    """A message as it goes through a pipe."""
    text = msgspec.json.encode(message)
    return LENGTH.pack(len(text)) + text
