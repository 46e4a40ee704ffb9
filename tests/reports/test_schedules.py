"""Reports that run by themselves: when, for whom, and what is told of it."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest

from partwright.kit import clock
from partwright.reports.schedule_service import run_due
from partwright.reports.schedules import ScheduleInput, next_run
from tests.reports.scenes import made, where
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER, ROLELESS, VIEWER, Person
from tests.world import World


@pytest.mark.parametrize(
    ("wanted", "after", "expected"),
    [
        (ScheduleInput("daily", 6), "2026-11-21T05:59", "2026-11-21T06:00"),
        (ScheduleInput("daily", 6), "2026-11-21T06:00", "2026-11-22T06:00"),
        (ScheduleInput("weekly", 0, weekday=1), "2026-11-21T12:00", "2026-11-23T00:00"),
        (ScheduleInput("monthly", 23, day=31), "2026-02-01T00:00", "2026-02-28T23:00"),
        (ScheduleInput("monthly", 1, day=31), "2026-12-31T01:00", "2027-01-31T01:00"),
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
    ):
        assert place in problems(await api.put(path, wrong, as_=ENGINEER))
    weekly: dict[str, Any] = {"frequency": "weekly", "hour": 6, "weekday": 5, "format": "pdf"}
    kept = data(await api.put(path, weekly, as_=ENGINEER))["schedule"]
    assert kept.items() >= weekly.items()
    assert kept["nextAt"] > clock.now()
    quiet = {"frequency": "daily", "hour": 6, "onlyWithRows": True}
    data(await api.put(path, quiet, as_=VIEWER))

    assert await night.passes() == 2
    assert await told(api, ENGINEER) == [("report", "Bolts", "1 row")]
    assert await told(api, VIEWER) == [("report", "Bolts", "1 row")]
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
    assert await told(api, ENGINEER) == [("report", "Bolts", "0 rows, 1 the last time")]
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
