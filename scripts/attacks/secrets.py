"""Things of a hidden program with a word that no foreigner may ever read, and questions after them."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.contract.scene import Scene
from tests.support.application import Api, data
from tests.support.people import ENGINEER
from tests.world import World

SECRET_WORD = "xyzzy"


class Secret(NamedTuple):
    """What was hidden, and an item of the library that everybody sees and that is used in it."""

    scene: Scene
    library: dict[str, Any]
    part: dict[str, Any]
    assembly: dict[str, Any]


async def write_secret(api: Api, hidden: Scene) -> Secret:
    """One of everything in the hidden program, all with the word in it."""
    world = World(api)
    design, program = hidden.ids["design_id"], hidden.ids["program_id"]
    library = await world.part("Open screw")
    words = {"description": "Xyzzy inside", "attributes": {"xyzzy": "Xyzzy"}, "material": "Xyzzy"}
    part = await world.part("Xyzzy gyroscope", designId=design, itemNumber="XYZZY-1", **words)
    assembly = await world.part("Xyzzy frame", designId=design)
    await world.relate(assembly, part)
    await world.relate(assembly, library, referenceDesignator="XYZZY")
    document = await world.document("Xyzzy note", designId=design)
    upload = f"/api/items/{document['id']}/files/upload"
    data(await api.post(upload, as_=ENGINEER, files={"file": ("xyzzy.txt", b"xyzzy")}), 201)
    await world.requirement("Xyzzy need", designId=design)
    await world.issue("Xyzzy fault", programId=program)
    await world.task("Xyzzy work", programId=program)
    order = await world.change_order("Xyzzy change", designId=design)
    for item in (part, assembly):
        path = f"/api/change-orders/{order['id']}/affected-items"
        listed = {"itemId": item["id"], "changeAction": "release"}
        data(await api.post(path, listed, as_=ENGINEER), 201)
    await world.branch({"id": design}, "xyzzy")
    column = {"fieldPath": "name", "label": "Xyzzy", "displayOrder": 0, "isVisible": True}
    report = {"name": "Xyzzy list", "itemType": "Part", "columns": [column]}
    data(await api.post("/api/reports", report, as_=ENGINEER), 201)
    view = {"name": "Xyzzy view", "page": "parts"}
    data(await api.post("/api/views", view, as_=ENGINEER), 201)
    return Secret(hidden, library, part, assembly)


async def work_on(api: Api, secret: Secret) -> None:
    """Change what is hidden in every way that shows where one sees it."""
    world = World(api)
    design, program = secret.scene.ids["design_id"], secret.scene.ids["program_id"]
    more = await world.part("Another xyzzy", designId=design, material="Xyzzium", cost="12")
    await world.relate(secret.assembly, more)
    await world.relate(more, secret.library)
    await world.edit(secret.part, name="Renamed xyzzy", weight="12.5")
    await world.issue("Further xyzzy", programId=program, severity="Critical")
    await world.change_order("Second xyzzy", designId=design)
    await world.branch({"id": design}, "second-xyzzy")
    renamed = {"name": "Xyzzy lander", "description": "xyzzy"}
    data(await api.put(f"/api/designs/{design}", renamed, as_=ENGINEER))
    data(await api.put(f"/api/programs/{program}", renamed, as_=ENGINEER))
    await world.release(more)


def questions(own: Scene, secret: Secret) -> Iterator[str]:
    """What one may ask without knowing an id that is hidden."""
    kinds = ("items", "parts", "documents", "change-orders", "designs", "programs")
    words = ("XYZZY-1", "xyzzy", "gyroscope", "Lander")
    for kind in kinds:
        yield f"/api/{kind}"
        yield f"/api/{kind}?sort=createdAt:asc&limit=100"
        yield from (f"/api/{kind}?search={word}" for word in words)
    hidden = secret.scene.ids
    for key in ("designId", "programId"):
        yield f"/api/items?{key}={hidden[key]}"
    for field in ("material=Xyzzy", "name.like=xyzzy", "attributes.xyzzy=Xyzzy", "weight.from=12"):
        yield f"/api/items?{field}"
    for field in ("type", "state", "material", "partType", "name", "createdBy", "attributes.xyzzy"):
        yield f"/api/items/facets?field={field}"
    for word in (*words, "frame", "second"):
        yield f"/api/search?q={word}"
        yield f"/api/search?q={word}&kinds=item,changeOrder,file,design,program,user,report"
    yield "/api/items/by-number/XYZZY-1"
    yield "/api/items/by-number/xyzzy-1"
    yield from ("/api/files", "/api/reports", "/api/views", "/api/views?of=all", "/api/workflows")
    yield from ("/api/roles", "/api/design-engine/sessions", "/api/users/me", "/api/auth/tokens")
    yield f"/api/relationships?designId={own.ids['design_id']}"
    yield from _about_the_library(secret.library["id"])
    yield from (f"/api/designs/{own.ids['design_id']}{rest}" for rest in ("", "/commits"))


def _about_the_library(item_id: str) -> Iterator[str]:
    """An item that everybody sees; that it is used elsewhere is told as `incomplete`, and counted where it hinders."""
    one = f"/api/items/{item_id}"
    yield one
    for rest in ("history", "where-used", "graph?direction=up", "bom", "rollup", "revisions"):
        yield f"{one}/{rest}"
    yield from (
        f"{one}/{rest}" for rest in ("relationships", "files", "lock-status", "transitions")
    )
