"""Another time of day, a slow or a full disk for one server; a small C library does it."""

import mmap
import os
import shutil
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_SOURCE = Path(__file__).with_name("disturb.c")
_PAGE = struct.Struct("qqq")


class Disturbance:
    """What a server that was started `inside` sees at the moment; nothing unusual at first."""

    def __init__(self, directory: Path) -> None:
        self._library = directory / "disturb.so"
        self._file = directory / "disturbance"
        self._file.write_bytes(bytes(_PAGE.size))
        with self._file.open("r+b") as file:
            self._page = mmap.mmap(file.fileno(), _PAGE.size)
        command = ["cc", "-shared", "-fPIC", "-O2", "-o", self._library, _SOURCE, "-ldl"]
        subprocess.run(command, check=True)

    @staticmethod
    def is_possible() -> bool:
        """Whether this machine can build the library."""
        return shutil.which("cc") is not None

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Programs whose environment is noted in the block see it."""
        added = {"LD_PRELOAD": str(self._library), "ATTACK_DISTURBANCE": str(self._file)}
        before = {name: os.environ.get(name) for name in added}
        os.environ.update(added)
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value

    def show(
        self, *, clock_seconds: int = 0, sync_milliseconds: int = 0, is_full: bool = False
    ) -> None:
        """From now on; without anything said all is as usual."""
        self._page[:] = _PAGE.pack(clock_seconds, sync_milliseconds, is_full)
