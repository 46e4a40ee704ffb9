"""The statements on manufacturers and suppliers."""

from partwright.sourcing.model import CompanyKind

_COMPANY = "c.id, c.name, c.code, c.website, c.is_active, c.created_at, c.updated_at"


class CompanyStatements:
    """The same statements for each of the two tables."""

    def __init__(self, table: CompanyKind) -> None:
        seen = "(:words = '' OR c.name_key LIKE :words ESCAPE '\\')"
        self.one = f"SELECT {_COMPANY} FROM {table} c WHERE c.id = :id"
        self.listed = f"""
            SELECT {_COMPANY} FROM {table} c WHERE {seen}
             ORDER BY c.name_key, c.id LIMIT :limit OFFSET :offset
        """
        self.count = f"SELECT COUNT(*) FROM {table} c WHERE {seen}"
        self.by_ids = f"""
            SELECT {_COMPANY} FROM each(:ids) AS wanted JOIN {table} c ON c.id = wanted.value
        """
        self.by_keys = f"""
            SELECT {_COMPANY} FROM each(:keys) AS wanted JOIN {table} c ON c.name_key = wanted.value
        """
        self.insert = f"""
            INSERT INTO {table} (id, name, name_key, code, website, is_active, created_at, updated_at)
            VALUES (:id, :name, :name_key, :code, :website, :is_active, :now, :now)
                ON CONFLICT (name_key) DO NOTHING
        """
        self.take = f"UPDATE {table} SET updated_at = updated_at WHERE id = :id"
        self.update = f"""
            UPDATE {table}
               SET name = :name, name_key = :name_key, code = :code, website = :website,
                   is_active = :is_active, updated_at = :now
             WHERE id = :id
        """


STATEMENTS: dict[CompanyKind, CompanyStatements] = {
    "manufacturers": CompanyStatements("manufacturers"),
    "suppliers": CompanyStatements("suppliers"),
}
