"""Reports as the tests send them."""

from typing import Any

from tests.support.application import Api, data
from tests.support.people import ENGINEER, Person

Record = dict[str, Any]


def column(path: str, place: int = 0, **more: Any) -> Record:
    shown = {"fieldPath": path, "label": path, "displayOrder": place, "isVisible": True}
    return shown | more


def where(path: str, operator: str, *values: Any, place: int = 0) -> Record:
    """A saved filter with one value, two or none."""
    given = dict(zip(("value", "value2"), values, strict=False))
    return {"fieldPath": path, "operator": operator, "displayOrder": place, **given}


def by(path: str, direction: str = "asc", priority: int = 0) -> Record:
    return {"fieldPath": path, "direction": direction, "priority": priority}


def report(**fields: Any) -> Record:
    """The body of a report on parts by number, with the fields changed."""
    body = {"name": "Parts", "itemType": "Part", "columns": [column("itemNumber")]}
    return body | fields


async def made(api: Api, *, as_: Person = ENGINEER, **fields: Any) -> Record:
    answer = await api.post("/api/reports", report(**fields), as_=as_)
    record: Record = data(answer, 201)["report"]
    return record


async def run(api: Api, made: Record, *, as_: Person = ENGINEER, **options: Any) -> Record:
    answer = await api.post(f"/api/reports/{made['id']}/execute", options, as_=as_)
    result: Record = data(answer)["result"]
    return result


async def numbers(api: Api, made: Record, *, as_: Person = ENGINEER, **options: Any) -> list[str]:
    """The item numbers of the rows."""
    return [row["itemNumber"] for row in (await run(api, made, as_=as_, **options))["rows"]]
