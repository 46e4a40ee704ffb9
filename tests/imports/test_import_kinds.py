"""Documents and issues: their rows, their rights, and where they go."""

import csv
import io
from typing import Any

import httpx
import pytest

from tests.imports.test_import_parts import result
from tests.relationships import scene
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, APPROVER, ENGINEER, OUTSIDER, VIEWER, Person

DOCUMENT = {
    "name": "Arm drawing",
    "itemNumber": "DRW-1",
    "revision": "B",
    "description": "d" * 5000,
    "docType": "Drawing",
    "fileName": "arm.pdf",
    "mimeType": "application/pdf",
    "attributes": {"sheets": "3"},
}
ISSUE = {
    "name": "Arm cracks",
    "itemNumber": "BUG-1",
    "description": "d" * 10_000,
    "severity": "Critical",
    "priority": "Low",
    "category": "Quality",
    "reportedDate": "2026-11-21",
    "resolution": "r" * 10_000,
    "rootCause": "Sharp radius",
    "attributes": {"found by": "test"},
}


async def imported(
    api: Api, kind: str, rows: list[Any], *, as_: Person = ENGINEER, **more: Any
) -> httpx.Response:
    return await api.post(f"/api/import/{kind}", {"rows": rows, **more}, as_=as_)


async def shown(api: Api, made: Any) -> list[Any]:
    ids = [row["itemId"] for row in made["createdItems"]]
    return [data(await api.get(f"/api/items/{id_}", as_=ADMINISTRATOR)) for id_ in ids]


async def test_every_field_of_a_document_arrives(api: Api) -> None:
    design = await scene.design(api)
    rows = [DOCUMENT, {"name": "Plain", "docType": None}]
    made = result(await imported(api, "documents", rows, designId=design))
    assert set(made) == {"totalRows", "successCount", "errorCount", "createdItems", "failedRows"}
    assert (made["totalRows"], made["successCount"], made["errorCount"]) == (2, 2, 0)
    full, plain = await shown(api, made)
    assert {key: full[key] for key in DOCUMENT} == DOCUMENT
    assert (full["type"], full["state"], full["designId"]) == ("Document", "Draft", design)
    assert (plain["itemNumber"], plain["revision"], plain["docType"]) == ("DOC-000001", "-", None)


async def test_every_field_of_an_issue_arrives(api: Api) -> None:
    made = result(await imported(api, "issues", [ISSUE, {"name": "Plain"}]))
    assert set(made) == {"totalRows", "successCount", "errorCount", "createdItems", "failedRows"}
    full, plain = await shown(api, made)
    assert {key: full[key] for key in ISSUE} == ISSUE
    assert (full["type"], full["state"], full["designId"]) == ("Issue", "Open", None)
    assert plain["itemNumber"] == "ISS-000001"
    assert (plain["severity"], plain["priority"], plain["category"]) == ("Medium", "Medium", None)


BAD_DOCUMENTS: list[tuple[Any, list[str]]] = [
    ({}, ["name"]),
    ({"name": "n" * 501}, ["name"]),
    ({"name": "A", "itemNumber": "n" * 101}, ["itemNumber"]),
    ({"name": "A", "revision": "r" * 11}, ["revision"]),
    ({"name": "A", "description": "d" * 5001}, ["description"]),
    ({"name": "A", "docType": "Letter"}, ["docType"]),
    ({"name": "A", "fileName": "f" * 501, "mimeType": "m" * 101}, ["fileName", "mimeType"]),
    ({"name": "A", "fileSize": 1}, ["fileSize"]),
    ({"name": "A", "attributes": {"a": 1}}, ["attributes"]),
    ({"name": "A", "severity": "High", "cost": "1"}, ["cost", "severity"]),
]
BAD_ISSUES: list[tuple[Any, list[str]]] = [
    ({"itemNumber": "I-1"}, ["name"]),
    ({"name": "A", "revision": "A"}, ["revision"]),
    ({"name": "A", "description": "d" * 10_001}, ["description"]),
    ({"name": "A", "severity": "high"}, ["severity"]),
    ({"name": "A", "priority": "Urgent"}, ["priority"]),
    ({"name": "A", "category": "Noise"}, ["category"]),
    ({"name": "A", "reportedDate": "21.11.2026"}, ["reportedDate"]),
    ({"name": "A", "reportedDate": "2026-02-30"}, ["reportedDate"]),
    ({"name": "A", "resolution": "r" * 10_001}, ["resolution"]),
    ({"name": "A", "rootCause": "r\x00"}, ["rootCause"]),
    ({"name": "A", "assignee": ENGINEER.id}, ["assignee"]),
    ({"name": "A", "programId": scene.NOBODY}, ["programId"]),
    ("nonsense", [""]),
]


