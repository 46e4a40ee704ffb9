"""Leases by which processes show that they are alive.

Each process holds a lock on a file of its own in the data directory; the system releases it with
the process, however that ends. Of a process on another host only its lease can tell.
"""

import fcntl
from pathlib import Path
from typing import IO

from partwright.kit import clock
from partwright.kit.ids import new_id

LEASE_SECONDS = 30.0
"""How long a run counts as alive without a word of its process."""
HOLD_SECONDS = 8.0
"""How often a process speaks for its runs."""


class ProcessLease:
    """This process among those that share the sessions."""

    def __init__(self, directory: Path) -> None:
        self.id = new_id()
        self._directory = directory / "processes"
        self._file: IO[bytes] | None = None

    def open(self) -> None:
        """Take the lock; without a directory to write to, the lease alone has to do."""
        try:
            self._directory.mkdir(parents=True, exist_ok=True)
            # Locked before it gets its name: nobody takes it for a dead one's.
            draft = self._path(self.id).with_suffix(".new")
            self._file = draft.open("wb")
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            draft.rename(self._path(self.id))
        except OSError:
            self._file = None

    def forget_the_dead(self) -> None:
        """Remove the files of processes that were killed."""
        for path in self._directory.glob("*.lock"):
            if path.stem != self.id and self._has_died(path.stem):
                path.unlink(missing_ok=True)

    def close(self) -> None:
        if self._file is not None:
            self._path(self.id).unlink(missing_ok=True)
            self._file.close()
            self._file = None

    def lives(self, owner: str | None, until: str | None) -> bool:
        """Whether the process that said so of itself `until` then is alive."""
        if owner is None or (until or "") <= clock.now():
            return False
        return owner == self.id or not self._has_died(owner)

    def _has_died(self, owner: str) -> bool:
        try:
            with self._path(owner).open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            # Locked, or no file of this host.
            return False
        return True

    def _path(self, owner: str) -> Path:
        return self._directory / f"{owner}.lock"


def new_lease_end() -> str:
    """Until when a run counts as alive that is heard of now."""
    return clock.moment_later(seconds=LEASE_SECONDS)
