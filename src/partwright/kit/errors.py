"""The refusals of the whole service; they know nothing of HTTP.

Refusal
├── InvalidInput             a value the contract does not admit
│   └── InvalidImport        the body of an import as a whole
├── NotAuthenticated         no valid token
│   └── InvalidCredentials   sign-on failed
├── PermissionDenied         the actor may not do this
│   ├── BranchProtected      the branch takes no direct write
│   └── NotYourCheckout      somebody else holds the checkout
├── NotFound                 unknown, deleted or invisible
│   └── ItemNotFound
├── StateConflict            the present state stands against it
│   ├── DuplicateItemNumber
│   ├── CheckoutConflict
│   ├── NotCheckedOut
│   └── MergeConflict
├── PreconditionFailed       If-Match names another state
├── AlreadyLocked            held by somebody else
│   ├── ItemLocked
│   ├── FileLocked
│   └── ResourceLocked
├── UnprocessableInput       well formed, but a rule of the trade forbids it
│   ├── InvalidStateTransition
│   └── RelationshipCycle
├── RateLimited
├── RequestTimeout           the client sends too slowly
├── PayloadTooLarge
├── RangeNotSatisfiable      no byte of the file is in the range
├── UnsupportedMediaType
├── MethodNotAllowed
└── ServiceUnavailable
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Self

import msgspec


class ErrorDetail(msgspec.Struct, frozen=True):
    """One named problem: the field (in wire names, dotted) and what is wrong with it."""

    field: str
    message: str


class Refusal(Exception):
    """A request that is turned down, with a stable code and words for a person."""

    code: ClassVar[str] = "INTERNAL_ERROR"

    def __init__(
        self,
        message: str,
        *,
        details: Sequence[msgspec.Struct] = (),
        retry_after: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.details = tuple(details)
        self.retry_after = retry_after
        """Seconds after which another try may succeed."""


MOST_PROBLEMS = 20
"""Problems that one refusal names; an answer must not grow with what a client sends."""
_LONGEST_FIELD = 100
_LONGEST_PROBLEM = 2000
"""Enough for the names of all parameters of a list."""


def _shortened(problem: ErrorDetail) -> ErrorDetail:
    if len(problem.field) <= _LONGEST_FIELD and len(problem.message) <= _LONGEST_PROBLEM:
        return problem
    message = problem.message
    if len(message) > _LONGEST_PROBLEM:
        message = message[:_LONGEST_PROBLEM].rpartition(" ")[0] + " ..."
    return ErrorDetail(problem.field[:_LONGEST_FIELD], message)


class InvalidInput(Refusal):
    code = "VALIDATION_ERROR"

    @classmethod
    def field(cls, field: str, message: str) -> Self:
        """One bad field, named in both the message and the details."""
        return cls.fields([ErrorDetail(field, message)])

    @classmethod
    def fields(cls, problems: Sequence[ErrorDetail]) -> Self:
        """The bad fields of one request at once, as many of them as a person can use."""
        shown = [_shortened(problem) for problem in problems[:MOST_PROBLEMS]]
        message = "; ".join(f"{p.field}: {p.message}" if p.field else p.message for p in shown)
        return cls(message, details=shown)


class InvalidImport(InvalidInput):
    """The body of an import as a whole; bad rows are told row by row instead."""


class NotAuthenticated(Refusal):
    code = "UNAUTHENTICATED"


class InvalidCredentials(NotAuthenticated):
    code = "INVALID_CREDENTIALS"


class PermissionDenied(Refusal):
    code = "FORBIDDEN"


class BranchProtected(PermissionDenied):
    code = "BRANCH_PROTECTED"


class NotYourCheckout(PermissionDenied):
    code = "NOT_YOUR_CHECKOUT"


class NotFound(Refusal):
    code = "RESOURCE_NOT_FOUND"

    @classmethod
    def of(cls, kind: str, identifier: str) -> "NotFound":
        """`kind` as a person calls it: "Design", "User"."""
        return cls(f"{kind} {identifier!r} does not exist")


class ItemNotFound(NotFound):
    code = "ITEM_NOT_FOUND"

    @classmethod
    def by_id(cls, item_id: str) -> "ItemNotFound":
        return cls(f"Item {item_id!r} does not exist")


class StateConflict(Refusal):
    code = "CONFLICT"


class DuplicateItemNumber(StateConflict):
    code = "DUPLICATE_ITEM_NUMBER"

    @classmethod
    def of(cls, number: str) -> "DuplicateItemNumber":
        message = f"Item number {number} is already in use"
        return cls(message, details=[ErrorDetail("itemNumber", message)])


class CheckoutConflict(StateConflict):
    code = "CHECKOUT_CONFLICT"


class NotCheckedOut(StateConflict):
    code = "NOT_CHECKED_OUT"


class MergeConflict(StateConflict):
    code = "MERGE_CONFLICT"


class PreconditionFailed(Refusal):
    code = "PRECONDITION_FAILED"


class AlreadyLocked(Refusal):
    code = "RESOURCE_LOCKED"


class ItemLocked(AlreadyLocked):
    code = "ITEM_LOCKED"

    @classmethod
    def by(cls, name: str, *, holder: str, since: str) -> "ItemLocked":
        """Held by a user of that name and id since a timestamp."""
        details = [ErrorDetail("lockedBy", holder), ErrorDetail("lockedAt", since)]
        return cls(f"Item is locked by {name}", details=details)


class FileLocked(AlreadyLocked):
    code = "FILE_LOCKED"


class ResourceLocked(AlreadyLocked):
    code = "RESOURCE_LOCKED"


class UnprocessableInput(Refusal):
    code = "UNPROCESSABLE"


class InvalidStateTransition(UnprocessableInput):
    code = "INVALID_STATE_TRANSITION"

    @classmethod
    def unknown(cls, asked: str, state: str, names: Iterable[str]) -> Self:
        """None that is called so leaves the state; `names` are those that do."""
        there = ", ".join(dict.fromkeys(names)) or "none"
        return cls(f"No transition {asked!r} leaves the state {state}; there are: {there}")


class RelationshipCycle(UnprocessableInput):
    code = "ITEM_RELATIONSHIP_CYCLE"


class RateLimited(Refusal):
    code = "RATE_LIMITED"


class RequestTimeout(Refusal):
    code = "REQUEST_TIMEOUT"


class PayloadTooLarge(Refusal):
    code = "PAYLOAD_TOO_LARGE"


class RangeNotSatisfiable(Refusal):
    code = "RANGE_NOT_SATISFIABLE"

    def __init__(self, size: int) -> None:
        super().__init__(f"The file has {size} bytes")
        self.size = size


class UnsupportedMediaType(Refusal):
    code = "UNSUPPORTED_MEDIA_TYPE"


class MethodNotAllowed(Refusal):
    code = "METHOD_NOT_ALLOWED"


class ServiceUnavailable(Refusal):
    code = "UNAVAILABLE"
