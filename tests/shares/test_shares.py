"""Shares: a visitor sees one assembly at one revision with its files, and nothing else."""

import base64
import io
import zipfile
from typing import Any

import httpx
import pytest

from partwright.kit import clock
from partwright.shares import service
from tests.change_orders.scene import order
from tests.contract.scene import ENDPOINTS, is_public
from tests.packages.test_bom_files import attach
from tests.packages.test_packages import released
from tests.support.application import Api, data, refused
from tests.support.people import (
    ADMINISTRATOR,
    APPROVER,
    ENGINEER,
    OUTSIDER,
    ROLELESS,
    VIEWER,
    Person,
)
from tests.versioning.scene import Product, product
from tests.world import NOBODY, World

HTML = {"Accept": "text/html"}


async def share(made: Product, number: str = "PUMP", **fields: Any) -> dict[str, Any]:
    body = {"itemId": made.ids[number], "expiresAt": later(), **fields}
    record: dict[str, Any] = data(await made.call("POST", "/api/shares", body), 201)["share"]
    return record


def later(days: int = 30) -> str:
    return clock.moment_later(seconds=days * 86_400)


async def visit(api: Api, path: str, **more: Any) -> httpx.Response:
    api.http.cookies.clear()
    answer: httpx.Response = await api.http.get(path, **more)
    return answer


async def visit_as(api: Api, path: str, person: Person | None) -> httpx.Response:
    api.http.cookies.clear()
    return await api.get(path, as_=person)


async def test_a_visitor_sees_the_revision_as_it_was_released(api: Api) -> None:
    made = await released(api)
    given = await share(made, note="Please quote <500>", email="sales@example.com")
    assert given["path"] == f"/share/{given['token']}"
    assert (given["item"]["itemNumber"], given["item"]["revision"]) == ("PUMP", "A")
    change = await order(made, "Renamed")
    await change.affect("ROTOR")
    await made.edit("ROTOR", branch=await change.branch(), name="Secret new rotor")
    await change.through()

    page = await visit(api, given["path"], headers=HTML)
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert "Please quote &lt;500&gt;" in page.text
    assert "Secret new rotor" not in page.text
    assert "notes.txt" not in page.text
    assert "script" not in page.headers["content-security-policy"]
    shown = data(await visit(api, given["path"]))
    assert [line["itemNumber"] for line in shown["lines"]] == ["ROTOR", "SEAL"]
    files = {file["fileName"]: file["id"] for file in shown["files"]}
    assert set(files) == {"assembly.pdf", "rotor.step", "con.dxf"}
    step = await visit(api, f"{given['path']}/files/{files['rotor.step']}")
    assert step.content == b"ISO-10303-21; first"
    for kind, start in (("csv", b"Level"), ("xlsx", b"PK"), ("pdf", b"%PDF-")):
        bom = await visit(api, f"{given['path']}/bom", params={"format": kind})
        assert bom.content.startswith(start)
    package = await visit(api, f"{given['path']}/package")
    with zipfile.ZipFile(io.BytesIO(package.content)) as archive:
        assert "files/ROTOR A/rotor.step" in archive.namelist()

    visits = data(await made.call("GET", f"/api/shares/{given['id']}/visits"))
    assert [v["action"] for v in visits["visits"]] == [
        *("package", "bom", "bom", "bom", "file", "page", "page"),
    ]
    assert visits["visits"][4]["fileName"] == "rotor.step"
    listed = data(await made.call("GET", "/api/shares", params={"itemId": made.ids["PUMP"]}))
    assert [(s["id"], s["visits"]) for s in listed["shares"]] == [(given["id"], 7)]
    assert given["token"] not in str(listed)

    # An account of the address that a share was made for sees it, and nothing else.
    sent = await share(made, email=ROLELESS.email.upper(), password="a long secret for them")
    (received,) = data(await api.get("/api/shares/received", as_=ROLELESS))["shares"]
    assert (received["id"], received["item"]["itemNumber"]) == (sent["id"], "PUMP")
    assert received["sharedBy"]["name"] == ENGINEER.name
    assert received["path"] == f"/share/{sent['id']}"
    assert data(await api.get(received["path"], as_=ROLELESS))["item"]["itemNumber"] == "PUMP"
    below = f"{received['path']}/files/{files['rotor.step']}"
    assert (await api.get(below, as_=ROLELESS)).content == b"ISO-10303-21; first"
    for person in (VIEWER, ADMINISTRATOR, None):
        assert (await visit_as(api, received["path"], person)).status_code == 404
        assert (await visit_as(api, below, person)).status_code == 404
    for path, there, nowhere in (
        ("/api/items/by-number/{}", "ROTOR", "NOPE"),
        ("/api/items/{}", made.ids["ROTOR"], sent["id"]),
        ("/api/comments?subject=file:{}", files["rotor.step"], sent["id"]),
        ("/api/files/{}/download", files["rotor.step"], sent["id"]),
    ):
        told = [await api.get(path.format(id), as_=ROLELESS) for id in (there, nowhere)]
        assert [answer.status_code for answer in told] == [403, 403], path
        assert len({answer.json()["error"]["message"] for answer in told}) == 1, path
    assert data(await api.get("/api/shares/received", as_=VIEWER))["shares"] == []
    scoped = {"name": "s", "scopes": []}
    token = data(await api.post("/api/auth/tokens", scoped, as_=ROLELESS), 201)["token"]
    narrow = ROLELESS._replace(token=token)
    assert (await visit_as(api, received["path"], narrow)).status_code == 404
    refused(await api.get("/api/shares/received", as_=narrow), 403, "FORBIDDEN")
    data(await made.call("DELETE", f"/api/shares/{sent['id']}"))
    assert data(await api.get("/api/shares/received", as_=ROLELESS))["shares"] == []
    assert (await visit_as(api, received["path"], ROLELESS)).status_code == 404

    data(await made.call("DELETE", f"/api/shares/{given['id']}"))
    assert (await visit(api, given["path"])).status_code == 404
    gone = await visit(api, given["path"], headers=HTML)
    assert (gone.status_code, "withdrawn" in gone.text) == (404, True)


