"""Benchmarks: the server against a bare handler of its framework and against its own bare SQL."""
