"""The statements on item numbers: taken, counted, reserved."""

TAKEN_OR_RESERVED = """
    SELECT m.number_key, FALSE
      FROM each(:keys) AS wanted JOIN masters m ON m.number_key = wanted.value
    UNION
    SELECT r.number_key, r.reserved_by = :user_id
      FROM each(:keys) AS wanted JOIN reserved_numbers r ON r.number_key = wanted.value
"""
"""Numbers that exist or are reserved, and whether the user has reserved them."""
RESERVED = """
    SELECT item_number, reserved_at FROM reserved_numbers
     WHERE reserved_by = :user_id ORDER BY item_number LIMIT :limit OFFSET :offset
"""
RESERVED_COUNT = "SELECT COUNT(*) FROM reserved_numbers WHERE reserved_by = :user_id"

COUNTER = """
    SELECT last FROM counters WHERE prefix = :prefix
"""

SET_COUNTER = """
    INSERT INTO counters (prefix, last) VALUES (:prefix, :last)
        ON CONFLICT (prefix) DO UPDATE SET last = excluded.last
"""
