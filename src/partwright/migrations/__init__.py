"""The scripts that make and change the tables of all slices, in their one order."""
