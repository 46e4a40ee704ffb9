"""The statements on reports, their executions and their files."""

import msgspec

from partwright.kit.ids import UserId
from partwright.reports.model import ReportId

SEEN_REPORT = """(
    :sees_all OR r.is_public OR r.created_by = :seer
    OR EXISTS (SELECT 1 FROM report_users s WHERE s.report_id = r.id AND s.user_id = :seer)
    OR EXISTS (SELECT 1 FROM report_roles s JOIN user_roles held ON held.role_id = s.role_id
                WHERE s.report_id = r.id AND held.user_id = :seer))
"""
"""Whether a user sees the report."""


class ReportRow(msgspec.Struct, frozen=True):
    """A report without those it is shared with; the lists are JSON."""

    id: ReportId
    name: str
    description: str | None
    item_type: str
    is_public: bool
    columns: str
    filters: str
    sorts: str
    chart: str | None
    created_by: UserId
    created_at: str
    updated_at: str


_REPORT = """r.id, r.name, r.description, r.item_type, r.is_public, r.columns, r.filters, r.sorts,
           r.chart,            r.created_by, r.created_at, r.updated_at"""

REPORT = f"""
    SELECT {_REPORT} FROM reports r WHERE r.id = :id AND {SEEN_REPORT}
"""

REPORTS = f"""
    SELECT {_REPORT}
      FROM reports r
     WHERE {SEEN_REPORT} AND (:item_type = '' OR r.item_type = :item_type)
     ORDER BY r.created_at DESC, r.id DESC
     LIMIT :limit OFFSET :offset
"""

COUNT_REPORTS = f"""
    SELECT COUNT(*) FROM reports r
     WHERE {SEEN_REPORT} AND (:item_type = '' OR r.item_type = :item_type)
"""


class ReportShare(msgspec.Struct, frozen=True):
    """A report, and a role's name or a user's id that it is shared with."""

    report_id: ReportId
    name: str


SHARED_ROLES = """
    SELECT s.report_id, role.name
      FROM each(:ids) AS wanted
      JOIN report_roles s ON s.report_id = wanted.value
      JOIN roles role ON role.id = s.role_id
     ORDER BY role.name
"""

SHARED_USERS = """
    SELECT s.report_id, s.user_id
      FROM each(:ids) AS wanted JOIN report_users s ON s.report_id = wanted.value
     ORDER BY s.user_id
"""


class NamedRole(msgspec.Struct, frozen=True):
    """A role by what its name is compared by."""

    id: str
    key: str


ROLES_BY_NAME = """
    SELECT r.id, r.name_key FROM each(:keys) AS wanted JOIN roles r ON r.name_key = wanted.value
"""

KNOWN_USERS = """
    SELECT u.id FROM each(:ids) AS wanted JOIN users u ON u.id = wanted.value
"""

INSERT_REPORT = """
    INSERT INTO reports (id, name, description, item_type, is_public, columns, filters, sorts,
                         chart, created_by, created_at, updated_at)
    VALUES (:id, :name, :description, :item_type, :is_public, :columns, :filters, :sorts,
            :chart, :created_by, :now, :now)
"""

TAKE_REPORT = """
    UPDATE reports SET updated_at = updated_at WHERE id = :id
"""

UPDATE_REPORT = """
    UPDATE reports
       SET name = :name, description = :description, is_public = :is_public, columns = :columns,
           filters = :filters, sorts = :sorts, chart = :chart, updated_at = :now
     WHERE id = :id
"""

DELETE_REPORT = """
    DELETE FROM reports WHERE id = :id
"""

SHARE_WITH_ROLE = """
    INSERT INTO report_roles (report_id, role_id) VALUES (:report_id, :other_id)
"""

SHARE_WITH_USER = """
    INSERT INTO report_users (report_id, user_id) VALUES (:report_id, :other_id)
"""

UNSHARE_ROLES = """
    DELETE FROM report_roles WHERE report_id = :report_id
"""

UNSHARE_USERS = """
    DELETE FROM report_users WHERE report_id = :report_id
"""

INSERT_EXECUTION = """
    INSERT INTO report_executions (id, report_id, executed_by, executed_at, row_count, duration_ms,
                                   parameters, success, error_message)
    VALUES (:id, :report_id, :executed_by, :executed_at, :row_count, :duration_ms,
            :parameters, :success, :error_message)
"""

INSERT_EXPORT = """
    INSERT INTO report_exports (id, report_id, execution_id, exported_by, exported_at, format,
                                file_name, file_size, digest)
    VALUES (:id, :report_id, :execution_id, :exported_by, :exported_at, :format,
            :file_name, :file_size, :digest)
"""


class ExecutionRow(msgspec.Struct, frozen=True):
    """An execution; its parameters are JSON."""

    id: str
    report_id: ReportId
    executed_by: UserId
    executed_at: str
    row_count: int
    duration_ms: int
    parameters: str
    success: bool
    error_message: str | None


EXECUTIONS = """
    SELECT id, report_id, executed_by, executed_at, row_count, duration_ms, parameters, success,
           error_message
      FROM report_executions
     WHERE report_id = :report_id
     ORDER BY id DESC
     LIMIT :limit OFFSET :offset
"""

COUNT_EXECUTIONS = """
    SELECT COUNT(*) FROM report_executions WHERE report_id = :report_id
"""


class ExportRow(msgspec.Struct, frozen=True):
    """A file that an execution was written to, by its digest."""

    id: str
    report_id: ReportId
    execution_id: str
    exported_by: UserId
    exported_at: str
    format: str
    file_name: str
    file_size: int
    digest: str


EXPORTS = """
    SELECT id, report_id, execution_id, exported_by, exported_at, format, file_name, file_size,
           digest
      FROM report_exports
     WHERE report_id = :report_id
     ORDER BY id DESC
     LIMIT :limit OFFSET :offset
"""
