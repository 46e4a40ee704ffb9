"""Seals over the commits: what was written once can be shown to be what it was."""
