"""Verification of a structure against its text: stated facts, needs and their coverage, words not read."""
