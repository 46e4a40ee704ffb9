"""Writes to disk that survive a power cut."""

import os
from pathlib import Path


def sync_path(path: Path) -> None:
    """Let a file's bytes, or the names in a folder, be on the disk when this comes back."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
