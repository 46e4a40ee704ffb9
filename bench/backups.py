"""A second backup of an unchanged vault: what it moves, and whether a flipped byte is found in it.

`python -m bench.backups --size 10000000000` fills a vault over HTTP, saves it twice, and flips one byte of what was saved.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from bench.changes import Server, served
from bench.vault import Client, command, content, part

_FILE = 100_000_000
_MOST = 1_000_000
"""Bytes that a backup of what has not changed may move."""


def _files(place: Path) -> dict[Path, int]:
    return {path: path.stat().st_size for path in place.rglob("*") if path.is_file()}


def _saved(server: Server, place: Path) -> int:
    """Take a backup; the bytes that were not there before it."""
    before, began = _files(place), time.perf_counter()
    code, told = command(server, "backup", str(place))
    if code:
        raise RuntimeError(told)
    new = _files(place)
    moved = sum(size for path, size in new.items() if path not in before)
    took = time.perf_counter() - began
    print(f"{moved:14,} bytes in {len(new) - len(before):5} new files, {took:.1f} s", flush=True)
    return moved


def measure(server: Server, token: str, size: int) -> bool:
    """Fill, save twice, flip a byte of the largest object."""
    path = f"/api/items/{part(server, token)}/files/upload"
    client = Client(server.settings.port, token)
    for number, start in enumerate(range(0, size, _FILE)):
        some = min(_FILE, size - start)
        client.send(path, some, content(some, number))
    with tempfile.TemporaryDirectory(prefix="partwright-") as directory:
        place = Path(directory) / "place"
        first, second = _saved(server, place), _saved(server, place)
        code, told = command(server, "backup", "verify", str(place))
        largest = max(_files(place).items(), key=lambda entry: entry[1])[0]
        largest.chmod(0o600)
        with largest.open("r+b") as file:
            file.seek(largest.stat().st_size // 2)
            byte = file.read(1)
            file.seek(-1, os.SEEK_CUR)
            file.write(bytes([byte[0] ^ 1]))
        flipped, named = command(server, "backup", "verify", str(place))
    print(f"verify: {told.strip()}")
    print(f"after one byte was flipped: {named.strip()}")
    is_found = flipped == 1 and largest.name in named
    return first >= size and second < _MOST and code == 0 and is_found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.backups", description=__doc__)
    parser.add_argument("--size", type=int, default=10_000_000_000, help="bytes of the vault")
    asked = parser.parse_args()
    with served("sqlite") as (server, token):
        return 0 if measure(server, token, asked.size) else 1


if __name__ == "__main__":
    sys.exit(main())
