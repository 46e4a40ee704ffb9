"""Daily commands on change orders: new, show, add, submit, approve, reject, release."""

import getpass
import sys
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from partwright.change_orders.model import AffectedItemRecord
from partwright.cli.api import ApiClient
from partwright.cli.console import WRONG_USE, CommandFailed, err, out
from partwright.cli.design_lookup import find_design
from partwright.cli.flags import LOCAL, UNSET, Json, ServerFlags, Servers, StoreFlags, Stores
from partwright.cli.item_edits import read_fields
from partwright.cli.items import act
from partwright.cli.output import Column, print_fields, print_heading, print_json, print_table
from partwright.cli.references import Item, find_item
from partwright.item_types import TYPES
from partwright.workflows.model import ChangeAction

_ORDER = TYPES["ChangeOrder"]

OrderName = Annotated[str, Parameter(help="Its number or id.")]
Comment = Annotated[str | None, Parameter(name=("--comment", "-m"))]


class Affected(msgspec.Struct, rename="camel"):
    """The list of a change order."""

    affected_items: list[AffectedItemRecord]


class ShownOrder(msgspec.Struct, rename="camel"):
    """A change order with what it affects, as `change show` prints it."""

    change_order: Item
    affected_items: list[AffectedItemRecord]


class Decided(msgspec.Struct, rename="camel"):
    """A change order after a step."""

    change_order: Item


class Released(msgspec.Struct, rename="camel"):
    """A change order after its release."""

    change_order: Item
    commits: list[str]
    revisions: dict[str, str]


