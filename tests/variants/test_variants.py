"""Families of parts and their variants over HTTP."""

from typing import Any

import pytest

from partwright.kit.errors import InvalidInput
from partwright.variants.rules import check_bounds
from tests.change_orders.scene import order, released_pump
from tests.support.application import Api, data, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER, VIEWER, Person
from tests.world import NOBODY, Record, World


class Family:
    """A screw whose variants differ by their length."""

    def __init__(self, api: Api, part: Record) -> None:
        self.api = api
        self.part = part
        self.path = f"/api/items/{part['id']}/variants"

    async def table(self, **params: Any) -> Record:
        return data(await self.api.get(self.path, as_=VIEWER, params=params))

    async def put(self, attributes: list[str] | None, as_: Person = ENGINEER, **more: Any) -> Any:
        return await self.api.put(self.path, {"attributes": attributes, **more}, as_=as_)

    async def add(self, *lengths: str, **more: Any) -> list[Record]:
        """Variants of such lengths."""
        variants = [{"attributes": {"Length": length}} for length in lengths]
        answer = await self.api.post(self.path, {"variants": variants, **more}, as_=ENGINEER)
        return list(data(answer, 201)["variants"])

    async def refused(self, variant: Record, status: int) -> str:
        answer = await self.api.post(self.path, {"variants": [variant]}, as_=ENGINEER)
        assert answer.status_code == status, answer.text
        return str(answer.json()["error"]["message"])


async def _family(api: Api, number: str, **fields: Any) -> Family:
    part = await World(api).part(
        "Screw M3",
        itemNumber=number,
        material="Steel",
        partType="Purchase",
        location="Box 4",
        attributes={"Head": "hex"},
        **fields,
    )
    family = Family(api, part)
    data(await family.put(["Length"]))
    return family


async def test_a_variant_has_the_familys_fields_and_its_number_with_a_suffix(api: Api) -> None:
    world = World(api)
    design = await world.design()
    family = await _family(api, "VAR-1", designId=design["id"])
    washer = await world.part("Washer", designId=design["id"])
    await world.relate(family.part, washer, quantity=2)
    await world.part("In the way", itemNumber="var-1-02")
    made = await family.add("6 mm", "8 mm")
    assert [(one["itemNumber"], one["name"]) for one in made] == [
        ("VAR-1-01", "Screw M3, 6 mm"),
        ("VAR-1-03", "Screw M3, 8 mm"),
    ]
    own = {"attributes": {"Length": "10 mm", "Head": "round"}, "itemNumber": "LONG-1", "name": "L"}
    added = await api.post(family.path, {"variants": [own]}, as_=ENGINEER)
    assert data(added, 201)["variants"][0]["itemNumber"] == "LONG-1"
    table = await family.table()
    assert (table["family"]["itemNumber"], table["attributes"]) == ("VAR-1", ["Length"])
    assert [one["attributes"]["Length"] for one in table["variants"]] == ["10 mm", "6 mm", "8 mm"]
    variant = await world.get(made[0])
    assert (variant["familyId"], variant["isFamily"]) == (family.part["masterId"], False)
    told = [variant[key] for key in ("material", "partType", "designId", "location")]
    assert told == ["Steel", "Purchase", design["id"], None]
    assert variant["attributes"] == {"Head": "hex", "Length": "6 mm"}
    lines = data(await api.get(f"/api/items/{variant['id']}/bom", as_=VIEWER))["lines"]
    assert [(line["item"]["id"], line["quantity"]) for line in lines] == [(washer["id"], 2)]
    assert await Family(api, variant).table() == table, "A variant shows its family's table."
    listed = await api.get("/api/items?isFamily=true", as_=VIEWER)
    assert family.part["id"] in [one["id"] for one in data(listed)["items"]]
    listed = await api.get(f"/api/items?familyId={family.part['masterId']}", as_=VIEWER)
    assert data(listed)["total"] == 3


