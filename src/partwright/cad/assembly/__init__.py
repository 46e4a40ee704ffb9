"""Placement of the parts of an assembly; no kernel needed."""
