"""Sort keys of lists of main, in one narrow table in place of an index for each field.

`sort_keys` holds a row for each value that main shows of a field, free attributes and long texts by their
beginnings among them, kept by triggers. `is_like_next` says of a closed row, and `is_like_former` of the row
after it, that both have the same values: a change of BOM lines then leaves their keys alone.
"""

from collections.abc import Iterator

from alembic import op

from partwright.kit.db.attributes import number_in
from partwright.kit.db.sqlite_connection import folded
from partwright.migrations.statements import dialect, execute, execute_all

revision = "0055"
down_revision = "0054"

_ON_MAIN = "{0}until IS NULL AND {0}is_current AND {0}branch_id IS NULL AND NOT {0}is_deleted"

_TABLE = """
ALTER TABLE versions ADD COLUMN is_like_next BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE versions ADD COLUMN is_like_former BOOLEAN NOT NULL DEFAULT FALSE;
CREATE TABLE sort_keys (
    field {TEXT} NOT NULL,
    number DOUBLE PRECISION NOT NULL,
    text {TEXT} NOT NULL,
    master_id {TEXT} NOT NULL,
    PRIMARY KEY (field, number, text, master_id)
)"""

_ALWAYS = ("revision", "created_by")
_OWN = {
    "described": ("description",),
    "part": ("material", "weight", "cost", "lead_time", "quantity_on_hand", "location"),
    "document": ("doc_type", "file_name", "file_size", "mime_type"),
    "change": (
        *("change_type", "risk_level", "reason_for_change", "impact_description"),
        *("implementation_date", "submitted_at", "approved_at", "released_at", "closed_at"),
    ),
    "graded": ("priority", "category", "status", "severity"),
    "requirement": (
        *("requirement_type", "verification_method", "rationale", "acceptance_criteria", "source"),
    ),
    "task": ("task_status", "due_date", "estimated_hours", "actual_hours"),
    "issue": ("reported_date", "resolution", "root_cause"),
}
"""Columns that may be empty; those of a group mostly have values together."""
_LONG = frozenset(
    {
        *("description", "reason_for_change", "impact_description", "rationale"),
        *("acceptance_criteria", "resolution", "root_cause"),
    }
)
_WHOLE = frozenset({"lead_time", "file_size"})
_GROUPS = {"always": _ALWAYS, **_OWN}
_FORMER_INDEXES = (
    *("revision", "created_by", "material", "weight", "cost", "lead_time", "quantity_on_hand"),
    *("location", "priority", "status", "severity", "category", "requirement_type"),
    *("verification_method", "source", "doc_type", "file_name", "file_size", "task_status"),
    *("due_date", "estimated_hours", "actual_hours", "reported_date", "change_type", "risk_level"),
    *("implementation_date", "submitted_at", "approved_at", "released_at", "closed_at"),
)


def _key(row: str, column: str) -> tuple[str, str, str]:
    """The name, number and text of a field that has a value."""
    if column in _WHOLE:
        number = f"CAST({row}.{column} AS DOUBLE PRECISION)"
        return f"'{column}'", number, "''"
    text = f"substr({row}.{column}, 1, 100)" if column in _LONG else f"{row}.{column}"
    return f"'{column}'", "0", text


def _of_columns(row: str, columns: tuple[str, ...]) -> str:
    keys = ((column, ", ".join(_key(row, column))) for column in columns)
    return " UNION ALL ".join(
        f"SELECT {key}, {row}.master_id WHERE {row}.{column} IS NOT NULL" for column, key in keys
    )


def _attribute_keys(row: str) -> str:
    """The statement of the keys of a row's free attributes: `field`, `number`, `text` and the master."""
    given = f"json_each({row}.attributes)"
    if dialect() == "postgresql":
        given = f"json_each_text(CAST({row}.attributes AS json))"
    # What begins with no number comes after all that does.
    return f"""SELECT 'attributes.' || given.key AS field,
               COALESCE(number_in(given.value), 1e300) AS number,
               substr(folded(given.value), 1, 100) AS text, {row}.master_id FROM {given} AS given"""


def _has(row: str, columns: tuple[str, ...]) -> str:
    if columns == _ALWAYS:
        return "TRUE"
    return "(" + " OR ".join(f"{row}.{column} IS NOT NULL" for column in columns) + ")"


def _added(keys: str) -> str:
    return f"INSERT INTO sort_keys (field, number, text, master_id) {keys}"


