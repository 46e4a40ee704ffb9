"""Inboxes: what waits for each user, one entry a subject; and the items that they watch."""
