from decimal import Decimal, localcontext
from typing import Any

import pytest

from partwright.relationships import (
    bom_lines,
    explosion_service,
    graph_service,
    structure_links,
)
from partwright.relationships import structure as limits
from tests.relationships import scene
from tests.relationships.test_batch import batch, line
from tests.support.application import Api, data, problems, refused
from tests.support.people import ENGINEER, OUTSIDER, Person


async def bom(api: Api, item: str, *, as_: Person = ENGINEER, **params: Any) -> Any:
    return data(await api.get(f"/api/items/{item}/bom", as_=as_, params=params))


def told(lines: list[Any]) -> list[tuple[int, str, Any, Any]]:
    return [
        (line["level"], line["item"]["itemNumber"], line["quantity"], line["extendedQuantity"])
        for line in lines
    ]


async def test_an_indented_bom(api: Api) -> None:
    ids = await scene.items(api, "TOP", "SUB", "BOLT", "NUT", "CAP")
    top, sub, bolt, nut, cap = ids
    await batch(
        api,
        line(top, sub, quantity=2, findNumber=20, referenceDesignator="S1,S2"),
        line(top, nut, quantity="0.5", findNumber=10),
        line(top, cap),
        line(sub, nut, quantity=3),
        line(sub, bolt, quantity=1.5),
        line(bolt, nut, quantity=4),
        line(top, bolt, "reference"),
    )
    answer = await bom(api, top)
    assert told(answer["lines"]) == [
        (1, "NUT", 0.5, 0.5),
        (1, "SUB", 2, 2),
        (2, "BOLT", 1.5, 3),
        (3, "NUT", 4, 12),
        (2, "NUT", 3, 6),
        (1, "CAP", 1, 1),
    ]
    assert (answer["item"]["id"], answer["depth"], answer["flat"]) == (top, "all", False)
    first = answer["lines"][1]
    assert (first["parentId"], first["findNumber"], first["referenceDesignator"]) == (
        top,
        20,
        "S1,S2",
    )
    assert set(first["item"]) == {"id", "itemNumber", "name", "revision", "type", "state"}
    assert first["relationshipId"] in {row["id"] for row in await scene.list_of(api, top)}
    assert told((await bom(api, top, depth=1))["lines"]) == [
        (1, "NUT", 0.5, 0.5),
        (1, "SUB", 2, 2),
        (1, "CAP", 1, 1),
    ]
    assert len((await bom(api, top, depth=2))["lines"]) == 5
    assert (await bom(api, top, depth=2))["depth"] == 2
    assert (await bom(api, cap))["lines"] == []


async def test_a_flat_bom(api: Api) -> None:
    design = await scene.design(api)
    lines = [("TOP", "B", 2), ("TOP", "A", 1), ("B", "A", 3), ("A", "Z", 0.5), ("B", "Z", 10)]
    ids = await scene.structure(api, design, lines)
    rows = (await bom(api, ids["TOP"], flat="true"))["lines"]
    assert told(rows) == [(1, "A", 7, 7), (1, "B", 2, 2), (2, "Z", 23.5, 23.5)]
    assert {(row["parentId"], row["relationshipId"]) for row in rows} == {(None, None)}
    assert told((await bom(api, ids["TOP"], flat="true", depth=2))["lines"]) == [
        (1, "A", 7, 7),
        (1, "B", 2, 2),
        (2, "Z", 20.5, 20.5),
    ]


async def test_bad_depths_are_400(api: Api) -> None:
    part = await scene.item(api, "A")
    for depth in ("0", "101", "-1", "1.5", "deep", "", "²", "1" * 5000):
        for call in ("bom", "graph", "where-used"):
            path = f"/api/items/{part}/{call}"
            answer = await api.get(path, as_=ENGINEER, params={"depth": depth})
            assert problems(answer).keys() == {"depth"}


