"""Those whose change it is, told of what others do with it."""

from partwright.change_orders import queries
from partwright.change_orders.model import is_drafting_state
from partwright.change_orders.order_service import ChangeOrderEdit
from partwright.inbox.model import Notice, NoticeKind
from partwright.inbox.notices import finish, item_subject, notify
from partwright.kit.db import Transaction
from partwright.kit.ids import UserId
from partwright.workflows.model import WorkflowState


async def tell_authors(
    tx: Transaction, work: ChangeOrderEdit, source: WorkflowState, why: str | None
) -> None:
    """Tell who made and who submitted a change that another sent it back or brought it on."""
    subject = item_subject(work.version.master_id, work.version.type)
    for told in ("sent_back", "moved_on"):
        await finish(tx, told, subject)
    is_theirs = is_drafting_state(work.started.state)
    if is_theirs and is_drafting_state(source):
        return
    drafting = [s.name for s in work.started.structure.states if is_drafting_state(s)]
    submitter = await tx.all(
        UserId, queries.LAST_SUBMITTER, instance_id=work.started.id, drafting=drafting
    )
    whose = {UserId(work.version.created_by), *submitter} - {work.actor.id}
    kind: NoticeKind = "moved_on"
    text = f"{work.actor.name} moved {work.number} to {work.started.state.name}"
    if is_theirs:
        kind, text = "sent_back", f"{work.actor.name} sent {work.number} back"
    text += f": {why}" if why else ""
    await notify(tx, whose, Notice(kind=kind, subject=subject, text=text, by=work.actor.id))