async def test_parts_become_variants_and_leave(api: Api) -> None:
    world = World(api)
    family = await _family(api, "VAR-2")
    part = await world.part("Old screw", attributes={"Length": "5 mm"})
    body = {"variants": [{"id": part["id"]}, {"attributes": {"Length": "6 mm"}}]}
    added = data(await api.post(family.path, body, as_=ENGINEER), 201)["variants"]
    assert [one["itemNumber"] for one in added] == [part["itemNumber"], "VAR-2-01"]
    entry = (await world.history(part))[0]
    assert entry["changes"] == {"family": {"from": None, "to": "VAR-2"}}
    gone = await api.delete(f"/api/items/{part['id']}/family", as_=ENGINEER)
    assert data(gone) == {"family": None, "attributes": [], "variants": []}
    assert (await world.get(part))["attributes"] == {"Length": "5 mm"}
    again = await api.delete(f"/api/items/{part['id']}/family", as_=ENGINEER)
    assert again.status_code == 409
    deleted = await api.delete(f"/api/items/{family.part['id']}", as_=ENGINEER)
    assert "VAR-2-01" in deleted.json()["error"]["message"]
    assert (await family.put(None)).status_code == 409
    data(await api.delete(f"/api/items/{added[1]['id']}", as_=ENGINEER))
    data(await family.put(None))
    assert await family.table() == {"family": None, "attributes": [], "variants": []}


async def test_what_is_wrong_with_variants_is_told(api: Api) -> None:
    world = World(api)
    family = await _family(api, "VAR-3")
    (six,) = await family.add("6 mm")
    plain, document = await world.part("Nut"), await world.document("Drawing")
    for variant, status, told in (
        ({"attributes": {}}, 400, "variants[0].attributes.Length: is required"),
        ({"attributes": {"Length": " "}}, 400, "is required"),
        ({"attributes": {"Length": "6 MM"}}, 400, "those of a variant of the family already"),
        ({"attributes": {"Length": "7"}, "itemNumber": "VAR-3"}, 409, "VAR-3"),
        ({"id": six["id"]}, 409, "a variant already"),
        ({"id": family.part["id"]}, 409, "a family"),
        ({"id": plain["id"], "name": "N", "attributes": {"Length": "9"}}, 400, "keeps"),
        ({"id": NOBODY}, 404, ""),
        ({"id": document["id"]}, 404, ""),
        ({"wrong": 1}, 400, ""),
    ):
        assert told in await family.refused(variant, status)
    assert "not a family" in await Family(api, plain).refused({"attributes": {"A": "1"}}, 409)
    for attributes in ([], ["A", "a"], [" "], ["A"] * 30, "Length"):
        assert (await family.put(attributes)).status_code == 400, attributes  # type: ignore[arg-type]
    assert (await Family(api, six).put(["Length"])).status_code == 409
    assert (await family.put(["Length"], as_=VIEWER)).status_code == 403
    assert (await Family(api, document).put(["Length"])).status_code == 404
    assert len((await family.table())["variants"]) == 1, "All or none were added."


async def test_variants_follow_branches_and_merges(api: Api) -> None:
    world = World(api)
    design = await world.design()
    family = await _family(api, "VAR-4", designId=design["id"])
    await family.add("6 mm")
    branch = await world.branch(design)
    on = {"branchId": branch["id"]}
    await family.add("8 mm", **on)
    data(await family.put(["Length", "Head"], **on))
    table = await family.table()
    assert (table["attributes"], len(table["variants"])) == (["Length"], 1)
    table = await family.table(**on)
    assert [one["attributes"]["Head"] for one in table["variants"]] == ["hex", "hex"]
    told = data(await api.get(f"/api/branches/{branch['id']}/diff", as_=ENGINEER))
    fields = {one["itemNumber"]: one["fields"] for one in told["items"]}
    assert fields["VAR-4"]["variantAttributes"]["to"] == ["Length", "Head"]
    assert fields["VAR-4-02"]["family"] == {"from": None, "to": "VAR-4"}
    data(await api.post(f"/api/branches/{branch['id']}/merge", {}, as_=ENGINEER))
    assert len((await family.table())["variants"]) == 2


