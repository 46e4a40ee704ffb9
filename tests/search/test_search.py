"""Search as people search: words in any order, parts, dimensions, near misses, all kinds."""

import asyncio
from typing import Any

import msgspec
import pytest

from partwright.cli.items import group_heading
from partwright.kit.db import open_database
from partwright.search import hits, ranking_rules, service
from partwright.search.model import SearchGroup
from partwright.search.queries import FoundItem
from tests.support.application import Api, data, problems
from tests.support.databases import Database
from tests.support.people import ADMINISTRATOR, ENGINEER, Person
from tests.world import World


async def found(api: Api, q: str, as_: Person = ENGINEER, **params: Any) -> dict[str, list[Any]]:
    """Kind -> its hits."""
    answer = await api.get("/api/search", params={"q": q, **params}, as_=as_)
    groups = data(answer)["groups"]
    assert all(group["total"] >= len(group["hits"]) > 0 for group in groups)
    return {group["kind"]: group["hits"] for group in groups}


def numbers(groups: dict[str, list[Any]]) -> list[str]:
    return [hit["number"] for hit in groups.get("item", [])]


async def test_a_misspelt_word_is_found_whichever_write_brought_it(world: World, api: Api) -> None:
    design = await world.design()
    part = await world.part("Holder", itemNumber="HO-7", designId=design["id"])
    await world.edit(part, description="with a flange")
    await world.edit(part, cost="2.50")
    assert numbers(await found(api, "flangge")) == ["HO-7"]
    branch = await world.branch(design)
    await world.edit(part, on=branch, description="with a gusset")
    path = f"/api/branches/{branch['id']}/merge"
    data(await api.post(path, {}, as_=ENGINEER))
    assert numbers(await found(api, "gussett")) == ["HO-7"]


async def test_items_made_together_are_found_by_all_their_texts(world: World, api: Api) -> None:
    texts = {"description": "with a flange", "attributes": {"Finish": "Anodised"}}
    rows = [{"itemNumber": f"TO-{n}", "name": f"Holder {n}"} for n in range(12)]
    body = {"designId": (await world.design())["id"], "rows": [*rows[:11], {**rows[11], **texts}]}
    data(await api.post("/api/import/parts", body, as_=ENGINEER), 201)
    for words in ("flange", "flangge", "anodised", "holder 11 anodised"):
        assert numbers(await found(api, words)) == ["TO-11"], words
    assert len(numbers(await found(api, "holdr"))) > 1


async def entry_of(place: Database, item: dict[str, Any]) -> int | None:
    """The number under which the indexes know the item's texts."""
    stored = await open_database(place.url)
    sql = "SELECT COALESCE(entry_row, row_id) FROM versions WHERE item_id = :id AND until IS NULL"
    async with stored.snapshot() as snapshot:
        entry = await snapshot.one(int, sql, id=item["id"])
    await stored.close()
    return entry