def _added_of(row: str) -> Iterator[tuple[str, str, str]]:
    """Name of a group, whether the row has some of its values, and what writes their keys."""
    for name, columns in _GROUPS.items():
        yield name, _has(row, columns), _added(_of_columns(row, columns))
    yield "attributes", f"{row}.attributes <> '{{}}'", _added(_attribute_keys(row))


def _removed(field: str, number: str, text: str, master_id: str) -> str:
    return (
        f"DELETE FROM sort_keys WHERE field = {field} AND number = {number} AND text = {text}"
        f" AND master_id = {master_id}"
    )


def _removed_of(row: str) -> Iterator[tuple[str, str, str]]:
    """The same of what takes them away, key by key: for several at once all keys of a field would be read."""
    for name, columns in _GROUPS.items():
        keys = (_key(row, column) for column in columns)
        work = ";\n".join(_removed(*key, f"{row}.master_id") for key in keys)
        yield name, _has(row, columns), work
    if dialect() == "sqlite":
        work = f"INSERT INTO gone_sort_keys {_attribute_keys(row)}"
    else:
        gone = _removed("gone.field", "gone.number", "gone.text", "gone.master_id")
        work = f"FOR gone IN {_attribute_keys(row)} LOOP {gone}; END LOOP"
    yield "attributes", f"{row}.attributes <> '{{}}'", work


_NEW = f"{_ON_MAIN.format('new.')} AND NOT new.is_like_former"
_OLD = f"{_ON_MAIN.format('old.')} AND new.until IS NOT NULL AND NOT new.is_like_next"


def _sqlite() -> Iterator[str]:
    gone = _removed("new.field", "new.number", "new.text", "new.master_id")
    yield "CREATE VIEW gone_sort_keys AS SELECT field, number, text, master_id FROM sort_keys"
    yield f"""CREATE TRIGGER gone_sort_keys_removed INSTEAD OF INSERT ON gone_sort_keys
        BEGIN {gone}; END"""
    for name, condition, work in _added_of("new"):
        yield f"""CREATE TRIGGER sort_keys_{name}_added AFTER INSERT ON versions
            WHEN {_NEW} AND {condition} BEGIN {work}; END"""
    for name, condition, work in _removed_of("old"):
        yield f"""CREATE TRIGGER sort_keys_{name}_removed AFTER UPDATE OF until ON versions
            WHEN {_OLD} AND {condition} BEGIN {work}; END"""


def _postgres() -> Iterator[str]:
    added, removed = (
        "".join(f"IF {condition} THEN {work}; END IF;\n" for _, condition, work in groups)
        for groups in (_added_of("new"), _removed_of("old"))
    )
    yield f"""CREATE FUNCTION sort_keys_follow() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE gone record;
        BEGIN
            IF TG_OP = 'INSERT' THEN {added}
            ELSE {removed}
            END IF;
            RETURN NULL;
        END $$"""
    yield f"""CREATE TRIGGER sort_keys_added AFTER INSERT ON versions FOR EACH ROW
        WHEN ({_NEW}) EXECUTE FUNCTION sort_keys_follow()"""
    yield f"""CREATE TRIGGER sort_keys_removed AFTER UPDATE OF until ON versions FOR EACH ROW
        WHEN ({_OLD}) EXECUTE FUNCTION sort_keys_follow()"""


def _fill() -> None:
    """Write the keys of what is there already, field by field in their order, so that the table grows at its end."""
    shown = _ON_MAIN.format("v.")
    for column in (column for columns in _GROUPS.values() for column in columns):
        key = ", ".join(_key("v", column))
        rows = f"FROM versions v WHERE {shown} AND v.{column} IS NOT NULL"
        execute(_added(f"SELECT {key}, v.master_id {rows} ORDER BY 2, 3, 4"))
    keys = _attribute_keys("v").replace("FROM json", "FROM versions v CROSS JOIN json", 1)
    execute(_added(f"{keys} WHERE {shown} AND v.attributes <> '{{}}' ORDER BY 1, 2, 3, 4"))


def upgrade() -> None:
    is_sqlite = dialect() == "sqlite"
    execute_all(_TABLE + " WITHOUT ROWID" * is_sqlite)
    if is_sqlite:
        connection = op.get_bind().connection.driver_connection
        assert connection is not None
        connection.create_function("folded", 1, folded, deterministic=True)
        connection.create_function("number_in", 1, number_in, deterministic=True)
    for column in _FORMER_INDEXES:
        execute(f"DROP INDEX versions_sorted_{column}")
    _fill()
    for statement in _sqlite() if is_sqlite else _postgres():
        execute(statement)
