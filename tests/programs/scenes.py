"""Programs with their people, designs and parts, made over HTTP."""

from typing import Any

from tests.support.application import Api, data
from tests.support.people import ADMINISTRATOR, ENGINEER, Person

Record = dict[str, Any]
UNKNOWN = "00000000-0000-7000-8000-00000000dead"


async def program(api: Api, members: dict[Person, str] | None = None, **fields: Any) -> Record:
    """A program of the administrator with further members."""
    made = await api.post("/api/programs", {"name": "Lander", **fields}, as_=ADMINISTRATOR)
    record: Record = data(made, 201)
    for person, role in (members or {}).items():
        await join(api, record, person, role)
    return record


async def join(api: Api, record: Record, person: Person, role: str) -> None:
    body = {"userId": person.id, "role": role}
    data(await api.post(f"/api/programs/{record['id']}/members", body, as_=ADMINISTRATOR), 201)


async def design(api: Api, *, as_: Person = ENGINEER, **fields: Any) -> Record:
    made: Record = data(await api.post("/api/designs", {"name": "Lamp", **fields}, as_=as_), 201)
    return made


async def part(api: Api, *, as_: Person = ENGINEER, **fields: Any) -> Record:
    body = {"type": "Part", "name": "Screw", **fields}
    made: Record = data(await api.post("/api/items", body, as_=as_), 201)
    return made


async def codes(api: Api, path: str, *, as_: Person = ENGINEER, **params: Any) -> list[str]:
    """The codes of one page of a list."""
    shown = data(await api.get(path, params=params, as_=as_))
    return [record["code"] for record in shown[path.rpartition("/")[2]]]
