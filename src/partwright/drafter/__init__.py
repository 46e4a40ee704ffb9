"""The built-in drafter: from a description to requirements and a structure, by rules alone."""
