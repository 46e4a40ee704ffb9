"""Reading through the whole of a file keeps little of it in memory."""

import contextlib
import re
import sqlite3
from pathlib import Path

from partwright.kit.db import open_database

_ROWS = 24
_WALK = "SELECT SUM(INSTR(body, X'01')) FROM long WHERE id % 8 = :piece"


def _mapped(path: Path) -> int:
    """Bytes of the file that this process has mapped and touched."""
    pieces = re.split(
        r"^(?=[0-9a-f]+-[0-9a-f]+ )", Path("/proc/self/smaps").read_text(), flags=re.MULTILINE
    )
    own = [piece for piece in pieces if piece.partition("\n")[0].endswith(f" {path}")]
    return sum(
        int(found) << 10
        for piece in own
        for found in re.findall(r"^Rss: +(\d+)", piece, re.MULTILINE)
    )


async def test_readers_share_what_they_keep_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "long.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("CREATE TABLE long (id INTEGER PRIMARY KEY, body BLOB NOT NULL)")
        connection.executemany(
            "INSERT INTO long VALUES (?, ZEROBLOB(4000000))", [(n,) for n in range(_ROWS)]
        )
        connection.commit()
    database = await open_database(f"sqlite:///{path}")
    try:
        for piece in range(8):
            async with database.snapshot() as snapshot:
                assert await snapshot.one(int, _WALK, piece=piece) == 0
        assert 0 < _mapped(path) < 72 << 20
    finally:
        await database.close()
