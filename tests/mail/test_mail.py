"""Mail of what waits in inboxes: to whom, when, once, and what it says."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from partwright.inbox.model import InboxSubject
from partwright.kit import clock
from partwright.mail.composition import MailEntry, MailFrame, compose
from partwright.mail.service import send_due
from partwright.mail.wording import ENGLISH, GERMAN
from partwright.reports.schedule_service import run_due
from partwright.settings import Settings
from tests.reports.scenes import made
from tests.support.application import Api, data
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, OUTSIDER, Person
from tests.support.smtp import Received, SmtpServer
from tests.world import World

URL = "https://plm.example.com"
WORDS = Path(__file__).parents[2] / "web/src/app/words.de.json"


@pytest.fixture
async def smtp() -> AsyncIterator[SmtpServer]:
    async with SmtpServer().running() as server:
        yield server


class Post:
    """Sends what is due, as the server's own task does every few seconds."""

    def __init__(self, api: Api, smtp: SmtpServer) -> None:
        self._api, self._smtp = api, smtp
        self._settings: Settings = msgspec.structs.replace(
            api.services.settings, smtp_url=smtp.url, mail_from="plm@example.com", public_url=URL
        )

    async def send(self, *, processes: int = 1) -> list[Received]:
        """What arrived, though so many processes send at once."""
        database = self._api.services.database
        await asyncio.gather(*[send_due(database, self._settings) for _ in range(processes)])
        arrived, self._smtp.received = self._smtp.received, []
        return arrived

    async def run(self, sql: str, **params: Any) -> None:
        """Let time pass, or another process do something."""
        async with self._api.services.database.transaction() as tx:
            await tx.run(sql, **params)


async def choose(api: Api, person: Person, mode: Any) -> None:
    body = {"preferences": {"mail": mode, "theme": "dark"}}
    data(await api.put("/api/users/me/preferences", body, as_=person))


async def test_what_waits_is_mailed_once_to_who_wants_it(
    world: World, api: Api, smtp: SmtpServer
) -> None:
    post = Post(api, smtp)
    await choose(api, APPROVER, "immediate")
    data(await api.put(f"/api/users/{ENGINEER.id}", {"name": "Emmy, Noether"}, as_=ADMINISTRATOR))
    task = await world.task(
        name="Measure\nBcc: x@evil.example \u2028 the rib", assignee=APPROVER.id
    )
    (mail,) = await post.send(processes=4)
    assert (mail.sender, mail.recipient) == ("plm@example.com", APPROVER.email)
    message = mail.message
    assert "\n" not in message["subject"]
    assert message["bcc"] is None
    assert message["subject"].endswith("was assigned to you")
    assert task["itemNumber"] in message["subject"]
    assert (message["auto-submitted"], message["list-unsubscribe"]) == (
        "auto-generated",
        f"<{URL}/me>",
    )
    text = message.get_content()
    assert f"{URL}/items/{task['itemNumber']}" in text
    assert await post.send() == []

    # A new reason is mailed, though an older one of the same task still waits.
    said = {"subject": f"item:{task['id']}", "text": f"@[Alan](user:{APPROVER.id}) when?"}
    data(await api.post("/api/comments", said, as_=ENGINEER), 201)
    other = await world.task(name="Weigh it", assignee=APPROVER.id)
    (mail,) = await post.send()
    assert mail.message["subject"] == (
        f"{other['itemNumber']} Weigh it was assigned to you, and 1 more"
    )
    text = mail.message.get_content()
    assert text.index(other["itemNumber"]) < text.index("You are mentioned on")

    # What was read, what was switched off and what is for nobody any more stays.
    await world.task(name="Unwanted", assignee=OUTSIDER.id)
    await choose(api, OUTSIDER, "off")
    await world.task(name="Read at once", assignee=APPROVER.id)
    (entry, *_) = data(await api.get("/api/inbox", as_=APPROVER))["entries"]
    data(await api.put(f"/api/inbox/{entry['id']}", {"isRead": True}, as_=APPROVER))
    await world.task(name="For one who has left", assignee=ADMINISTRATOR.id)
    await choose(api, ADMINISTRATOR, "immediate")
    await post.run("UPDATE users SET active = FALSE WHERE id = :id", id=ADMINISTRATOR.id)
    assert await post.send() == []


ENCODED = "=?utf-8?q?a=0D=0ABcc:_x=40evil.example=0D=0A=0D=0Aread_this?="
"""Decoded, it ends its header, begins another one, and then the text."""


@pytest.mark.parametrize(("called", "thing"), [(ENCODED, "Rib"), ("Emmy", f"Rib {ENCODED} x")])
def test_encoded_words_in_names_do_not_begin_headers(called: str, thing: str) -> None:
    said = _composed(called, thing, "emmy@example.com").split(b"\r\n\r\n")[0]
    assert b"\nBcc" not in said
    assert b"Message-ID" in said
    assert b"?utf-8?q?a=" in said


def test_no_mail_goes_to_addresses_with_encoded_words() -> None:
    with pytest.raises(ValueError, match="decoded"):
        _composed("Emmy", "Rib", "=?utf-8?q?a=0D=0ABcc:?=@example.com")


def _composed(called: str, thing: str, email: str) -> bytes:
    subject = InboxSubject("item", "1", "P-1", thing, "/items/P-1")
    return compose(
        MailFrame(URL, "plm@example.com"),
        ENGLISH,
        name=called,
        email=email,
        entries=[MailEntry("watched", subject, "Changed")],
        message_id="1",
        now=clock.now(),
    ).as_bytes()


