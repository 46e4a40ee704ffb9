"""E-mail: what waits in the inboxes of users, sent at once or once a day."""
