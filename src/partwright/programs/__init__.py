"""Programs, their members, and designs; the one rule of who sees what."""
