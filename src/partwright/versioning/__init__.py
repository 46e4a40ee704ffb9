"""Branches, commits and lines of versions: nothing is ever overwritten."""
