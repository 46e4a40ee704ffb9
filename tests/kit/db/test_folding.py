"""Folding is Python's own, on both databases, for every letter there is."""

import re
import sys

import pytest

from partwright.kit.db import open_database
from tests.support.databases import Database


async def test_every_letter_is_folded_as_python_does(database: Database) -> None:
    letters = [
        chr(c) for c in range(1, sys.maxunicode + 1) if chr(c).casefold() != chr(c) or c < 0x500
    ]
    texts = [
        *letters,
        *(f"Aß{letter}ü" for letter in letters),
        "",
        "支架 🚀",
        "Straße ﬁn ΣΊΣΥΦΟΣ Кронштейн",
    ]
    opened = await open_database(database.url)
    async with opened.snapshot() as snapshot:
        sql = "SELECT value, folded(value) FROM each(:texts) AS wanted"
        rows = await snapshot.all(lambda *row: row, sql, texts=texts)
    await opened.close()
    assert len(rows) == len(texts) > 4000
    assert [text for text, folded in rows if folded != text.casefold()] == []


@pytest.mark.parametrize("pattern", ["%ass%", "%stra_se%", "s%", "%xt", "%кро%", "_"])
async def test_texts_are_like_a_pattern_as_they_read_folded(
    database: Database, pattern: str
) -> None:
    texts = [
        "Straße",
        "STRASSE",
        "Aßü",
        "ASSET",
        "class",
        "ſ",
        "S",
        "Ext",
        "ﬁxt",
        "КРОНштейн",
        "",
        "Ⅻ",
    ]
    opened = await open_database(database.url)
    async with opened.snapshot() as snapshot:
        sql = (
            "SELECT value FROM each(:texts) AS wanted WHERE folded(value) LIKE :pattern ESCAPE '!'"
        )
        found = await snapshot.all(str, sql, texts=texts, pattern=pattern)
    await opened.close()
    wanted = re.compile(pattern.replace("%", ".*").replace("_", "."))
    assert sorted(found) == sorted(text for text in texts if wanted.fullmatch(text.casefold()))
