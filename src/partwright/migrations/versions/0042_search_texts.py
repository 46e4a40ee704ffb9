"""All texts of an item in the search index: descriptions, attributes, codes, companies, file names.

An item that has more than a number and a name has a row of all its texts together, so that each word
may stand in another of them. Words of letters alone are kept as well: what is misspelt is looked up there.
"""

from functools import reduce

from alembic import op

from partwright.kit.db.sqlite_connection import folded
from partwright.migrations.statements import dialect, execute, execute_all

revision = "0042"
down_revision = "0041"

_ON_MAIN = "{0}until IS NULL AND {0}is_current AND {0}branch_id IS NULL AND NOT {0}is_deleted"
_SHOWN = _ON_MAIN.format("")
_OF_NEW, _OF_OLD = _ON_MAIN.format("new."), _ON_MAIN.format("old.")
_HAS_MORE = "(new.description IS NOT NULL OR new.sources IS NOT NULL OR new.attributes <> '{}')"
_TABLES = """
CREATE TABLE item_texts (
    row_id BIGINT PRIMARY KEY,
    text {TEXT} NOT NULL
);
CREATE TABLE file_names (
    row_id {ROW_ID},
    version_id {TEXT} NOT NULL,
    text {TEXT} NOT NULL
);
CREATE UNIQUE INDEX file_names_version ON file_names (version_id);
CREATE TABLE search_words (
    row_id {ROW_ID},
    text {TEXT} NOT NULL
);
CREATE UNIQUE INDEX search_words_text ON search_words (text);
"""
_SEARCHED = ("item_texts", "file_names", "search_words")

_DIGITS = "0123456789abcdef"
_MARKS = "".join(chr(0xE000 + n) for n in range(len(_DIGITS)))
"""Digits of a company's id as letters that nobody types, so that no text is found by an id."""
_SEPARATORS = "\n\t-_,;:/.()[]+\"'"


def _replaced(text: str, signs: str, others: str) -> str:
    def quoted(sign: str) -> str:
        return "'" + sign.replace("'", "''") + "'"

    return reduce(
        lambda so_far, pair: f"replace({so_far}, {quoted(pair[0])}, {quoted(pair[1])})",
        zip(signs, others, strict=True),
        text,
    )


def _joined(value: str, rows: str) -> str:
    concat = "group_concat" if dialect() == "sqlite" else "string_agg"
    return f"COALESCE((SELECT {concat}({value}, '\n') FROM {rows}), '')"


def _item_text() -> str:
    """All texts of the version row `new`."""
    if dialect() == "sqlite":
        attributes = _joined("value", "json_each(new.attributes)")
        sources = "json_tree(new.sources) WHERE key IN ({})"
        codes = _joined("value", sources.format("'mpn', 'orderCode'"))
        marks = _replaced("substr(value, -6)", _DIGITS, _MARKS)
        companies = _joined(marks, sources.format("'manufacturerId', 'supplierId'"))
    else:
        attributes = _joined("value", "json_each_text(CAST(new.attributes AS json))")
        found = "jsonb_path_query(CAST(new.sources AS jsonb), '{}') AS found(value)"
        parts = ("$[*].mpn", "$[*].suppliers[*].orderCode")
        ids = ("$[*].manufacturerId", "$[*].suppliers[*].supplierId")
        text = "value #>> '{{}}'".format()
        codes = " || '\n' || ".join(_joined(text, found.format(part)) for part in parts)
        marks = f"translate(right({text}, 6), '{_DIGITS}', '{_MARKS}')"
        companies = " || '\n' || ".join(_joined(marks, found.format(part)) for part in ids)
    return f"""new.search_text || '\n' || folded(COALESCE(new.description, '') || '\n' ||
        {attributes} || '\n' || {codes}) || '\n' || {companies}"""


def _words() -> str:
    """The words of letters of the number, the name and the description of the row `new`."""
    text = "new.search_text || ' ' || folded(COALESCE(new.description, ''))"
    if dialect() == "sqlite":
        # What separates words becomes what separates the texts of a JSON array.
        blanks = _replaced(text, _SEPARATORS, " " * len(_SEPARATORS))
        words = f"""json_each('[' || replace(json_quote({blanks}), ' ', '","') || ']')"""
        letters = "value NOT GLOB '*[0-9]*'"
    else:
        words = f"regexp_split_to_table({text}, '[^[:alnum:]]+') AS words(value)"
        letters = "value !~ '[0-9]'"
    return f"""INSERT INTO search_words (text)
        SELECT DISTINCT ' ' || value || ' ' FROM {words}
         WHERE length(value) BETWEEN 4 AND 30 AND {letters}
            ON CONFLICT (text) DO NOTHING"""


