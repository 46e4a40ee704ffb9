"""Designs, version rows, branches, commits, and the view one reads in."""

from typing import Literal

import msgspec

from partwright.kit.errors import BranchProtected, StateConflict, UnprocessableInput
from partwright.kit.ids import (
    BranchId,
    CommitId,
    DesignId,
    FileId,
    FileVersionId,
    ItemId,
    MasterId,
    ProgramId,
    RelationshipId,
    UserId,
)
from partwright.kit.text_lines import composed

NOW = 9_223_372_036_854_775_807
"""The commit number that stands for "whatever is newest"."""


Phase = Literal["pre-release", "post-release"]


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
    published_from: str | None = None
    """The cell that publishes it, where it is not one of this cell's own; then nobody here changes it."""

    def check_open(self) -> None:
        """DesignIsArchived once the design was put away; PublishedElsewhere for another cell's."""
        if self.is_archived:
            raise DesignIsArchived
        if self.published_from is not None:
            raise PublishedElsewhere(self.published_from)


class BranchView(msgspec.Struct, frozen=True):
    """View that one reads in: the rows of a branch up to a commit, over its design's main as of another.

    On main `branch_id` is None and `base` equals `at`, but for a release over several designs: then
    `at` is the last of its commits, so that each design shows what it released.
    """

    branch_id: BranchId | None = None
    at: int = NOW
    base: int = NOW
    design_id: DesignId | None = None
    """The design that the branch or commit belongs to, when one was named."""
    change_order_id: ItemId | None = None
    """Of a change's branch: the rows of the change's other branches are shown as well."""

    @property
    def is_main_now(self) -> bool:
        return self.branch_id is None and self.at == NOW

    @property
    def params(self) -> dict[str, str | int | None]:
        """The parameters that the statements of `resolve` need."""
        return {
            "branch": self.branch_id,
            "at": self.at,
            "base": self.base,
            "design": self.design_id or "",
            "change": self.change_order_id,
        }


MAIN = BranchView()


def number_key(item_number: str) -> str:
    """The form in which numbers are compared: without regard to case and to how letters are composed."""
    return composed(item_number).casefold()


class ItemVersion(msgspec.Struct, frozen=True, kw_only=False):
    """One immutable row: the content of an item from commit `since` until commit `until`.

    The fields are the columns of the table, in this order. Decimals are kept as sortable text
    (`kit.decimals`), attributes as JSON.
    """

    row_id: int
    item_id: ItemId
    master_id: MasterId
    branch_id: BranchId | None
    """None on main."""
    since: int
    until: int | None
    is_current: bool
    """False for a revision that a later one has superseded."""
    is_deleted: bool
    type: str
    design_id: DesignId | None
    program_id: str | None
    item_number: str
    revision: str
    state: str
    name: str
    description: str | None
    attributes: str
    created_at: str
    created_by: UserId
    modified_at: str
    modified_by: UserId
    released_at: str | None = None
    part_type: str | None = None
    unit_of_measure: str | None = None
    material: str | None = None
    weight: str | None = None
    weight_unit: str | None = None
    cost: str | None = None
    cost_currency: str | None = None
    lead_time: int | None = None
    quantity_on_hand: str | None = None
    location: str | None = None
    doc_type: str | None = None
    file_name: str | None = None
    file_size: int | None = None
    mime_type: str | None = None
    change_type: str | None = None
    risk_level: str | None = None
    reason_for_change: str | None = None
    impact_description: str | None = None
    implementation_date: str | None = None
    submitted_at: str | None = None
    approved_at: str | None = None
    approved_by: str | None = None
    closed_at: str | None = None
    requirement_type: str | None = None
    status: str | None = None
    verification_method: str | None = None
    rationale: str | None = None
    acceptance_criteria: str | None = None
    source: str | None = None
    priority: str | None = None
    category: str | None = None
    assignee: str | None = None
    due_date: str | None = None
    estimated_hours: str | None = None
    actual_hours: str | None = None
    task_status: str | None = None
    severity: str | None = None
    reported_date: str | None = None
    resolution: str | None = None
    root_cause: str | None = None
    mass_basis: str | None = None
    cost_basis: str | None = None
    sources: str | None = None
    """Of a part its approved manufacturer parts, as JSON (`sourcing.model`)."""
    family_id: MasterId | None = None
    """Of a variant the master of its family."""
    variant_attributes: str | None = None
    """Of a family the names of the attributes by which its variants differ, as a JSON list."""


class ShownVersion(ItemVersion, frozen=True):
    """A version with what stands beside it: who locks the item, and the people it names."""

    locked_by: UserId | None = None
    locked_by_name: str | None = None
    locked_by_email: str | None = None
    locked_at: str | None = None
    assignee_name: str | None = None
    approved_by_name: str | None = None


