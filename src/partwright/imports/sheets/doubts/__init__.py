"""Doubts about what was read, told to the person who imports."""
