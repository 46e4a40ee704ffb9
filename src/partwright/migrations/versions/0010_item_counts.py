"""Counts of items, kept by triggers; lists that read narrow rows only.

The search index holds what main shows and nothing of branches, so that what it finds need not be
looked up to be counted.
"""

from partwright.migrations.statements import dialect, execute, execute_all

revision = "0010"
down_revision = "0009"

_ON_MAIN = "{0}until IS NULL AND {0}is_current AND {0}branch_id IS NULL AND NOT {0}is_deleted"
_SHOWN = _ON_MAIN.format("")
_OF_NEW, _OF_OLD = _ON_MAIN.format("new."), _ON_MAIN.format("old.")

_COUNTS = f"""
CREATE TABLE item_counts (
    design_id {{TEXT}} NOT NULL,
    program_id {{TEXT}} NOT NULL,
    type {{TEXT}} NOT NULL,
    state {{TEXT}} NOT NULL,
    part_type {{TEXT}} NOT NULL,
    held BIGINT NOT NULL,
    PRIMARY KEY (design_id, type, state, part_type, program_id)
);
INSERT INTO item_counts (design_id, program_id, type, state, part_type, held)
SELECT COALESCE(design_id, ''), COALESCE(program_id, ''), type, state, COALESCE(part_type, ''),
       COUNT(*)
  FROM versions WHERE {_SHOWN}
 GROUP BY 1, 2, 3, 4, 5;
"""

_ASKED = {
    # To answer by the index alone SQLite wants all that the condition names, this of the index too.
    "sqlite": ", until, is_current, branch_id, is_deleted",
    "postgresql": ", row_id",
}
_NARROW = {
    "sqlite": "type, state, program_id",
    # Entries of its indexes have an end, which a long name and a long state would reach.
    "postgresql": "type, program_id",
}
_SEARCHED = {"sqlite": ", search_text", "postgresql": ""}


def _indexes() -> str:
    """The indexes that lists are read by, with what most filters ask for beside their order."""
    asked = _ASKED[dialect()]
    narrow, searched = _NARROW[dialect()] + asked, _SEARCHED[dialect()]
    return f"""
DROP INDEX versions_by_age;
CREATE INDEX versions_by_age ON versions (created_at, master_id, {narrow}{searched})
    WHERE {_SHOWN};
DROP INDEX versions_by_number;
CREATE INDEX versions_by_number ON versions (item_number, master_id, {narrow})
    WHERE {_SHOWN};
DROP INDEX versions_by_name;
CREATE INDEX versions_by_name ON versions (name, master_id, {narrow})
    WHERE {_SHOWN};
DROP INDEX versions_by_change;
CREATE INDEX versions_by_change ON versions (modified_at, master_id, {narrow})
    WHERE {_SHOWN};
DROP INDEX versions_by_type;
CREATE INDEX versions_by_type
    ON versions (type, state, part_type, created_at, master_id, program_id{asked})
    WHERE {_SHOWN};
DROP INDEX versions_by_design;
CREATE INDEX versions_by_design
    ON versions (design_id, created_at, master_id, type, state, program_id{asked})
    WHERE {_SHOWN};
CREATE INDEX versions_by_program
    ON versions (program_id, type, state, created_at, master_id{asked})
    WHERE {_SHOWN};
"""


def _counted(row: str, by: int) -> str:
    values = (
        f"COALESCE({row}.design_id, ''), COALESCE({row}.program_id, ''), {row}.type, {row}.state,"
        f" COALESCE({row}.part_type, ''), {by}"
    )
    return f"""
        INSERT INTO item_counts (design_id, program_id, type, state, part_type, held)
        VALUES ({values})
            ON CONFLICT (design_id, type, state, part_type, program_id)
            DO UPDATE SET held = item_counts.held + excluded.held;"""


_SQLITE = (
    f"""CREATE TRIGGER item_counts_added AFTER INSERT ON versions
    WHEN {_OF_NEW} BEGIN {_counted("new", 1)}
    END""",
    f"""CREATE TRIGGER item_counts_closed AFTER UPDATE OF until ON versions
    WHEN {_OF_OLD} AND new.until IS NOT NULL BEGIN {_counted("old", -1)}
    END""",
    f"""CREATE TRIGGER item_counts_moved AFTER UPDATE OF program_id ON versions
    WHEN {_OF_OLD} BEGIN {_counted("old", -1)} {_counted("new", 1)}
    END""",
    """INSERT INTO versions_search (versions_search, rowid, search_text)
    SELECT 'delete', row_id, search_text FROM versions
     WHERE until IS NULL AND is_current AND NOT is_deleted AND branch_id IS NOT NULL""",
    "DROP TRIGGER versions_search_added",
    f"""CREATE TRIGGER versions_search_added AFTER INSERT ON versions
    WHEN {_OF_NEW} BEGIN
        INSERT INTO versions_search (rowid, search_text) VALUES (new.row_id, new.search_text);
    END""",
    "DROP TRIGGER versions_search_closed",
    f"""CREATE TRIGGER versions_search_closed AFTER UPDATE OF until ON versions
    WHEN {_OF_OLD} AND new.until IS NOT NULL BEGIN
        INSERT INTO versions_search (versions_search, rowid, search_text)
        VALUES ('delete', old.row_id, old.search_text);
    END""",
)

_POSTGRES = (
    f"""CREATE FUNCTION item_counts_follow() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'UPDATE' THEN {_counted("old", -1)}
        END IF;
        IF new.until IS NULL THEN {_counted("new", 1)}
        END IF;
        RETURN NULL;
    END $$""",
    f"""CREATE TRIGGER item_counts_added AFTER INSERT ON versions FOR EACH ROW
    WHEN ({_OF_NEW}) EXECUTE FUNCTION item_counts_follow()""",
    f"""CREATE TRIGGER item_counts_changed AFTER UPDATE OF until, program_id ON versions
    FOR EACH ROW WHEN ({_OF_OLD}) EXECUTE FUNCTION item_counts_follow()""",
    "DROP INDEX versions_search",
    f"""CREATE INDEX versions_search ON versions USING gin (search_text gin_trgm_ops)
    WHERE {_SHOWN}""",
    rf"""CREATE OR REPLACE FUNCTION versions_search(phrase text) RETURNS TABLE (rowid bigint)
    LANGUAGE sql STABLE AS $$
    SELECT row_id FROM versions
     WHERE {_SHOWN}
       AND search_text LIKE '%' || replace(replace(replace(replace(
           substr(phrase, 2, length(phrase) - 2),
           '""', '"'), '\', '\\'), '%', '\%'), '_', '\_') || '%'
    $$""",
)


def upgrade() -> None:
    execute_all(_COUNTS)
    execute_all(_indexes())
    for statement in _SQLITE if dialect() == "sqlite" else _POSTGRES:
        execute(statement)
