from typing import Any

import pytest

from partwright.relationships import by_design as of_design_rows
from partwright.web import spooled_json
from tests.relationships import scene
from tests.relationships.test_batch import batch, line
from tests.support.application import Api, data, problems, refused
from tests.support.people import ENGINEER, OUTSIDER, Person


async def of_design(api: Api, design: str, *, as_: Person = ENGINEER, **params: Any) -> Any:
    return await api.get("/api/relationships", as_=as_, params={"designId": design, **params})


async def test_lines_stand_by_find_number_then_item_number(api: Api) -> None:
    a, x, b, z, y = await scene.items(api, "A", "X", "B", "Z", "Y")
    await batch(api, line(a, x), line(a, b), line(a, z, findNumber=20), line(a, y, findNumber=3))
    assert await scene.children(api, a) == ["Y", "Z", "B", "X"]


async def test_the_type_filters_in_any_letter_case(api: Api) -> None:
    a, b, c = await scene.items(api, "A", "B", "C")
    await batch(api, line(a, b), line(a, c, "reference"))
    assert await scene.children(api, a, type="BOM") == ["B"]
    assert await scene.children(api, a, type="Reference") == ["C"]
    assert await scene.children(api, a) == ["B", "C"]
    answer = await api.get(f"/api/items/{a}/relationships", as_=ENGINEER, params={"type": "x"})
    assert problems(answer).keys() == {"type"}


async def test_lists_are_whole_unless_a_page_is_asked_for(api: Api) -> None:
    design = await scene.design(api)
    ids = await scene.structure(api, design, [("A", f"B{n:03}", 1) for n in range(130)])
    path = f"/api/items/{ids['A']}/relationships"
    for where, params in ((path, {}), ("/api/relationships", {"designId": design})):
        whole = await api.get(where, as_=ENGINEER, params=params)
        assert len(data(whole)["relationships"]) == 130
        assert data(whole)["count"] == 130
        assert "meta" not in whole.json()
        rows: list[Any] = []
        for page in (1, 2, 3):
            answer = await api.get(
                where, as_=ENGINEER, params={**params, "page": page, "limit": 50}
            )
            rows += data(answer)["relationships"]
            assert answer.json()["meta"] == {
                "total": 130,
                "page": page,
                "limit": 50,
                "totalPages": 3,
            }
        assert rows == data(whole)["relationships"]
        only_page = await api.get(where, as_=ENGINEER, params={**params, "page": 8})
        assert (data(only_page)["relationships"], only_page.json()["meta"]["limit"]) == ([], 20)
        for bad in ({"page": 0}, {"limit": 0}, {"limit": "x"}, {"page": -1}):
            answer = await api.get(where, as_=ENGINEER, params={**params, **bad})
            assert problems(answer).keys() == bad.keys()
    assert [row["targetItem"]["itemNumber"] for row in await scene.list_of(api, ids["A"])] == [
        f"B{n:03}" for n in range(130)
    ]


async def test_the_relationships_of_a_design(api: Api) -> None:
    design, other = await scene.design(api), await scene.design(api)
    ids = await scene.structure(api, design, [("A", "B", 2), ("B", "C", 1)])
    far = (await scene.structure(api, other, [("X", "Y", 1)]))["X"]
    await scene.relate(api, ids["A"], far, "reference")
    await scene.relate(api, far, ids["A"], "cross_reference")
    rows = data(await of_design(api, design))["relationships"]
    assert {(row["sourceId"], row["targetId"], row["relationshipType"]) for row in rows} == {
        (ids["A"], ids["B"], "bom"),
        (ids["B"], ids["C"], "bom"),
        (ids["A"], far, "reference"),
    }
    for row in rows:
        assert (row["sourceItemId"], row["targetItemId"]) == (row["sourceId"], row["targetId"])
    # Newest first.
    assert rows[0]["relationshipType"] == "reference"
    only = data(await of_design(api, design, type="BOM"))["relationships"]
    assert [row["type"] for row in only] == ["BOM", "BOM"]
    assert problems(await of_design(api, design, type="x")).keys() == {"type"}


