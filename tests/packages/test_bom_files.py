"""Bills of materials as CSV, workbooks and PDF documents, with chosen columns."""

import csv
import io
import threading
import zipfile
from itertools import pairwise
from itertools import product as product_of
from typing import Any

import httpx
import pytest
from PIL import Image
from pypdfium2 import PdfDocument  # pyright: ignore[reportMissingTypeStubs]
from python_calamine import CalamineWorkbook

from partwright.packages import bom_table
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER, ROLELESS, VIEWER
from tests.versioning.scene import Product, product
from tests.world import NOBODY, World


def png() -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (400, 200), "teal").save(made, "PNG")
    return made.getvalue()


async def attach(made: Product, number: str, name: str, content: bytes) -> None:
    path = f"/api/items/{made.ids[number]}/files/upload"
    data(await made.call("POST", path, files={"file": (name, content)}), 201)


async def pump(api: Api) -> Product:
    """PUMP of ROTOR (find number 20, made first) and =SEAL (find number 10); a ROTOR has 3.5 BLADE."""
    made = await product(api)
    await made.part("PUMP")
    await made.part("ROTOR", name="Rotor", cost="12.50", attributes={"Colour, inside": "red"})
    await made.part("=SEAL", name="-2 + 3", material="Rubber")
    await made.part("BLADE", name="Blade", weight="0.125")
    for parent, child, quantity, find in (
        ("PUMP", "ROTOR", 1, 20),
        ("PUMP", "=SEAL", 2, 10),
        ("ROTOR", "BLADE", 3.5, 10),
    ):
        body = {"targetId": made.ids[child], "relationshipType": "bom", "quantity": quantity}
        path = f"/api/items/{made.ids[parent]}/relationships"
        data(await made.call("POST", path, body | {"findNumber": find}), 201)
    return made


async def export(made: Product, **params: Any) -> httpx.Response:
    path = f"/api/items/{made.ids['PUMP']}/bom/export"
    answer: httpx.Response = await made.call("GET", path, params=params)
    return answer


async def rows(made: Product, **params: Any) -> list[list[str]]:
    answer = await export(made, **params)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(answer.text, newline="")))


async def test_columns_are_chosen_and_lines_ordered(api: Api) -> None:
    made = await pump(api)
    head, *lines = await rows(made)
    assert head[:4] == ["Level", "Item Number", "Name", "Revision"]
    assert [line[1] for line in lines] == ["'=SEAL", "ROTOR", "BLADE"]
    assert lines[0][2] == "'-2 + 3"
    assert lines[2][4:6] == ["3.5", "3.5"]
    assert [line[1] for line in (await rows(made, order="source"))[1:]] == [
        "ROTOR",
        "BLADE",
        "'=SEAL",
    ]
    chosen = "itemNumber,extendedQuantity,cost,attributes.Colour\\, inside,state"
    assert await rows(made, columns=chosen, flat="true") == [
        ["Item Number", "Total Quantity", "Cost (USD)", "Colour, inside", "State"],
        ["'=SEAL", "2", "", "", "Draft"],
        ["BLADE", "3.5", "", "", "Draft"],
        ["ROTOR", "1", "12.5", "red", "Draft"],
    ]
    assert len(await rows(made, depth="1")) == 3
    rotor = data(await made.call("GET", f"/api/items/{made.ids['PUMP']}/relationships"))
    (line,) = [r["id"] for r in rotor["relationships"] if r["targetItem"]["itemNumber"] == "ROTOR"]
    noted = {"metadata": {"remark": "=1+1", "doNotPlace": True}}
    data(await made.call("PUT", f"/api/relationships/{line}", noted))
    assert await rows(made, columns="sourceOrder,remark,doNotPlace", depth="1") == [
        ["Source Order", "Remark", "Do Not Place"],
        ["2", "", ""],
        ["1", "'=1+1", "Yes"],
    ]
    view = {"name": "Short", "page": "bom", "columns": ["name", "quantity"]}
    view = data(await made.call("POST", "/api/views", view), 201)["view"]
    assert (await rows(made, savedViewId=view["id"]))[0] == ["Name", "Quantity"]
    disposition = (await export(made)).headers["content-disposition"]
    assert disposition.startswith('attachment; filename="PUMP.csv"')


