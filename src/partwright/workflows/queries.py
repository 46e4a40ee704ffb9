"""The statements on workflow definitions."""

import msgspec

from partwright.kit.ids import WorkflowId


class DefinitionRow(msgspec.Struct, frozen=True):
    """A definition with its states and transitions as JSON."""

    id: WorkflowId
    name: str
    definition_type: str
    item_types: str
    states: str
    transitions: str


INSERT_DEFINITION = """
    INSERT INTO workflow_definitions
           (id, name, name_key, definition_type, workflow_type, description, item_types,
            change_types, states, transitions, is_active, version, created_at, updated_at)
    VALUES (:id, :name, :name_key, :definition_type, :workflow_type, :description, :item_types,
            :change_types, :states, :transitions, TRUE, 1, :now, :now)
        ON CONFLICT (name_key) DO NOTHING
"""

DEFINITION_COUNT = """
    SELECT COUNT(*) FROM workflow_definitions
"""

ACTIVE_DEFINITIONS = """
    SELECT id, name, definition_type, item_types, states, transitions
      FROM workflow_definitions
     WHERE is_active
     ORDER BY created_at DESC, id DESC
"""
