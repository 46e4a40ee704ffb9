"""Files of lists by their format: workbooks, delimited and plain texts, markup, JSON, YAML, STEP, URDF."""
