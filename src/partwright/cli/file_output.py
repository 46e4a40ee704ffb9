"""Files and bytes that commands write."""

import sys
from pathlib import Path

from partwright.cli.console import CommandFailed


def write(content: bytes, target: Path) -> None:
    """Write a file; Stop with the system's reason."""
    try:
        target.write_bytes(content)
    except OSError as error:
        raise CommandFailed(f"{target} cannot be written: {error.strerror}") from error


def show(content: bytes) -> None:
    """Write to standard output exactly these bytes, whatever the terminal's encoding."""
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
