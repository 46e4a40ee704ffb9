"""Programs and their members as they are kept and shown, and why they refuse."""

from typing import Literal

import msgspec

from partwright.kit.errors import ErrorDetail, StateConflict
from partwright.kit.ids import ProgramId, UserId

Status = Literal["Active", "On Hold", "Completed", "Cancelled"]
Role = Literal["lead", "engineer", "viewer"]

LEAD: Role = "lead"
VIEWER: Role = "viewer"


class Program(msgspec.Struct, rename="camel", frozen=True):
    """A program: what its members work on together."""

    id: ProgramId
    code: str
    name: str
    description: str | None
    status: str
    customer: str | None
    start_date: str | None
    target_end_date: str | None
    created_at: str
    updated_at: str
    created_by: UserId


class ProgramMember(msgspec.Struct, rename="camel", frozen=True):
    """A user in a program."""

    user_id: UserId
    name: str
    email: str
    role: str


class CodeTaken(StateConflict):
    """Another program or design has the code."""

    def __init__(self, kind: str, code: str) -> None:
        message = f"{kind} code {code} is already in use"
        super().__init__(message, details=[ErrorDetail("code", message)])


class AlreadyMember(StateConflict):
    """A user is in a program once."""

    def __init__(self, name: str) -> None:
        message = f"{name} is already a member"
        super().__init__(message, details=[ErrorDetail("userId", message)])


class LastLead(StateConflict):
    """Without a lead nobody but administrators could change the program."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is the program's only lead; make somebody else a lead first")