class RelationshipRow(msgspec.Struct, frozen=True):
    """One line of an item's structure: this revision of the parent to the child for ever."""

    id: RelationshipId
    parent_item_id: ItemId
    parent_master_id: MasterId
    child_master_id: MasterId
    branch_id: BranchId | None
    """The branch of the parent; None on main."""
    type: str
    quantity: str
    """A stored decimal."""
    find_number: int | None
    reference_designator: str | None
    metadata: str
    """JSON."""


class FileLink(msgspec.Struct, frozen=True):
    """Version of a file that an item's revision shows."""

    id: str
    file_id: FileId
    version_id: FileVersionId
    item_id: ItemId
    master_id: MasterId
    branch_id: BranchId | None
    """The branch of the item; None on main."""
    is_primary: bool


def shown_as(version: ShownVersion, row: ItemVersion) -> ShownVersion:
    """Another row of the version's item, with what stands beside the version."""
    return msgspec.convert(
        msgspec.structs.asdict(version) | msgspec.structs.asdict(row), ShownVersion
    )


class BranchHead(msgspec.Struct, frozen=True):
    """The last commit of a branch, where there is one."""

    commit_id: CommitId | None
    seq: int | None


class Branch(msgspec.Struct, frozen=True):
    """A branch (main included) as a write needs to know it.

    Its head is left out: every commit moves it, and all else stays as the last writer has read it.
    """

    id: BranchId
    name: str
    kind: str
    """main, change or workspace."""
    design_id: DesignId | None
    program_id: str | None
    phase: str | None
    """Of the design; None for the library's lines."""
    is_locked: bool
    is_archived: bool
    design_is_archived: bool | None
    base_seq: int | None
    archived_seq: int | None
    """The number of its last commit, where it was put away."""
    change_order_id: ItemId | None = None
    """Of a change's branch."""
    published_from: str | None = None
    """The cell that publishes the design, where it is another one."""

    @property
    def is_main(self) -> bool:
        return self.kind == "main"

    @property
    def is_protected(self) -> bool:
        """Main of a released design, which changes through change orders only."""
        return self.is_main and self.phase == "post-release"

    def check_design_open(self) -> None:
        """DesignIsArchived where the branch is one of an archived design, PublishedElsewhere of another cell's."""
        if self.design_is_archived:
            raise DesignIsArchived
        if self.published_from is not None:
            raise PublishedElsewhere(self.published_from)

    @property
    def branch_id(self) -> BranchId | None:
        """As version rows name their branch: None for main."""
        return None if self.is_main else self.id

    @property
    def view(self) -> BranchView:
        """The view at the branch's head."""
        if self.is_main:
            return BranchView(design_id=self.design_id)
        base = self.base_seq if self.base_seq is not None else NOW
        # An archived branch shows what stood when it was put away, whatever its items became.
        at = NOW if self.archived_seq is None else self.archived_seq
        return BranchView(self.id, at, base, self.design_id, self.change_order_id)


class MainIsProtected(BranchProtected):
    """A post-release design's main changes through change orders only."""

    def __init__(self) -> None:
        super().__init__("The design is released: its main branch changes through a change order")


class LibraryIsProtected(BranchProtected):
    """A released item without a design changes through change orders only."""

    def __init__(self, number: str) -> None:
        super().__init__(f"{number} is released: it changes through a change order")


class BranchIsClosed(BranchProtected):
    """The branch is under review, or put away for good."""

    def __init__(self, branch: Branch) -> None:
        word = "archived" if branch.is_archived else "locked while its change is under review"
        super().__init__(f"Branch {branch.name} is {word}")


class DesignIsArchived(StateConflict):
    """Items and branches of an archived design take no write."""

    def __init__(self) -> None:
        super().__init__("The design is archived and cannot be changed; unarchive it first")


class PublishedElsewhere(StateConflict):
    """Items and branches of a design that another cell publishes take no write here."""

    def __init__(self, cell: str) -> None:
        super().__init__(
            f"The design is published by the cell {cell} and cannot be changed here;"
            " change it there, and publish it again"
        )


class ForeignBranch(UnprocessableInput):
    """A branch and an item of different designs."""

    def __init__(self) -> None:
        super().__init__("The branch belongs to another design")


def column_values(version: ItemVersion) -> dict[str, str | int | bool | None]:
    """A version as it is written: by column, without the row id, with the text of its search.

    That text is number and name as search compares them: by Unicode's full case folding.
    """
    row = msgspec.structs.asdict(version)
    del row["row_id"]
    row["search_text"] = f"{version.item_number}\n{version.name}".casefold()
    return row


NO_CHANGES = "{}"


class HistoryEntry(msgspec.Struct, frozen=True):
    """One entry of an item's history."""

    version: ItemVersion
    action: str
    changes: str = NO_CHANGES
    """JSON: wire field -> {from, to}."""
    comment: str | None = None
