"""The statements on seals, and on the rows that they cover.

Each of the latter begins with the number and a key, in whose order it goes; they leave out what may
change later: when a row ended, which is sealed at that number, and the program of a design.
Where the key is of another index than the number, the number has a lower bound of its own, since no
index leads to the two together.
"""

COMMITS = """
    SELECT t.seq, t.id, t.design_id, t.branch_id, t.parent_id, t.merge_parent_id, t.message,
           t.author_id, t.created_at, t.change_order_id
      FROM commits t
     WHERE t.seq BETWEEN :number AND :last AND (t.seq, t.id) > (:number, :key)
     ORDER BY t.seq, t.id LIMIT :limit
"""

VERSIONS = """
    SELECT t.since, t.row_id, t.item_id, t.master_id, t.branch_id, t.is_current, t.is_deleted,
           t.type, t.design_id, t.item_number, t.revision, t.state, t.name, t.description,
           t.attributes, t.created_at, t.created_by, t.modified_at, t.modified_by, t.released_at,
           t.part_type, t.unit_of_measure, t.material, t.weight, t.weight_unit, t.cost,
           t.cost_currency, t.lead_time, t.quantity_on_hand, t.location, t.doc_type, t.file_name,
           t.file_size, t.mime_type, t.change_type, t.risk_level, t.reason_for_change,
           t.impact_description, t.implementation_date, t.submitted_at, t.approved_at,
           t.approved_by, t.closed_at, t.requirement_type, t.status, t.verification_method,
           t.rationale, t.acceptance_criteria, t.source, t.priority, t.category, t.assignee,
           t.due_date, t.estimated_hours, t.actual_hours, t.task_status, t.severity,
           t.reported_date, t.resolution, t.root_cause, t.mass_basis, t.cost_basis, t.sources,
           t.family_id, t.variant_attributes
      FROM versions t
     WHERE t.since <= :last AND (t.since, t.row_id) > (:number, :key)
     ORDER BY t.since, t.row_id LIMIT :limit
"""

VERSIONS_ENDED = """
    SELECT t.until, t.row_id
      FROM versions t
     WHERE t.until <= :last AND (t.until, t.row_id) > (:number, :key)
     ORDER BY t.until, t.row_id LIMIT :limit
"""

RELATIONSHIPS = """
    SELECT t.since, t.row_id, t.id, t.parent_item_id, t.parent_master_id, t.child_master_id,
           t.branch_id, t.type, t.quantity, t.find_number, t.reference_designator, t.metadata
      FROM relationships t
     WHERE t.since <= :last AND (t.since, t.row_id) > (:number, :key)
     ORDER BY t.since, t.row_id LIMIT :limit
"""

RELATIONSHIPS_ENDED = """
    SELECT t.until, t.row_id
      FROM relationships t
     WHERE t.until <= :last AND (t.until, t.row_id) > (:number, :key)
     ORDER BY t.until, t.row_id LIMIT :limit
"""

FILES = """
    SELECT t.since, t.id, t.file_id, t.item_id, t.master_id, t.branch_id, t.is_primary,
           w.version, w.digest, w.size, w.original_file_name, w.created_at, w.created_by
      FROM file_links t JOIN file_versions w ON w.id = t.version_id
     WHERE t.since <= :last AND (t.since, t.id) > (:number, :key)
     ORDER BY t.since, t.id LIMIT :limit
"""

FILES_ENDED = """
    SELECT t.until, t.id
      FROM file_links t
     WHERE t.until <= :last AND (t.until, t.id) > (:number, :key)
     ORDER BY t.until, t.id LIMIT :limit
"""

HISTORY = """
    SELECT c.seq, t.id, t.master_id, t.item_id, t.branch_id, t.action, t.user_id, t.happened_at,
           t.comment, t.changes
      FROM history t JOIN commits c ON c.id = t.commit_id
     WHERE c.seq BETWEEN :number AND :last AND (c.seq, t.id) > (:number, :key)
     ORDER BY c.seq, t.id LIMIT :limit
"""

_SEAL = "s.number, s.digests, s.seal, s.sealed_at"

HEAD = f"SELECT {_SEAL} FROM audit_seals s ORDER BY s.number DESC LIMIT 1"

SEALS = f"""
    SELECT {_SEAL} FROM audit_seals s
     WHERE s.number > :number ORDER BY s.number LIMIT :limit
"""

PAGE = f"SELECT {_SEAL} FROM audit_seals s ORDER BY s.number DESC LIMIT :limit OFFSET :offset"

COUNT = "SELECT COUNT(*) FROM audit_seals"

SEAL_AT = "SELECT s.seal FROM audit_seals s WHERE s.number = :number"

INSERT = """
    INSERT INTO audit_seals (number, digests, seal, sealed_at)
    VALUES (:number, :digests, :seal, :sealed_at)
        ON CONFLICT (number) DO NOTHING
"""
