"""The mapping of columns to fields: from headers, from values, or as a person gave it."""