async def test_a_share_shows_the_columns_that_its_maker_chose(api: Api) -> None:
    made = await product(api)
    await made.part("PUMP")
    await made.part("ROTOR", unitOfMeasure="m")
    await made.line("PUMP", "ROTOR", 2)
    source = {"manufacturer": {"name": "Murata & Co"}, "mpn": "GRM<18>", "suppliers": []}
    path = f"/api/items/{made.ids['ROTOR']}/sources"
    data(await made.call("PUT", path, {"sources": [source]}))
    plain = await share(made)
    assert plain["columns"] is None
    columns = [
        "itemNumber",
        "mpn",
        "manufacturer",
        "attributes.Size, outer",
        "attributes.A\\",
        "quantity",
    ]
    given = await share(made, columns=[" itemNumber ", *columns[1:]])
    assert given["columns"] == columns
    lines = data(await visit(api, given["path"]))["lines"]
    assert list(lines[0]) == ["level", *columns]
    rotor = next(line for line in lines if line["itemNumber"] == "ROTOR")
    assert (rotor["mpn"], rotor["manufacturer"]) == ("GRM<18>", "Murata & Co")
    page = await visit(api, given["path"], headers=HTML)
    assert "GRM&lt;18&gt;" in page.text
    assert ">Quantity (m)<" in page.text, "nobody can quote 2 of nothing"
    bom = await visit(api, f"{given['path']}/bom", params={"format": "csv"})
    assert "Murata & Co" in bom.text
    assert "GRM" not in (await visit(api, plain["path"], headers=HTML)).text
    for wrong in (["weigth"], ["thumbnail"], [], [""], [" "], ["mpn", " "], "mpn"):
        body = {"itemId": made.ids["PUMP"], "expiresAt": later(), "columns": wrong}
        refused(await made.call("POST", "/api/shares", body), 400, "VALIDATION_ERROR")


async def test_chosen_files_and_a_password(api: Api) -> None:
    made = await product(api)
    await made.part("PUMP")
    for name in ("one.pdf", "two.pdf"):
        await attach(made, "PUMP", name, b"%PDF-1.7")
    path = f"/api/items/{made.ids['PUMP']}/files"
    files = data(await made.call("GET", path))["files"]
    ids = {file["originalFileName"]: file["id"] for file in files}
    assert data(await visit(api, (await share(made))["path"]))["files"] == []
    given = await share(made, files=[ids["one.pdf"]], password="a long secret for them")
    assert given["hasPassword"]
    asked = await visit(api, given["path"], headers=HTML)
    assert asked.status_code == 401
    assert asked.headers["www-authenticate"].startswith("Basic")
    # A program is told in the interface's envelope.
    told = await visit(api, given["path"])
    assert "protected" in refused(told, 401, "UNAUTHENTICATED")["message"]
    assert told.headers["www-authenticate"].startswith("Basic")
    for said, status in ((":wrong", 401), (":a long secret for them", 200), ("x", 401)):
        word = base64.b64encode(said.encode()).decode()
        headers = {"Authorization": f"Basic {word}"}
        answer = await visit(api, given["path"], headers=headers)
        assert answer.status_code == status
        other = await visit(api, f"{given['path']}/files/{ids['one.pdf']}", headers=headers)
        assert other.status_code == status
    headers = {"Authorization": "Basic " + base64.b64encode(b":a long secret for them").decode()}
    answer = await visit(api, f"{given['path']}/files/{ids['two.pdf']}", headers=headers)
    assert answer.status_code == 404
    shown = data(await visit(api, given["path"], headers=headers))
    assert [file["fileName"] for file in shown["files"]] == ["one.pdf"]
    log = data(await made.call("GET", f"/api/shares/{given['id']}/visits"))["visits"]
    assert "refused" in {visit["action"] for visit in log}


