"""Mail that is due, claimed by one of the processes, sent and noted."""

from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256

import structlog

from partwright.identity.authentication import find_user
from partwright.identity.model import Actor
from partwright.inbox import service as inbox_service
from partwright.kit import clock
from partwright.kit.db import Database, Snapshot, Transaction
from partwright.kit.db.single_writes import run_alone, write_alone
from partwright.kit.ids import UserId
from partwright.mail import queries
from partwright.mail.composition import MailEntry, MailFrame, compose
from partwright.mail.model import WaitingUser
from partwright.mail.smtp import MailNotSent, send
from partwright.mail.wording import WORDINGS, MailWording
from partwright.settings import Settings

_log = structlog.get_logger("mail")

CLAIM_SECONDS = 120
"""How long a process that has died keeps others from sending in its place."""
_NEWS_DAYS = 3
"""What is older is not sent any more: so nobody is flooded on the day that mail is set up."""
_FIRST_PAUSE, _LONGEST_PAUSE = 60, 6 * 3600
_PAGE = 200


async def send_due(database: Database, settings: Settings) -> int:
    """Send what is due now; answers how many mails went out."""
    now = clock.now()
    last_hour = _last_hour(now, settings.mail_hour)
    sent, after = 0, ""
    while True:
        async with database.snapshot() as snapshot:
            since = clock.moment_later(days=-_NEWS_DAYS)
            waiting = await snapshot.all(
                WaitingUser, queries.WAITING, now=now, since=since, after=after, limit=_PAGE
            )
        for user in waiting:
            is_due = user.is_due(last_hour=last_hour)
            if is_due or user.has_urgent:
                sent += await _deliver(database, settings, user, only_at_once=not is_due)
        if len(waiting) < _PAGE:
            return sent
        after = waiting[-1].id


def _last_hour(now: str, hour: int) -> str:
    """The last time that the clock showed the hour."""
    moment = clock.parse_moment(now)
    at = moment.replace(hour=hour, minute=0, second=0, microsecond=0)
    return clock.stamp(at if at <= moment else at - timedelta(days=1))


async def _deliver(
    database: Database, settings: Settings, user: WaitingUser, *, only_at_once: bool
) -> bool:
    """Send one user what waits for them, unless another process does so."""
    user_id = user.id
    until = clock.moment_later(seconds=CLAIM_SECONDS)
    if not await run_alone(database, queries.CLAIM, user_id=user_id, until=until, now=clock.now()):
        return False
    now = clock.now()
    async with database.snapshot() as snapshot:
        actor = await find_user(snapshot, user_id, scopes=None)
        entries = (
            [] if actor is None else await _entries(snapshot, actor, only_at_once=only_at_once)
        )
    is_sent = False
    if actor is not None and entries:
        try:
            await _send(settings, actor, WORDINGS[user.language], entries, now)
        except (MailNotSent, ValueError) as error:
            _log.warning("mail not sent", user=user_id, error=str(error))
            await _settle(database, user_id, sent_until=None, only_at_once=only_at_once)
            return False
        is_sent = True
    # What the user cannot see any more is not mailed later, either.
    await _settle(database, user_id, sent_until=now, only_at_once=only_at_once)
    return is_sent


async def _entries(snapshot: Snapshot, actor: Actor, *, only_at_once: bool) -> list[MailEntry]:
    since = clock.moment_later(days=-_NEWS_DAYS)
    found = await inbox_service.list_unmailed(
        snapshot, actor, since=since, only_at_once=only_at_once
    )
    return [MailEntry(one.kind, one.subject, one.text, one.file) for one in found]


async def _send(
    settings: Settings, actor: Actor, wording: MailWording, entries: Sequence[MailEntry], now: str
) -> None:
    told = "\n".join(f"{one.kind} {one.subject.id} {one.text}" for one in entries)
    message = compose(
        MailFrame(settings.public_url, settings.mail_from),
        wording,
        name=actor.name,
        email=actor.email,
        entries=entries,
        # The same mail that goes out twice, since a process died after it, is shown once.
        message_id=sha256(f"{actor.id} {now[:10]} {told}".encode()).hexdigest()[:40],
        now=now,
    )
    await send(settings.smtp_url, message)
    _log.info("mail sent", user=actor.id, entries=len(entries))


async def _settle(
    database: Database, user_id: UserId, *, sent_until: str | None, only_at_once: bool
) -> None:
    """Note that the mail went out, or when to try again."""

    async def settle(tx: Transaction) -> None:
        if sent_until is None:
            failures = await tx.one(int, queries.FAILURES, user_id=user_id) or 0
            pause = min(_FIRST_PAUSE << min(failures, 20), _LONGEST_PAUSE)
            until = clock.moment_later(seconds=pause)
            await tx.run(queries.NOT_SENT, user_id=user_id, until=until)
            return
        await inbox_service.mark_mailed(tx, user_id, until=sent_until, only_at_once=only_at_once)
        await tx.run(queries.SENT, user_id=user_id, now=clock.now(), only_at_once=only_at_once)

    await write_alone(database, settle)
