"""BOM lines with chosen fields, counts of children, as columns, page by page."""

from typing import Any

from tests.support.application import Api, data, problems
from tests.support.people import ENGINEER
from tests.world import World


async def test_lines_show_what_is_asked_for(world: World, api: Api) -> None:
    top, arm, bolt = [await world.part(name) for name in ("Top", "Arm", "Bolt")]
    bolt = await world.edit(bolt, material="Steel", attributes={"MPN": "M-3"})
    await world.relate(top, arm, quantity=2, findNumber=1)
    await world.relate(top, bolt, findNumber=2)
    await world.relate(arm, bolt, quantity=3)

    async def bom(**params: Any) -> Any:
        path = f"/api/items/{top['id']}/bom"
        return data(await api.get(path, params=params, as_=ENGINEER))

    plain = await bom()
    assert "columns" not in plain
    assert "children" not in plain["lines"][0]
    rich = await bom(fields="material,attributes.MPN,lockedBy", children="true")
    bare = [dict(line) for line in rich["lines"]]
    for line in bare:
        line.pop("children")
        line["item"] = {key: line["item"][key] for key in plain["lines"][0]["item"]}
    assert bare == plain["lines"]
    assert [line["children"] for line in rich["lines"]] == [1, 0, 0]
    assert rich["lines"][1]["item"]["material"] == "Steel"
    assert rich["lines"][1]["item"]["attributes.MPN"] == "M-3"
    assert rich["lines"][0]["item"]["lockedBy"] is None
    one = await bom(depth="1", children="true")
    assert [(line["item"]["name"], line["children"]) for line in one["lines"]] == [
        ("Arm", 1),
        ("Bolt", 0),
    ]
    table = await bom(format="columns", fields="material")
    assert table["lines"] == []
    assert table["columns"]["parent"] == [None, 0, None]
    assert table["columns"]["item"] == [0, 1, 1]
    assert table["columns"]["extendedQuantity"] == [2, 6, 1]
    assert [item["children"] for item in table["items"]] == [1, 0]
    first = await bom(depth="1", limit="1")
    assert (first["total"], len(first["lines"])) == (2, 1)
    rest = await bom(depth="1", limit="5", after=first["lines"][0]["relationshipId"])
    assert [line["item"]["name"] for line in rest["lines"]] == ["Bolt"]
    await world.relate(arm, top, relationshipType="reference", metadata={"remark": "no line"})
    noted = await world.part("Noted")
    await world.relate(top, noted, metadata={"remark": "see drawing", "doNotPlace": True})
    odd = {"remark": 7, "doNotPlace": "yes"}
    await world.relate(top, await world.part("Odd"), findNumber=1, metadata=odd)
    wanted = "remark,doNotPlace,sourceOrder"
    held = {
        line["item"]["name"]: (line["remark"], line["doNotPlace"], line["sourceOrder"])
        for line in (await bom(depth="1", fields=wanted))["lines"]
    }
    assert held["Noted"] == ("see drawing", True, 3)
    assert (held["Odd"], held["Arm"]) == ((None, False, 4), (None, False, 1))
    columns = (await bom(depth="1", format="columns", fields=wanted))["columns"]
    assert sorted(columns["sourceOrder"]) == [1, 2, 3, 4]
    assert [one for one in columns["remark"] if one] == ["see drawing"]
    flat = (await bom(flat="true", fields="remark"))["lines"]
    assert {line["remark"] for line in flat} == {None}
    for params, field in (
        ({"fields": "colour"}, "fields"),
        ({"limit": "1"}, "depth"),
        ({"depth": "1", "after": top["id"]}, "after"),
    ):
        answer = await api.get(f"/api/items/{top['id']}/bom", params=params, as_=ENGINEER)
        assert list(problems(answer)) == [field]
