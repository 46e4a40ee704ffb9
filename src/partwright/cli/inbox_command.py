"""`partwright inbox` and `partwright share`: what waits for you, and what you give others to see."""

from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from partwright.cli.api import ApiClient
from partwright.cli.console import WRONG_USE, CommandFailed, ask_secret, err, out
from partwright.cli.flags import LOCAL, UNSET, Json, Servers, Stores
from partwright.cli.items import ItemName, Revision, act
from partwright.cli.output import Column, moment, print_json, print_table
from partwright.cli.references import Item, find_revision
from partwright.inbox.model import InboxEntry
from partwright.kit import clock
from partwright.kit.ids import as_uuid
from partwright.packages.model import USUAL
from partwright.shares.model import LONGEST_DAYS, CreatedShare

_PAGE = 100


class Waiting(msgspec.Struct):
    """The entries of an inbox."""

    entries: list[InboxEntry]
    total: int


def inbox(
    *,
    done: bool = False,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """List what waits for you: votes, mentions, assignments, failures, changes to what you watch.

    Parameters
    ----------
    done
        List entries that are done instead.
    """

    async def read(api: ApiClient) -> Waiting:
        params = {"limit": str(_PAGE), "done": "true" if done else "false"}
        return await api.get("/api/inbox", Waiting, params)

    waiting: Waiting = act(stores, server, "inbox", read)
    if json:
        print_json(waiting)
        return
    if not waiting.entries:
        err.print("Nothing waits for you.")
        return
    heads = ("New", "When", "Why", "Of", "What", "By")
    columns = [Column(head, folds=head in ("What", "By")) for head in heads]
    print_table(columns, [_row(entry) for entry in waiting.entries])
    if waiting.total > len(waiting.entries):
        err.print(f"{waiting.total} in all.")


def _row(entry: InboxEntry) -> tuple[Any, ...]:
    return (
        "" if entry.is_read else "*",
        moment(entry.at),
        entry.kind.replace("_", " "),
        entry.subject.number or entry.subject.name,
        entry.text,
        entry.by and entry.by.name,
    )


class _Created(msgspec.Struct):
    share: CreatedShare


@dataclass(frozen=True, kw_only=True)
class ShareFlags:
    """Content of a share and its duration."""

    days: int = 30
    """How many days the link is valid."""
    kinds: str = ",".join(USUAL)
    """Kinds of files, separated by commas: step, drawing, pdf, image, other."""
    file: tuple[str, ...] = ()
    """A file of the item by its name, or any by its id, as often as needed, in place of kinds."""
    include_unreleased: bool = False
    """Also the files of parts that are not released."""
    columns: str | None = None
    """Columns of the bill of materials, separated by commas, as `bom` has them: itemNumber,name,quantity,mpn."""
    password: bool = False
    """Ask for a password that the visitor has to enter; the next line of a pipe."""
    email: str | None = None
    """The recipient: an account with this address sees the share in its own list."""
    note: str | None = None
    """A message to the visitor."""

    def check(self) -> None:
        """CommandFailed for a time that no share has."""
        if not 1 <= self.days <= LONGEST_DAYS:
            line = f"--days {self.days}: expected 1 to {LONGEST_DAYS}"
            raise CommandFailed(line, exit_code=WRONG_USE)

    def body(self, item_id: str) -> dict[str, Any]:
        """The share to be made, without its files and its password."""
        return self._chosen_columns() | {
            "itemId": item_id,
            "expiresAt": clock.moment_later(days=self.days),
            "kinds": [kind.strip() for kind in self.kinds.split(",") if kind.strip()],
            "includeUnreleased": self.include_unreleased,
            "email": self.email,
            "note": self.note,
        }

    def _chosen_columns(self) -> dict[str, Any]:
        if self.columns is None:
            return {}
        return {"columns": [name.strip() for name in self.columns.split(",") if name.strip()]}


Sharing = Annotated[ShareFlags, Parameter(name="*")]
SHARED = ShareFlags()


def share(
    item: ItemName,
    /,
    *,
    flags: Sharing = SHARED,
    revision: Revision = None,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Make a link that shows an assembly and its files to somebody without an account."""
    flags.check()
    password = ask_secret("Password of the link: ") if flags.password else None

    async def make(api: ApiClient) -> tuple[CreatedShare, str]:
        found, _ = await find_revision(api, item, revision, None)
        body = flags.body(str(found["id"])) | {"password": password}
        if flags.file:
            body["files"] = await _file_ids(api, found, flags.file)
        return (await api.post("/api/shares", body, _Created)).share, api.address

    made, address = act(stores, server, "share", make)
    if json:
        print_json(made)
    else:
        address = address or stores.settings().public_url or ""
        below = "" if address else "below the server's address, "
        # A link is copied, so it stays in one line.
        out.print(f"{address}{made.path}", soft_wrap=True)
        held = made.item.revision
        state = "as it stands now" if held == "-" else f"revision {held}"
        shown = f"{made.item.item_number}, {state}"
        err.print(f"It shows {shown} ({below}until {moment(made.expires_at)} UTC)")


async def _file_ids(api: ApiClient, item: Item, names: tuple[str, ...]) -> list[str]:
    """The ids of the item's files of such names; what is an id stays one."""
    files, _ = await api.get_list(f"/api/items/{item['id']}/files", "files", dict[str, Any])
    known = {str(file["originalFileName"]): str(file["id"]) for file in files}
    missing = [name for name in names if name not in known and not as_uuid(name)]
    if missing:
        has = ", ".join(sorted(known)) or "none"
        raise CommandFailed(f"{item['itemNumber']} has no file {missing[0]}; its files are: {has}")
    return [known.get(name, name) for name in names]
