"""State machines: the lifecycles of item types and the approval of changes."""