def _sqlite() -> tuple[str, ...]:
    tables = tuple(
        f"""CREATE VIRTUAL TABLE {table}_search USING fts5(
            text, content = '{table}', content_rowid = 'row_id',
            tokenize = 'trigram case_sensitive 1', columnsize = 0)"""
        for table in _SEARCHED
    )
    return (
        *tables,
        f"""CREATE TRIGGER item_texts_added AFTER INSERT ON versions
        WHEN {_OF_NEW} AND {_HAS_MORE} BEGIN
            INSERT INTO item_texts (row_id, text) VALUES (new.row_id, {_item_text()});
            INSERT INTO item_texts_search (rowid, text)
            SELECT row_id, text FROM item_texts WHERE row_id = new.row_id;
        END""",
        f"""CREATE TRIGGER item_texts_closed AFTER UPDATE OF until ON versions
        WHEN {_OF_OLD} AND new.until IS NOT NULL BEGIN
            INSERT INTO item_texts_search (item_texts_search, rowid, text)
            SELECT 'delete', row_id, text FROM item_texts WHERE row_id = old.row_id;
            DELETE FROM item_texts WHERE row_id = old.row_id;
        END""",
        """CREATE TRIGGER file_names_added AFTER INSERT ON file_versions BEGIN
            INSERT INTO file_names (version_id, text)
            VALUES (new.id, folded(new.original_file_name));
            INSERT INTO file_names_search (rowid, text)
            SELECT row_id, text FROM file_names WHERE version_id = new.id;
        END""",
        f"""CREATE TRIGGER search_words_added AFTER INSERT ON versions
        WHEN {_OF_NEW} BEGIN {_words()}; END""",
        """CREATE TRIGGER search_words_indexed AFTER INSERT ON search_words BEGIN
            INSERT INTO search_words_search (rowid, text) VALUES (new.row_id, new.text);
        END""",
    )


def _postgres() -> tuple[str, ...]:
    return (*_postgres_indexes(), *_postgres_triggers())


def _postgres_indexes() -> tuple[str, ...]:
    indexes = tuple(
        f"CREATE INDEX {table}_search ON {table} USING gin (text gin_trgm_ops)"
        for table in _SEARCHED
    )
    views = tuple(
        f"CREATE VIEW {table}_searched AS SELECT row_id AS rowid, text FROM {table}"
        for table in _SEARCHED
    )
    return (
        *indexes,
        *views,
        f"""CREATE VIEW versions_searched AS
        SELECT row_id AS rowid, search_text AS text FROM versions WHERE {_SHOWN}""",
        r"""CREATE FUNCTION patterns_anywhere(given text[]) RETURNS text[]
        LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT array_agg('%' || replace(replace(replace(one, '\', '\\'), '%', '\%'), '_', '\_') || '%')
          FROM unnest(given) AS one $$""",
    )


def _postgres_triggers() -> tuple[str, ...]:
    return (
        f"""CREATE FUNCTION item_texts_follow() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'UPDATE' THEN
                DELETE FROM item_texts WHERE row_id = old.row_id;
                RETURN NULL;
            END IF;
            IF {_HAS_MORE} THEN
                INSERT INTO item_texts (row_id, text) VALUES (new.row_id, {_item_text()});
            END IF;
            {_words()};
            RETURN NULL;
        END $$""",
        f"""CREATE TRIGGER item_texts_added AFTER INSERT ON versions FOR EACH ROW
        WHEN ({_OF_NEW}) EXECUTE FUNCTION item_texts_follow()""",
        f"""CREATE TRIGGER item_texts_closed AFTER UPDATE OF until ON versions FOR EACH ROW
        WHEN ({_OF_OLD} AND new.until IS NOT NULL) EXECUTE FUNCTION item_texts_follow()""",
        """CREATE FUNCTION file_names_follow() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO file_names (version_id, text)
            VALUES (new.id, folded(new.original_file_name));
            RETURN NULL;
        END $$""",
        """CREATE TRIGGER file_names_added AFTER INSERT ON file_versions FOR EACH ROW
        EXECUTE FUNCTION file_names_follow()""",
    )


def _fill() -> None:
    """Write the texts of what is there already."""
    execute(f"""INSERT INTO item_texts (row_id, text)
        SELECT new.row_id, {_item_text()} FROM versions new WHERE {_OF_NEW} AND {_HAS_MORE}""")
    execute("""INSERT INTO file_names (version_id, text)
        SELECT id, folded(original_file_name) FROM file_versions""")
    words = _words().replace("FROM ", "FROM versions new, ", 1)
    execute(words.replace("WHERE ", f"WHERE {_OF_NEW} AND ", 1))


def upgrade() -> None:
    execute_all(_TABLES)
    if dialect() == "sqlite":
        connection = op.get_bind().connection.driver_connection
        assert connection is not None
        connection.create_function("folded", 1, folded, deterministic=True)
    _fill()
    for statement in _sqlite() if dialect() == "sqlite" else _postgres():
        execute(statement)
    if dialect() == "sqlite":
        for table in _SEARCHED:
            execute(f"INSERT INTO {table}_search ({table}_search) VALUES ('rebuild')")
