"""Reading through the whole of a file keeps little of it in memory."""

import contextlib
import re
import sqlite3
from pathlib import Path

from partwright.kit.db import open_database

_ROWS = 24
_WALK = "SELECT SUM(INSTR(body, X'01')) FROM long WHERE id % 8 = :piece"


def _resident() -> int:
    """Bytes of this process that are no file's."""
    found = re.search(r"^RssAnon:\s+(\d+)", Path("/proc/self/status").read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1]) << 10


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
        before = _resident()
        for piece in range(8):
            async with database.snapshot() as snapshot:
                assert await snapshot.one(int, _WALK, piece=piece) == 0
        assert _resident() - before < 48 << 20
    finally:
        await database.close()
