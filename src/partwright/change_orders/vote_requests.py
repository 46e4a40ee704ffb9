"""Who is asked for a vote, told through their inboxes; and whose change was sent back."""

from partwright.change_orders import approval_service, order_service, queries
from partwright.change_orders.approval_service import TransitionContext
from partwright.change_orders.order_service import ChangeOrderEdit
from partwright.inbox.model import Notice, item_subject
from partwright.inbox.notices import finish, notify
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.ids import UserId
from partwright.workflows.model import WorkflowState


async def voters_asked(snapshot: Snapshot, found: TransitionContext) -> list[UserId]:
    """Those whose vote the present state still waits for."""
    voted = {vote.user_id for vote in found.current_votes}
    roles = [
        str(one.role_id)
        for one in approval_service.awaited_approvers(found)
        if one.user_id is None and one.role_id is not None
    ]
    asked = {
        one.user_id for one in approval_service.awaited_approvers(found) if one.user_id is not None
    }
    if roles:
        asked |= set(await snapshot.all(UserId, queries.USERS_IN_ROLES, roles=roles))
    elif found.asks_approval and not found.approvers:
        asked = set(await snapshot.all(UserId, queries.USERS_WHO_APPROVE))
        asked.discard(found.facts.author_id)
    return sorted(asked - voted)


async def request_votes(tx: Transaction, work: ChangeOrderEdit, *, is_new: bool) -> None:
    """Ask those who are still to vote, when a state is entered; tell the others that it is done."""
    subject = item_subject(work.version.master_id, work.version.type)
    asked: list[UserId] = []
    if work.is_frozen and work.started.status == "active":
        order_id = work.version.item_id
        found = await approval_service.transition_context(tx, work.actor, order_id, work.started)
        asked = await voters_asked(tx, found)
    await finish(tx, "vote", subject, but=asked)
    if is_new and asked:
        text = f"{work.number} waits for your vote: {work.version.name}"
        await notify(tx, asked, Notice(kind="vote", subject=subject, text=text, by=work.actor.id))


async def tell_of_state(
    tx: Transaction, work: ChangeOrderEdit, source: WorkflowState, comment: str | None
) -> None:
    """Tell those who have to do with the state that a change has entered."""
    await _tell_sent_back(tx, work, source, why=comment)
    await request_votes(tx, work, is_new=True)


async def _tell_sent_back(
    tx: Transaction, work: ChangeOrderEdit, source: WorkflowState, *, why: str | None
) -> None:
    """Tell who made and who submitted a change that it is theirs again."""
    subject = item_subject(work.version.master_id, work.version.type)
    await finish(tx, "sent_back", subject)
    if order_service.is_drafting(source) or not order_service.is_drafting(work.started.state):
        return
    submitter = await tx.all(UserId, queries.LAST_SUBMITTER, instance_id=work.started.id)
    whose = {UserId(work.version.created_by), *submitter} - {work.actor.id}
    text = f"{work.actor.name} sent {work.number} back" + (f": {why}" if why else "")
    await notify(tx, whose, Notice(kind="sent_back", subject=subject, text=text, by=work.actor.id))
