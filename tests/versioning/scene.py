"""A small product with branches, made over HTTP."""

from typing import Any

from tests.support.application import Api, data
from tests.support.people import ENGINEER, Person


class Product:
    """A design whose items are named by their numbers."""

    def __init__(self, api: Api, design: dict[str, Any], person: Person) -> None:
        self.api = api
        self.design: str = design["id"]
        self.main: str = design["mainBranchId"]
        self.person = person
        self.ids: dict[str, str] = {}

    async def call(self, method: str, path: str, json: Any = None, **more: Any) -> Any:
        more.setdefault("as_", self.person)
        if json is not None:
            more["json"] = json
        return await self.api.request(method, path, **more)

    async def part(self, number: str, *, branch: str | None = None, **fields: Any) -> str:
        body = {"name": number, "itemNumber": number, "designId": self.design, **fields}
        if branch is not None:
            body["branchId"] = branch
        self.ids[number] = data(await self.call("POST", "/api/parts", body), 201)["id"]
        return self.ids[number]

    async def line(
        self, parent: str, child: str, quantity: float = 1, *, branch: str | None = None
    ) -> str:
        body = {"targetId": self.ids[child], "relationshipType": "bom", "quantity": quantity}
        path = f"/api/items/{self.ids[parent]}/relationships"
        answer = await self.call("POST", path, body, params=_on(branch))
        return data(answer, 201)["relationship"]["id"]

    async def edit(self, number: str, *, branch: str | None = None, **fields: Any) -> Any:
        path = f"/api/items/{self.ids[number]}"
        return data(await self.call("PUT", path, fields, params=_on(branch)))

    async def branch(self, name: str) -> str:
        path = f"/api/designs/{self.design}/branches"
        return data(await self.call("POST", path, {"name": name}), 201)["branch"]["id"]

    async def item(self, number: str, **view: str) -> Any:
        return data(await self.call("GET", f"/api/items/{self.ids[number]}", params=view))

    async def bom(self, number: str, **view: str) -> dict[str, Any]:
        """Child number -> quantity of the item's own lines."""
        path = f"/api/items/{self.ids[number]}/bom"
        lines = data(await self.call("GET", path, params={"depth": "1", **view}))["lines"]
        return {line["item"]["itemNumber"]: line["quantity"] for line in lines}

    async def names(self, **view: str) -> dict[str, str]:
        """Number -> name of everything that the view lists."""
        params = {"designId": self.design, "limit": "100", **view}
        items = data(await self.call("GET", "/api/items", params=params))["items"]
        return {item["itemNumber"]: item["name"] for item in items}

    async def commits(self, branch: str | None = None) -> list[Any]:
        params = {"limit": "100", **_on(branch)}
        path = f"/api/designs/{self.design}/commits"
        return data(await self.call("GET", path, params=params))["commits"]

    async def release(self, number: str, *, as_: Person) -> None:
        path = f"/api/items/{self.ids[number]}/transitions"
        for step in ("Submit", "Approve"):
            data(await self.call("POST", path, {"transition": step}, as_=as_))


def _on(branch: str | None) -> dict[str, str]:
    return {} if branch is None else {"branchId": branch}


async def product(api: Api, *, as_: Person = ENGINEER, code: str = "PUMP") -> Product:
    """An empty design."""
    answer = await api.post("/api/designs", {"name": "Pump", "code": code}, as_=as_)
    return Product(api, data(answer, 201), as_)


async def pump(api: Api) -> Product:
    """PUMP of a HOUSING, two SEALs and four SCREWs; the HOUSING holds a COVER."""
    made = await product(api)
    for number in ("PUMP", "HOUSING", "SEAL", "SCREW", "COVER"):
        await made.part(number)
    await made.line("PUMP", "HOUSING", 1)
    await made.line("PUMP", "SEAL", 2)
    await made.line("PUMP", "SCREW", 4)
    await made.line("HOUSING", "COVER", 1)
    return made
