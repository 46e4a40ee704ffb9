"""The statements on change orders: affected items, instances, votes, resolutions."""

from partwright.programs.queries import visible_condition
from partwright.versioning.resolve import COLUMNS, stands_on_main

_AFFECTED = f"""
    SELECT a.id, a.item_id, a.master_id, COALESCE(own.item_number, main.item_number),
           COALESCE(own.name, main.name), a.change_action, a.reviewed, a.comment, m.design_id,
           b.id, CASE WHEN own.is_deleted OR (a.is_staged AND own.item_id IS NOT NULL) THEN NULL
                      ELSE COALESCE(own.item_id, a.released_as) END,
           a.force, COALESCE(own.state, main.state), COALESCE(own.type, main.type),
           COALESCE(main.is_deleted, FALSE), a.is_automatic, COALESCE(own.program_id, main.program_id),
           CASE WHEN main.is_deleted THEN NULL ELSE main.item_id END, COALESCE(own.is_deleted, FALSE),
           COALESCE(main.revision, own.revision), main.released_at, main.state,
           CASE WHEN own.is_deleted THEN NULL ELSE own.item_id END,
           a.is_staged AND own.item_id IS NOT NULL, a.drafted_state
      FROM affected_items a
      JOIN masters m ON m.id = a.master_id
      LEFT JOIN branches b ON b.change_order_id = a.change_order_id
           AND COALESCE(b.design_id, '') = COALESCE(m.design_id, '')
      LEFT JOIN versions own ON own.master_id = a.master_id AND own.branch_id = b.id
           AND own.until IS NULL AND own.is_current
      LEFT JOIN versions main ON {stands_on_main("main", "a.master_id")}
"""
"""What was deleted on main since is still called by its number."""

AFFECTED = f"""
    {_AFFECTED}
     WHERE a.change_order_id = :order_id
     ORDER BY a.created_at, a.id
"""

SEEN_AFFECTED = f"""
    {_AFFECTED}
     WHERE a.change_order_id = :order_id
       AND {visible_condition("COALESCE(own.program_id, main.program_id)")}
     ORDER BY a.created_at, a.id
"""

ONE_AFFECTED = f"""
    {_AFFECTED}
     WHERE a.change_order_id = :order_id AND a.id = :id
       AND {visible_condition("COALESCE(own.program_id, main.program_id)")}
"""

INSERT_AFFECTED = """
    INSERT INTO affected_items (id, change_order_id, master_id, item_id, change_action, reviewed,
                                comment, force, is_automatic, created_at, created_by)
    VALUES (:id, :order_id, :master_id, :item_id, :change_action, :reviewed, :comment, :force,
            FALSE, :now, :user_id)
        ON CONFLICT (change_order_id, master_id) DO UPDATE
       SET change_action = excluded.change_action, reviewed = excluded.reviewed,
           comment = excluded.comment, force = excluded.force, is_automatic = FALSE
     WHERE affected_items.is_automatic
    RETURNING id
"""
"""No row comes back when the item is listed already."""

LIST_AFFECTED = f"""
    INSERT INTO affected_items (id, change_order_id, master_id, item_id, change_action, reviewed,
                                force, is_automatic, created_at, created_by)
    SELECT :id, :change_order_id, own.master_id, COALESCE(v.item_id, own.item_id),
           CASE WHEN v.item_id IS NULL THEN 'release'
                WHEN own.is_deleted THEN 'remove' ELSE 'revise' END,
           FALSE, FALSE, TRUE, :now, :user_id
      FROM versions own
      LEFT JOIN versions v ON {stands_on_main("v", "own.master_id")} AND NOT v.is_deleted
     WHERE own.master_id = :master_id AND own.branch_id = :branch_id
       AND own.until IS NULL AND own.is_current
       AND NOT (own.is_deleted AND v.item_id IS NULL)
        ON CONFLICT (change_order_id, master_id) DO NOTHING
"""
"""What is touched on a change's branch is affected by the change."""

