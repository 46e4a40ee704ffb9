from decimal import Decimal
from typing import Any

from tests.relationships import scene
from tests.relationships.test_batch import batch, line
from tests.support.application import Api, data
from tests.support.people import ENGINEER


async def rollup(api: Api, item: str, **params: Any) -> Any:
    return data(await api.get(f"/api/items/{item}/rollup", as_=ENGINEER, params=params))


async def test_a_product(api: Api) -> None:
    design = await scene.design(api)
    parts: dict[str, dict[str, Any]] = {
        "TOP": {"cost": "1.10", "weight": "0.5", "weightUnit": "kg", "leadTimeDays": 1},
        "SUB": {
            "cost": "0.2",
            "costCurrency": "EUR",
            "weight": "100",
            "weightUnit": "g",
            "leadTimeDays": 5,
        },
        "BOLT": {"cost": "0.01", "weight": "3", "weightUnit": "mg", "leadTimeDays": 20},
        "GLUE": {
            "cost": "9.99",
            "costCurrency": "EUR",
            "weight": "1",
            "weightUnit": "lb",
            "leadTimeDays": 2,
        },
        "LABEL": {"weight": "1", "weightUnit": "oz"},
        "SLOW": {"cost": "0", "weight": "0", "leadTimeDays": 24},
        "NONE": {},
    }
    lines = [
        ("TOP", "SUB", 2),
        ("TOP", "BOLT", 4),
        ("SUB", "BOLT", 3),
        ("SUB", "GLUE", "0.1"),
        ("TOP", "LABEL", 1),
        ("TOP", "SLOW", 1),
        ("SUB", "NONE", 0),
    ]
    ids = await scene.structure(api, design, lines, parts=parts)
    found = await rollup(api, ids["TOP"])
    assert found["cost"] == [
        {"currency": "EUR", "total": "2.398"},
        {"currency": "USD", "total": "1.2"},
    ]
    kilograms = (
        10 * Decimal("0.000003")
        + Decimal("0.2") * Decimal("0.45359237")
        + Decimal("0.028349523125")
    )
    assert found["weight"] == {
        "total": str(kilograms),
        "unit": "kg",
        "own": "0.5",
        "difference": str(Decimal("0.5") - kilograms),
    }
    assert found["leadTime"]["days"] == 26
    assert [item["itemNumber"] for item in found["leadTime"]["path"]] == ["TOP", "SUB", "BOLT"]
    bom = data(await api.get(f"/api/items/{ids['TOP']}/bom?depth=all", as_=ENGINEER))
    assert found["counts"] == {"lines": len(bom["lines"]), "distinctItems": 6}
    assert found["counts"]["lines"] == 7
    assert {m["item"]["itemNumber"]: m["fields"] for m in found["missing"]} == {
        "LABEL": ["cost", "leadTime"],
        "NONE": ["cost", "weight", "leadTime"],
    }
    assert found["item"]["id"] == ids["TOP"]


async def test_bases_choose_between_own_figures_and_those_of_the_children(api: Api) -> None:
    design = await scene.design(api)
    parts: dict[str, dict[str, Any]] = {
        "A": {"weight": "5", "cost": "10"},
        "M": {"weight": "2", "cost": "7", "partType": "Purchase"},
        "S": {"weight": "1", "cost": "3"},
    }
    ids = await scene.structure(api, design, [("A", "M", 2), ("M", "S", 4)], parts=parts)

    async def figures(**edit: str) -> tuple[str, str]:
        for number, basis in edit.items():
            key, value = basis.split("=")
            data(await api.put(f"/api/items/{ids[number]}", {key: value}, as_=ENGINEER))
        found = await rollup(api, ids["A"])
        return found["weight"]["total"], found["cost"][0]["total"]

    # A motor is bought as one: what stands in it costs nothing more, but it is what it weighs.
    assert await figures() == ("8", "24")
    assert await figures(M="massBasis=own") == ("4", "24")
    assert await figures(M="costBasis=calculated") == ("4", "34")
    assert await figures(A="massBasis=added") == ("9", "34")
    assert await figures(A="costBasis=calculated") == ("9", "24")
    weight = (await rollup(api, ids["A"]))["weight"]
    assert (weight["own"], weight["difference"]) == ("5", "1")
    await figures(M="costBasis=own")
    data(await api.put(f"/api/items/{ids['M']}", {"cost": None}, as_=ENGINEER))
    missing = (await rollup(api, ids["A"]))["missing"]
    assert {gap["item"]["itemNumber"]: gap["fields"] for gap in missing} == {
        "M": ["cost"],
        "S": ["leadTime"],
    }


async def test_a_leaf_alone(api: Api) -> None:
    part = await scene.item(api, "P")
    found = await rollup(api, part)
    assert (found["cost"], found["weight"]) == ([], {"total": "0", "unit": "kg"})
    assert (found["leadTime"]["days"], len(found["leadTime"]["path"])) == (0, 1)
    assert found["counts"] == {"lines": 0, "distinctItems": 0}
    assert found["missing"][0]["fields"] == ["cost", "weight", "leadTime"]


async def test_an_assembly_is_not_missing_what_its_parts_say(api: Api) -> None:
    design = await scene.design(api)
    ids = await scene.structure(
        api,
        design,
        [("A", "B", 3)],
        parts={"B": {"cost": "0.333333333333", "weight": "1000000", "leadTimeDays": 0}},
    )
    found = await rollup(api, ids["A"])
    assert found["missing"] == []
    assert found["cost"] == [{"currency": "USD", "total": "0.999999999999"}]
    assert found["weight"]["total"] == "3000000"


