"""The statements of the search over everything."""

from collections.abc import Sequence
from functools import lru_cache, reduce

import msgspec

from partwright.programs.queries import visible_condition
from partwright.reports.queries import SEEN_REPORT
from partwright.versioning.resolve import LIST_MAIN_NOW


class FoundItem(msgspec.Struct, frozen=True):
    """An item that may match."""

    id: str
    number: str
    name: str
    type: str
    state: str
    description: str | None
    attributes: str
    sources: str | None
    companies: dict[str, str] = {}
    """Names of companies that were looked for, by their ids."""


class FoundWord(msgspec.Struct, frozen=True):
    """A word of items, and the place of the spelling by which it was found."""

    place: int
    text: str


class FoundCompany(msgspec.Struct, frozen=True):
    """A manufacturer or a supplier whose name holds a word."""

    id: str
    name: str


class FoundRecord(msgspec.Struct, frozen=True):
    """Another record that may match."""

    kind: str
    id: str
    number: str
    name: str
    type: str | None
    state: str | None
    description: str | None
    beside: str | None
    """The part that its address needs besides: of a file, its item's number."""


_ITEM = "v.item_id, v.item_number, v.name, v.type, v.state, v.description, v.attributes, v.sources"
_SEEN = f"v.type IN (SELECT value FROM each(:types)) AND {visible_condition('v.program_id')}"
_TEXT_OF = {"versions": "v.search_text", "item_texts": "t.text"}
"""Indexed texts of items -> the text itself: number and name, or all texts of those that have more."""
_BESIDE = {
    "versions": "",
    "item_texts": "JOIN item_texts t ON t.row_id = COALESCE(v.entry_row, v.row_id)",
}
_NEWEST = "v.row_id > (SELECT MAX(row_id) FROM versions) - :newest"
_SEEN_BY_ROW = _SEEN.replace("v.type", "CASE WHEN TRUE THEN v.type END", 1)
"""The same, spelled so that SQLite goes by the rows and not by the types."""


@lru_cache(256)
def items_by_words(
    texts: str, indexed: tuple[str, ...], scanned: int, *, is_newest: bool = False
) -> str:
    """Items whose texts hold one of each of the lists, found by the index, and all other words.

    `indexed` is what `holding` is given for the lists; `scanned` words are looked for in what is found.
    With `is_newest` they are looked for in so many of the newest items alone. PostgreSQL is kept
    from asking its index for them, which would read all of it for a word of two characters.
    """
    tables = f"versions v {_BESIDE[texts]}"
    if indexed:
        tables = f"holding({texts}, {', '.join(indexed)}) found JOIN versions v ON v.row_id = entry_row({texts}, found.rowid)"
        tables += f" {_BESIDE[texts]}" * bool(scanned)
    conditions = [LIST_MAIN_NOW, _SEEN_BY_ROW if is_newest else _SEEN]
    conditions += [f"({_TEXT_OF[texts]} || '') LIKE :w{n} ESCAPE '\\'" for n in range(scanned)]
    conditions += [_NEWEST] if is_newest else []
    return f"""
        SELECT {_ITEM} FROM {tables} WHERE {" AND ".join(conditions)} LIMIT :most
    """


_DIVIDERS = ("\n", "-", "_", ",", "/", ".", "(", ")")
_WORDS_APART = "' ' || {} || ' '".format(
    reduce(lambda text, sign: f"replace({text}, '{sign}', ' ')", _DIVIDERS, "v.search_text")
)
"""Number and name with a blank on both sides of each word."""


@lru_cache(64)
def items_by_other_words(
    parts: tuple[int, ...], tokens: tuple[int, ...], *, indexed: tuple[str, ...]
) -> str:
    """Items that for each word hold it, or one of its `parts` anywhere or of its `tokens` as a word.

    The numbers are how many of them each word has. `indexed` names lists that narrow them by the
    index.
    """
    tables = f"holding(versions, {', '.join(indexed)}) found JOIN versions v ON v.row_id = entry_row(versions, found.rowid)"
    conditions = [LIST_MAIN_NOW, _SEEN]
    for word, (part_count, token_count) in enumerate(zip(parts, tokens, strict=True)):
        ways = [f"v.search_text LIKE :w{word} ESCAPE '\\'"]
        ways += [f"v.search_text LIKE :p{word}_{n} ESCAPE '\\'" for n in range(part_count)]
        ways += [
            f"(v.search_text LIKE :t{word}_{n} AND ({_WORDS_APART}) LIKE :s{word}_{n})"
            for n in range(token_count)
        ]
        conditions.append(f"({' OR '.join(ways)})")
    return f"""
        SELECT {_ITEM} FROM {tables if indexed else "versions v"}
         WHERE {" AND ".join(conditions)} LIMIT :most
    """


@lru_cache(64)
def companies(words: int) -> str:
    """Manufacturers and suppliers whose names hold some of the words, those with most first."""
    like = "plain_name LIKE :{} ESCAPE '\\'"
    ways = [f"{like.format(f'w{n}')} OR {like.format(f'o{n}')}" for n in range(words)]
    held = [f"CASE WHEN {way} THEN 1 ELSE 0 END" for way in ways]
    return f"""
        SELECT id, name
          FROM (SELECT id, name, {" + ".join(held)} AS held FROM manufacturers
                 UNION ALL
                SELECT id, name, {" + ".join(held)} FROM suppliers) named
         WHERE held > 0
         ORDER BY held DESC, length(name), name LIMIT :most
    """