@pytest.mark.parametrize(("kind", "bad"), [("documents", BAD_DOCUMENTS), ("issues", BAD_ISSUES)])
async def test_rows_fail_alone_with_every_problem(
    api: Api, kind: str, bad: list[tuple[Any, list[str]]]
) -> None:
    where: dict[str, Any] = {"designId": await scene.design(api)} if kind == "documents" else {}
    await scene.item(api, "TAKEN")
    rows = [row for row, _ in bad]
    numbered = [{"name": "A", "itemNumber": number} for number in ("TAKEN", "N", "n")]
    made = result(await imported(api, kind, [*rows, *numbered], **where), 207)
    assert (made["totalRows"], made["successCount"]) == (len(rows) + 3, 1)
    assert made["errorCount"] == len(made["failedRows"]) == len(rows) + 2
    assert [row["rowNumber"] for row in made["createdItems"]] == [len(rows) + 3]
    told = [row["errors"] for row in made["failedRows"]]
    for errors, (row, fields) in zip(told, bad, strict=False):
        named = [error.partition(":")[0] if ":" in error else "" for error in errors]
        assert sorted(named) == sorted(fields), row
    assert told[-2:] == [
        ["itemNumber: TAKEN is already in use"],
        [f"itemNumber: n is in row {len(rows) + 3} already"],
    ]
    assert result(await imported(api, kind, rows, **where), 400)["successCount"] == 0


async def test_bodies_that_are_wrong_as_a_whole(api: Api) -> None:
    design, rows = await scene.design(api), [{"name": "A"}]
    for kind, body, fields in (
        ("documents", {}, {"designId", "rows"}),
        ("documents", {"designId": design, "rows": []}, {"rows"}),
        ("documents", {"designId": design, "rows": rows * 501}, {"rows"}),
        ("documents", {"designId": design, "rows": rows, "branchId": 7}, {"branchId"}),
        (
            "documents",
            {"designId": design, "rows": rows, "bomRelationships": [], "programId": design},
            {"bomRelationships", "programId"},
        ),
        ("issues", [], {""}),
        ("issues", {}, {"rows"}),
        ("issues", {"rows": rows * 501}, {"rows"}),
        ("issues", {"rows": rows, "programId": "Lander"}, {"programId"}),
        (
            "issues",
            {"rows": rows, "designId": design, "branchId": design, "bypassBranchProtection": True},
            {"designId", "branchId", "bypassBranchProtection"},
        ),
    ):
        answer = await api.post(f"/api/import/{kind}", body, as_=ENGINEER)
        assert problems(answer, status=422).keys() == fields
        message = answer.json()["error"]["message"]
        assert all(f"{field}: " in message for field in fields if field)


async def test_rights_on_documents(api: Api) -> None:
    program = await scene.program(api, engineer=ENGINEER, viewer=OUTSIDER)
    design = await scene.design(api, of=program)
    rows = [{"name": "A"}]
    for person in (VIEWER, APPROVER, OUTSIDER):
        answer = await imported(api, "documents", rows, designId=design, as_=person)
        refused(answer, 403, "FORBIDDEN")
    for unseen in (await scene.design(api, of=await scene.program(api)), scene.NOBODY):
        answer = await imported(api, "documents", rows, designId=unseen)
        refused(answer, 404, "RESOURCE_NOT_FOUND")
    scopes = ["imports.create", "parts.create", "issues.create", "documents.read"]
    token = await api.post("/api/auth/tokens", {"name": "t", "scopes": scopes}, as_=ENGINEER)
    scoped = ENGINEER._replace(token=data(token, 201)["token"])
    answer = await imported(api, "documents", rows, designId=design, as_=scoped)
    refused(answer, 403, "FORBIDDEN")
    assert result(await imported(api, "documents", rows, designId=design))["successCount"] == 1


async def test_branches_of_documents(api: Api) -> None:
    design, rows = await scene.design(api), [{"name": "A", "revision": "C"}]
    bypassing = {"designId": design, "bypassBranchProtection": True}
    # Asking is reserved to Administrators, whether or not it would take effect.
    refused(await imported(api, "documents", rows, **bypassing), 403, "FORBIDDEN")
    made = await imported(api, "documents", rows, **bypassing, as_=ADMINISTRATOR)
    assert result(made)["successCount"] == 1
    branch = await scene.branch(api, design)
    refused(await imported(api, "documents", rows, **bypassing, branchId=branch), 403, "FORBIDDEN")
    made = await imported(api, "documents", rows, designId=design, branchId=branch)
    (document,) = await shown(api, result(made))
    assert (document["branchId"], document["revision"]) == (branch, "C")
    await scene.release(api, await scene.item(api, "R", designId=design))
    answer = await imported(api, "documents", rows, designId=design)
    assert problems(answer, status=422) == {
        "branchId": "branchId is required for a post-release design"
    }
    made = await imported(api, "documents", rows, designId=design, branch=branch)
    assert result(made)["successCount"] == 1
    made = await imported(api, "documents", rows, **bypassing, as_=ADMINISTRATOR)
    (document,) = await shown(api, result(made))
    assert document["branchId"] is None
    foreign = await scene.branch(api, await scene.design(api))
    answer = await imported(api, "documents", rows, designId=design, branchId=foreign)
    refused(answer, 422, "UNPROCESSABLE")
    answer = await imported(api, "documents", rows, designId=design, branchId=scene.NOBODY)
    refused(answer, 404, "RESOURCE_NOT_FOUND")


