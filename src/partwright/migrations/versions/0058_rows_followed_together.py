"""On PostgreSQL counts, texts, words and sort keys follow all rows of a bulk write's statement at once.

For each row alone they cost three times as much, and ten thousand in one transaction update a count ten thousand
times, whose former rows nobody may clear away before it ends. For a lone row that is the cheaper way, so that the
triggers are told which of the two is meant (`kit.db.bulk_inserts`).
"""

from alembic import op
from sqlalchemy import text

from partwright.migrations.statements import dialect, execute

revision = "0058"
down_revision = "0057"

_SHOWN = "{0}until IS NULL AND {0}is_current AND {0}branch_id IS NULL AND NOT {0}is_deleted"
_ONE = _SHOWN.format("one.")
_HAS_MORE = "(one.description IS NOT NULL OR one.sources IS NOT NULL OR one.attributes <> '{}')"
_DIGITS = "0123456789abcdef"
_MARKS = "".join(chr(0xE000 + n) for n in range(len(_DIGITS)))
_TEXTS = (
    *("revision", "created_by", "material", "weight", "cost", "quantity_on_hand", "location"),
    *("doc_type", "file_name", "mime_type", "change_type", "risk_level", "implementation_date"),
    *("submitted_at", "approved_at", "released_at", "closed_at", "priority", "category", "status"),
    *("severity", "requirement_type", "verification_method", "source", "task_status", "due_date"),
    *("estimated_hours", "actual_hours", "reported_date"),
)
_LONG_TEXTS = (
    *("description", "reason_for_change", "impact_description", "rationale"),
    *("acceptance_criteria", "resolution", "root_cause"),
)
_WHOLE = ("lead_time", "file_size")


def _joined(path: str, value: str = "found.value #>> '{}'") -> str:
    found = f"jsonb_path_query(CAST(one.sources AS jsonb), '{path}') AS found(value)"
    return f"COALESCE((SELECT string_agg({value}, '\n') FROM {found}), '')"


def _item_text() -> str:
    """All texts of the row `one`."""
    mark = f"translate(right(found.value #>> '{{}}', 6), '{_DIGITS}', '{_MARKS}')"
    attributes = """COALESCE((SELECT string_agg(given.value, '\n')
        FROM json_each_text(CAST(one.attributes AS json)) AS given), '')"""
    own = (
        "COALESCE(one.description, '')",
        attributes,
        _joined("$[*].mpn"),
        _joined("$[*].suppliers[*].orderCode"),
    )
    companies = (
        _joined("$[*].manufacturerId", mark),
        _joined("$[*].suppliers[*].supplierId", mark),
    )
    texts = ("one.search_text", f"folded({_lines(own)})", *companies)
    return _lines(texts)


def _lines(texts: tuple[str, ...]) -> str:
    return " || '\n' || ".join(texts)


def _added_texts() -> str:
    return f"""INSERT INTO item_texts (row_id, text)
        SELECT one.row_id, {_item_text()}
          FROM added one
         WHERE one.entry_row IS NULL AND {_ONE} AND {_HAS_MORE}"""


_ADDED_WORDS = f"""INSERT INTO search_words (text)
    SELECT DISTINCT ' ' || words.value || ' '
      FROM added one
     CROSS JOIN LATERAL regexp_split_to_table(
               one.search_text || ' ' || folded(COALESCE(one.description, '')), '[^[:alnum:]]+'
           ) AS words(value)
     WHERE one.entry_row IS NULL AND {_ONE}
       AND length(words.value) BETWEEN 4 AND 30 AND words.value !~ '[0-9]'
       AND NOT EXISTS (
               SELECT 1 FROM versions former
                WHERE former.row_id = (
                          SELECT before.row_id FROM versions before
                           WHERE before.item_id = one.item_id AND before.since < one.since
                           ORDER BY before.since DESC LIMIT 1)
                  AND former.until = one.since AND former.is_current
                  AND former.branch_id IS NULL AND NOT former.is_deleted
                  AND former.search_text = one.search_text
                  AND former.description IS NOT DISTINCT FROM one.description)
        ON CONFLICT (text) DO NOTHING"""


