import csv
import io
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from tests.imports.test_file_import import upload
from tests.relationships import scene
from tests.support.application import Api, data, problems, refused
from tests.support.people import (
    ADMINISTRATOR,
    APPROVER,
    ENGINEER,
    OUTSIDER,
    ROLELESS,
    VIEWER,
    Person,
)


async def imported(
    api: Api, design: str, rows: list[Any], bom: Any = None, *, as_: Person = ENGINEER, **more: Any
) -> httpx.Response:
    body = {"designId": design, "rows": rows, **more}
    if bom is not None:
        body["bomRelationships"] = bom
    return await api.post("/api/import/parts", body, as_=as_)


def result(answer: httpx.Response, status: int = 201) -> Any:
    return data(answer, status)["result"]


def bom(*lines: tuple[str, str] | tuple[str, str, Any]) -> list[dict[str, Any]]:
    keys = ("parentItemNumber", "childItemNumber", "quantity")
    return [dict(zip(keys, line, strict=False)) for line in lines]


FULL_ROW = {
    "name": "Bracket",
    "itemNumber": "BR-1",
    "revision": "C",
    "description": "Holds",
    "partType": "Purchase",
    "material": "Steel",
    "weight": "0.250",
    "weightUnit": "lb",
    "cost": "12.50",
    "costCurrency": "eur",
    "leadTimeDays": 0,
    "unitOfMeasure": "M",
    "quantityOnHand": "12.5",
    "location": "Bin 7",
    "attributes": {"colour": "red"},
}


async def test_every_field_arrives(api: Api) -> None:
    design = await scene.design(api)
    made = result(await imported(api, design, [FULL_ROW, {"name": " Plain "}]))
    assert (made["totalRows"], made["successCount"], made["errorCount"]) == (2, 2, 0)
    assert made["failedRows"] == made["failedRelationships"] == []
    assert (made["relationshipsCreated"], made["relationshipsFailed"]) == (0, 0)
    assert [(row["rowNumber"], row["itemNumber"]) for row in made["createdItems"]] == [
        (2, "BR-1"),
        (3, "PN-000001"),
    ]
    full, plain = [
        data(await api.get(f"/api/items/{row['itemId']}", as_=ENGINEER))
        for row in made["createdItems"]
    ]
    sent = FULL_ROW | {"weight": "0.25", "cost": "12.5", "costCurrency": "EUR", "makeBuy": "buy"}
    sent |= {"quantityOnHand": 12.5}
    assert {key: full[key] for key in sent} == sent
    assert (full["designId"], full["state"], full["type"]) == (design, "Draft", "Part")
    assert (plain["name"], plain["revision"]) == ("Plain", "-")
    assert (plain["weightUnit"], plain["costCurrency"], plain["unitOfMeasure"]) == (
        "kg",
        "USD",
        "EA",
    )


async def test_bodies_that_are_wrong_as_a_whole(api: Api) -> None:
    design, row = await scene.design(api), {"name": "A"}
    for body, fields in (
        ([], {""}),
        ("rows", {""}),
        ({}, {"designId", "rows"}),
        ({"designId": design}, {"rows"}),
        ({"rows": [row]}, {"designId"}),
        ({"designId": "nonsense", "rows": {}}, {"designId", "rows"}),
        ({"designId": None, "rows": None}, {"designId", "rows"}),
        ({"designId": design, "rows": []}, {"rows"}),
        ({"designId": design, "rows": [row] * 501}, {"rows"}),
        ({"designId": design, "rows": [row], "bomRelationships": {}}, {"bomRelationships"}),
        ({"designId": design, "rows": [row], "branchId": "main"}, {"branchId"}),
        (
            {"designId": design, "rows": [row], "bypassBranchProtection": "yes"},
            {"bypassBranchProtection"},
        ),
        ({"designId": design, "rows": [row], "dryRun": True, "x": 1}, {"x"}),
    ):
        answer = await api.post("/api/import/parts", body, as_=ENGINEER)
        assert problems(answer, status=422).keys() == fields
        message = answer.json()["error"]["message"]
        assert all(f"{field}: " in message for field in fields if field)
    answer = await api.post("/api/import/parts", as_=ENGINEER)
    assert problems(answer, status=422).keys() == {"designId", "rows"}
    answer = await api.request(
        "POST",
        "/api/import/parts",
        as_=ENGINEER,
        content=b'{"rows":',
        headers={"Content-Type": "application/json"},
    )
    refused(answer, 400, "VALIDATION_ERROR")


