"""Scenes in the trade's words, made over HTTP as a client would make them."""

from collections.abc import Mapping
from typing import Any

from tests.support.application import Api, data
from tests.support.people import ADMINISTRATOR, ENGINEER, Person

Record = dict[str, Any]

NOBODY = "00000000-0000-7000-8000-00000000dead"
"""A well-formed id that names nothing."""


class World:
    """Makes records as one person; each verb answers the record as the service shows it."""

    def __init__(self, api: Api, *, as_: Person = ENGINEER) -> None:
        self.api = api
        self.person = as_
        self._made = 0

    def as_(self, person: Person) -> "World":
        """The same world, made by somebody else."""
        return World(self.api, as_=person)

    async def program(
        self, name: str = "Lander", *, members: Mapping[Person, str] | None = None, **fields: Any
    ) -> Record:
        """A program of the administrator with further members, each in a role there."""
        made = await self.api.post("/api/programs", {"name": name, **fields}, as_=ADMINISTRATOR)
        record: Record = data(made, 201)
        for person, role in (members or {}).items():
            path = f"/api/programs/{record['id']}/members"
            member = {"userId": person.id, "role": role}
            data(await self.api.post(path, member, as_=ADMINISTRATOR), 201)
        return record

    async def design(self, name: str | None = None, **fields: Any) -> Record:
        """A design; of the program that `programId` names, or open to all."""
        self._made += 1
        body = {"name": name or f"Design {self._made}", **fields}
        record: Record = data(await self.api.post("/api/designs", body, as_=self.person), 201)
        return record

    async def branch(self, design: Record, name: str = "lighter") -> Record:
        """A workspace branch from main's head."""
        path = f"/api/designs/{design['id']}/branches"
        record: Record = data(await self.api.post(path, {"name": name}, as_=self.person), 201)
        return dict(record["branch"])

    async def item(self, type: str, name: str | None = None, **fields: Any) -> Record:
        """An item; in the design that `designId` names, or in the library."""
        self._made += 1
        body = {"type": type, "name": name or f"{type} {self._made}", **fields}
        record: Record = data(await self.api.post("/api/items", body, as_=self.person), 201)
        return record

    async def part(self, name: str | None = None, **fields: Any) -> Record:
        return await self.item("Part", name, **fields)

    async def document(self, name: str | None = None, **fields: Any) -> Record:
        return await self.item("Document", name, **fields)

    async def change_order(self, name: str | None = None, **fields: Any) -> Record:
        return await self.item("ChangeOrder", name, **fields)

    async def requirement(self, name: str | None = None, **fields: Any) -> Record:
        return await self.item("Requirement", name, **fields)

    async def task(self, name: str | None = None, **fields: Any) -> Record:
        return await self.item("Task", name, **fields)

    async def issue(self, name: str | None = None, **fields: Any) -> Record:
        return await self.item("Issue", name, **fields)

    async def get(self, item: Record, **params: Any) -> Record:
        """The item as it stands now, on its own line unless a branch or commit is named."""
        answer = await self.api.get(f"/api/items/{item['id']}", as_=self.person, params=params)
        record: Record = data(answer)
        return record

    async def edit(self, item: Record, *, on: Record | None = None, **fields: Any) -> Record:
        """Change fields of an item; `on` names a branch."""
        if on is not None:
            fields["branchId"] = on["id"]
        answer = await self.api.put(f"/api/items/{item['id']}", fields, as_=self.person)
        record: Record = data(answer)
        return record

    async def move(self, item: Record, transition: str, **more: Any) -> Record:
        """Take a transition, as the administrator, who may take every one."""
        path = f"/api/items/{item['id']}/transitions"
        body = {"transition": transition, **more}
        record: Record = data(await self.api.post(path, body, as_=ADMINISTRATOR))
        return record

    async def release(self, item: Record) -> Record:
        """Take a draft through its review."""
        await self.move(item, "Submit")
        return await self.move(item, "Approve")

    async def relate(self, parent: Record, child: Record, **fields: Any) -> Record:
        """A relationship from parent to child, a BOM line unless `relationshipType` is given."""
        body = {"targetId": child["id"], "relationshipType": "bom", **fields}
        path = f"/api/items/{parent['id']}/relationships"
        record: Record = data(await self.api.post(path, body, as_=self.person), 201)
        return dict(record["relationship"])

    async def history(self, item: Record, **params: Any) -> list[Record]:
        """The entries of an item's history, newest first."""
        path = f"/api/items/{item['id']}/history"
        answer = await self.api.get(path, as_=self.person, params=params)
        return list(data(answer)["history"])

    async def numbers(self, **params: Any) -> list[str]:
        """The item numbers of one page of the list."""
        answer = await self.api.get("/api/items", as_=self.person, params=params)
        return [item["itemNumber"] for item in data(answer)["items"]]