async def test_a_family_is_no_part_of_what_is_released(api: Api) -> None:
    world = World(api)
    design = await world.design()
    family = await _family(api, "VAR-5", designId=design["id"])
    (six,) = await family.add("6 mm")
    box = await world.part("Box", itemNumber="VAR-5-BOX", designId=design["id"])
    line = await world.relate(box, family.part, quantity=4, findNumber=10, metadata={"remark": "r"})
    used = data(await api.get(f"/api/items/{family.part['id']}/where-used", as_=VIEWER))
    assert [one["childItemNumber"] for one in used["parents"]] == ["VAR-5"]
    order = await world.change_order(designId=design["id"])
    path = f"/api/change-orders/{order['id']}/affected-items"
    listed = {"items": [{"itemId": box["id"], "changeAction": "release"}]}
    body = {**listed, "includeUnreleasedBelow": True}
    data(await api.post(path, body, as_=ENGINEER), 201)
    steps = f"/api/change-orders/{order['id']}/workflow"
    submit = f"/api/change-orders/{order['id']}/submit"
    refusal = "No variant is chosen of VAR-5 in VAR-5-BOX"
    error = refused(await api.post(submit, as_=ENGINEER), 422, "INVALID_STATE_TRANSITION")
    assert refusal in error["message"]
    told = data(await api.get(steps, as_=ENGINEER))["upcoming"]["availableTransitions"][0]
    assert told["guards"][0]["finding"]["kind"] == "families"
    change = {"action": "update", "id": line["id"], "targetId": six["id"], "quantity": 5}
    edit = {"changes": [change], "branchId": None}
    edited = data(await api.post("/api/relationships/batch-update", edit, as_=ENGINEER))
    assert edited["errors"] == []
    lines = data(await api.get(f"/api/items/{box['id']}/relationships", as_=VIEWER))
    (kept,) = lines["relationships"]
    assert (kept["targetId"], kept["quantity"], kept["findNumber"]) == (six["id"], 5, 10)
    assert kept["metadata"] == {"remark": "r"}
    error = refused(await api.post(submit, as_=ENGINEER), 422, "INVALID_STATE_TRANSITION")
    assert "Not released: VAR-5-01 in VAR-5-BOX" in error["message"]
    used = data(await api.get(f"/api/items/{family.part['id']}/where-used", as_=VIEWER))
    assert [(p["item"]["id"], p["childItemNumber"]) for p in used["parents"]] == [
        (box["id"], "VAR-5-01")
    ]
    graph = await api.get(f"/api/items/{family.part['id']}/graph?direction=up&type=bom", as_=VIEWER)
    assert [edge["target"] for edge in data(graph)["edges"]] == [six["id"]]


async def test_a_family_is_kept_by_variants_that_its_editor_does_not_see(api: Api) -> None:
    hidden = await World(api).program("Hidden")
    family = await _family(api, "VAR-9")
    made = data(
        await api.post(
            "/api/items",
            {"type": "Part", "name": "Of the program", "programId": hidden["id"]},
            as_=ADMINISTRATOR,
        ),
        201,
    )
    adopted = {"id": made["id"], "attributes": {"Length": "6 mm"}}
    answer = await api.post(family.path, {"variants": [adopted]}, as_=ADMINISTRATOR)
    data(answer, 201)
    assert (await family.table())["variants"] == []
    for answer in (
        await family.put(None),
        await api.delete(f"/api/items/{family.part['id']}", as_=ENGINEER),
    ):
        assert answer.status_code == 409
        assert "1 that you cannot see" in answer.json()["error"]["message"]
        assert made["itemNumber"] not in answer.text


async def test_a_family_is_told_only_to_those_who_see_it(api: Api) -> None:
    world = World(api)
    hidden = await world.program("Hidden", members={ENGINEER: "engineer"})
    secret = await _family(api, "SECRET-1", programId=hidden["id"])
    part = await world.part("Open to all")
    adopted = {"id": part["id"], "attributes": {"Length": "6 mm"}}
    body = {"variants": [adopted]}
    error = refused(await api.post(secret.path, body, as_=ADMINISTRATOR), 409, "CONFLICT")
    assert "is outside of the family's program" in error["message"]
    design = await world.design()
    family = await _family(api, "SECRET-2", designId=design["id"])
    data(await api.post(family.path, body, as_=ENGINEER), 201)
    moved = {"programId": hidden["id"]}
    data(await api.put(f"/api/designs/{design['id']}", moved, as_=ADMINISTRATOR))
    assert (await world.history(part))[0]["changes"]["family"]["to"] == "SECRET-2"
    told = await api.get(f"/api/items/{part['id']}/history", as_=OUTSIDER)
    assert data(told)["history"][0]["changes"].keys() == {"attributes"}
    assert "SECRET" not in told.text


async def test_a_variant_whose_family_is_none_any_more_finds_another(api: Api) -> None:
    world = World(api)
    design = await world.design()
    ended = await _family(api, "VAR-10", designId=design["id"])
    part = await world.part("Screw", designId=design["id"], attributes={"Length": "6 mm"})
    branch = await world.branch(design)
    body = {"variants": [{"id": part["id"]}]}
    data(await api.post(ended.path, {**body, "branchId": branch["id"]}, as_=ENGINEER), 201)
    data(await ended.put(None))
    data(await api.post(f"/api/branches/{branch['id']}/merge", {}, as_=ENGINEER))
    assert (await world.get(part))["familyId"] == ended.part["masterId"]
    other = await _family(api, "VAR-11")
    data(await api.post(other.path, body, as_=ENGINEER), 201)
    assert [one["id"] for one in (await other.table())["variants"]] == [part["id"]]