@pytest.mark.parametrize("in_memory", [spooled_json.IN_MEMORY, 1])
async def test_a_long_list_is_read_some_rows_at_a_time(
    api: Api, monkeypatch: pytest.MonkeyPatch, in_memory: int
) -> None:
    design = await scene.design(api)
    await scene.structure(api, design, [("A", f"B{n}", n + 1) for n in range(7)])
    branch = await scene.branch(api, design)
    whole = data(await of_design(api, design))
    assert [row["quantity"] for row in whole["relationships"]] == [7, 6, 5, 4, 3, 2, 1]
    monkeypatch.setattr(of_design_rows, "BATCH", 3)
    monkeypatch.setattr(spooled_json, "IN_MEMORY", in_memory)
    views: list[dict[str, Any]] = [{}, {"branchId": branch}]
    for view in views:
        answer = await of_design(api, design, **view)
        assert data(answer) == whole == {"relationships": whole["relationships"], "count": 7}
        assert answer.headers["Content-Encoding"] == "gzip"
    none = data(await of_design(api, await scene.design(api)))
    assert none == {"relationships": [], "count": 0}
    head = await api.request("HEAD", f"/api/relationships?designId={design}", as_=ENGINEER)
    assert (head.status_code, head.content) == (200, b"")
    assert int(head.headers["Content-Length"]) > 1024


async def test_a_design_must_be_named_and_seen(api: Api) -> None:
    missing = await api.get("/api/relationships", as_=ENGINEER)
    assert problems(missing).keys() == {"designId"}
    assert problems(await of_design(api, "nonsense")).keys() == {"designId"}
    refused(await of_design(api, scene.NOBODY), 404, "RESOURCE_NOT_FOUND")
    secret = await scene.design(api, of=await scene.program(api, engineer=ENGINEER))
    data(await of_design(api, secret))
    refused(await of_design(api, secret, as_=OUTSIDER), 404, "RESOURCE_NOT_FOUND")


async def test_children_that_the_caller_does_not_see_are_left_out(api: Api) -> None:
    secret = await scene.design(api, of=await scene.program(api, engineer=ENGINEER))
    design = await scene.design(api)
    a, b = await scene.items(api, "A", "B", designId=design)
    hidden = await scene.item(api, "H", designId=secret)
    await batch(api, line(a, b), line(a, hidden))
    for person, count in ((ENGINEER, 2), (OUTSIDER, 1)):
        assert len(await scene.list_of(api, a, as_=person)) == count
        answer = await of_design(api, design, as_=person, limit=10)
        assert len(data(answer)["relationships"]) == answer.json()["meta"]["total"] == count


async def test_a_token_without_the_types_right_does_not_see_it_in_lists(api: Api) -> None:
    design = await scene.design(api)
    a = await scene.item(api, "A", designId=design)
    doc = await scene.item(api, "D", type="Document", designId=design)
    await batch(api, line(a, doc, "reference"), line(doc, a, "reference"))
    scopes = ["parts.read", "relationships.read"]
    made = await api.post("/api/auth/tokens", {"name": "t", "scopes": scopes}, as_=ENGINEER)
    person = ENGINEER._replace(token=data(made, 201)["token"])
    assert await scene.list_of(api, a, as_=person) == []
    assert data(await of_design(api, design, as_=person))["relationships"] == []
    answer = await api.get(f"/api/items/{doc}/relationships", as_=person)
    refused(answer, 403, "FORBIDDEN")
    assert len(await scene.list_of(api, a)) == 1


async def test_parts_have_a_path_of_their_own_for_the_bom(api: Api) -> None:
    a, b, c = await scene.items(api, "A", "B", "C")
    doc = await scene.item(api, "D", type="Document")
    made = await api.post(f"/api/parts/{a}/bom", {"targetId": b, "quantity": 2}, as_=ENGINEER)
    assert data(made, 201)["relationship"]["type"] == "BOM"
    await scene.relate(api, a, c, "reference")
    rows = data(await api.get(f"/api/parts/{a}/bom", as_=ENGINEER))["relationships"]
    assert [row["targetId"] for row in rows] == [b]
    wrong = {"targetId": c, "relationshipType": "reference"}
    assert problems(await api.post(f"/api/parts/{a}/bom", wrong, as_=ENGINEER)).keys() == {"type"}
    refused(await api.get(f"/api/parts/{doc}/bom", as_=ENGINEER), 404, "ITEM_NOT_FOUND")
    answer = await api.post(f"/api/parts/{doc}/bom", {"targetId": a}, as_=ENGINEER)
    refused(answer, 404, "ITEM_NOT_FOUND")
