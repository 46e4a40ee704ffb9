"""Edges between items, and the structures they make."""
