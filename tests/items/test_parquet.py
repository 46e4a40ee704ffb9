"""The same exports as Parquet: same rows, exact values, little memory."""

import io
import sys
from datetime import UTC, date, datetime
from decimal import Decimal
from itertools import count
from typing import Any

import httpx
import pyarrow
import pytest
from pyarrow import parquet

from partwright.items.export_service import ITEMS
from partwright.kit import decimals
from partwright.web import exports, parquet_file
from tests.items.test_export import exported
from tests.support.application import Api, data, problems, refused
from tests.support.people import ADMINISTRATOR, ENGINEER, OUTSIDER, Person
from tests.versioning.scene import Product, product
from tests.world import World

Rows = list[dict[str, Any]]
PATHS = ("items", "relationships")


@pytest.fixture(autouse=True)
def small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    for slice in PATHS:
        monkeypatch.setattr(f"partwright.{slice}.export_service.WINDOW", 2)
    monkeypatch.setattr(parquet_file, "ROWS_A_GROUP", 3)


async def table(api: Api, path: str, *, as_: Person = ENGINEER, **params: Any) -> Rows:
    params["format"] = "parquet"
    answer = await api.get(f"/api/{path}/export", params=params, as_=as_)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/vnd.apache.parquet"
    assert answer.headers["content-disposition"].endswith(".parquet")
    return parquet.read_table(io.BytesIO(answer.content)).to_pylist()


async def machine(api: Api) -> Product:
    made = await product(api)
    for number, cost, weight in (
        ("TOP", None, None),
        ("ARM", "0.1", None),
        ("BOLT", "123456789012345.123456789012", "0.000000000001"),
        ("NUT", "0.2", "1000"),
    ):
        more = {"cost": cost, "weight": weight, "attributes": {"Finish": "zinc"}}
        await made.part(number, **{key: held for key, held in more.items() if held})
    await made.line("TOP", "ARM", 2)
    await made.line("TOP", "NUT", 3)
    await made.line("ARM", "BOLT", 1)
    return made


async def test_a_table_has_the_rows_of_the_lines_with_exact_values(api: Api, world: World) -> None:
    made = await machine(api)
    await world.task(designId=made.design, assignee=ENGINEER.id, dueDate="2027-01-31")
    await world.issue(designId=made.design)
    await world.document(designId=made.design)
    await world.requirement(designId=made.design)
    await world.change_order()
    data(await made.call("POST", f"/api/items/{made.ids['NUT']}/lock"))
    number, before = await exported(api, "items")
    _, lines = await exported(api, "relationships", at=number)
    await made.edit("NUT", name="Later")
    rows = await table(api, "items", at=number)
    assert [as_line(row) for row in rows] == [flat(line) for line in before]
    assert len({line["type"] for line in before}) == 6
    found = await table(api, "relationships", at=number)
    assert [as_line(row) for row in found] == [flat(line) for line in lines]
    bolt = next(row for row in rows if row["itemNumber"] == "BOLT")
    assert bolt["cost"] == Decimal("123456789012345.123456789012")
    assert bolt["createdAt"].tzinfo is not None
    assert bolt["attributes"] == '{"Finish":"zinc"}'
    assert [row["name"] for row in await table(api, "items", itemNumber="NUT")] == ["Later"]


def flat(line: dict[str, Any]) -> dict[str, Any]:
    """A record of JSON with people in columns of their own, and without what it lacks."""
    shown: dict[str, Any] = {}
    for key, value in line.items():
        if isinstance(value, dict) and "id" in value:
            shown |= {key + name.removeprefix("id").capitalize(): value[name] for name in value}
        else:
            shown[key] = value
    return {key: value for key, value in shown.items() if value is not None}


def as_line(row: dict[str, Any]) -> dict[str, Any]:
    """A row with its values as JSON has them."""
    return {key: as_json(key, value) for key, value in row.items() if value is not None}


