"""Words by which headers and texts around a table are told apart, in many languages."""