BAD_ROWS: list[tuple[Any, list[str]]] = [
    ({"itemNumber": "X-1"}, ["name"]),
    ({"name": None}, ["name"]),
    ({"name": "  "}, ["name"]),
    ({"name": ""}, ["name"]),
    ({"name": "n" * 501}, ["name"]),
    ({"name": 7}, ["name"]),
    ({"name": "A\x00"}, ["name"]),
    ({"name": "A", "itemNumber": "n" * 101}, ["itemNumber"]),
    ({"name": "A", "revision": "r" * 11}, ["revision"]),
    ({"name": "A", "revision": " "}, ["revision"]),
    ({"name": "A", "description": "d" * 5001}, ["description"]),
    ({"name": "A", "partType": "Bought"}, ["partType"]),
    ({"name": "A", "material": "m" * 101}, ["material"]),
    ({"name": "A", "weight": "-1"}, ["weight"]),
    ({"name": "A", "weight": "heavy"}, ["weight"]),
    ({"name": "A", "weight": "1e400"}, ["weight"]),
    ({"name": "A", "weightUnit": "stone"}, ["weightUnit"]),
    ({"name": "A", "cost": "1,50"}, ["cost"]),
    ({"name": "A", "cost": "NaN"}, ["cost"]),
    ({"name": "A", "cost": "0.1234567890123"}, ["cost"]),
    ({"name": "A", "costCurrency": "EURO"}, ["costCurrency"]),
    ({"name": "A", "costCurrency": "QQQ"}, ["costCurrency"]),
    ({"name": "A", "leadTimeDays": -1}, ["leadTimeDays"]),
    ({"name": "A", "leadTimeDays": 1.5}, ["leadTimeDays"]),
    ({"name": "A", "leadTimeDays": 2**31}, ["leadTimeDays"]),
    ({"name": "A", "attributes": {"a": 1}}, ["attributes"]),
    ({"name": "A", "attributes": []}, ["attributes"]),
    ({"name": "A", "colour": "red"}, ["colour"]),
    ({"name": "A", "state": "Released"}, ["state"]),
    ({"name": "", "cost": "x", "weight": "y", "zzz": 1}, ["name", "cost", "weight", "zzz"]),
]


async def test_rows_fail_alone_with_every_problem(api: Api) -> None:
    design = await scene.design(api)
    rows = [row for row, _ in BAD_ROWS] + ["nonsense", None, [], {"name": "Good"}]
    made = result(await imported(api, design, rows), 207)
    assert (made["totalRows"], made["successCount"]) == (len(rows), 1)
    assert made["errorCount"] == len(made["failedRows"]) == len(rows) - 1
    assert [row["rowNumber"] for row in made["createdItems"]] == [len(rows) + 1]
    for place, (failed, (_, fields)) in enumerate(
        zip(made["failedRows"], BAD_ROWS, strict=False), 2
    ):
        assert failed["rowNumber"] == place
        assert sorted(error.partition(":")[0] for error in failed["errors"]) == sorted(fields)
    made = result(await imported(api, design, rows[:-1]), 400)
    assert made["successCount"] == 0


async def test_half_a_surrogate_pair_is_its_rows_fault_alone(api: Api) -> None:
    design = await scene.design(api)
    names = [r"\ud800", r"a\uDFFFb", r"\ud83d\ude00 \ud83d", r"\\ud800", r"\ud83d\ude00"]
    rows = ",".join(f'{{"name":"{name}"}}' for name in names)
    answer = await api.request(
        "POST",
        "/api/import/parts",
        as_=ENGINEER,
        content=f'{{"designId":"{design}","rows":[{rows}]}}',
        headers={"Content-Type": "application/json"},
    )
    made = result(answer, 207)
    assert [row["rowNumber"] for row in made["failedRows"]] == [2, 3, 4]
    shown = [
        data(await api.get(f"/api/items/{row['itemId']}", as_=ENGINEER))["name"]
        for row in made["createdItems"]
    ]
    assert shown == [r"\ud800", "😀"]


async def test_half_a_surrogate_pair_in_a_file_is_its_rows_fault_alone(api: Api) -> None:
    good = '{"name":"Nut"}'
    told = (
        r'{"name":"A\ud800"}',
        r'{"name":"B","children":[{"name":"C\uDFFF"}]}',
        r'{"name":"D","kit\ud800":"1"}',
    )
    files = {f"{at}.json": f"[{row},{good}]" for at, row in enumerate(told)}
    files["lines.jsonl"] = f"{told[0]}\n{good}\n"
    for name, text in files.items():
        sent: dict[str, Any] = {"designId": await scene.design(api), "product": "Top"}
        tried = await upload(api, text, name=name, dryRun=True, **sent)
        assert result(tried, 200)["errorCount"] == 1
        done = result(await upload(api, text, name=name, **sent), 207)
        assert len(done["failedRows"]) == 1


