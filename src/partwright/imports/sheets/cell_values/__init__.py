"""Texts of cells as the values that people mean by them."""
