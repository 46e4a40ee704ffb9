"""`partwright cell`: installations beside the first one, made and listed."""

import asyncio
from typing import Annotated

import msgspec
from cyclopts import Parameter

from partwright.accounts.first_start import FirstAdministrator
from partwright.cells.catalogue import (
    Cell,
    add_cell,
    all_settings,
    check_cells,
    find_cell,
    read_cells,
    remove_cell,
    settings_of,
)
from partwright.cli import doctor
from partwright.cli.console import WRONG_USE, CommandFailed, out
from partwright.cli.flags import UNSET_VAULT, Json, Vaults
from partwright.cli.output import print_json
from partwright.cli.setup import make_directory, prepare, tell_first
from partwright.kit.db.copies import engine_of
from partwright.kit.errors import Refusal
from partwright.kit.postgres_address import postgres_address
from partwright.settings import Settings, with_changes


class LeftBehind(msgspec.Struct, frozen=True, rename="camel"):
    """Stores of a removed cell, which stay."""

    name: str
    database: str
    files: str


class ListedCell(msgspec.Struct, frozen=True, rename="camel"):
    """A cell as `cell list` shows it."""

    name: str
    hosts: tuple[str, ...]
    engine: str
    is_well: bool
    told: str


def add(
    name: str,
    /,
    *,
    host: Annotated[tuple[str, ...], Parameter(consume_multiple=False)] = (),
    admin_email: str = "",
    own_database: str = "",
    json: Json = False,
    flags: Vaults = UNSET_VAULT,
) -> None:
    """Make a cell: its database, its place for files and its first administrator.

    A server that runs serves it after SIGHUP.

    Parameters
    ----------
    name
        Lower-case letters, digits and _.
    host
        A host name whose requests belong to it; may be given several times.
    admin_email
        The e-mail address of its first administrator.
    own_database
        The address of a database of its own, in place of a schema, or a file, beside the first one's.
    """
    settings = flags.of_installation()
    hosts = tuple(one.lower() for one in host)
    cell = Cell(name=name, hosts=hosts, database=own_database)
    check_cells(settings, [*read_cells(settings), cell])
    first = _make(settings, cell, admin_email)
    if json:
        secrets = first and {"email": first.email, "password": first.password, "token": first.token}
        print_json({"name": name, "hosts": hosts, "administrator": secrets})
        return
    out.print(f"The cell {name} is made. A server that runs serves it after SIGHUP.")
    tell_first(first)


def _make(settings: Settings, cell: Cell, admin_email: str) -> FirstAdministrator | None:
    """Everything of the cell, and last its line: what the file names is whole."""
    own = settings_of(settings, cell)
    if admin_email:
        own = with_changes(own, {"admin_email": admin_email})
    make_directory(settings.data_dir)
    first = asyncio.run(prepare(own))
    add_cell(settings, cell)
    return first


def remove(
    name: str,
    /,
    *,
    yes: bool = False,
    json: Json = False,
    flags: Vaults = UNSET_VAULT,
) -> None:
    """Take a cell out of service; its database and its files stay where they are.

    A server that runs serves it no more after SIGHUP. Adding it again under its name brings it back.

    Parameters
    ----------
    name
        The cell, as `cell list` names it.
    yes
        Do it; without this it is only said what would be left.
    """
    settings = flags.of_installation()
    cell = find_cell(settings, name)
    if cell is None:
        raise CommandFailed("the first cell is the installation itself", exit_code=WRONG_USE)
    own = settings_of(settings, cell)
    left = LeftBehind(name, _shown(own.database), own.vault)
    if not yes:
        raise CommandFailed(
            f"{name} will be served no more; `partwright backup BACKUPS --cell {name}` keeps a copy"
            " of it. --yes removes it",
            exit_code=WRONG_USE,
        )
    remove_cell(settings, name)
    if json:
        print_json(left)
        return
    out.print(f"The cell {name} is removed. A server that runs serves it no more after SIGHUP.")
    out.print(f"Nothing is deleted. Its database: {left.database}. Its files: {left.files}")


def _shown(database: str) -> str:
    """An address for people: no password, and of the first cell's database the schema alone."""
    if schema := postgres_address(database).schema:
        return f"schema {schema}"
    scheme, _, place = database.partition("://")
    return f"{scheme}://{place.partition('?')[0].rpartition('@')[2]}"


def list_cells(*, json: Json = False, flags: Vaults = UNSET_VAULT) -> None:
    """List the cells, and whether the database of each answers with the newest schema."""
    settings = flags.of_installation()
    hosts = {cell.name: cell.hosts for cell in read_cells(settings)}
    listed = [
        ListedCell(name, hosts.get(name, ()), engine_of(own.database), *_state(own))
        for name, own in all_settings(settings).items()
    ]
    if json:
        print_json(listed)
        return
    for one in listed:
        names = f" ({', '.join(one.hosts)})" if one.hosts else ""
        out.print(f"{one.name}{names}: {one.engine}, {one.told}")


def _state(settings: Settings) -> tuple[bool, str]:
    try:
        return True, doctor.database(settings)
    except (CommandFailed, Refusal) as problem:
        return False, str(problem)
