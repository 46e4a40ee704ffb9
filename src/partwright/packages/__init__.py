"""Exports for others: bills of materials as files, and packages of released parts."""
