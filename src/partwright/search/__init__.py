"""Search over everything that a user sees."""
