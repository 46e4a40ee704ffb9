"""Parts that one cell publishes and others hold read-only."""
