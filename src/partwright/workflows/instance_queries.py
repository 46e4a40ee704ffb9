"""The statements on running instances of workflows and the transitions they took."""

INSTANCE = """
    SELECT i.id, i.definition_id, i.definition_version, i.workflow_type, i.states,
           i.transitions, i.state_id, i.visit, i.drafted_visit, i.status, i.started_at, i.completed_at
      FROM workflow_instances i
     WHERE i.change_order_id = :order_id
"""

INSERT_INSTANCE = """
    INSERT INTO workflow_instances (id, change_order_id, definition_id, definition_version,
                                    workflow_type, states, transitions, state_id, visit,
                                    drafted_visit, status, started_at)
    VALUES (:id, :order_id, :definition_id, :definition_version, :workflow_type, :states,
            :transitions, :state_id, 1, 1, 'active', :now)
        ON CONFLICT (change_order_id) DO NOTHING
"""

MOVE_INSTANCE = """
    UPDATE workflow_instances
       SET state_id = :state_id, visit = visit + 1, status = :status, completed_at = :completed_at,
           drafted_visit = CASE WHEN :is_drafting THEN visit + 1 ELSE drafted_visit END
     WHERE id = :id
"""

RESTRUCTURE = """
    UPDATE workflow_instances SET states = :states, transitions = :transitions WHERE id = :id
"""

INSERT_STEP = """
    INSERT INTO workflow_steps (id, instance_id, transition, from_state, to_state, user_id,
                                happened_at, comment)
    VALUES (:id, :instance_id, :transition, :from_state, :to_state, :user_id, :now, :comment)
"""

STEPS = """
    SELECT s.id, s.transition, s.from_state, s.to_state, s.user_id, u.name, s.happened_at,
           s.comment
      FROM workflow_steps s JOIN users u ON u.id = s.user_id
     WHERE s.instance_id = :instance_id
     ORDER BY s.id DESC
"""