def _keys() -> str:
    keys = [f"('{column}', CAST(0 AS DOUBLE PRECISION), one.{column})" for column in _TEXTS]
    keys += [f"('{column}', 0, substr(one.{column}, 1, 100))" for column in _LONG_TEXTS]
    keys += [
        f"('{column}', one.{column}, CASE WHEN one.{column} IS NOT NULL THEN '' END)"
        for column in _WHOLE
    ]
    return ", ".join(keys)


def _added_keys() -> str:
    return f"""INSERT INTO sort_keys (field, number, text, master_id)
        SELECT k.field, k.number, k.text, one.master_id
          FROM added one CROSS JOIN LATERAL (VALUES {_keys()}) AS k(field, number, text)
         WHERE NOT one.is_like_former AND {_ONE} AND k.text IS NOT NULL"""


_ADDED_ATTRIBUTES = f"""INSERT INTO sort_keys (field, number, text, master_id)
    SELECT 'attributes.' || given.key, COALESCE(number_in(given.value), 1e300),
           substr(folded(given.value), 1, 100), one.master_id
      FROM added one CROSS JOIN LATERAL json_each_text(CAST(one.attributes AS json)) AS given
     WHERE NOT one.is_like_former AND {_ONE} AND one.attributes <> '{{}}'"""


_ADDED_COUNTS = f"""INSERT INTO item_counts (design_id, program_id, type, state, part_type, held)
    SELECT COALESCE(one.design_id, ''), COALESCE(one.program_id, ''), one.type, one.state,
           COALESCE(one.part_type, ''), COUNT(*)
      FROM added one
     WHERE one.entry_row IS NULL AND {_ONE}
     GROUP BY 1, 2, 3, 4, 5
        ON CONFLICT (design_id, type, state, part_type, program_id)
        DO UPDATE SET held = item_counts.held + excluded.held"""


def _function() -> str:
    return f"""CREATE FUNCTION versions_added_follow() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE has_entries boolean; has_texts boolean; has_keys boolean; has_attributes boolean;
        BEGIN
            SELECT bool_or(one.entry_row IS NULL),
                   bool_or(one.entry_row IS NULL AND {_HAS_MORE}),
                   bool_or(NOT one.is_like_former),
                   bool_or(NOT one.is_like_former AND one.attributes <> '{{}}')
              INTO has_entries, has_texts, has_keys, has_attributes
              FROM added one WHERE {_ONE};
            IF has_entries THEN {_ADDED_COUNTS}; {_ADDED_WORDS}; END IF;
            IF has_texts THEN {_added_texts()}; END IF;
            IF has_keys THEN {_added_keys()}; END IF;
            IF has_attributes THEN {_ADDED_ATTRIBUTES}; END IF;
            RETURN NULL;
        END $$"""


_BY_ROW = ("item_counts_added", "item_texts_added", "sort_keys_added")
_IS_TOGETHER = "current_setting('partwright.rows_together', true) {} 'on'"


def _found(statement: str) -> str:
    return str(op.get_bind().execute(text(statement)).scalar_one())


def upgrade() -> None:
    if dialect() != "postgresql":
        return
    for name in _BY_ROW:
        find = f"SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgname = '{name}'"
        former = _found(f"{find} AND tgrelid = CAST('versions' AS regclass)")
        execute(f"DROP TRIGGER {name} ON versions")
        alone = _IS_TOGETHER.format("IS DISTINCT FROM")
        execute(former.replace("WHEN (", f"WHEN ({alone} AND ", 1))
    execute(_function())
    execute(f"""CREATE TRIGGER versions_added AFTER INSERT ON versions
        REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT WHEN ({_IS_TOGETHER.format("=")})
        EXECUTE FUNCTION versions_added_follow()""")
