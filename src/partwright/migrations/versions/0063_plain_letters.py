"""Companies are found by the plain letters of their names, and words of items by theirs."""

from alembic import op
from sqlalchemy import text

from partwright.kit.plain_letters import plain_letters
from partwright.migrations.statements import dialect, execute

revision = "0063"
down_revision = "0062"

_ROWS = 1_000
_BETWEEN_WORDS = r"[^0-9a-z\u0080-\U0010FFFF]+"
"""As columns are compared by code point, `[:alnum:]` knows no letter outside ASCII."""
_ACCENTED = (
    *("aáàâäãåāăą", "cćčçĉċ", "dďđð", "eéèêëēĕėęě", "gğĝģġ", "hħĥ", "iíìîïīĭįıĩ", "kķ"),
    *(
        "lłľĺļ",
        "nñńňņ",
        "oóòôöõøōŏő",
        "rřŕŗ",
        "sśšşșŝ",
        "tťţțŧ",
        "uúùûüūŭůűųũ",
        "wŵ",
        "yýÿŷ",
        "zźžż",
    ),
)
"""Each letter, and those that are it but for an accent."""


def upgrade() -> None:
    for table, named, key in (
        ("manufacturers", "name_key", "id"),
        ("suppliers", "name_key", "id"),
        ("search_words", "text", "row_id"),
    ):
        column = "plain" if table == "search_words" else "plain_name"
        execute(f"ALTER TABLE {table} ADD COLUMN {column} {{TEXT}} NOT NULL DEFAULT ''")
        _fill(table, column, named=named, key=key)
        execute(f"CREATE INDEX {table}_{column} ON {table} ({column})")
    for statement in _sqlite() if dialect() == "sqlite" else _postgres():
        execute(statement)
    if dialect() == "postgresql":
        _split_by_letters()


def _sqlite() -> tuple[str, ...]:
    return (
        """CREATE TRIGGER search_words_plainly AFTER INSERT ON search_words BEGIN
            UPDATE search_words SET plain = plain_letters(new.text) WHERE row_id = new.row_id;
        END""",
    )


def _split_by_letters() -> None:
    """Let words have letters with accents, at which PostgreSQL has cut them, and keep those there are."""
    for name in ("versions_added_follow", "item_texts_follow"):
        function = _found(f"SELECT pg_get_functiondef(CAST('{name}' AS regproc))")
        execute(function.replace("[^[:alnum:]]+", _BETWEEN_WORDS))
    execute(f"""INSERT INTO search_words (text)
        SELECT DISTINCT ' ' || words.value || ' '
          FROM versions v
         CROSS JOIN LATERAL regexp_split_to_table(
                   v.search_text || ' ' || folded(COALESCE(v.description, '')), '{_BETWEEN_WORDS}'
               ) AS words(value)
         WHERE v.until IS NULL AND v.is_current AND v.branch_id IS NULL AND NOT v.is_deleted
           AND length(words.value) BETWEEN 4 AND 30
           AND words.value !~ '[0-9]' AND words.value ~ '[^a-z]'
            ON CONFLICT (text) DO NOTHING""")


def _found(statement: str) -> str:
    return str(op.get_bind().execute(text(statement)).scalar_one())


def _postgres() -> tuple[str, ...]:
    accented = "".join(letters[1:] for letters in _ACCENTED)
    plain = "".join(letters[0] * (len(letters) - 1) for letters in _ACCENTED)
    return (
        f"""CREATE FUNCTION search_words_plainly() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            new.plain := replace(replace(replace(
                translate(new.text, '{accented}', '{plain}'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
            RETURN new;
        END $$""",
        """CREATE TRIGGER search_words_plainly BEFORE INSERT ON search_words FOR EACH ROW
        EXECUTE FUNCTION search_words_plainly()""",
    )


def _fill(table: str, column: str, *, named: str, key: str) -> None:
    """Write the plain letters of the names that are there, in some statements."""
    connection = op.get_bind()
    rows = connection.execute(text(f"SELECT {key}, {named} FROM {table}")).all()
    write = text(f"UPDATE {table} SET {column} = :plain WHERE {key} = :key")
    for start in range(0, len(rows), _ROWS):
        some = rows[start : start + _ROWS]
        connection.execute(write, [{"key": at, "plain": plain_letters(name)} for at, name in some])