async def test_extended_quantities_are_exact(api: Api) -> None:
    design = await scene.design(api)
    many = "999999999999999.999999999999"
    lines = [(f"E{n}", f"E{n + 1}", many) for n in range(6)] + [("T", "A", 0.1), ("A", "B", 0.2)]
    ids = await scene.structure(api, design, lines)
    for flat in ("true", "false"):
        answer = await api.get(f"/api/items/{ids['E0']}/bom", as_=ENGINEER, params={"flat": flat})
        with localcontext(prec=400):
            assert f'"extendedQuantity":{Decimal(many) ** 6:f}' in answer.text
    assert [row["extendedQuantity"] for row in (await bom(api, ids["T"]))["lines"]] == [0.1, 0.02]


async def test_a_product_of_quantities_without_end_is_422(api: Api) -> None:
    design = await scene.design(api)
    lines = [(f"E{n}", f"E{n + 1}", "999999999999999.999999999999") for n in range(20)]
    ids = await scene.structure(api, design, lines)
    for path in ("bom", "bom?flat=true", "rollup"):
        answer = await api.get(f"/api/items/{ids['E0']}/{path}", as_=ENGINEER)
        refused(answer, 422, "UNPROCESSABLE")
    assert len((await bom(api, ids["E0"], depth=10))["lines"]) == 10


async def test_a_doubling_diamond_of_thirty_levels(api: Api) -> None:
    design = await scene.design(api)
    lines = []
    for level in range(30):
        lines += [(f"J{level}", f"{side}{level}", 1) for side in "LR"]
        lines += [(f"{side}{level}", f"J{level + 1}", 1) for side in "LR"]
    ids = await scene.structure(api, design, lines)
    answer = await api.get(f"/api/items/{ids['J0']}/bom", as_=ENGINEER)
    error = refused(answer, 422, "UNPROCESSABLE")
    assert "flat" in error["message"]
    flat = {row["item"]["itemNumber"]: row for row in (await bom(api, ids["J0"], flat=1))["lines"]}
    assert len(flat) == 90
    assert (flat["J30"]["quantity"], flat["J30"]["level"]) == (2**30, 60)
    assert len((await bom(api, ids["J0"], depth=8))["lines"]) == 2 + 2 + 4 + 4 + 8 + 8 + 16 + 16
    rollup = data(await api.get(f"/api/items/{ids['J0']}/rollup", as_=ENGINEER))
    assert rollup["counts"] == {
        "lines": sum(2 * 2 ** (n + 1) for n in range(30)),
        "distinctItems": 90,
    }
    graph = data(await api.get(f"/api/items/{ids['J15']}/graph?depth=all", as_=ENGINEER))
    assert (len(graph["nodes"]), len(graph["edges"])) == (91, 120)
    used = data(await api.get(f"/api/items/{ids['J30']}/where-used", as_=ENGINEER))
    assert len(used["parents"]) == 120
    assert used["topLevel"] == [ids["J0"]]


async def graph(api: Api, item: str, *, as_: Person = ENGINEER, **params: Any) -> Any:
    found = data(await api.get(f"/api/items/{item}/graph", as_=as_, params=params))
    numbers = {node["id"]: node["itemNumber"] for node in found["nodes"]}
    assert len(numbers) == len(found["nodes"])
    edges = sorted((numbers[e["source"]], numbers[e["target"]]) for e in found["edges"])
    return "".join(sorted(numbers.values())), edges, found


