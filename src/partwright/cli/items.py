"""Daily commands that look at items: find and show."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from partwright.cli.api import ApiClient, connected
from partwright.cli.console import FAILED, WRONG_USE, CommandFailed, counted, err, out
from partwright.cli.flags import LOCAL, UNSET, Json, ServerFlags, Servers, StoreFlags, Stores
from partwright.cli.output import (
    Column,
    moment,
    print_fields,
    print_heading,
    print_json,
    print_table,
)
from partwright.cli.references import Item, Place, find_branch, find_item, revision_of
from partwright.cli.source_texts import maker_text, supplier_text
from partwright.item_types import TYPES
from partwright.search.model import SearchGroup, SearchHit
from partwright.versioning.model import Design

ItemName = Annotated[str, Parameter(help="Its number or id; `NUMBER@A` is its revision A.")]
Branch = Annotated[
    str | None,
    Parameter(
        name="--branch", help="A branch's name or id, or the number of a change order; else main."
    ),
]
Revision = Annotated[
    str | None, Parameter(help="One of the item's revisions, with the children of its release.")
]
OnBehalf = Callable[[ApiClient], Awaitable[Any]]


def act(stores: StoreFlags, server: ServerFlags, deed: str, work: OnBehalf) -> Any:
    """Do some work with the server that the flags, the profile or the directory name."""
    settings = stores.settings()
    server.check()

    async def run() -> Any:
        async with connected(settings, server, deed=f"partwright {deed}") as api:
            return await work(api)

    return asyncio.run(run())


class Found(msgspec.Struct):
    """Answer of a search."""

    groups: list[SearchGroup]


def find(
    *words: str,
    kind: str | None = None,
    limit: int = 20,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> int:
    """Search items, change orders, files, designs and all else that you see; 1 if nothing is found.

    Parameters
    ----------
    words
        Numbers, names, or parts of them.
    kind
        `item`, `changeOrder`, `file`, `design`, `program`, `user` or `report`; all if left out.
    limit
        The most hits of each kind.
    """
    if not words:
        raise CommandFailed("find: expected words to look for", exit_code=WRONG_USE)
    params = {"q": " ".join(words), "limit": str(limit)} | ({"kinds": kind} if kind else {})
    found: Found = act(stores, server, "find", lambda api: api.get("/api/search", Found, params))
    if json:
        print_json(found)
    elif not found.groups:
        err.print("Nothing was found.")
    else:
        _print_hits(found.groups)
    return 0 if found.groups else FAILED


_HITS = (
    Column("Number"),
    Column("Name", folds=True),
    Column("Type"),
    Column("State"),
    Column("Found in", folds=True),
)


def group_heading(group: SearchGroup) -> str:
    """The count of what a search found of a kind, and how much of it is shown."""
    named = "change order" if group.kind == "changeOrder" else group.kind
    least = " or more" if group.is_minimum else ""
    more = f", the first {len(group.hits)}" if group.total > len(group.hits) else ""
    return f"{counted(group.total, named)}{least}{more}"


def _print_hits(groups: list[SearchGroup]) -> None:
    for place, group in enumerate(groups):
        if place:
            out.print()
        out.print(group_heading(group), style="bold")
        rows = [
            (
                hit.number or hit.id,
                hit.name,
                hit.type,
                hit.state,
                ", ".join(_found_in(hit)),
            )
            for hit in group.hits
        ]
        print_table(_HITS, rows)


def _found_in(hit: SearchHit) -> Iterator[str]:
    """The places of the words beyond number and name; an attribute that a source repeats, once."""
    elsewhere = {m.text for m in hit.matched if not m.field.startswith(_ATTRIBUTES)}
    for match in hit.matched:
        is_told = match.field.startswith(_ATTRIBUTES) and match.text in elsewhere
        if match.field not in ("itemNumber", "name", "number") and not is_told:
            yield f"{match.field}: {match.text}"


_ATTRIBUTES = "attributes."
_PART = TYPES["Part"].name


class Shown(msgspec.Struct):
    """An item with what belongs to it, as `show` prints it."""

    item: Item
    design: str | None
    checkout: Item | None
    files: list[Item]
    sources: list[Item]


class _Sources(msgspec.Struct):
    sources: list[Item]


class _Files(msgspec.Struct):
    files: list[Item]


class _Checkout(msgspec.Struct):
    checkout: Item | None


def show(
    item: ItemName,
    /,
    *,
    branch: Branch = None,
    revision: Revision = None,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Show an item: its fields, who has it locked or checked out, and its files."""

    async def read(api: ApiClient) -> Shown:
        place = await find_branch(api, branch, near=item)
        found = await find_item(api, item, place)
        if revision is not None:
            found = await revision_of(api, found, revision)
        return await _whole(api, found, place)

    shown: Shown = act(stores, server, "show", read)
    if json:
        print_json(shown)
        return
    print_fields(_fields(shown))
    if shown.sources:
        print_heading("Sources")
        _print_sources(shown.sources)
    if shown.files:
        print_heading("Files")
        _print_files(shown.files)


