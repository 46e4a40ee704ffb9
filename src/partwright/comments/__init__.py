"""Threads of comments on items, lines, files and changes, with mentions."""
