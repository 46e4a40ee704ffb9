"""The calls that are measured, each filled in just before it is asked for."""

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from bench.branches import Tree, on_branches
from bench.calls import Call, Check, Goal, Sql
from bench.daily import daily
from bench.filling import (
    Client,
    design,
    import_body,
    imported,
    part,
    report,
    tree,
    tree_rows,
    web,
)
from bench.requests import Asked, posts, reads
from partwright.items import queries
from partwright.relationships.graph_service import ItemGraph

ITEMS = 10_000
CHANGED = 50
SMALL_TREE = 1_111
LARGE_TREE = 11_111
LARGE_ITEMS, LARGE_EDGES = 100_000, 500_000
ROUNDS = 3
RECORDED = 3
"""Writing calls that are recorded for one round."""

_GRAPH_GOAL = Goal("times_sql", 2.5)
_BULK_GOAL = Goal("times_sql", 5)
_REPORT_GOAL = Goal("times_sql", 1.5)

Step = Call | Check


def steps(client: Client, *, large: bool) -> Iterator[Step]:
    """All calls; what a call needs is made when the one before it is done."""
    yield from _items(client)
    small, large_tree = yield from _structures(client)
    if large:
        yield from _large(client)
        yield from reports(client)
    yield from _single_writes(client)
    yield from _imports(client)
    yield from _batches(client)
    yield from _change(client)
    # Last, since what they write is nothing that the checks before count.
    yield from daily(client)
    yield from on_branches(client, small, large_tree)


def _items(client: Client) -> Iterator[Step]:
    design_id = design(client, "ITEMS")
    rows = [part(f"ITEM-{index:06d}", index) for index in range(ITEMS)]
    ids = imported(client, design_id, rows)
    one = f"/api/items/{ids['ITEM-004711']}"
    page = "limit=20&type=Part&state=Draft&sort=name:asc"
    yield from _reading("GET item", one, counts=(900, 4500), goals=(None, ("of_handler", 0.5)))
    yield from _reading(
        "item list, 20 of 10,000",
        f"/api/items?{page}",
        counts=(200, 750),
        goals=(("of_sql", 0.4), ("of_sql", 0.4)),
        bare=_page_and_count(),
    )
    yield from _reading(
        "item list, deep page",
        f"/api/items?{page}&page=400",
        counts=(90, 180),
    )
    yield from _reading(
        "item list of a design", f"/api/items?{page}&designId={design_id}", counts=(150, 450)
    )
    yield from _reading(
        "search, 10 found", "/api/items?search=acket%2000471&sort=name:asc", counts=(200, 750)
    )


def _reading(
    name: str,
    path: str,
    *,
    counts: tuple[int, int],
    goals: tuple[tuple | None, tuple | None] = (None, None),
    bare: Sequence[tuple[str, dict[str, Any]]] = (),
) -> Iterator[Call]:
    """The call on one connection and on 32."""
    for connections, count, goal in zip((1, 32), counts, goals, strict=True):
        yield Call(
            name=name,
            connections=connections,
            requests=[reads(path)],
            count=count,
            warmup=4 * connections,
            sql=Sql.READS,
            bare=bare,
            goal=None if goal is None else Goal(*goal),
        )


def _page_and_count() -> list[tuple[str, dict[str, Any]]]:
    """The list as one would ask for it: the page sorted by the database, and COUNT(*)."""
    filters = ("type", "state")
    given = {"type": "Part", "state": "Draft"}
    page = queries.list_statement(filters, ("name ASC",), in_view=False)
    return [
        (page, given | {"limit": 20, "offset": 0}),
        (queries.count_statement(filters, in_view=False), given),
    ]


def _structures(client: Client) -> Generator[Step, None, list[Tree]]:
    """Trees in designs of their own, for the calls on branches too."""
    trees: list[Tree] = []
    for prefix, nodes, count in (("SMALL", SMALL_TREE, 30), ("LARGE", LARGE_TREE, 6)):
        design_id = design(client, prefix)
        ids = list(tree(client, design_id, prefix, nodes).values())
        yield from _of_tree(ids[0], nodes, count)
        yield _structure(f"where-used, leaf of {nodes:,}", ids[-1], "where-used", 300)
        trees.append((design_id, ids))
    return trees


