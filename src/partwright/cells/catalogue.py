"""The cells of an installation as its file names them, and the settings of each."""

import os
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from partwright.kit.postgres_address import CELL_SCHEMAS, with_schema
from partwright.kit.private_files import own_file
from partwright.kit.queue_address import of_cell as queue_of_cell
from partwright.kit.syncing import sync_path
from partwright.settings import Settings, WrongSetting, with_changes

FILE_NAME = "cells.toml"
"""In the data directory."""
FIRST = "first"
"""The installation that the settings themselves name; it is in no file."""
_NAME = re.compile(r"[a-z][a-z0-9_]{0,30}\Z")
_HEAD = re.compile(r"^[ \t]*\[\[[ \t]*cell[ \t]*\]\]", re.MULTILINE)
_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?\Z")
_OWN = frozenset(
    {
        *("public_url", "session_hours", "second_factor", "sign_votes", "revision_scheme"),
        *("rate_limit_anonymous", "rate_limit_authenticated", "rate_limit_login"),
        *("max_upload", "quota_user", "quota_program", "export_days", "audit_days"),
        *("smtp_url", "mail_from", "mail_hour", "security_contact"),
        *("oidc_issuer", "oidc_name", "oidc_client_id", "oidc_client_secret"),
        *("oidc_groups_claim", "oidc_group_roles", "model", "database_replicas"),
    }
)
"""Settings that a cell may have otherwise than the installation."""


class Cell(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """One line of business with a database, a vault and users of its own."""

    name: str
    hosts: tuple[str, ...] = ()
    database: str = ""
    """Its address, where that is not a schema, or a file, beside the first one's."""
    settings: dict[str, str | int | bool] = {}


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cell: tuple[Cell, ...] = ()


def read_cells(settings: Settings) -> tuple[Cell, ...]:
    """The cells of the file, in its order; none where there is no file. WrongSetting in one line."""
    path = settings.data_dir / FILE_NAME
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ()
    except (OSError, ValueError) as error:
        raise WrongSetting(f"{path} cannot be read: expected lines of text") from error
    try:
        cells = msgspec.convert(tomllib.loads(text), _File).cell
        check_cells(settings, cells)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, WrongSetting) as error:
        raise WrongSetting(f"{path}: {error}") from error
    return cells


def check_cells(settings: Settings, cells: Sequence[Cell]) -> None:
    """WrongSetting for a name or a host that is none, or that two have, or settings that are wrong."""
    names: set[str] = {FIRST}
    hosts: set[str] = set()
    databases: set[str] = {settings.database}
    for cell in cells:
        if not _NAME.match(cell.name):
            raise WrongSetting(f"cell {cell.name!r}: expected small letters, digits and _")
        for host in cell.hosts:
            if not _HOST.match(host):
                raise WrongSetting(
                    f"cell {cell.name}: expected a host in small letters, got {host!r}"
                )
        own = settings_of(settings, cell)
        for what, values, seen in (
            ("name", [cell.name], names),
            ("host", cell.hosts, hosts),
            ("database", [own.database], databases),
        ):
            for value in values:
                if value in seen:
                    shown = "" if what == "database" else f" {value}"
                    raise WrongSetting(f"cell {cell.name}: another one has the {what}{shown}")
                seen.add(value)


def find_cell(settings: Settings, name: str) -> Cell | None:
    """The cell of a name; None for the first. WrongSetting where there is none."""
    if name in ("", FIRST):
        return None
    for cell in read_cells(settings):
        if cell.name == name:
            return cell
    raise WrongSetting(f"there is no cell {name}; `partwright cell list` names those that are")


def all_settings(settings: Settings) -> dict[str, Settings]:
    """The settings of every cell by its name, the first one first."""
    return {FIRST: settings} | {
        cell.name: settings_of(settings, cell) for cell in read_cells(settings)
    }


