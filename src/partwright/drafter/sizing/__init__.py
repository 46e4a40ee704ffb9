"""Sizing by the formulas of machine elements, with the sizes that are on sale."""