async def test_issues_of_a_program(api: Api) -> None:
    program = await scene.program(api, engineer=ENGINEER, viewer=OUTSIDER)
    rows = [{"name": "A"}]
    (issue,) = await shown(api, result(await imported(api, "issues", rows, programId=program)))
    assert (issue["programId"], issue["designId"]) == (program, None)
    (issue,) = await shown(api, result(await imported(api, "issues", rows, programId=None)))
    assert issue["programId"] is None
    answer = await imported(api, "issues", rows, programId=program, as_=OUTSIDER)
    refused(answer, 403, "FORBIDDEN")
    for unseen in (await scene.program(api), scene.NOBODY):
        answer = await imported(api, "issues", rows, programId=unseen)
        refused(answer, 404, "RESOURCE_NOT_FOUND")
    refused(await imported(api, "issues", rows, as_=VIEWER), 403, "FORBIDDEN")
    history = data(await api.get(f"/api/items/{issue['id']}/history", as_=ENGINEER))["history"]
    assert [entry["action"] for entry in history] == ["Created"]


TEMPLATES = {
    "parts": b"Item Number,Name,Revision,Description,Type,Material,Weight,Weight Unit,Cost,Currency,"
    b"Lead Time (Days)\r\n"
    b"EXAMPLE-0001,Motor bracket,-,Holds the drive motor,Manufacture,Aluminium 6061,0.25,kg,"
    b"12.50,USD,14\r\n",
    "documents": b"Document Number,Name,Description,Document Type,File Name,MIME Type,Revision\r\n"
    b"EXAMPLE-0001,Motor bracket drawing,Dimensions and tolerances,Drawing,motor-bracket.pdf,"
    b"application/pdf,-\r\n",
    "issues": b"Issue Number,Title,Description,Severity,Priority,Category,Reported Date,Resolution,"
    b"Root Cause\r\n"
    b"EXAMPLE-0001,Bracket cracks,The bracket cracks at the inner radius after 500 hours,High,"
    b"Medium,Quality,2026-11-21,Enlarge the inner radius to 3 mm,"
    b"Stress concentration at the sharp radius\r\n",
}
KEYS = {
    "parts": "itemNumber name revision description partType material weight weightUnit cost"
    " costCurrency leadTimeDays",
    "documents": "itemNumber name description docType fileName mimeType revision",
    "issues": "itemNumber name description severity priority category reportedDate resolution"
    " rootCause",
}


@pytest.mark.parametrize("kind", TEMPLATES)
async def test_the_template_is_public_and_its_example_imports(api: Api, kind: str) -> None:
    for query in ("", "?format=csv", "?format=xlsx"):
        answer = await api.get(f"/api/import/templates/{kind}{query}")
        assert answer.status_code == 200
        assert answer.content == TEMPLATES[kind]
        assert answer.headers["content-type"].startswith("text/csv")
        disposition = answer.headers["content-disposition"]
        assert disposition.startswith(f'attachment; filename="{kind}-import-template.csv"')
    answer = await api.get(f"/api/import/templates/{kind}?format=pdf")
    assert problems(answer).keys() == {"format"}
    _, example = csv.reader(io.StringIO(TEMPLATES[kind].decode()))
    row: dict[str, Any] = dict(zip(KEYS[kind].split(), example, strict=True))
    if kind == "parts":
        row["leadTimeDays"] = int(row["leadTimeDays"])
    where: dict[str, Any] = {} if kind == "issues" else {"designId": await scene.design(api)}
    made = result(await imported(api, kind, [row, {"name": "next"}], **where))
    first, second = [row["itemNumber"] for row in made["createdItems"]]
    assert first == "EXAMPLE-0001"
    assert second.endswith("-000001")


async def test_five_hundred_rows_in_a_bounded_number_of_statements(api: Api) -> None:
    counts: list[int] = []
    # The first looks the token and the workflow up, which are remembered then.
    for many in (5, 50, 500):
        rows = [{"name": "A", "itemNumber": f"{many}-{number}"} for number in range(many)]
        with api.counting() as counted:
            made = result(await imported(api, "issues", rows))
        assert made["successCount"] == many
        counts.append(counted.statements)
    assert abs(counts[1] - counts[2]) <= 1
    assert counts[2] < 20
