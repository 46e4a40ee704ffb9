"""Every write of the pages of structures, versions, changes, the inbox and workflows, by keys.

Each place in the sources that writes stands here with what it asks of the server and the test that does
it without a mouse. `test_keyboard_writes` finds a place that is missing here; a test that no longer does
what is said of it fails.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class KeyboardWrite(NamedTuple):
    """One thing that a person does."""

    place: str
    """The module of the page, and what its write is called there."""
    deed: str
    request: str
    """`*` stands for an id."""
    test: str
    """The module and the name of the test."""


CHANGE = "test_changes test_a_change_is_read_by_keys_discussed_and_released"
STRUCTURE = "test_structures test_a_structure_is_found_edited_and_saved_without_a_mouse"
BELOW = "test_changes test_redlines_put_what_stays_aside_and_show_both_structures"
CONFLICT = "test_versions test_a_conflict_comes_is_decided_and_merged_without_a_mouse"
HELD = "test_versions test_what_is_held_is_let_go"
NEIGHBOURS = "test_versions test_uses_neighbours_and_requirements_of_a_part"
INBOX = "test_inbox test_what_waits_comes_by_itself_and_is_worked_off_by_keys"
WORKFLOW = "test_workflows test_a_workflow_is_drawn_tried_saved_and_used"
FIELD = "test_items test_two_people_change_one_field_and_one_locks_it"
ITEM = "test_keyboard_writes test_an_item_is_held_moved_changed_and_deleted"
REST = "test_keyboard_writes test_the_rest_of_changes_and_workflows"

_ORDER = "/api/change-orders/*"
_ITEM = "/api/items/*"
_BRANCH = "/api/branches/*"
_WORKFLOW = "/api/workflows/*"
_ROWS = (
    ("structure/use-editing.ts", "save lines: edited, added, moved, pasted, removed", "POST /api/relationships/batch-update", STRUCTURE),
    ("versions/branches-page.tsx make", "new branch", "POST /api/designs/*/branches", HELD),
    ("versions/branch-page.tsx archive", "archive a branch", f"POST {_BRANCH}/archive", HELD),
    ("versions/bring.tsx bring", "rebase with the sides chosen", f"POST {_BRANCH}/rebase", CONFLICT),
    ("versions/bring.tsx bring", "merge", f"POST {_BRANCH}/merge", CONFLICT),
    ("versions/bring-back.tsx restore", "bring back what main has deleted", f"POST {_ITEM}/restore", CONFLICT),
    ("versions/held-page.tsx release", "unlock", f"POST {_ITEM}/unlock", HELD),
    ("versions/held-page.tsx release", "check in", f"POST {_ITEM}/checkin", HELD),
    ("versions/held-page.tsx release", "undo a checkout", f"DELETE {_ITEM}/checkout", HELD),
    ("graph/coverage.tsx", "a part meets a requirement", f"POST {_ITEM}/relationships", NEIGHBOURS),
    ("graph/coverage.tsx", "it no longer does", "DELETE /api/relationships/*", NEIGHBOURS),
    ("changes/new-order-dialog.tsx make", "new change order", "POST /api/change-orders", CHANGE),
    ("changes/new-order-dialog.tsx link", "begin it from a problem", f"POST {_ITEM}/relationships", CHANGE),
    ("changes/edit-order-dialog.tsx", "edit a change order", f"PUT {_ORDER}", CHANGE),
    ("changes/affected-list.tsx add", "put an item on the list", f"POST {_ORDER}/affected-items", CHANGE),
    ("changes/below-button.tsx add", "add what is unreleased below", f"POST {_ORDER}/affected-items", BELOW),
    ("changes/take-off-dialog.tsx remove", "take an item off", f"DELETE {_ORDER}/affected-items/*", CHANGE),
    ("changes/affected-list.tsx review", "mark on the list", f"PUT {_ORDER}/affected-items/*", REST),
    ("changes/redlines.tsx review", "mark a redline", f"PUT {_ORDER}/affected-items/*", CHANGE),
    ("changes/conflicts-view.tsx resolve", "choose a side", f"POST {_ORDER}/resolve-conflicts", CHANGE),
    ("changes/conflicts-view.tsx move", "rebase a change", f"POST {_ORDER}/rebase", CHANGE),
    ("changes/decisions.tsx take", "submit and release", f"POST {_ORDER}/workflow/transition", CHANGE),
    ("changes/decisions.tsx take", "vote", f"POST {_ORDER}/approve", CHANGE),
    ("changes/other-workflow-dialog.tsx start", "follow another workflow", f"POST {_ORDER}/workflow", WORKFLOW),
    ("comments/discussion.tsx send", "comment, mention, reply", "POST /api/comments", CHANGE),
    ("comments/discussion.tsx settle", "settle a thread", "POST /api/comments/*/resolve", CHANGE),
    ("comments/discussion.tsx remove", "take a comment back", "DELETE /api/comments/*", REST),
    ("inbox/inbox-section.tsx mark", "done, and put back", "PUT /api/inbox/*", INBOX),
    ("inbox/inbox-section.tsx read", "open an entry", "PUT /api/inbox/*", INBOX),
    ("workflows/use-draft.ts", "save a workflow", f"PUT {_WORKFLOW}", WORKFLOW),
    ("workflows/approvers.tsx add", "name an approver", f"POST {_WORKFLOW}/states/*/approvers", WORKFLOW),
    ("workflows/approvers.tsx drop", "drop an approver", f"DELETE {_WORKFLOW}/states/*/approvers/*", REST),
    ("workflows/definition-panel.tsx remove", "delete a workflow", f"DELETE {_WORKFLOW}", REST),
    ("items/field-edit.tsx", "edit a field", f"PUT {_ITEM}", FIELD),
    ("items/attributes.tsx add", "add an attribute", f"PUT {_ITEM}", ITEM),
    ("items/check-out-button.tsx act", "check out", f"POST {_ITEM}/checkout", ITEM),
    ("items/check-out-button.tsx act", "undo the checkout", f"DELETE {_ITEM}/checkout", ITEM),
    ("items/check-out-button.tsx act", "check in", f"POST {_ITEM}/checkin", ITEM),
    ("items/item-actions.tsx set", "watch", f"PUT {_ITEM}/watch", INBOX),
    ("items/item-actions.tsx set", "watch no more", f"DELETE {_ITEM}/watch", ITEM),
    ("items/item-actions.tsx act", "lock", f"POST {_ITEM}/lock", ITEM),
    ("items/item-actions.tsx act", "unlock", f"POST {_ITEM}/unlock", ITEM),
    ("items/item-actions.tsx remove", "delete an item", f"DELETE {_ITEM}", ITEM),
    ("items/item-actions.tsx restore", "bring it back", f"POST {_ITEM}/restore", ITEM),
    ("items/move-dialog.tsx move", "take a step of the lifecycle", f"POST {_ITEM}/transitions", ITEM),
    ("items/start-change-dialog.tsx start", "start a change", "POST /api/change-orders", ITEM),
)  # fmt: skip
KEYBOARD_WRITES = tuple(KeyboardWrite(*row) for row in _ROWS)


def not_written(test: str, writes: Sequence[str]) -> list[str]:
    """What a test is said to write by keys, and did not."""
    own = (one for one in KEYBOARD_WRITES if one.test == test)
    return [f"{one.place}: {one.deed}" for one in own if not _has(one.request, writes)]


def _has(request: str, writes: Iterable[str]) -> bool:
    form = re.compile("[^/]+".join(re.escape(part) for part in request.split("*")))
    return any(form.fullmatch(write) for write in writes)
