"""Standard parts by their designations; their dimensions as tables."""
