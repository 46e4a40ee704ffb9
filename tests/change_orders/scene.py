"""Change orders made over HTTP, in the trade's words."""

from typing import Any

from tests.support.application import Api, data
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, Person
from tests.versioning.scene import Product, product


class Order:
    """One change order on a product."""

    def __init__(self, made: Product, record: dict[str, Any]) -> None:
        self.product = made
        self.api = made.api
        self.id: str = record["id"]
        self.number: str = record["itemNumber"]
        self.path = f"/api/change-orders/{self.id}"

    async def call(
        self, method: str, path: str = "", json: Any = None, *, as_: Person = ENGINEER, **more: Any
    ) -> Any:
        if json is not None:
            more["json"] = json
        return await self.api.request(method, f"{self.path}{path}", as_=as_, **more)

    async def affect(
        self, number: str, action: str = "revise", *, status: int = 201, **more: Any
    ) -> Any:
        body = {"itemId": self.product.ids[number], "changeAction": action, **more}
        return data(await self.call("POST", "/affected-items", body), status)["affectedItem"]

    async def affected(self) -> dict[str, Any]:
        rows = data(await self.call("GET", "/affected-items"))["affectedItems"]
        return {row["itemNumber"]: row for row in rows}

    async def branch(self) -> str:
        """The change's branch in the product's design."""
        path = f"/api/designs/{self.product.design}/branches"
        rows = data(await self.product.call("GET", path))["branches"]
        return next(row["id"] for row in rows if row["changeOrderId"] == self.id)

    async def submit(self) -> Any:
        return data(await self.call("POST", "/submit"))["changeOrder"]

    async def approve(self, as_: Person = APPROVER) -> Any:
        return data(await self.call("POST", "/approve", as_=as_))

    async def reject(self, as_: Person = APPROVER) -> Any:
        return data(await self.call("POST", "/reject", as_=as_))

    async def release(self) -> Any:
        return data(await self.call("POST", "/release"))

    async def through(self) -> Any:
        """Submitted, approved and released."""
        await self.submit()
        assert (await self.approve())["transitioned"]
        return await self.release()

    async def record(self) -> Any:
        return data(await self.call("GET"))


async def order(made: Product, name: str = "A change", **fields: Any) -> Order:
    body = {"name": name, "designId": made.design, **fields}
    answer = await made.api.post("/api/change-orders", body, as_=ENGINEER)
    return Order(made, data(answer, 201))


async def released_pump(api: Api) -> Product:
    """PUMP (HOUSING, 4 SCREW, SHAFT), all released, so that main is protected."""
    made = await product(api)
    for number in ("SCREW", "SHAFT", "HOUSING", "PUMP"):
        await made.part(number, cost="2", weight="1", material="Steel")
    for child, quantity in (("HOUSING", 1), ("SCREW", 4), ("SHAFT", 1)):
        await made.line("PUMP", child, quantity)
    first = await order(made, "First release")
    for number in made.ids:
        await first.affect(number, "release")
    await first.through()
    return made


def states(*rows: tuple[str, str], final: tuple[str, ...] = ("released",)) -> list[Any]:
    """States of a workflow by id and name, of which the first is where it begins."""
    return [
        {"id": id, "name": name, "isInitial": not number, "isFinal": id in final}
        for number, (id, name) in enumerate(rows)
    ]


def way(name: str, source: str, target: str, **more: Any) -> dict[str, Any]:
    """A transition of a workflow."""
    return {"name": name, "fromStateId": source, "toStateId": target, **more}


async def workflow(api: Api, **fields: Any) -> str:
    """The id of a workflow of one's own."""
    body = {"name": "Own", "definitionType": "workflow", **fields}
    return data(await api.post("/api/workflows", body, as_=ADMINISTRATOR), 201)["workflow"]["id"]


__all__ = ["ADMINISTRATOR", "Order", "order", "released_pump", "states", "way", "workflow"]
