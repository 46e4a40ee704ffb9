"""The statements on the entries of the audit trail and the head of their chain."""

from partwright.audit.model import EntryRow
from partwright.kit.filters import FieldKind, FieldTable, ListField
from partwright.kit.lists import ListDefinition

_COLUMNS = ", ".join(f"e.{name}" for name in EntryRow.__struct_fields__)

INSERT = """
    INSERT INTO audit_entries (id, happened_at, action, outcome, actor_id, actor_name, address,
                               request_id, subject, details)
    VALUES (:id, :happened_at, :action, :outcome, :actor_id, :actor_name, :address, :request_id,
            :subject, :details)
"""

ENTRIES = ListDefinition(
    columns=_COLUMNS,
    table="audit_entries e",
    tie="e.id",
    fields=FieldTable(
        {
            "number": ListField(expression="e.number", kind=FieldKind.INTEGER, has_gaps=True),
            "happenedAt": ListField(expression="e.happened_at", kind=FieldKind.MOMENT),
            "action": ListField(expression="e.action"),
            "outcome": ListField(expression="e.outcome"),
            "actorId": ListField(expression="e.actor_id", has_gaps=True),
            "actorName": ListField(expression="e.actor_name", has_gaps=True),
            "address": ListField(expression="e.address"),
            "requestId": ListField(expression="e.request_id"),
            "subject": ListField(expression="e.subject", has_gaps=True),
        }
    ),
    conditions={},
)

AFTER = f"""
    SELECT {_COLUMNS} FROM audit_entries e
     WHERE e.number > :number ORDER BY e.number LIMIT :limit
"""
"""Those with a place in the chain, in its order."""

UNSEALED = f"""
    SELECT {_COLUMNS} FROM audit_entries e
     WHERE e.number IS NULL AND e.happened_at >= :since ORDER BY e.happened_at, e.id LIMIT :limit
"""

LATE = """
    SELECT e.id FROM audit_entries e
     WHERE e.number IS NULL AND e.happened_at < :since ORDER BY e.id LIMIT 100
"""

HEAD = "SELECT number, seal, happened_at FROM audit_heads WHERE name = :name"

MOVE_HEAD = """
    UPDATE audit_heads SET number = :number, seal = :seal, happened_at = :happened_at
     WHERE name = :name AND number = :present
"""

PLACE = "UPDATE audit_entries SET number = :number, seal = :seal WHERE id = :id"

OLDEST_KEPT = """
    SELECT e.number, e.seal, e.happened_at FROM audit_entries e
     WHERE e.number IS NOT NULL AND e.happened_at < :before ORDER BY e.number DESC LIMIT 1
"""

REMOVE = "DELETE FROM audit_entries WHERE number <= :number"

LAST_OF = f"""
    SELECT {_COLUMNS} FROM audit_entries e
     WHERE e.action = :action ORDER BY e.happened_at DESC, e.id DESC LIMIT 1
"""

SEAL_AT = "SELECT e.seal FROM audit_entries e WHERE e.number = :number"
