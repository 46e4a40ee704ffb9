"""Records between the steps of reading a sheet: its grid, its rows, sources of parts, refusals."""
