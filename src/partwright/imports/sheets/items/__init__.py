"""From rows to items and BOM lines: what is no part is told from what is one."""
