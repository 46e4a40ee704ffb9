"""Partwright: an open product lifecycle management server."""

__version__ = "0.1.0"
