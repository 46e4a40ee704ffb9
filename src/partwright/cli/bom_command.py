"""`partwright bom` and `partwright package`: what leaves the house, as files."""

import csv as csv_format
import io
import json as json_format
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from partwright.cli.api import ApiClient
from partwright.cli.console import CommandFailed, counted, err, out, refuse_present
from partwright.cli.file_output import show
from partwright.cli.flags import LOCAL, UNSET, Force, Json, Servers, Stores
from partwright.cli.items import Branch, ItemName, Revision, act, size
from partwright.cli.output import Column, print_json, print_table
from partwright.cli.references import Item, Place, find_revision
from partwright.kit.ids import as_uuid
from partwright.packages.bom_table import LineOrder
from partwright.packages.model import USUAL
from partwright.preferences.model import SavedView

_TERMINAL = "level,itemNumber,name,revision,state,quantity,extendedQuantity,findNumber"
_ALWAYS = frozenset(f"{_TERMINAL},type,referenceDesignator,thumbnail".split(","))
"""What lines have as JSON, whatever columns are chosen; of pictures there is no JSON."""
_RIGHT = frozenset(
    {"Level", "Quantity", "Total Quantity", "Find Number", "Cost", "Unit Price", "Weight"}
    | {"Lead Time"}
)
"""Columns of figures, whose units may stand behind them."""


@dataclass(frozen=True, kw_only=True)
class BomFlags:
    """The files that are wanted, and what is in them."""

    csv: Path | None = None
    """A CSV file."""
    xlsx: Path | None = None
    """An Excel workbook."""
    pdf: Path | None = None
    """A PDF document."""
    columns: str | None = None
    """Names of columns, separated by commas: level, itemNumber, name, revision, type, state, quantity,
    extendedQuantity, findNumber, referenceDesignator, remark, doNotPlace, sourceOrder, any field of
    parts, manufacturer, mpn, supplier,
    orderCode, unitPrice, attributes.NAME, thumbnail."""
    view: str | None = None
    """The name or id of a saved view, whose columns are taken."""
    flat: bool = False
    """Every item once, with its quantity in the whole product."""
    depth: int | None = None
    """The number of levels; all if left out."""
    order: LineOrder = "findNumber"
    """By find numbers, or as the lines were made."""
    build: int | None = None
    """The number of items to build, for prices by quantity."""

    @property
    def files(self) -> dict[str, Path]:
        wanted = {"csv": self.csv, "xlsx": self.xlsx, "pdf": self.pdf}
        return {kind: target for kind, target in wanted.items() if target is not None}

    @property
    def fields(self) -> dict[str, str]:
        """The query of the lines for what the columns ask beyond what every line has."""
        named = [name.strip() for name in (self.columns or "").split(",")]
        more = [name for name in named if name and name not in _ALWAYS]
        return {"fields": ",".join(more)} if more else {}

    def params(self, place: Place) -> dict[str, str]:
        """The query of the structure itself."""
        levels = "all" if self.depth is None else str(self.depth)
        return place.params | {"depth": levels, "flat": "true" if self.flat else "false"}


@dataclass(frozen=True, kw_only=True)
class PackageFlags:
    """Content of a package, and where it goes."""

    to: Path | None = None
    """The file; named by the item and its revision if left out."""
    kinds: str = ",".join(USUAL)
    """Kinds of files, separated by commas: step, drawing, pdf, image, other, or all."""
    include_unreleased: bool = False
    """Also the files of parts that are not released."""
    columns: str | None = None
    """The columns of the bill of materials, as for `partwright bom`."""
    order: LineOrder = "findNumber"
    """By find numbers, or as the lines were made."""

    def params(self, place: Place) -> dict[str, str]:
        """The query of the package."""
        params = place.params | {"kinds": self.kinds, "order": self.order}
        params |= {"includeUnreleased": "true"} if self.include_unreleased else {}
        return params | ({} if self.columns is None else {"columns": self.columns})


Flags = Annotated[BomFlags, Parameter(name="*")]
Packing = Annotated[PackageFlags, Parameter(name="*")]
SHOWN = BomFlags()
PACKED = PackageFlags()


