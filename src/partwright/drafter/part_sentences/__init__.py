"""Sentences that ask for one part: its sides, holes, threads and the forms that words alone tell."""