async def test_graphs(api: Api) -> None:
    ids = dict(zip("ABCDER", await scene.items(api, *"ABCDER"), strict=True))
    for pair in ("AB", "BC", "CD", "EC", "AD"):
        await scene.relate(api, ids[pair[0]], ids[pair[1]], quantity=2, findNumber=5)
    await scene.relate(api, ids["C"], ids["R"], "reference")
    await scene.relate(api, ids["R"], ids["C"], "cross_reference")
    nodes, edges, found = await graph(api, ids["C"])
    assert nodes == "BCDER"
    assert edges == [("B", "C"), ("C", "D"), ("C", "R"), ("E", "C"), ("R", "C")]
    edge = next(e for e in found["edges"] if e["target"] == ids["D"])
    assert (edge["type"], edge["relationshipType"]) == ("BOM", "bom")
    assert (edge["quantity"], edge["findNumber"]) == (2, 5)
    assert set(edge) >= {"id", "source", "target"}
    assert (found["truncated"], found["incomplete"]) == (False, False)
    cases: list[tuple[dict[str, Any], str, int]] = [
        ({"direction": "down"}, "CDR", 2),
        ({"direction": "up"}, "BCER", 3),
        ({"direction": "up", "depth": 2, "type": "bom"}, "ABCE", 3),
        ({"direction": "up", "depth": "all"}, "ABCER", 5),
        ({"type": "BOM"}, "BCDE", 3),
        ({"type": "reference"}, "CR", 1),
        ({"type": "derived"}, "C", 0),
        ({"depth": "100", "type": "Bom"}, "ABCDE", 4),
    ]
    for params, nodes, count in cases:
        seen, edges, _ = await graph(api, ids["C"], **params)
        assert (seen, len(edges)) == (nodes, count), params
    assert (await graph(api, ids["A"], depth="all", type="bom"))[0] == "ABCD"
    path = f"/api/items/{ids['A']}/graph"
    for bad in ({"direction": "left"}, {"type": "x"}):
        assert problems(await api.get(path, as_=ENGINEER, params=bad)).keys() == bad.keys()
    for unknown in (scene.NOBODY, "nonsense"):
        for call in ("graph", "bom", "where-used", "rollup", "bom/compare"):
            answer = await api.get(f"/api/items/{unknown}/{call}", as_=ENGINEER)
            refused(answer, 404, "ITEM_NOT_FOUND")


async def test_what_the_caller_may_not_see_is_left_out_with_all_below(api: Api) -> None:
    secret = await scene.design(api, of=await scene.program(api, engineer=ENGINEER))
    a, c, d = await scene.items(api, "A", "C", "D")
    b = await scene.item(api, "B", designId=secret, cost="5")
    await batch(api, line(a, b), line(b, c), line(a, d))
    assert (await graph(api, a, depth="all"))[0] == "ABCD"
    nodes, edges, found = await graph(api, a, as_=OUTSIDER, depth="all")
    assert (nodes, edges, found["incomplete"]) == ("AD", [("A", "D")], True)
    nodes, _, found = await graph(api, c, as_=OUTSIDER, depth="all")
    assert (nodes, found["incomplete"]) == ("C", True)
    listed = await bom(api, a, as_=OUTSIDER)
    assert (told(listed["lines"]), listed["incomplete"]) == ([(1, "D", 1, 1)], True)
    assert told((await bom(api, a, as_=OUTSIDER, flat=1))["lines"]) == [(1, "D", 1, 1)]
    used = data(await api.get(f"/api/items/{c}/where-used", as_=OUTSIDER))
    assert (used["parents"], used["topLevel"], used["incomplete"]) == ([], [], True)
    rollup = data(await api.get(f"/api/items/{a}/rollup", as_=OUTSIDER))
    assert (rollup["cost"], rollup["incomplete"]) == ([], True)
    for call in ("bom", "graph", "where-used", "rollup"):
        answer = await api.get(f"/api/items/{b}/{call}", as_=OUTSIDER)
        refused(answer, 404, "ITEM_NOT_FOUND")


