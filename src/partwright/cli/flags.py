"""Settings as flags of the commands; each flag stands above the environment variable."""

import os
from dataclasses import asdict, dataclass
from typing import Annotated
from urllib.parse import urlsplit

from cyclopts import Parameter

from partwright.cells.catalogue import find_cell, settings_of
from partwright.cli.console import WRONG_USE, CommandFailed
from partwright.cli.profiles import read_profile
from partwright.cli.target import named_directory
from partwright.settings import Settings, load


@dataclass(frozen=True, kw_only=True)
class StoreFlags:
    """Stores that a command works on."""

    data_dir: str | None = None
    """The directory of the embedded database, the files and the first administrator's secrets."""
    database_url: str | None = None
    """`sqlite:///<path>` or `postgresql://user:password@host/name`."""

    def settings(self) -> Settings:
        """The settings with these flags; WrongSetting in one line."""
        flags: dict[str, str | None] = asdict(self)
        return load(None, **flags | {"data_dir": named_directory(self.data_dir)})


@dataclass(frozen=True, kw_only=True)
class VaultFlags(StoreFlags):
    """Stores that a command works on, that of the files included."""

    vault_url: str | None = None
    """Where files are kept: a directory or `s3://bucket/prefix`."""
    s3_endpoint: str | None = None
    """The address of an S3-compatible store."""


CELL_VARIABLE = "PARTWRIGHT_CELL"


@dataclass(frozen=True, kw_only=True)
class CellStoreFlags(StoreFlags):
    """Stores that a command works on, where an installation has cells."""

    cell: str | None = None
    """The cell to work on; that of PARTWRIGHT_CELL, else the first, if left out."""

    def settings(self) -> Settings:
        """The settings of the cell; WrongSetting in one line."""
        return of_cell(StoreFlags.settings(self), self.cell)


@dataclass(frozen=True, kw_only=True)
class CellVaultFlags(VaultFlags):
    """The same, with the store of the files."""

    cell: str | None = None
    """The cell to work on; that of PARTWRIGHT_CELL, else the first, if left out."""

    def settings(self) -> Settings:
        """The settings of the cell; WrongSetting in one line."""
        return of_cell(VaultFlags.settings(self), self.cell)

    def of_installation(self) -> Settings:
        """The settings of the first cell, whichever is named."""
        return VaultFlags.settings(self)


def cell_name(named: str | None) -> str:
    """The cell that a flag or the environment names; empty for none."""
    return named or os.environ.get(CELL_VARIABLE, "")


def of_cell(settings: Settings, named: str | None) -> Settings:
    """The settings of the cell that a flag or the environment names; WrongSetting."""
    return settings_of(settings, find_cell(settings, cell_name(named)))


SERVER_VARIABLE, TOKEN_VARIABLE = "PARTWRIGHT_SERVER", "PARTWRIGHT_TOKEN"


@dataclass(frozen=True, kw_only=True)
class ServerFlags:
    """A server that is running, to be asked instead of the configured database."""

    server: Annotated[str | None, Parameter(env_var=SERVER_VARIABLE, show_env_var=True)] = None
    """The address of a running server; else that of `partwright login`, else the database here."""
    token: Annotated[str | None, Parameter(env_var=TOKEN_VARIABLE, show_env_var=True)] = None
    """Your token on that server; else the one of `partwright login`."""

    def check(self) -> None:
        """Stop when the address or the token cannot be one."""
        if self.server is None:
            return
        if urlsplit(self.server).scheme not in ("http", "https"):
            line = f"--server {self.server}: expected http://... or https://..."
            raise CommandFailed(line, exit_code=WRONG_USE)
        token = self.bearer()
        if not token or not (token.isascii() and token.isprintable()):
            raise CommandFailed(
                "--server needs a --token (or PARTWRIGHT_TOKEN, or `partwright login`)",
                exit_code=WRONG_USE,
            )
        self._check_whose_token()

    def bearer(self) -> str:
        """The token for the server; that of the profile where it was given by the same server."""
        if self.token or self.server is None:
            return self.token or ""
        profile = read_profile()
        is_same = profile is not None and _origin(profile.server) == _origin(self.server)
        return profile.token if profile is not None and is_same else ""

    def given_token(self) -> str:
        """The token of the flag, which counts on the profile's server as well; not the environment's.

        That may be for another server, and nothing says for which.
        """
        token = self.token or ""
        return "" if token == os.environ.get(TOKEN_VARIABLE) else token

    def _check_whose_token(self) -> None:
        """Stop where the environment's token was given for another server than the one named."""
        owner = os.environ.get(SERVER_VARIABLE)
        is_of_environment = self.token == os.environ.get(TOKEN_VARIABLE)
        if owner and is_of_environment and _origin(owner) != _origin(self.server or ""):
            line = (
                f"{TOKEN_VARIABLE} is for {owner} ({SERVER_VARIABLE}) and is not sent to"
                f" {self.server}; give that server's --token"
            )
            raise CommandFailed(line, exit_code=WRONG_USE)


def _origin(address: str) -> tuple[str, str, int | None]:
    """Scheme, host and port, by which one server differs from another."""
    parts = urlsplit(address)
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    return parts.scheme, (parts.hostname or "").lower(), parts.port or usual


Servers = Annotated[ServerFlags, Parameter(name="*")]
Stores = Annotated[CellStoreFlags, Parameter(name="*")]
Vaults = Annotated[CellVaultFlags, Parameter(name="*")]

Force = Annotated[bool, Parameter(help="Write over files that are there.")]
Json = Annotated[bool, Parameter(name="--json", help="Print the answer as JSON.")]

UNSET = CellStoreFlags()
UNSET_VAULT = CellVaultFlags()
LOCAL = ServerFlags()
