"""Manufacturers and suppliers, and the sources of parts: whose part it is, and who sells it."""