def new(
    name: str,
    /,
    *assignments: str,
    design: str | None = None,
    number: str | None = None,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Make a change order: `partwright change new "Stiffer bracket" priority=high`.

    Parameters
    ----------
    name
        What it is called.
    assignments
        `FIELD=VALUE`, such as `reasonForChange="Field returns"`; as often as needed.
    design
        The code or id of the design that it is about.
    number
        Its number; the next one if left out.
    """

    async def make(api: ApiClient) -> Item:
        body: dict[str, Any] = read_fields(_ORDER, assignments, {}) | {"name": name}
        if number is not None:
            body["itemNumber"] = number
        if design is not None:
            found = await find_design(api, design)
            if found is None:
                raise CommandFailed(f"there is no design {design}")
            body["designId"] = found.design_id
        return await api.post("/api/change-orders", body, Item)

    _say(act(stores, server, "change new", make), json=json)


def show(
    order: OrderName, /, *, json: Json = False, server: Servers = LOCAL, stores: Stores = UNSET
) -> None:
    """Show a change order and what it affects."""

    async def read(api: ApiClient) -> ShownOrder:
        found = await find_order(api, order)
        path = f"/api/change-orders/{found['id']}/affected-items"
        return ShownOrder(found, (await api.get(path, Affected)).affected_items)

    shown: ShownOrder = act(stores, server, "change show", read)
    if json:
        print_json(shown)
        return
    told = {
        "Number": "itemNumber",
        "Name": "name",
        "State": "state",
        "Type": "changeType",
        "Priority": "priority",
        "Risk": "riskLevel",
        "Reason": "reasonForChange",
        "Description": "description",
        "Id": "id",
    }
    print_fields({label: shown.change_order.get(key) for label, key in told.items()})
    if shown.affected_items:
        print_heading("Affected items")
        _print_affected(shown.affected_items)
    else:
        err.print("It affects nothing yet; `partwright change add` puts items on the list.")


def _print_affected(rows: list[AffectedItemRecord]) -> None:
    heads = ("Number", "Name", "Action", "State", "Reviewed", "Comment")
    columns = [Column(head, folds=head in ("Name", "Comment")) for head in heads]
    print_table(
        columns,
        [
            (
                row.item_number,
                row.name,
                row.change_action,
                row.state,
                "yes" if row.reviewed else "",
                row.comment,
            )
            for row in rows
        ],
    )


def add(
    order: OrderName,
    /,
    *items: str,
    action: ChangeAction | None = None,
    below: bool = False,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Put items on the list of a change order; a working copy is made of what is revised.

    Parameters
    ----------
    items
        Numbers or ids of items.
    action
        `release`, `revise`, `modify`, `obsolete`, `add` or `remove`; if left out, `revise` for what
        is released and `release` for what is not.
    below
        Also everything unreleased below the items; without items, below those that are listed.
    """
    if not (items or below):
        raise CommandFailed("change add: expected items, or --below", exit_code=WRONG_USE)

    async def put(api: ApiClient) -> list[AffectedItemRecord]:
        found = await find_order(api, order)
        wanted = [_wanted(await find_item(api, item), action) for item in items]
        path = f"/api/change-orders/{found['id']}/affected-items"
        body = {"items": wanted, "includeUnreleasedBelow": below}
        return (await api.post(path, body, Affected)).affected_items

    added: list[AffectedItemRecord] = act(stores, server, "change add", put)
    if json:
        print_json(added)
    else:
        _print_affected(added)


def _wanted(item: Item, action: ChangeAction | None) -> dict[str, str]:
    usual = "revise" if item["revision"] != "-" else "release"
    return {"itemId": str(item["id"]), "changeAction": action or usual}


def submit(
    order: OrderName,
    /,
    *,
    comment: Comment = None,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Send a change order to review.

    Parameters
    ----------
    comment
        A message to the reviewers.
    """
    _take_step(order, "submit", comment, stores, server, json=json)


def approve(
    order: OrderName,
    /,
    *,
    comment: Comment = None,
    sign: bool = False,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Vote for a change order.

    Parameters
    ----------
    comment
        Why.
    sign
        Ask for your password, where the server has votes signed.
    """
    password = _password(asked=sign)
    _take_step(order, "approve", comment, stores, server, json=json, password=password)


def reject(
    order: OrderName,
    /,
    *,
    comment: Comment = None,
    sign: bool = False,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Vote against a change order and send it back.

    Parameters
    ----------
    comment
        What is wrong.
    sign
        Ask for your password, where the server has votes signed.
    """
    password = _password(asked=sign)
    _take_step(order, "reject", comment, stores, server, json=json, password=password)


def release(
    order: OrderName,
    /,
    *,
    comment: Comment = None,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Release an approved change order: all its branches go into their mains, or none.

    Parameters
    ----------
    comment
        A word for the history.
    """

    async def go(api: ApiClient) -> Released:
        found = await find_order(api, order)
        path = f"/api/change-orders/{found['id']}/release"
        return await api.post(path, _body(comment), Released)

    done: Released = act(stores, server, "change release", go)
    if json:
        print_json(done)
        return
    _say(done.change_order, json=False)
    rows = [(number, revision) for number, revision in done.revisions.items()]
    print_table((Column("Number"), Column("Revision")), rows)


def _take_step(
    order: OrderName,
    verb: str,
    comment: str | None,
    stores: StoreFlags,
    server: ServerFlags,
    *,
    json: bool,
    password: str | None = None,
) -> None:
    """Take a step of a change order's workflow, and say where that has led."""

    async def take(api: ApiClient) -> Decided:
        found = await find_order(api, order)
        body = _body(comment) | ({} if password is None else {"password": password})
        return await api.post(f"/api/change-orders/{found['id']}/{verb}", body, Decided)

    done: Decided = act(stores, server, f"change {verb}", take)
    _say(done.change_order, json=json)


def _body(comment: str | None) -> dict[str, str]:
    return {} if comment is None else {"comment": comment}


def _password(*, asked: bool) -> str | None:
    """The password for a signature: asked for, or the next line of a pipe."""
    if not asked:
        return None
    if sys.stdin.isatty():
        return getpass.getpass("Password: ")
    return sys.stdin.readline().rstrip("\n")


async def find_order(api: ApiClient, name: str) -> Item:
    """The change order of a number or id."""
    found = await find_item(api, name)
    if found["type"] != _ORDER.name:
        raise CommandFailed(f"{found['itemNumber']} is a {found['type']}, not a change order")
    return found


def _say(order: Item, *, json: bool) -> None:
    if json:
        print_json(order)
    else:
        out.print(f"{order['itemNumber']} {order['name']}: {order['state']}")