async def test_a_design_with_the_family_of_a_variant_elsewhere_stays(api: Api) -> None:
    world = World(api)
    design = await world.design()
    family = await _family(api, "VAR-12", designId=design["id"])
    await family.add("8 mm")
    part = await world.part("Screw", attributes={"Length": "6 mm"})
    data(await api.post(family.path, {"variants": [{"id": part["id"]}]}, as_=ENGINEER), 201)
    path = f"/api/designs/{design['id']}"
    error = refused(await api.delete(path, as_=ADMINISTRATOR), 409, "CONFLICT")
    assert error["message"].endswith(f"its families have the variants {part['itemNumber']}")
    data(await api.delete(f"/api/items/{part['id']}/family", as_=ENGINEER))
    assert (await api.delete(path, as_=ADMINISTRATOR)).status_code in (200, 204)


async def test_what_variants_may_cost_is_bounded(api: Api) -> None:
    world = World(api)
    family = await _family(api, "VAR-13")
    many = {f"A{place}": "1" for place in range(499)}
    long = {"attributes": {"Length": "x" * 500}}
    assert "variants.name: is required" in await family.refused(long, 400)
    told = await family.refused({"attributes": {"Length": "6 mm"} | many}, 400)
    assert "expected at most 500 in all, got 501" in told
    full = await world.part("Full", attributes=many)
    told = await family.refused({"id": full["id"], "attributes": {"Length": "1", "B": "2"}}, 400)
    assert "expected at most 500 in all, got 501" in told
    for place in range(101):
        await world.relate(family.part, await world.part(f"Child {place}"))
    lengths = [{"attributes": {"Length": str(place)}} for place in range(200)]
    answer = await api.post(family.path, {"variants": lengths}, as_=ENGINEER)
    told = refused(answer, 400, "VALIDATION_ERROR")["message"]
    assert told == "variants: expected at most 20000 BOM lines to be copied in all, got 20200"
    assert (await family.table())["variants"] == []
    with pytest.raises(InvalidInput, match="at most 2000 of a family in all, got 2001"):
        check_bounds(variants=2001)


async def test_merges_and_releases_tell_families_by_their_numbers(api: Api) -> None:
    world = World(api)
    design = await world.design()
    on_main, on_branch = [
        await _family(api, f"VAR-{number}", designId=design["id"]) for number in (14, 15)
    ]
    first, second = [
        await world.part("Screw", designId=design["id"], attributes={"Length": length})
        for length in ("6 mm", "8 mm")
    ]
    branch = await world.branch(design)
    body = {"variants": [{"id": first["id"]}, {"id": second["id"]}], "branchId": branch["id"]}
    data(await api.post(on_branch.path, body, as_=ENGINEER), 201)
    body = {"variants": [{"id": first["id"]}]}
    data(await api.post(on_main.path, body, as_=ENGINEER), 201)
    merge = f"/api/branches/{branch['id']}/merge"
    (clash,) = refused(await api.post(merge, {}, as_=ENGINEER), 409, "MERGE_CONFLICT")["details"]
    told = [clash[key] for key in ("path", "base", "ours", "theirs")]
    assert told == ["family", None, "VAR-15", "VAR-14"]
    choice = {"itemId": clash["itemId"], "path": "family", "take": "ours"}
    data(await api.post(merge, {"resolutions": [choice]}, as_=ENGINEER))
    for part, before in ((first, "VAR-14"), (second, None)):
        changes = (await world.history(part))[0]["changes"]
        assert changes == {"family": {"from": before, "to": "VAR-15"}}


async def test_a_revision_that_becomes_a_variant_tells_its_family(api: Api) -> None:
    made = await released_pump(api)
    change = await order(made)
    on = {"branchId": (await change.affect("SHAFT"))["branchId"]}
    await change.affect("SCREW")
    path = f"/api/items/{made.ids['SHAFT']}/variants"
    data(await api.put(path, {"attributes": ["Length"], **on}, as_=ENGINEER))
    adopted = {"id": made.ids["SCREW"], "attributes": {"Length": "6 mm"}}
    data(await api.post(path, {"variants": [adopted], **on}, as_=ENGINEER), 201)
    await change.through()
    history = await World(api).history({"id": made.ids["SCREW"]})
    told = next(entry["changes"] for entry in history if entry["action"] == "Released")
    assert told["family"] == {"from": None, "to": "SHAFT"}
    assert "familyId" not in told
