"""Folders and files that nobody but the server's user may look into."""

import os
import stat
from pathlib import Path

_FOLDER = 0o700
_FILE = 0o600
_OTHERS = 0o077


def own_folder(path: Path) -> None:
    """Make the folder, or close one that is there to everybody else.

    One of another user stays as it is, and so does one like `/tmp`, which many share.
    """
    path.mkdir(mode=_FOLDER, parents=True, exist_ok=True)
    found = path.stat()
    is_ours = found.st_uid == os.geteuid() and path.absolute() != Path("/")
    if is_ours and not found.st_mode & stat.S_ISVTX and found.st_mode & _OTHERS:
        path.chmod(_FOLDER)


def own_file(path: Path, *, make: bool = False) -> None:
    """Close a file that is there to everybody else; with `make` one is there afterwards."""
    if make:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, _FILE))
    if not path.exists():
        return
    found = path.stat()
    if found.st_uid == os.geteuid() and found.st_mode & _OTHERS:
        path.chmod(_FILE)