def _of_tree(root: str, nodes: int, count: int) -> Iterator[Step]:
    name = f"of {nodes:,}"
    graph = "graph?depth=all&direction=down&type=bom"
    yield _structure(f"graph {name}", root, graph, count, shape=ItemGraph, goal=_GRAPH_GOAL)
    yield _structure(f"bom indented {name}", root, "bom", count)
    yield _structure(f"bom flat {name}", root, "bom?flat=true", count)
    # As the page asks for them.
    columns = "bom?format=columns&children=true&fields=cost,costCurrency,weight,weightUnit"
    yield _structure(f"bom in columns {name}", root, columns, count)
    yield _structure(f"rollup {name}", root, "rollup", count)


def _structure(
    name: str,
    item_id: str,
    what: str,
    count: int,
    *,
    shape: object = object,
    goal: Goal | None = None,
) -> Call:
    return Call(
        name=name,
        requests=[reads(f"/api/items/{item_id}/{what}")],
        count=count,
        warmup=2,
        sql=Sql.READS_ENCODED,
        shape=shape,
        goal=goal,
    )


def _large(client: Client) -> Iterator[Step]:
    ids = web(client, design(client, "WEB"), "WEB", LARGE_ITEMS, LARGE_EDGES)
    yield from _reading(
        "GET item of 100,000", f"/api/items/{ids['WEB-050000']}", counts=(900, 4000)
    )
    page = "limit=20&type=Part&state=Draft&sort=name:asc"
    yield from _reading("item list of 100,000", f"/api/items?{page}", counts=(30, 60))
    search = "/api/items?search=acket%20099&sort=name:asc"
    yield from _reading("search among 100,000", search, counts=(60, 200))
    graph = "graph?depth=3&direction=down&type=bom"
    yield _structure(
        "graph, 3 levels of 500,000 edges", ids["WEB-000100"], graph, 6, shape=ItemGraph
    )
    yield _structure("where-used in 500,000 edges", ids["WEB-099999"], "where-used", 6)
    yield _structure("rollup in 500,000 edges", ids["WEB-001000"], "rollup", 3)


def reports(client: Client) -> Iterator[Step]:
    """A report over all parts that there are by now; it finds a few thousand of them."""
    made = report(
        client,
        "Benchmark",
        columns=("itemNumber", "name", "parts.material", "parts.cost", "parts.leadTimeDays"),
        filters=(
            ("name", "like", "MOTOR"),
            ("parts.cost", "gte", 40),
            ("parts.leadTimeDays", "in", "5, 10, 15"),
        ),
        sorts=(("parts.cost", "desc"), ("name", "asc")),
    )
    for limit in (100, 10_000):
        yield Call(
            name=f"report of 100,000, {limit:,} rows",
            requests=[posts(f"/api/reports/{made}/execute", {"limit": limit})],
            count=9,
            warmup=1,
            sql=Sql.READS,
            goal=_REPORT_GOAL,
        )


def _single_writes(client: Client) -> Iterator[Step]:
    design_id = design(client, "WRITES")
    for connections, count in ((1, 150), (32, 900)):
        warmup = 2 * connections
        total = ROUNDS * warmup + count
        yield Call(
            name="POST item",
            connections=connections,
            requests=[_new_item(design_id, f"NEW{connections}", i) for i in range(total)],
            recorded=[_new_item(design_id, f"SQL{connections}", i) for i in range(30 * ROUNDS)],
            count=count,
            warmup=warmup,
            sql=Sql.WHOLE,
        )
    path = f"/api/items?designId={design_id}&limit=1"
    yield Check(name="items of 32 writers", path=path, key="total")
    yield from _one_parent(client, design_id)


def _new_item(design_id: str, prefix: str, index: int) -> Asked:
    row = part(f"{prefix}-{index:06d}", index)
    return posts("/api/items", {"type": "Part", "designId": design_id, **row})


def _one_parent(client: Client, design_id: str) -> Iterator[Step]:
    """32 writers who all add lines to the same assembly."""
    count, warmup = 240, 32
    total = ROUNDS * warmup + count
    recorded = 10 * ROUNDS
    rows = [part(f"LINE-{index:06d}", index) for index in range(total + recorded + 1)]
    top, *children = imported(client, design_id, rows).values()
    asked = [
        posts(f"/api/items/{top}/relationships", {"targetId": child, "type": "bom"})
        for child in children
    ]
    yield Call(
        name="POST line of one assembly",
        connections=32,
        requests=asked[:total],
        recorded=asked[total:],
        count=count,
        warmup=warmup,
        sql=Sql.WHOLE,
    )
    path = f"/api/items/{top}/relationships"
    yield Check(name="lines of 32 writers", path=path, key="count")


