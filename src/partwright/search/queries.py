"""The statements of the search over everything."""

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


class FoundCompany(msgspec.Struct, frozen=True):
    """A manufacturer or a supplier whose name holds a word."""

    id: str
    name: str


class FoundRecord(msgspec.Struct, frozen=True):
    """Another record that may match."""

    id: str
    number: str
    name: str
    type: str | None
    state: str | None
    description: str | None
    beside: str | None
    """What its address needs besides: of a file, its item's number."""


_ITEM = "v.item_id, v.item_number, v.name, v.type, v.state, v.description, v.attributes, v.sources"
_SEEN = f"v.type IN (SELECT value FROM each(:types)) AND {visible_condition('v.program_id')}"
_ANYWHERE = """(v.search_text || ' ' || folded(
    COALESCE(v.description, '') || ' ' || v.attributes || ' ' || COALESCE(v.sources, '')))"""
_HAS_MORE_TEXTS = "(v.description IS NOT NULL OR v.sources IS NOT NULL OR v.attributes <> '{}')"


@lru_cache(64)
def items_by_words(words: int, *, phrases: int) -> str:
    """Items whose numbers and names hold all words, and one of the phrases if there are any.

    The phrases lead, so that no more rows are looked at than are wanted.
    """
    tables = f"({_holding(phrases)}) found JOIN versions v ON v.row_id = found.id"
    conditions = [LIST_MAIN_NOW, _SEEN]
    conditions += [f"v.search_text LIKE :w{n} ESCAPE '\\'" for n in range(words)]
    return f"""
        SELECT {_ITEM} FROM {tables if phrases else "versions v"}
         WHERE {" AND ".join(conditions)} LIMIT :most
    """


def _holding(phrases: int) -> str:
    """The rows that hold the phrases, by the index; one that holds several comes as often."""
    return " UNION ALL ".join(
        f"SELECT rowid AS id FROM versions_search(:phrase{n})" for n in range(phrases)
    )


_DIVIDERS = ("\n", "-", "_", ",", "/", ".", "(", ")")
_WORDS_APART = "' ' || {} || ' '".format(
    reduce(lambda text, sign: f"replace({text}, '{sign}', ' ')", _DIVIDERS, "v.search_text")
)
"""Number and name with a blank on both sides of each word."""


@lru_cache(64)
def items_by_other_words(parts: tuple[int, ...], tokens: tuple[int, ...], *, indexed: int) -> str:
    """Items that for each word hold it, or one of its `parts` anywhere or of its `tokens` as a word.

    The numbers are how many of them each word has. `indexed` phrases narrow them by the index, 0
    for no such narrowing.
    """
    tables = f"({_holding(indexed)}) found JOIN versions v ON v.row_id = found.id"
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


def _of_company(word: int) -> str:
    """Whether a source names one of the companies whose names hold the word."""
    return f"""EXISTS (SELECT 1 FROM each(:c{word}) AS company
                        WHERE v.sources LIKE '%' || company.value || '%')"""


COMPANIES = """
    SELECT id, name FROM manufacturers WHERE name_key LIKE :word ESCAPE '\\'
     UNION ALL
    SELECT id, name FROM suppliers WHERE name_key LIKE :word ESCAPE '\\'
     LIMIT 100
"""


@lru_cache(64)
def items_anywhere(words: int) -> str:
    """Items that hold all words in any text, attributes included; reads every row that has more
    than a number and a name, by which `items_by_words` has found the others.
    """
    conditions = [LIST_MAIN_NOW, _SEEN, _HAS_MORE_TEXTS]
    conditions += [
        f"({_ANYWHERE} LIKE :w{n} ESCAPE '\\' OR {_of_company(n)})" for n in range(words)
    ]
    return f"""
        SELECT {_ITEM} FROM versions v WHERE {" AND ".join(conditions)} LIMIT :most
    """


@lru_cache(64)
def items_alike(trigrams: int) -> str:
    """Items whose numbers and names share most trigrams with what is looked for."""
    parts = " UNION ALL ".join(f"SELECT rowid FROM versions_search(:t{n})" for n in range(trigrams))
    return f"""
        SELECT {_ITEM}
          FROM (SELECT found.rowid AS id, COUNT(*) AS shared FROM ({parts}) found
                 GROUP BY found.rowid ORDER BY 2 DESC LIMIT :most) alike
          JOIN versions v ON v.row_id = alike.id
         WHERE {LIST_MAIN_NOW} AND {_SEEN}
    """


ITEM_BY_NUMBER = f"""
    SELECT {_ITEM}
      FROM masters m
      JOIN versions v ON v.master_id = m.id
     WHERE m.number_key = :number_key AND {LIST_MAIN_NOW} AND {_SEEN}
"""

ITEM_COUNT = """
    SELECT CAST(COALESCE(SUM(held), 0) AS BIGINT) FROM item_counts
"""

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
def records(kind: str, words: int) -> str:
    """Records of a kind that hold all words."""
    if kind == "file":
        return files(words)
    columns, tables, text, seen = _RECORDS[kind]
    conditions = [seen, *(f"{text} LIKE :w{n} ESCAPE '\\'" for n in range(words))]
    return f"""
        SELECT {columns} FROM {tables} WHERE {" AND ".join(conditions)} LIMIT :most
    """


@lru_cache(64)
def files(words: int) -> str:
    """Files whose names hold all words; the names are looked at first, then whose items they are."""
    named = " AND ".join(
        f"folded(w.original_file_name) LIKE :w{n} ESCAPE '\\'" for n in range(words)
    )
    return f"""
        WITH named AS MATERIALIZED (
            SELECT f.file_id, f.item_id, w.original_file_name, w.mime_type, w.description
              FROM file_links f JOIN file_versions w ON w.id = f.version_id
             WHERE f.until IS NULL AND f.branch_id IS NULL AND {named})
        SELECT named.file_id, '', named.original_file_name, named.mime_type, NULL,
               named.description, v.item_number
          FROM named JOIN versions v ON v.item_id = named.item_id
         WHERE {LIST_MAIN_NOW} AND {_SEEN} LIMIT :most
    """