def settings_of(settings: Settings, cell: Cell | None) -> Settings:
    """The settings of a cell: the installation's, but for what must be each one's own.

    Whoever signs on at the installation's identity provider belongs to the first cell alone, and the
    secrets of its administrator are nobody else's.
    """
    if cell is None:
        return settings
    own = msgspec.structs.replace(
        settings,
        data_dir=settings.data_dir / "cells" / cell.name,
        database_url=_database_of(settings, cell),
        database_schema="",
        queue_url=queue_of_cell(settings.queue_url, cell.name),
        database_replicas=_replicas_of(settings, cell),
        vault_url=_vault_of(settings, cell),
        public_url=_public_url_of(settings, cell),
        metrics="off",
        admin_password="",
        admin_token="",
        oidc_issuer="",
        oidc_client_id="",
        oidc_client_secret="",
        oidc_group_roles="",
    )
    if wrong := sorted(cell.settings.keys() - _OWN):
        raise WrongSetting(f"cell {cell.name}: {wrong[0]} is not a setting of a cell")
    try:
        return with_changes(own, {name: _text(value) for name, value in cell.settings.items()})
    except WrongSetting as wrong:
        raise WrongSetting(f"cell {cell.name}: {wrong}") from wrong


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _database_of(settings: Settings, cell: Cell) -> str:
    if cell.database or settings.database.startswith("sqlite:"):
        return cell.database
    return with_schema(settings.database, CELL_SCHEMAS + cell.name)


def _replicas_of(settings: Settings, cell: Cell) -> tuple[str, ...]:
    if cell.database:
        return ()
    return tuple(with_schema(url, CELL_SCHEMAS + cell.name) for url in settings.database_replicas)


def _vault_of(settings: Settings, cell: Cell) -> str:
    return settings.vault_url and f"{settings.vault_url.rstrip('/')}/cells/{cell.name}"


def _public_url_of(settings: Settings, cell: Cell) -> str:
    """That of the installation with the cell's first host, at the same port."""
    if not cell.hosts or not settings.public_url:
        return settings.public_url
    scheme, _, place = settings.public_url.partition("://")
    port = place.rpartition("]")[2].partition(":")[2]
    return f"{scheme}://{cell.hosts[0]}{':' if port else ''}{port}"


def add_cell(settings: Settings, cell: Cell) -> None:
    """Write a cell into the file, whole or not at all; what stands there stays as it is."""
    check_cells(settings, [*read_cells(settings), cell])
    path = settings.data_dir / FILE_NAME
    present = path.read_text(encoding="utf-8") if path.is_file() else ""
    _write(path, present + ("\n" if present else "") + _as_toml(cell))


def remove_cell(settings: Settings, name: str) -> None:
    """Take a cell and the remarks right above it out of the file; all else stays as it is.

    WrongSetting for a name that is not there, and for a file in which its lines are not found.
    """
    cells = read_cells(settings)
    left = tuple(cell for cell in cells if cell.name != name)
    if len(left) == len(cells):
        raise WrongSetting(f"there is no cell {name}; `partwright cell list` names those that are")
    path = settings.data_dir / FILE_NAME
    place = [cell.name for cell in cells].index(name)
    text = path.read_text(encoding="utf-8")
    heads = [_with_remarks(text, head.start()) for head in _HEAD.finditer(text)]
    starts = [*heads, len(text)]
    text = text[: starts[place]] + text[starts[place + 1] :] if place < len(heads) else text
    try:
        found = msgspec.convert(tomllib.loads(text), _File).cell
    except (tomllib.TOMLDecodeError, msgspec.ValidationError):
        found = ()
    if len(heads) != len(cells) or found != left:
        raise WrongSetting(f"{path}: expected [[cell]] above each cell; take {name} out by hand")
    _write(path, text)


def _with_remarks(text: str, head: int) -> int:
    """The beginning of the remarks right above a cell; those at the beginning of the file are its own."""
    begins = head
    while begins:
        above = text.rfind("\n", 0, begins - 1) + 1
        if not text[above:begins].lstrip().startswith("#"):
            return begins
        begins = above
    return head


def _write(path: Path, text: str) -> None:
    draft = path.with_suffix(".new")
    own_file(draft, make=True)
    with draft.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    sync_path(path.parent)


def _as_toml(cell: Cell) -> str:
    """The lines of a cell; strings of JSON are strings of TOML as well."""

    def line(name: str, value: Any) -> str:
        return f"{name} = {msgspec.json.encode(value).decode()}\n"

    text = "[[cell]]\n" + line("name", cell.name)
    if cell.hosts:
        text += line("hosts", cell.hosts)
    return text + (line("database", cell.database) if cell.database else "")