async def test_bytes_that_are_no_text_are_no_crash(api: Api) -> None:
    design = await scene.design(api)
    for row in (b'{"name":"\xff"}', b'{"\xff":1}', b'{"name":"A","itemNumber":"\xff"}'):
        answer = await api.request(
            "POST",
            "/api/import/parts",
            as_=ENGINEER,
            content=b'{"designId":"' + design.encode() + b'","rows":[' + row + b"]}",
            headers={"Content-Type": "application/json"},
        )
        assert answer.status_code in (400, 422)
        answer.json()


async def test_a_number_is_taken_once(api: Api) -> None:
    design = await scene.design(api)
    await scene.item(api, "Old-1")
    deleted = await scene.item(api, "GONE")
    data(await api.delete(f"/api/items/{deleted}", as_=ENGINEER))
    rows = [
        {"name": "A", "itemNumber": "N-1"},
        {"name": "B", "itemNumber": " n-1 "},
        {"name": "C", "itemNumber": "OLD-1"},
        {"name": "D", "itemNumber": "gone"},
        {"itemNumber": "N-2"},
        {"name": "F", "itemNumber": "N-2"},
    ]
    made = result(await imported(api, design, rows), 207)
    assert [row["itemNumber"] for row in made["createdItems"]] == ["N-1", "gone", "N-2"]
    failed = {row["rowNumber"]: row["errors"] for row in made["failedRows"]}
    assert failed.keys() == {3, 4, 6}
    for row_number, number in ((3, "n-1"), (4, "OLD-1")):
        (error,) = failed[row_number]
        assert number in error


async def test_automatic_numbers_go_around_typed_ones(api: Api) -> None:
    design = await scene.design(api)
    await scene.item(api, "pn-000002")
    rows = [
        {"name": "A"},
        {"name": "B", "itemNumber": "PN-000003"},
        {"name": "C", "itemNumber": ""},
        {"name": "D", "itemNumber": "  "},
        {"name": "E", "itemNumber": None},
    ]
    made = result(await imported(api, design, rows))
    assert [row["itemNumber"] for row in made["createdItems"]] == [
        "PN-000001",
        "PN-000003",
        "PN-000004",
        "PN-000005",
        "PN-000006",
    ]
    assert await scene.item(api, "", itemNumber=None, name="next")


async def test_history_and_one_commit(api: Api) -> None:
    design = await scene.design(api)
    commits = f"/api/designs/{design}/commits"
    before = data(await api.get(commits, as_=ENGINEER))["total"]
    rows = [{"name": n, "itemNumber": n} for n in "ABC"]
    made = result(await imported(api, design, rows, bom(("A", "B", 2), ("A", "C"))))
    entries = {
        row["itemNumber"]: data(await api.get(f"/api/items/{row['itemId']}/history", as_=ENGINEER))[
            "history"
        ]
        for row in made["createdItems"]
    }
    assert [entry["action"] for entry in entries["B"]] == ["Created"]
    assert entries["B"][0]["changes"] == {}
    assert [entry["action"] for entry in entries["A"]] == ["Relationship Added"] * 2 + ["Created"]
    lines = await scene.list_of(api, made["createdItems"][0]["itemId"])
    assert [line["quantity"] for line in lines] == [2, 1]
    assert len({entry["commitId"] for shown in entries.values() for entry in shown}) == 1
    listed = data(await api.get(commits, as_=ENGINEER))
    assert listed["total"] == before + 1
    assert listed["commits"][0]["changes"] == {"added": 3, "modified": 0, "removed": 0}
    named = await imported(api, design, [{"name": "D"}], commitMessage="From the sheet")
    assert result(named)["successCount"] == 1
    newest = data(await api.get(commits, as_=ENGINEER))["commits"][0]
    assert newest["message"] == "From the sheet"


async def test_a_failure_leaves_nothing(api: Api) -> None:
    design = await scene.design(api)
    rows = [{"name": n, "itemNumber": n} for n in "AB"]
    async with _refused_line_quantity(api, "000000000000007.000000000000"):
        assert (await imported(api, design, rows, bom(("A", "B", 7)))).status_code == 500
        found = data(await api.get("/api/items", as_=ENGINEER, params={"designId": design}))
        assert found["items"] == []
        assert result(await imported(api, design, rows, bom(("A", "B", 6))))["successCount"] == 2


