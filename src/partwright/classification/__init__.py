"""Definitions of attributes and categories, by which items are filed."""