async def test_at_a_commit_of_the_past(api: Api) -> None:
    a, b = await scene.items(api, "A", "B", cost="2")
    edge = await scene.relate(api, a, b, quantity=3)
    history = data(await api.get(f"/api/items/{a}/history", as_=ENGINEER))["history"]
    data(await api.put(f"/api/relationships/{edge['id']}", {"quantity": 5}, as_=ENGINEER))
    data(await api.put(f"/api/items/{b}", {"cost": "7"}, as_=ENGINEER))
    assert (await rollup(api, a))["cost"][0]["total"] == "37"
    past = await rollup(api, a, commitId=history[0]["commitId"])
    assert past["cost"][0]["total"] == "8"


async def compare(api: Api, item: str, **params: Any) -> Any:
    path = f"/api/items/{item}/bom/compare"
    return data(await api.get(path, as_=ENGINEER, params=params))


def told(rows: list[Any]) -> list[tuple[str, str]]:
    return [(row["parent"]["itemNumber"], row["item"]["itemNumber"]) for row in rows]


async def test_two_roots_level_by_level(api: Api) -> None:
    design = await scene.design(api)
    lines = [
        ("OLD", "SUB", 1),
        ("OLD", "GONE", 1),
        ("SUB", "BOLT", 4),
        ("SUB", "NUT", 4),
        ("GONE", "DEEP", 1),
        ("NEW", "SUB2", 1),
        ("SUB2", "CAP", 2),
        ("NEW", "SUB", 3),
    ]
    ids = await scene.structure(api, design, lines)
    found = await compare(api, ids["OLD"], **{"with": ids["NEW"]})
    assert told(found["removed"]) == [("GONE", "DEEP"), ("OLD", "GONE")]
    assert told(found["added"]) == [("NEW", "SUB2"), ("SUB2", "CAP")]
    assert told(found["changed"]) == [("NEW", "SUB")]
    assert found["changed"][0]["changes"] == {"quantity": {"from": 1, "to": 3}}
    assert found["added"][1]["changes"]["quantity"] == {"from": None, "to": 2}
    assert found["removed"][0]["changes"]["quantity"] == {"from": 1, "to": None}
    assert found["moved"] == []
    assert set(found["added"][0]) == {"item", "parent", "changes"}
    back = await compare(api, ids["NEW"], **{"with": ids["OLD"]})
    assert told(back["added"]) == told(found["removed"])
    assert await compare(api, ids["OLD"], **{"with": ids["OLD"]}) == {
        "added": [],
        "removed": [],
        "changed": [],
        "moved": [],
        "incomplete": False,
    }


async def test_the_same_item_then_and_now(api: Api) -> None:
    ids = dict(zip("ABCDE", await scene.items(api, *"ABCDE"), strict=True))
    await batch(
        api,
        line(ids["A"], ids["B"]),
        line(ids["A"], ids["C"]),
        line(ids["B"], ids["D"], quantity=2, findNumber=10, referenceDesignator="R1"),
    )
    history = data(await api.get(f"/api/items/{ids['A']}/history", as_=ENGINEER))["history"]
    then = history[0]["commitId"]
    edges = {
        row["targetItem"]["itemNumber"]: row["id"]
        for parent in "AB"
        for row in await scene.list_of(api, ids[parent])
    }
    data(await api.delete(f"/api/relationships/{edges['D']}", as_=ENGINEER))
    await scene.relate(api, ids["C"], ids["D"], quantity=5, findNumber=10)
    await scene.relate(api, ids["C"], ids["E"])
    change = {"findNumber": 7, "referenceDesignator": "U1"}
    data(await api.put(f"/api/relationships/{edges['C']}", change, as_=ENGINEER))
    found = await compare(api, ids["A"], commitId=then)
    assert told(found["added"]) == [("C", "E")]
    assert found["removed"] == []
    (moved,) = found["moved"]
    assert [moved[key]["itemNumber"] for key in ("item", "from", "to")] == ["D", "B", "C"]
    assert moved["changes"] == {
        "quantity": {"from": 2, "to": 5},
        "referenceDesignator": {"from": "R1", "to": None},
    }
    (changed,) = found["changed"]
    assert changed["changes"] == {
        "findNumber": {"from": None, "to": 7},
        "referenceDesignator": {"from": None, "to": "U1"},
    }
    back = await compare(api, ids["A"], withCommitId=then)
    assert told(back["removed"]) == [("C", "E")]
    assert back["moved"][0]["to"]["itemNumber"] == "B"
    same = await compare(api, ids["A"], commitId=then, withCommitId=then, **{"with": ids["A"]})
    assert not any(same.values())


async def test_a_branch_against_main(api: Api) -> None:
    design = await scene.design(api)
    a, b, c = await scene.items(api, "A", "B", "C", designId=design)
    await scene.relate(api, a, b)
    branch = await scene.branch(api, design)
    await scene.relate(api, a, c, branchId=branch)
    found = await compare(api, a, withBranchId=branch)
    assert told(found["added"]) == [("A", "C")]
    # The working copy is the same item; nothing is removed, and no revision has changed.
    assert (found["removed"], found["changed"]) == ([], [])
    assert told((await compare(api, a, branchId=branch))["removed"]) == [("A", "C")]
