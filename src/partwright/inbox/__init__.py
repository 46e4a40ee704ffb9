"""Inboxes: what waits for each user, one entry per subject; and the items that they watch."""