UNLIST_AFFECTED = """
    DELETE FROM affected_items
     WHERE change_order_id = :change_order_id
       AND master_id IN (SELECT value FROM each(:masters))
       AND (is_automatic OR NOT EXISTS (
           SELECT 1 FROM versions m
            WHERE m.master_id = affected_items.master_id AND m.branch_id IS NULL))
       AND NOT EXISTS (
           SELECT 1 FROM versions own
            WHERE own.master_id = affected_items.master_id AND own.branch_id = :branch_id
              AND own.until IS NULL AND own.is_current
              AND (NOT own.is_deleted OR EXISTS (
                  SELECT 1 FROM versions main
                   WHERE main.master_id = own.master_id AND main.branch_id IS NULL
                     AND main.until IS NULL AND main.is_current AND NOT main.is_deleted)))
"""
"""What was listed by itself and is touched no longer is affected no longer.

So is what was new on the branch and is gone again, whoever listed it."""

UPDATE_AFFECTED = """
    UPDATE affected_items
       SET change_action = :change_action, reviewed = :reviewed, comment = :comment,
           force = :force, is_automatic = :is_automatic
     WHERE id = :id
"""

MARK_MOVED = """
    UPDATE affected_items SET is_staged = :is_staged, drafted_state = :drafted_state WHERE id = :id
"""

UNSTAGE = """
    UPDATE affected_items SET is_staged = FALSE
     WHERE change_order_id = :change_order_id AND is_staged
       AND master_id IN (SELECT value FROM each(:masters))
"""
"""A row that only carried a state is edited, and so becomes a working copy."""

DELETE_AFFECTED = """
    DELETE FROM affected_items WHERE id = :id
"""

RELEASED_AS = """
    UPDATE affected_items SET released_as = :item_id
     WHERE change_order_id = :order_id AND master_id = :master_id
"""

VOTE = """
    INSERT INTO votes (id, instance_id, state_id, visit, user_id, role_id, vote, comment,
                       voted_at, content_digest, signed_name, meaning, is_signed, signature)
    VALUES (:id, :instance_id, :state_id, :visit, :user_id, :role_id, :vote, :comment, :voted_at,
            :content_digest, :signed_name, :meaning, :is_signed, :signature)
        ON CONFLICT (instance_id, visit, user_id) DO UPDATE
       SET vote = excluded.vote, comment = excluded.comment, voted_at = excluded.voted_at,
           content_digest = excluded.content_digest, role_id = excluded.role_id,
           signed_name = excluded.signed_name, meaning = excluded.meaning,
           is_signed = excluded.is_signed, signature = excluded.signature
"""

VOTES = """
    SELECT v.id, v.state_id, v.visit, v.user_id, u.name, v.role_id, v.vote, v.comment, v.voted_at,
           v.content_digest, v.signed_name, v.meaning, v.is_signed, v.signature
      FROM votes v JOIN users u ON u.id = v.user_id
     WHERE v.instance_id = :instance_id
     ORDER BY v.voted_at, v.id
"""

SIGNATURES = """
    SELECT v.id, COALESCE((SELECT w.item_number FROM versions w
                            WHERE w.item_id = i.change_order_id LIMIT 1), i.change_order_id),
           v.voted_at < COALESCE((SELECT MIN(e.happened_at) FROM audit_entries e), '9')
           OR EXISTS (SELECT 1 FROM audit_entries e
                       WHERE e.subject = i.change_order_id AND e.happened_at >= v.voted_at
                         AND e.action = 'vote.given' AND e.outcome = 'done'
                         AND e.actor_id = v.user_id),
           v.signature, i.change_order_id, v.instance_id, v.state_id, v.visit, v.user_id,
           v.signed_name, v.role_id, v.vote, v.comment, v.voted_at, v.meaning, v.is_signed,
           v.content_digest
      FROM votes v JOIN workflow_instances i ON i.id = v.instance_id
     WHERE v.signed_name IS NOT NULL AND v.id > :after
     ORDER BY v.id LIMIT :limit
"""

ROLES_OF_VOTERS = """
    SELECT v.user_id, r.id, r.name, r.permissions
      FROM votes v
      JOIN users u ON u.id = v.user_id AND u.active
      JOIN user_roles ur ON ur.user_id = v.user_id
      JOIN roles r ON r.id = ur.role_id
     WHERE v.instance_id = :instance_id AND v.visit = :visit
"""

