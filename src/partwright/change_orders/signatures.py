"""Signatures of votes: the voter's password again, and a digest that binds vote and content together."""

from hashlib import sha256
from typing import Any

import msgspec

from partwright.change_orders import queries
from partwright.change_orders.model import DecisionInput, VoteInput
from partwright.identity import passwords
from partwright.identity.model import normalized_email
from partwright.identity.tokens import token_digest
from partwright.kit.db import Database
from partwright.kit.errors import InvalidInput
from partwright.kit.ids import ItemId
from partwright.web.request import Request


async def check_signature(
    request: Request, order_id: ItemId, body: VoteInput | DecisionInput
) -> None:
    """InvalidInput for a wrong password, and for a missing one where the settings ask for it.

    Attempts count with those to sign on, so that a token does not help to guess its owner's password.
    """
    if body.password is None:
        if not request.services.settings.sign_votes:
            return
        raise InvalidInput.field("password", "is required to sign the vote")
    actor = request.actor
    account = token_digest(normalized_email(actor.email))
    await request.services.limits.sign_on(address=request.address, account=account)
    async with request.services.database.single_reads() as reads:
        kept = await reads.one(str, queries.PASSWORD_HASH, id=actor.id)
    if not await passwords.verify_password(body.password, kept):
        request.audit.outcome = "INVALID_CREDENTIALS"
        raise InvalidInput.field("password", "is wrong")


class SignedVote(msgspec.Struct, frozen=True):
    """All that a signature stands for; the fields are columns."""

    change_order_id: str
    instance_id: str
    state_id: str
    visit: int
    user_id: str
    signed_name: str | None
    """The voter's name as it was."""
    role_id: str | None
    vote: str
    comment: str | None
    voted_at: str
    meaning: str | None
    is_signed: bool
    """Whether the password was given again."""
    content_digest: str


def sign(vote: SignedVote) -> str:
    """The digest of a vote: of another change, content, name, time or meaning it is another one."""
    fields = msgspec.structs.asdict(vote) | {"is_signed": bool(vote.is_signed)}
    return sha256(msgspec.json.encode(list(fields.values()))).hexdigest()


class KeptSignature(msgspec.Struct, frozen=True):
    """A vote with the signature that is kept of it."""

    id: str
    number: str
    is_told: bool
    """Whether the audit trail tells of the vote, where it reaches back so far."""
    signature: str | None
    vote: SignedVote


def _kept(
    vote_id: str, number: str, is_told: int, signature: str | None, *fields: Any
) -> KeptSignature:
    return KeptSignature(vote_id, number, bool(is_told), signature, SignedVote(*fields))


def signed_vote(order_id: str, instance_id: str, vote: object) -> SignedVote:
    """The statement that the signature of a vote stands for, of a row that has the other fields."""
    _, _, *names = SignedVote.__struct_fields__
    return SignedVote(order_id, instance_id, *(getattr(vote, name) for name in names))


_BATCH = 1_000


async def verify_signatures(database: Database) -> list[str]:
    """The changes and votes whose signatures do not fit, in words."""
    found: list[str] = []
    after = ""
    while True:
        async with database.snapshot() as snapshot:
            kept = await snapshot.all(_kept, queries.SIGNATURES, after=after, limit=_BATCH)
        for one in kept:
            who = f"{one.number}: the vote of {one.vote.signed_name}"
            if one.signature != sign(one.vote):
                found.append(f"{who} differs from what was signed")
            elif not one.is_told:
                found.append(f"{who} is missing from the audit trail")
        if len(kept) < _BATCH:
            return found
        after = kept[-1].id
