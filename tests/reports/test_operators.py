"""Every operator on every kind of field, drawn at random, against plain Python, on both databases."""

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from partwright.identity.model import Actor
from partwright.identity.permissions import ALL
from partwright.item_types import FieldKind
from partwright.kit.fields import read_struct
from partwright.kit.ids import TokenId, UserId
from partwright.reports import execution_service
from partwright.reports.execution_service import RunOptions
from partwright.reports.fields import FIELDS, ReportField, is_of_source
from partwright.reports.model import ReportColumn, ReportId, ReportRecord, ReportSort
from partwright.settings import Settings
from tests.reports.naive import Record, Wanted, keeps, ordered
from tests.support.application import Api, data
from tests.support.application import running as serving
from tests.support.people import ADMINISTRATOR, ENGINEER

Page = tuple[list[str], int]
"""Numbers of the rows, and how many rows there are in all."""

KINDS = {
    FieldKind.TEXT: "text",
    FieldKind.USER: "text",
    FieldKind.DATE: "date",
    FieldKind.MOMENT: "moment",
    FieldKind.DECIMAL: "number",
    FieldKind.NUMBER: "number",
    FieldKind.INTEGER: "number",
}
PLACES = {"createdBy", "releasedAt", "designCode", "programCode"}
"""Paths that items have no key for, looked at elsewhere."""

BY_NUMBER = ("itemNumber", "text", False)

_COMPARING = ["eq", "ne", "gt", "lt", "gte", "lte", "in", "not_in", "between"]
_NULLS = ["is_null", "is_not_null"]
_MATCHING = ["like", "not_like", "starts_with", "ends_with"]

NAMES = [
    "Bolt M3",
    "bolt m3",
    "ÜBER Gehäuse",
    "über gehäuse",
    "Straße",
    "STRASSE",
    "100 % _ \\ 'x'",
    "ΣΊΣΥΦΟΣ ﬁn",
    "支架 🚀",
    "a",
]
COSTS = ["0", "0.5", "10", "9", "100.000000000001", "999999999999999", "1.10", None]
DAYS = [0, 5, 10, 100, None]
DATES = ["2026-01-31", "2026-02-01", "2025-12-31", None]