RESOLUTIONS = """
    SELECT master_id, place, theirs FROM resolutions WHERE change_order_id = :order_id
"""

RESOLVE = """
    INSERT INTO resolutions (change_order_id, master_id, place, theirs, decided_by, decided_at)
    VALUES (:order_id, :master_id, :place, :theirs, :user_id, :now)
        ON CONFLICT (change_order_id, master_id, place) DO UPDATE
       SET theirs = excluded.theirs, decided_by = excluded.decided_by,
           decided_at = excluded.decided_at
"""

USED_BY_RELEASED = f"""
    SELECT r.child_master_id, v.master_id, v.item_id, v.item_number, v.state, v.type,
           {visible_condition("v.program_id")}
      FROM each(:masters) AS wanted
      JOIN relationships r ON r.child_master_id = wanted.value AND r.until IS NULL
           AND r.type = 'bom' AND r.branch_id IS NULL
      JOIN versions v ON v.item_id = r.parent_item_id AND {stands_on_main("v", "r.parent_master_id")}
     WHERE NOT v.is_deleted
"""
"""The current parents on main of some items."""

MAIN_ROWS = f"""
    SELECT {COLUMNS}
      FROM each(:masters) AS wanted
      JOIN versions v ON {stands_on_main("v", "wanted.value")}
     WHERE NOT v.is_deleted
"""


def _dangling(end: str) -> str:
    """The lines with one end at some items whose child is gone."""
    return f"""
    SELECT CASE WHEN {visible_condition("p.program_id")} THEN p.item_number ELSE :hidden END,
           CASE WHEN {visible_condition("c.program_id")} THEN c.item_number ELSE :hidden END
      FROM each(:masters) AS wanted
      JOIN relationships r ON r.{end} = wanted.value AND r.until IS NULL
           AND r.type = 'bom' AND r.branch_id IS NULL
      JOIN versions p ON p.item_id = r.parent_item_id AND {stands_on_main("p", "r.parent_master_id")}
      JOIN versions c ON {stands_on_main("c", "r.child_master_id")}
     WHERE NOT p.is_deleted AND c.is_deleted
"""


DANGLING = f"""
    {_dangling("parent_master_id")} UNION {_dangling("child_master_id")} ORDER BY 1, 2
"""
"""Lines on main from and to some items whose child is gone, whichever design it was in."""

OPEN_CHANGES_ON = f"""
    SELECT a.master_id, o.item_id, o.item_number, o.name, o.state, a.change_action
      FROM each(:masters) AS wanted
      JOIN affected_items a ON a.master_id = wanted.value AND a.change_order_id <> :order_id
      JOIN versions o ON o.item_id = a.change_order_id AND o.until IS NULL AND NOT o.is_deleted
     WHERE o.closed_at IS NULL AND {visible_condition("o.program_id")}
     ORDER BY o.item_number, a.master_id
"""

CHANGES_OF_ITEM = f"""
    SELECT o.item_id, o.item_number, o.name, o.state, a.change_action, o.created_at, o.closed_at
      FROM affected_items a
      JOIN versions o ON o.item_id = a.change_order_id AND o.until IS NULL AND NOT o.is_deleted
     WHERE a.master_id = :master_id AND {visible_condition("o.program_id")}
     ORDER BY CASE WHEN o.closed_at IS NULL THEN 0 ELSE 1 END, o.created_at DESC, o.item_id
     LIMIT :limit
"""

CHECKED_OUT_FILES = """
    SELECT DISTINCT f.id, w.original_file_name, f.master_id, u.id, u.name, u.email, k.taken_at
      FROM each(:masters) AS wanted
      JOIN files f ON f.master_id = wanted.value
      JOIN file_locks k ON k.file_id = f.id
      JOIN users u ON u.id = k.holder
      JOIN file_versions w ON w.file_id = f.id
           AND w.version = (SELECT MAX(x.version) FROM file_versions x WHERE x.file_id = f.id)
     ORDER BY w.original_file_name, f.id
"""