_SQLITE_TRIGGER = (
    """CREATE TRIGGER no_seven BEFORE INSERT ON relationships WHEN (NEW.quantity = 'SEVEN')
    BEGIN SELECT RAISE(ABORT, 'seven'); END""",
)
_POSTGRES_TRIGGER = (
    """CREATE FUNCTION no_seven() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'seven'; END $$""",
    """CREATE TRIGGER no_seven BEFORE INSERT ON relationships FOR EACH ROW
    WHEN (NEW.quantity = 'SEVEN') EXECUTE FUNCTION no_seven()""",
)


@asynccontextmanager
async def _refused_line_quantity(api: Api, quantity: str) -> AsyncGenerator[None]:
    """Let the database itself fail on a line, as a full disk would."""
    database = api.services.database
    is_sqlite = database.dialect == "sqlite"
    made = _SQLITE_TRIGGER if is_sqlite else _POSTGRES_TRIGGER
    async with database.transaction() as tx:
        for statement in made:
            await tx.run(statement.replace("SEVEN", quantity))
    try:
        yield
    finally:
        async with database.transaction() as tx:
            await tx.run("DROP TRIGGER no_seven" if is_sqlite else "DROP FUNCTION no_seven CASCADE")


async def test_rights(api: Api) -> None:
    program = await scene.program(api, engineer=ENGINEER, viewer=OUTSIDER)
    design = await scene.design(api, of=program)
    rows = [{"name": "A"}]
    for person in (VIEWER, APPROVER, ROLELESS):
        refused(await imported(api, design, rows, as_=person), 403, "FORBIDDEN")
    refused(await imported(api, design, rows, as_=OUTSIDER), 403, "FORBIDDEN")
    assert (await api.post("/api/import/parts", {"rows": rows})).status_code == 401
    secret = await scene.design(api, of=await scene.program(api))
    for unseen in (secret, scene.NOBODY):
        refused(await imported(api, unseen, rows), 404, "RESOURCE_NOT_FOUND")
    for scopes in (["imports.create", "designs.read"], ["parts.create", "parts.read"]):
        made = await api.post("/api/auth/tokens", {"name": "t", "scopes": scopes}, as_=ENGINEER)
        person = ENGINEER._replace(token=data(made, 201)["token"])
        refused(await imported(api, design, rows, as_=person), 403, "FORBIDDEN")
    assert result(await imported(api, design, rows))["successCount"] == 1


async def test_post_release_rules(api: Api) -> None:
    design, other = await scene.design(api), await scene.design(api)
    rows = [{"name": "A"}]
    foreign = await scene.branch(api, other)
    for branch, status, code in (
        (foreign, 422, "UNPROCESSABLE"),
        (scene.NOBODY, 404, "RESOURCE_NOT_FOUND"),
    ):
        refused(await imported(api, design, rows, branchId=branch), status, code)
    main = await scene.main_branch(api, design)
    assert result(await imported(api, design, rows, branchId=main))["successCount"] == 1
    # Where nothing is protected there is nothing to bypass.
    made = await imported(api, design, rows, bypassBranchProtection=True)
    assert result(made)["successCount"] == 1
    await scene.release(api, await scene.item(api, "R", designId=design))
    error = refused(await imported(api, design, rows), 422, "VALIDATION_ERROR")
    assert error["message"] == "branchId is required for a post-release design"
    assert [detail["field"] for detail in error["details"]] == ["branchId"]
    refused(await imported(api, design, rows, bypassBranchProtection=True), 403, "FORBIDDEN")
    refused(await imported(api, design, rows, branchId=main), 403, "BRANCH_PROTECTED")
    made = await imported(api, design, rows, bypassBranchProtection=True, as_=ADMINISTRATOR)
    (row,) = result(made)["createdItems"]
    shown = data(await api.get(f"/api/items/{row['itemId']}", as_=ENGINEER))
    assert shown["branchId"] is None


async def test_on_a_branch(api: Api) -> None:
    design = await scene.design(api)
    old = await scene.item(api, "OLD", designId=design)
    await scene.release(api, await scene.item(api, "R", designId=design))
    branch = await scene.branch(api, design)
    rows = [{"name": "A", "itemNumber": "A", "revision": "D"}]
    # The branch wins over the bypass.
    made = await imported(
        api, design, rows, bom(("OLD", "A")), branchId=branch, bypassBranchProtection=True
    )
    (row,) = result(made)["createdItems"]
    shown = data(await api.get(f"/api/items/{row['itemId']}", as_=ENGINEER))
    assert (shown["branchId"], shown["revision"]) == (branch, "D")
    assert await scene.children(api, old) == []
    assert await scene.children(api, old, branchId=branch) == ["A"]
    found = data(
        await api.get("/api/items", as_=ENGINEER, params={"search": "A", "designId": design})
    )
    assert "A" not in [item["itemNumber"] for item in found["items"]]


