"""The statements on deliveries of mail."""

WAITING = """
    SELECT u.id, COALESCE(p.content, '{}'), MIN(n.happened_at), COALESCE(d.sent_at, ''),
           MAX(CASE WHEN n.mail_at_once THEN 1 ELSE 0 END) = 1
      FROM inbox_notices n
      JOIN users u ON u.id = n.user_id AND u.active
      LEFT JOIN user_preferences p ON p.user_id = u.id
      LEFT JOIN mail_deliveries d ON d.user_id = u.id
     WHERE n.mailed_at IS NULL AND NOT n.is_read AND NOT n.is_done AND n.happened_at > :since
       AND COALESCE(d.claimed_until, '') <= :now AND u.id > :after
     GROUP BY u.id, p.content, d.sent_at
     ORDER BY u.id
     LIMIT :limit
"""

CLAIM = """
    INSERT INTO mail_deliveries (user_id, claimed_until, failures) VALUES (:user_id, :until, 0)
        ON CONFLICT (user_id) DO UPDATE SET claimed_until = excluded.claimed_until
     WHERE mail_deliveries.claimed_until <= :now
"""
"""Of several processes one gets the row; one that dies with it holds it until `until`."""

FAILURES = "SELECT failures FROM mail_deliveries WHERE user_id = :user_id"

SENT = """
    UPDATE mail_deliveries
       SET claimed_until = :now, failures = 0,
           sent_at = CASE WHEN CAST(:only_at_once AS BOOLEAN) THEN sent_at ELSE :now END
     WHERE user_id = :user_id
"""
"""What goes out at once does not stand for the mail of the day."""

NOT_SENT = """
    UPDATE mail_deliveries SET claimed_until = :until, failures = failures + 1
     WHERE user_id = :user_id
"""
