"""Programs and designs as they are kept and shown."""

from typing import Literal

import msgspec

from partwright.kit.ids import BranchId, DesignId, ProgramId, UserId

Status = Literal["Active", "On Hold", "Completed", "Cancelled"]
Role = Literal["lead", "engineer", "viewer"]


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


class Design(msgspec.Struct, rename="camel", frozen=True):
    """A design: the items of one product, with branches and commits of its own."""

    id: DesignId
    code: str
    name: str
    description: str | None
    program_id: ProgramId | None
    phase: str
    main_branch_id: BranchId
    is_archived: bool
    created_at: str
    updated_at: str
    created_by: UserId
