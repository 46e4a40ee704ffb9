"""Identifiers: one type a kind, all UUID text, made so that later ones sort later."""

import re
from typing import NewType

import uuid_utils

UserId = NewType("UserId", str)
RoleId = NewType("RoleId", str)
TokenId = NewType("TokenId", str)
ProgramId = NewType("ProgramId", str)
DesignId = NewType("DesignId", str)
BranchId = NewType("BranchId", str)
CommitId = NewType("CommitId", str)
MasterId = NewType("MasterId", str)
ItemId = NewType("ItemId", str)
RelationshipId = NewType("RelationshipId", str)
WorkflowId = NewType("WorkflowId", str)
ApproverId = NewType("ApproverId", str)
SessionId = NewType("SessionId", str)
FileId = NewType("FileId", str)
FileVersionId = NewType("FileVersionId", str)

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z")


def new_id() -> str:
    """A UUID of version 7 (RFC 9562, section 5.7): time first, so that indexes grow at their end."""
    return str(uuid_utils.uuid7())


def as_uuid(text: str) -> str | None:
    """The canonical lower-case form, or None for what is no UUID."""
    lowered = text.lower()
    return lowered if _UUID.match(lowered) else None
