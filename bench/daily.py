"""The calls of every day beside reads of items: search, relationships, reports, single edits.

Each asks for another part than the one before, so that no answer comes from memory.
"""

from collections.abc import Iterator, Sequence
from urllib.parse import quote

from bench.calls import Call, Sql
from bench.filling import Client, design, imported, line, part, report
from bench.requests import Asked, posts, puts, reads

ROWS = 1_000
"""Of a report."""
_PARTS = 5_000
_CHILDREN = 10
_ALONE = 700
"""Parts that the one connection asks for; the 32 ask for the others."""
_COLUMNS = (
    "itemNumber",
    "name",
    "state",
    "revision",
    "createdAt",
    "parts.partType",
    "parts.material",
    "parts.cost",
    "parts.costCurrency",
    "parts.weight",
    "parts.weightUnit",
    "parts.leadTimeDays",
)


def daily(client: Client) -> Iterator[Call]:
    """Reads on one connection and on 32, reports alone, edits by 32 writers."""
    design_id = design(client, "DAILY")
    rows = [part(f"DAILY-{index:06d}", index) for index in range(_PARTS)]
    top = "DAILY-000000"
    middle = "DAILY-000001"
    below = range(2, 2 + _CHILDREN)
    lines = [
        [line(middle, f"DAILY-{index:06d}", index)] if index in below else []
        for index in range(_PARTS)
    ]
    lines[1] = [line(top, middle, 1)]
    ids = imported(client, design_id, rows, lines)
    numbers = [number for number in ids if number not in (top, middle)]
    words = [f"bracket {number[-6:]}" for number in numbers]
    yield from _both("search for a word", [f"/api/search?q={quote(word)}" for word in words])
    yield from _both("search for a number", [f"/api/search?q={number}" for number in numbers])
    yield from _both("item by its number", [f"/api/items?itemNumber={each}" for each in numbers])
    yield from _both(
        "relationships of an item", [f"/api/items/{ids[each]}/relationships" for each in numbers]
    )
    yield from _reports(client)
    yield _edits(ids)


def _both(name: str, paths: Sequence[str]) -> Iterator[Call]:
    for connections, count, asked in ((1, 600, paths[:_ALONE]), (32, 3_000, paths[_ALONE:])):
        yield Call(
            name=name,
            connections=connections,
            requests=[reads(path) for path in asked],
            count=count,
            warmup=4 * connections,
            sql=Sql.READS,
        )


def _reports(client: Client) -> Iterator[Call]:
    made = report(
        client,
        "Daily",
        columns=_COLUMNS,
        filters=(("itemNumber", "like", "DAILY"),),
        sorts=(("itemNumber", "asc"),),
    )
    for name, request in (
        ("execute", posts(f"/api/reports/{made}/execute", {"limit": ROWS})),
        ("as CSV", posts(f"/api/reports/{made}/export", {"limit": ROWS, "format": "csv"})),
    ):
        yield Call(
            name=f"report of {ROWS:,} rows, {name}",
            requests=[request],
            count=90,
            warmup=3,
            sql=Sql.READS,
        )


def _edits(ids: dict[str, str]) -> Call:
    """Each request edits another item; what is replayed edits others still."""
    items = list(ids.values())
    count, warmup, rounds, recorded = 900, 64, 3, 90
    total = count + rounds * warmup

    def edit(place: int) -> Asked:
        return puts(f"/api/items/{items[20 + place]}", {"description": f"Edited {place}"})

    return Call(
        name="PUT item",
        connections=32,
        requests=[edit(place) for place in range(total)],
        recorded=[edit(total + place) for place in range(recorded)],
        count=count,
        warmup=warmup,
        sql=Sql.WHOLE,
    )
