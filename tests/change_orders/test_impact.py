"""Impact of a change, also when items of it are gone, and the changes of an item."""

from tests.change_orders.scene import order
from tests.support.application import Api, data
from tests.support.people import ADMINISTRATOR, ENGINEER, ROLELESS, VIEWER
from tests.versioning.scene import product


async def test_an_affected_item_that_was_deleted_is_no_product(api: Api) -> None:
    made = await product(api)
    for number in ("PLATE", "FRAME"):
        await made.part(number)
    change = await order(made)
    for number in made.ids:
        await change.affect(number, "release")
    data(await change.call("GET", "/impact"))
    data(await api.delete(f"/api/items/{made.ids['PLATE']}", as_=ENGINEER))
    rollup = data(await change.call("GET", "/impact"))["rollup"]
    assert [one["item"]["itemNumber"] for one in rollup["products"]] == ["FRAME"]


async def test_the_requirements_that_the_items_meet_are_told(api: Api) -> None:
    made = await product(api)
    plate = await made.part("PLATE")
    body = {"type": "Requirement", "name": "Holds 5 kg", "itemNumber": "REQ-5"}
    requirement = data(await api.post("/api/items", body, as_=ENGINEER), 201)
    path = f"/api/items/{requirement['id']}/relationships"
    data(await api.post(path, {"targetId": plate, "type": "REFERENCE"}, as_=ENGINEER), 201)
    change = await order(made)
    await change.affect("PLATE", "release")
    (told,) = data(await change.call("GET", "/impact"))["requirements"]
    assert (told["id"], told["itemNumber"]) == (requirement["id"], "REQ-5")


async def test_an_item_tells_its_changes_the_open_ones_first(api: Api) -> None:
    made = await product(api)
    await made.part("PLATE")
    first = await order(made)
    await first.affect("PLATE", "release")
    await first.through()
    second = await order(made)
    copy = (await second.affect("PLATE"))["workingCopyId"]
    path = f"/api/items/{made.ids['PLATE']}/change-orders"
    told = data(await api.get(path, as_=VIEWER))["changeOrders"]
    assert [(one["itemNumber"], one["state"], one["changeAction"]) for one in told] == [
        (second.number, "Draft", "revise"),
        (first.number, "Released", "release"),
    ]
    assert (told[0]["closedAt"], told[1]["closedAt"] is None) == (None, False)
    of_copy = data(await api.get(f"/api/items/{copy}/change-orders", as_=VIEWER))
    assert of_copy["changeOrders"] == told
    assert (await api.get(path, as_=ROLELESS)).status_code == 403
    assert (await api.get("/api/items/unknown/change-orders", as_=VIEWER)).status_code == 404


async def test_changes_of_foreign_programs_are_not_told(api: Api) -> None:
    made = await product(api)
    await made.part("PLATE")
    program = data(await api.post("/api/programs", {"name": "Secret"}, as_=ADMINISTRATOR), 201)
    body = {"name": "Hidden", "programId": program["id"]}
    hidden = data(await api.post("/api/change-orders", body, as_=ADMINISTRATOR), 201)
    path = f"/api/change-orders/{hidden['id']}/affected-items"
    affected = {"itemId": made.ids["PLATE"], "changeAction": "release"}
    data(await api.post(path, affected, as_=ADMINISTRATOR), 201)
    path = f"/api/items/{made.ids['PLATE']}/change-orders"
    mine = data(await api.get(path, as_=ADMINISTRATOR))["changeOrders"]
    assert [one["name"] for one in mine] == ["Hidden"]
    assert data(await api.get(path, as_=ENGINEER))["changeOrders"] == []
