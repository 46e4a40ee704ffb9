"""Signatures of votes: the voter's password again, checked before the transaction."""

from partwright.change_orders import queries
from partwright.change_orders.model import DecisionInput, VoteInput
from partwright.identity import passwords
from partwright.identity.model import normalized_email
from partwright.identity.tokens import token_digest
from partwright.kit.errors import InvalidInput
from partwright.kit.ids import ItemId
from partwright.web.request import Request


async def check_signature(
    request: Request, order_id: ItemId, body: VoteInput | DecisionInput
) -> None:
    """InvalidInput for a missing or wrong password, where the settings ask for one.

    Attempts count with those to sign on, so that a token does not help to guess its owner's password.
    """
    if not request.services.settings.sign_votes:
        return
    if body.password is None:
        raise InvalidInput.field("password", "is required, since votes are signed")
    actor = request.actor
    account = token_digest(normalized_email(actor.email))
    await request.services.limits.sign_on(address=request.address, account=account)
    async with request.services.database.single_reads() as reads:
        kept = await reads.one(str, queries.PASSWORD_HASH, id=actor.id)
    if not await passwords.verify_password(body.password, kept):
        request.audit.outcome = "INVALID_CREDENTIALS"
        raise InvalidInput.field("password", "is wrong")
