"""Where the parts of an assembly go; no kernel needed."""