async def test_rows_alone_have_a_plan_a_record_and_a_way_back(api: Api) -> None:
    design = await scene.design(api)
    await scene.item(api, "TAKEN")
    kit = await scene.item(api, "KIT")
    rows = [
        {"itemNumber": "A", "name": "Arm", "cost": "1.5", "attributes": {"Colour": "red"}},
        {"name": "Loose", "weight": "2", "weightUnit": "g"},
        {"itemNumber": "TAKEN", "name": "Other"},
        {"itemNumber": "B", "name": "Bolt", "cost": "x"},
    ]
    lines = bom(("KIT", "A", 0), ("A", "TAKEN", 2), ("A", "B", 3))
    tried = data(await imported(api, design, rows, lines, dryRun=True, preview=True))
    assert data(await api.get(f"/api/items?designId={design}", as_=ENGINEER))["total"] == 0
    assert tried["importId"] is None
    made = data(await imported(api, design, rows, lines), 207)
    preview = tried["plan"].pop("preview")
    assert tried["plan"] | {"preview": None} == made["plan"]
    assert [one["itemNumber"] for one in tried["result"].pop("createdItems")] == ["A", "PN-000001"]
    assert tried["result"] == {key: made["result"][key] for key in tried["result"]}
    plan = made["plan"]
    assert plan["parts"] == {"new": 2, "matched": 0, "changed": 0, "unchanged": 0, "refused": 2}
    assert plan["lines"] == {"new": 2, "changed": 0, "unchanged": 0, "removed": 0, "refused": 1}
    fields = [column["field"] for column in plan["columns"]]
    assert fields[:4] == ["itemNumber", "name", "cost", "attributes.Colour"]
    assert fields[-1] == "quantity"
    assert plan["changes"] == plan["matches"] == []
    assert [(one["row"], one["code"]) for one in plan["warnings"]] == [
        (0, "NUMBER_GIVEN"),
        (0, "CURRENCY_ASSUMED"),
    ]
    assert [problem["rowNumber"] for problem in plan["problems"]] == [4, 5, 8]
    items, told = preview["items"], preview["lines"]
    assert items["outcomes"] == ["new", "new", "refused", "refused", "unchanged"]
    assert items["numbers"] == ["A", "PN-000001", "TAKEN", "B", "KIT"]
    assert (told["parents"], told["children"]) == ([4, 0, 0], [0, 2, 3])
    assert (told["quantities"], told["outcomes"]) == ([0, 2, None], ["new", "new", "refused"])

    path = f"/api/imports/{made['importId']}"
    record = data(await api.get(path, as_=ENGINEER))
    assert (record["plan"], record["result"]) == (plan, made["result"])
    assert record["hasRepair"]
    repair = (await api.get(f"{path}/repair", as_=ENGINEER)).content.decode("utf-8-sig")
    head, *bad = csv.reader(io.StringIO(repair))
    assert head[:4] == ["Import Problem", "Import Only", "Import Parent", "itemNumber"]
    assert [line[1:4] for line in bad] == [
        ["part", "", "TAKEN"],
        ["part", "", "B"],
        ["line", "A", "B"],
    ]
    mended = repair.replace(",TAKEN,Other,", ",C,Other,").replace(",B,Bolt,x,", ",B,Bolt,3,")
    answer = await api.request(
        "POST",
        "/api/import/parts",
        as_=ENGINEER,
        files={"file": ("rows.bad.csv", mended.encode())},
        data={"designId": design},
    )
    again = data(answer, 201)
    assert (again["plan"]["parts"]["new"], again["plan"]["lines"]["new"]) == (2, 1)
    assert (await api.post(f"{path}/undo", as_=ENGINEER)).status_code == 409
    for import_id in (again["importId"], made["importId"]):
        data(await api.post(f"/api/imports/{import_id}/undo", as_=ENGINEER))
    assert data(await api.get(f"/api/items?designId={design}", as_=ENGINEER))["total"] == 0
    assert await scene.children(api, kit) == []


async def test_rows_that_no_repair_can_name_are_told_all_the_same(api: Api) -> None:
    design = await scene.design(api)
    made = data(await imported(api, design, ["nonsense", None]), 400)
    record = data(await api.get(f"/api/imports/{made['importId']}", as_=ENGINEER))
    assert (record["hasRepair"], record["plan"]["parts"]["refused"]) == (False, 2)
    tried = data(await imported(api, design, [{"name": ""}], dryRun=True))
    assert tried["result"]["errorCount"] == 1