@lru_cache(64)
def words_alike(trigrams: int) -> str:
    """Words that share most trigrams with what is looked for."""
    found = " UNION ALL ".join(
        f"SELECT rowid FROM holding(search_words, :t{n}) found{n}" for n in range(trigrams)
    )
    return f"""
        SELECT w.text
          FROM (SELECT found.rowid AS id, COUNT(*) AS shared FROM ({found}) found
                 GROUP BY found.rowid ORDER BY 2 DESC LIMIT :most) alike
          JOIN search_words w ON w.row_id = alike.id
    """


@lru_cache(16)
def words_with_accents(spellings: int) -> str:
    """Words of items that are these but for their accents."""
    return " UNION ALL ".join(
        f"SELECT {n}, text FROM search_words WHERE plain = :p{n}" for n in range(spellings)
    )


ITEM_BY_NUMBER = f"""
    SELECT {_ITEM}
      FROM masters m
      JOIN versions v ON v.master_id = m.id
     WHERE m.number_key = :number_key AND {LIST_MAIN_NOW} AND {_SEEN}
"""


@lru_cache(8)
def items_by_beginning(scanned: int) -> str:
    """Items whose numbers begin with the text and that hold other words, along the index of numbers."""
    words = "".join(f" AND (v.search_text || '') LIKE :w{n} ESCAPE '\\'" for n in range(scanned))
    # SQLite takes tables that are joined by CROSS JOIN in the order in which they are named.
    return f"""
        SELECT {_ITEM}
          FROM masters m
         CROSS JOIN versions v
         WHERE m.number_key >= :number_key AND m.number_key < :number_key || :last_character AND v.master_id = m.id
           AND {LIST_MAIN_NOW} AND {_SEEN}{words}
         LIMIT :most
    """


@lru_cache(8)
def items_by_name_beginning(spellings: int) -> str:
    """Items whose names begin with one of the texts, along the index of names."""
    ranges = (
        f"""SELECT * FROM (
            SELECT {_ITEM} FROM versions v
             WHERE v.name >= :n{n} AND v.name < :n{n} || :last_character
               AND {LIST_MAIN_NOW} AND {_SEEN_BY_ROW}
             ORDER BY v.name LIMIT :most) named{n}"""
        for n in range(spellings)
    )
    return " UNION ALL ".join(ranges)


class TextCounts(msgspec.Struct, frozen=True):
    """Count of items and files, or more than that."""

    items: int
    files: int


TEXT_COUNTS = """
    SELECT (SELECT COALESCE(MAX(row_id), 0) FROM versions),
           (SELECT COALESCE(MAX(row_id), 0) FROM file_names)
"""
"""Read from the ends of indexes."""

_RECORDS = {
    "design": (
        "d.id, d.code, d.name, NULL, d.phase, d.description, NULL",
        "(SELECT * FROM designs WHERE deleted_at IS NULL) d",
        "d.search_text",
        visible_condition("d.program_id"),
    ),
    "program": (
        "p.id, p.code, p.name, NULL, p.status, p.description, NULL",
        "programs p",
        "p.search_text",
        visible_condition("p.id"),
    ),
    "user": (
        "u.id, '', u.name, NULL, NULL, NULL, NULL",
        "users u",
        "folded(u.name)",
        "u.active AND (:sees_all OR :seer <> '')",
    ),
    "report": (
        "r.id, '', r.name, r.item_type, NULL, r.description, NULL",
        "reports r",
        "folded(r.name || ' ' || COALESCE(r.description, ''))",
        SEEN_REPORT,
    ),
}
"""Kind -> its columns, tables, searched text, and who sees it."""


@lru_cache(64)
def records(kinds: tuple[str, ...], words: int) -> str:
    """Records of some kinds that hold all words, at most so many of each, in one statement."""
    pieces: list[str] = []
    for kind in kinds:
        columns, tables, text, seen = _RECORDS[kind]
        conditions = [seen, *(f"{text} LIKE :w{n} ESCAPE '\\'" for n in range(words))]
        pieces.append(f"""
            SELECT * FROM (SELECT '{kind}', {columns} FROM {tables}
                            WHERE {" AND ".join(conditions)} LIMIT :most) {kind}s""")
    return " UNION ALL ".join(pieces)


@lru_cache(64)
def files(indexed: tuple[str, ...], scanned: int, *, is_newest: bool = False) -> str:
    """Files by their names, as `items_by_words` finds items; then whose items they are."""
    tables = "file_names n"
    if indexed:
        tables = f"holding(file_names, {', '.join(indexed)}) found JOIN file_names n ON n.row_id = found.rowid"
    conditions = [f"(n.text || '') LIKE :w{n} ESCAPE '\\'" for n in range(scanned)]
    if is_newest:
        conditions.append("n.row_id > (SELECT MAX(row_id) FROM file_names) - :newest")
    return _files_of(tables, ["TRUE", *conditions])


@lru_cache(8)
def files_by_beginning(scanned: int) -> str:
    """Files whose names begin with two characters and hold other words, along the index of names."""
    conditions = ["n.text >= :beginning", "n.text < :beginning || :last_character"]
    conditions += [f"(n.text || '') LIKE :w{n} ESCAPE '\\'" for n in range(scanned)]
    return _files_of("file_names n", conditions)


def _files_of(names: str, conditions: Sequence[str]) -> str:
    return f"""
        SELECT 'file', f.file_id, '', w.original_file_name, w.mime_type, NULL, w.description, v.item_number
          FROM {names}
         CROSS JOIN file_versions w
         CROSS JOIN file_links f
         CROSS JOIN versions v
         WHERE w.id = n.version_id AND f.version_id = w.id AND v.item_id = f.item_id
           AND f.until IS NULL AND f.branch_id IS NULL
           AND {" AND ".join(conditions)} AND {LIST_MAIN_NOW} AND {_SEEN} LIMIT :most
    """
