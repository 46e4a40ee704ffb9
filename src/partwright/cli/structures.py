"""Daily commands on structures and the past: where-used, compare, history."""

from typing import Any

import msgspec

from partwright.cli.api import ApiClient
from partwright.cli.console import WRONG_USE, CommandFailed, err, out
from partwright.cli.flags import LOCAL, UNSET, Json, Servers, Stores
from partwright.cli.history_texts import changes_told
from partwright.cli.items import Branch, ItemName, act
from partwright.cli.output import Column, moment, print_json, print_table
from partwright.cli.references import Item, Place, find_branch, find_item
from partwright.items.history_service import HistoryRecord, RevisionRecord
from partwright.relationships.compare import StructureComparison
from partwright.relationships.explosion_service import WhereUsed


def where_used(
    item: ItemName,
    /,
    *,
    branch: Branch = None,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """List the assemblies that hold an item, up to the top."""

    async def read(api: ApiClient) -> WhereUsed:
        place = await find_branch(api, branch, near=item)
        found = await find_item(api, item, place)
        return await api.get(f"/api/items/{found['id']}/where-used", WhereUsed, place.params)

    used: WhereUsed = act(stores, server, "where-used", read)
    if json:
        print_json(used)
        return
    if not used.parents:
        err.print(f"{used.item.item_number} is not used in any assembly.")
        return
    _print_parents(used)
    if used.incomplete:
        err.print("Assemblies that you are not allowed to see are left out.")


def _print_parents(used: WhereUsed) -> None:
    heads = ("Level", "Number", "Name", "Revision", "State", "Quantity", "Holds", "Top")
    columns = [Column(h, right=h in ("Level", "Quantity"), folds=h == "Name") for h in heads]
    rows = [
        (
            line.level,
            line.item.item_number,
            line.item.name,
            line.item.revision,
            line.item.state,
            line.quantity,
            line.child_item_number,
            "top" if line.is_top_level else "",
        )
        for line in used.parents
    ]
    # An assembly that is reached by several ways has an edge for each; one line tells it.
    rows = list(dict.fromkeys(rows))
    print_table(columns, rows)


class Compared(msgspec.Struct):
    """The differences of two structures, and those of the fields where both are of one item."""

    lines: StructureComparison
    item: Item
    fields: dict[str, Any]


def compare(
    item: ItemName,
    other: str | None = None,
    /,
    *,
    branch: Branch = None,
    with_branch: str | None = None,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> int:
    """Compare two structures: two items, `PUMP@A` with `PUMP@B`, or one on two branches.

    Of two versions of one item its fields are compared as well.

    Parameters
    ----------
    other
        The other item; the same item on --with-branch if left out.
    with_branch
        The branch on which the other is read.
    """
    if other is None and branch is None and with_branch is None:
        raise CommandFailed("compare: expected another item or --with-branch", exit_code=WRONG_USE)

    async def read(api: ApiClient) -> Compared:
        here = await find_branch(api, branch, near=item)
        there = await find_branch(api, with_branch, near=other or item)
        return await _compared(api, (item, here), (other, there))

    found: Compared = act(stores, server, "compare", read)
    if json:
        print_json(msgspec.structs.asdict(found.lines) | {"fields": found.fields})
    else:
        _print_comparison(found)
    return 0


_OF_VERSIONS = frozenset(
    {"id", "branchId", "isCurrent", "revision", "state", "lockedBy", "createdAt", "createdBy"}
    | {"updatedAt", "updatedBy", "modifiedAt", "makeBuy", "leadTimeDays"}
)
"""Keys that tell versions apart, or that say what another one says."""


async def _compared(
    api: ApiClient, one: tuple[str, Place], other: tuple[str | None, Place]
) -> Compared:
    (item, here), (name, there) = one, other
    first = await find_item(api, item, here)
    second = first if name is None else await find_item(api, name, there)
    params = here.params | {"with": str(second["id"])}
    if there.branch_id is not None:
        params["withBranchId"] = there.branch_id
    path = f"/api/items/{first['id']}/bom/compare"
    lines = await api.get(path, StructureComparison, params)
    if name is None:
        second = await find_item(api, item, there)
    return Compared(lines, first, _changed_fields(first, second))


def _changed_fields(first: Item, second: Item) -> dict[str, Any]:
    """The fields that two versions of one item have otherwise, as `{key: {"from": ..., "to": ...}}`.

    Nothing for two items: all would differ.
    """
    if first["masterId"] != second["masterId"]:
        return {}
    return {
        key: {"from": value, "to": second.get(key)}
        for key, value in first.items()
        if key not in _OF_VERSIONS and value != second.get(key)
    }


def _print_comparison(compared: Compared) -> None:
    found, item = compared.lines, compared.item
    rows: list[tuple[object, ...]] = []
    if compared.fields:
        told = changes_told(msgspec.Raw(msgspec.json.encode(compared.fields)))
        rows.append(("~", item["itemNumber"], item["name"], "", told))
    for mark, lines in (("+", found.added), ("-", found.removed), ("~", found.changed)):
        rows += [
            (
                mark,
                line.item.item_number,
                line.item.name,
                line.parent.item_number,
                _changes(line, mark),
            )
            for line in lines
        ]
    rows += [
        (
            ">",
            m.item.item_number,
            m.item.name,
            f"{m.source.item_number} > {m.target.item_number}",
            "",
        )
        for m in found.moved
    ]
    if not rows:
        out.print("There is no difference.")
        return
    heads = (Column(""), Column("Number"), Column("Name", folds=True), Column("In"))
    print_table((*heads, Column("Changes", folds=True)), rows)


def _changes(line: Any, mark: str) -> str:
    """Both values of what is different; of a line that only one side has, its values."""
    return ", ".join(
        f"{name}: {_end(change.before)} -> {_end(change.after)}"
        if mark == "~"
        else f"{name} {_end(change.before if mark == '-' else change.after)}"
        for name, change in line.changes.items()
    )


def _end(value: object) -> object:
    return "none" if value is None else value


class _Revisions(msgspec.Struct):
    revisions: list[RevisionRecord]


class Past(msgspec.Struct):
    """The revisions of an item and what happened to it."""

    revisions: list[RevisionRecord]
    history: list[HistoryRecord]
    total: int


class _History(msgspec.Struct):
    history: list[HistoryRecord]
    total: int


def history(
    item: ItemName,
    /,
    *,
    limit: int = 50,
    branch: Branch = None,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Show the revisions of an item, and what happened to it, newest first.

    Parameters
    ----------
    limit
        The most entries.
    """

    async def read(api: ApiClient) -> Past:
        place = await find_branch(api, branch, near=item)
        path = f"/api/items/{(await find_item(api, item, place))['id']}"
        revisions = await api.get(f"{path}/revisions", _Revisions, place.params)
        past = await api.get(f"{path}/history", _History, {**place.params, "limit": limit})
        return Past(revisions.revisions, past.history, past.total)

    past: Past = act(stores, server, "history", read)
    if json:
        print_json(past)
    else:
        _print_past(past)


def _print_past(past: Past) -> None:
    heads = (Column("Revision"), Column("State"), Column("Released"))
    print_table(heads, [(r.revision, r.state, moment(r.released_at)) for r in past.revisions])
    out.print()
    heads = ("When", "Who", "What", "Changes", "Comment")
    columns = [Column(head, folds=head in ("Changes", "Comment")) for head in heads]
    rows = [
        (moment(e.timestamp), e.user.name, e.action, changes_told(e.changes), e.comment)
        for e in past.history
    ]
    print_table(columns, rows)
    if past.total > len(past.history):
        err.print(f"{past.total} entries in all; --limit shows more.")
