"""Impact of a change, also when items of it are gone."""

from tests.change_orders.scene import order
from tests.support.application import Api, data
from tests.support.people import ENGINEER
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