async def test_an_answer_that_would_be_too_large_is_cut(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    design = await scene.design(api)
    ids = await scene.structure(api, design, [("A", f"B{n}", 1) for n in range(9)])
    monkeypatch.setattr(limits, "LARGEST", 5)
    _, edges, found = await graph(api, ids["A"])
    assert (len(found["nodes"]), len(edges), found["truncated"]) == (5, 4, True)


async def test_a_large_structure_is_answered_as_a_small_one(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden = await scene.design(api, of=await scene.program(api, lead=ENGINEER))
    secret = await scene.item(api, "SECRET", designId=hidden)
    design = await scene.design(api)
    lines = [("T", "A", 1), ("A", "B", 2), ("B", "C", "3.50"), ("A", "C", 5), ("C", "D", 0)]
    ids = await scene.structure(api, design, [*lines, ("B", "D", "0.001")])
    await scene.relate(api, ids["B"], secret, quantity=7)
    await scene.relate(api, ids["A"], ids["D"], type="reference")
    branch = await scene.branch(api, design)
    edited = {"quantity": 9, "branchId": branch}
    (line,) = [
        one["relationshipId"]
        for one in (await bom(api, ids["A"], depth=1))["lines"]
        if one["item"]["itemNumber"] == "C"
    ]
    data(await api.put(f"/api/relationships/{line}", edited, as_=ENGINEER))
    calls = ("bom", "bom?flat=1", "bom?depth=2", "bom?format=columns", "rollup", "where-used")
    calls += ("graph?depth=all", "graph?depth=all&direction=down", "bom/compare")
    paths = [
        f"/api/items/{ids['A']}/{call}{'&' if '?' in call else '?'}{view}"
        for call in calls
        for view in ("", f"branchId={branch}")
    ]
    asked = [(path, person) for path in paths for person in (ENGINEER, OUTSIDER)]
    light = [data(await api.get(path, as_=person)) for path, person in asked]
    assert light[0] != light[1] != light[2]
    for module in (limits, graph_service, bom_lines, explosion_service):
        monkeypatch.setattr(module, "LIGHT", 0)
    monkeypatch.setattr(structure_links, "MANY", 0)
    for at_once in (structure_links._AT_ONCE, 1):
        monkeypatch.setattr(structure_links, "_AT_ONCE", at_once)
        for (path, person), answer in zip(asked, light, strict=True):
            assert data(await api.get(path, as_=person)) == answer, (path, at_once)


async def test_where_used(api: Api) -> None:
    design = await scene.design(api)
    lines = [("T", "S", 2), ("S", "P", 3), ("T", "P", 5), ("U", "T", 1), ("V", "P", 7)]
    ids = await scene.structure(api, design, lines)

    async def used(**params: Any) -> tuple[list[Any], list[str]]:
        path = f"/api/items/{ids['P']}/where-used"
        found = data(await api.get(path, as_=ENGINEER, params=params))
        rows = [
            (row["level"], row["item"]["itemNumber"], row["quantity"], row["isTopLevel"])
            for row in found["parents"]
        ]
        numbers = {id_: number for number, id_ in ids.items()}
        return rows, sorted(numbers[top] for top in found["topLevel"])

    first = [(1, "S", 3, False), (1, "T", 5, False), (1, "V", 7, True)]
    second = [(2, "T", 2, False), (2, "U", 1, True)]
    assert await used() == (first + second, ["U", "V"])
    assert await used(depth=1) == (first, ["V"])
    assert await used(depth=2) == (first + second, ["U", "V"])


async def test_statements_grow_with_levels_and_not_with_nodes(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(structure_links, "MANY", 50)
    design = await scene.design(api)
    wide = [("W", f"W{n}", 1) for n in range(100)]
    wide += [line for n in range(100) for line in ((f"W{n}", f"V{n}", 1), (f"V{n}", "WX", 1))]
    thin = [("N", "N0", 1), ("N0", "N1", 1), ("N1", "NX", 1)]
    ids = await scene.structure(api, design, wide + thin)
    for call in ("bom", "bom?flat=1", "graph?depth=all", "rollup", "bom/compare"):
        counts: list[int] = []
        for root in ("N", "W"):
            with api.counting() as counted:
                data(await api.get(f"/api/items/{ids[root]}/{call}", as_=ENGINEER))
            counts.append(counted.statements)
        # One more may be the token's, which is looked up from time to time.
        assert abs(counts[0] - counts[1]) <= 1
        assert counts[0] <= 16
