"""The profile of a user: the server that they signed on to, and their token there."""

import os
from pathlib import Path

import msgspec

from partwright.cli.console import CommandFailed
from partwright.kit.private_files import own_file, own_folder

FILE_VARIABLE = "PARTWRIGHT_PROFILE"
"""Names another file than the usual one."""


class Profile(msgspec.Struct, frozen=True):
    """A server, and the token that it gave."""

    server: str
    token: str
    email: str = ""
    is_own_token: bool = False
    """Whether `login` made the token, so that `logout` revokes it."""


def profile_path() -> Path:
    """The path of the profile, by the rules of the XDG base directories."""
    named = os.environ.get(FILE_VARIABLE)
    if named:
        return Path(named)
    base = os.environ.get("XDG_CONFIG_HOME")
    return (Path(base) if base else Path.home() / ".config") / "partwright" / "profile.json"


def read_profile() -> Profile | None:
    """The profile, if there is one; CommandFailed for a file that is none."""
    path = profile_path()
    try:
        return msgspec.json.decode(path.read_bytes(), type=Profile)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CommandFailed(f"{path} cannot be read: {error.strerror}") from error
    except msgspec.DecodeError as error:
        raise CommandFailed(
            f"{path} is not a profile: {error}; `partwright login` writes it anew"
        ) from error


def write_profile(profile: Profile) -> Path:
    """Keep the profile where nobody else can read it."""
    path = profile_path()
    try:
        own_folder(path.parent)
        own_file(path, make=True)
        path.write_bytes(msgspec.json.format(msgspec.json.encode(profile)))
    except OSError as error:
        raise CommandFailed(f"{path} cannot be written: {error.strerror}") from error
    return path


def remove_profile() -> Profile | None:
    """Forget the profile; answers the one that was there."""
    found = read_profile()
    profile_path().unlink(missing_ok=True)
    return found
