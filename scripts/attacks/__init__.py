"""Attacks on a throw-away server of this checkout; `scripts/attack --help` says which."""
