"""Merging branches: comparing their states, refusing or deciding conflicts, writing the result."""
