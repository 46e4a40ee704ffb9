"""`partwright label`: labels with QR codes and barcodes."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from partwright.cli.api import ApiClient
from partwright.cli.console import WRONG_USE, CommandFailed, out, refuse_present
from partwright.cli.file_output import write
from partwright.cli.flags import LOCAL, UNSET, Force, Json, Servers, Stores
from partwright.cli.items import act, size
from partwright.cli.output import print_json
from partwright.cli.references import find_item
from partwright.labels.model import Paper


@dataclass(frozen=True, kw_only=True)
class LabelFlags:
    """Content to be printed, and where to."""

    location: tuple[str, ...] = ()
    """A place of storage, as often as needed."""
    to: Path = Path("labels.pdf")
    """The document."""
    paper: Paper = "62x29"
    """Millimetres of one label, or a sheet of 24."""
    copies: int = 1
    """The number of each."""


Printing = Annotated[LabelFlags, Parameter(name="*")]
PRINTED = LabelFlags()


def label(
    *items: str,
    flags: Printing = PRINTED,
    force: Force = False,
    json: Json = False,
    server: Servers = LOCAL,
    stores: Stores = UNSET,
) -> None:
    """Write labels of items and places of storage into a PDF document.

    Parameters
    ----------
    items
        Numbers or ids of items.
    """
    to = flags.to
    if not items and not flags.location:
        raise CommandFailed("ITEMS or --location is required", exit_code=WRONG_USE)
    refuse_present(to, force=force)

    async def fetch(api: ApiClient) -> bytes:
        found = [(await find_item(api, name))["id"] for name in items]
        body: dict[str, Any] = {
            "items": found,
            "locations": list(flags.location),
            "paper": flags.paper,
            "copies": flags.copies,
        }
        return await api.download("/api/labels", body, {})

    content: bytes = act(stores, server, "label", fetch)
    write(content, to)
    if json:
        print_json({"path": str(to), "size": len(content)})
    else:
        out.print(f"{to}  {size(len(content))}")
