"""Backups of database and files together, their verification, and what is restored from them."""
