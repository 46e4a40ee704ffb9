"""Tables on a sheet: where one begins, which row is its header, what else stands around it."""