@pytest.mark.settings(rate_limit_login=3)
async def test_a_visit_of_many_files_is_one_attempt_at_the_password(api: Api) -> None:
    made = await product(api)
    await made.part("PUMP")
    given = await share(made, includeUnreleased=True, password="a long secret for them")
    right, wrong = (
        {"Authorization": "Basic " + base64.b64encode(word).decode()}
        for word in (b":a long secret for them", b":another")
    )
    for _ in range(8):
        assert (await visit(api, given["path"], headers=right)).status_code == 200
    tried = [(await visit(api, given["path"], headers=wrong)).status_code for _ in range(4)]
    assert tried == [401, 401, 429, 429]
    assert (await visit(api, given["path"], headers=right)).status_code == 200
    # One who did not know it yet is held up by their own attempts.
    other = await share(made, includeUnreleased=True, password="a long secret for them")
    assert (await visit(api, other["path"], headers=right)).status_code == 429


async def test_who_makes_shares_and_for_how_long(
    api: Api, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await released(api)
    item = made.ids["PUMP"]
    body = {"itemId": item, "expiresAt": later()}
    refused(await api.post("/api/shares", body, as_=VIEWER), 403, "FORBIDDEN")
    secret = await world.program(members={ENGINEER: "lead"})
    hidden = await world.part(itemNumber="HIDDEN", programId=secret["id"])
    for changed, status, code in (
        ({"expiresAt": "2020-01-01T00:00:00Z"}, 400, "VALIDATION_ERROR"),
        ({"expiresAt": later(400)}, 400, "VALIDATION_ERROR"),
        ({"itemId": NOBODY}, 404, "ITEM_NOT_FOUND"),
        ({"files": [NOBODY]}, 404, "RESOURCE_NOT_FOUND"),
        ({"revision": "Z"}, 404, "RESOURCE_NOT_FOUND"),
        ({"kinds": ["paper"]}, 400, "VALIDATION_ERROR"),
        ({"commitId": NOBODY}, 404, "RESOURCE_NOT_FOUND"),
        ({"password": "x"}, 400, "VALIDATION_ERROR"),
        ({"password": "password123"}, 400, "VALIDATION_ERROR"),
        ({"email": "one@example.com\r\nBcc: two@example.com"}, 400, "VALIDATION_ERROR"),
        ({"surprise": 1}, 400, "VALIDATION_ERROR"),
    ):
        refused(await api.post("/api/shares", body | changed, as_=ENGINEER), status, code)
    answer = await api.post("/api/shares", body | {"itemId": hidden["id"]}, as_=OUTSIDER)
    refused(answer, 404, "ITEM_NOT_FOUND")

    given = await share(made)
    for person in (APPROVER, OUTSIDER):
        answer = await api.get(f"/api/shares/{given['id']}", as_=person)
        refused(answer, 404, "RESOURCE_NOT_FOUND")
    data(await api.get(f"/api/shares/{given['id']}", as_=ADMINISTRATOR))
    # One has so many that have not ended.
    monkeypatch.setattr(service, "MOST_OPEN", 2)
    other = await share(made)
    refused(await api.post("/api/shares", body, as_=ENGINEER), 409, "CONFLICT")
    data(await api.delete(f"/api/shares/{other['id']}", as_=ENGINEER))
    await share(made)
    # It shows what its maker may see, and nothing once they are gone.
    data(await api.put(f"/api/users/{ENGINEER.id}", {"active": False}, as_=ADMINISTRATOR))
    assert (await visit(api, given["path"])).status_code == 404


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_the_secret_of_a_share_opens_no_other_route(api: Api) -> None:
    made = await released(api)
    given = await share(made)
    headers = {"Authorization": f"Bearer {given['token']}"}
    for endpoint in ENDPOINTS:
        if is_public(endpoint):
            continue
        path = endpoint.path.replace(":str", "")
        path = path.replace("{item_id}", made.ids["PUMP"]).replace("{", "").replace("}", "")
        api.http.cookies.clear()
        answer = await api.http.request(endpoint.method, path, headers=headers)
        assert answer.status_code == 401, path
    other = await released_beside(api)
    answer = await visit(api, f"{given['path']}/files/{other}")
    assert answer.status_code == 404
    for wrong in (given["path"][:-1], "/share/x", f"/share/{NOBODY}"):
        assert (await visit(api, wrong)).status_code == 404


async def released_beside(api: Api) -> str:
    """A file of another product."""
    made = await product(api, code="OTHER")
    await made.part("OTHER")
    await attach(made, "OTHER", "other.step", b"ISO-10303-21;")
    path = f"/api/items/{made.ids['OTHER']}/files"
    return str(data(await made.call("GET", path))["files"][0]["id"])
