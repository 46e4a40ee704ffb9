from typing import Any

from tests.imports.test_import_parts import bom, imported, result
from tests.relationships import scene
from tests.support.application import Api, data
from tests.support.people import ENGINEER, OUTSIDER


def row(number: str) -> dict[str, Any]:
    return {"name": number, "itemNumber": number}


async def test_numbers_are_found_in_the_batch_the_design_and_the_library(api: Api) -> None:
    design = await scene.design(api)
    old = await scene.item(api, "Old", designId=design)
    await scene.item(api, "Screw")
    far = await scene.item(api, "Far", designId=await scene.design(api))
    lines = bom(("new", "OLD", 2), (" Old ", "screw", 0), ("NEW", "Far"), ("Far", "NEW"))
    made = result(await imported(api, design, [row("New")], lines), 207)
    assert (made["successCount"], made["relationshipsCreated"]) == (1, 2)
    assert made["relationshipsFailed"] == 2
    for failed, line in zip(made["failedRelationships"], lines[2:], strict=True):
        assert failed["parentItemNumber"] == line["parentItemNumber"]
        assert failed["childItemNumber"] == line["childItemNumber"]
        assert "Far" in failed["error"]
    (line,) = await scene.list_of(api, old)
    assert (line["targetItem"]["itemNumber"], line["quantity"], line["type"]) == ("Screw", 0, "BOM")
    (line,) = await scene.list_of(api, made["createdItems"][0]["itemId"])
    assert (line["targetItem"]["itemNumber"], line["quantity"]) == ("Old", 2)
    assert await scene.list_of(api, far) == []


async def test_a_parent_of_the_library_takes_lines_on_main(api: Api) -> None:
    design = await scene.design(api)
    kit = await scene.item(api, "KIT")
    lines = bom(("KIT", "A"), ("A", "KIT"), ("A", "B"))
    made = result(await imported(api, design, [row("A"), row("B")], lines), 207)
    # The design's own lines come first, so it is the library's that would close the circle.
    (failed,) = made["failedRelationships"]
    assert (failed["parentItemNumber"], failed["childItemNumber"]) == ("KIT", "A")
    made = result(await imported(api, design, [row("C")], bom(("KIT", "C"))))
    assert made["relationshipsCreated"] == 1
    assert await scene.children(api, kit) == ["C"]
    branch = await scene.branch(api, design)
    made = result(
        await imported(api, design, [row("D")], bom(("KIT", "D"), ("D", "KIT")), branchId=branch),
        207,
    )
    (failed,) = made["failedRelationships"]
    assert "library" in failed["error"]
    assert await scene.children(api, kit) == ["C"]


async def test_lines_of_every_shape(api: Api) -> None:
    design = await scene.design(api)
    good = {
        "parentItemNumber": "A",
        "childItemNumber": "B",
        "quantity": "2.5",
        "findNumber": 10,
        "referenceDesignator": "R1",
    }
    wrong: list[Any] = [
        "nonsense",
        None,
        {},
        {"parentItemNumber": "A"},
        {"parentItemNumber": "", "childItemNumber": "B"},
        {"parentItemNumber": 7, "childItemNumber": "B"},
        good | {"quantity": -1},
        good | {"quantity": "many"},
        good | {"findNumber": -1},
        good | {"findNumber": "x"},
        good | {"referenceDesignator": "R\x00"},
        good | {"childItemNumber": "C", "note": "x"},
        good | {"childItemNumber": "UNKNOWN"},
        good | {"childItemNumber": "A"},
        good,
        good | {"parentItemNumber": "a", "quantity": 7},
    ]
    rows = [row("A"), row("B"), row("C")]
    made = result(await imported(api, design, rows, [good, *wrong]), 207)
    assert (made["successCount"], made["errorCount"]) == (3, 0)
    assert (made["relationshipsCreated"], made["relationshipsFailed"]) == (1, len(wrong))
    failures = made["failedRelationships"]
    for failed, sent in zip(failures, wrong, strict=True):
        if isinstance(sent, dict):
            assert failed["parentItemNumber"] == sent.get("parentItemNumber")
            assert failed["childItemNumber"] == sent.get("childItemNumber")
        assert failed["error"]
    assert "note" in failures[11]["error"]
    (line,) = await scene.list_of(api, made["createdItems"][0]["itemId"])
    assert (line["quantity"], line["findNumber"], line["referenceDesignator"]) == (2.5, 10, "R1")
    # What stands from before is a repetition too.
    made = result(await imported(api, design, [row("D")], [good]), 207)
    assert made["relationshipsFailed"] == 1