async def test_an_item_is_found_by_its_present_texts_after_other_changes(
    world: World, api: Api, database: Database
) -> None:
    design = (await world.design())["id"]
    top = await world.part("Gantry", itemNumber="GA-1", designId=design, description="belted")
    below = [await world.part(f"Beam {n}", designId=design) for n in range(3)]
    for child in below:
        await world.relate(top, child)
    listed = {"search": "gantr", "designId": design}
    for word in ("gantry", "belted"):
        hits = (await found(api, word))["item"]
        assert [(hit["number"], hit["id"]) for hit in hits] == [("GA-1", top["id"])]
    assert data(await api.get("/api/items", params=listed, as_=ENGINEER))["total"] == 1
    # What no text and no count knows leaves them alone; what moves between counts does not.
    before = await entry_of(database, top)
    await world.edit(top, cost="3.5", weight="2")
    await world.edit(top, material="Steel")
    assert await entry_of(database, top) == before
    assert [numbers(await found(api, word)) for word in ("gantry", "belted")] == [["GA-1"]] * 2
    await world.edit(top, partType="Purchase")
    assert await entry_of(database, top) != before
    wanted = {"designId": design, "partType": "Purchase"}
    assert data(await api.get("/api/items", params=wanted, as_=ENGINEER))["total"] == 1
    assert (
        data(await api.get("/api/items", params={"designId": design}, as_=ENGINEER))["total"] == 4
    )
    await world.edit(top, cost="4", attributes={"finish": "anodised"})
    assert numbers(await found(api, "anodised")) == ["GA-1"]
    await world.edit(top, name="Portal", description="geared")
    assert numbers(await found(api, "gantry")) == numbers(await found(api, "belted")) == []
    assert data(await api.get("/api/items", params=listed, as_=ENGINEER))["total"] == 0
    await world.relate(top, await world.part("Foot", designId=design))
    for word in ("portal", "geared"):
        assert numbers(await found(api, word)) == ["GA-1"]
    data(await api.delete(f"/api/items/{top['id']}", as_=ENGINEER))
    assert numbers(await found(api, "portal")) == numbers(await found(api, "geared")) == []
    assert (
        data(await api.get("/api/items", params={"designId": design}, as_=ENGINEER))["total"] == 4
    )


