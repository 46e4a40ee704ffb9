"""Questions to the full-text index of SQLite, which find what the texts hold."""

import json
import sqlite3
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partwright.kit.db.dialect import for_sqlite
from partwright.kit.db.rare_trigrams import RareTrigrams
from partwright.kit.db.sqlite import SqliteDatabase

TEXTS = [f"bracket {n:05d} for the motor" for n in range(3000)] + ["lone wolf", 'say "hi"', "ab"]
LETTERS = st.text(alphabet='abcé"', min_size=3, max_size=6)


def indexed(path: Path, texts: list[str]) -> Path:
    """A file with a table of texts and its full-text index, as the migrations make them."""
    connection = sqlite3.connect(path)
    connection.executescript("""
        CREATE TABLE things (row_id INTEGER PRIMARY KEY, text TEXT NOT NULL);
        CREATE VIRTUAL TABLE things_search USING fts5(text, content = 'things',
            content_rowid = 'row_id', tokenize = 'trigram case_sensitive 1', columnsize = 0);
    """)
    connection.executemany("INSERT INTO things (text) VALUES (?)", [(text,) for text in texts])
    connection.execute("INSERT INTO things_search (things_search) VALUES ('rebuild')")
    connection.commit()
    connection.close()
    return path


def found(path: Path, *lists: list[str]) -> list[str]:
    names = [f"l{place}" for place in range(len(lists))]
    sql = f"""SELECT things.text FROM holding(things, {", ".join(f":{name}" for name in names)}) found
        JOIN things ON things.row_id = found.rowid ORDER BY things.row_id"""
    connection = sqlite3.connect(path)
    connection.create_function("rare_trigrams", -1, RareTrigrams(path).match)
    given = {name: json.dumps(words) for name, words in zip(names, lists, strict=True)}
    rows = connection.execute(for_sqlite(sql), given).fetchall()
    connection.close()
    return [text for (text,) in rows]


@pytest.mark.parametrize(
    "lists",
    [
        ([["bracket"], ["00471"]]),
        ([["lone", "02999"], ["wolf", "mot"]]),
        ([["bracket 001"]]),
        ([['"hi"']]),
        ([["nowhere", "bracket 02998"]]),
        ([["motors"]]),
        ([[]]),
    ],
)
def test_what_is_found_holds_one_text_of_each_list(tmp_path: Path, lists: list[list[str]]) -> None:
    path = indexed(tmp_path / "things.sqlite", TEXTS)
    wanted = [t for t in TEXTS if all(any(word in t for word in words) for words in lists)]
    assert found(path, *lists) == wanted


@settings(max_examples=40, deadline=None)
@given(
    st.lists(LETTERS, max_size=30),
    st.lists(st.lists(LETTERS, min_size=1, max_size=3), min_size=1, max_size=3),
)
def test_any_texts_are_found_as_they_are(texts: list[str], lists: list[list[str]]) -> None:
    wanted = [t for t in texts if all(any(word in t for word in words) for words in lists)]
    with tempfile.TemporaryDirectory() as folder:
        assert found(indexed(Path(folder) / "things.sqlite", texts), *lists) == wanted


def test_common_trigrams_are_not_asked_for(tmp_path: Path) -> None:
    trigrams = RareTrigrams(indexed(tmp_path / "things.sqlite", TEXTS))
    asked = trigrams.match("things", '["bracket 00471"]', '["motor"]')
    assert '"471"' in asked
    assert "bra" not in asked
    assert "mot" not in asked
    assert trigrams.match("things", '["motor"]') == ' ("motor")', (
        "Many hold it: it finds just them."
    )


def test_of_several_common_words_the_index_finds_what_holds_them_all(tmp_path: Path) -> None:
    texts = [f"{('capacitor', 'resistor', 'gasket')[n % 3]} {n}" for n in range(3000)]
    trigrams = RareTrigrams(indexed(tmp_path / "things.sqlite", texts))
    asked = trigrams.match("things", '["capacitor"]', '["resistor"]')
    assert {" AND " in asked, "cap" in asked, "res" in asked or "sis" in asked} == {True}, asked


def test_only_what_reads_little_is_short(tmp_path: Path) -> None:
    trigrams = RareTrigrams(indexed(tmp_path / "things.sqlite", TEXTS * 3))
    assert trigrams.short_match("things", '["00471"]') is None, "The texts are not known yet."
    assert trigrams.match("things", '["00471"]')
    assert trigrams.short_match("things", '["00471"]') is not None
    assert trigrams.short_match("things", '["motor"]') is None


async def test_a_search_that_reads_much_leaves_the_event_loop(tmp_path: Path) -> None:
    database = SqliteDatabase(indexed(tmp_path / "things.sqlite", TEXTS * 3))
    sql = "SELECT COUNT(*) FROM holding(things, :words) found"
    try:
        for words, many in ((["motor"], 9000), (["00471"], 3), (["motor"], 9000), (["00472"], 3)):
            async with database.snapshot() as snapshot:
                assert await snapshot.one(int, sql, words=words) == many
    finally:
        await database.close()
