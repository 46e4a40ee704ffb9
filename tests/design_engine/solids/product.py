"""A small product to be made in solids: drafted by hand, its files opened with the kernel."""

from pathlib import Path
from typing import Any, NamedTuple

from partwright.cad.job_types import INSPECT, InspectStep, StepInspection
from partwright.cad.workers import KernelPool
from tests.design_engine.session_client import SessionClient, new_session
from tests.support.application import Api, data
from tests.support.people import ENGINEER
from tests.world import Record

PLATE = "Base plate 100 x 60 x 6 mm"
SCREW = "Socket head cap screw ISO 4762 M4x12"


def node(temp_id: str, name: str, *children: Record, **fields: Any) -> Record:
    return {"tempId": temp_id, "name": name, "children": list(children), **fields}


def made(temp_id: str, name: str, **fields: Any) -> Record:
    return node(temp_id, name, partType="Manufacture", **fields)


def bought(temp_id: str, name: str, **fields: Any) -> Record:
    return node(temp_id, name, partType="Purchase", **fields)


def cabinet(*more: Record) -> Record:
    """An assembly with one below it, bought parts, software, and equal leaves."""
    return node(
        "root",
        "Gehäuse 1/2 ⚙",
        node(
            "base",
            "Base",
            made("plate", PLATE, material="Steel S235JR"),
            bought("screw", SCREW, quantity=4),
        ),
        made("lid", "Lid plate 100 x 60 x 3 mm", material="EN AW-6061"),
        bought("spare", SCREW, quantity=2),
        bought("motor", "Stepper motor NEMA 17"),
        node("code", "Firmware", partType="Software"),
        *more,
    )


class Shop:
    """A materialised session, and what is made of it."""

    def __init__(self, session: SessionClient, result: Record) -> None:
        self.session = session
        self.api = session.api
        self.result = result

    def item_id(self, temp_id: str) -> str:
        created = self.result["createdItems"]
        return str(next(one["itemId"] for one in created if temp_id in one["tempIds"]))

    async def item(self, temp_id: str, **params: Any) -> Record:
        path = f"/api/items/{self.item_id(temp_id)}"
        return dict(data(await self.api.get(path, as_=ENGINEER, params=params)))

    async def files(self, temp_id: str, **params: Any) -> dict[str, Record]:
        """The item's files by the ends of their names."""
        path = f"/api/items/{self.item_id(temp_id)}/files"
        listed = data(await self.api.get(path, as_=ENGINEER, params=params))["files"]
        return {one["originalFileName"].rsplit(".", 1)[-1]: one for one in listed}

    async def nodes(self) -> dict[str, Record]:
        """The structure's nodes by tempId."""
        found: dict[str, Record] = {}
        waiting = [(await self.session.get())["artifacts"]["bom"]["rootAssembly"]]
        while waiting:
            one = waiting.pop()
            found[one["tempId"]] = one
            waiting += one["children"]
        return found

    async def solid(self, temp_id: str) -> Record:
        return dict((await self.nodes())[temp_id]["cadGeneration"])

    async def assembly(self, temp_id: str) -> Record:
        return dict((await self.nodes())[temp_id]["assemblyComposition"])

    async def set(self, temp_id: str, **generated: Any) -> None:
        """An edit of what was generated of one node."""
        root = (await self.session.get())["artifacts"]["bom"]["rootAssembly"]
        assert _edit(root, temp_id, generated)
        await self.session.edit(artifacts={"bom": {"rootAssembly": root}})

    async def opened(self, file_id: str, folder: Path, **params: Any) -> StepInspection:
        """A STEP file of the vault as the kernel reads it again."""
        answer = await self.api.get(f"/api/files/{file_id}/download", as_=ENGINEER, params=params)
        assert answer.status_code == 200, answer.text
        path = folder / f"{file_id}.step"
        path.write_bytes(answer.content)
        return await self.api.services.of(KernelPool).run(INSPECT, InspectStep(str(path)))


def _edit(node: Record, temp_id: str, generated: Record) -> bool:
    if node["tempId"] == temp_id:
        for key, value in generated.items():
            node[key] = (node[key] or {}) | value
        return True
    return any(_edit(child, temp_id, generated) for child in node["children"])


async def shop(api: Api, root: Record, **fields: Any) -> Shop:
    """A session whose structure has become items."""
    session = await new_session(api, fields.pop("description", "A cabinet"), **fields)
    await session.edit(artifacts={"bom": {"rootAssembly": root}})
    return Shop(session, await session.materialize())


class Solid(NamedTuple):
    """What is looked at first in a node."""

    status: str
    method: str | None
    error: str | None


def solids(nodes: dict[str, Record]) -> dict[str, Solid]:
    """The parts of a structure, by tempId."""
    return {
        temp_id: Solid(cad["status"], cad["method"], cad["error"])
        for temp_id, one in nodes.items()
        if (cad := one["cadGeneration"]) is not None
    }