async def test_figures_have_units_and_columns_that_nothing_has_are_refused(api: Api) -> None:
    made = await pump(api)
    seal = f"/api/items/{made.ids['=SEAL']}"
    data(await made.call("PUT", seal, {"cost": "2", "costCurrency": "EUR"}))
    assert await rows(made, columns="itemNumber,cost,weight,costCurrency,name", flat="true") == [
        ["Item Number", "Cost", "Weight (kg)", "Cost Currency", "Name"],
        ["'=SEAL", "2", "", "EUR", "'-2 + 3"],
        ["BLADE", "", "0.125", "USD", "Blade"],
        ["ROTOR", "12.5", "", "USD", "Rotor"],
    ]
    assert (await rows(made, columns="leadTime"))[0] == ["Lead Time (days)"]
    assert [line[1:3] for line in await rows(made, columns="itemNumber,cost,name", depth="1")] == [
        ["Cost", "Cost Currency"],
        ["2", "EUR"],
        ["12.5", "USD"],
    ]
    for path in ("bom/export?columns", "bom?fields"):
        typo = await made.call("GET", f"/api/items/{made.ids['PUMP']}/{path}=attributes.Color")
        assert "attributes.Colour, inside" in problems(typo)["attributes.Color"]
    # What a saved view names may be gone by now.
    view = {"name": "Old", "page": "bom", "columns": ["name", "attributes.Color"]}
    view = data(await made.call("POST", "/api/views", view), 201)["view"]
    assert (await rows(made, savedViewId=view["id"]))[0] == ["Name", "Color"]


async def test_workbooks_have_numbers_and_pictures_and_documents_pages(api: Api) -> None:
    made = await pump(api)
    await attach(made, "ROTOR", "photo.png", png())
    ids = f"{made.ids['ROTOR']},{made.ids['BLADE']},{NOBODY},x,"
    pictures = "/api/item-pictures"
    (one,) = data(await api.get(pictures, as_=ENGINEER, params={"ids": ids}))["pictures"]
    assert one["itemId"] == made.ids["ROTOR"]
    small = await api.get(f"/api/files/{one['fileId']}/thumbnail?size=64", as_=ENGINEER)
    assert small.headers["content-type"] == "image/png"
    assert data(await api.get(pictures, as_=ENGINEER))["pictures"] == []
    refused(await api.get(pictures, as_=ROLELESS, params={"ids": ids}), 403, "FORBIDDEN")
    too_many = {"ids": ",".join([NOBODY] * 101)}
    refused(await api.get(pictures, as_=ENGINEER, params=too_many), 400, "VALIDATION_ERROR")
    columns = "level,thumbnail,itemNumber,name,quantity,cost"
    book = (await export(made, format="xlsx", columns=columns)).content
    sheet = CalamineWorkbook.from_filelike(io.BytesIO(book)).get_sheet_by_index(0).to_python()
    assert sheet[0] == ["Level", "Picture", "Item Number", "Name", "Quantity", "Cost (USD)"]
    assert sheet[1][2:5] == ["=SEAL", "-2 + 3", 2.0]
    assert sheet[2][2:] == ["ROTOR", "Rotor", 1.0, 12.5]
    with zipfile.ZipFile(io.BytesIO(book)) as parts:
        pictures = [name for name in parts.namelist() if name.startswith("xl/media/")]
        assert len(pictures) == 1
        assert max(Image.open(io.BytesIO(parts.read(pictures[0]))).size) == 128
    for params in ({"columns": columns + ",remark,doNotPlace"}, {"flat": "true"}, {}):
        answer = await export(made, format="pdf", **params)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
        assert answer.content.startswith(b"%PDF-")


async def document_words(made: Product, **params: Any) -> list[str]:
    answer = await export(made, format="pdf", **params)
    assert answer.status_code == 200, answer.text
    (page,) = PdfDocument(answer.content)
    text: str = page.get_textpage().get_text_bounded()
    return text.replace("\u200b", "").split()