def _imports(client: Client) -> Iterator[Step]:
    design_id = design(client, "IMPORTS")

    def asked(prefix: str) -> Asked:
        made = list(tree_rows(prefix, 500))
        lines = [line for _, above in made for line in above]
        return posts("/api/import/parts", import_body(design_id, [row for row, _ in made], lines))

    yield Call(
        name="import of 500 parts, 499 lines",
        requests=[asked(f"IMP{index}") for index in range(ROUNDS * 4)],
        recorded=[asked(f"SQI{index}") for index in range(ROUNDS * RECORDED)],
        count=ROUNDS * 3,
        warmup=1,
        sql=Sql.WRITES,
        goal=_BULK_GOAL,
    )


def _batches(client: Client) -> Iterator[Step]:
    design_id = design(client, "BATCHES")
    requests, recorded = ROUNDS * 4, ROUNDS * RECORDED
    rows = [part(f"BATCH-{index:06d}", index) for index in range(500 + requests + recorded)]
    ids = list(imported(client, design_id, rows).values())
    children, parents = ids[:500], ids[500:]

    def asked(parent: str) -> Asked:
        entries = [
            {"sourceId": parent, "targetId": child, "relationshipType": "bom", "quantity": 2}
            for child in children
        ]
        return posts("/api/relationships/batch-create", {"relationships": entries})

    yield Call(
        name="batch-create of 500",
        requests=[asked(parent) for parent in parents[:requests]],
        recorded=[asked(parent) for parent in parents[requests:]],
        count=ROUNDS * 3,
        warmup=1,
        sql=Sql.WRITES,
        goal=_BULK_GOAL,
    )
    yield _structure_edits(client, design_id, children)


def _structure_edits(client: Client, design_id: str, children: list[str]) -> Step:
    """The same 500 lines of assemblies changed, as a page saves them."""
    requests, recorded = ROUNDS * 2, ROUNDS * RECORDED
    rows = [part(f"EDITED-{index:06d}", index) for index in range(requests + recorded)]
    parents = list(imported(client, design_id, rows).values())

    def edit(parent: str) -> Asked:
        changes = [
            {"action": "create", "sourceId": parent, "targetId": child, "quantity": 2}
            for child in children
        ]
        return posts("/api/relationships/batch-update", {"changes": changes})

    return Call(
        name="structure edit of 500 lines",
        requests=[edit(parent) for parent in parents[:requests]],
        recorded=[edit(parent) for parent in parents[requests:]],
        count=ROUNDS,
        warmup=1,
        sql=Sql.WRITES,
        goal=_BULK_GOAL,
    )


def _change(client: Client) -> Iterator[Step]:
    """Of a change that edits all parts of a design: what its page and those of others ask for."""
    design_id = design(client, "CHANGE")
    rows = [part(f"CHANGE-{index:03d}", index) for index in range(CHANGED)]
    ids = list(imported(client, design_id, rows).values())
    order = client.post("/api/change-orders", {"name": "Dearer", "designId": design_id})["id"]
    path = f"/api/change-orders/{order}"
    items = [{"itemId": item_id, "changeAction": "release"} for item_id in ids]
    client.post(f"{path}/affected-items", {"items": items})
    branches = client.get(f"/api/designs/{design_id}/branches")["branches"]
    branch = next(one["id"] for one in branches if one["changeOrderId"] == order)
    for item_id in ids:
        client.put(f"/api/items/{item_id}", {"cost": "9", "branchId": branch})
    subject = f"item:{ids[0]}"
    for number in range(10):
        client.post("/api/comments", {"subject": subject, "text": f"Why {number}?"})
    yield from _reading(f"redlines of {CHANGED}", f"{path}/diff", counts=(30, 60))
    yield from _reading(
        "progress of a change", f"/api/change-orders/progress?ids={order}", counts=(90, 300)
    )
    yield from _reading("comments", f"/api/comments?subject={subject}", counts=(200, 750))
    yield from _reading("inbox", "/api/inbox", counts=(200, 750))