REQUIREMENTS_OF = f"""
    SELECT DISTINCT v.item_id, v.item_number, v.name, v.revision, v.type, v.state
      FROM each(:masters) AS wanted
      JOIN relationships r ON r.child_master_id = wanted.value AND r.until IS NULL
           AND r.branch_id IS NULL
      JOIN versions v ON v.item_id = r.parent_item_id AND {stands_on_main("v", "r.parent_master_id")}
     WHERE v.type = 'Requirement' AND NOT v.is_deleted AND {visible_condition("v.program_id")}
     ORDER BY v.item_number
"""
"""The requirements that are traced to some items."""

PASSWORD_HASH = """
    SELECT password_hash FROM users WHERE id = :id
"""

AUTHOR = """
    SELECT v.created_by FROM versions v WHERE v.item_id = :order_id AND v.until IS NULL
"""

NAMES_OF_MASTERS = """
    SELECT wanted.value,
           COALESCE((SELECT main.name FROM versions main
                      WHERE main.master_id = wanted.value AND main.branch_id IS NULL
                        AND main.is_current AND main.until IS NULL AND NOT main.is_deleted),
                    (SELECT MAX(v.name) FROM versions v
                      WHERE v.master_id = wanted.value AND v.until IS NULL AND NOT v.is_deleted))
      FROM each(:masters) AS wanted
"""
"""What items are called that the caller was found to see; null for what nothing holds any more."""

USERS_IN_ROLES = """
    SELECT DISTINCT held.user_id
      FROM each(:roles) AS wanted JOIN user_roles held ON held.role_id = wanted.value
"""

USERS_WHO_APPROVE = """
    SELECT DISTINCT held.user_id
      FROM roles r JOIN user_roles held ON held.role_id = r.id
     WHERE r.permissions LIKE '%"change_orders.approve"%'
        OR r.permissions LIKE '%"change_orders.manage"%'
"""

LAST_SUBMITTER = """
    SELECT s.user_id FROM workflow_steps s
     WHERE s.instance_id = :instance_id AND s.transition IS NOT NULL
       AND s.from_state IN (SELECT value FROM each(:drafting))
       AND s.to_state NOT IN (SELECT value FROM each(:drafting))
     ORDER BY s.id DESC LIMIT 1
"""
"""Who last took the change out of the states in which it is drafted."""

_SATISFIED = """(a.user_id IS NOT NULL AND EXISTS (
            SELECT 1 FROM votes w
             WHERE w.instance_id = i.id AND w.visit = i.visit AND w.user_id = a.user_id)
         OR a.user_id IS NULL AND EXISTS (
            SELECT 1 FROM votes w JOIN user_roles held ON held.user_id = w.user_id
             WHERE w.instance_id = i.id AND w.visit = i.visit AND held.role_id = a.role_id
               AND (w.role_id IS NULL OR w.role_id = a.role_id)))"""
"""Whether an approver's vote was given in the present visit."""

WAITING_ORDERS = f"""
    SELECT i.change_order_id, i.states, i.transitions, i.state_id, v.created_by,
           EXISTS (SELECT 1 FROM workflow_approvers a
                    WHERE a.definition_id = i.definition_id AND a.state_id = i.state_id),
           EXISTS (SELECT 1 FROM workflow_approvers a
                    WHERE a.definition_id = i.definition_id AND a.state_id = i.state_id
                      AND (a.user_id IS NULL OR a.user_id = :user_id)
                      AND (a.role_id IS NULL OR a.role_id IN (SELECT value FROM each(:roles)))
                      AND NOT {_SATISFIED})
      FROM workflow_instances i
      JOIN versions v ON v.item_id = i.change_order_id AND v.until IS NULL AND NOT v.is_deleted
     WHERE i.status = 'active' AND i.visit > 1
       AND NOT EXISTS (SELECT 1 FROM votes own
                        WHERE own.instance_id = i.id AND own.visit = i.visit
                          AND own.user_id = :user_id)
"""
"""Those under way on which the user has not voted, and whether the state's approvers are asked."""

