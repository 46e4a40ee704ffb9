"""The statements on definitions of attributes."""

from partwright.programs.queries import visible_condition

_FIELDS = """
    d.id, d.name, d.type, d.unit, d.choices, d.item_types, d.program_id, d.is_required,
    d.description, d.created_at, d.updated_at
"""
_SEEN = visible_condition("d.program_id")
LISTED = f"""
    SELECT {_FIELDS} FROM attribute_definitions d
     WHERE {_SEEN} ORDER BY d.name_key, d.id LIMIT :limit OFFSET :offset
"""
COUNT = f"SELECT COUNT(*) FROM attribute_definitions d WHERE {_SEEN}"
ONE = f"SELECT {_FIELDS} FROM attribute_definitions d WHERE d.id = :id AND {_SEEN}"
OF_PROGRAMS = f"""
    SELECT {_FIELDS} FROM attribute_definitions d
     WHERE d.program_id IS NULL OR d.program_id IN (SELECT value FROM each(:programs))
"""
INSERT = """
    INSERT INTO attribute_definitions (id, name, name_key, type, unit, choices, item_types,
        program_id, scope, is_required, description, created_at, updated_at)
    VALUES (:id, :name, :name_key, :type, :unit, :choices, :item_types, :program_id, :scope,
        :is_required, :description, :now, :now)
        ON CONFLICT (name_key, scope) DO NOTHING
"""
UPDATE = """
    UPDATE attribute_definitions
       SET type = :type, unit = :unit, choices = :choices, item_types = :item_types,
           is_required = :is_required, description = :description, updated_at = :now
     WHERE id = :id
"""
TAKE = "UPDATE attribute_definitions SET updated_at = updated_at WHERE id = :id"
DELETE = "DELETE FROM attribute_definitions WHERE id = :id"
