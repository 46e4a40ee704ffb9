"""Families of parts, and the variants that differ by some attributes."""
