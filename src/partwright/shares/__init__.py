"""Shares: one assembly at one revision, with its chosen files, for somebody without an account."""
