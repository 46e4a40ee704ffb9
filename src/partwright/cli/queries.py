"""The statements of the command line."""

ANY_ADMINISTRATOR = """
    SELECT u.id
      FROM roles r
      JOIN user_roles ur ON ur.role_id = r.id
      JOIN users u ON u.id = ur.user_id
     WHERE r.name = :role AND u.active
     ORDER BY u.created_at, u.id
     LIMIT 1
"""