_NAMED_VOTERS = f"""
    SELECT i.id AS instance_id, COALESCE(a.user_id, held.user_id) AS user_id, TRUE AS is_named
      FROM workflow_instances i
      JOIN workflow_approvers a ON a.definition_id = i.definition_id AND a.state_id = i.state_id
      LEFT JOIN user_roles held ON a.user_id IS NULL AND held.role_id = a.role_id
     WHERE i.status = 'active' AND i.visit > 1 AND NOT {_SATISFIED}
"""

_OTHER_VOTERS = """
    SELECT i.id AS instance_id, held.user_id, FALSE AS is_named
      FROM workflow_instances i
     CROSS JOIN user_roles held
      JOIN roles r ON r.id = held.role_id
     WHERE i.status = 'active' AND i.visit > 1
       AND (r.permissions LIKE '%"change_orders.approve"%'
            OR r.permissions LIKE '%"change_orders.manage"%')
       AND NOT EXISTS (SELECT 1 FROM workflow_approvers a
                        WHERE a.definition_id = i.definition_id AND a.state_id = i.state_id)
"""

LATE_VOTERS = f"""
    SELECT DISTINCT v.master_id, v.item_number, v.name, i.states, i.transitions, i.state_id,
           voter.is_named, voter.user_id
      FROM ({_NAMED_VOTERS} UNION {_OTHER_VOTERS}) voter
      JOIN workflow_instances i ON i.id = voter.instance_id
      JOIN versions v ON v.item_id = i.change_order_id AND v.until IS NULL AND NOT v.is_deleted
     WHERE (voter.is_named OR voter.user_id <> v.created_by)
       AND NOT EXISTS (SELECT 1 FROM votes own
                        WHERE own.instance_id = i.id AND own.visit = i.visit
                          AND own.user_id = voter.user_id)
       AND NOT EXISTS (SELECT 1 FROM inbox_notices told
                        WHERE told.user_id = voter.user_id AND told.kind = 'vote'
                          AND told.subject_kind = 'changeOrder' AND told.subject_id = v.master_id
                          AND told.happened_at >= (SELECT MAX(s.happened_at) FROM workflow_steps s
                                                    WHERE s.instance_id = i.id))
     ORDER BY v.master_id, voter.user_id
"""
"""Those whose vote is asked for, and who were not told since the order came to its state."""

PROGRESS = """
    SELECT i.change_order_id, i.states, i.transitions, i.state_id, i.status,
           (SELECT MAX(s.happened_at) FROM workflow_steps s WHERE s.instance_id = i.id),
           (SELECT COUNT(*) FROM votes w
             WHERE w.instance_id = i.id AND w.visit = i.visit AND w.vote = 'approve'),
           (SELECT COUNT(*) FROM votes w
             WHERE w.instance_id = i.id AND w.visit = i.visit AND w.vote = 'reject')
      FROM each(:ids) AS wanted JOIN workflow_instances i ON i.change_order_id = wanted.value
"""

AWAITED = f"""
    SELECT i.change_order_id, a.user_id, a.role_id, u.name, r.name
      FROM each(:ids) AS wanted
      JOIN workflow_instances i ON i.change_order_id = wanted.value AND i.status = 'active'
      JOIN workflow_approvers a ON a.definition_id = i.definition_id AND a.state_id = i.state_id
      LEFT JOIN users u ON u.id = a.user_id
      LEFT JOIN roles r ON r.id = a.role_id
     WHERE NOT {_SATISFIED}
     ORDER BY a.created_at, a.id
"""

COUNT_AFFECTED = f"""
    SELECT a.change_order_id, COUNT(*), SUM(CASE WHEN a.reviewed THEN 1 ELSE 0 END)
      FROM each(:ids) AS wanted
      JOIN affected_items a ON a.change_order_id = wanted.value
      JOIN masters m ON m.id = a.master_id
     WHERE {visible_condition("m.program_id")}
     GROUP BY a.change_order_id
"""

REVISIONS_OF_ITEMS = """
    SELECT v.item_id, v.revision
      FROM each(:item_ids) AS wanted
      JOIN versions v ON v.row_id = (
           SELECT i.row_id FROM versions i WHERE i.item_id = wanted.value
            ORDER BY i.since DESC LIMIT 1)
"""