def bom(
    item: ItemName,
    /,
    *,
    flags: Flags = SHOWN,
    revision: Revision = None,
    branch: Branch = None,
    force: Force = False,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Write the bill of materials of an item; without a file it is shown, in a pipe as CSV."""
    refuse_present(*flags.files.values(), force=force)

    async def read(api: ApiClient) -> Any:
        found, place = await find_revision(api, item, revision, branch)
        path, params = f"/api/items/{found['id']}/bom", flags.params(place)
        if json:
            return await api.get(path, Item, params | flags.fields)
        params |= {"order": flags.order}
        params |= {} if flags.build is None else {"buildQuantity": str(flags.build)}
        params |= await _chosen(api, flags.columns, flags.view)
        return await _export(api, f"{path}/export", params, flags.files)

    answer = act(stores, server, "bom", read)
    if json:
        print_json(answer)
    elif answer is not None and sys.stdout.isatty():
        _print(answer.decode())
    elif answer is not None:
        show(answer)


async def _export(
    api: ApiClient, path: str, params: dict[str, str], files: dict[str, Path]
) -> bytes | None:
    """Write the files that are wanted, and tell their sizes; the CSV itself where none is."""
    for kind, target in files.items():
        written = await api.fetch_file(path, params | {"format": kind}, target)
        out.print(f"{target}  {size(written)}")
    if files:
        return None
    if sys.stdout.isatty() and not {"columns", "savedViewId"} & params.keys():
        params["columns"] = _TERMINAL
    return await api.read_bytes(path, params)


async def _chosen(api: ApiClient, columns: str | None, view: str | None) -> dict[str, str]:
    """The columns, or the saved view that has them."""
    if columns is not None:
        return {"columns": columns}
    if view is None:
        return {}
    if as_uuid(view):
        return {"savedViewId": view}
    views, _ = await api.get_list("/api/views", "views", SavedView, {"limit": 500})
    found = [one for one in views if one.name.casefold() == view.casefold()]
    if len(found) == 1:
        return {"savedViewId": str(found[0].id)}
    names = ", ".join(sorted({one.name for one in views})) or "none"
    which = "there is no view" if not found else f"{len(found)} views have the name"
    raise CommandFailed(f"{which} {view}; the views are: {names}")


def _print(text: str) -> None:
    """A CSV file as a table of the terminal, each level further in than the one above."""
    head, *rows = csv_format.reader(io.StringIO(text))
    columns = [
        Column(
            label, right=label.partition(" (")[0] in _RIGHT, folds=label in ("Name", "Description")
        )
        for label in head
    ]
    if not rows:
        err.print("It has no lines.")
        return
    if head[:2] == ["Level", "Item Number"]:
        rows = [[level, "  " * (int(level) - 1) + number, *more] for level, number, *more in rows]
    print_table(columns, rows)


def package(
    item: ItemName,
    /,
    *,
    flags: Packing = PACKED,
    revision: Revision = None,
    branch: Branch = None,
    force: Force = False,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Write a ZIP with the bill of materials, the files of every released part, and a manifest."""

    async def fetch(api: ApiClient) -> dict[str, Any]:
        found, place = await find_revision(api, item, revision, branch)
        target = flags.to or Path(_file_name(found))
        refuse_present(target, force=force)
        path = f"/api/items/{found['id']}/package"
        written = await api.fetch_file(path, flags.params(place), target)
        return {"path": str(target), "size": written, **_left_out(target)}

    done: dict[str, Any] = act(stores, server, "package", fetch)
    if json:
        print_json(done)
    else:
        out.print(f"{done['path']}  {size(done['size'])}")
        _tell_left_out(done)


def _left_out(package: Path) -> dict[str, Any]:
    """The counts of the manifest: `items`, `unreleased` of them without files; whether `incomplete`."""
    with zipfile.ZipFile(package) as archive:
        manifest: Item = json_format.loads(archive.read("manifest.json"))
    return {
        "items": len(manifest["items"]),
        "unreleased": sum(item["leftOut"] is not None for item in manifest["items"]),
        "incomplete": manifest["incomplete"],
    }


def _tell_left_out(done: dict[str, Any]) -> None:
    if done["unreleased"]:
        share = f"{done['unreleased']} of {counted(done['items'], 'item')}"
        err.print(f"Not released, so packed without files: {share}; --include-unreleased adds them")
    if done["incomplete"]:
        err.print("Items that you are not allowed to see are left out.")


def _file_name(item: Item) -> str:
    revision = "" if item["revision"] == "-" else f" {item['revision']}"
    name = "".join(c if c.isalnum() or c in " .-_" else "_" for c in item["itemNumber"] + revision)
    return f"{name.strip(' .') or 'package'}.zip"