async def test_documents_tell_units_and_leave_out_empty_columns(api: Api) -> None:
    made = await pump(api)
    hose = {"name": "Hose", "unitOfMeasure": "m", "cost": "4", "costCurrency": "EUR"}
    hose["quantityOnHand"] = "7"
    await made.part("HOSE", **hose, weight="0.2")
    body = {"targetId": made.ids["HOSE"], "relationshipType": "bom", "quantity": 1.5}
    data(await made.call("POST", f"/api/items/{made.ids['PUMP']}/relationships", body), 201)
    words = " ".join(await document_words(made))
    assert "1.5 m 1.5 m" in words
    assert "3.5 3.5" in words
    assert "Find Number" in words
    assert "Designator" not in words
    columns = "itemNumber,quantity,cost,weight,referenceDesignator"
    words = " ".join(await document_words(made, columns=columns))
    assert "12.5 USD" in words
    assert "4 EUR" in words
    assert "Weight (kg)" in words
    assert "Designator" in words
    assert "Designator" not in " ".join(
        await document_words(made, columns=columns, omitEmpty="true")
    )
    flat = " ".join(await document_words(made, flat="true"))
    assert "1.5 m" in flat
    price = {"quantity": 1, "price": 2.5, "currency": "CHF"}
    offer = {"supplier": {"name": "Hoses"}, "prices": [price]}
    source = {"manufacturer": {"name": "Maker"}, "mpn": "H-1", "suppliers": [offer]}
    body = {"sources": [source]}
    data(await made.call("PUT", f"/api/items/{made.ids['HOSE']}/sources", body))
    priced = " ".join(await document_words(made, columns="name,unitPrice,quantityOnHand"))
    assert "Unit Price (CHF) Quantity On Hand (m)" in priced
    assert "2.5 7" in priced
    own = await document_words(made, columns="name,quantity,unitOfMeasure")
    assert own.count("m") == 1


async def test_what_cannot_be_exported_says_why(api: Api, world: World) -> None:
    made = await pump(api)
    for params, field in (
        ({"columns": "name,nothing"}, "columns"),
        ({"format": "docx"}, "format"),
        ({"order": "size"}, "order"),
        ({"savedViewId": "x"}, "savedViewId"),
        ({"depth": "0"}, "depth"),
    ):
        error = refused(await export(made, **params), 400, "VALIDATION_ERROR")
        assert [d["field"] for d in error["details"]] == [field]
    told = problems(await export(made, columns="name,nothing"))["columns"]
    assert told.startswith("expected fields among level, itemNumber, name,")
    assert told.endswith("weightUnit; got 'nothing'")
    assert told.count(" itemNumber,") == 1
    refused(await export(made, savedViewId=NOBODY), 404, "RESOURCE_NOT_FOUND")
    path = f"/api/items/{NOBODY}/bom/export"
    refused(await api.get(path, as_=ENGINEER), 404, "ITEM_NOT_FOUND")
    # What the reader may not see is no line, in whatever kind of file.
    secret = await world.program(members={ENGINEER: "lead"})
    hidden = await world.part(itemNumber="HIDDEN", programId=secret["id"])
    upload = f"/api/items/{hidden['id']}/files/upload"
    data(await api.post(upload, files={"file": ("photo.png", png())}, as_=ENGINEER), 201)
    asked = {"params": {"ids": hidden["id"]}}
    assert data(await api.get("/api/item-pictures", as_=ENGINEER, **asked))["pictures"] != []
    assert data(await api.get("/api/item-pictures", as_=OUTSIDER, **asked))["pictures"] == []
    await world.relate({"id": made.ids["PUMP"]}, hidden)
    assert "HIDDEN" in [line[1] for line in await rows(made)]
    path = f"/api/items/{made.ids['PUMP']}/bom/export"
    for reader in (VIEWER, OUTSIDER):
        answer = await api.get(path, as_=reader)
        assert answer.status_code == 200, answer.text
        assert "HIDDEN" not in answer.text
    assert (await api.get(path, as_=ADMINISTRATOR)).text.count("HIDDEN") == 1


async def test_lines_of_a_few_links_on_many_paths_hold_nobody_up(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await product(api)
    await made.part("PUMP")
    levels = [["PUMP"], *([f"A-{level}", f"B-{level}"] for level in range(11))]
    rows_ = [{"itemNumber": n, "name": n} for level in levels[1:] for n in level]
    lines = [
        {"parentItemNumber": parent, "childItemNumber": child}
        for parents, children in pairwise(levels)
        for parent, child in product_of(parents, children)
    ]
    body = {"designId": made.design, "rows": rows_, "bomRelationships": lines}
    data(await made.call("POST", "/api/import/parts", body), 201)
    threads: set[threading.Thread] = set()
    as_cell = bom_table.as_cell

    def seen(*more: Any) -> Any:
        threads.add(threading.current_thread())
        return as_cell(*more)

    monkeypatch.setattr(bom_table, "as_cell", seen)
    assert len(await rows(made)) == 2**12 - 1
    assert threading.main_thread() not in threads
