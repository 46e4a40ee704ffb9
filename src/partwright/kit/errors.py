"""The refusals of the whole service; they know nothing of HTTP.

Refusal
├── Invalid                  a value the contract does not admit
│   └── InvalidImport        the body of an import as a whole
├── Unauthenticated          no valid token
│   └── InvalidCredentials   sign-on failed
├── Forbidden                the actor may not do this
│   ├── BranchProtected      the line of work takes no direct write
│   └── NotYourCheckout      somebody else holds the checkout
├── NotFound                 unknown, deleted or invisible
│   └── ItemNotFound
├── Conflict                 the present state stands against it
│   ├── DuplicateItemNumber
│   ├── CheckoutConflict
│   ├── NotCheckedOut
│   └── MergeConflict
├── PreconditionFailed       If-Match names another state
├── Locked                   held by somebody else
│   ├── ItemLocked
│   ├── FileLocked
│   └── ResourceLocked
├── Unprocessable            well formed, but a rule of the trade forbids it
│   ├── InvalidStateTransition
│   └── RelationshipCycle
├── RateLimited
├── PayloadTooLarge
├── RangeNotSatisfiable      no byte of the file is in the range
├── UnsupportedMediaType
├── MethodNotAllowed
└── Unavailable
"""

from collections.abc import Sequence
from typing import ClassVar, Self

import msgspec


class Detail(msgspec.Struct, frozen=True):
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


class Invalid(Refusal):
    code = "VALIDATION_ERROR"

    @classmethod
    def field(cls, field: str, message: str) -> Self:
        """One bad field, named in both the message and the details."""
        return cls.fields([Detail(field, message)])

    @classmethod
    def fields(cls, problems: Sequence[Detail]) -> Self:
        """All bad fields of one request at once."""
        message = "; ".join(f"{p.field}: {p.message}" if p.field else p.message for p in problems)
        return cls(message, details=problems)


class InvalidImport(Invalid):
    """The body of an import as a whole; bad rows are told row by row instead."""


class Unauthenticated(Refusal):
    code = "UNAUTHENTICATED"


class InvalidCredentials(Unauthenticated):
    code = "INVALID_CREDENTIALS"


class Forbidden(Refusal):
    code = "FORBIDDEN"


class BranchProtected(Forbidden):
    code = "BRANCH_PROTECTED"


class NotYourCheckout(Forbidden):
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


class Conflict(Refusal):
    code = "CONFLICT"


class DuplicateItemNumber(Conflict):
    code = "DUPLICATE_ITEM_NUMBER"

    @classmethod
    def of(cls, number: str) -> "DuplicateItemNumber":
        message = f"Item number {number} is already in use"
        return cls(message, details=[Detail("itemNumber", message)])


class CheckoutConflict(Conflict):
    code = "CHECKOUT_CONFLICT"


class NotCheckedOut(Conflict):
    code = "NOT_CHECKED_OUT"


class MergeConflict(Conflict):
    code = "MERGE_CONFLICT"


class PreconditionFailed(Refusal):
    code = "PRECONDITION_FAILED"


class Locked(Refusal):
    code = "RESOURCE_LOCKED"


class ItemLocked(Locked):
    code = "ITEM_LOCKED"

    @classmethod
    def by(cls, name: str, *, holder: str, since: str) -> "ItemLocked":
        """Held by a user of that name and id since a timestamp."""
        details = [Detail("lockedBy", holder), Detail("lockedAt", since)]
        return cls(f"Item is locked by {name}", details=details)


class FileLocked(Locked):
    code = "FILE_LOCKED"


class ResourceLocked(Locked):
    code = "RESOURCE_LOCKED"


class Unprocessable(Refusal):
    code = "UNPROCESSABLE"


class InvalidStateTransition(Unprocessable):
    code = "INVALID_STATE_TRANSITION"


class RelationshipCycle(Unprocessable):
    code = "ITEM_RELATIONSHIP_CYCLE"


class RateLimited(Refusal):
    code = "RATE_LIMITED"


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


class Unavailable(Refusal):
    code = "UNAVAILABLE"
