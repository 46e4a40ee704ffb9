"""Reports that run by themselves: when, for whom, and what is told of it."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest

from partwright.kit import clock
from partwright.reports.export_service import expire_exports
from partwright.reports.schedule_service import run_due
from partwright.reports.schedules import ScheduleInput, next_run
from tests.reports.scenes import made, where
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER, ROLELESS, VIEWER, Person
from tests.world import World

BERLIN = ScheduleInput("daily", 7, minute=30, time_zone="Europe/Berlin")
NIGHT = ScheduleInput("daily", 2, minute=30, time_zone="Europe/Berlin")


@pytest.mark.parametrize(
    ("wanted", "after", "expected"),
    [
        (ScheduleInput("daily", 6), "2026-11-21T05:59", "2026-11-21T06:00"),
        (ScheduleInput("daily", 6), "2026-11-21T06:00", "2026-11-22T06:00"),
        (ScheduleInput("weekly", 0, weekday=1), "2026-11-21T12:00", "2026-11-23T00:00"),
        (ScheduleInput("monthly", 23, day=31), "2026-02-01T00:00", "2026-02-28T23:00"),
        (ScheduleInput("monthly", 1, day=31), "2026-12-31T01:00", "2027-01-31T01:00"),
        # Half past seven in Berlin, in winter and in summer.
        (BERLIN, "2026-03-27T12:00", "2026-03-28T06:30"),
        (BERLIN, "2026-03-28T06:30", "2026-03-29T05:30"),
        (BERLIN, "2026-10-24T05:30", "2026-10-25T06:30"),
        # The day and the month are those of the place as well.
        (
            ScheduleInput("weekly", 8, weekday=1, time_zone="Asia/Tokyo"),
            "2026-11-21T00:00",
            "2026-11-22T23:00",
        ),
        (
            ScheduleInput("monthly", 8, time_zone="Asia/Tokyo"),
            "2026-11-21T00:00",
            "2026-11-30T23:00",
        ),
        # What the clocks skip comes as much later, what they show twice comes once.
        (NIGHT, "2026-03-28T12:00", "2026-03-29T01:30"),
        (NIGHT, "2026-10-24T12:00", "2026-10-25T00:30"),
        (NIGHT, "2026-10-25T00:30", "2026-10-26T01:30"),
    ],
)
def test_the_next_time(wanted: ScheduleInput, after: str, expected: str) -> None:
    found = next_run(wanted, datetime.fromisoformat(after).replace(tzinfo=UTC))
    assert clock.stamp(found).startswith(expected)


class Night:
    """Lets the time of all schedules come, in two processes at once."""

    def __init__(self, api: Api) -> None:
        self._services = api.services

    async def passes(self) -> int:
        database = self._services.database
        async with database.transaction() as tx:
            await tx.run("UPDATE report_schedules SET next_at = '2026-01-01T00:00:00.000Z'")
        ran = await asyncio.gather(*[run_due(database, self._services.contents) for _ in range(2)])
        assert await run_due(database, self._services.contents) == 0
        return sum(ran)


async def told(api: Api, person: Person) -> list[tuple[str, str, str]]:
    entries = data(await api.get("/api/inbox", as_=person))["entries"]
    return [(one["kind"], one["subject"]["name"], one["text"]) for one in entries]


async def test_a_report_runs_by_itself(api: Api, world: World) -> None:
    night = Night(api)
    await world.part("Bolt")
    bolts = [where("name", "eq", "Bolt")]
    report = await made(api, name="Bolts", filters=bolts, sharedWithUsers=[VIEWER.id])
    path = f"/api/reports/{report['id']}/schedule"
    assert data(await api.get(path, as_=VIEWER))["schedule"] is None
    refused(await api.delete(path, as_=VIEWER), 404, "RESOURCE_NOT_FOUND")
    refused(
        await api.put(path, {"frequency": "daily", "hour": 1}, as_=OUTSIDER),
        404,
        "RESOURCE_NOT_FOUND",
    )
    refused(await api.put(path, {"frequency": "daily", "hour": 1}, as_=ROLELESS), 403, "FORBIDDEN")
    for wrong, place in (
        ({"frequency": "yearly", "hour": 1}, "frequency"),
        ({"frequency": "daily", "hour": 24}, "hour"),
        ({"frequency": "weekly", "hour": 1, "weekday": 0}, "weekday"),
        ({"frequency": "monthly", "hour": 1, "day": 32}, "day"),
        ({"frequency": "daily", "hour": 1, "format": "docx"}, "format"),
        ({"frequency": "daily", "hour": 1, "minute": 60}, "minute"),
        ({"frequency": "daily", "hour": 1, "timeZone": "Europe/Nowhere"}, "timeZone"),
        ({"frequency": "daily", "hour": 1, "timeZone": "../../etc/passwd"}, "timeZone"),
    ):
        assert place in problems(await api.put(path, wrong, as_=ENGINEER))
    weekly: dict[str, Any] = {"frequency": "weekly", "hour": 6, "weekday": 5, "format": "pdf"}
    weekly |= {"minute": 15, "timeZone": "Europe/Berlin", "byMail": True}
    kept = data(await api.put(path, weekly, as_=ENGINEER))["schedule"]
    assert kept.items() >= weekly.items()
    assert kept["nextAt"] > clock.now()
    quiet = {"frequency": "daily", "hour": 6, "onlyWithRows": True}
    data(await api.put(path, quiet, as_=VIEWER))

    assert await night.passes() == 2
    assert await told(api, ENGINEER) == [("report", "Bolts", "It has 1 row")]
    assert await told(api, VIEWER) == [("report", "Bolts", "It has 1 row")]
    (entry,) = data(await api.get("/api/inbox", as_=VIEWER))["entries"]
    assert entry["subject"]["url"] == f"/reports/{report['id']}"
    audit = data(await api.get(f"/api/reports/{report['id']}/executions", as_=ENGINEER))
    assert [one["format"] for one in audit["exports"]] == ["pdf"]
    after = data(await api.get(path, as_=ENGINEER))["schedule"]
    assert (after["lastRows"], after["lastError"]) == (1, None)
    assert after["nextAt"] == kept["nextAt"]

    # The next time says what is different; who wants to hear of rows alone hears nothing of none.
    data(await api.put(f"/api/inbox/{entry['id']}", {"isDone": True}, as_=VIEWER))
    nothing = {"filters": [where("name", "eq", "Nut")]}
    data(await api.put(f"/api/reports/{report['id']}", nothing, as_=ENGINEER))
    assert await night.passes() == 2
    assert await told(api, ENGINEER) == [("report", "Bolts", "It has 0 rows, 1 the last time")]
    assert await told(api, VIEWER) == []

    # Nobody hears of what they may no longer see, nor who is no longer there.
    unshared = {"sharedWithUsers": [], "filters": bolts}
    data(await api.put(f"/api/reports/{report['id']}", unshared, as_=ENGINEER))
    data(await api.put(f"/api/users/{ENGINEER.id}", {"active": False}, as_=ADMINISTRATOR))
    await night.passes()
    assert await told(api, VIEWER) == []
    data(await api.put(f"/api/users/{ENGINEER.id}", {"active": True}, as_=ADMINISTRATOR))
    data(await api.delete(path, as_=ENGINEER))
    assert data(await api.get(path, as_=ENGINEER))["schedule"] is None
    data(await api.delete(f"/api/reports/{report['id']}", as_=ENGINEER))
    assert await told(api, ENGINEER) == []


async def test_the_file_of_a_run_is_its_users_as_long_as_the_inbox_tells_of_it(
    api: Api, world: World
) -> None:
    night = Night(api)
    database, contents = api.services.database, api.services.contents
    part = await world.part("Bolt")
    bolts = [where("name", "eq", "Bolt")]
    report = await made(api, name="Bolts", filters=bolts, sharedWithUsers=[VIEWER.id])
    path = f"/api/reports/{report['id']}/schedule"
    daily = {"frequency": "daily", "hour": 6, "format": "csv"}
    for person in (ENGINEER, VIEWER):
        data(await api.put(path, daily, as_=person))

    # A process that died amid holds the run for a while; then another runs it, and tells of it once.
    async with database.transaction() as tx:
        for until in ("2999", "2026"):
            await tx.run(
                "UPDATE report_schedules SET next_at = '2026-01-01T00:00:00.000Z',"
                " claimed_until = :until WHERE user_id = :id",
                until=f"{until}-01-01T00:00:00.000Z",
                id={"2999": ENGINEER.id, "2026": VIEWER.id}[until],
            )
    ran = await asyncio.gather(*[run_due(database, contents) for _ in range(2)])
    assert sum(ran) == 1
    assert await told(api, ENGINEER) == []
    (entry,) = data(await api.get("/api/inbox", as_=VIEWER))["entries"]
    file = entry["file"]
    assert file["name"].endswith(".csv")
    sent = await api.get(file["url"], as_=VIEWER)
    assert (sent.status_code, len(sent.content)) == (200, file["size"])
    assert sent.text.splitlines()[1:] == [part["itemNumber"]]
    assert "attachment" in sent.headers["content-disposition"]
    # Another who sees the report has not been sent this file, nor has anybody else.
    for person in (ENGINEER, OUTSIDER):
        refused(await api.get(file["url"], as_=person), 404, "RESOURCE_NOT_FOUND")

    # Old exports go, but not what the inbox holds: that goes with the next run.
    await night.passes()
    (next_entry,) = data(await api.get("/api/inbox", as_=VIEWER))["entries"]
    held = next_entry["file"]
    async with database.transaction() as tx:
        await tx.run("UPDATE kept_contents SET created_at = '2020-01-01T00:00:00.000Z'")
    await world.part("Bolt")
    await expire_exports(database, contents, days=30)
    assert (await api.get(held["url"], as_=VIEWER)).status_code == 200
    await night.passes()
    async with database.transaction() as tx:
        await tx.run("UPDATE kept_contents SET created_at = '2020-01-01T00:00:00.000Z'")
    await expire_exports(database, contents, days=30)
    refused(await api.get(held["url"], as_=VIEWER), 404, "RESOURCE_NOT_FOUND")

    # A right that is gone is missed at the next run, which says so.
    data(await api.put(f"/api/users/{VIEWER.id}", {"roleIds": []}, as_=ADMINISTRATOR))
    await night.passes()
    kinds = [kind for kind, _, text in await told(api, VIEWER) if "permission" in text]
    assert kinds == ["failed"]