async def test_items_are_found_by_words_parts_dimensions_and_near_misses(
    world: World, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.part("Socket screw M3x6", itemNumber="SC-36")
    await world.part("Button head screw 6-32", itemNumber="SC-632", description="stainless")
    await world.part("Bearing", itemNumber="BR-1", attributes={"Supplier": "Würth", "MPN": "608ZZ"})
    held = await world.part("Capacitor", itemNumber="CAP-1")
    source = {
        "manufacturer": {"name": "Murata Electronics"},
        "mpn": "GRM1",
        "suppliers": [{"supplier": {"name": "Rutronik"}, "prices": []}],
    }
    data(await api.put(f"/api/items/{held['id']}/sources", {"sources": [source]}, as_=ENGINEER))
    await world.part("Plate for SC-36", itemNumber="PL-9")
    await world.part("Holder", itemNumber="HO-1", description="Made for CAP-1")
    await world.change_order("Longer screw", itemNumber="ECO-7")
    await world.part("RES SMD 10k 0603", itemNumber="EL-1")
    await world.part("Schichtwiderstand 4k7", itemNumber="EL-2")
    await world.part("Wrist pressure pad", itemNumber="WR-1")
    await world.part("WSHR-M3-SS", itemNumber="EL-3")
    await world.part("Montagewinkel, links", itemNumber="EL-4")
    await world.part("Nut", itemNumber="NU-1", attributes={"Thread": '1/4"-20 UNC'})
    await world.part("Spacer M4 x 8", itemNumber="SP-1")
    await world.part("Spacer M4×8, Steel", itemNumber="SP-2")
    await world.part("Spacer M4x12", itemNumber="SP-8", description="8 of M4")
    await world.part("Washer ISO 7089", itemNumber="FAS-7")
    expectations = (
        ("sc-36", ["SC-36", "PL-9"]),
        ("SC36", ["SC-36", "PL-9"]),
        ("iso7089 washer", ["FAS-7"]),
        ("iso7090", []),
        ("SCREW socket", ["SC-36"]),
        ("6-32 button", ["SC-632"]),
        ("cap-1", ["CAP-1", "HO-1"]),
        ("for cap-1", ["HO-1"]),
        ("m3x6", ["SC-36"]),
        ("M3 x6 screw", ["SC-36"]),
        ("m3 × 6", ["SC-36"]),
        ("m4x8", ["SP-1", "SP-2"]),
        ("M4 x 8", ["SP-1", "SP-2"]),
        ("soket m3x6", ["SC-36"]),
        ("spaccer m4 x 8", ["SP-1", "SP-2"]),
        ("buton 6-32 stain", ["SC-632"]),
        ("utton", ["SC-632"]),
        ("stainless screw", ["SC-632"]),
        ("608zz", ["BR-1"]),
        ("WÜRTH bearing", ["BR-1"]),
        ("murata capacitor", ["CAP-1"]),
        ("rutronik", ["CAP-1"]),
        ("beering", ["BR-1"]),
        ("soket scrwe", ["SC-36"]),
        ("resistor", ["EL-1", "EL-2"]),
        ("Resistors 10k", ["EL-1"]),
        ("résistance 4k7", ["EL-2"]),
        ("res", ["EL-1", "WR-1", "EL-2"]),
        ("stainless washers", ["EL-3"]),
        ("brkt", ["EL-4"]),
        ("6-33 button", []),
        ("nothing of the kind", []),
        ("%", []),
        ('"', ["NU-1"]),
        ("  ", []),
        ('1/4"-20', ["NU-1"]),
        ("bearing wurst", []),
        ("stainles buton", ["SC-632"]),
    )
    for q, expected in expectations:
        assert numbers(await found(api, q)) == expected, q
    # Among more items than are read one by one the index alone finds the same.
    monkeypatch.setattr(service, "SCANNED", 0)
    for q, expected in expectations:
        assert numbers(await found(api, f" {q} ", limit=50)) == expected, q
    assert numbers(await found(api, "m3")) == ["EL-3", "SC-36"]
    assert numbers(await found(api, "w"))[0] == "WR-1"
    groups = await found(api, "screw")
    assert [hit["number"] for hit in groups["changeOrder"]] == ["ECO-7"]
    assert {hit["number"] for hit in groups["item"]} == {"SC-36", "SC-632"}
    assert list(await found(api, "screw", kinds="changeOrder")) == ["changeOrder"]
    assert len((await found(api, "screw", limit=1))["item"]) == 1
    (capacitor,) = (await found(api, "MURATA"))["item"]
    assert capacitor["matched"] == [{"field": "manufacturer", "text": "Murata Electronics"}]
    # A misspelt word is told where the one that it means stands.
    (near,) = (await found(api, "stainles buton"))["item"]
    assert [match["field"] for match in near["matched"]] == ["name", "description"]
    (near,) = (await found(api, "beering würth"))["item"]
    assert [match["field"] for match in near["matched"]] == ["name", "attributes.Supplier"]
    (bearing,) = (await found(api, "608"))["item"]
    assert bearing["matched"] == [{"field": "attributes.MPN", "text": "608ZZ"}]
    assert (bearing["url"], bearing["type"], bearing["state"]) == ("/items/BR-1", "Part", "Draft")


async def test_accents_are_typed_or_not(world: World, api: Api) -> None:
    await world.part("Flugelmutter M3", itemNumber="AC-1")
    await world.part("Flügelmutter M4", itemNumber="AC-2")
    part = await world.part("Scheibe", itemNumber="AC-3")
    source = {"manufacturer": {"name": "Würth"}, "mpn": "W1", "suppliers": []}
    data(await api.put(f"/api/items/{part['id']}/sources", {"sources": [source]}, as_=ENGINEER))
    for words in ("flugelmutter", "FLÜGELMUTTER"):
        assert sorted(numbers(await found(api, words))) == ["AC-1", "AC-2"], words
    assert numbers(await found(api, "Fluegelmutter")) == ["AC-2"]
    for words in ("wurth", "Wuerth", "würth scheibe"):
        (hit,) = (await found(api, words))["item"]
        assert {"field": "manufacturer", "text": "Würth"} in hit["matched"], words
    assert numbers(await found(api, "flugelmutter m4")) == ["AC-2"]


async def test_companies_called_by_all_words_come_first(
    world: World, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = (
        ("A", "Maker 3", "9217"),
        ("Longer name", "Maker 17 Works", "X"),
        ("B", "Maker 170", "Y"),
    )
    for n, (name, maker, mpn) in enumerate(made):
        part = await world.part(name, itemNumber=f"MK-{n}")
        source = {"manufacturer": {"name": maker}, "mpn": mpn, "suppliers": []}
        path = f"/api/items/{part['id']}/sources"
        data(await api.put(path, {"sources": [source]}, as_=ENGINEER))
    await world.part("C, made for lot 17", itemNumber="MK-4", description="by another maker")
    assert numbers(await found(api, "maker 17")) == ["MK-1", "MK-4", "MK-2", "MK-0"]
    assert numbers(await found(api, "17 maker longer")) == ["MK-1"]
    # The parts of the one company are enough for what is shown; others are not looked for.
    monkeypatch.setattr(service, "ENOUGH", 1)
    monkeypatch.setattr(service, "SCANNED", 0)
    assert await told(api, "maker  17", limit=1) == [("item", 2, True)]
    assert numbers(await found(api, "maker  17", limit=2)) == ["MK-1", "MK-4"]
    assert await told(api, "maker  17", limit=100) == [("item", 4, False)]


async def told(api: Api, q: str, **params: Any) -> list[tuple[str, int, bool]]:
    """Each kind, how many of it were found, and whether there may be more."""
    answer = await api.get("/api/search", params={"q": q, **params}, as_=ENGINEER)
    return [(each["kind"], each["total"], each["isMinimum"]) for each in data(answer)["groups"]]


async def test_no_more_are_told_than_are_counted(
    world: World, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(4):
        await world.part(f"Holder {n}")
    await world.change_order("Longer holder")
    exact = [("item", 4, False), ("changeOrder", 1, False)]
    assert await told(api, "holder") == exact
    monkeypatch.setattr(service, "MOST", 2)
    # What was told is kept, so the words differ.
    assert (await told(api, " holder"))[0] == ("item", 2, True)
    # No kind takes the room of another that is asked for alone.
    assert await told(api, "holder", kinds="changeOrder") == exact[1:]
    monkeypatch.setattr(service, "MOST", 5)
    assert await told(api, "  holder") == [(kind, n, True) for kind, n, _ in exact]
    many, few = SearchGroup("item", 285, [], is_minimum=True), SearchGroup("changeOrder", 2, [])
    headings = [group_heading(each) for each in (many, few)]
    assert headings == ["285 items or more, the first 0", "2 change orders, the first 0"]


async def test_among_many_two_letters_are_found_where_they_begin_a_number_or_a_file(
    world: World, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = await world.part("Flange", itemNumber="QX7000")
    await world.part("Hub, 7 holes", itemNumber="AQX7")
    await world.part("Lid with qx", itemNumber="LI-1")
    for name in ("qxdrawing 7.txt", "new qx.txt"):
        upload = {"file": (name, b"lines", "text/plain")}
        answer = await api.request(
            "POST", f"/api/items/{part['id']}/files/upload", as_=ENGINEER, files=upload
        )
        assert answer.status_code == 201, answer.text
    monkeypatch.setattr(service, "SCANNED", 0)
    groups = await found(api, "qx")
    assert sorted(numbers(groups)) == ["LI-1", "QX7000"]
    assert sorted(hit["name"] for hit in groups["file"]) == ["new qx.txt", "qxdrawing 7.txt"]
    groups = await found(api, "qx 7")
    assert numbers(groups) == ["QX7000"]
    assert [hit["name"] for hit in groups["file"]] == ["qxdrawing 7.txt"]


async def test_among_many_a_whole_number_is_answered_by_the_index(
    world: World, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, name in (("PU-10", "Pump"), ("PU-101", "Pump, long"), ("GA-1", "Gasket of PU-10")):
        await world.part(name, itemNumber=number)
    await world.part("Valve 99", itemNumber="99")
    await world.part("Valve of 99", itemNumber="VA-1", description="For Pu-10, not for pump")
    await world.part("Pump house", itemNumber="PUMPS")
    every = ["PU-10", "PU-101", "GA-1", "VA-1"]
    # What was answered is kept, so each search has a limit of its own.
    assert numbers(await found(api, "pu-10", limit=9)) == every
    monkeypatch.setattr(service, "SCANNED", 0)
    assert await told(api, "pu-10", limit=8) == [("item", 2, True)]
    assert numbers(await found(api, "PU-10", limit=8)) == every[:2]
    # Whoever asks for many, or for part of a number or what may be another word, gets all.
    assert numbers(await found(api, "pu-10", limit=11)) == every
    assert numbers(await found(api, "pu-1", limit=8)) == every
    assert numbers(await found(api, "99", limit=8)) == ["99", "VA-1"]
    assert numbers(await found(api, "pumps", limit=8))[0] == "PUMPS"
    assert len(numbers(await found(api, "pumps", limit=8))) > 1


async def test_all_kinds_are_found_and_nothing_that_one_does_not_see(
    world: World, api: Api
) -> None:
    program = await world.program("Zebra program", code="ZEB")
    await world.as_(ADMINISTRATOR).part("Zebra part", programId=program["id"])
    await world.design("Zebra design")
    document = await world.document("Paper")
    path = f"/api/items/{document['id']}/files/upload"
    upload = {"file": ("zebra.txt", b"stripes", "text/plain")}
    answer = await api.request("POST", path, as_=ENGINEER, files=upload)
    assert answer.status_code == 201, answer.text
    columns = [{"fieldPath": "name", "label": "N", "displayOrder": 0, "isVisible": True}]
    report = {"name": "Zebras", "itemType": "Part", "columns": columns}
    data(await api.post("/api/reports", report, as_=ENGINEER), 201)
    theirs = await found(api, "zebra")
    assert list(theirs) == ["file", "design", "report"]
    assert theirs["file"][0]["url"] == f"/items/{document['itemNumber']}/files"
    assert theirs["file"] == (await found(api, "bra.tx ze"))["file"]
    everything = await found(api, "zebra", as_=ADMINISTRATOR)
    assert set(everything) == {"item", "file", "design", "program", "report"}
    people = await found(api, ENGINEER.name.split()[0], as_=ADMINISTRATOR)
    assert [hit["id"] for hit in people["user"]] == [ENGINEER.id]


async def test_bad_parameters_are_named(api: Api) -> None:
    for params in ({"q": "a", "kinds": "gadget"}, {"q": "a", "limit": "0"}, {}):
        found = problems(await api.get("/api/search", params=params, as_=ENGINEER))
        assert list(found) == [list({"q": "", **params})[-1]]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (("AB-1", "x"), ("C", "AB-1")),
        (("C", "ab-1"), ("AB-10", "x")),
        (("AB-10", "x"), ("C", "plate ab-1")),
        (("C", "plate ab-1"), ("C", "plate xab-1")),
    ],
)
def test_the_better_comes_first(better: tuple[str, str], worse: tuple[str, str]) -> None:
    words = ranking_rules.words_of("ab-1")
    assert ranking_rules.rank(*better, "ab-1", words) < ranking_rules.rank(*worse, "ab-1", words)


async def test_long_texts_keep_nobody_waiting() -> None:
    words = {f"note {n}": f"lorem{n} ipsum " * 300 for n in range(25)}
    long = msgspec.json.encode(words).decode()
    meant = msgspec.json.encode({"finish": "lacquered", **words}).decode()
    items = [
        FoundItem(f"{n}", f"L-{n:03}", "Lid", "Part", "Draft", None, long, None) for n in range(300)
    ]
    items[-1] = msgspec.structs.replace(items[-1], attributes=meant)
    told = asyncio.ensure_future(
        hits.best_items(items, "item", "lacquered", ["lacquered"], limit=5, most=300, is_cut=True)
    )
    turns = 0
    while not told.done():
        await asyncio.sleep(0.001)
        turns += 1
    assert turns > 3, "others have their turns while texts are read"
    assert told.result().hits[0].number == "L-299"
