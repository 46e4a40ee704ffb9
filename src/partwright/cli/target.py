"""The server that a command talks to: a named one, that of the profile, or the database here."""

import os
from pathlib import Path

from partwright.cli.console import WRONG_USE, CommandFailed
from partwright.cli.profiles import read_profile
from partwright.settings import PREFIX, Settings

_HERE = ("DATA_DIR", "DATABASE_URL")


class NoTarget(CommandFailed):
    """There is neither a server nor a database to work on."""

    def __init__(self) -> None:
        super().__init__(
            "no server is named and there is no data directory here. `partwright login URL` signs on"
            " to a server; --data-dir DIR names a data directory; `partwright serve` makes a new one",
            exit_code=WRONG_USE,
        )


def find_server(settings: Settings, *, may_make: bool = False) -> tuple[str, str] | None:
    """The profile's server and token; None for the database that the settings name.

    Stores that flags or the environment name come first, then the profile, then a database that
    is here already. None of the three: NoTarget, since a typing error must not make a new database,
    except where a command may make one.
    """
    if is_named(settings):
        return None
    profile = read_profile()
    if profile is not None:
        return profile.server, profile.token
    if may_make or settings.data_dir.is_dir():
        return None
    raise NoTarget


def is_named(settings: Settings) -> bool:
    """Whether flags or the environment name the stores."""
    return (
        settings.data_dir != Settings().data_dir
        or bool(settings.database_url)
        or any(os.environ.get(PREFIX + name) for name in _HERE)
    )


def named_directory(text: str | None) -> str | None:
    """A directory that a flag names, told from the default even where it is the same."""
    return text and str(Path(text).absolute() if Path(text) == Settings().data_dir else text)