async def fill(api: Api) -> dict[str, list[Record]]:
    """A few dozen items with values and gaps everywhere; as the service shows them."""
    design = data(await api.post("/api/designs", {"name": "D"}, as_=ENGINEER), 201)
    for index in range(40):
        name, cost = NAMES[index % len(NAMES)], COSTS[index % len(COSTS)]
        part = {
            "type": "Part",
            "name": f"{name} {index % 3}" if index % 2 else name,
            "designId": design["id"] if index % 2 else None,
            "cost": cost,
            "weight": COSTS[(index + 3) % len(COSTS)],
            "leadTimeDays": DAYS[index % len(DAYS)],
            "quantityOnHand": None if cost is None else float(cost[:6]),
            "partType": ("Purchase", "Phantom", None)[index % 3],
            "description": (None, "", "Long, with comma", name.upper())[index % 4],
            "material": NAMES[-1 - index % len(NAMES)] if index % 5 else None,
        }
        await made(api, part)
    for index in range(16):
        task = {
            "type": "Task",
            "name": NAMES[index % len(NAMES)],
            "dueDate": DATES[index % len(DATES)],
            "estimatedHours": (0.25, 2, 10, None)[index % 4],
            "priority": ("high", "High", "low", None)[index // 4],
            "assignee": (ENGINEER.id, ADMINISTRATOR.id, None)[index % 3],
        }
        await made(api, task)
    for index in range(8):
        document = {
            "type": "Document",
            "name": NAMES[-1 - index],
            "fileSize": (0, 2**53, 1000, None)[index % 4],
            "docType": ("Drawing", None)[index % 2],
        }
        await made(api, document)
    return {name: await shown(api, name) for name in ("Part", "Task", "Document")}


async def made(api: Api, body: Record) -> None:
    sent = {key: value for key, value in body.items() if value is not None}
    data(await api.post("/api/items", sent, as_=ENGINEER), 201)


async def shown(api: Api, type_name: str) -> list[Record]:
    params = {"type": type_name, "limit": 100}
    return data(await api.get("/api/items", params=params, as_=ADMINISTRATOR))["items"]


def fields_of(item_type: str) -> list[ReportField]:
    return [
        field
        for path, field in FIELDS[item_type].items()
        if path not in PLACES and not is_of_source(field.column)
    ]


def values(kind: str, item_type: str) -> st.SearchStrategy[Any]:
    """Values that meet those of the rows, and others around and far from them."""
    if kind == "moment":
        stamp = "2026-11-21T09:30:00.000Z"
        return st.sampled_from(["2020-01-01", "2999-12-31", stamp, "9999-12-30"]) | st.just("NOW")
    if kind == "date":
        return st.sampled_from(["2026-01-31", "2026-02-01", "2025-12-31", "2026-06-01"])
    if kind == "number":
        written = [cost for cost in COSTS if cost] + ["-1", "1e400", "0.0000000000001", "5", "4.5"]
        numbers = st.integers(-2, 120) | st.decimals(0, 120, places=2).map(str)
        return st.sampled_from(written) | numbers | st.just(10**30)
    words = st.sampled_from([*NAMES, "%", "_", "", "SS", "ß", "σ", "PN-0", "bolt", "High", "Emmy"])
    return words | st.booleans() | st.integers(0, 9) | st.text(max_size=3).filter(is_sendable)


def is_sendable(text: str) -> bool:
    return "\x00" not in text and text.isprintable()


@st.composite
def filters(draw: st.DrawFn, item_type: str) -> Wanted:
    field = draw(st.sampled_from(fields_of(item_type)))
    kind = KINDS[field.kind]
    operators = [*_COMPARING, *_NULLS, *(_MATCHING if kind == "text" else ())]
    operator = draw(st.sampled_from(operators))
    wanted = Wanted(field.path, kind, operator)
    if operator in _NULLS:
        return wanted
    drawn = values(kind, item_type)
    if operator in ("in", "not_in"):
        entries = draw(
            st.lists(
                drawn.map(lambda v: str(v).lower() if v in (True, False) else str(v)), max_size=4
            )
        )
        return wanted._replace(value=" ,".join(entries))
    if operator == "between":
        return wanted._replace(value=draw(drawn), value2=draw(drawn))
    return wanted._replace(value=draw(drawn))


@st.composite
def asked(draw: st.DrawFn) -> tuple[str, list[Wanted], list[tuple[str, str, bool]]]:
    """An item type with some filters and sorts."""
    item_type = draw(st.sampled_from(["Part", "Part", "Task", "Document"]))
    wanted = draw(st.lists(filters(item_type), min_size=1, max_size=3))
    keys = st.tuples(st.sampled_from(fields_of(item_type)), st.booleans())
    sorts = draw(st.lists(keys, min_size=1, max_size=2))
    return item_type, wanted, [(f.path, KINDS[f.kind], down) for f, down in sorts]


ACTOR = Actor(
    id=UserId(ADMINISTRATOR.id),
    name="",
    email="",
    is_administrator=True,
    permissions=ALL,
    role_ids=(),
    token_id=TokenId(""),
    is_scoped=False,
    expires_at=None,
)


def report(item_type: str, sorts: list[tuple[str, str, bool]]) -> ReportRecord:
    keys = [
        ReportSort(path, "desc" if down else "asc", n) for n, (path, _, down) in enumerate(sorts)
    ]
    return ReportRecord(
        id=ReportId(""),
        name="",
        description=None,
        item_type=item_type,
        is_public=False,
        shared_with_roles=[],
        shared_with_users=[],
        created_by=UserId(""),
        created_at="",
        updated_at="",
        columns=[ReportColumn("itemNumber", "", 0, is_visible=True)],
        filters=[],
        sorts=keys,
    )


@pytest.fixture
def loop() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


def test_rows_are_those_that_plain_python_keeps_in_its_order(
    settings: Settings, loop: asyncio.Runner
) -> None:
    served = serving(settings)
    api = loop.run(served.__aenter__())
    try:
        items = loop.run(fill(api))
        check(loop, api, items)
    finally:
        loop.run(served.__aexit__(None, None, None))


def check(loop: asyncio.Runner, api: Api, items: dict[str, list[Record]]) -> None:
    moment = items["Part"][7]["createdAt"]

    def placed(wanted: Wanted) -> Wanted:
        put = {n: str(getattr(wanted, n)).replace("NOW", moment) for n in ("value", "value2")}
        return wanted._replace(**put) if wanted.kind == "moment" and wanted.value else wanted

    async def rows(item_type: str, wanted: list[Wanted], sorts: Any, limit: int) -> Page:
        sent = [each.sent(place) for place, each in enumerate(wanted)]
        encoded = msgspec.json.encode(
            {"runtimeFilters": sent},
        )
        options = read_struct(msgspec.json.decode(encoded, type=dict[str, msgspec.Raw]), RunOptions)
        async with api.services.database.snapshot() as snapshot:
            plan = await execution_service.plan_report_run(
                snapshot, report(item_type, sorts), ACTOR, options
            )
            found, total = await execution_service.page_with_total(
                snapshot, plan, limit=limit, offset=1
            )
            written = [
                row
                async for batch in execution_service.batches_of_rows(
                    snapshot, plan, limit=limit, offset=1
                )
                for row in batch
            ]
        assert written == found
        return [str(number) for (number,) in found], total

    @examples(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @example(("Part", [Wanted("itemNumber", "text", "not_like", "?")], [BY_NUMBER]), 1)
    @given(asked(), st.sampled_from((1, 3, 1000)))
    def agrees(drawn: tuple[str, list[Wanted], list[tuple[str, str, bool]]], limit: int) -> None:
        item_type, drawn_filters, sorts = drawn
        wanted = [placed(each) for each in drawn_filters]
        kept = [item for item in items[item_type] if all(keeps(item, each) for each in wanted)]
        expected = [item["itemNumber"] for item in ordered(kept, sorts)]
        page = expected[1 : 1 + limit]
        assert loop.run(rows(item_type, wanted, sorts, limit)) == (page, len(expected))

    agrees()