async def test_mail_is_in_the_language_of_the_page(
    world: World, api: Api, smtp: SmtpServer
) -> None:
    post = Post(api, smtp)
    kept = {"preferences": {"mail": "immediate", "language": "de"}}
    data(await api.put("/api/users/me/preferences", kept, as_=APPROVER))
    task = await world.task(name="Rippe messen", assignee=APPROVER.id)
    (mail,) = await post.send()
    number = task["itemNumber"]
    assert mail.message["subject"] == f"{number} Rippe messen wurde Ihnen zugewiesen"
    text = mail.message.get_content()
    assert f"Guten Tag {APPROVER.name}," in text
    assert f"{ENGINEER.name} hat Ihnen {number} zugewiesen: Rippe messen" in text
    # A language that the server does not speak changes nothing else.
    kept["preferences"]["language"] = "fr"
    data(await api.put("/api/users/me/preferences", kept, as_=APPROVER))
    await world.task(name="Weigh", assignee=APPROVER.id)
    (mail,) = await post.send()
    assert mail.message["subject"].endswith("was assigned to you")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ada moved ECO-1 to Released", "Ada hat ECO-1 auf Freigegeben gesetzt"),
        ("Ada moved ECO-1 to Try: it: now", "Ada hat ECO-1 auf Try gesetzt: it: now"),
        ("Ada sent ECO-1 back: see R1", "Ada hat ECO-1 zurückgegeben: see R1"),
        ("Ada on P-1: moved {it} to B", "Ada bei P-1: moved {it} to B"),
        ("It has 1 row, 4 the last time", "Zeilen: 1, beim letzten Mal 4"),
        ("Created P-1 and 2 more", "Angelegt: P-1 und 2 mehr"),
        ("A message of people's own", "A message of people's own"),
    ],
)
def test_what_the_server_says_is_told_in_german(text: str, told: str) -> None:
    assert GERMAN.told(text) == told


def test_states_are_called_as_on_the_page() -> None:
    words = json.loads(WORDS.read_text("utf-8"))
    assert GERMAN.states == {state: words[state] for state in GERMAN.states}


async def test_mail_once_a_day_and_after_failures(world: World, api: Api, smtp: SmtpServer) -> None:
    post = Post(api, smtp)
    # Where nothing is said of mail: once a day, at the hour that the settings name.
    nothing = {"preferences": ["mail", "off"]}
    data(await api.put("/api/users/me/preferences", nothing, as_=APPROVER))
    await world.task(name="Measure", assignee=APPROVER.id)
    assert await post.send() == []
    await post.run(
        "UPDATE inbox_notices SET happened_at = :then", then=clock.moment_later(seconds=-90_000)
    )
    smtp.refuses = True
    assert await post.send() == []
    smtp.refuses = False
    # It waits before it tries again, as it does while another process may be sending.
    assert await post.send() == []
    await post.run("UPDATE mail_deliveries SET claimed_until = :now", now=clock.now())
    assert len(await post.send(processes=3)) == 1
    await world.task(name="Weigh", assignee=APPROVER.id)
    await post.run(
        "UPDATE inbox_notices SET happened_at = :then WHERE mailed_at IS NULL",
        then=clock.moment_later(seconds=-90_000),
    )
    assert await post.send() == [], "twice a day"
    yesterday = clock.moment_later(seconds=-100_000)
    await post.run("UPDATE mail_deliveries SET sent_at = :then", then=yesterday)
    address = {"email": "jörg.o'hara@example.com"}
    data(await api.put(f"/api/users/{APPROVER.id}", address, as_=ADMINISTRATOR))
    (mail,) = await post.send()
    assert mail.recipient == address["email"]

    # What they may not see any more is not told.
    program = await world.program(members={ENGINEER: "lead", APPROVER: "engineer"})
    await world.task(name="Hidden", assignee=APPROVER.id, programId=program["id"])
    await choose(api, APPROVER, "immediate")
    path = f"/api/programs/{program['id']}/members/{APPROVER.id}"
    data(await api.delete(path, as_=ADMINISTRATOR))
    assert await post.send() == []


async def test_a_report_by_mail_goes_out_at_once_and_alone(
    world: World, api: Api, smtp: SmtpServer
) -> None:
    post = Post(api, smtp)
    await world.as_(ADMINISTRATOR).task(name="Measure", assignee=ENGINEER.id)
    report = await made(api, name="Bolts")
    path = f"/api/reports/{report['id']}/schedule"
    daily = {"frequency": "daily", "hour": 6, "format": "csv", "byMail": True}
    data(await api.put(path, daily, as_=ENGINEER))
    await post.run("UPDATE report_schedules SET next_at = '2026-01-01T00:00:00.000Z'")
    await run_due(api.services.database, api.services.contents)
    (mail,) = await post.send(processes=3)
    assert mail.message["subject"] == "Bolts has run"
    text = mail.message.get_content()
    assert re.search(r"File: Bolts \d{4}-\d\d-\d\d\.csv", text)
    assert f"{URL}/reports/{report['id']}" in text
    assert "Measure" not in text
    assert await post.send() == []
    # The mail of the day comes all the same.
    yesterday = clock.moment_later(seconds=-90_000)
    await post.run("UPDATE inbox_notices SET happened_at = :then", then=yesterday)
    (mail,) = await post.send()
    assert "Measure" in mail.message["subject"]
