"""Publications as they are sent, received and told of."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw

from partwright.kit.errors import ErrorDetail, StateConflict
from partwright.kit.fields import Moment, Name, Number, Ordinal, Positive, Revision, Text, Uuid
from partwright.kit.ids import CommitId, DesignId, UserId
from partwright.programs.wire import Code

MOST_ITEMS = 10_000
MOST_LINES = 10_000
MOST_VALUES = 1_500_000
"""Of a body: the names and texts of so many items and lines. Fields are not decoded before they are read."""
PublishedType = Literal["Part", "Document", "Requirement"]
PublishedState = Literal["released", "obsolete"]
CellName = Annotated[str, Meta(min_length=1, max_length=100)]
CommitNumber = Annotated[int, Meta(ge=1, le=2**53)]
RelationshipType = Annotated[str, Meta(min_length=1, max_length=50)]


class PublishedItem(msgspec.Struct, rename="camel", kw_only=True):
    """A released item: `fields` are those of the body that makes such an item."""

    type: PublishedType
    revision: Revision
    state: PublishedState
    released_at: Moment
    fields: dict[str, Raw]


class PublishedLine(msgspec.Struct, rename="camel", kw_only=True):
    """A relationship between two items of the publication, by their numbers."""

    parent: Number
    child: Number
    type: RelationshipType = "bom"
    quantity: Positive
    find_number: Ordinal | None = None
    reference_designator: Text | None = None
    metadata: dict[str, Any] = {}


class Publication(msgspec.Struct, rename="camel", kw_only=True):
    """Released items of a design, as a commit has them."""

    cell: CellName
    """The cell that publishes."""
    design_id: Uuid
    code: Code
    name: Name
    description: Text | None = None
    commit_id: Uuid
    number: CommitNumber
    """The number of the commit, by which one knows the later of two."""
    committed_at: Moment
    items: Annotated[list[PublishedItem], Meta(max_length=MOST_ITEMS)]
    lines: Annotated[list[PublishedLine], Meta(max_length=MOST_LINES)] = []


class PublicationInput(msgspec.Struct, rename="camel", kw_only=True):
    """A publication to be received."""

    publication: Publication
    program_id: Uuid | None = None
    """The program that the design becomes part of, when it comes for the first time."""
    allow_earlier: bool = False
    """Whether it may be an earlier release than the one here, or another one of the same number."""


class ChangedItem(msgspec.Struct, rename="camel", frozen=True):
    """An item that is otherwise than it was."""

    item_number: str
    fields: list[str]


class PublicationChanges(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """Differences to what had been received before."""

    new: list[str] = []
    changed: list[ChangedItem] = []
    withdrawn: list[str] = []
    """Items that are published no more, and stay here as obsolete."""
    lines_new: int = 0
    lines_changed: int = 0
    lines_removed: int = 0


class ReceivedPublication(msgspec.Struct, rename="camel", frozen=True):
    """A design of this cell that another one publishes."""

    design_id: DesignId
    design_code: str
    source_design_id: str
    cell: str
    code: str
    """The code of the design where it comes from."""
    commit_id: CommitId
    number: int
    committed_at: str
    received_at: str
    received_by: UserId


class PublicationReceipt(msgspec.Struct, frozen=True):
    """A received publication, and what it changed."""

    publication: ReceivedPublication
    changes: PublicationChanges


class LaterPublicationKept(StateConflict):
    """The cell has received a later release of the design already, or another of the same number."""

    def __init__(self, kept: ReceivedPublication) -> None:
        super().__init__(
            f"Commit {kept.number} of {kept.code} was received already, which is later or another one"
            " of that number; allowEarlier takes this one nevertheless"
        )


class OtherPublisher(StateConflict):
    """The design was received from a cell of another name."""

    def __init__(self, kept: ReceivedPublication) -> None:
        super().__init__(f"The design is received from the cell {kept.cell}")


class NumbersInUse(StateConflict):
    """Items of this cell's own have numbers that are published."""

    def __init__(self, numbers: list[str]) -> None:
        more = f" and {len(numbers) - 5} more" if len(numbers) > 5 else ""
        super().__init__(
            f"Items here already have the numbers {', '.join(numbers[:5])}{more}",
            details=[ErrorDetail("itemNumber", f"{one} is already in use") for one in numbers[:50]],
        )
