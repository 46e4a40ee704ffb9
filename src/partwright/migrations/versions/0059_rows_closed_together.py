"""On PostgreSQL counts, texts and sort keys follow all rows that a statement closes at once.

As 0058 has it of rows that are added: a count that is updated once for each of ten thousand rows is slow, and its
former rows stay to the end of the transaction. Each row is looked up by its key in what follows it, whatever the
planner thinks of their number: it makes its plan once, and the first statement may have closed ten rows.
"""

from alembic import op
from sqlalchemy import text

from partwright.migrations.statements import dialect, execute

revision = "0059"
down_revision = "0058"

_ON_MAIN = "{0}.is_current AND {0}.branch_id IS NULL AND NOT {0}.is_deleted"
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


def _changed(of_each: str = "") -> str:
    """Tables and condition of the rows that main showed, as `one`, and as they are now, as `present`."""
    return f"""FROM former one
     CROSS JOIN LATERAL (SELECT v.* FROM versions v WHERE v.row_id = one.row_id OFFSET 0) AS present
     {of_each}
     WHERE one.until IS NULL AND {_ON_MAIN.format("one")}"""


def _counted(row: str, by: int) -> str:
    return f"""SELECT COALESCE({row}.design_id, '') AS design_id,
           COALESCE({row}.program_id, '') AS program_id, {row}.type, {row}.state,
           COALESCE({row}.part_type, '') AS part_type, {by} AS held
      {_changed()}"""


_COUNTS = f"""INSERT INTO item_counts (design_id, program_id, type, state, part_type, held)
    SELECT design_id, program_id, type, state, part_type, SUM(held)
      FROM ({_counted("one", -1)} AND NOT present.is_renewed
            UNION ALL
            {_counted("present", 1)} AND NOT present.is_renewed AND present.until IS NULL) AS changed
     GROUP BY 1, 2, 3, 4, 5
        ON CONFLICT (design_id, type, state, part_type, program_id)
        DO UPDATE SET held = item_counts.held + excluded.held"""

_TEXTS_GONE = f"""DELETE FROM item_texts WHERE ctid = ANY (ARRAY(
    SELECT kept.ctid
      FROM (SELECT COALESCE(one.entry_row, one.row_id) AS entry
              {_changed()} AND present.until IS NOT NULL AND NOT present.is_renewed) AS gone
     CROSS JOIN LATERAL (SELECT t.ctid FROM item_texts t
                          WHERE t.row_id = gone.entry OFFSET 0) AS kept))"""


def _keys() -> str:
    keys = [f"('{column}', CAST(0 AS DOUBLE PRECISION), one.{column})" for column in _TEXTS]
    keys += [f"('{column}', 0, substr(one.{column}, 1, 100))" for column in _LONG_TEXTS]
    keys += [
        f"('{column}', one.{column}, CASE WHEN one.{column} IS NOT NULL THEN '' END)"
        for column in _WHOLE
    ]
    return ", ".join(keys)


def _gone_keys(keys: str) -> str:
    """The statement that deletes keys of rows; `keys` gives field, number and text of those of the row `one`."""
    each = f"CROSS JOIN LATERAL ({keys}) AS k(field, number, text)"
    return f"""DELETE FROM sort_keys WHERE ctid = ANY (ARRAY(
    SELECT kept.ctid
      FROM (SELECT k.field, k.number, k.text, one.master_id
              {_changed(each)} AND present.until IS NOT NULL AND NOT present.is_like_next
               AND k.text IS NOT NULL) AS gone
     CROSS JOIN LATERAL (SELECT s.ctid FROM sort_keys s
                          WHERE s.field = gone.field AND s.number = gone.number
                            AND s.text = gone.text AND s.master_id = gone.master_id
                         OFFSET 0) AS kept))"""


_ATTRIBUTES = """SELECT 'attributes.' || given.key, COALESCE(number_in(given.value), 1e300),
                        substr(folded(given.value), 1, 100)
                   FROM json_each_text(CAST(one.attributes AS json)) AS given"""


def _function() -> str:
    return f"""CREATE FUNCTION versions_changed_follow() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE is_counted boolean; has_keys boolean; has_attributes boolean;
        BEGIN
            SELECT bool_or(NOT now.is_renewed),
                   bool_or(NOT now.is_like_next AND now.until IS NOT NULL),
                   bool_or(NOT now.is_like_next AND now.until IS NOT NULL AND now.attributes <> '{{}}')
              INTO is_counted, has_keys, has_attributes
              FROM changed now WHERE {_ON_MAIN.format("now")};
            IF is_counted THEN {_COUNTS}; {_TEXTS_GONE}; END IF;
            IF has_keys THEN {_gone_keys("VALUES " + _keys())}; END IF;
            IF has_attributes THEN {_gone_keys(_ATTRIBUTES)}; END IF;
            RETURN NULL;
        END $$"""


_BY_ROW = ("item_counts_changed", "item_texts_closed", "sort_keys_removed")
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
    execute(f"""CREATE TRIGGER versions_changed AFTER UPDATE ON versions
        REFERENCING OLD TABLE AS former NEW TABLE AS changed
        FOR EACH STATEMENT WHEN ({_IS_TOGETHER.format("=")})
        EXECUTE FUNCTION versions_changed_follow()""")
