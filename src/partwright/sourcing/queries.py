"""The statements on manufacturers and suppliers."""

from partwright.sourcing.model import CompanyKind

_COMPANY = "c.id, c.name, c.code, c.website, c.is_active, c.created_at, c.updated_at"


_NAMED = """:words = '' OR c.plain_name LIKE :words ESCAPE '\\'
    OR c.plain_name LIKE :other_words ESCAPE '\\'"""


class CompanyStatements:
    """The same statements for each of the two tables."""

    def __init__(self, table: CompanyKind) -> None:
        seen = f"NOT c.is_withdrawn AND ({_NAMED})"
        self.one = f"SELECT {_COMPANY} FROM {table} c WHERE c.id = :id AND NOT c.is_withdrawn"
        self.listed = f"""
            SELECT {_COMPANY} FROM {table} c WHERE {seen}
             ORDER BY c.name_key, c.id LIMIT :limit OFFSET :offset
        """
        self.count = f"SELECT COUNT(*) FROM {table} c WHERE {seen}"
        self.by_ids = f"""
            SELECT {_COMPANY} FROM each(:ids) AS wanted JOIN {table} c ON c.id = wanted.value
        """
        self.present = f"{self.by_ids.rstrip()} AND NOT c.is_withdrawn"
        self.by_keys = f"""
            SELECT {_COMPANY} FROM each(:keys) AS wanted JOIN {table} c ON c.name_key = wanted.value
        """
        self.alike = f"""
            SELECT {_COMPANY} FROM {table} c
             WHERE c.plain_name IN (SELECT value FROM each(:plain)) AND NOT c.is_withdrawn
        """
        self.insert = f"""
            INSERT INTO {table} (id, name, name_key, plain_name, code, website, is_active, created_at, updated_at)
            VALUES (:id, :name, :name_key, :plain_name, :code, :website, :is_active, :now, :now)
                ON CONFLICT (name_key) DO NOTHING
        """
        self.withdraw = f"""
            UPDATE {table}
               SET is_withdrawn = TRUE, name_key = 'withdrawn ' || id, updated_at = :now
             WHERE id IN (SELECT wanted.value FROM each(:ids) AS wanted)
               AND updated_at = created_at AND NOT is_withdrawn
               AND NOT EXISTS (SELECT 1 FROM versions v
                                WHERE v.since >= :since AND v.until IS NULL AND NOT v.is_deleted
                                  AND v.sources LIKE '%' || {table}.id || '%')
        """
        self.take = f"UPDATE {table} SET updated_at = updated_at WHERE id = :id"
        self.update = f"""
            UPDATE {table}
               SET name = :name, name_key = :name_key, plain_name = :plain_name, code = :code,
                   website = :website, is_active = :is_active, updated_at = :now
             WHERE id = :id
        """


STATEMENTS: dict[CompanyKind, CompanyStatements] = {
    "manufacturers": CompanyStatements("manufacturers"),
    "suppliers": CompanyStatements("suppliers"),
}