def as_json(key: str, value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        plain = decimals.plain_decimal(decimals.stored_decimal(value))
        return plain if key in ("cost", "weight") else float(value)
    return httpx.Response(200, text=value).json() if key in ("attributes", "metadata") else value


async def test_the_sums_of_a_table_are_those_of_the_rollup(api: Api) -> None:
    made = await machine(api)
    number, _ = await exported(api, "items")
    cost = {row["id"]: row["cost"] or 0 for row in await table(api, "items", at=number)}
    lines = await table(api, "relationships", at=number, type="bom")

    def total(item: str) -> Decimal:
        below = [line for line in lines if line["sourceId"] == item]
        each = [line["quantity"] * total(line["targetId"]) for line in below]
        return sum(each, Decimal(cost[item]))

    answer = await made.call("GET", f"/api/items/{made.ids['TOP']}/rollup")
    [sum_] = data(answer)["cost"]
    assert Decimal(sum_["total"]) == total(made.ids["TOP"])


async def test_a_table_has_what_its_reader_sees(world: World, api: Api) -> None:
    program = await world.program(members={ENGINEER: "lead"})
    design = await world.design(programId=program["id"])
    pair = [await world.part(designId=design["id"]) for _ in range(2)]
    await world.relate(pair[0], pair[1])
    await world.document(designId=design["id"])
    for path, many in (("items", 3), ("relationships", 1)):
        assert len(await table(api, path)) == many
        assert await table(api, path, as_=OUTSIDER) == []
        hidden = {"format": "parquet", "designId": design["id"]}
        answer = await api.get(f"/api/{path}/export", params=hidden, as_=OUTSIDER)
        refused(answer, 404, "RESOURCE_NOT_FOUND")
    body = {"name": "documents", "scopes": ["documents.read"]}
    answer = await api.post("/api/auth/tokens", body, as_=ADMINISTRATOR)
    narrow = ADMINISTRATOR._replace(token=data(answer, 201)["token"])
    assert {row["type"] for row in await table(api, "items", as_=narrow)} == {"Document"}
    assert await table(api, "items", as_=narrow) == await table(api, "items", type="Document")


async def test_a_format_that_is_not_installed_is_refused(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for path in PATHS:
        params = {"format": "parquet"}
        answer = await api.get(f"/api/{path}/export", params=params, as_=ENGINEER)
        assert problems(answer)["format"] == exports.INSTALL
        unknown = await api.get(f"/api/{path}/export", params={"format": "xml"}, as_=ENGINEER)
        assert "format" in problems(unknown)
        assert (await api.get(f"/api/{path}/export", as_=ENGINEER)).status_code == 200


@pytest.mark.parametrize("format", ["ndjson", "parquet"])
async def test_who_goes_away_ends_the_reading(api: Api, format: str) -> None:
    await machine(api)
    sent: list[bytes] = []

    async def send(message: Any) -> None:
        sent.append(message.get("body", b""))

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    scope: dict[str, Any] = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "path": "/api/items/export",
        "raw_path": b"/api/items/export",
        "root_path": "",
        "scheme": "http",
        "query_string": f"format={format}".encode(),
        "headers": [(b"authorization", f"Bearer {ENGINEER.token}".encode())],
        "client": ("127.0.0.1", 1),
        "server": ("test", 80),
    }
    whole = await statements(api, format)
    transport: Any = api.http._transport
    with api.counting() as counted:
        await transport.app(scope, receive, send)
    assert any(sent)
    assert not (sent[-1].endswith(b"PAR1") and len(sent[-1]) > 4)
    assert counted.statements < whole


async def statements(api: Api, format: str) -> int:
    with api.counting() as counted:
        answer = await api.get("/api/items/export", params={"format": format}, as_=ENGINEER)
        assert answer.status_code == 200
    return counted.statements


def test_a_long_table_takes_the_memory_of_a_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_file, "ROWS_A_GROUP", 2_000)
    row = Row()
    file = parquet_file.ParquetFile(ITEMS.columns)
    held, kept = 0, io.BytesIO()
    for _ in range(60):
        kept.write(file.write([row] * 500))
        held = max(held, pyarrow.total_allocated_bytes())
    kept.write(file.end())
    read = parquet.ParquetFile(kept)
    assert (read.metadata.num_rows, read.num_row_groups) == (30_000, 15)
    # All rows at once would take ten times as much.
    assert held < 6 << 20, held


class Row:
    """An item whose longest texts are others each time."""

    def __init__(self) -> None:
        self._numbers = count()

    def __getattr__(self, name: str) -> Any:
        if name in ("item_id", "master_id", "item_number", "name", "description"):
            return f"{next(self._numbers):036d}"
        return None
