import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwright.kit.db.dialect import (
    bulk_insert_for_sqlite,
    for_postgres,
    for_sqlite,
    placed_for_sqlite,
    planning,
)


@pytest.mark.parametrize(
    ("sql", "sqlite", "postgres"),
    [
        ("SELECT :a, :b_2", "SELECT :a, :b_2", "SELECT %(a)s, %(b_2)s"),
        ("x = :a::text", "x = :a::text", "x = %(a)s::text"),
        ("CAST(:a AS int)::text", "CAST(:a AS int)::text", "CAST(%(a)s AS int)::text"),
        ("':a' || :a", "':a' || :a", "':a' || %(a)s"),
        ("'it''s :a' || :a", "'it''s :a' || :a", "'it''s :a' || %(a)s"),
        ('":a" = :a', '":a" = :a', '":a" = %(a)s'),
        ("-- :a\n:a", "-- :a\n:a", "-- :a\n%(a)s"),
        ("/* :a 'b */ :a", "/* :a 'b */ :a", "/* :a 'b */ %(a)s"),
        ("x LIKE '%a%' || :a", "x LIKE '%a%' || :a", "x LIKE '%%a%%' || %(a)s"),
        ("x LIKE :a ESCAPE '!'", "x LIKE (:a || '') ESCAPE '!'", "x LIKE %(a)s ESCAPE '!'"),
        ("5 % 2", "5 % 2", "5 %% 2"),
        (
            "FROM each(:ids)",
            "FROM json_each(:ids) AS each",
            "FROM unnest(CAST(%(ids)s AS text[])) AS each(value)",
        ),
        (
            "FROM each(:ids) AS wanted JOIN t",
            "FROM json_each(:ids) AS wanted JOIN t",
            "FROM unnest(CAST(%(ids)s AS text[])) AS wanted(value) JOIN t",
        ),
        (
            "folded(t.x) = :a",
            "CASE WHEN length(t.x) <> length(CAST(t.x AS BLOB)) THEN folded(t.x) ELSE lower(t.x) END = :a",
            "folded(t.x) = %(a)s",
        ),
        (
            "folded(t.x) NOT LIKE :a",
            "CASE WHEN length(t.x) <> length(CAST(t.x AS BLOB)) THEN folded(t.x) ELSE t.x END NOT LIKE (:a || '')",
            "folded(t.x) NOT LIKE %(a)s",
        ),
        (
            "folded(a || b), 'folded(x)'",
            "folded(a || b), 'folded(x)'",
            "folded(a || b), 'folded(x)'",
        ),
        (
            "FROM holding(things, :a) found",
            (
                "FROM (WITH asked(query) AS MATERIALIZED (SELECT rare_trigrams('things', :a)),"
                " near(query, rowid, text) AS (SELECT asked.query, found.rowid, found.*"
                " FROM asked CROSS JOIN things_search(asked.query) AS found)"
                " SELECT rowid FROM near WHERE query LIKE ' %' OR (CASE json_array_length(:a)"
                " WHEN 1 THEN instr(near.text, json_extract(:a, '$[0]'))"
                " ELSE EXISTS (SELECT 1 FROM json_each(:a) AS held"
                " WHERE instr(near.text, held.value)) END)) found"
            ),
            (
                "FROM (SELECT rowid FROM things_searched WHERE text LIKE ANY"
                " (patterns_anywhere(CAST(%(a)s AS text[])))) found"
            ),
        ),
        (
            "FROM holding(things, :a, near :b) found",
            for_sqlite("FROM holding(things, :a) found"),
            (
                "FROM (SELECT rowid FROM things_searched WHERE (text || '') LIKE %(b)s AND text LIKE ANY"
                " (patterns_anywhere(CAST(%(a)s AS text[])))) found"
            ),
        ),
        ("'each(:ids)'", "'each(:ids)'", "'each(:ids)'"),
        ("12:30", "12:30", "12:30"),
    ],
)
def test_a_statement_is_spelled_for_each_database(sql: str, sqlite: str, postgres: str) -> None:
    spelled = for_sqlite(sql)
    assert " ".join(spelled.split()) == " ".join(sqlite.split())
    assert for_postgres(sql) == postgres


def test_sqlite_is_given_parameters_by_their_places() -> None:
    sql = "SELECT ':a', folded(t.x) FROM each(:ids) AS wanted WHERE :b > 1 AND :a = :b"
    spelled = placed_for_sqlite(sql)
    assert spelled.names == ("ids", "b", "a", "b")
    assert spelled.has_lists
    assert spelled.sql.startswith("SELECT ':a', CASE")
    assert spelled.sql.endswith("FROM json_each(?) AS wanted WHERE ? > 1 AND ? = ?")
    assert not placed_for_sqlite("SELECT :a").has_lists


def test_sqlite_inserts_many_rows_by_one_statement() -> None:
    sql = "INSERT INTO t (a, b, c) VALUES (:a, TRUE, :c) ON CONFLICT (a) DO NOTHING"
    bulk = bulk_insert_for_sqlite(sql, 2)
    assert bulk is not None
    rows = "(?, TRUE, ?), (?, TRUE, ?)"
    assert bulk.sql == f"INSERT INTO t (a, b, c) VALUES {rows} ON CONFLICT (a) DO NOTHING"
    assert (bulk.table, bulk.names) == ("t", ("a", "c"))
    for other in (
        "UPDATE t SET a = :a",
        "INSERT INTO t (a) SELECT :a",
        "INSERT INTO t (a) VALUES (folded(:a))",
        "INSERT INTO t (a) VALUES (:a) ON CONFLICT (a) DO UPDATE SET a = :b",
    ):
        assert bulk_insert_for_sqlite(other, 2) is None


@given(st.text())
def test_quoted_text_is_left_alone(text: str) -> None:
    quoted = "'" + text.replace("'", "''") + "'"
    assert for_sqlite(f"SELECT {quoted}, :a") == f"SELECT {quoted}, :a"
    assert for_postgres(f"SELECT {quoted}, :a") % {"a": "$1"} == f"SELECT {quoted}, $1s"[:-1]


@pytest.mark.parametrize(
    ("sql", "wanted"),
    [
        ("SELECT * FROM t WHERE id = :id", None),
        ("SELECT 'each(:ids)'", None),
        ("SELECT * FROM each(:ids) AS wanted", "force_generic_plan"),
        ("SELECT (SELECT 1 LIMIT 1) FROM each(:ids) AS wanted", "force_generic_plan"),
        ("SELECT * FROM each(:ids) AS wanted LIMIT :limit OFFSET :offset", "auto"),
        ("SELECT * FROM t LIMIT\n  :limit", "auto"),
        ("SELECT * FROM holding(t, :a, :b) found LIMIT :most", "force_custom_plan"),
    ],
)
def test_a_list_is_planned_once_and_a_page_anew(sql: str, wanted: str | None) -> None:
    assert planning(sql) == wanted
