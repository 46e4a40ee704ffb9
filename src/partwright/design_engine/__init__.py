"""The design engine: from a description to requirements, a structure and real items."""
