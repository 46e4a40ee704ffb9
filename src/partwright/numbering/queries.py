"""The statements on categories and numbering schemes."""

from partwright.programs.queries import visible_condition

_SCHEME = """
    s.id, s.design_id, s.category_id, s.item_types, s.prefix, s.digits, s.next, s.check_digit,
    s.created_at, s.updated_at
"""
_OF_SEEN = f"""
      FROM numbering_schemes s LEFT JOIN designs d ON d.id = s.design_id
     WHERE (s.design_id IS NULL OR {visible_condition("d.program_id")})
"""
SCHEMES = f"SELECT {_SCHEME} {_OF_SEEN} ORDER BY s.prefix, s.id LIMIT :limit OFFSET :offset"
SCHEME_COUNT = f"SELECT COUNT(*) {_OF_SEEN}"
SCHEME = f"SELECT {_SCHEME} {_OF_SEEN} AND s.id = :id"
OF_DESIGNS = f"""
    SELECT {_SCHEME} FROM numbering_schemes s
     WHERE s.design_id IN (SELECT value FROM each(:designs))
"""
INSERT_SCHEME = """
    INSERT INTO numbering_schemes (id, design_id, category_id, item_types, prefix, digits, next,
        check_digit, created_at, updated_at)
    VALUES (:id, :design_id, :category_id, :item_types, :prefix, :digits, :next, :check_digit,
        :now, :now)
        ON CONFLICT DO NOTHING
"""
UPDATE_SCHEME = """
    UPDATE numbering_schemes
       SET item_types = :item_types, prefix = :prefix, digits = :digits, next = :next,
           check_digit = :check_digit, updated_at = :now
     WHERE id = :id
"""
TAKE_SCHEME = "UPDATE numbering_schemes SET updated_at = updated_at WHERE id = :id"
DELETE_SCHEME = "DELETE FROM numbering_schemes WHERE id = :id"
PASS_NUMBERS = "UPDATE numbering_schemes SET next = :after WHERE id = :id AND next = :before"
"""Takes numbers: of two callers that read the same next number one changes no row."""
NEXT = "SELECT next FROM numbering_schemes WHERE id = :id"

_CATEGORY = """
    c.id, c.name, c.parent_id, c.description, c.default_attributes, c.created_at, c.updated_at
"""
CATEGORIES = f"SELECT {_CATEGORY} FROM categories c ORDER BY c.name_key LIMIT :limit OFFSET :offset"
CATEGORY_COUNT = "SELECT COUNT(*) FROM categories"
CATEGORY = f"SELECT {_CATEGORY} FROM categories c WHERE c.id = :id"
NAMES_BELOW = "SELECT name FROM categories WHERE parent_id = :id ORDER BY name_key LIMIT 20"
INSERT_CATEGORY = """
    INSERT INTO categories (id, name, name_key, parent_id, description, default_attributes,
        created_at, updated_at)
    VALUES (:id, :name, :name_key, :parent_id, :description, :default_attributes, :now, :now)
        ON CONFLICT (name_key) DO NOTHING
"""
UPDATE_CATEGORY = """
    UPDATE categories
       SET name = :name, name_key = :name_key, parent_id = :parent_id,
           description = :description, default_attributes = :default_attributes, updated_at = :now
     WHERE id = :id AND NOT EXISTS (
        SELECT 1 FROM categories other WHERE other.name_key = :name_key AND other.id <> :id)
"""
TAKE_CATEGORIES = "UPDATE categories SET updated_at = updated_at WHERE id = :id"
DELETE_CATEGORY = "DELETE FROM categories WHERE id = :id"

LINES = """
    WITH RECURSIVE line (leaf, id, depth) AS (
        SELECT name_key, id, 0 FROM categories
         WHERE name_key IN (SELECT value FROM each(:keys))
        UNION ALL
        SELECT line.leaf, c.parent_id, line.depth + 1
          FROM line JOIN categories c ON c.id = line.id
         WHERE c.parent_id IS NOT NULL AND line.depth < 50
    )
    SELECT line.leaf, line.depth, c.default_attributes, s.id AS scheme_id, s.item_types, s.prefix,
           s.digits, s.next, s.check_digit, c.id AS category_id
      FROM line JOIN categories c ON c.id = line.id
      LEFT JOIN numbering_schemes s ON s.category_id = c.id
     ORDER BY line.leaf, line.depth
"""
"""Categories by their names, each with those above it."""
ABOVE = """
    WITH RECURSIVE line (id, depth) AS (
        SELECT id, 0 FROM categories WHERE id = :id
        UNION ALL
        SELECT c.parent_id, line.depth + 1 FROM line JOIN categories c ON c.id = line.id
         WHERE c.parent_id IS NOT NULL AND line.depth < 60
    )
    SELECT id FROM line
"""
"""A category and those above it."""