async def test_a_line_to_a_row_that_failed(api: Api) -> None:
    design = await scene.design(api)
    rows = [row("A"), {"itemNumber": "B"}]
    made = result(await imported(api, design, rows, bom(("A", "B"))), 207)
    assert (made["errorCount"], made["relationshipsFailed"]) == (1, 1)
    made = result(await imported(api, design, [{}], bom(("A", "A"))), 400)
    assert (made["successCount"], made["relationshipsFailed"]) == (0, 1)
    for update in (False, True):
        body = {"designId": design, "rows": [row("C")], "bomRelationships": bom(("C", "D"))}
        answer = await api.post("/api/import/parts", body | {"update": update}, as_=ENGINEER)
        (failed,) = result(answer, 207)["failedRelationships"]
        assert (failed["parentItemNumber"], failed["childItemNumber"]) == ("C", "D")
        assert "D is" in failed["error"]


async def test_items_that_the_caller_does_not_see_are_not_found(api: Api) -> None:
    program = await scene.program(api, engineer=ENGINEER)
    hidden = await scene.item(api, "HIDDEN", programId=program)
    design = await scene.design(api)
    rows = [row("A"), row("HIDDEN")]
    answer = await imported(api, design, rows, bom(("A", "HIDDEN"), ("HIDDEN", "A")), as_=OUTSIDER)
    made = result(answer, 207)
    # The number is taken all the same.
    assert [failed["rowNumber"] for failed in made["failedRows"]] == [3]
    assert made["relationshipsFailed"] == 2
    assert await scene.list_of(api, hidden) == []


async def test_a_parent_under_review_or_locked_takes_no_line(api: Api) -> None:
    design = await scene.design(api)
    for number in ("REVIEWED", "LOCKED"):
        await scene.item(api, number, designId=design)
    found = data(await api.get("/api/items", as_=ENGINEER, params={"designId": design}))["items"]
    ids = {item["itemNumber"]: item["id"] for item in found}
    submit = {"transition": "Submit"}
    data(await api.post(f"/api/items/{ids['REVIEWED']}/transitions", submit, as_=ENGINEER))
    data(await api.post(f"/api/items/{ids['LOCKED']}/lock", {}, as_=ENGINEER))
    lines = bom(("REVIEWED", "A"), ("LOCKED", "A"), ("A", "LOCKED"))
    made = result(await imported(api, design, [row("A")], lines, as_=OUTSIDER), 207)
    assert made["relationshipsCreated"] == 1
    assert [failed["parentItemNumber"] for failed in made["failedRelationships"]] == [
        "REVIEWED",
        "LOCKED",
    ]


async def test_five_hundred_rows_in_a_bounded_number_of_statements(api: Api) -> None:
    counts: list[int] = []
    # The first looks the token and the workflow up, which are remembered then.
    for count in (5, 50, 500):
        design = await scene.design(api)
        rows = [row(f"{count}-{number}") for number in range(count)]
        lines = bom(
            *[(f"{count}-{(number - 1) // 2}", f"{count}-{number}") for number in range(1, count)]
        )
        with api.counting() as counted:
            made = result(await imported(api, design, rows, lines))
        assert (made["successCount"], made["relationshipsCreated"]) == (count, count - 1)
        counts.append(counted.statements)
    # One more may be the token's, which is looked up from time to time.
    assert abs(counts[1] - counts[2]) <= 1
    assert counts[2] < 30