async def _whole(api: ApiClient, item: Item, place: Place) -> Shown:
    path, design, checkout = f"/api/items/{item['id']}", None, None
    if item["designId"] is not None:
        design = await api.get(f"/api/designs/{item['designId']}", Design)
        at = {"branchId": place.branch_id or item["branchId"] or design.main_branch_id}
        if TYPES[item["type"]].is_branched:
            checkout = (await api.get(f"{path}/checkout", _Checkout, at)).checkout
    files = (await api.get(f"{path}/files", _Files, place.params)).files
    sources: list[Item] = []
    if item["type"] == _PART:
        sources = (await api.get(f"{path}/sources", _Sources, place.params)).sources
    named = None if design is None else f"{design.code} {design.name}"
    return Shown(item, named, checkout, files, sources)


_HIDDEN = frozenset(
    {"id", "masterId", "designId", "programId", "branchId", "isCurrent", "createdBy", "updatedBy"}
    | {"modifiedAt", "makeBuy", "leadTimeDays", "attributes", "lockedBy", "sources"}
)
"""Keys that say nothing to a person, or that `show` says otherwise."""


_UNITS = {"weight": "weightUnit", "cost": "costCurrency"}
"""Figures, and the keys of their units, which stand behind them."""


def _fields(shown: Shown) -> dict[str, object]:
    item = shown.item
    fields: dict[str, object] = {}
    for key, value in item.items():
        if key in _HIDDEN or value in (None, "") or (key == "isFamily" and not value):
            continue
        if key not in _UNITS.values():
            fields[_label(key)] = _told(item, key)
    fields["Design"] = shown.design
    fields |= dict(item["attributes"])
    if item["lockedBy"]:
        fields["Locked by"] = item["lockedBy"]["name"]
    if shown.checkout is not None:
        fields["Checked out by"] = shown.checkout["checkedOutBy"]["name"]
    fields["Id"] = item["id"]
    return fields


def _label(key: str) -> str:
    """`unitOfMeasure` as people read it."""
    words = "".join(f" {c.lower()}" if c.isupper() else c for c in key)
    return words[:1].upper() + words[1:]


def _told(item: Item, key: str) -> object:
    """The value of a field as people read it, with its unit."""
    value = item[key]
    if key == "leadTime":
        return counted(value, "day")
    if key in _UNITS:
        return f"{value} {item.get(_UNITS[key]) or ''}"
    return moment(value) if key.endswith("At") else _value(value)


def _value(value: object) -> object:
    if isinstance(value, dict):
        known: dict[str, object] = value  # pyright: ignore[reportUnknownVariableType]
        return known.get("name") or known.get("id")
    return value


def _print_sources(sources: list[Item]) -> None:
    """Print whose parts may be used, and who sells them."""
    heads = (Column("Source", folds=True), Column("Status"), Column("Sold by", folds=True))
    rows = [
        (
            maker_text(source),
            source["status"],
            "; ".join(supplier_text(part) for part in source["suppliers"]),
        )
        for source in sources
    ]
    print_table(heads, rows)


_FILES = (
    Column("Name", folds=True),
    Column("Version", right=True),
    Column("Size", right=True),
    Column("Changed"),
    Column("Checked out by"),
)


def _print_files(files: list[Item]) -> None:
    """The files of an item as a table."""
    rows = [
        (
            file["originalFileName"],
            file["version"],
            size(file["fileSize"]),
            moment(file["modifiedAt"]),
            file["checkedOutBy"] and file["checkedOutBy"]["name"],
        )
        for file in files
    ]
    print_table(_FILES, rows)


def size(number: int) -> str:
    """Bytes as people read them."""
    value, unit = float(number), "B"
    for larger in ("KiB", "MiB", "GiB", "TiB"):
        if value < 1024:
            break
        value, unit = value / 1024, larger
    return f"{number} B" if unit == "B" else f"{value:.1f} {unit}"
